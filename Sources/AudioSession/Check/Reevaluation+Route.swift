extension Reevaluation {
  /// The session that decides, and what it gets.
  static func route(in state: PhoneState, _ policy: AudioPolicy) -> Route {
    let sticks = policy.defaultToSpeakerSticky == .yes
    let plain = PlainRoute(device: state.device, speakerSticks: sticks)
    var route = plain.route(among: state.apps)
    let player = state.apps.first {
      $0.isActive && $0.configuration.category != .record
        && $0.configuration.category != .audioProcessing
    }
    if route.outputs.isEmpty, policy.recordAndMixablePeers == .mix, let player {
      route.outputs = plain.route(for: player).outputs
    }
    return route
  }
}

/// The route, read from the causes in the words of the documentation.
private struct PlainRoute {
  let device: DeviceState
  let speakerSticks: Bool

  func route(among apps: [AppState]) -> Route {
    let calls = [device.calls.first, device.calls.second]
    if let call = calls.first(where: { $0?.phase == .active }), let call {
      switch call.host {
      case .phone:
        var session = AppState()
        session.configuration = SessionConfiguration(
          .playAndRecord, mode: .voiceChat, options: .allowBluetoothHFP)
        return route(for: session)
      case .app(let app): if apps[app.index].isActive { return route(for: apps[app.index]) }
      }
    }
    let deciding =
      apps.first { $0.isActive && !Reevaluation.mixes($0) && takesInput($0) }
      ?? apps.first { $0.isActive && !Reevaluation.mixes($0) }
      ?? apps.first { $0.isActive && takesInput($0) }
      ?? apps.first { $0.isActive && $0.configuration.category != .audioProcessing }
      ?? apps.first(where: \.isActive)
    return route(for: deciding ?? AppState())
  }

  private func takesInput(_ app: AppState) -> Bool {
    let category = app.configuration.category
    return category == .record || category == .playAndRecord || category == .multiRoute
  }

  func route(for session: AppState) -> Route {
    switch session.configuration.category {
    case .audioProcessing: return Route()
    case .multiRoute: return several(session)
    case .record: return Route(inputs: only(input(session)))
    case .ambient, .soloAmbient, .playback: return Route(outputs: only(output(session)))
    case .playAndRecord:
      if session.overridesToSpeaker {
        return Route(inputs: builtInInput, outputs: [.builtInSpeaker])
      }
      let input = input(session)
      let output = input == .bluetoothHFP ? .bluetoothHFP : output(session)
      return Route(inputs: only(input), outputs: only(output))
    }
  }

  private func only(_ port: Port?) -> PortSet {
    var ports = PortSet()
    if let port { ports.insert(port) }
    return ports
  }

  private var builtInInput: PortSet { device.hasMicrophone ? [.builtInMic] : [] }

  private func may(_ session: AppState, use port: Port) -> Bool {
    let options = session.configuration.options.union(session.configuration.mode.impliedOptions)
    switch port {
    case .bluetoothA2DP: return !takesInput(session) || options.contains(.allowBluetoothA2DP)
    case .bluetoothHFP:
      return options.contains(.allowBluetoothHFP)
    case .airPlay:
      if !takesInput(session) { return true }
      return options.contains(.allowAirPlay) && session.configuration.mode != .voiceChat
    case .builtInMic, .headsetMic, .lineIn, .builtInSpeaker, .builtInReceiver, .headphones,
      .bluetoothLE, .usbAudio, .carAudio, .lineOut, .HDMI, .continuityMicrophone, .virtual, .PCI,
      .fireWire, .displayPort, .AVB, .thunderbolt, .mediaDeviceExtension:
      return true
    }
  }

  private static let onlyOutputs: PortSet = [
    .headphones, .bluetoothA2DP, .bluetoothLE, .lineOut, .HDMI, .airPlay, .mediaDeviceExtension,
  ]
  private static let onlyInputs: PortSet = [.headsetMic, .lineIn, .continuityMicrophone]

  private func canUse(_ port: Port, _ session: AppState) -> Bool {
    if port == .builtInMic { return device.hasMicrophone }
    return device.ports.contains(port) && !Self.onlyOutputs.contains(port)
      && may(session, use: port)
  }

  private func input(_ session: AppState) -> Port? {
    if let wish = session.preferredInput, canUse(wish, session) { return wish }
    return device.ports.first { canUse($0, session) }
      ?? (device.hasMicrophone ? .builtInMic : nil)
  }

  private func output(_ session: AppState) -> Port {
    let options = session.configuration.options.union(session.configuration.mode.impliedOptions)
    let wantsSpeaker = options.contains(.defaultToSpeaker)
    let newest = device.ports.first {
      !Self.onlyInputs.contains($0) && may(session, use: $0)
    }
    if let newest, !(wantsSpeaker && speakerSticks) {
      let hasHandsFree =
        device.ports.contains(.bluetoothHFP) && may(session, use: .bluetoothHFP)
        && session.preferredInput == nil
      return newest == .bluetoothA2DP && hasHandsFree ? .bluetoothHFP : newest
    }
    let atEar = session.configuration.category == .playAndRecord && !wantsSpeaker
    return atEar ? .builtInReceiver : .builtInSpeaker
  }

  private static let severalOutputs: PortSet = [.usbAudio, .lineOut, .headphones, .HDMI]

  private func several(_ session: AppState) -> Route {
    var outputs = PortSet(device.ports.filter { Self.severalOutputs.contains($0) })
    let isDual =
      session.configuration.mode == .dualRoute
      && session.configuration.options.contains(.allowBluetoothHFP)
    if isDual, device.ports.contains(.bluetoothHFP) { outputs.insert(.bluetoothHFP) }
    if outputs.isEmpty { outputs = [.builtInSpeaker] }
    let inputs = device.ports.filter { $0 == .usbAudio || $0 == .headsetMic }
    if let wish = session.preferredInput, inputs.contains(wish) {
      return Route(inputs: only(wish), outputs: outputs)
    }
    if let newest = inputs.first { return Route(inputs: only(newest), outputs: outputs) }
    return Route(inputs: builtInInput, outputs: outputs)
  }
}
