/// Chooses the route for one session: last in, first used.
///
/// Source: Audio Session Programming Guide, "Responding to Route Changes" and QA1754; headers of
/// the options and of the categories. That a hands-free and a stereo Bluetooth port belong to one
/// device is our choice.
package struct RouteChoice {
  package let configuration: SessionConfiguration
  let base: CategoryRow
  let ports: PortColumns
  let connected: PortStack
  let hasMicrophone: Bool
  let overridesToSpeaker: Bool
  let preferredInput: Port?
  /// Whether `defaultToSpeaker` wins over what is connected, by the policy.
  let defaultToSpeakerSticks: Bool

  private var options: CategoryOptions { configuration.effectiveOptions }

  /// The route.
  var route: Route { decision.route }

  /// The route, and why it is that one.
  package var decision: RouteDecision {
    if configuration.category == .multiRoute { return multiRoute }
    if overridesToSpeaker, configuration.category == .playAndRecord {
      let route = Route(inputs: hasMicrophone ? [.builtInMic] : [], outputs: [.builtInSpeaker])
      return RouteDecision(
        route: route, output: .overridden, input: hasMicrophone ? .overridden : nil)
    }
    var decision = RouteDecision(route: Route())
    let input = base.hasInput ? chosenInput : nil
    if let input {
      decision.route.inputs.insert(input.port)
      decision.input = input.reason
    }
    if base.hasOutput {
      let output = output(beside: input?.port)
      decision.route.outputs.insert(output.port)
      decision.output = output.reason
    }
    return decision
  }

  /// The inputs that the session could use, the newest first, the microphone of the phone last.
  var availableInputs: [Port] {
    guard base.hasInput else { return [] }
    let external = connected.filter { ports.inputs.contains($0) && isEligible($0) }
    return external + (hasMicrophone ? [.builtInMic] : [])
  }

  private var chosenInput: (port: Port, reason: RouteReason)? {
    if let preferredInput, availableInputs.contains(preferredInput) {
      return (preferredInput, .preferred)
    }
    let external = connected.first { ports.inputs.contains($0) && isEligible($0) }
    if let external { return (external, .newest) }
    return hasMicrophone ? (.builtInMic, .builtIn) : nil
  }

  /// A hands-free input takes its output along, and beats stereo of the same device.
  private func output(beside input: Port?) -> (port: Port, reason: RouteReason) {
    if input == .bluetoothHFP { return (.bluetoothHFP, .besideInput) }
    let wantsSpeaker = options.contains(.defaultToSpeaker)
    let sticks = defaultToSpeakerSticks && wantsSpeaker
    let external = connected.first { ports.outputs.contains($0) && isEligible($0) }
    if let external, !sticks {
      let beaten = external == .bluetoothA2DP && connected.contains(.bluetoothHFP)
      return beaten && isEligible(.bluetoothHFP) && preferredInput == nil
        ? (.bluetoothHFP, .beatsStereo) : (external, .newest)
    }
    if wantsSpeaker { return (.builtInSpeaker, sticks ? .sticksToSpeaker : .defaultsToSpeaker) }
    let atEar = configuration.category == .playAndRecord
    return atEar ? (.builtInReceiver, .atEar) : (.builtInSpeaker, .builtIn)
  }

  private func isEligible(_ port: Port) -> Bool {
    switch ports.eligibility(of: port) {
    case .every: true
    case .stereoBluetooth: !base.hasInput || options.contains(.allowBluetoothA2DP)
    case .handsFree: options.contains(.allowBluetoothHFP)
    case .airPlay:
      !base.hasInput
        || options.contains(.allowAirPlay) && configuration.mode != .voiceChat
    }
  }

  private var multiRoute: RouteDecision {
    let handsFree = options.contains(.allowBluetoothHFP) && configuration.mode == .dualRoute
    let inputs = connected.filter(ports.multiRouteInputs.contains)
    var outputs = PortSet(connected.filter(ports.multiRouteOutputs.contains))
    if handsFree, connected.contains(.bluetoothHFP) { outputs.insert(.bluetoothHFP) }
    if outputs.isEmpty { outputs.insert(.builtInSpeaker) }
    var decision = RouteDecision(route: Route(outputs: outputs), output: .several)
    let preferred = preferredInput.flatMap { inputs.contains($0) ? $0 : nil }
    if let input = preferred ?? inputs.first ?? (hasMicrophone ? .builtInMic : nil) {
      decision.route.inputs.insert(input)
      decision.input = preferred != nil ? .preferred : inputs.isEmpty ? .builtIn : .newest
    }
    return decision
  }
}
