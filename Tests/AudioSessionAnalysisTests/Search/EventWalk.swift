import AudioSession
import AudioSessionAnalysis
import TestSupport

/// Draws events of all kinds, most of which make sense some of the time.
struct EventWalk {
  let apps: Int
  private var generator: SplitMix64

  init(apps: Int, seed: UInt64) {
    self.apps = apps
    generator = SplitMix64(seed: seed)
  }

  /// The setup that a walk starts from: apps that differ in what they may do.
  mutating func setup(on system: OSVersion, policy: AudioPolicy = .standard) -> PhoneSetup {
    var states: [AppState] = []
    for place in 0..<apps {
      var app = AppState()
      app.hasBackgroundAudio = place < 2
      app.remoteCommands =
        place == 0 ? RemoteCommands([.togglePlayPause, .play, .pause, .next]) : []
      states.append(app)
    }
    var setup = PhoneSetup(apps: states)
    setup.system = system
    setup.policy = policy
    setup.device.callStyle = generator.choice(of: CallStyle.allCases)
    setup.device.hasMicrophone = !generator.oneIn(8)
    return setup
  }

  /// A policy in which every option has a value drawn at random.
  mutating func policy() throws -> AudioPolicy {
    var policy = AudioPolicy.standard
    for option in PolicyOption.choices {
      policy = try policy.with(option, generator.choice(of: option.allowed))
    }
    try policy.set("receiverGain", to: "0.5")
    try policy.set("voiceChatGain", to: "0.75")
    return policy
  }

  /// The next event: the calls of apps come as often as all that happens to the phone.
  mutating func next() -> SessionEvent {
    let app = AppID(Int.random(in: 0..<apps, using: &generator))
    return switch Int.random(in: 0..<13, using: &generator) {
    case 12: user(with: app)
    case 0...2: setter(of: app)
    case 3...5: session(of: app)
    case 6: small(of: app)
    case 7: life(of: app)
    case 8: call()
    case 9: system()
    case 10: device()
    default: route()
    }
  }

  private mutating func user(with app: AppID) -> SessionEvent {
    switch Int.random(in: 0..<18, using: &generator) {
    case 0: .setInputMuted(app, flag())
    case 1, 12, 13: .headsetMutePressed
    case 2:
      generator.choice(of: [
        .callMuted(flag()), .callsSwapped, .callAudioClosed, .headsetButtonHeld, .sideButtonPressed,
        .earphonesWorn(generator.choice(of: WornEarphones.allCases)),
        .callActionFailed(app, generator.choice(of: CallKitMessage.allCases)),
      ])
    case 3:
      flag()
        ? .setPictureInPicture(app, flag())
        : .inputPicked(
          app,
          generator.choice(of: [
            .port(.builtInMic), .port(.bluetoothHFP), .port(.headsetMic), .device("car"),
          ]))
    case 4: .backgroundTimeExpired(app, endsTask: flag())
    case 14...17:
      generator.choice(of: [
        .runARSession(app, generator.choice(of: Relocalization.allCases)), .resetARTracking(app),
        .pauseARSession(app), .placeRecognized(app), .placeRecognized(app), .runARSession(app),
        .relocalizationGivenUp(app), .relocalizationGivenUp(app), .relocalizationGivenUp(app),
      ])
    case 5: flag() ? .siriAnswered : .alertSoundEnded
    case 6:
      .setFailingCallActions(
        app, generator.oneIn(4) ? CallActions([generator.choice(of: CallKitMessage.allCases)]) : [])
    case 7:
      generator.choice(of: [
        .handsFreeOpened, .portConnected(.bluetoothHFP), .outputPicked(.port(.bluetoothHFP)),
      ])
    case 8:
      .accessibilityChanged(
        AccessibilitySettings(rawValue: UInt8.random(in: 0...63, using: &generator)))
    case 9: .voiceOverSpoke(flag())
    case 10:
      .remoteCommandSent(
        generator.choice(of: [.play, .pause]), from: generator.choice(of: RemoteSource.allCases))
    default:
      .outputPicked(
        generator.choice(of: [
          .phone, .speaker, .device("car"), .device("earphones"), .port(.headphones),
          .port(.bluetoothA2DP), .port(.bluetoothHFP), .port(.airPlay), .port(.carAudio),
        ]))
    }
  }

  private mutating func flag() -> Bool { generator.oneIn(2) }

  private mutating func setter(of app: AppID) -> SessionEvent {
    var options: CategoryOptions = []
    while generator.oneIn(2) {
      options.formUnion(generator.choice(of: CategoryOptions.named).option)
    }
    let category = generator.choice(of: SessionCategory.allCases)
    let mode = generator.oneIn(3) ? generator.choice(of: SessionMode.allCases) : nil
    return switch Int.random(in: 0..<8, using: &generator) {
    case 0: .setMode(app, generator.choice(of: SessionMode.allCases))
    case 1: .overrideOutput(app, flag() ? .speaker : .none)
    case 2:
      .setPreferredInput(
        app,
        generator.choice(of: [.port(generator.choice(of: Port.allCases)), .device("car"), nil]))
    case 3:
      .setCategory(
        app, .playback, mode: .spokenAudio, policy: flag() ? .longFormAudio : .default)
    case 4:
      flag()
        ? .setCategory(app, .playAndRecord, options: .allowBluetoothHFP)
        : .setCategory(app, category)
    default: .setCategory(app, category, mode: mode, options: options)
    }
  }

  private mutating func session(of app: AppID) -> SessionEvent {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1: .activate(app)
    case 2:
      .deactivate(
        app, flag() ? .notifyOthersOnDeactivation : [],
        noNotifyEffect: generator.choice(of: NoNotifyEffect.allCases + [nil]))
    case 3, 4: .startOutput(app)
    case 5: .stopOutput(app)
    case 6: .startInput(app)
    default: .stopInput(app)
    }
  }

  private mutating func hardware(of app: AppID) -> SessionEvent {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: .setInputProperty(app)
    case 1: .requestHardware(app, .sampleRate(generator.choice(of: [0, 24_000, 44_100])))
    case 2:
      .requestHardware(
        app, .inputDataSource(generator.choice(of: BuiltInMicrophone.allCases + [nil])))
    default: .requestHardware(app, .polarPattern(.cardioid, of: .front))
    }
  }

  private mutating func small(of app: AppID) -> SessionEvent {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: hardware(of: app)
    case 1:
      .setPreference(
        app, generator.choice(of: SessionPreference.allCases),
        generator.choice(of: [true, false, nil]))
    case 2: .setOutputMuted(app, flag())
    case 3: .setRemoteCommands(app, flag() ? RemoteCommands([.togglePlayPause, .play]) : [])
    case 4: .setCaptures(app, flag() ? .gyroscope : [])
    case 5: .playHaptic(app, generator.choice(of: HapticOrigin.allCases))
    case 6: .playSound(app, generator.choice(of: SoundClass.allCases))
    case 7: .setNotificationSettings(app, notificationSettings())
    case 8: .setFrontPresentation(app, FrontPresentation(rawValue: flag() ? 3 : 0))
    case 9: flag() ? .notificationOpened(app) : .notificationDismissed(app)
    default:
      .notificationDelivered(
        generator.choice(of: [app, nil]), hasSound: flag(),
        about: generator.choice(of: [nil, nil, "a", "b"]))
    }
  }

  private mutating func notificationSettings() -> NotificationSettings {
    var settings = NotificationSettings.granted
    if generator.oneIn(4) { settings.permission = .denied }
    settings.hasSound = flag()
    settings.style = generator.choice(of: NotificationSettings.Style.allCases)
    settings.showsOnLockScreen = flag()
    return settings
  }

  private mutating func life(of app: AppID) -> SessionEvent {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...5: .enterForeground(app)
    case 6...8: .enterBackground(app)
    case 9, 10: .suspend(app)
    case 11: generator.oneIn(2) ? .terminate(app) : .enterForeground(app)
    case 12, 13: .launch(app)
    case 14 where generator.oneIn(3):
      .setPlayer(app, generator.choice(of: [.system, .video, .own, .engine, .engine, nil]))
    case 14:
      generator.oneIn(8)
        ? .expireSession(app)
        : .setRecordPermission(app, generator.choice(of: RecordPermission.allCases))
    default: .setRuntimeAssertion(app, flag())
    }
  }

  private mutating func call() -> SessionEvent {
    let app = AppID(Int.random(in: 0..<apps, using: &generator))
    let end = generator.choice(of: InterruptionEnd.allCases)
    return switch Int.random(in: 0..<10, using: &generator) {
    case 0: .callRang(.phone)
    case 1: .callRang(.app(app))
    case 8: .callStarted(app.index == 0 ? .phone : .app(app))
    case 2, 3: .callAnswered
    case 4: .callDeclined(end)
    case 5: .callEnded(end, of: generator.oneIn(4) ? generator.choice(of: CallPhase.allCases) : nil)
    case 6: .callHeld
    case 7:
      .callEndedRemotely(
        end, of: generator.oneIn(4) ? generator.choice(of: CallPhase.allCases) : nil)
    default: .callUnheld
    }
  }

  private mutating func system() -> SessionEvent {
    let app = AppID(Int.random(in: 0..<apps, using: &generator))
    let end = generator.choice(of: InterruptionEnd.allCases)
    let alerts = SystemAlert.allCases.flatMap { alert -> [SessionEvent] in
      [.alertBegan(alert), .alertEnded(alert, end)]
    }
    return generator.choice(
      of: alerts + [
        .alarmSnoozed(seconds: 2, end), .siriBegan, .siriRecorded, .siriEnded(end),
        .siriEnded(end, startedPlaybackIn: app),
        .microphoneMuted, .microphoneUnmuted, .mediaServicesReset,
        generator.oneIn(3) ? .mediaServicesLost : .mediaServicesReset,
      ])
  }

  private mutating func device() -> SessionEvent {
    let volume = generator.number(in: 0...1)
    return switch Int.random(in: 0..<8, using: &generator) {
    case 0: .silentModeSet(flag())
    case 1: generator.oneIn(3) ? .locked : .unlocked
    case 2: .volumeSet(generator.choice(of: VolumeKind.allCases), volume)
    case 3:
      .volumeButtonPressed(
        generator.choice(of: VolumeButton.allCases), hearing: generator.oneIn(3) ? 0 : nil)
    case 4: .wokeFromSleep
    case 5: .settingsChanged(UserSettings(rawValue: UInt8.random(in: 0...15, using: &generator)))
    case 6: .callStyleSet(generator.choice(of: CallStyle.allCases))
    default: .remoteCommandSent(generator.choice(of: RemoteCommand.allCases))
    }
  }

  private mutating func named() -> SessionEvent {
    let name = generator.choice(of: ["earphones", "car"])
    guard flag() else { return .deviceDisconnected(name, announced: !generator.oneIn(4)) }
    let ports: PortSet = [.bluetoothA2DP, .bluetoothHFP]
    let profile: PortSet = flag() ? [.bluetoothA2DP] : [.bluetoothHFP]
    return .deviceConnected(ConnectedDevice(name, ports: flag() ? ports : profile))
  }

  private mutating func route() -> SessionEvent {
    if generator.oneIn(3) { return named() }
    let port = generator.choice(of: [
      Port.headphones, .headsetMic, .bluetoothA2DP, .bluetoothHFP, .airPlay, .usbAudio, .carAudio,
      .lineOut, .HDMI, .bluetoothLE, .lineIn,
    ])
    return flag() ? .portConnected(port) : .portDisconnected(port, announced: !generator.oneIn(4))
  }
}
