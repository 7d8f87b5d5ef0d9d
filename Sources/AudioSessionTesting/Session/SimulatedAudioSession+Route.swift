// What the members do is said with the protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import AudioSession

extension SimulatedAudioSession {
  public var currentRoute: AVAudioSessionRouteDescription {
    let (route, names) = world.read { ($0.phone.currentRoute, $0.portNames) }
    return AVAudioSessionRouteDescription(route, names: names)
  }

  public var availableInputs: [AVAudioSessionPortDescription]? {
    let (ports, names) = world.read { state in
      (state.phone.availableInputs(for: app), state.portNames)
    }
    return ports.isEmpty ? nil : ports.map { AVAudioSessionPortDescription($0, names: names) }
  }

  public var preferredInput: AVAudioSessionPortDescription? {
    let (port, names) = world.read { ($0.phone.state[app].preferredInput, $0.portNames) }
    return port.map { AVAudioSessionPortDescription($0, names: names) }
  }

  public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
    let port = inPort.map { Port(rawValue: $0.portType.rawValue) }
    guard port != .some(nil) else { throw sessionError(.badParam) }
    try call(.setPreferredInput(app, port ?? nil))
  }

  public func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws {
    try call(.overrideOutput(app, portOverride == .speaker ? .speaker : .none))
  }

  public var isInputAvailable: Bool { world.read { $0.phone.isInputAvailable } }

  public var outputVolume: Float { Float(world.read { $0.phone.outputVolume(for: app) }) }

  public var isOtherAudioPlaying: Bool { world.read { $0.phone.isOtherAudioPlaying(for: app) } }

  public var secondaryAudioShouldBeSilencedHint: Bool {
    world.read { $0.phone.secondaryAudioShouldBeSilenced(for: app) }
  }
}
