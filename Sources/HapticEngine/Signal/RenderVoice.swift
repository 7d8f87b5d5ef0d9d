/// The buffers to which a voice adds its samples.
///
/// A haptic voice has one buffer, which is both `left` and `right`; an audio voice has two.
@safe
struct VoiceOutput: BitwiseCopyable {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>

  @_noAllocation @_noLocks
  init(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    unsafe self.left = left
    unsafe self.right = right
  }

  /// Returns one or two silent buffers of `frames` frames, whose memory the caller must free.
  ///
  /// - Thread: control.        Realtime-safe: no.
  static func silent(buffers: Int, frames: Int) -> VoiceOutput {
    // SAFETY: freed by the caller, by freeing `left`, at which the memory begins.
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: buffers * frames)
    unsafe memory.initialize(repeating: 0, count: buffers * frames)
    return unsafe VoiceOutput(left: memory, right: memory + (buffers - 1) * frames)
  }

  /// Returns the buffers from their frame `offset` on.
  @_noAllocation @_noLocks
  func from(_ offset: Int) -> VoiceOutput {
    unsafe VoiceOutput(left: left + offset, right: right + offset)
  }

  /// Makes the first `count` frames silent.
  @_noAllocation @_noLocks
  func clear(_ count: Int) {
    var index = 0
    while index < count {
      unsafe left[index] = 0
      unsafe right[index] = 0
      index += 1
    }
  }

  /// Adds `count` frames of `voice`, multiplied by a gain that reaches 1 within `frames` frames; `left` of these frames
  /// remain.
  @_noAllocation @_noLocks
  func add(_ voice: VoiceOutput, _ count: Int, fadingInOver frames: Int, left framesLeft: Int) {
    let step = 1 / Float(frames)
    // SAFETY: only compared; a haptic voice has one buffer.
    let isMono = unsafe left == right
    var index = 0
    while index < count {
      let gain = frames - framesLeft + index
      unsafe left[index] += voice.left[index] * Float(gain) * step
      if !isMono { unsafe right[index] += voice.right[index] * Float(gain) * step }
      index += 1
    }
  }
}

/// A part of a block that is rendered in one step.
struct RenderPart: BitwiseCopyable {
  /// The offset of the part in the block.
  let offset: Int
  /// The first frame of the part, and the frame after its last, in frames of the player.
  let start: Frame
  let end: Frame
  /// The pattern time before which events must start.
  let horizon: Seconds
  /// Whether the part is added to the buses.
  let isHeard: Bool

  @_noAllocation @_noLocks
  init(offset: Int, start: Frame, end: Frame, horizon: Seconds, isHeard: Bool) {
    self.offset = offset
    self.start = start
    self.end = end
    self.horizon = horizon
    self.isHeard = isHeard
  }
}

/// The values from which the voices of a player are computed.
///
/// Passed by pointer, because it is too large to be copied for each block.
struct VoiceContext {
  let controls: ControlReader
  var map: TimeMap
  var response: HapticResponse
}

/// A change to all voices of a player.
enum VoiceChange: BitwiseCopyable {
  /// The controls or the clock change, so the span ends at the current frame.
  case cutSpan
  /// The remainder of each continuous event takes `by` times as long from `from` on.
  case stretch(from: Frame, by: Double)
  /// Continuous events begin their release at this frame at the latest.
  case release(at: Frame)
  /// The voices fade to silence within this number of frames.
  case fadeOut(over: Double)
  /// The voices move later by this number of frames.
  case shift(by: Frame)
}

/// An event that is playing, as its bank sees it.
///
/// The requirements are functions and getters with attributes, never stored properties: the compiler cannot prove
/// accessors that it synthesizes in another file.
protocol RenderVoice: BitwiseCopyable {
  /// The timeline's description of the event.
  associatedtype Event: BitwiseCopyable

  /// The number of buffers that the voice adds to: 1 or 2.
  static var bufferCount: Int { get }
  /// The cost of examining an event after a seek, in units of work (`CommandCost`).
  static var lookingCost: Int { get }
  /// Returns the start of `event`, in seconds of the pattern.
  static func time(of event: Event) -> Seconds
  /// Returns whether `event` is known to be over at `frame` without creating a voice for it.
  static func isOver(_ event: Event, onset: Frame, at frame: Frame, _ response: HapticResponse)
    -> Bool
  /// Returns the bus that the voice adds to, prepared for additions to its first `frames` frames.
  static func output(of buses: inout BlockBuses, upTo frames: Int) -> VoiceOutput

  /// Creates a voice for `event`, whose onset is `onset`, with the controls at that frame.
  init(
    _ event: Event, onset: Frame, _ controls: ControlReader, _ map: TimeMap,
    _ response: HapticResponse)

  /// The next frame to render.
  var nextFrame: Frame { get }
  /// The first frame after the end of the voice.
  var end: Frame { get }
  /// The end of the current span.
  var endOfSpan: Frame { get }
  /// The first frame at full level; before it the voice fades in.
  var endOfFadeIn: Frame { get }
  /// Whether the voice was cut short and fades to silence.
  var isFadingOut: Bool { get }

  /// Begins the span at `nextFrame`, which must be before `end`.
  mutating func beginSpan(_ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse)
  /// Adds the frames up to `until`, which must be in the span, to `output`.
  mutating func emit(into output: VoiceOutput, until: Frame)
  /// Advances to `until` without adding anything.
  mutating func skip(until: Frame)
  /// Advances to `frame`, and returns the number of units of work.
  mutating func jump(
    to frame: Frame, _ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse
  ) -> Int
  mutating func fadeIn(from frame: Frame, over frames: Int)
  mutating func fadeOut(over frames: Double, _ controls: ControlReader, _ map: TimeMap)
  mutating func cutSpan()
  mutating func stretch(from frame: Frame, by factor: Double)
  mutating func release(at frame: Frame)
  mutating func shift(by frames: Frame)
}
