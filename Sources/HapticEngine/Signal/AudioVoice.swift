internal import CKernels
internal import CRealtime

/// One audio event that sounds: a tone, or a sound from a file.
///
/// Computed in spans like a `HapticVoice`: stretches of at most `longestSpan` frames over which its
/// level, pitch, pan and brightness are straight lines.
@safe
struct AudioVoice: BitwiseCopyable {
  /// Spans are cut here, so that what is added up in single precision stays exact.
  ///
  /// Our choice, the same as of haptic voices.
  static var longestSpan: Frame {
    @_noAllocation @_noLocks get { 4_096 }
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
  /// Whether the voice is a tone, and not a sound.
  let isTone: Bool
  /// The samples of a sound; nil for a tone.
  let samples: SoundBuffer.View?
  let loops: Bool

  /// The first frame that sounds in full; before it the voice fades in.
  private(set) var fadeInEnd: Frame = -.never
  /// The controls while the voice fades out; nil for a voice that does not.
  private(set) var fading: FadingControls?

  var spanStart: Frame
  var spanEnd: Frame
  /// The phase of a tone at the span's start, its cycles per frame there, and their growth per frame,
  /// as a natural logarithm.
  var phase: Phase = 0
  var spanCycles = 0.0
  var spanGrowth = 0.0
  /// What makes the samples of the span: one of the two.
  var tone = ckernels_tone()
  var sound = ckernels_sound()

  /// A voice for `event`, whose onset is `onset`, with the controls as they are there.
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

  /// The first frame of the player after the last that sounds.
  var end: Frame { @_noAllocation @_noLocks get { onset + envelope.end } }

  /// What the bank asks; marked getters, because the compiler does not prove those of stored properties
  /// across files.
  var nextFrame: Frame { @_noAllocation @_noLocks get { position } }
  var endOfSpan: Frame { @_noAllocation @_noLocks get { spanEnd } }
  var endOfFadeIn: Frame { @_noAllocation @_noLocks get { fadeInEnd } }
  var isFadingOut: Bool { @_noAllocation @_noLocks get { fading != nil } }
  static var bufferCount: Int { @_noAllocation @_noLocks get { 2 } }
  static var lookingCost: Int { @_noAllocation @_noLocks get { 4 } }

  @_noAllocation @_noLocks
  static func time(of event: TimelineAudioEvent) -> Seconds { event.time }

  /// Only the voice knows when it ends.
  @_noAllocation @_noLocks
  static func isOver(
    _ event: TimelineAudioEvent, onset: Frame, at frame: Frame, _ response: HapticResponse
  ) -> Bool { false }

  @_noAllocation @_noLocks
  static func output(of buses: inout BlockBuses, upTo frames: Int) -> VoiceOutput {
    let audio = unsafe buses.audio(upTo: frames)
    return unsafe VoiceOutput(left: audio.left, right: audio.right)
  }

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
    if isTone { envelope.stretchHold(after: frame - onset, by: factor) }
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
