/// Chooses the route for one session.
///
/// Among several devices, the device connected last wins. Among the ports of one device, the category decides.
///
/// Source: Audio Session Programming Guide, "Responding to Route Changes" and QA1754; headers of the options and of the
/// categories. For hands-free, the page of `allowBluetooth` says that the output "automatically changes" to the device
/// of a selected input. The header of `allowBluetoothA2DP` says that hands-free takes precedence over stereo on the
/// same device.
package struct RouteChoice {
  package let configuration: SessionConfiguration
  let base: CategoryRow
  let ports: PortColumns
  /// All connected devices.
  let connected: [ConnectedDevice]
  /// The devices that the route may use given the user's pick, the picked device first.
  let reachable: [ConnectedDevice]
  /// The output that the user has picked.
  ///
  /// Our choice: a pick never applies to several simultaneous routes.
  let pick: OutputPick?
  /// Whether the hands-free profile is not yet usable.
  let isHandsFreeOpening: Bool
  let hasMicrophone: Bool
  let hasReceiver: Bool
  let overridesToSpeaker: Bool
  let preferredInput: PreferredInput?
  /// Whether `defaultToSpeaker` takes precedence over connected devices (policy option `defaultToSpeakerSticky`).
  let defaultToSpeakerSticks: Bool
  /// Whether the output stays on a hands-free device whose input is not used (policy option `builtInMicBesideHFP`).
  let keepsHandsFree: Bool

  private var options: CategoryOptions { configuration.effectiveOptions }

  var route: Route { hasOnlyBuiltIn ? builtInRoute : decision.route }

  /// Whether no device is reachable, as in most states of an exploration.
  private var hasOnlyBuiltIn: Bool { reachable.isEmpty && configuration.category != .multiRoute }

  /// The same route as in `decision`, if no device is reachable.
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

  /// The route, with the reasons for its ports.
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

  /// The inputs that the session could use, each with the name of its device.
  ///
  /// The newest device comes first, the phone's microphone last.
  ///
  /// Among unnamed devices, each kind of input appears at most once.
  var availableInputs: [(port: Port, device: String?)] {
    guard base.hasInput else { return [] }
    let eligible = eligible(ports.inputs, opened: true)
    let inputs = connected.flatMap { device in
      device.ports.intersection(eligible).ports.map { (port: $0, device: device.name) }
    }
    return inputs + (hasMicrophone ? [(.builtInMic, nil)] : [])
  }

  /// Returns whether the session could use the input.
  func offers(_ input: PreferredInput) -> Bool {
    switch input {
    case .port(let port): return availableInputs.contains { $0.port == port }
    case .device(let name): return availableInputs.contains { $0.device == name }
    }
  }

  private var prefersBuiltInMic: Bool { preferredInput == .port(.builtInMic) }

  private typealias Pick = (port: Port, device: ConnectedDevice?, reason: RouteReason)

  private var chosenInput: Pick? {
    if reachable.isEmpty { return builtInInput }
    var eligible = eligible(ports.inputs)
    if let preferredInput {
      if prefersBuiltInMic, hasMicrophone { return (.builtInMic, nil, .preferred) }
      if let device = reachable.first(where: preferredInput.means),
        let port = preferredInput.port(among: device.ports.intersection(eligible))
      {
        return (port, device, .preferred)
      }
    }
    if isHandsFreeReplaced { eligible.remove(.bluetoothHFP) }
    if let device = reachable.first(where: { $0.ports.intersects(eligible) }) {
      let own = device.ports.intersection(eligible)
      let port: Port? = own.contains(.bluetoothHFP) ? .bluetoothHFP : own.first
      if let port { return (port, device, newest(of: eligible)) }
    }
    return hasMicrophone ? (.builtInMic, nil, .builtIn) : nil
  }

  /// Whether a device with another output was connected after the last hands-free device, and has become the output.
  ///
  /// Source: QA1754 for the device that was connected last; header of `allowBluetoothA2DP`: "For HFP and A2DP ports on
  /// separate hardware devices, the last-in wins rule applies." According to the page of `allowBluetooth`, the input
  /// follows the output.
  private var isHandsFreeReplaced: Bool {
    guard base.hasInput, base.hasOutput else { return false }
    let eligible = eligible(ports.outputs)
    let last = reachable.first { $0.ports.intersects(eligible) }
    return last.map { !$0.ports.intersection(eligible).contains(.bluetoothHFP) } ?? false
  }

  /// The input if no device is connected, as in most states of an exploration, or if the phone itself is picked.
  private var builtInInput: Pick? {
    guard hasMicrophone else { return nil }
    if prefersBuiltInMic { return (.builtInMic, nil, .preferred) }
    return (.builtInMic, nil, isPhonePicked ? .picked : .builtIn)
  }

  /// Whether the user has picked the phone itself rather than a connected device.
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
    if !reachable.isEmpty, !sticks, let pick = externalBesideOtherInput { return pick }
    return builtInOutput
  }

  /// The built-in output.
  private var builtInOutput: Pick {
    let wantsSpeaker = options.contains(.defaultToSpeaker)
    if wantsSpeaker, defaultToSpeakerSticks { return (.builtInSpeaker, nil, .sticksToSpeaker) }
    let atEar = configuration.category == .playAndRecord && hasReceiver && !wantsSpeaker
    if isPhonePicked { return (atEar ? .builtInReceiver : .builtInSpeaker, nil, .picked) }
    if wantsSpeaker { return (.builtInSpeaker, nil, .defaultsToSpeaker) }
    return atEar ? (.builtInReceiver, nil, .atEar) : (.builtInSpeaker, nil, .builtIn)
  }

  /// The output of the most recently connected device with an eligible output, if the input is not hands-free.
  ///
  /// If a hands-free device is not the input, policy option `builtInMicBesideHFP` decides whether it may be the output.
  private var externalBesideOtherInput: Pick? {
    var eligible = eligible(ports.outputs)
    if !keepsHandsFree { eligible.remove(.bluetoothHFP) }
    guard let device = reachable.first(where: { $0.ports.intersects(eligible) }) else {
      return nil
    }
    let own = device.ports.intersection(eligible)
    let isPicked = pick?.means(device) == true
    return profile(of: device, own, isPicked ? .picked : newest(of: eligible))
  }

  /// Returns the device's port to use.
  ///
  /// If the app does not prefer an input, hands-free comes first, then stereo. If the app prefers another input, stereo
  /// comes before hands-free. Otherwise the first port is used.
  private func profile(
    of device: ConnectedDevice, _ own: PortSet, _ reason: RouteReason
  ) -> Pick? {
    let order: [Port] =
      preferredInput == nil ? [.bluetoothHFP, .bluetoothA2DP] : [.bluetoothA2DP, .bluetoothHFP]
    guard let port = order.first(where: own.contains) ?? own.first else { return nil }
    let isChosen = own.contains(.bluetoothHFP) && own.contains(.bluetoothA2DP)
    return (port, device, isChosen ? .profile : reason)
  }

  /// Returns the reason: the device is the only eligible one, or the newest of several.
  private func newest(of eligible: PortSet) -> RouteReason {
    reachable.count(where: { $0.ports.intersects(eligible) }) > 1 ? .newest : .connected
  }

  /// Returns the ports that the session may use.
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

  /// The ports that can be the second route in the dual-route mode.
  ///
  /// Source: header of `AVAudioSessionModeDualRoute` (iOS 27).
  private static let secondary: PortSet = [.headsetMic, .headphones, .bluetoothLE, .bluetoothHFP]

  /// The phone's microphone and speaker, together with the newest device that can be the second route.
  ///
  /// Source: header of `AVAudioSessionModeDualRoute` (iOS 26.2): "The primary audio route is always the built-in
  /// microphone/speaker." Our choice: among several devices, the newest is the second route, as with other routes.
  private var dualRoute: RouteDecision {
    var route = Route(inputs: hasMicrophone ? [.builtInMic] : [], outputs: [.builtInSpeaker])
    let eligible = eligible(Self.secondary)
    if let device = reachable.first(where: { $0.ports.intersects(eligible) }) {
      let own = device.ports.intersection(eligible)
      route.outputDevice = device.name
      if own.contains(.bluetoothHFP) {
        route.inputs.insert(.bluetoothHFP)
        route.outputs.insert(.bluetoothHFP)
      } else {
        route.inputs.formUnion(own.intersection(ports.inputs))
        route.outputs.formUnion(own.intersection(ports.outputs))
      }
    }
    return RouteDecision(route: route, output: .several, input: hasMicrophone ? .several : nil)
  }

  private var multiRoute: RouteDecision {
    if configuration.mode == .dualRoute { return dualRoute }
    let connectedPorts = reachable.reduce(into: PortSet()) { $0.formUnion($1.ports) }
    var outputs = connectedPorts.intersection(ports.multiRouteOutputs)
    if outputs.isEmpty { outputs.insert(.builtInSpeaker) }
    var decision = RouteDecision(route: Route(outputs: outputs), output: .several)
    let inputs = ports.multiRouteInputs
    if let preferredInput, let device = reachable.first(where: preferredInput.means),
      let port = preferredInput.port(among: device.ports.intersection(inputs))
    {
      decision.route.inputs.insert(port)
      decision.route.inputDevice = device.name
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
