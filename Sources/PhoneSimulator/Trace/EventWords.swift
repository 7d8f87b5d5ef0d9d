public import AudioSession
internal import HapticEngine
internal import PhoneRuntime

/// Events of the policy as steps of a scenario.
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
    case .deactivate(let app, let options, let noNotifyEffect):
      return step(app, .deactivate(options, noNotifyEffect: noNotifyEffect))
    case .startOutput(let app): return step(app, .play(seconds: nil))
    case .stopOutput(let app): return step(app, .pause)
    case .startInput(let app): return step(app, .record)
    case .stopInput(let app): return step(app, .stopRecording)
    case .overrideOutput(let app, let port): return step(app, .overrideOutput(port))
    case .setPreferredInput(let app, let port): return step(app, .preferInput(port))
    case .setPreference(let app, let preference, let value):
      return step(app, .setPrefers([preference: value]))
    case .setInputProperty(let app): return step(app, .setInputProperty)
    case .requestHardware(let app, let request): return step(app, .requestHardware(request))
    case .setPlayer(let app, let kind): return step(app, .setPlayer(kind))
    case .setRemoteCommands(let app, let commands): return step(app, .setRemoteCommands(commands))
    case .setCaptures(let app, let captures): return step(app, .setCaptures(captures))
    case .setInputView(let app, let view): return step(app, .setInputView(view))
    case .setFrontPresentation(let app, let options):
      return step(app, .setFrontPresentation(options))
    case .setNotificationSettings(let app, let settings):
      return step(app, .setNotificationSettings(settings))
    case .setRecordPermission(let app, let permission):
      return step(app, .setRecordPermission(permission))
    case .expireSession(let app): return step(app, .expireSession)
    case .setOutputMuted(let app, let isMuted): return step(app, .setOutputMuted(isMuted))
    // The policy does not know which, and it is the same to it.
    case .setInputMuted(let app, let isMuted): return step(app, .setInputMuted(isMuted))
    case .setPictureInPicture(let app, let isShown):
      return step(app, .setPictureInPicture(isShown))
    case .callActionFailed(let app, let action): return step(app, .failCallAction(action))
    case .setFailingCallActions(let app, let actions):
      return step(app, .setFailingCallActions(actions))
    case .runARSession(let app, let relocalization): return step(app, .runARSession(relocalization))
    case .resetARTracking(let app): return step(app, .resetARTracking)
    case .pauseARSession(let app): return step(app, .pauseARSession)
    case .placeRecognized(let app): return step(app, .recognizePlace)
    case .relocalizationGivenUp(let app): return step(app, .giveUpRelocalizing)
    case .backgroundTimeExpired(let app, let ends):
      return step(app, .expireBackgroundTime(endsTask: ends))
    case .inputPicked(let app, let port): return step(app, .pickInput(port))
    case .playHaptic(let app, .generator): return step(app, .triggerFeedback(Feedback(.selection)))
    case .playHaptic(let app, _): return step(app, .playHaptic("impact.light"))
    case .playSound(let app, .vibration):
      return step(app, .playSound(.vibration, name: "vibrate"))
    case .playSound(let app, .keyClick):
      return step(app, .playSound(.keyClick, name: "keyClick"))
    // The policy does not know which, and it is the same to it.
    case .playSound(let app, let sound): return step(app, .playSound(sound, name: "tock"))
    case .enterForeground(let app): return step(app, .foreground)
    case .enterBackground(let app): return step(app, .background)
    case .suspend(let app): return step(app, .suspend)
    case .terminate(let app): return step(app, .terminate)
    case .launch(let app): return step(app, .launch)

    case .notificationDelivered(let app, let hasSound, let about):
      return step(.notification(app, sound: hasSound, about: about)) ?? "\(event)"
    case .settingsChanged(let settings):
      let off = UserSettings.all.subtracting(settings)
      return step(.settings(on: settings, off: off)) ?? "\(event)"
    case .accessibilityChanged(let settings):
      let off = AccessibilitySettings(AccessibilitySettings.named.map(\.setting))
        .subtracting(settings)
      return step(.accessibility(on: settings, off: off)) ?? "\(event)"
    case .volumeSet(let kind, let volume): return step(.volumes([kind: volume])) ?? "\(event)"
    case .setRuntimeAssertion(let app, let isHeld): return step(app, .setBackgroundTask(isHeld))
    case .callRang, .callStarted, .callAnswered, .callDeclined, .callEnded, .callEndedRemotely,
      .callHeld,
      .callUnheld, .callsSwapped, .callMuted, .callAudioClosed, .alertBegan,
      .alertEnded, .alarmSnoozed, .notificationOpened, .notificationDismissed, .siriBegan,
      .siriRecorded, .siriAnswered, .siriEnded, .microphoneMuted,
      .microphoneUnmuted,
      .mediaServicesLost, .mediaServicesReset, .silentModeSet, .locked, .unlocked,
      .volumeButtonPressed, .sideButtonPressed, .alertSoundEnded,
      .portConnected, .portDisconnected, .deviceConnected, .deviceDisconnected, .wokeFromSleep,
      .handsFreeOpened, .outputPicked, .headsetMutePressed, .headsetButtonHeld, .earphonesWorn,
      .voiceOverSpoke,
      .callStyleSet, .remoteCommandSent:
      return step(.event(event)) ?? "\(event)"
    }
  }

  private func step(_ app: AppID, _ action: AppAction) -> String {
    "\(names[app]): \(AppVerbs.wording(of: action).step)"
  }

  private func step(_ content: ScenarioStep.Content) -> String? {
    SystemActor.wording(of: content, names).map { "\($0.actor.rawValue): \($0.words.step)" }
  }
}
