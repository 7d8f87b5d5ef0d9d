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
  public var newestFirst: [Port] { Array(self) }

  /// True with nothing connected.
  public var isEmpty: Bool { word == 0 }

  /// Puts a port on top; false if it is built in, there already, or one too many.
  mutating func connect(_ port: Port) -> Bool {
    guard !port.isBuiltIn, !contains(port), word >> 55 == 0 else { return false }
    word = word << 5 | UInt64(port.place + 1)
    return true
  }

  /// Takes a port out; false if it was not there.
  mutating func disconnect(_ port: Port) -> Bool {
    guard contains(port) else { return false }
    let rest = filter { $0 != port }
    self = PortStack(oldestFirst: rest.reversed())
    return true
  }
}

extension PortStack: Sequence {
  /// Walks over the ports, the newest first, without memory of its own.
  public struct Iterator: IteratorProtocol {
    fileprivate var rest: UInt64

    /// The next port.
    public mutating func next() -> Port? {
      guard rest != 0 else { return nil }
      defer { rest >>= 5 }
      return Port(place: UInt32(rest & 31) - 1)
    }
  }

  /// Walks over the ports, the newest first.
  public func makeIterator() -> Iterator { Iterator(rest: word) }
}
