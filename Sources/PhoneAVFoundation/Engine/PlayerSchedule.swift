internal import Foundation
internal import PhoneAudio

/// The sounds that a player has scheduled, with the handlers to call when it does not need them anymore.
///
/// - Thread: one at a time, under the graph's lock.
@safe
struct PlayerSchedule {
  /// A scheduled sound.
  struct Entry {
    /// The samples, which the player reads.
    let samples: HeldSamples
    let type: AVAudioPlayerNodeCompletionCallbackType
    let handler: AVAudioPlayerNodeCompletionHandler?
  }

  let voice: UnsafeMutablePointer<PlayerVoice>
  private var entries: [Entry] = []

  init() {
    // SAFETY: freed in `deallocate`.
    unsafe voice = .allocate(capacity: 1)
    unsafe voice.initialize(to: PlayerVoice())
  }

  func deallocate() {
    unsafe voice.pointee.deallocate()
    unsafe voice.deallocate()
  }

  /// Adds a sound.
  ///
  /// - Parameters:
  ///   - entry: the sound.
  ///   - start: the player's time of its start; nil to follow the sound before it.
  ///   - options: whether it repeats or interrupts.
  ///   - outbox: receives the calls of interrupted sounds' handlers.
  mutating func add(
    _ entry: Entry, start: Int64?, _ options: AVAudioPlayerNodeBufferOptions, _ outbox: Outbox
  ) {
    if options.contains(.interrupts) {
      removeAll(outbox)
    } else if options.contains(.interruptsAtLoop) {
      // The sound that plays ends its turn.
      let (kept, removed) = (entries.prefix(1), entries.dropFirst())
      unsafe voice.pointee.keepFirst()
      entries = Array(kept)
      for entry in removed { call(entry, 0, outbox) }
    }
    let segment = PlayerVoice.Segment(
      entry.samples.buffer, frames: entry.samples.frames, start: start,
      loops: options.contains(.loops))
    unsafe voice.pointee.schedule(segment)
    entries.append(entry)
  }

  /// Removes all sounds, whose handlers are called.
  mutating func removeAll(_ outbox: Outbox) {
    unsafe voice.pointee.removeAll()
    for entry in entries { call(entry, 0, outbox) }
    entries = []
  }

  /// Removes the sounds that have been played.
  ///
  /// - Parameters:
  ///   - latency: the seconds until they are heard.
  ///   - outbox: receives the calls of their handlers.
  mutating func removeFinished(latency: Double, _ outbox: Outbox) {
    let count = unsafe voice.pointee.takeFinished()
    for entry in entries.prefix(count) { call(entry, latency, outbox) }
    entries.removeFirst(min(count, entries.count))
  }

  private func call(_ entry: Entry, _ latency: Double, _ outbox: Outbox) {
    guard let handler = entry.handler else { return }
    let type = entry.type
    outbox.add(after: type == .dataPlayedBack ? latency : 0) { handler(type) }
  }
}

/// Samples of the standard format, and what owns them.
final class HeldSamples {
  let buffer: GraphBuffer
  let frames: Int
  private let owner: AVAudioPCMBuffer?

  /// Holds the samples of a buffer; they are copied if the buffer has another format than the standard one.
  init(_ buffer: AVAudioPCMBuffer) {
    frames = Int(buffer.frameLength)
    if let samples = buffer.standardSamples {
      self.buffer = samples
      owner = buffer
      return
    }
    owner = nil
    let channels = Int(buffer.format.channelCount)
    self.buffer = GraphBuffer(channelCount: channels, capacity: frames)
    for channel in 0..<channels {
      for frame in 0..<frames {
        unsafe self.buffer.channels[channel][frame] = buffer.sample(frame, of: channel)
      }
    }
  }

  /// Converts samples to another rate.
  init(_ source: HeldSamples, from rate: Double, to other: Double) {
    owner = nil
    let channels = source.buffer.channelCount
    frames = Int((Double(source.frames) * other / rate).rounded())
    buffer = GraphBuffer(channelCount: channels, capacity: max(1, frames))
    var converter = RateConverter(from: rate, to: other, channelCount: channels)
    // A few silent frames follow the last one, because interpolation looks ahead.
    let padded = GraphBuffer(
      channelCount: channels, capacity: max(source.frames, converter.framesNeeded(for: frames)))
    padded.add(source.buffer, frames: source.frames, left: 1, right: 1)
    converter.convert(padded, into: buffer, frames: frames)
    padded.deallocate()
    converter.deallocate()
  }

  deinit { if owner == nil { buffer.deallocate() } }
}
