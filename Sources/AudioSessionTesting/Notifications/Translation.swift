import AudioSession

// From what the policy says to the objects that Apple's notifications carry.

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
  /// Each kind is connected at most once, so that the kind will do as an identifier: our choice.
  convenience init(_ port: Port, names: PortNames) {
    self.init(
      portType: AVAudioSession.Port(port), portName: names[port],
      uid: port.rawValue)
  }
}

extension AVAudioSessionRouteDescription {
  convenience init(_ route: Route, names: PortNames) {
    self.init(
      inputs: route.inputs.ports.map { AVAudioSessionPortDescription($0, names: names) },
      outputs: route.outputs.ports.map { AVAudioSessionPortDescription($0, names: names) })
  }
}
