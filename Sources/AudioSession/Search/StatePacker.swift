/// Packs states of one world and unpacks them.
///
/// `unpack(pack(s)) == s` for all that the world reaches, but for what no rule reads: the letters in
/// the mailbox, and whether output ran when an interruption began.
package struct StatePacker {
  let configurations: [SessionConfiguration]
  /// What no event of the world changes is taken from here.
  let start: PhoneState

  /// The sources that the searched worlds have.
  private static let sources: [InterruptionSources] = [
    .call, .alarm, .siri, .emergency, .microphoneMute, .routeLoss, .suspension,
  ]

  /// A packer for the states of one world.
  package init(configurations: [SessionConfiguration], start: PhoneState) {
    self.configurations = configurations
    self.start = start
  }

  /// What is left of a state when it is packed and unpacked.
  package func repacked(_ state: PhoneState) -> PhoneState { unpack(pack(state)) }

  /// Packs a state.
  func pack(_ state: PhoneState) -> PackedState {
    var writer = BitWriter()
    pack(state.device, &writer)
    for app in state.apps { pack(app, apps: state.apps.count, &writer) }
    return writer.packed
  }

  /// The state that was packed.
  func unpack(_ packed: PackedState) -> PhoneState {
    var reader = BitReader(packed)
    var state = start
    unpackDevice(&state.device, &reader)
    for place in state.apps.indices {
      unpackApp(&state.apps[place], apps: state.apps.count, &reader)
    }
    return state
  }

  private func pack(_ device: DeviceState, _ writer: inout BitWriter) {
    for call in [device.calls.first, device.calls.second] {
      writer.write(call.map { UInt64($0.phase.rawValue) + 1 } ?? 0, bits: 2)
      writer.write(call?.host == .app(0))
    }
    writer.write(device.isAlarmRinging)
    writer.write(UInt64(device.siri.rawValue), bits: 2)
    writer.write(device.isEmergency)
    writer.write(device.isMicrophoneMuted)
    writer.write(device.isMediaServerDown)
    writer.write(device.nowPlaying.map { UInt64($0.index) + 1 } ?? 0, bits: 2)
    writer.write(!device.ports.isEmpty)
  }

  private func unpackDevice(_ device: inout DeviceState, _ reader: inout BitReader) {
    device.calls.first = unpackCall(&reader)
    device.calls.second = unpackCall(&reader)
    device.isAlarmRinging = reader.readFlag()
    device.siri = SiriState(rawValue: UInt8(reader.read(bits: 2))) ?? .off
    device.isEmergency = reader.readFlag()
    device.isMicrophoneMuted = reader.readFlag()
    device.isMediaServerDown = reader.readFlag()
    let player = reader.read(bits: 2)
    device.nowPlaying = player == 0 ? nil : AppID(Int(player) - 1)
    device.ports = PortStack(oldestFirst: reader.readFlag() ? [.headphones] : [])
  }

  private func unpackCall(_ reader: inout BitReader) -> Call? {
    let phase = reader.read(bits: 2)
    let isOwn = reader.readFlag()
    guard phase > 0, let known = CallPhase(rawValue: UInt8(phase - 1)) else { return nil }
    return Call(known, host: isOwn ? .app(0) : .phone)
  }

  private func pack(_ app: AppState, apps: Int, _ writer: inout BitWriter) {
    let configuration = configurations.firstIndex(of: app.configuration)
    precondition(configuration != nil, "a configuration from outside of the world")
    writer.write(UInt64(configuration ?? 0), bits: 4)
    writer.write(UInt64(app.lifecycle.rawValue), bits: 2)
    writer.write(!app.remoteCommands.isEmpty)
    writer.write(app.isActive)
    writer.write(app.isInputRunning)
    writer.write(app.isOutputRunning)
    writer.write(app.isBeganOutstanding)
    writer.write(app.isNotResumable)
    writer.write(app.hasClaim)
    writer.write(app.overridesToSpeaker)
    writer.write(UInt64(app.interruptedBy.intersection(.allApps).rawValue), bits: UInt64(apps))
    for source in Self.sources { writer.write(app.interruptedBy.contains(source)) }
    for source in Self.sources.prefix(4) { writer.write(app.refusedBy.contains(source)) }
  }

  private func unpackApp(_ app: inout AppState, apps: Int, _ reader: inout BitReader) {
    app.configuration = configurations[Int(reader.read(bits: 4))]
    app.lifecycle = Lifecycle(rawValue: UInt8(reader.read(bits: 2))) ?? .foreground
    if !reader.readFlag() { app.remoteCommands = [] }
    app.isActive = reader.readFlag()
    app.isInputRunning = reader.readFlag()
    app.isOutputRunning = reader.readFlag()
    app.isBeganOutstanding = reader.readFlag()
    app.isNotResumable = reader.readFlag()
    app.hasClaim = reader.readFlag()
    app.overridesToSpeaker = reader.readFlag()
    app.interruptedBy = InterruptionSources(rawValue: UInt32(reader.read(bits: UInt64(apps))))
    for source in Self.sources where reader.readFlag() { app.interruptedBy.insert(source) }
    for source in Self.sources.prefix(4) where reader.readFlag() { app.refusedBy.insert(source) }
  }
}
