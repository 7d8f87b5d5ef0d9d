internal import CKernels
internal import CRealtime

/// An audio event that is playing: a tone, or a sound from a file.
///
/// The voice is computed in spans, like a `HapticVoice`: stretches of at most `longestSpan` frames over which its
/// level, pitch, pan and brightness are straight lines.
@safe
struct AudioVoice: BitwiseCopyable {
  /// The maximum length of spans, so that sums in single precision stay exact.
  ///
  /// Our choice, the same as for haptic voices.
  static var longestSpan: Frame {
    @_noAllocation @_noLocks get { 4_096 }
  }

  /// The controls with which a voice fades out.
  ///
  /// These are the controls at the cut, because the player continues with controls that are not the voice's own.
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
  let isTone: Bool
  /// The samples of a sound; nil for a tone.
  let samples: SoundBuffer.View?
  let loops: Bool

  /// The first frame at full level; before it the voice fades in.
  private(set) var fadeInEnd: Frame = -.never
  /// The controls while the voice fades out; nil if it does not fade out.
  private(set) var fading: FadingControls?

  var spanStart: Frame
  var spanEnd: Frame
  /// The phase of a tone at the span's start, its cycles per frame there, and the natural logarithm of their growth per
  /// frame.
  var phase: Phase = 0
  var spanCycles = 0.0
  var spanGrowth = 0.0
  /// The kernels that make the samples of the span; one of the two is used.
  var tone = ckernels_tone()
  var sound = ckernels_sound()

  /// Creates a voice for `event`, whose onset is `onset`, with the controls at that frame.
  @_noAllocation @_noLocks
  init(
    _ event: TimelineAudioEvent, onset: Frame, _ controls: ControlReader, _ map: TimeMap,
    _ response: HapticResponse
  ) {
    let samples = unsafe event.sound < 0 ? nil : controls.view.sounds[event.sound]
    self.onset = onset
    position = onset
    spanStart = onset
    spanEnd = onset
    volume = event.volume
    pitch = event.pitch
    pan = event.pan
    brightness = event.brightness
    isTone = samples == nil
    self.samples = samples
    loops = event.loops
    tone.set = response.arithmetic.set
    sound.frames = Int64(samples?.frameCount ?? 0)
    sound.loops = event.loops ? 1 : 0
    sound.set = response.arithmetic.set
    envelope = Envelope(event, onset: onset, sound: samples, controls, map)
  }

  /// The first frame of the player after the end of the voice.
  var end: Frame { @_noAllocation @_noLocks get { onset + envelope.end } }

  /// The requirements of `RenderVoice`.
  ///
  /// These are getters with attributes, because the compiler cannot prove the getters of stored properties across
  /// files.
  var nextFrame: Frame { @_noAllocation @_noLocks get { position } }
  var endOfSpan: Frame { @_noAllocation @_noLocks get { spanEnd } }
  var endOfFadeIn: Frame { @_noAllocation @_noLocks get { fadeInEnd } }
  var isFadingOut: Bool { @_noAllocation @_noLocks get { fading != nil } }
  static var bufferCount: Int { @_noAllocation @_noLocks get { 2 } }
  static var lookingCost: Int { @_noAllocation @_noLocks get { 4 } }

  @_noAllocation @_noLocks
  static func time(of event: TimelineAudioEvent) -> Seconds { event.time }

  /// Only the voice can determine when it ends.
  @_noAllocation @_noLocks
  static func isOver(
    _ event: TimelineAudioEvent, onset: Frame, at frame: Frame, _ response: HapticResponse
  ) -> Bool { false }

  @_noAllocation @_noLocks
  static func output(of buses: inout BlockBuses, upTo frames: Int) -> VoiceOutput {
    let audio = unsafe buses.audio(upTo: frames)
    return unsafe VoiceOutput(left: audio.left, right: audio.right)
  }

  /// Ends the span at `position`, so that the next begins there with the current controls.
  @_noAllocation @_noLocks
  mutating func cutSpan() {
    if position < spanEnd { spanEnd = position }
  }

  /// Moves the voice later by `frames` frames, as if it had started that much later.
  @_noAllocation @_noLocks
  mutating func shift(by frames: Frame) {
    onset += frames
    position += frames
    spanStart += frames
    spanEnd += frames
    fadeInEnd += frames
  }

  /// Makes the voice fade in from `frame` on, within `frames` frames.
  @_noAllocation @_noLocks
  mutating func fadeIn(from frame: Frame, over frames: Int) { fadeInEnd = frame + Frame(frames) }

  /// Stretches the rest of a tone by `factor` from `frame` on.
  ///
  /// A tone is a continuous event; the length of a sound does not change.
  @_noAllocation @_noLocks
  mutating func stretch(from frame: Frame, by factor: Double) {
    if isTone { envelope.stretchHold(after: frame - onset, by: factor) }
  }

  /// Makes the event begin its release at `frame` at the latest.
  @_noAllocation @_noLocks
  mutating func release(at frame: Frame) { envelope.releaseNoLater(than: frame - onset) }

  /// Makes the voice fade to silence within `frames` frames from its current level.
  @_noAllocation @_noLocks
  mutating func fadeOut(over frames: Double, _ controls: ControlReader, _ map: TimeMap) {
    if fading == nil { fading = FadingControls(controls, at: position, map) }
    cutSpan()
    envelope.fadeOut(from: position - onset, over: frames)
  }
}

extension Envelope {
  /// Creates the envelope of an audio event, with the controls at its onset.
  ///
  /// A tone has attack, decay, hold and release like a haptic event. A sound never outlasts its duration: its release
  /// ends where the sound is cut or ends, so that nothing clicks. Without an envelope, it starts and stops immediately.
  @_noAllocation @_noLocks
  fileprivate init(
    _ event: TimelineAudioEvent, onset: Frame, sound: SoundBuffer.View?,
    _ controls: ControlReader, _ map: TimeMap
  ) {
    var hold = event.duration * map.sampleRate / map.rate
    if let sound {
      // The playback rate affects the durations of continuous events only, and a sound is not continuous.
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
