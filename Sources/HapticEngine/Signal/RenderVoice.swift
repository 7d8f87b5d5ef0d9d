/// Where a voice adds its samples: one buffer for a haptic voice, which is both `left` and `right`, two
/// for an audio voice.
@safe
struct VoiceOutput: BitwiseCopyable {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>

  @_noAllocation @_noLocks
  init(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    unsafe self.left = left
    unsafe self.right = right
  }

  /// Silent buffers of `frames` frames, whose memory belongs to the caller: one buffer, or two.
  ///
  /// - Thread: control.        Realtime-safe: no.
  static func silent(buffers: Int, frames: Int) -> VoiceOutput {
    // SAFETY: freed by the caller, who frees `left`, at which the memory begins.
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: buffers * frames)
    unsafe memory.initialize(repeating: 0, count: buffers * frames)
    return unsafe VoiceOutput(left: memory, right: memory + (buffers - 1) * frames)
  }

  /// The buffers from their frame `offset` on.
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

  /// Adds `count` frames of `voice` times a gain that reaches 1 within `frames` frames, `left` of which
  /// are yet to come.
  @_noAllocation @_noLocks
  func add(_ voice: VoiceOutput, _ count: Int, fadingInOver frames: Int, left framesLeft: Int) {
    let step = 1 / Float(frames)
    // SAFETY: compared only; a haptic voice has one buffer.
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

/// The part of a block that is rendered at once.
struct RenderPart: BitwiseCopyable {
  /// The offset of the part in the block.
  let offset: Int
  /// The first frame, and the one after the last, in frames of the player.
  let start: Frame
  let end: Frame
  /// Events before this pattern time only.
  let horizon: Seconds
  /// Whether anything is to be added to the buses.
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

/// What the voices of a player are computed from.
///
/// Passed by pointer, because it is too large to be copied for each block.
struct VoiceContext {
  let controls: ControlReader
  var map: TimeMap
  var response: HapticResponse
}

/// Something that happens to all voices of a player.
enum VoiceChange: BitwiseCopyable {
  /// The controls or the clock change: the span ends where the voice is.
  case cutSpan
  /// The rest of continuous events takes `by` times as long from `from` on.
  case stretch(from: Frame, by: Double)
  /// Continuous events go into their release at this frame at the latest.
  case release(at: Frame)
  /// Fades to silence within so many frames.
  case fadeOut(over: Double)
  /// Moves so many frames later.
  case shift(by: Frame)
}

/// One event that sounds, as its bank sees it.
///
/// Requirements are functions and marked getters, never stored properties: the compiler cannot prove
/// accessors that it makes itself in another file.
protocol RenderVoice: BitwiseCopyable {
  /// What a timeline says of it.
  associatedtype Event: BitwiseCopyable

  /// How many buffers it adds to: 1 or 2.
  static var bufferCount: Int { get }
  /// What an event costs that is looked at after a seek, in units of work (`CommandCost`).
  static var lookingCost: Int { get }
  /// When `event` begins, in seconds of the pattern.
  static func time(of event: Event) -> Seconds
  /// Whether `event` is known to be over at `frame` without being made into a voice.
  static func isOver(_ event: Event, onset: Frame, at frame: Frame, _ response: HapticResponse)
    -> Bool
  /// The bus that it adds to, whose first `frames` frames may be added to.
  static func output(of buses: inout BlockBuses, upTo frames: Int) -> VoiceOutput

  /// A voice for `event`, whose onset is `onset`, with the controls as they are there.
  init(
    _ event: Event, onset: Frame, _ controls: ControlReader, _ map: TimeMap,
    _ response: HapticResponse)

  /// The next frame to render.
  var nextFrame: Frame { get }
  /// The first frame after the last that sounds.
  var end: Frame { get }
  /// Where the present span ends.
  var endOfSpan: Frame { get }
  /// The first frame that sounds in full; before it the voice fades in.
  var endOfFadeIn: Frame { get }
  /// Whether the voice was cut short and fades to silence.
  var isFadingOut: Bool { get }

  /// Begins the span at `nextFrame`, which is before `end`.
  mutating func beginSpan(_ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse)
  /// Adds the frames up to `until`, which is in the span, to `output`.
  mutating func emit(into output: VoiceOutput, until: Frame)
  /// Moves on to `until` without adding anything.
  mutating func skip(until: Frame)
  /// Moves on to `frame`, and returns how many units of work that was.
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
