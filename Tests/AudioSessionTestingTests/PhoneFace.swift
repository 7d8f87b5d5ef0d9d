import AudioSession
import AudioSessionTesting
import Foundation
import HapticEngine
import PhoneRuntime

/// Performs events through the members that tests use, never through `handle`.
///
/// A new event or action does not compile until it is added here.
struct PhoneFace {
  let phone: SimulatedPhone

  /// Performs an event on the phone.
  func say(_ event: SessionEvent) throws {
    switch event {
    case .app(_, let event): try say(event)
    case .phone(let event): try say(event)
    }
  }

  /// Performs an action of the app under test.
  ///
  /// - Returns: false for an action that only an app's code performs, with its own clocks and positions.
  @MainActor func say(_ action: AppAction) throws -> Bool {
    switch action {
    case .session(let event): try say(event)
    case .resident(.setSleepTimer), .resident(.savePosition): return false
    case .resident(let action): try say(action)
    }
    return true
  }

  private func say(_ event: AppEvent) throws {
    let app = phone.app
    let session = app.session
    switch event {
    case .setCategory(let category, let mode?, let policy, let options):
      try session.setCategory(
        AVAudioSession.Category(rawValue: category.rawValue),
        mode: AVAudioSession.Mode(rawValue: mode.rawValue), policy: policy, options: options)
    case .setCategory(let category, nil, _, let options):
      try session.setCategory(
        AVAudioSession.Category(rawValue: category.rawValue), options: options)
    case .setMode(let mode): try session.setMode(AVAudioSession.Mode(rawValue: mode.rawValue))
    case .activate: try session.setActive(true)
    case .deactivate(let options, nil): try session.setActive(false, options: options)
    case .deactivate(let options, let effect?):
      try app.deactivate(options, noNotifyEffect: effect)
    case .startOutput: try app.player.start()
    case .stopOutput: app.player.stop()
    case .startInput: try app.recorder.start()
    case .stopInput: app.recorder.stop()
    case .overrideOutput(let port): try session.overrideOutputAudioPort(port)
    case .setPreferredInput(let input):
      try session.setPreferredInput(
        session.availableInputs?.first {
          switch input {
          case nil: false
          case .port(let port): $0.portType.rawValue == port.rawValue
          case .device(let name): $0.portName == name
          }
        })
    case .setInputProperty: try phone.runtime.perform(.session(.setInputProperty), by: 0)
    case .requestHardware(let request): try say(request)
    case .setPreference(.noInterruptionsFromSystemAlerts, let value):
      try session.setPrefersNoInterruptionsFromSystemAlerts(value ?? false)
    case .setPreference(.interruptionOnRouteDisconnect, let value):
      try session.setPrefersInterruptionOnRouteDisconnect(value ?? true)
    case .setPreference(.hapticsAndSystemSoundsDuringRecording, let value):
      try session.setAllowHapticsAndSystemSoundsDuringRecording(value ?? false)
    case .setOutputMuted(let isMuted): try session.setOutputMuted(isMuted)
    case .setInputMuted(let isMuted): try app.setInputMuted(isMuted)
    case .setRemoteCommands(let commands):
      try app.handleRemoteCommands(commands.commands) { _ in }
    case .setCaptures(let captures): try app.setCaptures(captures)
    case .setInputView(let view): try app.showInputView(view)
    case .setFrontPresentation(let options): try app.setFrontPresentation(options)
    case .setFailingCallActions(let actions): try app.failCallActions(actions)
    case .callActionFailed(let action): try app.failCallAction(action)
    case .runARSession(let relocalization): try app.runARSession(relocalization)
    case .resetARTracking: try app.resetARTracking()
    case .pauseARSession: try app.pauseARSession()
    case .placeRecognized: try app.recognizePlace()
    case .relocalizationGivenUp: try app.giveUpRelocalizing()
    case .playHaptic: try app.playHaptic()
    case .playSound(let sound): try app.playSound(sound)
    case .enterForeground: try app.enterForeground()
    case .enterBackground: try app.enterBackground()
    case .suspend: try app.suspend()
    case .terminate: try app.terminate()
    case .launch: try app.launch()
    case .setRecordPermission(let permission): try app.setRecordPermission(permission)
    case .setNotificationSettings(let settings): try app.setNotificationSettings(settings)
    case .setPlayer(let kind): app.player.kind = kind ?? .own
    case .setRuntimeAssertion(let holds): try app.setBackgroundTask(holds)
    case .backgroundTimeExpired(let ends): try app.expireBackgroundTime(endingTask: ends)
    case .setPictureInPicture(let isShown): try app.setPictureInPicture(isShown)
    case .expireSession: try app.expireSession()
    case .inputPicked(let input): try app.pickInput(input)
    }
  }

  private func say(_ request: HardwareRequest) throws {
    let session = phone.app.session
    func source(_ microphone: BuiltInMicrophone?) -> AVAudioSessionDataSourceDescription? {
      session.inputDataSources?.first { $0.dataSourceID.uint32Value == microphone?.rawValue }
    }
    switch request {
    case .sampleRate(let hertz): try session.setPreferredSampleRate(hertz)
    case .ioBufferDuration(let seconds): try session.setPreferredIOBufferDuration(seconds)
    case .inputChannels(let count): try session.setPreferredInputNumberOfChannels(count)
    case .outputChannels(let count): try session.setPreferredOutputNumberOfChannels(count)
    case .inputGain(let gain): try session.setInputGain(Float(gain))
    case .inputDataSource(let microphone): try session.setInputDataSource(source(microphone))
    case .preferredDataSource(let microphone):
      let port = session.availableInputs?.first { $0.portType == .builtInMic }
      try port?.setPreferredDataSource(source(microphone))
    case .polarPattern(let pattern, let microphone):
      let known = source(microphone)
      try known?.setPreferredPolarPattern(
        known?.supportedPolarPatterns?.first { found in
          pattern.map { found.rawValue.lowercased().hasSuffix($0.rawValue) } ?? false
        })
    case .multichannelContent(let isPlayed): try session.setSupportsMultichannelContent(isPlayed)
    case .inputOrientation(let orientation):
      try session.setPreferredInputOrientation(orientation)
    case .echoCancelledInput(let isPreferred):
      try session.setPrefersEchoCancelledInput(isPreferred)
    }
  }

  private func say(_ event: PhoneEvent) throws {
    let app = phone.app
    switch event {
    case .callRang(.video): try phone.receiveVideoCall()
    case .callStarted(.video): try phone.startVideoCall()
    case .callRang(let host): try phone.receiveCall(hostedBy: host == .phone ? nil : app)
    case .callStarted(let host): try phone.startCall(hostedBy: host == .phone ? nil : app)
    case .callAnswered: try phone.answerCall()
    case .callDeclined(let end): try phone.declineCall(end)
    case .callEnded(let end, let phase): try phone.endCall(end, in: phase)
    case .callEndedRemotely(let end, let phase): try phone.endCallRemotely(end, in: phase)
    case .callHeld: try phone.holdCall()
    case .callUnheld: try phone.resumeCall()
    case .callsSwapped: try phone.swapCalls()
    case .callMuted(let isMuted): try phone.muteCall(isMuted)
    case .callAudioClosed: try phone.closeCallAudio()
    case .alertBegan(let alert): try phone.begin(alert)
    case .alertEnded(let alert, let end): try phone.end(alert, end)
    case .siriBegan: try phone.summonSiri()
    case .siriRecorded: try phone.dictateToSiri()
    case .siriAnswered: try phone.letSiriAnswer()
    case .siriEnded(let end, let player):
      try phone.dismissSiri(end, startingPlaybackIn: player == nil ? nil : app)
    case .alarmSnoozed(let seconds, let end): try phone.snoozeAlarm(for: seconds, end)
    case .notificationDelivered(let sender, let hasSound, let about):
      try phone.deliverNotification(
        from: sender == nil ? nil : app, hasSound: hasSound, about: about)
    case .notificationOpened: try phone.openNotification(of: app)
    case .notificationDismissed: try phone.dismissNotification(of: app)
    case .microphoneMuted: try phone.muteMicrophone()
    case .microphoneUnmuted: try phone.unmuteMicrophone()
    case .mediaServicesLost: try phone.loseMediaServices()
    case .mediaServicesReset: try phone.resetMediaServices()
    case .silentModeSet(let isSilent): try phone.setSilentMode(isSilent)
    case .locked: try phone.lock()
    case .unlocked: try phone.unlock()
    case .volumeSet(let kind, let volume): try phone.setVolume(volume, of: kind)
    case .volumeButtonPressed(let button, _): try phone.press(button)
    case .portConnected(let port): try phone.connect(port)
    case .portDisconnected(let port, let isAnnounced):
      try phone.disconnect(port, announced: isAnnounced)
    case .deviceConnected(let device): try phone.connect(device: device.name ?? "", device.ports)
    case .deviceDisconnected(let name, let isAnnounced):
      try phone.disconnect(device: name, announced: isAnnounced)
    case .wokeFromSleep: try phone.wakeFromSleep()
    case .handsFreeOpened: try phone.openHandsFree()
    case .outputPicked(let pick): try phone.pickOutput(pick)
    case .headsetMutePressed: try phone.pressHeadsetMute()
    case .headsetButtonHeld: try phone.holdHeadsetButton()
    case .earphonesWorn(let worn): try phone.wearEarphones(worn)
    case .accessibilityChanged(let settings): try phone.setAccessibility(settings)
    case .voiceOverSpoke(let speaks): try phone.setVoiceOverSpeaking(speaks)
    case .settingsChanged(let settings): try phone.setSettings(settings)
    case .callStyleSet(let style): try phone.setCallStyle(style)
    case .remoteCommandSent(let command, .controlCenter): try phone.send(command)
    case .remoteCommandSent(let command, let source): try phone.send(command, from: source)
    case .sideButtonPressed: try phone.pressSideButton()
    case .alertSoundEnded: try phone.endAlertSound()
    }
  }

  @MainActor private func say(_ action: ResidentAction) throws {
    let app = phone.app
    switch action {
    case .play(let seconds):
      app.player.duration = seconds
      try app.player.start()
    case .pause: app.player.pause()
    case .stop: app.player.stop()
    case .playFrom(let seconds):
      app.player.currentTime = seconds
      try app.player.start()
    case .setSleepTimer, .savePosition: break
    case .distortNotification(let distortion): try app.distortNotifications(distortion)
    case .startCapture(let kind): try app.startCapture(kind)
    case .stopCapture(let kind): try app.stopCapture(kind)
    case .setWebViewPlaying(let plays): try app.setWebViewPlaying(plays)
    case .setPrefers(let preferences):
      for (preference, value) in preferences { try say(.setPreference(preference, value)) }
    case .playHaptic: try app.playHaptic()
    case .prepareFeedback: UISelectionFeedbackGenerator().prepare()
    case .triggerFeedback: UISelectionFeedbackGenerator().selectionChanged()
    case .loadComposite(let name, let seconds): try app.loadComposite(name, seconds: seconds)
    case .playComposite(let name): try app.playComposite(name)
    case .operate(let name, let event): try app.operate(name, event)
    case .turnPicker(let name, let turn): try app.turn(name, turn)
    case .playSound(let sound, let name): try app.playSound(sound, named: name)
    }
  }
}
