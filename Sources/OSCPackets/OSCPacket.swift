private import CLO
package import TextFormats

/// liblo.
///
/// Callers first make sure with `OSCPacket.requireLibrary` that it is installed.
private let library = unsafe SystemLibrary("liblo.so.7", package: "liblo7", find: clo_find)

/// The messages of an OSC packet.
///
/// Packets come from a network. Whatever their bytes are, packets are either read as messages or rejected. Time tags of
/// bundles are ignored: values take effect when they arrive.
///
/// Source: Open Sound Control 1.0, opensoundcontrol.org, "OSC Packets".
package enum OSCPacket {
  /// A message of a packet.
  package struct Message: Hashable, Sendable {
    /// The address pattern, such as `/haptic/height`.
    package let address: String
    /// The message's argument, where truth values are 1 or 0; nil unless the message has exactly one argument, which is
    /// a number or a truth value.
    package let value: Double?

    /// Creates a message of `value` to `address`.
    package init(address: String, value: Double?) {
      self.address = address
      self.value = value
    }
  }

  /// The maximum depth of nested bundles.
  ///
  /// Our choice: senders use one level.
  private static let deepest = 8

  private static let bundle = Array("#bundle\0".utf8)

  /// The type tags of a message with one number, with their padding.
  private static let numbers = ["f", "d", "i", "h"].map { Array(",\($0)\0\0".utf8) }

  /// The type tags of a message with one truth value, with their padding.
  ///
  /// Truth values do not have further bytes.
  ///
  /// Our choice: 1 and 0, for the toggles of controllers.
  private static let truths = [Array(",T\0\0".utf8): 1.0, Array(",F\0\0".utf8): 0]

  /// Makes sure that liblo is installed.
  ///
  /// - Throws: `MissingLibrary`, which names the package to install.
  package static func requireLibrary() throws(MissingLibrary) { try library.require() }

  /// Returns the messages in `bytes`, in order; nil if the packet is not valid.
  ///
  /// Call `requireLibrary` first.
  package static func messages(in bytes: [UInt8]) -> [Message]? {
    var messages: [Message] = []
    return read(bytes[...], at: 0, into: &messages) ? messages : nil
  }

  /// Reads a packet or an element of a bundle; returns false if it is not valid.
  private static func read(
    _ bytes: ArraySlice<UInt8>, at depth: Int, into messages: inout [Message]
  ) -> Bool {
    guard bytes.starts(with: bundle) else {
      guard let message = message(Array(bytes)) else { return false }
      messages.append(message)
      return true
    }
    var rest = bytes.dropFirst(16)
    guard bytes.count >= 16, depth < deepest else { return false }
    while !rest.isEmpty {
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= 4, size <= rest.count - 4,
        read(rest.dropFirst(4).prefix(size), at: depth + 1, into: &messages)
      else { return false }
      rest = rest.dropFirst(4 + size)
    }
    return true
  }

  private static func message(_ bytes: [UInt8]) -> Message? {
    var bytes = bytes
    let count = bytes.count
    guard count >= 8, count.isMultiple(of: 4), bytes[0] == UInt8(ascii: "/") else { return nil }
    let functions = library.functions
    // SAFETY: liblo reads `count` bytes, which exist as long as the closure runs, and does not keep
    // any of them.
    return unsafe bytes.withUnsafeMutableBytes { buffer -> Message? in
      guard let path = unsafe functions.lo_get_path(buffer.baseAddress, count) else { return nil }
      let address = unsafe String(cString: path)
      // The address ends with a zero in the packet, and is padded to four bytes.
      let length = unsafe buffer.firstIndex(of: 0) ?? count
      let tags = (length + 4) & ~3
      guard tags + 4 <= count else { return Message(address: address, value: nil) }
      let types = unsafe Array(buffer[tags..<tags + 4])
      // liblo 0.31 reads past the end of a packet that is truncated within a blob. So only messages
      // with a single number reach it.
      guard numbers.contains(types) else {
        let truth = tags + 4 == count ? truths[types] : nil
        return Message(address: address, value: truth)
      }
      guard let message = unsafe functions.lo_message_deserialise(buffer.baseAddress, count, nil)
      else { return nil }
      defer { unsafe functions.lo_message_free(message) }
      return unsafe Message(address: address, value: number(of: message))
    }
  }

  /// The argument of a message with one number.
  private static func number(of message: lo_message) -> Double? {
    let functions = library.functions
    guard unsafe functions.lo_message_get_argc(message) == 1,
      let type = unsafe functions.lo_message_get_types(message)?.pointee,
      let argument = unsafe functions.lo_message_get_argv(message)?.pointee
    else { return nil }
    // SAFETY: liblo has found an argument of that type, in this machine's byte order. The number is
    // read alone, because the union that contains it is longer.
    let bytes = UnsafeRawPointer(argument)
    return switch UInt8(bitPattern: type) {
    case UInt8(ascii: "f"): Double(unsafe bytes.loadUnaligned(as: Float.self))
    case UInt8(ascii: "d"): unsafe bytes.loadUnaligned(as: Double.self)
    case UInt8(ascii: "i"): Double(unsafe bytes.loadUnaligned(as: Int32.self))
    case UInt8(ascii: "h"): Double(unsafe bytes.loadUnaligned(as: Int64.self))
    default: nil
    }
  }
}
