import AudioSession
import AudioSessionTesting
import Foundation
import PhoneRuntime
import Synchronization
import Testing

/// Everything that can happen to a phone can be said with the phone for tests.
struct FaceTests {
  /// Lets an event happen by the members that tests use, never by `handle`.
  ///
  /// A new event does not compile before it is here.
  private func say(_ event: SessionEvent, on phone: SimulatedPhone) throws {
    let app = phone.app
    let session = app.session
    switch event {
    case .setCategory(_, let category, _, _, let options):
      try session.setCategory(
        AVAudioSession.Category(rawValue: category.rawValue), options: options)
    case .setMode(_, let mode): try session.setMode(AVAudioSession.Mode(rawValue: mode.rawValue))
    case .activate: try session.setActive(true)
    case .deactivate(_, let options, _): try session.setActive(false, options: options)
    case .startOutput: try app.player.start()
    case .stopOutput: app.player.stop()
    case .startInput: try app.recorder.start()
    case .stopInput: app.recorder.stop()
    case .overrideOutput(_, let port): try session.overrideOutputAudioPort(port)
    case .setPreferredInput: try session.setPreferredInput(nil)
    case .setInputProperty: try phone.runtime.perform(.setInputProperty, by: 0)
    case .requestHardware: try session.setInputGain(0.5)
    case .setPreference(_, .noInterruptionsFromSystemAlerts, let value):
      try session.setPrefersNoInterruptionsFromSystemAlerts(value ?? false)
    case .setPreference(_, .interruptionOnRouteDisconnect, let value):
      try session.setPrefersInterruptionOnRouteDisconnect(value ?? true)
    case .setPreference(_, .hapticsAndSystemSoundsDuringRecording, let value):
      try session.setAllowHapticsAndSystemSoundsDuringRecording(value ?? false)
    case .setOutputMuted(_, let isMuted): try session.setOutputMuted(isMuted)
    case .setInputMuted(_, let isMuted): try app.setInputMuted(isMuted)
    case .setRemoteCommands(_, let commands):
      try app.handleRemoteCommands(commands.commands) { _ in }
    case .setCaptures(_, let captures): try app.setCaptures(captures)
    case .setInputView(_, let view): try app.showInputView(view)
    case .setFrontPresentation(_, let options): try app.setFrontPresentation(options)
    case .setFailingCallActions(_, let actions): try app.failCallActions(actions)
    case .callActionFailed(_, let action): try app.failCallAction(action)
    case .runARSession(_, let relocalization): try app.runARSession(relocalization)
    case .resetARTracking: try app.resetARTracking()
    case .pauseARSession: try app.pauseARSession()
    case .placeRecognized: try app.recognizePlace()
    case .relocalizationGivenUp: try app.giveUpRelocalizing()
    case .playHaptic: try app.playHaptic()
    case .sideButtonPressed: try phone.pressSideButton()
    case .alertSoundEnded: try phone.endAlertSound()
    case .playSound(_, let sound): try app.playSound(sound)
    case .enterForeground: try app.enterForeground()
    case .enterBackground: try app.enterBackground()
    case .suspend: try app.suspend()
    case .terminate: try app.terminate()
    case .launch: try app.launch()
    case .setRecordPermission(_, let permission): try app.setRecordPermission(permission)
    case .setNotificationSettings(_, let settings): try app.setNotificationSettings(settings)
    case .setPlayer(_, let kind): app.player.kind = kind ?? .own
    case .setRuntimeAssertion(_, let holds): try app.setBackgroundTask(holds)
    case .backgroundTimeExpired(_, let ends): try app.expireBackgroundTime(endingTask: ends)
    case .setPictureInPicture(_, let isShown): try app.setPictureInPicture(isShown)
    case .expireSession: try app.expireSession()
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
    case .inputPicked(_, let input): try app.pickInput(input)
    case .headsetMutePressed: try phone.pressHeadsetMute()
    case .headsetButtonHeld: try phone.holdHeadsetButton()
    case .earphonesWorn(let worn): try phone.wearEarphones(worn)
    case .accessibilityChanged(let settings): try phone.setAccessibility(settings)
    case .voiceOverSpoke(let speaks): try phone.setVoiceOverSpeaking(speaks)
    case .settingsChanged(let settings): try phone.setSettings(settings)
    case .callStyleSet(let style): try phone.setCallStyle(style)
    case .remoteCommandSent(let command, .controlCenter): try phone.send(command)
    case .remoteCommandSent(let command, let source): try phone.send(command, from: source)
    }
  }

  private final class Happened: PhoneSink {
    private let events = Mutex<[SessionEvent]>([])

    var last: SessionEvent? { events.withLock { $0.last } }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      if case .settled(let event) = report { events.withLock { $0.append(event.event) } }
    }
  }

  /// Stories, each possible from its beginning, in which every kind of event happens.
  private static let stories: [[SessionEvent]] = [
    [
      .setCategory(0, .playAndRecord, options: .mixWithOthers), .setMode(0, .default),
      .activate(0), .startOutput(0), .stopOutput(0), .startInput(0), .stopInput(0),
      .overrideOutput(0, .speaker), .setPreferredInput(0, nil), .setInputProperty(0),
      .requestHardware(0, .inputGain(0.5)),
      .setPreference(0, .noInterruptionsFromSystemAlerts, true),
      .setPreference(0, .interruptionOnRouteDisconnect, false),
      .setPreference(0, .hapticsAndSystemSoundsDuringRecording, true), .setOutputMuted(0, true),
      .deactivate(0, .notifyOthersOnDeactivation), .expireSession(0),
    ],
    [
      .setRemoteCommands(0, RemoteCommands([.play])), .setCaptures(0, .camera),
      .setInputView(0, .clicking), .setFrontPresentation(0, .banner), .playHaptic(0),
      .playSound(0, .keyClick), .playSound(0, .alert), .alertSoundEnded, .setPlayer(0, .engine),
      .setRuntimeAssertion(0, true), .enterBackground(0), .enterForeground(0), .suspend(0),
      .terminate(0), .launch(0), .setRecordPermission(0, .denied), .launch(0),
    ],
    [
      .setFailingCallActions(0, .all), .runARSession(0), .placeRecognized(0), .pauseARSession(0),
      .runARSession(0),
      .relocalizationGivenUp(0), .resetARTracking(0),
    ],
    [
      .callRang(.app(0)), .callAnswered, .callHeld, .callUnheld, .callEndedRemotely(.lost),
      .callStarted(.app(0)), .callEnded(.notResumable), .callStarted(.phone), .callEnded(),
      .callAudioClosed, .callRang(.phone), .callEndedRemotely(of: .ringing), .callRang(.video),
      .callDeclined(),
      .callStarted(.video),
      .callEnded(), .callStarted(.phone), .callStarted(.app(0)),
      .callsSwapped, .callEnded(of: .held),
    ],
    [
      .setNotificationSettings(0, .granted), .enterBackground(0),
      .notificationDelivered(0, hasSound: true, about: "a"), .notificationDismissed(0),
      .notificationOpened(0), .alertBegan(.alarm), .alarmSnoozed(seconds: 2),
    ],
    [.portConnected(.carAudio)]
      + SystemAlert.allCases.flatMap { [.alertBegan($0), .alertEnded($0, .lost)] },
    [
      .siriBegan, .siriRecorded, .siriEnded(startedPlaybackIn: 0),
      .notificationDelivered(0, hasSound: false), .microphoneMuted, .microphoneUnmuted,
      .mediaServicesLost, .mediaServicesReset,
    ],
    [
      .silentModeSet(true), .locked, .unlocked, .volumeSet(.ringer, 0.25),
      .volumeButtonPressed(.down), .sideButtonPressed, .unlocked, .portConnected(.headphones),
      .portDisconnected(.headphones, announced: false),
      .deviceConnected(ConnectedDevice("car", ports: [.bluetoothHFP])), .earphonesWorn(.one),
      .deviceDisconnected("car", announced: true), .wokeFromSleep,
      .settingsChanged([.haptics]), .callStyleSet(.banner), .remoteCommandSent(.play),
    ],
    [
      .setCategory(0, .playAndRecord, options: .allowBluetoothHFP), .setInputMuted(0, true),
      .portConnected(.bluetoothHFP), .startInput(0), .inputPicked(0, .port(.bluetoothHFP)),
      .handsFreeOpened, .headsetMutePressed,
      .headsetButtonHeld, .siriEnded(), .outputPicked(.port(.bluetoothHFP)),
      .accessibilityChanged([.voiceOver, .reduceMotion]),
      .voiceOverSpoke(true), .remoteCommandSent(.play, from: .headset),
      .callStarted(.app(0)), .callMuted(true), .callActionFailed(0, .muteCall), .callEnded(),
      .siriBegan, .siriAnswered,
      .siriEnded(), .setPictureInPicture(0, true), .setRuntimeAssertion(0, true),
      .enterBackground(0), .backgroundTimeExpired(0, endsTask: true),
    ],
  ]

  @Test(arguments: stories)
  func `what a member of the phone for tests lets happen is the event of its name`(
    story: [SessionEvent]
  ) throws {
    let phone = try SimulatedPhone(
      policy: AudioPolicy.standard.with(\.bluetoothSwitch, .inSteps).with(\.alertSounds, .duck)
        .with(\.refusalAfterCall, .fourSeconds),
      backgroundModes: .audio,
      notificationCenter: NotificationCenter())
    let happened = Happened()
    phone.runtime.add(happened)
    for event in story {
      try say(event, on: phone)
      #expect(happened.last == event)
    }
  }

  @Test func `the alerts that there are have members of their own`() throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    let happened = Happened()
    phone.runtime.add(happened)
    let members: [(SessionEvent, () throws -> Void)] = [
      (.alarmFired, phone.ringAlarm), (.alarmDismissed(.lost), { try phone.dismissAlarm(.lost) }),
      (.timerFired, phone.ringTimer), (.timerDismissed(), { try phone.dismissTimer() }),
      (.portConnected(.carAudio), { try phone.connect(.carAudio) }),
      (.alertBegan(.carRadio), phone.turnCarRadioOn),
      (.alertEnded(.carRadio, .lost), { try phone.turnCarRadioOff(.lost) }),
      (.alertBegan(.privateSession), phone.beginPrivateSession),
      (.alertEnded(.privateSession), { try phone.endPrivateSession() }),
      (.emergencyBegan, phone.beginEmergencyAlert),
      (.emergencyEnded(.notResumable), { try phone.endEmergencyAlert(.notResumable) }),
    ]
    for (event, member) in members {
      try member()
      #expect(happened.last == event)
    }
  }

  @Test func `an iPad and a simulator have no haptics, and an iPad no receiver`() throws {
    for platform in Platform.allCases {
      let phone = try SimulatedPhone(
        platform: platform, notificationCenter: NotificationCenter())
      #expect((try phone.app.playHaptic() == .played) == (platform == .iPhone))
      try phone.app.session.setCategory(.playAndRecord)
      try phone.app.session.setActive(true)
      let output = phone.app.session.currentRoute.outputs.first?.portType
      #expect(output == (platform == .iPad ? .builtInSpeaker : .builtInReceiver))
    }
  }

  @Test func `the gain of an input is clamped, and refused without one`() throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    let session = phone.app.session
    let error = #expect(throws: NSError.self) { try session.setInputGain(0.5) }
    #expect(error?.code == Int(SessionErrorCode.incompatibleCategory.rawValue))
    #expect(session.inputGain == 1)
    try session.setCategory(.record)
    try session.setInputGain(7)
    #expect(session.inputGain == 1)
    try session.setInputGain(0.25)
    #expect(session.inputGain == 0.25)
  }
}
