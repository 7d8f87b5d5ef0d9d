import AudioSession

// Conversions from the policy's values to the objects in Apple's notifications.

extension AVAudioSession.DeactivationContext {
  convenience init(_ context: DeactivationContext) {
    self.init(
      source: context.source,
      interruptionContext: context.interruptionReason.map {
        AVAudioSession.InterruptionContext(reason: $0)
      })
  }
}

extension AVAudioSession.ResumptionContext {
  convenience init(_ context: ResumptionContext) {
    self.init(recommendation: context.recommendation)
  }
}

extension AVAudioSessionPortDescription {
  /// Creates a port of a device.
  ///
  /// The port has the device's name. The name and the kind together are its identifier.
  ///
  /// Without a name, each kind is connected at most once, so the kind identifies the port: our choice.
  convenience init(
    _ port: Port, of device: String? = nil, names: PortNames, owner: SessionBinding?,
    isInput: Bool
  ) {
    self.init(
      portType: AVAudioSession.Port(port), portName: device ?? names[port],
      uid: device.map { "\($0)-\(port.rawValue)" } ?? port.rawValue, owner: owner,
      isInput: isInput)
  }
}

extension AVAudioSessionRouteDescription {
  convenience init(_ route: Route, names: PortNames, owner: SessionBinding?) {
    self.init(
      inputs: route.inputs.ports.map {
        AVAudioSessionPortDescription(
          $0, of: route.inputDevice, names: names, owner: owner, isInput: true)
      },
      outputs: route.outputs.ports.map {
        AVAudioSessionPortDescription(
          $0, of: $0.isBuiltIn ? nil : route.outputDevice, names: names, owner: owner,
          isInput: false)
      })
  }
}
