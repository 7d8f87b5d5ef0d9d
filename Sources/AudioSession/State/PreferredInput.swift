/// The input that an app prefers.
///
/// Source: page of `setPreferredInput(_:)`: the input is one of the port descriptions in `availableInputs`. Each
/// description has its own identifier, so that an app can choose between two devices of the same kind.
public enum PreferredInput: Hashable, Sendable {
  /// The input of that kind, on the most recently connected device that has such an input.
  case port(Port)
  /// The input of the device with that name. If the device has several inputs, hands-free is used.
  case device(String)

  /// The input, as it is written in scenarios.
  public var name: String {
    switch self {
    case .port(let port): port.name
    case .device(let name): name
    }
  }

  /// Returns whether the device has the preferred input.
  func means(_ device: ConnectedDevice) -> Bool {
    switch self {
    case .port(let port): device.ports.contains(port)
    case .device(let name): device.name == name
    }
  }

  /// Returns the preferred input among a device's ports, or nil.
  func port(among ports: PortSet) -> Port? {
    switch self {
    case .port(let port): ports.contains(port) ? port : nil
    case .device: ports.contains(.bluetoothHFP) ? .bluetoothHFP : ports.first
    }
  }

  /// Returns whether the input exists while those devices are connected.
  func isThere(among devices: [ConnectedDevice]) -> Bool {
    if case .port(let port) = self, port.isBuiltIn { return true }
    return devices.contains(where: means)
  }
}
