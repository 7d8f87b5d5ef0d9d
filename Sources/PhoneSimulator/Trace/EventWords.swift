public import AudioSession

/// Events of the policy as steps of a scenario.
///
/// Those that the language has no step for are told in the same form.
public struct EventWords {
  private let names: [String]

  /// Words for the events of a phone whose apps have these names.
  public init(names: [String]) { self.names = names }

  /// Such as `music: activate` or `device: {connect: headphones}`.
  public func words(for event: SessionEvent) -> String {
    if let app = event.caller ?? event.subject, let verb = verb(of: event) {
      return "\(name(app)): \(verb)"
    }
    return systemStep(event) ?? deviceStep(event) ?? "\(event)"
  }

  private func name(_ app: AppID) -> String {
    names.indices.contains(app.index) ? names[app.index] : "app\(app.index + 1)"
  }

  /// What an app does, or nil if it is no app that acts.
  private func verb(of event: SessionEvent) -> String? {
    switch event {
    case .setCategory(_, let category, let mode, let policy, let options):
      configuration(category, mode, policy, options)
    case .setMode(_, let mode): "{setMode: \(mode.name)}"
    case .activate: "activate"
    case .deactivate(_, let options, _):
      options.isEmpty ? "deactivate" : "{deactivate: notifyOthers}"
    case .startOutput: "play"
    case .stopOutput: "pause"
    case .startInput: "record"
    case .stopInput: "stopRecording"
    case .overrideOutput(_, let port): "{overrideOutput: \(port)}"
    case .setPreferredInput(_, let port): "{preferInput: \(port?.name ?? "none")}"
    case .setInputProperty: "setInputProperty"
    case .setPreference(_, let preference, let value):
      "{setPrefers: {\(preference.name): \(value.map { "\($0)" } ?? "default")}}"
    case .setOutputMuted(_, let isMuted): "{setOutputMuted: \(isMuted)}"
    case .setRemoteCommands(_, let commands):
      "{setRemoteCommands: \(list(commands.commands.map(\.name)))}"
    case .setCaptures: "setCaptures"
    case .playHaptic: "{playHaptic: haptic}"
    case .playSound(_, let sound): "{playSystemSound: \(sound)}"
    case .enterForeground: "foreground"
    case .enterBackground: "background"
    case .suspend: "suspend"
    case .terminate: "terminate"
    case .launch: "launch"
    case .setRecordPermission(_, let permission): "{setRecordPermission: \(permission.name)}"
    case .setRuntimeAssertion(_, let isHeld): "{setRuntimeAssertion: \(isHeld)}"
    case .expireSession: "expireSession"
    case .callRang, .callAnswered, .callDeclined, .callEnded, .callHeld, .callUnheld, .alertBegan,
      .alertEnded, .siriBegan, .siriRecorded, .siriEnded, .notificationDelivered, .microphoneMuted,
      .microphoneUnmuted, .mediaServicesLost, .mediaServicesReset, .silentModeSet, .locked,
      .unlocked, .volumeSet, .volumeButtonPressed, .portConnected, .portDisconnected,
      .wokeFromSleep,
      .settingsChanged, .callStyleSet, .remoteCommandSent:
      nil
    }
  }

  private func configuration(
    _ category: SessionCategory, _ mode: SessionMode?, _ policy: RouteSharingPolicy,
    _ options: CategoryOptions
  ) -> String {
    var words = ["category: \(category)"]
    if let mode, mode != .default { words.append("mode: \(mode.name)") }
    if policy != .default { words.append("policy: \(policy)") }
    if !options.isEmpty { words.append("options: \(list(options.names))") }
    return "{setCategory: {\(words.joined(separator: ", "))}}"
  }

  private func list(_ words: [String]) -> String { "[\(words.joined(separator: ", "))]" }

  /// What the system does beside apps, or nil if it is not that.
  private func systemStep(_ event: SessionEvent) -> String? {
    switch event {
    case .callRang(.phone): "phone: ring"
    case .callRang(.app(let app)): "phone: {ring: {app: \(name(app))}}"
    case .callAnswered: "phone: answer"
    case .callDeclined(let end): "phone: \(verb("decline", end))"
    case .callEnded(let end): "phone: \(verb("hangUp", end))"
    case .callHeld: "phone: hold"
    case .callUnheld: "phone: unhold"
    case .alertBegan(let alert): "\(alert.rawValue): \(verbs(of: alert).begins)"
    case .alertEnded(let alert, let end):
      "\(alert.rawValue): \(verb(verbs(of: alert).ends, end))"
    case .siriBegan: "siri: begin"
    case .siriRecorded: "siri: record"
    case .siriEnded(_, let app?): "siri: {end: {startedPlaybackIn: \(name(app))}}"
    case .siriEnded(let end, nil): "siri: \(verb("end", end))"
    case .notificationDelivered(let app?, let hasSound):
      "notification: {deliver: {app: \(name(app)), sound: \(hasSound)}}"
    case .notificationDelivered(nil, let hasSound): "notification: {deliver: {sound: \(hasSound)}}"
    case .mediaServicesLost: "mediaServices: crash"
    case .mediaServicesReset: "mediaServices: recover"
    default: nil
    }
  }

  private func verbs(of alert: SystemAlert) -> (begins: String, ends: String) {
    switch alert {
    case .alarm, .timer: ("fire", "dismiss")
    case .emergency: ("begin", "end")
    }
  }

  private func verb(_ verb: String, _ end: InterruptionEnd) -> String {
    end == .resumable ? verb : "{\(verb): {interruption: \(end)}}"
  }

  /// What happens to the device, or nil if it is not that.
  private func deviceStep(_ event: SessionEvent) -> String? {
    switch event {
    case .microphoneMuted: "device: {muteMicrophone: true}"
    case .microphoneUnmuted: "device: {muteMicrophone: false}"
    case .silentModeSet(let isSilent): "device: {silentMode: \(isSilent)}"
    case .locked: "device: lock"
    case .unlocked: "device: unlock"
    case .volumeSet(let kind, let volume):
      "device: {volume: {\(kind.rawValue): \(volume.shortest)}}"
    case .volumeButtonPressed(.up): "device: volumeUp"
    case .volumeButtonPressed(.down): "device: volumeDown"
    case .portConnected(let port): "device: {connect: \(port.name)}"
    case .portDisconnected(let port, _): "device: {disconnect: \(port.name)}"
    case .wokeFromSleep: "device: wakeFromSleep"
    case .settingsChanged(let settings):
      "device: {hapticsEnabled: \(settings.contains(.haptics))}"
    case .callStyleSet(let style): "device: {callStyle: \(style)}"
    case .remoteCommandSent(let command): "device: {remote: \(command.name)}"
    default: nil
    }
  }
}
