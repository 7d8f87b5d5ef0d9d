import ArgumentParser
import TextFormats

/// PLACE on the command line, the source of input values while a pattern plays.
enum InputPlace: Hashable, Sendable {
  /// The keys of the play screen, which always change inputs.
  case keys
  /// Lines on standard input.
  case standardInput
  /// Lines of a FIFO, a device or a file.
  case file(String)
  /// OSC messages on a UDP port at `address`, an address of this host.
  case osc(address: String, port: UInt16)

  /// The default address on which OSC is received.
  ///
  /// Our choice: only programs on this host can reach it.
  static let loopback = "127.0.0.1"

  /// The default port on which OSC is received.
  ///
  /// Our choice: the port that TouchOSC, VRChat and others send to by default.
  static let oscPort: UInt16 = 9000

  /// Creates the place that `text` names.
  ///
  /// - Throws: `ValidationError` with the reason, if the text does not name a place.
  init(_ text: String) throws {
    switch text {
    case "":
      throw ValidationError("it must be keys, -, a FIFO or file, or osc.")
    case "keys": self = .keys
    case "-": self = .standardInput
    case "osc": self = .osc(address: Self.loopback, port: Self.oscPort)
    case _ where text.hasPrefix("osc:"): self = try Self.osc(text.dropFirst(4))
    default: self = .file(text)
    }
  }

  /// Returns the place that `[ADDRESS:]PORT` names.
  ///
  /// IPv6 addresses are in brackets.
  private static func osc(_ text: Substring) throws -> InputPlace {
    let colon = text.lastIndex(of: ":")
    let digits = colon.map { text[text.index(after: $0)...] } ?? text
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else {
      throw ValidationError("the port must be a number from 0 to 65535, such as osc:9000.")
    }
    guard let colon else { return .osc(address: loopback, port: port) }
    var address = text[..<colon]
    if address.hasPrefix("["), address.hasSuffix("]") {
      address = address.dropFirst().dropLast()
    } else if address.contains(where: { ":[]".contains($0) }) {
      throw ValidationError("an IPv6 address must be in brackets, such as osc:[::1]:\(port).")
    }
    if address.isEmpty {
      throw ValidationError("the address is missing; write osc:\(port), or osc:0.0.0.0:\(port).")
    }
    return .osc(address: String(address), port: port)
  }

  /// The help text.
  static let help = ArgumentHelp(
    """
    The source of input values while the pattern plays: `keys`; `-` for lines NAME VALUE on standard \
    input; a FIFO or file of such lines; `osc`, `osc:PORT` or `osc:ADDRESS:PORT` for OSC messages \
    /haptic/NAME over UDP, by default on port 9000 of this host. May be repeated; see \
    Documentation/Inputs.md.
    """, valueName: "place")
}

/// A value that has arrived.
///
/// Its name does not have to be the name of an input.
struct ArrivedValue: Hashable, Sendable {
  let name: String
  let value: Double

  /// Creates a value called `name`.
  init(name: String, value: Double) {
    self.name = name
    self.value = value
  }

  /// Creates the value in a line `NAME VALUE` or `NAME=VALUE`; nil for other lines, and for a number that is
  /// not finite.
  init?(line: String) {
    let words = line.split { $0 == "=" || $0.isWhitespace }
    guard words.count == 2, let value = Double(words[1]), value.isFinite else { return nil }
    self.init(name: String(words[0]), value: value)
  }
}
