extension Reevaluation {
  /// Where sound goes to.
  var outputs: Set<Port> { route.outputs }
  /// Where sound comes from.
  var inputs: Set<Port> { route.inputs }

  /// The session that decides, and what it gets.
  private var route: (outputs: Set<Port>, inputs: Set<Port>) {
    let calls = [state.device.calls.first, state.device.calls.second]
    for case .some(let call) in calls where call.phase == .active {
      switch call.host {
      case .phone:
        var session = AppState()
        session.configuration = SessionConfiguration(
          .playAndRecord, mode: .voiceChat, options: .allowBluetoothHFP)
        return route(for: session)
      case .app(let app):
        if state.apps[app.index].isActive { return route(for: state.apps[app.index]) }
      }
    }
    let active = state.apps.filter(\.isActive)
    let exclusive = active.filter { !mixes($0) }
    let candidates = exclusive.isEmpty ? active : exclusive
    let deciding = candidates.first { takesInput($0) } ?? candidates.first ?? AppState()
    return route(for: deciding)
  }

  private func takesInput(_ app: AppState) -> Bool {
    let category = app.configuration.category
    return category == .record || category == .playAndRecord || category == .multiRoute
  }

  private func route(for session: AppState) -> (outputs: Set<Port>, inputs: Set<Port>) {
    switch session.configuration.category {
    case .audioProcessing: return ([], [])
    case .multiRoute: return several(session)
    case .record: return ([], input(session).map { [$0] } ?? [])
    case .ambient, .soloAmbient, .playback: return ([output(session)], [])
    case .playAndRecord:
      if session.overridesToSpeaker {
        return ([.builtInSpeaker], state.device.hasMicrophone ? [.builtInMic] : [])
      }
      let input = input(session)
      let output = input == .bluetoothHFP ? .bluetoothHFP : output(session)
      return ([output], input.map { [$0] } ?? [])
    }
  }

  private func may(_ session: AppState, use port: Port) -> Bool {
    let options = session.configuration.options.union(session.configuration.mode.impliedOptions)
    switch port {
    case .bluetoothA2DP: return !takesInput(session) || options.contains(.allowBluetoothA2DP)
    case .bluetoothHFP:
      return options.contains(.allowBluetoothHFP) || session.configuration.mode == .voicePrompt
    case .airPlay:
      if !takesInput(session) { return true }
      return options.contains(.allowAirPlay) && session.configuration.mode != .voiceChat
    case .builtInMic, .headsetMic, .lineIn, .builtInSpeaker, .builtInReceiver, .headphones,
      .bluetoothLE, .usbAudio, .carAudio, .lineOut, .HDMI, .continuityMicrophone, .virtual, .PCI,
      .fireWire, .displayPort, .AVB, .thunderbolt, .mediaDeviceExtension:
      return true
    }
  }

  private static let onlyOutputs: Set<Port> = [
    .headphones, .bluetoothA2DP, .bluetoothLE, .lineOut, .HDMI, .airPlay,
  ]
  private static let onlyInputs: Set<Port> = [.headsetMic, .lineIn, .continuityMicrophone]

  private func input(_ session: AppState) -> Port? {
    var usable = state.device.ports.newestFirst.filter {
      !Self.onlyOutputs.contains($0) && may(session, use: $0)
    }
    if state.device.hasMicrophone { usable.append(.builtInMic) }
    if let wish = session.preferredInput, usable.contains(wish) { return wish }
    return usable.first
  }

  private func output(_ session: AppState) -> Port {
    let connected = state.device.ports.newestFirst
    let options = session.configuration.options.union(session.configuration.mode.impliedOptions)
    let wantsSpeaker = options.contains(.defaultToSpeaker)
    let usable = connected.filter { !Self.onlyInputs.contains($0) && may(session, use: $0) }
    if let newest = usable.first, !(wantsSpeaker && policy[.defaultToSpeakerSticky] == .yes) {
      let hasHandsFree = usable.contains(.bluetoothHFP) && session.preferredInput == nil
      return newest == .bluetoothA2DP && hasHandsFree ? .bluetoothHFP : newest
    }
    let atEar = session.configuration.category == .playAndRecord && !wantsSpeaker
    return atEar ? .builtInReceiver : .builtInSpeaker
  }

  private func several(_ session: AppState) -> (outputs: Set<Port>, inputs: Set<Port>) {
    let connected = state.device.ports.newestFirst
    var outputs = Set(connected).intersection([.usbAudio, .lineOut, .headphones, .HDMI])
    let isDual =
      session.configuration.mode == .dualRoute
      && session.configuration.options.contains(.allowBluetoothHFP)
    if isDual, connected.contains(.bluetoothHFP) { outputs.insert(.bluetoothHFP) }
    if outputs.isEmpty { outputs = [.builtInSpeaker] }
    let inputs = connected.filter { $0 == .usbAudio || $0 == .headsetMic }
    if let wish = session.preferredInput, inputs.contains(wish) { return (outputs, [wish]) }
    if let newest = inputs.first { return (outputs, [newest]) }
    return (outputs, state.device.hasMicrophone ? [.builtInMic] : [])
  }
}
