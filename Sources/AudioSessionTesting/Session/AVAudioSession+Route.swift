// What the members do is said with the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioSession
import PhoneRuntime

extension AVAudioSession {
  public var currentRoute: AVAudioSessionRouteDescription {
    let binding = binding
    return AVAudioSessionRouteDescription(
      binding.phone.currentRoute, names: binding.notifications.portNames, owner: binding)
  }

  public var availableInputs: [AVAudioSessionPortDescription]? {
    let phone = runtime.phone
    let ports = phone.availableInputs(for: app)
    let names = notifications.portNames
    let owner = binding
    if ports.isEmpty { return nil }
    return ports.map {
      AVAudioSessionPortDescription(
        $0, of: phone.deviceName(of: $0), names: names, owner: owner, isInput: true)
    }
  }

  public var preferredInput: AVAudioSessionPortDescription? {
    let phone = runtime.phone
    let names = notifications.portNames
    let owner = binding
    return phone.state[app].preferredInput.map {
      AVAudioSessionPortDescription(
        $0, of: phone.deviceName(of: $0), names: names, owner: owner, isInput: true)
    }
  }

  public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    let port = inPort.map { AudioSession.Port(rawValue: $0.portType.rawValue) }
    guard port != .some(nil) else { throw sessionError(.badParam) }
    try call { .setPreferredInput($0, port ?? nil) }
  }

  public func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws {
    try call { .overrideOutput($0, portOverride) }
  }

  public var isInputAvailable: Bool { runtime.phone.isInputAvailable }

  public var outputVolume: Float { Float(runtime.phone.outputVolume(for: app)) }

  public var isOtherAudioPlaying: Bool { runtime.phone.isOtherAudioPlaying(for: app) }

  public var secondaryAudioShouldBeSilencedHint: Bool {
    runtime.phone.secondaryAudioShouldBeSilenced(for: app)
  }
}
