/// A device connected to the phone, such as earphones or a car, with its ports.
public struct ConnectedDevice: Hashable, Sendable {
  /// The name that distinguishes the device from other devices with the same ports, such as `car`.
  ///
  /// Nil for an unnamed device.
  public let name: String?
  /// The ports of the device: a single port, several Bluetooth profiles, or the ports of a dock.
  public internal(set) var ports: PortSet

  /// A device.
  public init(_ name: String?, ports: PortSet) {
    self.name = name
    self.ports = ports
  }
}

/// The devices connected to the phone, in the order in which they were connected.
///
/// Each device appears at most once, and there are at most `capacity` devices. The built-in ports are not included. A
/// port without a device name is treated as a separate device. Our choice: all Bluetooth profiles without a name belong
/// to a single unnamed device, because nothing would distinguish two such devices.
public struct DeviceStack: Hashable, Sendable {
  /// The maximum number of devices: our choice, more than anybody carries.
  public static let capacity = 12

  /// The devices, the newest first.
  public private(set) var newestFirst: [ConnectedDevice] = []

  /// An empty stack.
  public init() {}

  /// Creates a stack from connected ports, oldest first.
  ///
  /// Built-in ports, duplicates and ports beyond the capacity are omitted.
  public init(oldestFirst ports: [Port]) {
    for port in ports { _ = connect(ConnectedDevice(nil, ports: [port])) }
  }

  /// Creates a stack from connected devices, oldest first.
  ///
  /// Devices that cannot be connected are omitted.
  public init(devicesOldestFirst devices: [ConnectedDevice]) {
    for device in devices { _ = connect(device) }
  }

  /// Whether no device is connected.
  public var isEmpty: Bool { newestFirst.isEmpty }

  /// The ports of all devices.
  public var ports: PortSet {
    newestFirst.reduce(into: PortSet()) { $0.formUnion($1.ports) }
  }

  /// Connects a device.
  ///
  /// Returns false if the device does not add any ports, has built-in ports, or exceeds the capacity.
  ///
  /// If the device is already connected, additional ports are added to it. The device keeps its place in the order,
  /// because it is not new.
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

  /// Removes a device with all its ports.
  ///
  /// Returns nil if no device has that name.
  mutating func disconnect(named name: String) -> ConnectedDevice? {
    guard let place = newestFirst.firstIndex(where: { $0.name == name }) else { return nil }
    return newestFirst.remove(at: place)
  }

  /// The Bluetooth device that was connected last, or nil.
  var lastBluetooth: ConnectedDevice? { newestFirst.first { $0.ports.isSubset(of: .bluetooth) } }

  /// Removes and returns the Bluetooth device that was connected last, or nil.
  mutating func disconnectBluetooth() -> ConnectedDevice? {
    guard let place = newestFirst.firstIndex(where: { $0.ports.isSubset(of: .bluetooth) }) else {
      return nil
    }
    return newestFirst.remove(at: place)
  }

  /// Removes a port from the most recently connected device that has it.
  ///
  /// Returns nil if no device has the port.
  ///
  /// The result is the removed port with the name of its device.
  mutating func disconnect(_ port: Port) -> ConnectedDevice? {
    guard let place = newestFirst.firstIndex(where: { $0.ports.contains(port) }) else { return nil }
    newestFirst[place].ports.remove(port)
    let gone = ConnectedDevice(newestFirst[place].name, ports: [port])
    if newestFirst[place].ports.isEmpty { newestFirst.remove(at: place) }
    return gone
  }
}

extension ConnectedDevice {
  /// Returns whether both values describe the same device.
  ///
  /// Named devices are compared by name. Unnamed devices are the same if both are Bluetooth devices or have a port in
  /// common.
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
