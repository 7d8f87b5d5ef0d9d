/// The samples of one bus of a graph: an array of channels, which its owner allocates and frees.
///
/// - Thread: render, except `init` and `deallocate`.        Realtime-safe: all except those two.
@safe
package struct GraphBuffer: BitwiseCopyable {
  // The channels are valid until the owner calls `deallocate`.
  package let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  /// The number of channels, at least 1.
  package let channelCount: Int
  /// The number of frames for which each channel has room.
  package let capacity: Int

  /// Allocates silent channels.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package init(channelCount: Int, capacity: Int) {
    self.channelCount = max(1, channelCount)
    self.capacity = max(1, capacity)
    // SAFETY: freed in `deallocate`.
    unsafe channels = .allocate(capacity: self.channelCount)
    for index in 0..<self.channelCount {
      // SAFETY: freed in `deallocate`.
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: self.capacity)
      unsafe memory.initialize(repeating: 0, count: self.capacity)
      unsafe (channels + index).initialize(to: memory)
    }
  }

  /// Creates a view of channels that somebody else owns.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package init(
    channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>, channelCount: Int, capacity: Int
  ) {
    unsafe self.channels = channels
    self.channelCount = channelCount
    self.capacity = capacity
  }

  /// Frees the memory.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package func deallocate() {
    for index in 0..<channelCount { unsafe channels[index].deallocate() }
    unsafe channels.deallocate()
  }

  /// Makes the first frames silent.
  @_noAllocation @_noLocks
  package func clear(frames: Int) {
    var channel = 0
    while channel < channelCount {
      let samples = unsafe channels[channel]
      var index = 0
      while index < frames {
        unsafe samples[index] = 0
        index &+= 1
      }
      channel += 1
    }
  }

  /// Multiplies the first frames by a factor.
  @_noAllocation @_noLocks
  package func scale(by gain: Float, frames: Int) {
    if gain == 1 { return }
    var channel = 0
    while channel < channelCount {
      let samples = unsafe channels[channel]
      var index = 0
      while index < frames {
        unsafe samples[index] *= gain
        index &+= 1
      }
      channel += 1
    }
  }

  /// Adds the first frames of another buffer.
  ///
  /// Our choice, because Apple does not document how a mixer maps channels: one channel goes to the first two channels,
  /// and two channels become the mean of both. Otherwise channels keep their number, and channels that do not exist in
  /// both buffers are dropped.
  ///
  /// - Parameters:
  ///   - other: the other buffer.
  ///   - frames: the number of frames.
  ///   - left: the factor of the first channel of two, and of every channel of a buffer with another number of channels.
  ///   - right: the factor of the second channel of two.
  @_noAllocation @_noLocks
  package func add(_ other: GraphBuffer, frames: Int, left: Float, right: Float) {
    if channelCount == 1, other.channelCount == 2 {
      unsafe Self.add(other.channels[0], to: channels[0], gain: left * 0.5, frames)
      unsafe Self.add(other.channels[1], to: channels[0], gain: right * 0.5, frames)
      return
    }
    let isMono = other.channelCount == 1
    let count = isMono ? min(2, channelCount) : min(channelCount, other.channelCount)
    var channel = 0
    while channel < count {
      let gain = channelCount == 2 && channel == 1 ? right : left
      unsafe Self.add(
        other.channels[isMono ? 0 : channel], to: channels[channel], gain: gain, frames)
      channel += 1
    }
  }

  @_noAllocation @_noLocks
  private static func add(
    _ source: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>, gain: Float,
    _ frames: Int
  ) {
    var index = 0
    while index < frames {
      unsafe target[index] += source[index] * gain
      index &+= 1
    }
  }
}
