/// Something that is connected to the phone, with the ports it brings: a cable, earphones, a car.
public struct ConnectedDevice: Hashable, Sendable {
  /// The name that distinguishes the device from others with the same ports, such as `car`; nil
  /// without one.
  public let name: String?
  /// The ports of the device: one, or its Bluetooth profiles, or those of a dock.
  public internal(set) var ports: PortSet

  /// A device.
  public init(_ name: String?, ports: PortSet) {
    self.name = name
    self.ports = ports
  }
}

/// What is connected to the phone, in the order in which it came.
///
/// Each device at most once, and at most `capacity` of them. The built-in ports are not in here. A
/// port that comes without the name of a device is a device by itself, but for Bluetooth profiles,
/// which are those of one device without a name: our choice, as nothing would distinguish two of those.
public struct DeviceStack: Hashable, Sendable {
  /// How many devices fit: our choice, more than anybody carries.
  public static let capacity = 12

  /// The devices, the one that came last first.
  public private(set) var newestFirst: [ConnectedDevice] = []

  /// Nothing connected.
  public init() {}

  /// A stack of ports, oldest first; what is built in, there twice or beyond the capacity is left
  /// out.
  public init(oldestFirst ports: [Port]) {
    for port in ports { _ = connect(ConnectedDevice(nil, ports: [port])) }
  }

  /// A stack of devices, oldest first; what cannot be connected is left out.
  public init(devicesOldestFirst devices: [ConnectedDevice]) {
    for device in devices { _ = connect(device) }
  }

  /// True with nothing connected.
  public var isEmpty: Bool { newestFirst.isEmpty }

  /// All ports there are, of every device.
  public var ports: PortSet {
    newestFirst.reduce(into: PortSet()) { $0.formUnion($1.ports) }
  }

  /// Puts a device on top; false if it brings nothing new or what is built in, or is one too many.
  ///
  /// Further ports of a device that is there join it where it is: it did not come anew.
  mutating func connect(_ device: ConnectedDevice) -> Bool {
    guard !device.ports.isEmpty, !device.ports.ports.contains(where: \.isBuiltIn) else {
      return false
    }
    if let place = newestFirst.firstIndex(where: { $0.isSame(as: device) }) {
      guard !device.ports.isSubset(of: newestFirst[place].ports) else { return false }
      newestFirst[place].ports.formUnion(device.ports)
      return true
    }
    guard newestFirst.count < Self.capacity else { return false }
    newestFirst.insert(device, at: 0)
    return true
  }

  /// Takes out a device with all its ports; nil if none of that name is there.
  mutating func disconnect(named name: String) -> ConnectedDevice? {
    guard let place = newestFirst.firstIndex(where: { $0.name == name }) else { return nil }
    return newestFirst.remove(at: place)
  }

  /// The Bluetooth device that came last; nil if there is none.
  var lastBluetooth: ConnectedDevice? { newestFirst.first { $0.ports.isSubset(of: .bluetooth) } }

  /// Takes out the Bluetooth device that came last; nil if there is none.
  mutating func disconnectBluetooth() -> ConnectedDevice? {
    guard let place = newestFirst.firstIndex(where: { $0.ports.isSubset(of: .bluetooth) }) else {
      return nil
    }
    return newestFirst.remove(at: place)
  }

  /// Takes a port out of the last device that has it; nil if none has it.
  ///
  /// Returns what has gone: the port, with the name of its device.
  mutating func disconnect(_ port: Port) -> ConnectedDevice? {
    guard let place = newestFirst.firstIndex(where: { $0.ports.contains(port) }) else { return nil }
    newestFirst[place].ports.remove(port)
    let gone = ConnectedDevice(newestFirst[place].name, ports: [port])
    if newestFirst[place].ports.isEmpty { newestFirst.remove(at: place) }
    return gone
  }
}

extension ConnectedDevice {
  /// Whether both are one device: by name, or without one by being Bluetooth or the same port.
  func isSame(as other: ConnectedDevice) -> Bool {
    if name != nil || other.name != nil { return name == other.name }
    return ports.intersects(other.ports)
      || ports.isSubset(of: .bluetooth) && other.ports.isSubset(of: .bluetooth)
  }
}

extension PortSet {
  /// The profiles of Bluetooth devices.
  static let bluetooth: PortSet = [.bluetoothHFP, .bluetoothA2DP, .bluetoothLE]
}
