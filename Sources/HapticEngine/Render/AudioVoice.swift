internal import CRealtime

/// One audio event that sounds: a tone, or a sound from a file.
///
/// Computed sample by sample, in spans like a `HapticVoice`: audio events are few, and their pitch,
/// pan and brightness may all move.
@safe
struct AudioVoice: BitwiseCopyable {
  /// Spans are cut here, so that the controls are read now and then.
  ///
  /// Our choice.
  static var longestSpan: Frame {
    @_noAllocation @_noLocks get { 1_024 }
  }

  /// A straight line over a span, clamped where it is used.
  struct Line: BitwiseCopyable {
    var start = 0.0
    var slope = 0.0

    @_noAllocation @_noLocks
    init() {}

    @_noAllocation @_noLocks
    init(_ start: Double, _ slope: Double) {
      self.start = start
      self.slope = slope
    }

    @inline(__always) @_noAllocation @_noLocks
    func value(_ offset: Double) -> Double { start + slope * offset }
  }

  /// The controls that a voice fades with: those of where it was cut, for what the player goes on
  /// with is not its own.
  struct FadingControls: BitwiseCopyable {
    let volume: Double
    let pitch: Double
    let pan: Double
    let brightness: Double

    @_noAllocation @_noLocks
    init(_ controls: ControlReader, at frame: Frame, _ map: TimeMap) {
      volume = controls.value(of: ControlIndex.audioVolume, at: frame, map)
      pitch = controls.value(of: ControlIndex.audioPitch, at: frame, map)
      pan = controls.value(of: ControlIndex.audioPan, at: frame, map)
      brightness = controls.value(of: ControlIndex.audioBrightness, at: frame, map)
    }
  }

  private(set) var onset: Frame
  var position: Frame
  var envelope: Envelope
  /// The event's own values.
  let volume: Double
  let pitch: Double
  let pan: Double
  let brightness: Double
  /// The sound; nil for a tone.
  let sound: SoundBuffer.View?
  let loops: Bool

  /// The first frame that sounds in full; before it the voice fades in.
  private(set) var fadeInEnd: Frame = -.never
  /// Nil for a voice that does not fade.
  private var fading: FadingControls?

  var spanStart: Frame
  var spanEnd: Frame
  var level = Line()
  var envelopeLine = Line()
  var pitchLine = Line()
  var panLine = Line()
  var brightnessLine = Line()

  /// Where the tone is in its cycle, 0..<1, or where the sound is, in its frames.
  var place = 0.0
  /// The low-pass filters of a sound, left and right.
  var lowPassLeft: Float = 0
  var lowPassRight: Float = 0

  /// A voice for `event`, whose onset is `onset`, with the controls as they are there.
  @_noAllocation @_noLocks
  init(
    _ event: TimelineAudioEvent, onset: Frame, sound: SoundBuffer.View?,
    _ controls: ControlReader, _ map: TimeMap
  ) {
    self.onset = onset
    position = onset
    spanStart = onset
    spanEnd = onset
    volume = event.volume
    pitch = event.pitch
    pan = event.pan
    brightness = event.brightness
    self.sound = sound
    loops = event.loops
    envelope = Envelope(event, onset: onset, sound: sound, controls, map)
  }

  /// The first frame of the player after the last that sounds.
  var end: Frame { @_noAllocation @_noLocks get { onset + envelope.end } }

  /// Ends the span at `position`, so that the next begins there with the controls as they are then.
  @_noAllocation @_noLocks
  mutating func cutSpan() {
    if position < spanEnd { spanEnd = position }
  }

  /// Moves the voice `frames` frames later, as if it had started so much later.
  @_noAllocation @_noLocks
  mutating func shift(by frames: Frame) {
    onset += frames
    position += frames
    spanStart += frames
    spanEnd += frames
    fadeInEnd += frames
  }

  /// Lets the voice fade in from `frame` on, within `frames` frames.
  @_noAllocation @_noLocks
  mutating func fadeIn(from frame: Frame, over frames: Int) { fadeInEnd = frame + Frame(frames) }

  /// Lets what is left of a tone take `factor` times as long from `frame` on; a tone is a continuous
  /// event, a sound has a length of its own.
  @_noAllocation @_noLocks
  mutating func stretch(from frame: Frame, by factor: Double) {
    if sound == nil { envelope.stretchHold(after: frame - onset, by: factor) }
  }

  /// Lets the event go into its release at `frame` at the latest.
  @_noAllocation @_noLocks
  mutating func release(at frame: Frame) { envelope.releaseNoLater(than: frame - onset) }

  /// Lets the voice fade to silence within `frames` frames from where it is.
  @_noAllocation @_noLocks
  mutating func fadeOut(over frames: Double, _ controls: ControlReader, _ map: TimeMap) {
    if fading == nil { fading = FadingControls(controls, at: position, map) }
    cutSpan()
    envelope.fadeOut(from: position - onset, over: frames)
  }

  /// Begins the span at `position`, which is before `end`.
  @_noAllocation @_noLocks
  mutating func beginSpan(_ controls: ControlReader, _ map: TimeMap) {
    spanStart = position
    spanEnd = position + Self.longestSpan
    let piece = envelope.piece(at: position - onset)
    endSpan(noLaterThan: onset + piece.end)
    endSpan(noLaterThan: end)
    envelopeLine = Line(piece.value, piece.slope)
    if let fading {
      level = Line(volume * fading.volume, 0)
      pitchLine = Line(pitch + fading.pitch, 0)
      panLine = Line(pan + fading.pan, 0)
      brightnessLine = Line(brightness + fading.brightness, 0)
      return
    }
    let volumeControl = read(ControlIndex.audioVolume, controls, map)
    level = Line(volume * volumeControl.start, volume * volumeControl.slope)
    pitchLine = read(ControlIndex.audioPitch, adding: pitch, controls, map)
    panLine = read(ControlIndex.audioPan, adding: pan, controls, map)
    brightnessLine = read(ControlIndex.audioBrightness, adding: brightness, controls, map)
  }

  @_noAllocation @_noLocks
  private mutating func read(
    _ control: Int, adding value: Double = 0, _ controls: ControlReader, _ map: TimeMap
  ) -> Line {
    let piece = controls.piece(of: control, at: position, map)
    endSpan(noLaterThan: piece.end)
    return Line(value + piece.value, piece.slope)
  }

  @_noAllocation @_noLocks
  private mutating func endSpan(noLaterThan frame: Frame) {
    if frame < spanEnd { spanEnd = frame }
  }
}

extension Envelope {
  /// The envelope of an audio event, with the controls of its onset.
  ///
  /// A tone has attack, decay, hold and release as a haptic event has. A sound never outlasts its
  /// duration: its release ends where the sound is cut or over, so that nothing clicks; without an
  /// envelope it starts and stops at once.
  @_noAllocation @_noLocks
  fileprivate init(
    _ event: TimelineAudioEvent, onset: Frame, sound: SoundBuffer.View?,
    _ controls: ControlReader, _ map: TimeMap
  ) {
    var hold = event.duration * map.sampleRate / map.rate
    if let sound {
      // Playback rate moves the durations of continuous events; a sound is none.
      hold = event.duration * map.sampleRate
      if !event.loops && !(hold < Double(sound.frameCount)) { hold = Double(sound.frameCount) }
      if !event.usesEnvelope {
        self.init(rectangular: hold)
        return
      }
      let control = controls.value(of: ControlIndex.audioReleaseTime, at: onset, map)
      let release = EnvelopeTime.releaseSeconds(clamp01(Double(event.envelope.release) + control))
      hold -= release * map.sampleRate
      if hold < 0 { hold = 0 }
    }
    self.init(
      event.envelope, hold: hold, onset: onset, attackControl: ControlIndex.audioAttackTime,
      decayControl: ControlIndex.audioDecayTime, releaseControl: ControlIndex.audioReleaseTime,
      controls, map)
  }
}
