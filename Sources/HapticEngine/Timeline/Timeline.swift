internal import Realtime

/// A pattern compiled for the renderer: events in order of time and controls as straight segments, in plain memory that
/// a render thread can read without reference counting.
///
/// Immutable. The engine keeps a timeline alive as long as a renderer uses its `view`.
@safe
final class Timeline: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the memory is written in init only.

  /// The render side's view of a timeline: plain pointers, valid while the timeline lives.
  @safe
  struct View: BitwiseCopyable, @unchecked Sendable {
    let haptics: UnsafePointer<TimelineHapticEvent>
    let hapticCount: Int
    let audios: UnsafePointer<TimelineAudioEvent>
    let audioCount: Int
    let segments: UnsafePointer<ControlSegment>
    /// The index of each control's first segment, in order of `DynamicParameter.ID.allCases`, followed by the end.
    let firstSegments: UnsafePointer<Int>
    let sounds: UnsafePointer<SoundBuffer.View>
    /// The pattern's own duration, in seconds.
    let duration: Seconds
  }

  /// The part that the render side may read.
  let view: View
  /// The sounds that `view` points into.
  private let sounds: [SoundBuffer]

  /// Compiles `pattern`.
  ///
  /// - Parameters:
  ///   - pattern: the pattern that is compiled.
  ///   - sounds: the decoded sounds by the path that events name. Events whose sound is missing are
  ///     left out of the timeline; the caller has to check for them.
  /// - Complexity: O(n log n) in the entries.
  init(_ pattern: HapticPattern, sounds: [String: SoundBuffer] = [:]) {
    var haptics: [TimelineHapticEvent] = []
    var audios: [TimelineAudioEvent] = []
    var buffers: [SoundBuffer] = []
    var indices: [String: Int] = [:]
    haptics.reserveCapacity(pattern.entries.count)
    for entry in pattern.entries {
      guard case .event(let event) = entry else { continue }
      switch event.type {
      case .hapticTransient, .hapticContinuous:
        haptics.append(TimelineHapticEvent(event))
      case .audioContinuous:
        audios.append(TimelineAudioEvent(event, sound: -1))
      case .audioCustom:
        guard let path = event.waveform?.path, let buffer = sounds[path] else { continue }
        let index = indices[path] ?? buffers.count
        if index == buffers.count {
          buffers.append(buffer)
          indices[path] = index
        }
        audios.append(TimelineAudioEvent(event, sound: index))
      }
    }
    haptics.sortByTime(\.time)
    audios.sortByTime(\.time)
    var segments: [ControlSegment] = []
    var firsts: [Int] = []
    for id in DynamicParameter.ID.allCases {
      precondition(id.controlIndex == firsts.count, "controls are in order of their numbers")
      firsts.append(segments.count)
      segments.append(contentsOf: ControlSegment.segments(of: id, in: pattern.entries))
    }
    precondition(firsts.count == ControlIndex.count, "every control has a number")
    firsts.append(segments.count)
    self.sounds = buffers
    unsafe view = View(
      haptics: .copy(of: haptics), hapticCount: haptics.count, audios: .copy(of: audios),
      audioCount: audios.count, segments: .copy(of: segments), firstSegments: .copy(of: firsts),
      sounds: .copy(of: buffers.map(\.view)), duration: pattern.duration)
  }

  deinit {
    unsafe view.haptics.deallocate()
    unsafe view.audios.deallocate()
    unsafe view.segments.deallocate()
    unsafe view.firstSegments.deallocate()
    unsafe view.sounds.deallocate()
  }
}

extension Array {
  /// Sorts by time and keeps the order of elements with equal times.
  ///
  /// Most files are already in order.
  fileprivate mutating func sortByTime(_ time: (Element) -> Seconds) {
    let ordered = zip(self, dropFirst()).allSatisfy { time($0) <= time($1) }
    if ordered { return }
    self = enumerated().sorted { (time($0.element), $0.offset) < (time($1.element), $1.offset) }
      .map(\.element)
  }
}

extension UnsafePointer where Pointee: BitwiseCopyable {
  /// Returns new memory with the elements of `array`; the caller deallocates it.
  fileprivate static func copy(of array: [Pointee]) -> Self {
    // SAFETY: the elements are initialized here; the timeline frees it in deinit.
    let memory = UnsafeMutablePointer<Pointee>.allocate(capacity: Swift.max(array.count, 1))
    unsafe memory.initialize(from: array, count: array.count)
    return unsafe UnsafePointer(memory)
  }
}

/// The samples of one sound in plain memory.
@safe
final class SoundBuffer: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the memory is written in init only.

  /// The render side's view of a sound; valid while the buffer lives.
  @safe
  struct View: BitwiseCopyable, @unchecked Sendable {
    /// The samples of the left channel, or of the only channel.
    let left: UnsafePointer<Float>
    /// The samples of the right channel; the same as `left` for a mono sound.
    let right: UnsafePointer<Float>
    /// The number of frames in each channel.
    let frameCount: Int
  }

  /// The part that the render side may read.
  let view: View

  /// Copies `sound`.
  init(_ sound: DecodedSound) {
    let count = sound.frameCount
    // SAFETY: freed in deinit; as many samples as `view` counts are initialized here.
    let memory = UnsafeMutablePointer<Float>.allocate(
      capacity: max(count * sound.channels.count, 1))
    for (channel, samples) in sound.channels.enumerated() {
      unsafe (memory + channel * count).initialize(from: samples, count: count)
    }
    let right = unsafe sound.channels.count == 2 ? memory + count : memory
    unsafe view = View(left: memory, right: right, frameCount: count)
  }

  deinit { unsafe view.left.deallocate() }
}
