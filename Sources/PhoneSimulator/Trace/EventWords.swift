public import AudioSession
internal import PhoneRuntime

/// Events of the policy as steps of a scenario.
///
/// Those that the language has no step for are told in the same form.
public struct EventWords {
  private let names: AppNames

  /// Words for the events of a phone whose apps have these names.
  public init(names: [String]) { self.names = AppNames(all: names) }

  /// Such as `music: activate` or `device: {connect: headphones}`.
  public func words(for event: SessionEvent) -> String {
    switch event {
    case .setCategory(let app, let category, let mode, let policy, let options):
      let wanted = SessionConfiguration(
        category, mode: mode ?? .default, policy: policy, options: options)
      return step(app, .setCategory(wanted, setsMode: mode != nil))
    case .setMode(let app, let mode): return step(app, .setMode(mode))
    case .activate(let app): return step(app, .activate)
    case .deactivate(let app, let options, _): return step(app, .deactivate(options))
    case .startOutput(let app): return step(app, .play(seconds: nil))
    case .stopOutput(let app): return step(app, .pause)
    case .startInput(let app): return step(app, .record)
    case .stopInput(let app): return step(app, .stopRecording)
    case .overrideOutput(let app, let port): return step(app, .overrideOutput(port))
    case .setPreferredInput(let app, let port): return step(app, .preferInput(port))
    case .setPreference(let app, let preference, let value?):
      return step(app, .setPrefers([preference: value]))
    case .setOutputMuted(let app, let isMuted): return step(app, .setOutputMuted(isMuted))
    // The policy does not know which, and it is the same to it.
    case .playHaptic(let app): return step(app, .playHaptic("impact.light"))
    case .playSound(let app, .vibration):
      return step(app, .playSound(.vibration, name: "vibrate"))
    case .playSound(let app, let sound): return step(app, .playSound(sound, name: "\(sound)"))
    case .enterForeground(let app): return step(app, .foreground)
    case .enterBackground(let app): return step(app, .background)
    case .suspend(let app): return step(app, .suspend)
    case .terminate(let app): return step(app, .terminate)
    case .launch(let app): return step(app, .launch)

    case .notificationDelivered(let app, let hasSound):
      return step(.notification(app, sound: hasSound, about: nil)) ?? "\(event)"
    case .settingsChanged(let settings):
      return step(.hapticsEnabled(settings.contains(.haptics))) ?? "\(event)"
    case .volumeSet(let kind, let volume): return step(.volumes([kind: volume])) ?? "\(event)"
    case .setRuntimeAssertion(let app, let isHeld): return step(app, .setBackgroundTask(isHeld))
    case .callRang, .callAnswered, .callDeclined, .callEnded, .callEndedRemotely, .callHeld,
      .callUnheld, .alertBegan,
      .alertEnded, .siriBegan, .siriRecorded, .siriEnded, .microphoneMuted, .microphoneUnmuted,
      .mediaServicesLost, .mediaServicesReset, .silentModeSet, .locked, .unlocked,
      .volumeButtonPressed,
      .portConnected, .portDisconnected, .deviceConnected, .deviceDisconnected, .remoteCommandSent:
      return step(.event(event)) ?? "\(event)"

    case .setPlayer(let app, let kind?): return step(app, .setPlayer(kind))

    // No verb says these.
    case .setPlayer(let app, nil): return "\(names[app]): {setPlayer: default}"
    case .setInputProperty(let app): return "\(names[app]): setInputProperty"
    case .setPreference(let app, let preference, nil):
      return "\(names[app]): {setPrefers: {\(preference.name): default}}"
    case .setRemoteCommands(let app, let commands):
      let list = commands.commands.map(\.name).joined(separator: ", ")
      return "\(names[app]): {setRemoteCommands: [\(list)]}"
    case .setCaptures(let app, _): return "\(names[app]): setCaptures"
    case .setRecordPermission(let app, let permission):
      return "\(names[app]): {setRecordPermission: \(permission.name)}"
    case .expireSession(let app): return "\(names[app]): expireSession"
    case .wokeFromSleep: return "device: wakeFromSleep"
    case .callStyleSet(let style): return "device: {callStyle: \(style)}"
    }
  }

  private func step(_ app: AppID, _ action: AppAction) -> String {
    "\(names[app]): \(AppVerbs.telling(of: action).step)"
  }

  private func step(_ content: ScenarioStep.Content) -> String? {
    SystemActor.telling(of: content, names).map { "\($0.actor.rawValue): \($0.words.step)" }
  }
}
