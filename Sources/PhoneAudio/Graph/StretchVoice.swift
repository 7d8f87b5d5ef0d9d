/// Changes the duration of a stream without its pitch: overlapping grains of the stream, moved apart or together.
///
/// Our choice of the method, because Apple does not publish its own: grains of 2048 frames that overlap by half. Each
/// begins where the stream is most similar to the continuation of the grain before it, within 512 frames (WSOLA).
///
/// - Thread: render, except `init` and `deallocate`.        Realtime-safe: all except those two.
@safe
package struct StretchVoice: BitwiseCopyable {
  private static var grain: Int { @_noAllocation @_noLocks get { 2_048 } }
  private static var hop: Int { @_noAllocation @_noLocks get { 1_024 } }
  /// The places at which a grain may begin.
  private static var search: Int { @_noAllocation @_noLocks get { 512 } }
  private static var span: Int { @_noAllocation @_noLocks get { 2_560 } }

  /// The frames of the stream for one frame of the result.
  package var speed = 1.0
  private let channelCount: Int
  /// For each channel: `span` frames of the stream; the second half of the last grain as it fades, and as it was; and
  /// finished frames.
  private let memory: UnsafeMutablePointer<Float>
  /// The frames of the stream that wait in `memory`.
  private var kept = 0
  /// The frames of the stream to drop before the next grain, and the part of a frame beyond.
  private var drop = 0
  private var part = 0.0
  /// The finished frames that were delivered.
  private var delivered: Int
  /// Whether a grain was made.
  private var hasBegun = false

  /// Creates a voice.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package init(channelCount: Int) {
    self.channelCount = max(1, channelCount)
    delivered = 1_024
    // SAFETY: freed in `deallocate`.
    unsafe memory = .allocate(capacity: self.channelCount * 5_632)
    unsafe memory.initialize(repeating: 0, count: self.channelCount * 5_632)
  }

  /// Frees the memory.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package func deallocate() { unsafe memory.deallocate() }

  /// Whether the result is the stream itself.
  package var isIdentity: Bool { @_noAllocation @_noLocks get { speed == 1 && !hasBegun } }

  /// Returns the largest number of frames of the stream that a block may need.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package static func framesLimit(for frames: Int, highestSpeed: Double) -> Int {
    Int(Double(frames + 2 * hop) * highestSpeed) + 2 * span
  }

  /// Returns the number of frames of the stream that the next frames of the result need.
  @_noAllocation @_noLocks
  package func framesNeeded(for frames: Int) -> Int {
    if isIdentity { return frames }
    var (needed, kept, drop, part) = (0, kept, drop, part)
    var ready = Self.hop - delivered
    while ready < frames {
      let wanted = drop + Self.span
      if kept < wanted {
        needed += wanted - kept
        kept = wanted
      }
      kept -= drop
      part += Double(Self.hop) * speed
      drop = Int(part)
      part -= Double(drop)
      ready += Self.hop
    }
    return needed
  }

  /// Renders a block from exactly the frames that `framesNeeded(for:)` has returned.
  @_noAllocation @_noLocks
  package mutating func render(_ source: GraphBuffer, into target: GraphBuffer, frames: Int) {
    if isIdentity {
      target.clear(frames: frames)
      target.add(source, frames: frames, left: 1, right: 1)
      return
    }
    var (done, read) = (0, 0)
    while done < frames {
      if delivered == Self.hop { makeGrain(source, &read) }
      let count = min(frames - done, Self.hop - delivered)
      var channel = 0
      while channel < min(channelCount, target.channelCount) {
        let finished = unsafe place(channel) + Self.span + 2 * Self.hop + delivered
        var index = 0
        while index < count {
          unsafe target.channels[channel][done + index] = finished[index]
          index &+= 1
        }
        channel += 1
      }
      done += count
      delivered += count
    }
  }

  /// The memory of a channel.
  @_noAllocation @_noLocks
  private func place(_ channel: Int) -> UnsafeMutablePointer<Float> {
    unsafe memory + channel * (Self.span + 3 * Self.hop)
  }

  /// Makes the next finished frames.
  @_noAllocation @_noLocks
  private mutating func makeGrain(_ source: GraphBuffer, _ read: inout Int) {
    let fromKept = min(kept, drop)
    let skipped = drop - fromKept
    let rest = kept - fromKept
    let added = Self.span - rest
    var channel = 0
    while channel < channelCount {
      let grain = unsafe place(channel)
      let stream = unsafe source.channels[min(channel, source.channelCount - 1)] + read + skipped
      var index = 0
      while index < Self.span {
        unsafe grain[index] = index < rest ? grain[index + fromKept] : stream[index - rest]
        index &+= 1
      }
      channel += 1
    }
    let offset = hasBegun ? bestOffset() : 0
    channel = 0
    while channel < channelCount {
      unsafe overlap(place(channel), at: offset, isFirst: !hasBegun)
      channel += 1
    }
    read += skipped + added
    kept = Self.span
    part += Double(Self.hop) * speed
    drop = Int(part)
    part -= Double(drop)
    delivered = 0
    hasBegun = true
  }

  /// Returns the place at which the stream is most similar to the continuation of the last grain.
  @_noAllocation @_noLocks
  private func bestOffset() -> Int {
    let stream = unsafe place(0)
    let past = unsafe stream + Self.span + Self.hop
    var (best, greatest) = (0, -Float.infinity)
    var offset = 0
    while offset < Self.search {
      var (product, energy) = (Float(0), Float(1e-9))
      var index = 0
      while index < Self.hop {
        let sample = unsafe stream[offset + index]
        unsafe product += sample * past[index]
        energy += sample * sample
        index &+= 4
      }
      // The similarity without its sign would accept an inverted wave.
      let similarity = product * product.magnitude / energy
      if similarity > greatest { (best, greatest) = (offset, similarity) }
      offset &+= 2
    }
    return best
  }

  /// Adds the first half of a grain to the second half of the one before it.
  @_noAllocation @_noLocks
  private func overlap(_ stream: UnsafeMutablePointer<Float>, at offset: Int, isFirst: Bool) {
    let grain = unsafe stream + offset
    let tail = unsafe stream + Self.span
    let past = unsafe tail + Self.hop
    let finished = unsafe past + Self.hop
    var index = 0
    while index < Self.hop {
      // The weights of two halves sum to 1; the first grain begins with its whole level.
      let weight = isFirst ? 1 : (Float(index) + 0.5) / Float(Self.hop)
      unsafe finished[index] = tail[index] + grain[index] * weight
      let fall = 1 - (Float(index) + 0.5) / Float(Self.hop)
      unsafe past[index] = grain[Self.hop + index]
      unsafe tail[index] = past[index] * fall
      index &+= 1
    }
  }
}
