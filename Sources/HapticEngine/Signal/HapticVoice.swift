internal import CKernels

/// A haptic event that is playing.
///
/// A voice is computed in *spans*: stretches of at most `longestSpan` frames over which its frequency, its intensity
/// and its envelope are straight lines. The start of a span depends only on the event, its envelope and the controls,
/// and its vectors are counted from there. Therefore the way in which the signal is cut into blocks does not affect the
/// result.
struct HapticVoice: BitwiseCopyable {
  /// The maximum length of spans, so that the error of the kernels' recurrence stays below 1e-5.
  ///
  /// Our choice: long enough that the cost of seeding is negligible, short enough for 20 Hz at 192 kHz.
  static var longestSpan: Frame {
    @_noAllocation @_noLocks get { 4_096 }
  }

  /// The frame of the player at which the event starts.
  private(set) var onset: Frame
  /// The next frame to render.
  var position: Frame
  var envelope: Envelope
  /// The event's own values, 0...1.
  let intensity: Double
  let sharpness: Double
  let isTransient: Bool
  /// The first frame at full level; before it the voice fades in.
  private(set) var fadeInEnd: Frame = -.never
  /// Whether the voice is fading out, and the controls with which it fades out.
  ///
  /// These are the controls at the cut, because the player continues with controls that are not the voice's own.
  private(set) var isFading = false
  private(set) var fadingIntensity = 1.0
  private(set) var fadingSharpness = 0.0
  /// The level of a transient at its onset, and its decay factor per frame.
  var level = 0.0
  var decay = 1.0

  /// The span: its frames, and its phases at the start and at the end.
  var spanStart: Frame
  var spanEnd: Frame
  var phase: Phase = 0
  var step: Phase = 0
  var stepChange: Phase = 0

  /// The kernel that makes the samples of the span.
  var kernel = ckernels_haptic()
  let exponent: Float

  /// Creates a voice for `event`, whose onset is `onset`, with the controls at that frame.
  @_noAllocation @_noLocks
  init(
    _ event: TimelineHapticEvent, onset: Frame, _ controls: ControlReader, _ map: TimeMap,
    _ response: HapticResponse
  ) {
    self.onset = onset
    position = onset
    spanStart = onset
    spanEnd = onset
    intensity = event.intensity
    sharpness =
      event.isTransient ? response.transientSharpness(event.sharpness) : event.sharpness
    isTransient = event.isTransient
    exponent = Float(response.exponent)
    kernel.set = response.arithmetic.set
    if event.isTransient {
      let control = controls.value(of: ControlIndex.hapticIntensity, at: onset, map)
      level = response.transientLevel(clamp01(event.intensity * control))
      let hertz = response.hertz(sharpness)
      decay = response.transientDecay(hertz: hertz)
      envelope = Envelope(rectangular: response.transientFrames(hertz: hertz))
    } else {
      envelope = Envelope(event, onset: onset, controls, map)
    }
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
  var isFadingOut: Bool { @_noAllocation @_noLocks get { isFading } }
  static var bufferCount: Int { @_noAllocation @_noLocks get { 1 } }
  static var lookingCost: Int { @_noAllocation @_noLocks get { 2 } }

  @_noAllocation @_noLocks
  static func time(of event: TimelineHapticEvent) -> Seconds { event.time }

  /// Returns whether `event` is a transient that is over at `frame`.
  ///
  /// Transients are numerous and short. Most of them are already over, which can be determined without creating voices.
  @_noAllocation @_noLocks
  static func isOver(
    _ event: TimelineHapticEvent, onset: Frame, at frame: Frame, _ response: HapticResponse
  ) -> Bool {
    event.isTransient
      && onset + response.transientEnd(response.transientSharpness(event.sharpness)) <= frame
  }

  @_noAllocation @_noLocks
  static func output(of buses: inout BlockBuses, upTo frames: Int) -> VoiceOutput {
    let haptic = unsafe buses.haptic(upTo: frames)
    return unsafe VoiceOutput(left: haptic, right: haptic)
  }

  /// Ends the span at `position`, so that the next begins there with the current controls.
  @_noAllocation @_noLocks
  mutating func cutSpan() {
    if position >= spanEnd { return }
    spanEnd = position
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

  /// Stretches the rest of a continuous event by `factor` from `frame` on; the length of a transient does not change.
  @_noAllocation @_noLocks
  mutating func stretch(from frame: Frame, by factor: Double) {
    if !isTransient { envelope.stretchHold(after: frame - onset, by: factor) }
  }

  /// Makes a continuous event begin its release at `frame` at the latest; a transient continues to ring.
  @_noAllocation @_noLocks
  mutating func release(at frame: Frame) {
    if !isTransient { envelope.releaseNoLater(than: frame - onset) }
  }

  /// Makes the voice fade to silence within `frames` frames from its current level.
  @_noAllocation @_noLocks
  mutating func fadeOut(over frames: Double, _ controls: ControlReader, _ map: TimeMap) {
    if !isFading {
      isFading = true
      fadingIntensity = controls.value(of: ControlIndex.hapticIntensity, at: position, map)
      fadingSharpness = controls.value(of: ControlIndex.hapticSharpness, at: position, map)
    }
    cutSpan()
    envelope.fadeOut(from: position - onset, over: frames)
  }
}

extension Envelope {
  /// Creates the envelope of a continuous haptic event, with the controls at its onset.
  @_noAllocation @_noLocks
  init(
    _ event: TimelineHapticEvent, onset: Frame, _ controls: ControlReader, _ map: TimeMap
  ) {
    self.init(
      event.envelope, hold: event.duration * map.sampleRate / map.rate, onset: onset,
      attackControl: ControlIndex.hapticAttackTime, decayControl: ControlIndex.hapticDecayTime,
      releaseControl: ControlIndex.hapticReleaseTime, controls, map)
  }

  /// Creates the envelope of `times` with the controls at its onset added, held for `hold` frames.
  @_noAllocation @_noLocks
  init(
    _ times: NormalizedEnvelope, hold: Double, onset: Frame, attackControl: Int,
    decayControl: Int, releaseControl: Int, _ controls: ControlReader, _ map: TimeMap
  ) {
    let attack = clamp01(Double(times.attack) + controls.value(of: attackControl, at: onset, map))
    let decay = clamp01(Double(times.decay) + controls.value(of: decayControl, at: onset, map))
    let release = clamp01(
      Double(times.release) + controls.value(of: releaseControl, at: onset, map))
    self.init(
      attack: EnvelopeTime.attackSeconds(attack) * map.sampleRate,
      decay: EnvelopeTime.decaySeconds(decay) * map.sampleRate,
      release: EnvelopeTime.releaseSeconds(release) * map.sampleRate,
      sustained: times.sustained, hold: hold)
  }
}
