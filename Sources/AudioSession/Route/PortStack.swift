/// What is connected to the phone, in the order in which it came.
///
/// Each port at most once, and at most `capacity` of them. The built-in ports are not in here.
public struct PortStack: Hashable, Sendable {
  /// How many ports fit: five bits each in one word.
  public static let capacity = 12

  private var word: UInt64 = 0

  /// Nothing connected.
  public init() {}

  /// These ports, oldest first; what is built in, there twice or beyond the capacity is left out.
  public init(oldestFirst ports: [Port]) {
    self.init()
    for port in ports { _ = connect(port) }
  }

  /// What is connected, the newest first.
  public var newestFirst: [Port] {
    var found: [Port] = []
    var rest = word
    while rest != 0 {
      let place = Int(rest & 31) - 1
      found.append(Port.allCases[place])
      rest >>= 5
    }
    return found
  }

  /// True with nothing connected.
  public var isEmpty: Bool { word == 0 }

  /// Whether the port is connected.
  public func contains(_ port: Port) -> Bool { newestFirst.contains(port) }

  /// Puts a port on top; false if it is built in, there already, or one too many.
  mutating func connect(_ port: Port) -> Bool {
    guard !port.isBuiltIn, !contains(port), newestFirst.count < Self.capacity else { return false }
    word = word << 5 | UInt64(port.place + 1)
    return true
  }

  /// Takes a port out; false if it was not there.
  mutating func disconnect(_ port: Port) -> Bool {
    guard contains(port) else { return false }
    let rest = newestFirst.filter { $0 != port }
    self = PortStack(oldestFirst: rest.reversed())
    return true
  }
}
