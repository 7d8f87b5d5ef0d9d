import AudioSession
internal import PhoneRuntime

/// The inputs and outputs of a session.
///
/// An app's tests cannot create Apple's type, but can create this one. Two routes are equal if their ports are equal.
public final class AVAudioSessionRouteDescription: Hashable, Sendable {
  /// The input ports.
  public let inputs: [AVAudioSessionPortDescription]
  /// The output ports.
  public let outputs: [AVAudioSessionPortDescription]

  /// Creates a route.
  public init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
    self.inputs = inputs
    self.outputs = outputs
  }

  /// Returns whether the ports are equal.
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

/// An input or output.
///
/// An app's tests cannot create Apple's type, but can create this one. Two ports are equal if the kind and the
/// identifier are equal.
public final class AVAudioSessionPortDescription: Hashable, Sendable {
  /// The kind.
  public let portType: AVAudioSession.Port
  /// The name that the user sees.
  public let portName: String
  /// The identifier that distinguishes the port from other ports of its kind.
  public let uid: String
  /// The session that described the port; nil for a port that a test created.
  private let owner: SessionBinding?
  /// Whether the port is an input.
  let isInput: Bool

  /// Creates a port.
  public convenience init(portType: AVAudioSession.Port, portName: String, uid: String) {
    self.init(portType: portType, portName: portName, uid: uid, owner: nil, isInput: false)
  }

  init(
    portType: AVAudioSession.Port, portName: String, uid: String, owner: SessionBinding?,
    isInput: Bool
  ) {
    self.isInput = isInput
    self.portType = portType
    self.portName = portName
    self.uid = uid
    self.owner = owner
  }

  /// Whether a session has described the port.
  var isSessions: Bool { owner != nil }

  /// The port's microphones; nil if the port is not the built-in microphone of a session's phone.
  public var dataSources: [AVAudioSessionDataSourceDescription]? {
    guard portType == .builtInMic else { return nil }
    return owner.map(AVAudioSessionDataSourceDescription.builtIn)
  }

  /// The microphone in use: the requested microphone, or the bottom microphone if none was requested.
  public var selectedDataSource: AVAudioSessionDataSourceDescription? {
    preferredDataSource ?? dataSources?.first
  }

  /// The requested microphone, or nil.
  public var preferredDataSource: AVAudioSessionDataSourceDescription? {
    guard let owner else { return nil }
    let asked = owner.runtime.hardwarePreferences(of: owner.app).inputDataSource
    return dataSources?.first { $0.microphone == asked }
  }

  /// Requests one of the port's microphones; nil resets the request.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for a microphone that the port does not have.
  public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    guard let owner, let dataSources, dataSource.map(dataSources.contains) ?? true else {
      throw sessionError(.badParam)
    }
    try AVAudioSession(owner).request(.preferredDataSource(dataSource?.microphone))
  }

  /// Returns whether the kind and the identifier are equal.
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
