private import CALSA

/// The positions of a PCM's channels, in ALSA's abbreviations: `FL`, `FR`, `RL`, `RR`, `FC`, `LFE`,
/// ...
enum ChannelPositions {
  /// The numbers, counted from 1, of the channels with the positions `wanted` in a map; nil if a position is not in the
  /// map.
  ///
  /// Upper and lower case are not distinguished.
  static func channels(at wanted: [String], in positions: [String]) -> [Int]? {
    let known = positions.map { $0.uppercased() }
    let channels = wanted.compactMap { known.firstIndex(of: $0.uppercased()).map { $0 + 1 } }
    return channels.count == wanted.count ? channels : nil
  }

  /// The channel counts of `offered` for which a map with all of `wanted` exists.
  static func counts(offered: [Int], with wanted: [String], in maps: [[String]]) -> [Int] {
    let serving = Set(maps.filter { channels(at: wanted, in: $0) != nil }.map(\.count))
    return offered.filter(serving.contains)
  }

  /// The positions in a channel map of libasound: a count, followed by that many numbers.
  fileprivate static func names(_ map: UnsafeRawPointer) -> [String] {
    // SAFETY: libasound's map is a 32-bit count followed by that many 32-bit numbers; the names
    // live as long as the process.
    let count = unsafe map.load(as: UInt32.self)
    return (0..<Int(count)).map { index in
      let number = unsafe map.load(fromByteOffset: 4 + 4 * index, as: UInt32.self)
      let position = snd_pcm_chmap_position(rawValue: number & UInt32(SND_CHMAP_POSITION_MASK))
      guard let name = unsafe alsa.snd_pcm_chmap_name(position) else { return "UNKNOWN" }
      return unsafe String(cString: name)
    }
  }
}

extension PCM {
  /// The maps that the device offers; empty if it does not report any.
  func offeredPositions() -> [[String]] {
    guard let list = unsafe alsa.snd_pcm_query_chmaps(handle) else { return [] }
    defer { unsafe alsa.snd_pcm_free_chmaps(list) }
    var maps: [[String]] = []
    var index = 0
    // SAFETY: the list ends with a null pointer; a map follows the number of its kind.
    while let query = unsafe list[index] {
      unsafe maps.append(ChannelPositions.names(UnsafeRawPointer(query) + 4))
      index += 1
    }
    return maps
  }

  /// The positions of the open channels, first channel first; empty if the device does not report
  /// them or does not know them.
  func positions() -> [String] {
    guard let map = unsafe alsa.snd_pcm_get_chmap(handle) else { return [] }
    // SAFETY: libasound returns memory allocated by malloc.
    defer { unsafe free(map) }
    let names = unsafe ChannelPositions.names(UnsafeRawPointer(map))
    return names.allSatisfy { $0 == "UNKNOWN" || $0 == "NA" } ? [] : names
  }

  /// The destination of the samples, as far as this program can determine it.
  func destination() -> Destination {
    var output: OpaquePointer?
    guard unsafe alsa.snd_output_buffer_open(&output) == 0, let output = unsafe output else {
      return Destination(description: "")
    }
    defer { _ = unsafe alsa.snd_output_close(output) }
    _ = unsafe alsa.snd_pcm_dump(handle, output)
    var text: UnsafeMutablePointer<CChar>?
    let count = unsafe alsa.snd_output_buffer_string(output, &text)
    // SAFETY: the buffer has `count` bytes, without a terminating zero, until it is closed.
    let bytes = unsafe UnsafeBufferPointer(start: text, count: count)
    return unsafe Destination(
      description: String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// The end of a chain of plugins.
  struct Destination: Hashable, Sendable {
    /// The number of channels of the last PCM in the chain; nil if it is not reported.
    let channelCount: Int?
    /// Whether the last PCM is a plugin, such as a sound server's, beyond which nothing is known.
    let isPlugin: Bool

    /// Parses libasound's human-readable description of a PCM: a paragraph for each PCM of the
    /// chain, with a line `channels : 2`.
    init(description: String) {
      let lines = description.split(separator: "\n")
      channelCount =
        lines.last { $0.hasPrefix("  channels ") }
        .flatMap { $0.split(separator: ":").last }
        .flatMap { Int($0.filter(\.isNumber)) }
      // libasound gives these names to the ends of chains that it knows.
      isPlugin = !lines.contains { $0.contains("Hardware PCM") || $0.hasPrefix("Null PCM") }
    }
  }
}

/// The warnings to show users about the routing of haptics.
enum RoutingWarning {
  /// Positions that usually belong to loudspeakers in a room; actuators have the rear positions or none.
  ///
  /// Source: Linux, sound/usb: a DualSense's map is FL FR RL RR, with the actuators at RL and RR.
  private static let loudspeakers: Set<String> = [
    "FL", "FR", "FC", "LFE", "SL", "SR", "RC", "FLC", "FRC", "MONO",
  ]

  /// The warning for a device whose `channels` carry only haptics.
  ///
  /// The device has `positions`, and its chain of plugins ends in `destination`. Nil if no warning is needed.
  static func words(
    hapticChannels channels: [Int], positions: [String], destination: PCM.Destination
  ) -> String? {
    guard let highest = channels.max() else { return nil }
    let names = channels.map(String.init).joined(separator: ",")
    if let count = destination.channelCount, count < highest, !destination.isPlugin {
      return """
        the hardware has \(count) channel\(count == 1 ? "" : "s"): the haptic signal (channel \
        \(names)) is mixed into them
        """
    }
    if destination.isPlugin && highest > 2 {
      return """
        a sound server or plugin routes the haptic signal (channel \(names)): if its device has fewer channels, \
        the signal is mixed into the loudspeakers; a device named hw:... is driven directly
        """
    }
    let audible = channels.compactMap { channel in
      channel <= positions.count && loudspeakers.contains(positions[channel - 1])
        ? "\(channel) is \(positions[channel - 1])" : nil
    }
    if highest > 2, !audible.isEmpty {
      return
        "channel \(audible.joined(separator: ", ")): this position usually belongs to a loudspeaker"
    }
    return nil
  }
}
