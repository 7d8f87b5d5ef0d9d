/// The inputs and outputs that are in use.
///
/// Source: `AVAudioSessionRouteDescription`.
public struct Route: Hashable, Sendable {
  /// The ports that sound comes from.
  public var inputs: PortSet
  /// The ports that sound goes to.
  public var outputs: PortSet
  /// The name of the input device, if it has one.
  public var inputDevice: String?
  /// The name of the output device, if it has one.
  ///
  /// Nil if several outputs are used at the same time, except in the dual-route mode, where this is the device of
  /// the second route.
  public var outputDevice: String?

  /// A route.
  public init(
    inputs: PortSet = [], outputs: PortSet = [], inputDevice: String? = nil,
    outputDevice: String? = nil
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.inputDevice = inputDevice
    self.outputDevice = outputDevice
  }

  /// Returns whether sound goes to that device.
  func plays(on device: ConnectedDevice) -> Bool {
    let isSeveral = outputs.count > 1
    return outputs.intersects(device.ports) && (isSeveral || outputDevice == device.name)
  }
}

extension Route: CustomStringConvertible {
  /// The ports and the names of the devices, such as `from headsetMic to headphones`.
  public var description: String {
    let input = inputDevice.map { " of \($0)" } ?? ""
    let output = outputDevice.map { " of \($0)" } ?? ""
    return "from \(inputs)\(input) to \(outputs)\(output)"
  }
}
