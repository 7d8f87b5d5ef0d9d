extension SessionEvent {
  /// The app whose call it is, or nil if it is not a call of an app.
  public var caller: AppID? {
    switch self {
    case .setCategory(let app, _, _, _, _), .setMode(let app, _), .activate(let app),
      .deactivate(let app, _, _), .startOutput(let app), .stopOutput(let app),
      .startInput(let app), .stopInput(let app), .overrideOutput(let app, _),
      .setPreferredInput(let app, _), .setInputProperty(let app),
      .requestHardware(let app, _), .setPreference(let app, _, _),
      .setOutputMuted(let app, _), .setInputMuted(let app, _), .setRemoteCommands(let app, _),
      .setCaptures(let app, _),
      .setInputView(let app, _), .setFrontPresentation(let app, _),
      .playHaptic(let app, _), .playSound(let app, _),
      .setRuntimeAssertion(let app, _), .setPictureInPicture(let app, _),
      .setFailingCallActions(let app, _), .callActionFailed(let app, _), .runARSession(let app, _),
      .resetARTracking(let app),
      .pauseARSession(let app):
      app
    case .enterForeground, .enterBackground, .suspend, .terminate, .launch, .setRecordPermission,
      .setPlayer, .setNotificationSettings, .alarmSnoozed, .notificationOpened, .placeRecognized,
      .relocalizationGivenUp,
      .notificationDismissed, .backgroundTimeExpired, .expireSession, .callRang,
      .callStarted, .callAnswered, .callDeclined, .callEnded, .callEndedRemotely,
      .callHeld, .callUnheld, .callsSwapped, .callMuted, .callAudioClosed, .alertBegan, .alertEnded,
      .siriBegan, .siriRecorded, .siriAnswered, .siriEnded, .notificationDelivered,
      .microphoneMuted,
      .microphoneUnmuted, .mediaServicesLost,
      .mediaServicesReset, .silentModeSet, .locked, .unlocked, .volumeSet, .volumeButtonPressed,
      .sideButtonPressed, .alertSoundEnded,
      .portConnected, .portDisconnected, .deviceConnected, .deviceDisconnected, .wokeFromSleep,
      .handsFreeOpened, .outputPicked, .inputPicked, .headsetMutePressed, .headsetButtonHeld,
      .earphonesWorn,
      .accessibilityChanged, .voiceOverSpoke,
      .settingsChanged, .callStyleSet, .remoteCommandSent:
      nil
    }
  }

  /// The app that the event is about without being its call, or nil.
  public var subject: AppID? {
    switch self {
    case .enterForeground(let app), .enterBackground(let app), .suspend(let app),
      .terminate(let app), .launch(let app), .setRecordPermission(let app, _),
      .setPlayer(let app, _), .setNotificationSettings(let app, _), .notificationOpened(let app),
      .notificationDismissed(let app), .backgroundTimeExpired(let app, _), .expireSession(let app),
      .placeRecognized(let app), .relocalizationGivenUp(let app),
      .inputPicked(let app, _), .callRang(.app(let app)), .callStarted(.app(let app)):
      app
    case .siriEnded(_, let app), .notificationDelivered(let app, _, _): app
    case .setCategory, .setMode, .activate, .deactivate, .startOutput, .stopOutput, .startInput,
      .stopInput, .overrideOutput, .setPreferredInput, .setInputProperty, .requestHardware,
      .setPreference,
      .setOutputMuted, .setInputMuted, .setRemoteCommands, .setCaptures, .setInputView,
      .setFrontPresentation, .alarmSnoozed, .playHaptic,
      .playSound, .setRuntimeAssertion, .setPictureInPicture, .setFailingCallActions,
      .callActionFailed, .runARSession,
      .resetARTracking,
      .pauseARSession, .callRang(.phone), .callRang(.video),
      .callStarted(.phone), .callStarted(.video), .callAnswered, .callDeclined, .callEnded,
      .callEndedRemotely, .callHeld,
      .callUnheld, .callsSwapped, .callMuted, .callAudioClosed,
      .alertBegan, .alertEnded, .siriBegan, .siriRecorded, .siriAnswered, .microphoneMuted,
      .microphoneUnmuted,
      .mediaServicesLost,
      .mediaServicesReset, .silentModeSet, .locked, .unlocked, .volumeSet, .volumeButtonPressed,
      .sideButtonPressed, .alertSoundEnded,
      .portConnected, .portDisconnected, .deviceConnected, .deviceDisconnected, .wokeFromSleep,
      .handsFreeOpened, .outputPicked, .headsetMutePressed, .headsetButtonHeld,
      .earphonesWorn,
      .accessibilityChanged, .voiceOverSpoke,
      .settingsChanged, .callStyleSet, .remoteCommandSent:
      nil
    }
  }
}
