/// The input that an app prefers.
///
/// Source: page of `setPreferredInput(_:)`: one of the port descriptions of `availableInputs`, each of
/// which has an identifier of its own, so that an app can choose between two devices of one kind.
public enum PreferredInput: Hashable, Sendable {
  /// The input of that kind, of the last device that has it.
  case port(Port)
  /// The input of the device of that name: hands-free if it has several.
  case device(String)

  /// The input, as scenarios write it.
  public var name: String {
    switch self {
    case .port(let port): port.name
    case .device(let name): name
    }
  }

  /// Whether the input is one of that device.
  func means(_ device: ConnectedDevice) -> Bool {
    switch self {
    case .port(let port): device.ports.contains(port)
    case .device(let name): device.name == name
    }
  }

  /// The input among those ports of a device that it means; nil if none is.
  func port(among ports: PortSet) -> Port? {
    switch self {
    case .port(let port): ports.contains(port) ? port : nil
    case .device: ports.contains(.bluetoothHFP) ? .bluetoothHFP : ports.first
    }
  }

  /// Whether the input is there with those devices connected.
  func isThere(among devices: [ConnectedDevice]) -> Bool {
    if case .port(let port) = self, port.isBuiltIn { return true }
    return devices.contains(where: means)
  }
}
