// What the members do is said with the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioSession
import PhoneRuntime

extension SimulatedAudioSession {
  public var currentRoute: AVAudioSessionRouteDescription {
    AVAudioSessionRouteDescription(runtime.phone.currentRoute, names: notifications.portNames)
  }

  public var availableInputs: [AVAudioSessionPortDescription]? {
    let ports = runtime.phone.availableInputs(for: app)
    let names = notifications.portNames
    return ports.isEmpty ? nil : ports.map { AVAudioSessionPortDescription($0, names: names) }
  }

  public var preferredInput: AVAudioSessionPortDescription? {
    let names = notifications.portNames
    return runtime.phone.state[app].preferredInput
      .map { AVAudioSessionPortDescription($0, names: names) }
  }

  public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    let port = inPort.map { Port(rawValue: $0.portType.rawValue) }
    guard port != .some(nil) else { throw sessionError(.badParam) }
    try call(.setPreferredInput(app, port ?? nil))
  }

  public func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws {
    try call(.overrideOutput(app, portOverride))
  }

  public var isInputAvailable: Bool { runtime.phone.isInputAvailable }

  public var outputVolume: Float { Float(runtime.phone.outputVolume(for: app)) }

  public var isOtherAudioPlaying: Bool { runtime.phone.isOtherAudioPlaying(for: app) }

  public var secondaryAudioShouldBeSilencedHint: Bool {
    runtime.phone.secondaryAudioShouldBeSilenced(for: app)
  }
}
