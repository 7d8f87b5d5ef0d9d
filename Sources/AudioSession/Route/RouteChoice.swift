/// Chooses the route for one session: between devices the last that came, between the ports of one
/// device what the category asks for.
///
/// Source: Audio Session Programming Guide, "Responding to Route Changes" and QA1754; headers of the
/// options and of the categories. The header of `allowBluetoothHFP` says of hands-free that input and
/// output "will always end up on the Bluetooth HFP device"; that it goes before stereo of the same
/// device is said by the header of `allowBluetoothA2DP`.
package struct RouteChoice {
  package let configuration: SessionConfiguration
  let base: CategoryRow
  let ports: PortColumns
  /// Everything that is connected.
  let connected: [ConnectedDevice]
  /// What the user's pick leaves of that, what is picked first.
  let reachable: [ConnectedDevice]
  /// What the user has picked; never for several routes at once, which is our choice.
  let pick: OutputPick?
  /// Whether hands-free cannot be used yet.
  let isHandsFreeOpening: Bool
  let hasMicrophone: Bool
  let hasReceiver: Bool
  let overridesToSpeaker: Bool
  let preferredInput: Port?
  /// Whether `defaultToSpeaker` wins over what is connected, by the policy.
  let defaultToSpeakerSticks: Bool
  /// Whether the output stays on a hands-free device whose input is not used, by the policy.
  let keepsHandsFree: Bool

  private var options: CategoryOptions { configuration.effectiveOptions }

  /// The route.
  var route: Route { hasOnlyBuiltIn ? builtInRoute : decision.route }

  /// Whether nothing is connected, which is so in most states of a search.
  private var hasOnlyBuiltIn: Bool { reachable.isEmpty && configuration.category != .multiRoute }

  /// The same as `decision` has, with nothing reachable.
  private var builtInRoute: Route {
    var route = Route()
    let isOverridden = overridesToSpeaker && configuration.category == .playAndRecord
    if base.hasInput || isOverridden, hasMicrophone { route.inputs.insert(.builtInMic) }
    if isOverridden {
      route.outputs.insert(.builtInSpeaker)
    } else if base.hasOutput {
      route.outputs.insert(builtInOutput.port)
    }
    return route
  }

  /// The route, and why it is that one.
  package var decision: RouteDecision {
    if configuration.category == .multiRoute { return multiRoute }
    var decision = RouteDecision(route: Route())
    let isOverridden = overridesToSpeaker && configuration.category == .playAndRecord
    if isOverridden, hasMicrophone {
      decision.route.inputs.insert(.builtInMic)
      decision.input = pick == .speaker ? .picked : .overridden
    } else if base.hasInput, let input = chosenInput {
      decision.route.inputs.insert(input.port)
      decision.route.inputDevice = input.device?.name
      decision.input = input.reason
    }
    if isOverridden {
      decision.route.outputs.insert(.builtInSpeaker)
      decision.output = pick == .speaker ? .picked : .overridden
    } else if base.hasOutput {
      let output = output(beside: decision.route)
      decision.route.outputs.insert(output.port)
      decision.route.outputDevice = output.device?.name
      decision.output = output.reason
    }
    return decision
  }

  /// The inputs that the session could use, the newest first, the microphone of the phone last.
  ///
  /// A kind that several devices have is there once.
  var availableInputs: [Port] {
    guard base.hasInput else { return [] }
    let eligible = eligible(ports.inputs, opened: true)
    var inputs: [Port] = []
    for device in connected {
      for port in device.ports.intersection(eligible).ports where !inputs.contains(port) {
        inputs.append(port)
      }
    }
    return inputs + (hasMicrophone ? [.builtInMic] : [])
  }

  private typealias Pick = (port: Port, device: ConnectedDevice?, reason: RouteReason)

  private var chosenInput: Pick? {
    if reachable.isEmpty { return builtInInput }
    let eligible = eligible(ports.inputs)
    if let preferredInput {
      if preferredInput == .builtInMic, hasMicrophone { return (.builtInMic, nil, .preferred) }
      let device = reachable.first { $0.ports.contains(preferredInput) }
      if let device, eligible.contains(preferredInput) {
        return (preferredInput, device, .preferred)
      }
    }
    if let device = reachable.first(where: { $0.ports.intersects(eligible) }) {
      let own = device.ports.intersection(eligible)
      let port: Port? = own.contains(.bluetoothHFP) ? .bluetoothHFP : own.first
      if let port { return (port, device, newest(of: eligible)) }
    }
    return hasMicrophone ? (.builtInMic, nil, .builtIn) : nil
  }

  /// With nothing connected, which most states of a search are, or the phone itself picked.
  private var builtInInput: Pick? {
    guard hasMicrophone else { return nil }
    if preferredInput == .builtInMic { return (.builtInMic, nil, .preferred) }
    return (.builtInMic, nil, isPhonePicked ? .picked : .builtIn)
  }

  /// Whether the user has picked the phone itself, and not something that is connected.
  private var isPhonePicked: Bool { pick?.isOfPhone == true && !connected.isEmpty }

  private func output(beside input: Route) -> Pick {
    if input.inputs.contains(.bluetoothHFP) {
      let device = reachable.first {
        $0.name == input.inputDevice && $0.ports.contains(.bluetoothHFP)
      }
      return (.bluetoothHFP, device, .besideInput)
    }
    let wantsSpeaker = options.contains(.defaultToSpeaker)
    let sticks = defaultToSpeakerSticks && wantsSpeaker
    if !reachable.isEmpty, !sticks, let pick = external(beside: input) { return pick }
    return builtInOutput
  }

  /// The output of the phone itself.
  private var builtInOutput: Pick {
    let wantsSpeaker = options.contains(.defaultToSpeaker)
    if wantsSpeaker, defaultToSpeakerSticks { return (.builtInSpeaker, nil, .sticksToSpeaker) }
    let atEar = configuration.category == .playAndRecord && hasReceiver && !wantsSpeaker
    if isPhonePicked { return (atEar ? .builtInReceiver : .builtInSpeaker, nil, .picked) }
    if wantsSpeaker { return (.builtInSpeaker, nil, .defaultsToSpeaker) }
    return atEar ? (.builtInReceiver, nil, .atEar) : (.builtInSpeaker, nil, .builtIn)
  }

  /// The output of the last device that has an eligible one.
  private func external(beside input: Route) -> Pick? {
    var eligible = eligible(ports.outputs)
    // The microphone of the phone instead of hands-free: hands-free is neither way then.
    let leavesHandsFree =
      !keepsHandsFree && preferredInput == .builtInMic && input.inputs.contains(.builtInMic)
    if leavesHandsFree { eligible.remove(.bluetoothHFP) }
    guard let device = reachable.first(where: { $0.ports.intersects(eligible) }) else {
      return nil
    }
    let own = device.ports.intersection(eligible)
    let isPicked = pick?.means(device) == true
    return profile(of: device, own, isPicked ? .picked : newest(of: eligible))
  }

  /// The port of one device that the category asks for: hands-free where it may be used, unless the
  /// input was preferred from elsewhere; else stereo; else the first there is.
  private func profile(
    of device: ConnectedDevice, _ own: PortSet, _ reason: RouteReason
  ) -> Pick? {
    let order: [Port] =
      preferredInput == nil ? [.bluetoothHFP, .bluetoothA2DP] : [.bluetoothA2DP, .bluetoothHFP]
    guard let port = order.first(where: own.contains) ?? own.first else { return nil }
    let isChosen = own.contains(.bluetoothHFP) && own.contains(.bluetoothA2DP)
    return (port, device, isChosen ? .profile : reason)
  }

  /// Whether it was the only one that could be, or the last of several.
  private func newest(of eligible: PortSet) -> RouteReason {
    reachable.count(where: { $0.ports.intersects(eligible) }) > 1 ? .newest : .connected
  }

  /// Those of the ports that the session may use.
  private func eligible(_ all: PortSet, opened: Bool = false) -> PortSet {
    var eligible = all
    let options = options
    if base.hasInput, !options.contains(.allowBluetoothA2DP) {
      eligible.subtract(ports.stereoBluetooth)
    }
    if !options.contains(.allowBluetoothHFP) || isHandsFreeOpening && !opened {
      eligible.subtract(ports.handsFree)
    }
    if base.hasInput, !options.contains(.allowAirPlay) || configuration.mode == .voiceChat {
      eligible.subtract(ports.airPlay)
    }
    return eligible
  }

  private var multiRoute: RouteDecision {
    let handsFree =
      options.contains(.allowBluetoothHFP) && configuration.mode == .dualRoute
      && !isHandsFreeOpening
    let connectedPorts = reachable.reduce(into: PortSet()) { $0.formUnion($1.ports) }
    var outputs = connectedPorts.intersection(ports.multiRouteOutputs)
    if handsFree, connectedPorts.contains(.bluetoothHFP) { outputs.insert(.bluetoothHFP) }
    if outputs.isEmpty { outputs.insert(.builtInSpeaker) }
    var decision = RouteDecision(route: Route(outputs: outputs), output: .several)
    let inputs = ports.multiRouteInputs
    if let preferredInput, inputs.contains(preferredInput),
      connectedPorts.contains(preferredInput)
    {
      decision.route.inputs.insert(preferredInput)
      decision.route.inputDevice = reachable.first { $0.ports.contains(preferredInput) }?.name
      decision.input = .preferred
    } else if let device = reachable.first(where: { $0.ports.intersects(inputs) }),
      let port = device.ports.intersection(inputs).first
    {
      decision.route.inputs.insert(port)
      decision.route.inputDevice = device.name
      decision.input = newest(of: inputs)
    } else if hasMicrophone {
      decision.route.inputs.insert(.builtInMic)
      decision.input = .builtIn
    }
    return decision
  }
}
