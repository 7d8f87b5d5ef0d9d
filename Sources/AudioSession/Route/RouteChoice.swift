/// Chooses the route for one session: last in, first used.
///
/// Source: Audio Session Programming Guide, "Responding to Route Changes" and QA1754; headers of
/// the options and of the categories. That a hands-free and a stereo Bluetooth port belong to one
/// device is our choice.
struct RouteChoice {
  let configuration: SessionConfiguration
  let connected: PortStack
  let hasMicrophone: Bool
  let overridesToSpeaker: Bool
  let preferredInput: Port?
  /// Whether `defaultToSpeaker` wins over what is connected, by the knob.
  let defaultToSpeakerSticks: Bool

  private var base: CategoryRow { CategoryRow[configuration.category] }
  private var options: CategoryOptions { configuration.effectiveOptions }

  /// The route.
  var route: Route {
    if configuration.category == .multiRoute { return multiRoute }
    if overridesToSpeaker, configuration.category == .playAndRecord {
      return Route(inputs: hasMicrophone ? [.builtInMic] : [], outputs: [.builtInSpeaker])
    }
    let input = base.hasInput ? chosenInput : nil
    var route = Route()
    if let input { route.inputs.insert(input) }
    if base.hasOutput { route.outputs.insert(output(beside: input)) }
    return route
  }

  /// The inputs that the session could use, the newest first, the microphone of the phone last.
  var availableInputs: [Port] {
    guard base.hasInput else { return [] }
    let external = connected.filter { $0.row.isInput && isEligible($0) }
    return external + (hasMicrophone ? [.builtInMic] : [])
  }

  private var chosenInput: Port? {
    if let preferredInput, availableInputs.contains(preferredInput) { return preferredInput }
    let external = connected.first { $0.row.isInput && isEligible($0) }
    return external ?? (hasMicrophone ? .builtInMic : nil)
  }

  /// A hands-free input takes its output along, and beats stereo of the same device.
  private func output(beside input: Port?) -> Port {
    if input == .bluetoothHFP { return .bluetoothHFP }
    let sticks = defaultToSpeakerSticks && options.contains(.defaultToSpeaker)
    let external = connected.first { $0.row.isOutput && isEligible($0) }
    if let external, !sticks {
      let beaten = external == .bluetoothA2DP && connected.contains(.bluetoothHFP)
      return beaten && isEligible(.bluetoothHFP) && preferredInput == nil ? .bluetoothHFP : external
    }
    guard configuration.category == .playAndRecord else { return .builtInSpeaker }
    return options.contains(.defaultToSpeaker) ? .builtInSpeaker : .builtInReceiver
  }

  private func isEligible(_ port: Port) -> Bool {
    switch port.row.eligibility {
    case .every: true
    case .stereoBluetooth: !base.hasInput || options.contains(.allowBluetoothA2DP)
    case .handsFree:
      options.contains(.allowBluetoothHFP) || configuration.mode == .voicePrompt
    case .airPlay:
      !base.hasInput
        || options.contains(.allowAirPlay) && configuration.mode != .voiceChat
    }
  }

  private var multiRoute: Route {
    let handsFree = options.contains(.allowBluetoothHFP) && configuration.mode == .dualRoute
    let inputs = connected.filter { $0.row.isMultiRouteInput }
    var outputs = PortSet(connected.filter { $0.row.isMultiRouteOutput })
    if handsFree, connected.contains(.bluetoothHFP) { outputs.insert(.bluetoothHFP) }
    if outputs.isEmpty { outputs.insert(.builtInSpeaker) }
    var route = Route(outputs: outputs)
    let preferred = preferredInput.flatMap { inputs.contains($0) ? $0 : nil }
    if let input = preferred ?? inputs.first ?? (hasMicrophone ? .builtInMic : nil) {
      route.inputs.insert(input)
    }
    return route
  }
}
