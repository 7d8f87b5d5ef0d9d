public import HapticEngine
private import TextFormats

/// What a pattern feels like, in words: its transients, vibrations and sounds in order of time.
///
/// Strengths are those of a `SensationTrack`, so that envelopes, curves and the profile are in them.
/// Also the alternative text of drawn patterns.
///
/// - Thread: any; making one takes as long as rendering.        Realtime-safe: no.
public struct PatternDescription: Hashable, Sendable, Encodable {
  /// One sensation, and when it begins.
  public struct Line: Hashable, Sendable, Encodable {
    /// Seconds from the start of the pattern.
    public let time: Seconds
    /// What there is then, such as `a strong, crisp tap`.
    public let text: String
  }

  /// The most lines.
  ///
  /// Our choice: about what somebody reads; `omitted` counts the others.
  public static let maximumLines = 40

  /// The sensations in order of time.
  public let lines: [Line]
  /// How many more there are.
  public let omitted: Int
  /// The whole in one sentence: what there is, how long it lasts, and how strong it gets.
  public let summary: String

  /// Describes `pattern` as it is played with `profile`.
  ///
  /// - Throws: `RenderError.profile` for a profile with values out of their ranges.
  public init(of pattern: HapticPattern, profile: Profile = .wideband) throws(RenderError) {
    self.init(
      of: pattern, profile: profile, track: try SensationTrack(of: pattern, profile: profile))
  }

  /// Describes `pattern`, whose track with `profile` is `track`.
  public init(of pattern: HapticPattern, profile: Profile, track: SensationTrack) {
    // What a tap is like is not what else can be felt at its time, and the same of vibrations.
    let hasBoth = Set(pattern.events.map(\.type)).isSuperset(of: [
      .hapticTransient, .hapticContinuous,
    ])
    func alone(_ type: EventType) -> SensationTrack {
      let part = hasBoth ? pattern.events(ofType: type) : nil
      return part.flatMap { try? SensationTrack(of: $0, profile: profile) } ?? track
    }
    var writer = DescriptionWriter(
      profile: profile, track: track, taps: alone(.hapticTransient),
      vibrations: alone(.hapticContinuous), captions: pattern.captions)
    writer.read(pattern.events)
    let all = writer.lines.sorted { $0.time < $1.time }
    lines = Array(all.prefix(Self.maximumLines))
    omitted = all.count - lines.count
    summary = writer.summary(duration: pattern.duration)
  }

  /// The summary and all lines, a line each.
  public var text: String {
    var text = summary + "\n"
    for line in lines { text += "\(line.time.brief) s: \(line.text)\n" }
    if omitted > 0 { text += "and \(omitted.counted("more sensation"))\n" }
    return text
  }

  /// The summary and all lines as one paragraph, for alternative texts.
  public var paragraph: String {
    let end = omitted > 0 ? "; and \(omitted.counted("more sensation"))" : ""
    let list = lines.map { "at \($0.time.brief) s \($0.text)" }.joined(separator: "; ")
    return list.isEmpty ? summary : "\(summary) In order: \(list)\(end)."
  }
}

/// How strong something feels, in a word.
///
/// Our choice: steps of about two limens, each kind against its own strongest; with the built-in
/// profiles a full transient reaches about 18 dB and a full vibration 27 dB above the threshold.
enum StrengthWord: String, CaseIterable {
  case imperceptible, faint, light, medium, strong

  /// The word for a transient of `level` decibels above the threshold.
  init(transient level: Float) { self.init(level, steps: [0, 8, 13, 16]) }

  /// The word for a vibration of `level` decibels above the threshold.
  init(vibration level: Float) { self.init(level, steps: [0, 13, 18, 23]) }

  private init(_ level: Float, steps: [Float]) {
    let words = Self.allCases
    self = words[steps.count { level > $0 }]
  }
}

extension HapticPattern {
  /// The pattern with its controls, and events of one type alone.
  fileprivate func events(ofType type: EventType) -> HapticPattern? {
    let kept = entries.filter { entry in
      if case .event(let event) = entry { event.type == type } else { true }
    }
    return try? HapticPattern(entries: kept)
  }
}
