/// The input that an app prefers.
///
/// Source: page of `setPreferredInput(_:)`: one of the port descriptions of `availableInputs`. Each has its own
/// identifier, so that an app can choose between two devices of the same kind.
public enum PreferredInput: Hashable, Sendable {
  /// The input of that kind, on the last connected device that has it.
  case port(Port)
  /// The input of the device with that name; hands-free if the device has several.
  case device(String)

  /// The input, as scenarios write it.
  public var name: String {
    switch self {
    case .port(let port): port.name
    case .device(let name): name
    }
  }

  /// Whether the device has the preferred input.
  func means(_ device: ConnectedDevice) -> Bool {
    switch self {
    case .port(let port): device.ports.contains(port)
    case .device(let name): device.name == name
    }
  }

  /// The preferred input among those ports of a device, or nil.
  func port(among ports: PortSet) -> Port? {
    switch self {
    case .port(let port): ports.contains(port) ? port : nil
    case .device: ports.contains(.bluetoothHFP) ? .bluetoothHFP : ports.first
    }
  }

  /// Whether the input exists while those devices are connected.
  func isThere(among devices: [ConnectedDevice]) -> Bool {
    if case .port(let port) = self, port.isBuiltIn { return true }
    return devices.contains(where: means)
  }
}
