import AudioSession
import AudioSessionTesting
import Foundation
import HapticEngine
import PhoneRuntime
import Testing

/// Every action and every setup of an app in a scenario is available on the phone for tests.
struct ActionFaceTests {
  /// Stories that are possible from the beginning and together contain every kind of action.
  private static let stories: [[AppAction]] = [
    [
      .session(.setCategory(.playAndRecord)),
      .session(.setCategory(.playAndRecord, mode: .videoRecording, options: .mixWithOthers)),
      .session(.setMode(.default)), .session(.activate), .resident(.play(seconds: nil)),
      .resident(.pause), .session(.startInput),
      .session(.requestHardware(.sampleRate(44_100))),
      .session(.requestHardware(.ioBufferDuration(0.005))),
      .session(.requestHardware(.inputChannels(1))), .session(.requestHardware(.outputChannels(2))),
      .session(.requestHardware(.inputGain(0.5))),
      .session(.requestHardware(.inputDataSource(.back))),
      .session(.requestHardware(.polarPattern(.cardioid, of: .front))),
      .session(.requestHardware(.polarPattern(nil, of: .front))),
      .session(.requestHardware(.inputDataSource(nil))),
      .session(.requestHardware(.preferredDataSource(.front))),
      .session(.requestHardware(.multichannelContent(true))),
      .session(.requestHardware(.inputOrientation(.portrait))),
      .session(.requestHardware(.echoCancelledInput(true))),
      .session(.setInputProperty), .session(.overrideOutput(.speaker)),
      .session(.setPreferredInput(.port(.builtInMic))),
      .session(.inputPicked(.port(.builtInMic))),
      .resident(.setPrefers([.noInterruptionsFromSystemAlerts: true])),
      .session(.setOutputMuted(true)), .session(.setInputMuted(true)), .session(.stopInput),
      .resident(.playFrom(seconds: 2)), .resident(.stop),
      .session(.deactivate([], noNotifyEffect: .nothing)),
      .session(.deactivate(.notifyOthersOnDeactivation)),
      .resident(.startCapture(.automatic)), .resident(.stopCapture(.automatic)),
      .resident(.setWebViewPlaying(true)),
      .resident(.setWebViewPlaying(false)), .session(.expireSession),
    ],
    [
      .session(.setRuntimeAssertion(true)), .session(.enterBackground),
      .session(.backgroundTimeExpired(endsTask: true)), .session(.enterForeground),
      .session(.suspend), .session(.terminate), .session(.launch),
      .session(.setFailingCallActions(.all)), .session(.runARSession(.automatic)),
      .session(.placeRecognized), .session(.pauseARSession), .session(.runARSession(.automatic)),
      .session(.relocalizationGivenUp),
      .session(.resetARTracking), .resident(.distortNotification(.missing)),
      .session(.setPlayer(.engine)),
      .session(.setRemoteCommands(RemoteCommands([.play]))), .session(.setCaptures(.camera)),
      .session(.setInputView(.silent)),
      .session(.setFrontPresentation(.banner)), .session(.setNotificationSettings(.granted)),
      .session(.setRecordPermission(.denied)), .session(.launch),
      .session(.setRemoteCommands(RemoteCommands([.play]))),
      .resident(.playHaptic("impact.light")), .resident(.prepareFeedback(.selection)),
      .resident(.triggerFeedback(Feedback(.selection))),
      .resident(.loadComposite("ar-contact", seconds: 0)),
      .resident(.playComposite("ar-contact")), .resident(.operate("wifi", .toggled)),
      .resident(.turnPicker("time", PickerTurn(wheel: 1, rows: 2, seconds: 0.5))),
      .resident(.playSound(.alert, name: "bell")), .resident(.setSleepTimer(seconds: 2)),
      .resident(.savePosition),
      .session(.setCategory(.playback)), .session(.setPictureInPicture(true)),
    ],
  ]

  private static func phone() throws -> SimulatedPhone {
    let phone = try SimulatedPhone(
      backgroundModes: .audio, notificationCenter: NotificationCenter())
    phone.app.controls = [
      "wifi": .toggle(SwitchControl(isOn: false)),
      "time": .picker(try PickerControl(rowCounts: [26, 10])),
    ]
    return phone
  }

  @MainActor @Test(arguments: stories)
  func `the members of an app in tests have the same effects as the actions of scenarios`(
    story: [AppAction]
  ) async throws {
    let (said, done) = (try Self.phone(), try Self.phone())
    try await said.runAsCurrent {
      for action in story {
        guard try PhoneFace(phone: said).say(action) else { continue }
        let error = try done.runtime.perform(action, by: 0)
        #expect(error == nil, "\(action)")
        #expect(said.snapshot.state == done.snapshot.state, "\(action)")
        #expect(
          said.runtime.hardwarePreferences(of: 0) == done.runtime.hardwarePreferences(of: 0),
          "\(action)")
        #expect(said.app.composites == done.app.composites, "\(action)")
        #expect(
          said.runtime.preparedFeedback(of: 0) == done.runtime.preparedFeedback(of: 0), "\(action)")
        #expect(said.app.controls == done.app.controls, "\(action)")
      }
    }
  }

  // MARK: Setup

  @Test func `a phone can be set up in every detail`() throws {
    var app = AppState()
    app.configuration = SessionConfiguration(.playAndRecord, options: .allowBluetoothHFP)
    app.lifecycle = .background
    app.hapticEngine = .shared
    app.hasBackgroundAudio = true
    var other = AppState()
    other.lifecycle = .suspended
    var setup = PhoneSetup()
    setup.system = .iOS17
    setup.platform = .iPad
    setup.device.isLocked = true
    setup.device.connected = DeviceStack(oldestFirst: [.headphones])
    setup.apps = [("recorder", app), ("film", other)]
    let phone = try SimulatedPhone(setup, notificationCenter: NotificationCenter())
    #expect(phone.snapshot.state[0] == app && phone.snapshot.state[1] == other)
    #expect(phone.snapshot.state.device == setup.device)
    #expect(phone.snapshot.system == .iOS17 && phone.snapshot.platform == .iPad)
    #expect(phone.app.name == "recorder" && phone.otherApp.name == "film")
    let empty = try SimulatedPhone(PhoneSetup(), notificationCenter: NotificationCenter())
    #expect(empty.app.name == "app" && empty.otherApp.name == "other")
  }

  @Test func `a haptic engine activates the app's session only if it shares it`() throws {
    for session in HapticEngineSession.allCases {
      let phone = try SimulatedPhone(
        hapticEngine: session, notificationCenter: NotificationCenter())
      try phone.runtime.perform(.resident(.playHaptic("impact.light")), by: phone.app.id)
      #expect(phone.app.isActive == (session == .shared), "\(session)")
    }
  }

  @Test func `other apps without the audio mode are silent in the background`() throws {
    for modes in [BackgroundModes.audio, []] {
      let phone = try SimulatedPhone(
        otherBackgroundModes: modes, furtherApps: ["film"],
        notificationCenter: NotificationCenter())
      for app in [phone.otherApp, phone.furtherApps[0]] {
        try app.session.setCategory(.playback, options: .mixWithOthers)
        try app.player.start()
        try app.enterBackground()
        #expect(app.isAudible == (modes == .audio))
      }
    }
  }

  @Test func `a deactivation can specify what the apps that it releases receive`() throws {
    for (effect, count) in [(NoNotifyEffect.nothing, 0), (.endedWithoutOption, 1)] {
      let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
      let ends = Ends()
      phone.observe { effect in
        if case .notified(0, .interruptionEnded) = effect { ends.add() }
      }
      try phone.app.session.setCategory(.playback)
      try phone.app.player.start()
      try phone.otherApp.session.setCategory(.playback)
      try phone.otherApp.session.setActive(true)
      try phone.otherApp.deactivate(noNotifyEffect: effect)
      #expect(ends.count == count, "\(effect)")
    }
  }

  @Test func `an app hosts its own calls, and a composite shows its still until it is loaded`()
    throws
  {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    try phone.receiveCall(hostedBy: phone.app)
    #expect(phone.app.callPhases == [.ringing] && phone.otherApp.callPhases == [])
    try phone.declineCall()
    try phone.app.loadComposite("ar-contact", seconds: 1)
    #expect(try phone.app.playComposite("ar-contact") == .still)
    phone.advance(by: 1)
    #expect(phone.app.composites == ["ar-contact": true])
    #expect(try phone.app.playComposite("ar-contact") == .played)
  }
}

/// The number of ends that an app was notified of.
private final class Ends: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var count: Int { lock.withLock { number } }

  func add() { lock.withLock { number += 1 } }
}
