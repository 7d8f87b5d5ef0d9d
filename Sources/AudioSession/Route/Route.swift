/// Where sound comes from and goes to.
///
/// Source: `AVAudioSessionRouteDescription`.
public struct Route: Hashable, Sendable {
  /// Where it comes from.
  public var inputs: PortSet
  /// Where it goes to.
  public var outputs: PortSet

  /// A route.
  public init(inputs: PortSet = [], outputs: PortSet = []) {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// What it is made of, in words.
  var ports: String { "from \(inputs.ports.map(\.name)) to \(outputs.ports.map(\.name))" }
}
