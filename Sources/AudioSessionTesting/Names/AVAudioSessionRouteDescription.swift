import AudioSession
public import Foundation
internal import PhoneRuntime

/// The inputs and outputs of a session.
///
/// Apple's type does not have an initializer with ports; tests subclass it instead, which is also possible here. Two
/// routes are equal if their ports are equal.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  private let inputPorts: [AVAudioSessionPortDescription]
  private let outputPorts: [AVAudioSessionPortDescription]

  /// Creates a route.
  public init(inputs: [AVAudioSessionPortDescription], outputs: [AVAudioSessionPortDescription]) {
    inputPorts = inputs
    outputPorts = outputs
  }

  /// Creates a route without ports.
  public override init() { (inputPorts, outputPorts) = ([], []) }

  /// The input ports.
  open var inputs: [AVAudioSessionPortDescription] { inputPorts }
  /// The output ports.
  open var outputs: [AVAudioSessionPortDescription] { outputPorts }

  /// Returns whether the ports are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionRouteDescription else { return false }
    return inputs == other.inputs && outputs == other.outputs
  }

  /// The hash of the ports.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(inputs)
    hasher.combine(outputs)
    return hasher.finalize()
  }
}

/// An input or output.
///
/// Apple's type does not have an initializer with a kind; tests subclass it instead, which is also possible here. Two
/// ports are equal if the kind and the identifier are equal.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  private let names: (type: AVAudioSession.Port, name: String, uid: String)
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
    names = (portType, portName, uid)
    self.owner = owner
  }

  /// Creates the built-in speaker, for subclasses.
  public override init() {
    isInput = false
    names = (.builtInSpeaker, "Speaker", "Speaker")
    owner = nil
  }

  /// The kind.
  open var portType: AVAudioSession.Port { names.type }
  /// The name that the user sees.
  open var portName: String { names.name }
  /// The identifier that distinguishes the port from other ports of its kind.
  open var uid: String { names.uid }

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
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionPortDescription else { return false }
    return portType == other.portType && uid == other.uid
  }

  /// The hash of kind and identifier.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(portType)
    hasher.combine(uid)
    return hasher.finalize()
  }
}
