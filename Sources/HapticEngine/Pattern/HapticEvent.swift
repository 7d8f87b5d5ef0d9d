/// One event of a pattern: what happens, when, for how long, and how it is adjusted.
public struct HapticEvent: Hashable, Sendable {
  /// The sound of an `audioCustom` event.
  public struct Waveform: Hashable, Sendable {
    /// The sound file, relative to the folder of resources.
    public var path: String
    /// Whether the sound is ramped in and out, against clicks.
    ///
    /// Default true, as in Core Haptics since iOS 15.
    public var usesVolumeEnvelope: Bool
    /// Whether the sound repeats until the event's duration is over.
    ///
    /// Default false.
    public var loops: Bool

    /// A sound from the file at `path`.
    public init(path: String, usesVolumeEnvelope: Bool = true, loops: Bool = false) {
      self.path = path
      self.usesVolumeEnvelope = usesVolumeEnvelope
      self.loops = loops
    }
  }

  /// What kind of event.
  public var type: EventType
  /// When the event starts, in seconds from the start of the pattern; not negative.
  public var time: Seconds
  /// How long the event lasts until its release begins, in seconds; nil where none is given.
  ///
  /// A continuous event without one has no fixed end and plays for as long as Core Haptics lets it,
  /// `PatternLimits.longestContinuousEvent`. A transient's is a logical length only: it moves the
  /// end of the pattern, not of the tap. For a sound file: shorter truncates, longer pads.
  public var duration: Seconds?
  /// The adjustments; of two with one ID the later wins.
  public var parameters: [EventParameter]
  /// The sound of an `audioCustom` event; nil for all others.
  public var waveform: Waveform?

  /// An event of `type` at `time` seconds.
  public init(
    _ type: EventType, at time: Seconds = 0, duration: Seconds? = nil,
    parameters: [EventParameter] = [], waveform: Waveform? = nil
  ) {
    self.type = type
    self.time = time
    self.duration = duration
    self.parameters = parameters
    self.waveform = waveform
  }

  /// The value of `id` as given, not clamped, or nil where the event gives none.
  public func value(of id: EventParameter.ID) -> Double? {
    parameters.last { $0.id == id }?.value
  }
}
