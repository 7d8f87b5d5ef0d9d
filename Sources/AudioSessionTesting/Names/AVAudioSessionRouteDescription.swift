import AudioSession

/// Where sound comes from and goes to.
///
/// Apple's cannot be made by an app's tests; this one can. Equal if its ports are.
public final class AVAudioSessionRouteDescription: Hashable, Sendable {
  /// The ports that sound comes from.
  public let inputs: [AVAudioSessionPortDescription]
  /// The ports that sound goes to.
  public let outputs: [AVAudioSessionPortDescription]

  /// A route.
  public init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// Equal if the ports are.
  public static func == (
    left: AVAudioSessionRouteDescription, right: AVAudioSessionRouteDescription
  ) -> Bool {
    left.inputs == right.inputs && left.outputs == right.outputs
  }

  /// Hashes the ports.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(inputs)
    hasher.combine(outputs)
  }
}

/// One input or output.
///
/// Apple's cannot be made by an app's tests; this one can. Equal if kind and identifier are.
public final class AVAudioSessionPortDescription: Hashable, Sendable {
  /// The kind.
  public let portType: AVAudioSession.Port
  /// What the user is shown.
  public let portName: String
  /// Distinguishes it from others of its kind.
  public let uid: String

  /// A port.
  public init(portType: AVAudioSession.Port, portName: String, uid: String) {
    self.portType = portType
    self.portName = portName
    self.uid = uid
  }

  /// Equal if kind and identifier are.
  public static func == (
    left: AVAudioSessionPortDescription, right: AVAudioSessionPortDescription
  ) -> Bool {
    left.portType == right.portType && left.uid == right.uid
  }

  /// Hashes kind and identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(portType)
    hasher.combine(uid)
  }
}
