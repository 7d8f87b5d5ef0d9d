internal import AudioSession

extension Reevaluation {
  /// Returns the route of the session that decides the route.
  static func route(
    in state: PhoneState, _ policy: AudioPolicy, on platform: Platform
  ) -> Route {
    let plain = PlainRoute(
      device: state.device, isPad: platform == .iPad,
      speakerSticks: policy.defaultToSpeakerSticky == .yes,
      keepsHandsFree: policy.builtInMicBesideHFP == .keepsOutput)
    let lastFirst = state.startOrder.map { state.apps[$0.index] }
    var route = plain.route(among: state.apps, lastFirst)
    let players = lastFirst.filter {
      $0.configuration.category != .record && $0.configuration.category != .audioProcessing
    }
    if route.outputs.isEmpty, policy.recordAndMixablePeers == .mix,
      let player = players.first(where: \.isInputRunning)
        ?? players.first(where: \.isOutputRunning) ?? players.first
    {
      let beside = plain.route(for: player)
      route.outputs = beside.outputs
      route.outputDevice = beside.outputDevice
    }
    return route
  }
}

/// A route that is derived only from the stored causes, following the wording of the documentation.
private struct PlainRoute {
  var device: DeviceState
  let isPad: Bool
  let speakerSticks: Bool
  let keepsHandsFree: Bool

  func route(among apps: [AppState], _ lastFirst: [AppState]) -> Route {
    let calls = [device.calls.first, device.calls.second]
    if let call = calls.first(where: { $0?.phase == .active }), let call {
      switch call.host {
      case .phone, .video:
        var session = AppState()
        session.configuration = SessionConfiguration(
          .playAndRecord, mode: call.host == .video ? .videoChat : .voiceChat,
          options: .allowBluetoothHFP)
        return route(for: session)
      case .app(let app): if apps[app.index].isActive { return route(for: apps[app.index]) }
      }
    }
    let deciding =
      lastFirst.first(where: \.isInputRunning)
      ?? lastFirst.first(where: \.isOutputRunning)
      ?? lastFirst.first { $0.configuration.category != .audioProcessing }
      ?? lastFirst.first
    return route(for: deciding ?? AppState())
  }

  private func takesInput(_ app: AppState) -> Bool { Reevaluation.takesInput(app) }

  /// During a call, the output that was picked in the call; otherwise the output that was picked earlier.
  private var pick: OutputPick? {
    device.calls.first != nil && device.pickedForCall != nil
      ? device.pickedForCall : device.pickedOutput
  }

  func route(for session: AppState) -> Route {
    switch session.configuration.category {
    case .audioProcessing: return Route()
    case .multiRoute: return several(session)
    case .record: return joined(input(session), nil)
    case .ambient, .soloAmbient, .playback: return joined(nil, output(session, nil))
    case .playAndRecord:
      var input = input(session)
      let isOnSpeaker = session.overridesToSpeaker || pick == .speaker
      guard isOnSpeaker else { return joined(input, output(session, input)) }
      if device.hasMicrophone { input = (.builtInMic, nil) }
      return joined(input, (.builtInSpeaker, nil))
    }
  }

  /// A port with the name of the device that it belongs to.
  private typealias End = (port: Port, device: String?)

  private func joined(_ input: End?, _ output: End?) -> Route {
    Route(
      inputs: only(input?.port), outputs: only(output?.port), inputDevice: input?.device,
      outputDevice: output?.device)
  }

  private func only(_ port: Port?) -> PortSet {
    var ports = PortSet()
    if let port { ports.insert(port) }
    return ports
  }

  private func may(_ session: AppState, use port: Port) -> Bool {
    let options = session.configuration.options.union(session.configuration.mode.impliedOptions)
    switch port {
    case .bluetoothA2DP: return !takesInput(session) || options.contains(.allowBluetoothA2DP)
    case .bluetoothHFP:
      return options.contains(.allowBluetoothHFP) && !device.isHandsFreeOpening
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

  /// Returns all connected ports, starting with those of the most recently connected device.
  ///
  /// If a device offers several profiles, the profile in use comes first.
  private func ends(handsFreeFirst: Bool) -> [End] {
    picked.flatMap { device -> [End] in
      let profiles: [Port] =
        handsFreeFirst ? [.bluetoothHFP, .bluetoothA2DP] : [.bluetoothA2DP, .bluetoothHFP]
      let inOrder = profiles + Port.allCases.filter { !profiles.contains($0) }
      return inOrder.filter { device.ports.contains($0) }.map { ($0, device.name) }
    }
  }

  /// The connected devices: first the device that the user has picked, then the others from newest to oldest.
  ///
  /// Empty if the user has picked the phone or its speaker.
  private var picked: [ConnectedDevice] {
    let all = device.connected.newestFirst
    switch pick {
    case nil: return all
    case .phone, .speaker: return []
    case .device(let name):
      return all.filter { $0.name == name } + all.filter { $0.name != name }
    case .port(let port):
      guard let first = all.first(where: { $0.ports.contains(port) }) else { return all }
      return [first] + all.filter { $0 != first }
    }
  }

  /// Returns whether an end is the input that a session prefers.
  private static func `is`(_ end: End, _ preferred: PreferredInput?) -> Bool {
    switch preferred {
    case nil: false
    case .port(let port): end.port == port
    case .device(let name): end.device == name
    }
  }

  private func input(_ session: AppState) -> End? {
    let usable = ends(handsFreeFirst: true).filter {
      !Self.onlyOutputs.contains($0.port) && may(session, use: $0.port)
    }
    if let preferred = session.preferredInput {
      if preferred == .port(.builtInMic), device.hasMicrophone { return (.builtInMic, nil) }
      if let end = usable.first(where: { Self.is($0, preferred) }) { return end }
    }
    // If a device that was connected later provides the output, the hands-free profile of an earlier device is not used
    // for input either.
    let output = ends(handsFreeFirst: true).first {
      !Self.onlyInputs.contains($0.port) && may(session, use: $0.port)
    }
    let isReplaced =
      session.configuration.category == .playAndRecord && output?.port != .bluetoothHFP
    return usable.first { !isReplaced || $0.port != .bluetoothHFP }
      ?? (device.hasMicrophone ? (.builtInMic, nil) : nil)
  }

  private func output(_ session: AppState, _ input: End?) -> End {
    if let input, input.port == .bluetoothHFP { return input }
    let options = session.configuration.options.union(session.configuration.mode.impliedOptions)
    let wantsSpeaker = options.contains(.defaultToSpeaker)
    let usable = ends(handsFreeFirst: session.preferredInput == nil).filter {
      // A hands-free device never contributes only one direction to a route, unless the option says so.
      if $0.port == .bluetoothHFP, !keepsHandsFree { return false }
      return !Self.onlyInputs.contains($0.port) && may(session, use: $0.port)
    }
    if let newest = usable.first, !(wantsSpeaker && speakerSticks) { return newest }
    let atEar = session.configuration.category == .playAndRecord && !wantsSpeaker && !isPad
    return atEar ? (.builtInReceiver, nil) : (.builtInSpeaker, nil)
  }

  /// Returns the built-in ports and both directions of the most recent headset, headphones or Bluetooth headset.
  private func dual() -> Route {
    let seconds = device.connected.newestFirst.map { connected in
      let ports = connected.ports.ports.filter {
        [.headsetMic, .headphones, .bluetoothLE].contains($0)
          || $0 == .bluetoothHFP && !device.isHandsFreeOpening
      }
      return (ports: ports, name: connected.name)
    }
    let used = seconds.first { !$0.ports.isEmpty }
    let second = used?.ports ?? []
    let isHandsFree = second.contains(.bluetoothHFP)
    let ends = isHandsFree ? [.bluetoothHFP] : second
    return Route(
      inputs: PortSet(
        (device.hasMicrophone ? [.builtInMic] : [])
          + ends.filter { $0 == .bluetoothHFP || Self.onlyInputs.contains($0) }),
      outputs: PortSet([.builtInSpeaker] + ends.filter { !Self.onlyInputs.contains($0) }),
      outputDevice: used?.name ?? nil)
  }

  private static let severalOutputs: PortSet = [.usbAudio, .lineOut, .headphones, .HDMI]

  private func several(_ session: AppState) -> Route {
    var plain = self
    plain.device.pickedOutput = nil
    plain.device.pickedForCall = nil
    let all = plain.ends(handsFreeFirst: true)
    if session.configuration.mode == .dualRoute { return plain.dual() }
    var outputs = PortSet(all.map(\.port).filter { Self.severalOutputs.contains($0) })
    if outputs.isEmpty { outputs = [.builtInSpeaker] }
    let inputs = all.filter { $0.port == .headsetMic || $0.port == .usbAudio }
    let input =
      inputs.first { Self.is($0, session.preferredInput) } ?? inputs.first
      ?? (device.hasMicrophone ? (.builtInMic, nil) : nil)
    return Route(inputs: only(input?.port), outputs: outputs, inputDevice: input?.device)
  }
}
