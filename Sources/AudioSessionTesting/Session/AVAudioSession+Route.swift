// The members are documented in the protocol.
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
    let ports = phone.availableInputPorts(for: app)
    let names = notifications.portNames
    let owner = binding
    if ports.isEmpty { return nil }
    return ports.map {
      AVAudioSessionPortDescription(
        $0.port, of: $0.device, names: names, owner: owner, isInput: true)
    }
  }

  public var preferredInput: AVAudioSessionPortDescription? {
    let phone = runtime.phone
    let names = notifications.portNames
    let owner = binding
    return phone.preferredPort(of: app).map {
      AVAudioSessionPortDescription(
        $0.port, of: $0.device, names: names, owner: owner, isInput: true)
    }
  }

  public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    guard let inPort else { return try call(.setPreferredInput(nil)) }
    let (phone, names, owner) = (runtime.phone, notifications.portNames, binding)
    let chosen = phone.availableInputPorts(for: app).first {
      inPort
        == AVAudioSessionPortDescription(
          $0.port, of: $0.device, names: names, owner: owner, isInput: true)
    }
    // The policy refuses an absent input after checking for all other errors.
    guard let port = chosen?.port ?? AudioSession.Port(rawValue: inPort.portType.rawValue) else {
      throw sessionError(.badParam)
    }
    let input = chosen?.device.map { PreferredInput.device($0) } ?? .port(port)
    try call(.setPreferredInput(input))
  }

  public func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws {
    try call(.overrideOutput(portOverride))
  }

  public var isInputAvailable: Bool { runtime.phone.isInputAvailable }

  public var outputVolume: Float { Float(runtime.phone.outputVolume(for: app)) }

  public var isOtherAudioPlaying: Bool { runtime.phone.isOtherAudioPlaying(for: app) }

  public var secondaryAudioShouldBeSilencedHint: Bool {
    runtime.phone.secondaryAudioShouldBeSilenced(for: app)
  }
}
