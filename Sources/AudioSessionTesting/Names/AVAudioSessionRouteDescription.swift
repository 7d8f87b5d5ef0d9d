import AudioSession
internal import PhoneRuntime

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
  /// The session that described it; nil for one that a test made.
  private let owner: SessionBinding?
  /// Whether sound comes from it, and does not go to it.
  let isInput: Bool

  /// A port.
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

  /// Whether a session has described it.
  var isSessions: Bool { owner != nil }

  /// The microphones of the port; nil if it is not the built-in one of a session's phone.
  public var dataSources: [AVAudioSessionDataSourceDescription]? {
    guard portType == .builtInMic else { return nil }
    return owner.map(AVAudioSessionDataSourceDescription.builtIn)
  }

  /// The microphone in use: the one that was asked for, else the one at the bottom.
  public var selectedDataSource: AVAudioSessionDataSourceDescription? {
    preferredDataSource ?? dataSources?.first
  }

  /// The microphone that was asked for, or nil.
  public var preferredDataSource: AVAudioSessionDataSourceDescription? {
    guard let owner else { return nil }
    let asked = owner.runtime.hardwarePreferences(of: owner.app).inputDataSource
    return dataSources?.first { $0.microphone == asked }
  }

  /// Asks for one of its microphones; nil resets it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for one that it does not have.
  public func setPreferredDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    guard let owner, let dataSources, dataSource.map(dataSources.contains) ?? true else {
      throw sessionError(.badParam)
    }
    try AVAudioSession(owner).request(.preferredDataSource(dataSource?.microphone))
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
