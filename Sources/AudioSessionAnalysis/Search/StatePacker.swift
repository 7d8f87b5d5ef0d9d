package import AudioSession

/// Packs and unpacks the states of one world.
///
/// `unpack(pack(s)) == s` for every state that the world reaches, except for two properties that no rule reads:
/// the undelivered notifications in the mailbox, and whether output was running when an interruption began.
package struct StatePacker {
  let configurations: [SessionConfiguration]
  /// The state that supplies all properties that no event of the world changes.
  let start: PhoneState

  /// The sources in the searched worlds.
  private static let sources = SystemSource.allCases.filter(\.isSearched)
    .map { InterruptionSources($0) }

  /// The searched sources that end automatically and can therefore refuse an activation.
  private static let refusing = sources.filter {
    InterruptionSources.endingByThemselves.contains($0)
  }

  /// The alerts in the searched worlds.
  private static let alerts = SystemAlert.allCases.filter { $0.source.isSearched }

  /// The only device that can be connected in the searched worlds.
  private static let headphones = DeviceStack(oldestFirst: [.headphones])

  /// Creates a packer for the states of one world.
  package init(configurations: [SessionConfiguration], start: PhoneState) {
    self.configurations = configurations
    self.start = start
  }

  /// Returns a state after packing and unpacking it.
  package func repacked(_ state: PhoneState) -> PhoneState { unpack(pack(state)) }

  /// Packs a state.
  func pack(_ state: PhoneState) -> PackedState {
    var writer = BitWriter()
    pack(state.device, &writer)
    for app in state.apps { pack(app, apps: state.apps.count, &writer) }
    for place in state.apps.indices {
      let isTaken = place < state.startOrder.count
      writer.write(isTaken ? UInt64(state.startOrder[place].index) + 1 : 0, bits: 2)
    }
    return writer.packed
  }

  /// Unpacks a state.
  func unpack(_ packed: PackedState) -> PhoneState {
    var reader = BitReader(packed)
    var state = start
    unpackDevice(&state.device, &reader)
    for place in state.apps.indices {
      unpackApp(&state.apps[place], apps: state.apps.count, &reader)
    }
    let order = state.apps.indices.map { _ in Int(reader.read(bits: 2)) }
    state.startOrder = StartOrder(
      oldestFirst: order.reversed().filter { $0 > 0 }.map { AppID($0 - 1) })
    return state
  }

  private func pack(_ device: DeviceState, _ writer: inout BitWriter) {
    for call in [device.calls.first, device.calls.second] {
      writer.write(call.map { UInt64($0.phase.rawValue) + 1 } ?? 0, bits: 2)
      writer.write(call?.host == .app(0))
      writer.write(call?.followsRemoteHangUp ?? false)
    }
    for alert in Self.alerts { writer.write(device[alert]) }
    writer.write(UInt64(device.siri.rawValue), bits: 2)
    writer.write(device.isLocked)
    writer.write(device.isMicrophoneMuted)
    writer.write(device.isMediaServerDown)
    writer.write(device.isCallAudioClosing)
    writer.write(device.nowPlaying.map { UInt64($0.index) + 1 } ?? 0, bits: 2)
    writer.write(!device.connected.isEmpty)
  }

  private func unpackDevice(_ device: inout DeviceState, _ reader: inout BitReader) {
    device.calls.first = unpackCall(&reader)
    device.calls.second = unpackCall(&reader)
    for alert in Self.alerts { device[alert] = reader.readFlag() }
    device.siri = SiriState(rawValue: UInt8(reader.read(bits: 2))) ?? .off
    device.isLocked = reader.readFlag()
    device.isMicrophoneMuted = reader.readFlag()
    device.isMediaServerDown = reader.readFlag()
    device.isCallAudioClosing = reader.readFlag()
    let player = reader.read(bits: 2)
    device.nowPlaying = player == 0 ? nil : AppID(Int(player) - 1)
    device.connected = reader.readFlag() ? Self.headphones : DeviceStack()
  }

  private func unpackCall(_ reader: inout BitReader) -> Call? {
    let phase = reader.read(bits: 2)
    let isOwn = reader.readFlag()
    let followsRemoteHangUp = reader.readFlag()
    guard phase > 0, let known = CallPhase(rawValue: UInt8(phase - 1)) else { return nil }
    var call = Call(known, host: isOwn ? .app(0) : .phone)
    call.followsRemoteHangUp = followsRemoteHangUp
    return call
  }

  private func pack(_ app: AppState, apps: Int, _ writer: inout BitWriter) {
    let configuration = configurations.firstIndex(of: app.configuration)
    precondition(configuration != nil, "the configuration is not part of the world")
    writer.write(UInt64(configuration ?? 0), bits: 4)
    writer.write(UInt64(app.lifecycle.rawValue), bits: 2)
    writer.write(app.returnsAtUnlock)
    writer.write(!app.remoteCommands.isEmpty)
    writer.write(app.overridesToSpeaker)
    for source in Self.refusing { writer.write(app.refusedBy.contains(source)) }
    switch app.activity {
    case .inactive(let hasClaim, let mayResume):
      writer.write(hasClaim ? 1 : 0, bits: 2)
      writer.write(mayResume)
    case .active(let running):
      writer.write(2, bits: 2)
      writer.write(UInt64(running.rawValue), bits: 2)
    case .interrupted(let interruption):
      writer.write(3, bits: 2)
      pack(interruption, apps: apps, &writer)
    }
  }

  private func pack(_ interruption: AppState.Interruption, apps: Int, _ writer: inout BitWriter) {
    writer.write(interruption.hasClaim)
    writer.write(interruption.isResumable)
    let holders = interruption.sources.intersection(.allApps)
    writer.write(UInt64(holders.rawValue), bits: UInt64(apps))
    for source in Self.sources { writer.write(interruption.sources.contains(source)) }
  }

  private func unpackApp(_ app: inout AppState, apps: Int, _ reader: inout BitReader) {
    app.configuration = configurations[Int(reader.read(bits: 4))]
    app.lifecycle = Lifecycle(rawValue: UInt8(reader.read(bits: 2))) ?? .foreground
    app.returnsAtUnlock = reader.readFlag()
    if !reader.readFlag() { app.remoteCommands = [] }
    app.overridesToSpeaker = reader.readFlag()
    for source in Self.refusing where reader.readFlag() { app.refusedBy.insert(source) }
    let tag = reader.read(bits: 2)
    if tag == 3 {
      app.activity = .interrupted(unpackInterruption(apps: apps, &reader))
    } else if tag == 2 {
      app.activity = .active(IODirections(rawValue: UInt8(reader.read(bits: 2))))
    } else {
      app.activity = .inactive(hasClaim: tag == 1, mayResume: reader.readFlag())
    }
  }

  private func unpackInterruption(
    apps: Int, _ reader: inout BitReader
  ) -> AppState.Interruption {
    let hasClaim = reader.readFlag()
    let isResumable = reader.readFlag()
    var sources = InterruptionSources(rawValue: UInt32(reader.read(bits: UInt64(apps))))
    for source in Self.sources where reader.readFlag() { sources.insert(source) }
    var interruption = AppState.Interruption(by: sources, wasPlaying: false, hasClaim: hasClaim)
    interruption.isResumable = isResumable
    return interruption
  }
}
