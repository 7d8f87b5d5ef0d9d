import HapticEngine
import HapticFormats
import OSCPackets
import TextFormats

/// The values that arrive for inputs while patterns play, and the problems with them.
///
/// Sources are read at a limited rate, and only the last value of each name is used. A fast sender therefore
/// cannot fill a queue or delay playback.
final class InputFeed {
  private enum Source {
    case lines(InputLines)
    case osc(OSCSocket)
  }

  /// The interval at which sources are read, in seconds, if the device's period is longer.
  ///
  /// Our choice: the duration of an intensity ramp. A value therefore reaches the signal at most this time and one
  /// period after it arrives.
  static let longestPace = 0.005

  /// The maximum number of different problems that are reported.
  ///
  /// Our choice: enough to fix a program, without a flood of messages.
  static let mostProblems = 20

  private let sources: [Source]
  /// The inputs that patterns declare.
  private let known: Set<String>
  private let pace: Int64
  private var nextRead = Int64.min
  /// The number of bytes of lines and packets that have arrived, valid or not.
  private var arrivals = 0
  /// The last value of each input.
  private(set) var values: [String: Double] = [:]
  /// The number of values that have arrived for inputs, and the number of refused messages and lines.
  private(set) var count = 0
  private(set) var refused = 0
  private var told: Set<String> = []
  private var untold: [String] = []

  /// Opens `places` for patterns with the inputs `known`.
  ///
  /// Sources are read once per `period`, in seconds, or more often.
  ///
  /// - Throws: `Failure` if a place cannot be opened.
  init(_ places: [InputPlace], known: Set<String>, period: Double) throws(Failure) {
    var sources: [Source] = []
    for place in places {
      switch place {
      case .keys: break
      case .standardInput: sources.append(.lines(InputLines()))
      case .file(let path): sources.append(.lines(try InputLines(path: path)))
      case .osc(let address, let port):
        sources.append(.osc(try OSCSocket(address: address, port: port)))
      }
    }
    self.sources = sources
    self.known = known
    pace = Int64(min(period, Self.longestPace) * 1e9)
  }

  /// The addresses on which OSC is received.
  var addresses: [String] {
    sources.compactMap { source in
      if case .osc(let socket) = source { socket.address } else { nil }
    }
  }

  // MARK: Waiting

  /// Returns the descriptors to wait for with poll(2) at `now`, in nanoseconds; empty before the next read is due.
  func descriptors(at now: Int64) -> [Int32] {
    if now < nextRead { return [] }
    return sources.compactMap { source in
      switch source {
      case .lines(let lines): lines.descriptor
      case .osc(let socket): socket.descriptor
      }
    }
  }

  /// Returns the time to wait at `now`: until the next read is due, and at most `milliseconds`.
  func milliseconds(_ milliseconds: Int32, at now: Int64) -> Int32 {
    if sources.isEmpty || now >= nextRead { return milliseconds }
    return min(milliseconds, Int32((nextRead - now + 999_999) / 1_000_000))
  }

  // MARK: Reading

  /// Returns the last value of each input for which values have arrived, if a read is due at `now`, in nanoseconds.
  func take(at now: Int64) -> [String: Double] { now < nextRead ? [:] : take(until: now + pace) }

  /// Reads the values that are still waiting when playback has ended.
  func takeRest() -> [String: Double] {
    var rest: [String: Double] = [:]
    // Our choice: enough reads to empty the buffers, without waiting for a sender that continues.
    for _ in 0..<100 {
      let before = arrivals
      rest.merge(take(until: nextRead)) { $1 }
      if arrivals == before { break }
    }
    return rest
  }

  private func take(until next: Int64) -> [String: Double] {
    var taken: [String: Double] = [:]
    let before = arrivals
    for source in sources {
      switch source {
      case .lines(let lines):
        arrivals -= lines.byteCount
        for line in lines.take() { take(line, into: &taken) }
        arrivals += lines.byteCount
      case .osc(let socket):
        let packets = socket.take()
        arrivals += packets.count
        for packet in packets { take(packet, into: &taken) }
      }
    }
    // A value that arrives after a pause does not wait.
    if arrivals > before { nextRead = next }
    values.merge(taken) { $1 }
    return taken
  }

  private func take(_ line: InputLines.Line, into taken: inout [String: Double]) {
    switch line {
    case .ended(let reason): tell(reason)
    case .tooLong: refuse("a line has more than \(InputLines.longestLine) bytes")
    case .text(let text) where text.allSatisfy(\.isWhitespace),
      .unfinished(let text) where text.allSatisfy(\.isWhitespace):
      break
    case .unfinished(let text):
      refuse(
        "the writer closed the FIFO in the middle of the line '\(text.prefix(80))'; end each line with a "
          + "line break"
      )
    case .text(let text):
      if let arrived = ArrivedValue(line: text) {
        take(arrived, into: &taken)
      } else {
        refuse("'\(text.prefix(80))' does not have the form NAME VALUE, such as height 3.2")
      }
    }
  }

  private func take(_ packet: [UInt8], into taken: inout [String: Double]) {
    guard let messages = OSCPacket.messages(in: packet) else {
      return refuse("a packet of \(packet.count) bytes is not OSC")
    }
    for message in messages {
      let names = names(at: message.address)
      if names.isEmpty { continue }
      guard let value = message.value, value.isFinite else {
        refuse("OSC message to '\(message.address.prefix(80))' must have exactly one finite number")
        continue
      }
      for name in names { take(ArrivedValue(name: name, value: value), into: &taken) }
    }
  }

  /// Returns the names of the inputs that an OSC message to `address` sets, known or not; empty if the message was
  /// refused.
  private func names(at address: String) -> [String] {
    let pattern = AddressPattern(address)
    if pattern.hasWildcards {
      let names = known.sorted().filter {
        pattern.matches("/haptic/\($0)") || pattern.matches("/\($0)")
      }
      if names.isEmpty { refuse("OSC pattern '\(address.prefix(80))' does not match any input") }
      return names
    }
    let parts = address.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 1 || parts.count == 2 && parts[0] == "haptic" {
      return parts.suffix(1).map(String.init)
    }
    refuse("OSC address '\(address.prefix(80))' is not /haptic/NAME")
    return []
  }

  private func take(_ arrived: ArrivedValue, into taken: inout [String: Double]) {
    guard known.contains(arrived.name) else {
      let error = PatternInputError.unknown(String(arrived.name.prefix(80)), known: known.sorted())
      return refuse("\(error)")
    }
    taken[arrived.name] = arrived.value
    count += 1
  }

  // MARK: Problems

  private func refuse(_ problem: String) {
    refused += 1
    tell(problem)
  }

  /// Reports a value outside the range of its input, once for each end of the range.
  ///
  /// Such values usually vary, so they are reported only once. Other errors are not reported, because an unknown
  /// input may belong to another pattern.
  func tell(_ error: PatternInputError) {
    guard case .outOfRange(let value, let input) = error else { return }
    let nearest = input.range.clamped(value)
    let unit = input.unit.map { " \($0)" } ?? ""
    tell(
      "\(error); \(nearest.brief)\(unit) is used instead",
      onceFor: "\(input.name) \(nearest)")
  }

  /// Reports `problem` once for each `subject`, up to `mostProblems`.
  ///
  /// By default the subject is the problem itself, parts of which come from the sender.
  private func tell(_ problem: String, onceFor subject: String? = nil) {
    guard told.count <= Self.mostProblems, told.insert(subject ?? problem).inserted else { return }
    untold.append(
      "inputs: "
        + (told.count > Self.mostProblems ? "further problems are not reported" : problem.printable)
    )
  }

  /// Returns the problems since the last call.
  func takeProblems() -> [String] {
    defer { untold = [] }
    return untold
  }

  /// The numbers of values and problems, for the end of playback.
  var summary: String {
    let problems = refused > 0 ? ", \(refused) refused" : ""
    return "inputs: \(count.counted("value"))\(problems)"
  }
}
