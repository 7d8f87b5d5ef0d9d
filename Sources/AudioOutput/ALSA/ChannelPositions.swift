private import CALSA

/// Which channel of a PCM is where, as ALSA abbreviates it: `FL`, `FR`, `RL`, `RR`, `FC`, `LFE`, ...
enum ChannelPositions {
  /// The numbers, counted from 1, of the channels at `wanted` in a map; nil if one is not in it.
  ///
  /// Case does not matter.
  static func channels(at wanted: [String], in positions: [String]) -> [Int]? {
    let known = positions.map { $0.uppercased() }
    let channels = wanted.compactMap { known.firstIndex(of: $0.uppercased()).map { $0 + 1 } }
    return channels.count == wanted.count ? channels : nil
  }

  /// The channel counts of `offered` that have a map with all of `wanted`.
  static func counts(offered: [Int], with wanted: [String], in maps: [[String]]) -> [Int] {
    let serving = Set(maps.filter { channels(at: wanted, in: $0) != nil }.map(\.count))
    return offered.filter(serving.contains)
  }

  /// The positions in a map of libasound's: a count, and as many numbers.
  fileprivate static func names(_ map: UnsafeRawPointer) -> [String] {
    // SAFETY: a map of libasound's is a count of 32 bits, and as many numbers of 32 bits behind it; its
    // names live as long as the process.
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
  /// The maps that the device offers; empty where it says nothing of them.
  func offeredPositions() -> [[String]] {
    guard let list = unsafe alsa.snd_pcm_query_chmaps(handle) else { return [] }
    defer { unsafe alsa.snd_pcm_free_chmaps(list) }
    var maps: [[String]] = []
    var index = 0
    // SAFETY: the list ends in a null pointer; a map lies behind the number of its kind.
    while let query = unsafe list[index] {
      unsafe maps.append(ChannelPositions.names(UnsafeRawPointer(query) + 4))
      index += 1
    }
    return maps
  }

  /// The positions of the channels that are open, first channel first; empty where the device says
  /// nothing of them, or only that it does not know.
  func positions() -> [String] {
    guard let map = unsafe alsa.snd_pcm_get_chmap(handle) else { return [] }
    // SAFETY: libasound hands over memory of malloc.
    defer { unsafe free(map) }
    let names = unsafe ChannelPositions.names(UnsafeRawPointer(map))
    return names.allSatisfy { $0 == "UNKNOWN" || $0 == "NA" } ? [] : names
  }

  /// Where what is written ends up, as far as can be known from here.
  func destination() -> Destination {
    var output: OpaquePointer?
    guard unsafe alsa.snd_output_buffer_open(&output) == 0, let output = unsafe output else {
      return Destination(description: "")
    }
    defer { _ = unsafe alsa.snd_output_close(output) }
    _ = unsafe alsa.snd_pcm_dump(handle, output)
    var text: UnsafeMutablePointer<CChar>?
    let count = unsafe alsa.snd_output_buffer_string(output, &text)
    // SAFETY: the buffer has `count` bytes, without a zero at their end, until it is closed.
    let bytes = unsafe UnsafeBufferPointer(start: text, count: count)
    return unsafe Destination(
      description: String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self))
  }

  /// The end of a chain of plugins.
  struct Destination: Hashable, Sendable {
    /// How many channels the last PCM of the chain has; nil if it does not say.
    let channelCount: Int?
    /// Whether the last one is a plugin, such as a sound server's, beyond which nothing is known.
    let isPlugin: Bool

    /// What libasound writes of a PCM for people to read: a paragraph for each PCM of the chain, with
    /// a line `channels : 2`.
    init(description: String) {
      let lines = description.split(separator: "\n")
      channelCount =
        lines.last { $0.hasPrefix("  channels ") }
        .flatMap { $0.split(separator: ":").last }
        .flatMap { Int($0.filter(\.isNumber)) }
      // libasound calls the ends that it knows by these names.
      isPlugin = !lines.contains { $0.contains("Hardware PCM") || $0.hasPrefix("Null PCM") }
    }
  }
}

/// What a person should hear about where haptics go.
enum RoutingWarning {
  /// Positions that a loudspeaker has in every room; actuators are at the rear, or at none.
  ///
  /// Source: Linux, sound/usb: a DualSense's map is FL FR RL RR, with the actuators at RL and RR.
  private static let loudspeakers: Set<String> = [
    "FL", "FR", "FC", "LFE", "SL", "SR", "RC", "FLC", "FRC", "MONO",
  ]

  /// The warning for haptics alone on `channels` of a device with `positions` and a chain that ends
  /// in `destination`; nil if there is nothing to warn of.
  static func words(
    hapticChannels channels: [Int], positions: [String], destination: PCM.Destination
  ) -> String? {
    guard let highest = channels.max() else { return nil }
    let names = channels.map(String.init).joined(separator: ",")
    if let count = destination.channelCount, count < highest, !destination.isPlugin {
      return """
        the hardware has \(count) channel\(count == 1 ? "" : "s"): the signal of channel \
        \(names) is mixed into them
        """
    }
    if destination.isPlugin && highest > 2 {
      return """
        a sound server or plugin decides where channel \(names) goes: if its device has fewer, it is \
        mixed into the loudspeakers; a device hw:... goes there directly
        """
    }
    let audible = channels.compactMap { channel in
      channel <= positions.count && loudspeakers.contains(positions[channel - 1])
        ? "\(channel) is \(positions[channel - 1])" : nil
    }
    if highest > 2, !audible.isEmpty {
      return "channel \(audible.joined(separator: ", ")): this is a loudspeaker"
    }
    return nil
  }
}
