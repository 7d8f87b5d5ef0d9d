import AudioSession
import AudioSessionTesting
import Foundation
import PhoneRuntime
import Synchronization
import Testing

/// Every event of a phone is available on the phone for tests.
struct FaceTests {
  private final class Happened: PhoneSink {
    private let events = Mutex<[SessionEvent]>([])

    var last: SessionEvent? { events.withLock { $0.last } }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      if case .settled(let event) = report { events.withLock { $0.append(event.event) } }
    }
  }

  /// Stories that are possible from the beginning and together contain every kind of event.
  private static let stories: [[SessionEvent]] = [
    [
      .app(0, .setCategory(.playAndRecord, options: .mixWithOthers)), .app(0, .setMode(.default)),
      .app(0, .activate), .app(0, .startOutput), .app(0, .stopOutput), .app(0, .startInput),
      .app(0, .stopInput),
      .app(0, .overrideOutput(.speaker)), .app(0, .setPreferredInput(nil)),
      .app(0, .setInputProperty),
      .app(0, .requestHardware(.inputGain(0.5))),
      .app(0, .setPreference(.noInterruptionsFromSystemAlerts, true)),
      .app(0, .setPreference(.interruptionOnRouteDisconnect, false)),
      .app(0, .setPreference(.hapticsAndSystemSoundsDuringRecording, true)),
      .app(0, .setOutputMuted(true)),
      .app(0, .deactivate(.notifyOthersOnDeactivation)), .app(0, .expireSession),
    ],
    [
      .app(0, .setRemoteCommands(RemoteCommands([.play]))), .app(0, .setCaptures(.camera)),
      .app(0, .setInputView(.clicking)), .app(0, .setFrontPresentation(.banner)),
      .app(0, .playHaptic()),
      .app(0, .playSound(.keyClick)), .app(0, .playSound(.alert)), .phone(.alertSoundEnded),
      .app(0, .setPlayer(.engine)),
      .app(0, .setRuntimeAssertion(true)), .app(0, .enterBackground), .app(0, .enterForeground),
      .app(0, .suspend),
      .app(0, .terminate), .app(0, .launch), .app(0, .setRecordPermission(.denied)),
      .app(0, .launch),
    ],
    [
      .app(0, .setFailingCallActions(.all)), .app(0, .runARSession()), .app(0, .placeRecognized),
      .app(0, .pauseARSession),
      .app(0, .runARSession()),
      .app(0, .relocalizationGivenUp), .app(0, .resetARTracking),
    ],
    [
      .phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.callHeld), .phone(.callUnheld),
      .phone(.callEndedRemotely(.lost)),
      .phone(.callStarted(.app(0))), .phone(.callEnded(.notResumable)),
      .phone(.callStarted(.phone)), .phone(.callEnded()),
      .phone(.callAudioClosed), .phone(.callRang(.phone)), .phone(.callEndedRemotely(of: .ringing)),
      .phone(.callRang(.video)),
      .phone(.callDeclined()),
      .phone(.callStarted(.video)),
      .phone(.callEnded()), .phone(.callStarted(.phone)), .phone(.callStarted(.app(0))),
      .phone(.callsSwapped), .phone(.callEnded(of: .held)),
    ],
    [
      .app(0, .setNotificationSettings(.granted)), .app(0, .enterBackground),
      .phone(.notificationDelivered(0, hasSound: true, about: "a")),
      .phone(.notificationDismissed(0)),
      .phone(.notificationOpened(0)), .phone(.alertBegan(.alarm)),
      .phone(.alarmSnoozed(seconds: 2)),
    ],
    [.phone(.portConnected(.carAudio))]
      + SystemAlert.allCases.flatMap { [.phone(.alertBegan($0)), .phone(.alertEnded($0, .lost))] },
    [
      .phone(.siriBegan), .phone(.siriRecorded), .phone(.siriEnded(startedPlaybackIn: 0)),
      .phone(.notificationDelivered(0, hasSound: false)), .phone(.microphoneMuted),
      .phone(.microphoneUnmuted),
      .phone(.mediaServicesLost), .phone(.mediaServicesReset),
    ],
    [
      .phone(.silentModeSet(true)), .phone(.locked), .phone(.unlocked),
      .phone(.volumeSet(.ringer, 0.25)),
      .phone(.volumeButtonPressed(.down)), .phone(.sideButtonPressed), .phone(.unlocked),
      .phone(.portConnected(.headphones)),
      .phone(.portDisconnected(.headphones, announced: false)),
      .phone(.deviceConnected(ConnectedDevice("car", ports: [.bluetoothHFP]))),
      .phone(.earphonesWorn(.one)),
      .phone(.deviceDisconnected("car", announced: true)), .phone(.wokeFromSleep),
      .phone(.settingsChanged([.haptics])), .phone(.callStyleSet(.banner)),
      .phone(.remoteCommandSent(.play)),
    ],
    [
      .app(0, .setCategory(.playAndRecord, options: .allowBluetoothHFP)),
      .app(0, .setInputMuted(true)),
      .phone(.portConnected(.bluetoothHFP)), .app(0, .startInput),
      .app(0, .inputPicked(.port(.bluetoothHFP))),
      .phone(.handsFreeOpened), .phone(.headsetMutePressed),
      .phone(.headsetButtonHeld), .phone(.siriEnded()), .phone(.outputPicked(.port(.bluetoothHFP))),
      .phone(.accessibilityChanged([.voiceOver, .reduceMotion])),
      .phone(.voiceOverSpoke(true)), .phone(.remoteCommandSent(.play, from: .headset)),
      .phone(.callStarted(.app(0))), .phone(.callMuted(true)),
      .app(0, .callActionFailed(.muteCall)), .phone(.callEnded()),
      .phone(.siriBegan), .phone(.siriAnswered),
      .phone(.siriEnded()), .app(0, .setPictureInPicture(true)),
      .app(0, .setRuntimeAssertion(true)),
      .app(0, .enterBackground), .app(0, .backgroundTimeExpired(endsTask: true)),
    ],
  ]

  @Test(arguments: stories)
  func `the members of a phone in tests cause the events that they are named after`(
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
      try PhoneFace(phone: phone).say(event)
      #expect(happened.last == event)
    }
  }

  @Test func `every alert has its own members`() throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    let happened = Happened()
    phone.runtime.add(happened)
    let members: [(SessionEvent, () throws -> Void)] = [
      (.phone(.alarmFired), phone.ringAlarm),
      (.phone(.alarmDismissed(.lost)), { try phone.dismissAlarm(.lost) }),
      (.phone(.timerFired), phone.ringTimer),
      (.phone(.timerDismissed()), { try phone.dismissTimer() }),
      (.phone(.portConnected(.carAudio)), { try phone.connect(.carAudio) }),
      (.phone(.alertBegan(.carRadio)), phone.turnCarRadioOn),
      (.phone(.alertEnded(.carRadio, .lost)), { try phone.turnCarRadioOff(.lost) }),
      (.phone(.alertBegan(.privateSession)), phone.beginPrivateSession),
      (.phone(.alertEnded(.privateSession)), { try phone.endPrivateSession() }),
      (.phone(.emergencyBegan), phone.beginEmergencyAlert),
      (.phone(.emergencyEnded(.notResumable)), { try phone.endEmergencyAlert(.notResumable) }),
    ]
    for (event, member) in members {
      try member()
      #expect(happened.last == event)
    }
  }

  @Test func `an iPad and a simulator lack haptics, and an iPad lacks a receiver`() throws {
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

  @Test func `the gain of an input is clamped, and refused without an input`() throws {
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
