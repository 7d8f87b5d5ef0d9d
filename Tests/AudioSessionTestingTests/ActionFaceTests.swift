import AudioSession
import AudioSessionTesting
import Foundation
import HapticEngine
import PhoneRuntime
import Testing

/// Everything that an app can do in a scenario can be said with the phone for tests, and everything
/// that a scenario sets up.
struct ActionFaceTests {
  /// Lets the app under test do something by the members that tests use; a new action does not compile
  /// before it is here.
  ///
  /// - Returns: false for what only the code of an app does, by clocks and positions of its own.
  @MainActor private func say(_ action: AppAction, on phone: SimulatedPhone) throws -> Bool {
    let app = phone.app
    let session = app.session
    switch action {
    case .activate: try session.setActive(true)
    case .deactivate(let options, nil): try session.setActive(false, options: options)
    case .deactivate(let options, let effect?):
      try app.deactivate(options, noNotifyEffect: effect)
    case .setCategory(let wanted, setsMode: true):
      try session.setCategory(
        AVAudioSession.Category(rawValue: wanted.category.rawValue),
        mode: AVAudioSession.Mode(rawValue: wanted.mode.rawValue), policy: wanted.policy,
        options: wanted.options)
    case .setCategory(let wanted, setsMode: false):
      try session.setCategory(
        AVAudioSession.Category(rawValue: wanted.category.rawValue), options: wanted.options)
    case .setMode(let mode): try session.setMode(AVAudioSession.Mode(rawValue: mode.rawValue))
    case .play(let seconds):
      app.player.duration = seconds
      try app.player.start()
    case .pause: app.player.pause()
    case .stop: app.player.stop()
    case .playFrom(let seconds):
      app.player.currentTime = seconds
      try app.player.start()
    case .record: try app.recorder.start()
    case .stopRecording: app.recorder.stop()
    case .foreground: try app.enterForeground()
    case .background: try app.enterBackground()
    case .suspend: try app.suspend()
    case .terminate: try app.terminate()
    case .launch: try app.launch()
    case .setBackgroundTask(let holds): try app.setBackgroundTask(holds)
    case .expireBackgroundTime(let ends): try app.expireBackgroundTime(endingTask: ends)
    case .setPictureInPicture(let isShown): try app.setPictureInPicture(isShown)
    case .setFailingCallActions(let actions): try app.failCallActions(actions)
    case .failCallAction(let action): try app.failCallAction(action)
    case .runARSession(let relocalization): try app.runARSession(relocalization)
    case .resetARTracking: try app.resetARTracking()
    case .pauseARSession: try app.pauseARSession()
    case .recognizePlace: try app.recognizePlace()
    case .giveUpRelocalizing: try app.giveUpRelocalizing()
    case .setInputMuted(let isMuted): try app.setInputMuted(isMuted)
    case .setSleepTimer, .savePosition: return false
    case .distortNotification(let distortion): try app.distortNotifications(distortion)
    case .startCapture(let kind): try app.startCapture(kind)
    case .stopCapture(let kind): try app.stopCapture(kind)
    case .setWebViewPlaying(let plays): try app.setWebViewPlaying(plays)
    case .overrideOutput(let port): try session.overrideOutputAudioPort(port)
    case .preferInput(let input):
      let inputs = session.availableInputs ?? []
      try session.setPreferredInput(
        inputs.first {
          switch input {
          case nil: false
          case .port(let port): $0.portType.rawValue == port.rawValue
          case .device(let name): $0.portName == name
          }
        })
    case .pickInput(let input): try app.pickInput(input)
    case .setInputProperty: try session.setInputGain(session.inputGain)
    case .requestHardware(let request): try say(request, of: session)
    case .setPrefers(let preferences):
      for (preference, value) in preferences { try say(preference, value, of: session) }
    case .setOutputMuted(let isMuted): try session.setOutputMuted(isMuted)
    case .setPlayer(let kind): app.player.kind = kind ?? .own
    case .setRemoteCommands(let commands):
      try app.handleRemoteCommands(commands.commands) { _ in }
    case .setCaptures(let captures): try app.setCaptures(captures)
    case .setInputView(let view): try app.showInputView(view)
    case .setFrontPresentation(let options): try app.setFrontPresentation(options)
    case .setNotificationSettings(let settings): try app.setNotificationSettings(settings)
    case .setRecordPermission(let permission): try app.setRecordPermission(permission)
    case .expireSession: try app.expireSession()
    case .playHaptic: try app.playHaptic()
    case .prepareFeedback: UISelectionFeedbackGenerator().prepare()
    case .triggerFeedback: UISelectionFeedbackGenerator().selectionChanged()
    case .loadComposite(let name, let seconds): try app.loadComposite(name, seconds: seconds)
    case .playComposite(let name): try app.playComposite(name)
    case .operate(let name, let event): try app.operate(name, event)
    case .turnPicker(let name, let turn): try app.turn(name, turn)
    case .playSound(let sound, let name): try app.playSound(sound, named: name)
    }
    return true
  }

  private func say(_ request: HardwareRequest, of session: AVAudioSession) throws {
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

  private func say(
    _ preference: SessionPreference, _ value: Bool?, of session: AVAudioSession
  ) throws {
    switch preference {
    case .noInterruptionsFromSystemAlerts:
      try session.setPrefersNoInterruptionsFromSystemAlerts(value ?? false)
    case .interruptionOnRouteDisconnect:
      try session.setPrefersInterruptionOnRouteDisconnect(value ?? true)
    case .hapticsAndSystemSoundsDuringRecording:
      try session.setAllowHapticsAndSystemSoundsDuringRecording(value ?? false)
    }
  }

  /// Stories, each possible from its beginning, in which every kind of action happens.
  private static let stories: [[AppAction]] = [
    [
      .setCategory(SessionConfiguration(.playAndRecord), setsMode: false),
      .setCategory(
        SessionConfiguration(.playAndRecord, mode: .videoRecording, options: .mixWithOthers),
        setsMode: true),
      .setMode(.default), .activate, .play(seconds: nil), .pause, .record,
      .requestHardware(.sampleRate(44_100)), .requestHardware(.ioBufferDuration(0.005)),
      .requestHardware(.inputChannels(1)), .requestHardware(.outputChannels(2)),
      .requestHardware(.inputGain(0.5)), .requestHardware(.inputDataSource(.back)),
      .requestHardware(.polarPattern(.cardioid, of: .front)),
      .requestHardware(.polarPattern(nil, of: .front)), .requestHardware(.inputDataSource(nil)),
      .requestHardware(.preferredDataSource(.front)),
      .requestHardware(.multichannelContent(true)), .requestHardware(.inputOrientation(.portrait)),
      .requestHardware(.echoCancelledInput(true)),
      .setInputProperty, .overrideOutput(.speaker), .preferInput(.port(.builtInMic)),
      .pickInput(.port(.builtInMic)), .setPrefers([.noInterruptionsFromSystemAlerts: true]),
      .setOutputMuted(true), .setInputMuted(true), .stopRecording, .playFrom(seconds: 2), .stop,
      .deactivate([], noNotifyEffect: .nothing), .deactivate(.notifyOthersOnDeactivation),
      .startCapture(.automatic), .stopCapture(.automatic), .setWebViewPlaying(true),
      .setWebViewPlaying(false), .expireSession,
    ],
    [
      .setBackgroundTask(true), .background, .expireBackgroundTime(endsTask: true), .foreground,
      .suspend, .terminate, .launch, .setFailingCallActions(.all), .runARSession(.automatic),
      .recognizePlace, .pauseARSession, .runARSession(.automatic), .giveUpRelocalizing,
      .resetARTracking, .distortNotification(.missing), .setPlayer(.engine),
      .setRemoteCommands(RemoteCommands([.play])), .setCaptures(.camera), .setInputView(.silent),
      .setFrontPresentation(.banner), .setNotificationSettings(.granted),
      .setRecordPermission(.denied), .launch, .setRemoteCommands(RemoteCommands([.play])),
      .playHaptic("impact.light"), .prepareFeedback(.selection),
      .triggerFeedback(Feedback(.selection)), .loadComposite("ar-contact", seconds: 0),
      .playComposite("ar-contact"), .operate("wifi", .toggled),
      .turnPicker("time", PickerTurn(wheel: 1, rows: 2, seconds: 0.5)),
      .playSound(.alert, name: "bell"), .setSleepTimer(seconds: 2), .savePosition,
      .setCategory(SessionConfiguration(.playback), setsMode: false), .setPictureInPicture(true),
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
  func `what a member of an app for tests does is the action of scenarios`(
    story: [AppAction]
  ) async throws {
    let (said, done) = (try Self.phone(), try Self.phone())
    try await said.runAsCurrent {
      for action in story {
        guard try say(action, on: said) else { continue }
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

  // MARK: What is set up

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

  @Test func `a haptic engine may have the session of the app, which it activates`() throws {
    for session in HapticEngineSession.allCases {
      let phone = try SimulatedPhone(
        hapticEngine: session, notificationCenter: NotificationCenter())
      try phone.runtime.perform(.playHaptic("impact.light"), by: phone.app.id)
      #expect(phone.app.isActive == (session == .shared), "\(session)")
    }
  }

  @Test func `other apps may lack the audio mode, and are silent in the background`() throws {
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

  @Test func `what released apps receive can be said for one deactivation`() throws {
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

  @Test func `the calls that an app hosts are its own, and a composite shows its still at first`()
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

/// How many ends an app was notified of.
private final class Ends: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  var count: Int { lock.withLock { number } }

  func add() { lock.withLock { number += 1 } }
}
