/// Converts the sample rate of a stream by cubic interpolation.
///
/// The first sample of the result is the first sample of the stream. The division of the stream into blocks changes the
/// result only by rounding errors.
///
/// Our choice: cubic interpolation (Catmull and Rom), which is exact for a constant, a line and a parabola. Apple does
/// not publish the filters of its converters.
///
/// - Thread: render, except `init` and `deallocate`.        Realtime-safe: all except those two.
@safe
package struct RateConverter: BitwiseCopyable {
  /// The number of earlier frames that interpolation needs.
  private static var historyFrames: Int { @_noAllocation @_noLocks get { 4 } }

  /// The frames of the stream for one frame of the result, without `rate`.
  package let ratio: Double
  /// The speed at which the stream is read; 1 by default.
  package var rate = 1.0
  private let channelCount: Int
  /// The last frames before the next block, `historyFrames` for each channel.
  private let history: UnsafeMutablePointer<Float>
  /// The position of the next frame of the result, in frames of the stream after the last block.
  private var position = 0.0

  /// Creates a converter.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package init(from input: Double, to output: Double, channelCount: Int) {
    ratio = input / output
    self.channelCount = max(1, channelCount)
    // SAFETY: freed in `deallocate`.
    unsafe history = .allocate(capacity: self.channelCount * 4)
    unsafe history.initialize(repeating: 0, count: self.channelCount * 4)
  }

  /// Frees the memory.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package func deallocate() { unsafe history.deallocate() }

  /// Forgets the stream.
  @_noAllocation @_noLocks
  package mutating func reset() {
    position = 0
    var index = 0
    while index < channelCount * Self.historyFrames {
      unsafe history[index] = 0
      index += 1
    }
  }

  /// Whether the result is the stream itself.
  package var isIdentity: Bool {
    @_noAllocation @_noLocks get { ratio * rate == 1 && position == 0 }
  }

  /// Returns the number of frames of the stream that the next frames of the result need.
  @_noAllocation @_noLocks
  package func framesNeeded(for frames: Int) -> Int {
    if frames <= 0 { return 0 }
    if isIdentity { return frames }
    return max(0, Self.floor(position + Double(frames - 1) * ratio * rate) + 3)
  }

  /// Converts a block, which has exactly the frames that `framesNeeded(for:)` has returned.
  @_noAllocation @_noLocks
  package mutating func convert(_ source: GraphBuffer, into target: GraphBuffer, frames: Int) {
    if frames <= 0 { return }
    let needed = framesNeeded(for: frames)
    let isIdentity = isIdentity
    let step = ratio * rate
    var channel = 0
    while channel < channelCount {
      let input = unsafe source.channels[channel]
      let output = unsafe target.channels[channel]
      let past = unsafe history + channel * Self.historyFrames
      var index = 0
      while index < frames {
        let place = position + Double(index) * step
        unsafe output[index] =
          isIdentity ? input[index] : Self.value(at: place, input, after: past)
        index &+= 1
      }
      unsafe Self.keep(input, needed, in: past)
      channel += 1
    }
    if !isIdentity { position += Double(frames) * step - Double(needed) }
  }

  /// Returns the largest whole number up to `number`.
  @_noAllocation @_noLocks
  private static func floor(_ number: Double) -> Int {
    let whole = Int(number)
    return Double(whole) > number ? whole - 1 : whole
  }

  @_noAllocation @_noLocks
  private static func value(
    at place: Double, _ input: UnsafeMutablePointer<Float>, after past: UnsafeMutablePointer<Float>
  ) -> Float {
    let whole = floor(place)
    let part = Float(place - Double(whole))
    let first = unsafe sample(whole - 1, input, past)
    let second = unsafe sample(whole, input, past)
    if part == 0 { return second }
    let third = unsafe sample(whole + 1, input, past)
    let fourth = unsafe sample(whole + 2, input, past)
    let cubic = 3 * (second - third) + fourth - first
    let square = 2 * first - 5 * second + 4 * third - fourth
    return second + 0.5 * part * (third - first + part * (square + part * cubic))
  }

  @_noAllocation @_noLocks
  private static func sample(
    _ index: Int, _ input: UnsafeMutablePointer<Float>, _ past: UnsafeMutablePointer<Float>
  ) -> Float {
    index >= 0 ? unsafe input[index] : unsafe past[max(0, historyFrames + index)]
  }

  /// Keeps the last frames of a block.
  @_noAllocation @_noLocks
  private static func keep(
    _ input: UnsafeMutablePointer<Float>, _ count: Int, in past: UnsafeMutablePointer<Float>
  ) {
    var index = 0
    while index < historyFrames {
      // The history moves to the front before its places are overwritten.
      let place = count - historyFrames + index
      unsafe past[index] = place >= 0 ? input[place] : past[min(historyFrames - 1, index + count)]
      index += 1
    }
  }
}
