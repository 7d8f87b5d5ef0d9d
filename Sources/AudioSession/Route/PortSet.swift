/// A set of ports that does not allocate memory.
public struct PortSet: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt32

  /// No ports.
  public init() { bits = 0 }

  /// Creates a set of the ports.
  public init(_ ports: [Port]) {
    self.init()
    for port in ports { insert(port) }
  }

  /// Creates a set of the ports.
  public init(arrayLiteral ports: Port...) { self.init(ports) }

  /// Whether the set is empty.
  public var isEmpty: Bool { bits == 0 }

  /// The phone's own outputs.
  package static let builtIn: PortSet = [.builtInSpeaker, .builtInReceiver]

  /// The number of ports.
  public var count: Int { bits.nonzeroBitCount }

  /// The ports, in the order in which `Port` lists them.
  public var ports: [Port] { Port.allCases.filter(contains) }

  /// Whether the set contains the port.
  public func contains(_ port: Port) -> Bool { bits & port.bit != 0 }

  /// Returns whether the sets have a port in common.
  public func intersects(_ other: PortSet) -> Bool { bits & other.bits != 0 }

  /// Returns whether the other set contains all ports of this set.
  public func isSubset(of other: PortSet) -> Bool { bits & ~other.bits == 0 }

  /// Returns the ports that are in both sets.
  public func intersection(_ other: PortSet) -> PortSet {
    var both = self
    both.bits &= other.bits
    return both
  }

  /// Adds the ports of the other set.
  public mutating func formUnion(_ other: PortSet) { bits |= other.bits }

  /// The port of the set that `Port` lists first, or nil.
  public var first: Port? { bits == 0 ? nil : Port(place: UInt32(bits.trailingZeroBitCount)) }

  /// Adds a port.
  public mutating func insert(_ port: Port) { bits |= port.bit }

  /// Removes the ports of the other set.
  public mutating func subtract(_ other: PortSet) { bits &= ~other.bits }

  /// Removes a port.
  public mutating func remove(_ port: Port) { bits &= ~port.bit }
}

extension Port {
  /// The index in `allCases`.
  var place: UInt32 {
    switch self {
    case .builtInMic: 0
    case .headsetMic: 1
    case .lineIn: 2
    case .builtInSpeaker: 3
    case .builtInReceiver: 4
    case .headphones: 5
    case .bluetoothA2DP: 6
    case .bluetoothHFP: 7
    case .bluetoothLE: 8
    case .usbAudio: 9
    case .carAudio: 10
    case .lineOut: 11
    case .HDMI: 12
    case .airPlay: 13
    case .continuityMicrophone: 14
    case .virtual: 15
    case .PCI: 16
    case .fireWire: 17
    case .displayPort: 18
    case .AVB: 19
    case .thunderbolt: 20
    case .mediaDeviceExtension: 21
    }
  }

  /// The port at that index in `allCases`, or nil.
  init?(place: UInt32) {
    guard place < Self.inOrder.count else { return nil }
    self = Self.inOrder[Int(place)]
  }

  private static let inOrder = allCases

  fileprivate var bit: UInt32 { 1 << place }
}
