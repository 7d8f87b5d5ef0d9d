import AudioSession
import AudioSessionAnalysis
import TestSupport

/// Draws random events of all kinds, most of which are possible some of the time.
struct EventWalk {
  let apps: Int
  private var generator: SplitMix64

  init(apps: Int, seed: UInt64) {
    self.apps = apps
    generator = SplitMix64(seed: seed)
  }

  /// The setup that a walk starts from, with apps that differ in their rights.
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

  /// Returns the next event.
  ///
  /// App calls are as frequent as all phone events together.
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
    case 0: .app(app, .setInputMuted(flag()))
    case 1, 12, 13: .phone(.headsetMutePressed)
    case 2:
      generator.choice(of: [
        .phone(.callMuted(flag())), .phone(.callsSwapped), .phone(.callAudioClosed),
        .phone(.headsetButtonHeld), .phone(.sideButtonPressed),
        .phone(.earphonesWorn(generator.choice(of: WornEarphones.allCases))),
        .app(app, .callActionFailed(generator.choice(of: CallKitMessage.allCases))),
      ])
    case 3:
      flag()
        ? .app(app, .setPictureInPicture(flag()))
        : .app(
          app,
          .inputPicked(
            generator.choice(of: [
              .port(.builtInMic), .port(.bluetoothHFP), .port(.headsetMic), .device("car"),
            ])))
    case 4: .app(app, .backgroundTimeExpired(endsTask: flag()))
    case 14...17:
      generator.choice(of: [
        .app(app, .runARSession(generator.choice(of: Relocalization.allCases))),
        .app(app, .resetARTracking),
        .app(app, .pauseARSession), .app(app, .placeRecognized), .app(app, .placeRecognized),
        .app(app, .runARSession()),
        .app(app, .relocalizationGivenUp), .app(app, .relocalizationGivenUp),
        .app(app, .relocalizationGivenUp),
      ])
    case 5: flag() ? .phone(.siriAnswered) : .phone(.alertSoundEnded)
    case 6:
      .app(
        app,
        .setFailingCallActions(
          generator.oneIn(4) ? CallActions([generator.choice(of: CallKitMessage.allCases)]) : []))
    case 7:
      generator.choice(of: [
        .phone(.handsFreeOpened), .phone(.portConnected(.bluetoothHFP)),
        .phone(.outputPicked(.port(.bluetoothHFP))),
      ])
    case 8:
      .phone(
        .accessibilityChanged(
          AccessibilitySettings(rawValue: UInt8.random(in: 0...63, using: &generator))))
    case 9: .phone(.voiceOverSpoke(flag()))
    case 10:
      .phone(
        .remoteCommandSent(
          generator.choice(of: [.play, .pause]), from: generator.choice(of: RemoteSource.allCases)))
    default:
      .phone(
        .outputPicked(
          generator.choice(of: [
            .phone, .speaker, .device("car"), .device("earphones"), .port(.headphones),
            .port(.bluetoothA2DP), .port(.bluetoothHFP), .port(.airPlay), .port(.carAudio),
          ])))
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
    case 0: .app(app, .setMode(generator.choice(of: SessionMode.allCases)))
    case 1: .app(app, .overrideOutput(flag() ? .speaker : .none))
    case 2:
      .app(
        app,
        .setPreferredInput(
          generator.choice(of: [.port(generator.choice(of: Port.allCases)), .device("car"), nil])))
    case 3:
      .app(
        app, .setCategory(.playback, mode: .spokenAudio, policy: flag() ? .longFormAudio : .default)
      )
    case 4:
      flag()
        ? .app(app, .setCategory(.playAndRecord, options: .allowBluetoothHFP))
        : .app(app, .setCategory(category))
    default: .app(app, .setCategory(category, mode: mode, options: options))
    }
  }

  private mutating func session(of app: AppID) -> SessionEvent {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1: .app(app, .activate)
    case 2:
      .app(
        app,
        .deactivate(
          flag() ? .notifyOthersOnDeactivation : [],
          noNotifyEffect: generator.choice(of: NoNotifyEffect.allCases + [nil])))
    case 3, 4: .app(app, .startOutput)
    case 5: .app(app, .stopOutput)
    case 6: .app(app, .startInput)
    default: .app(app, .stopInput)
    }
  }

  private mutating func hardware(of app: AppID) -> SessionEvent {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: .app(app, .setInputProperty)
    case 1: .app(app, .requestHardware(.sampleRate(generator.choice(of: [0, 24_000, 44_100]))))
    case 2:
      .app(
        app,
        .requestHardware(.inputDataSource(generator.choice(of: BuiltInMicrophone.allCases + [nil])))
      )
    default: .app(app, .requestHardware(.polarPattern(.cardioid, of: .front)))
    }
  }

  private mutating func small(of app: AppID) -> SessionEvent {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: hardware(of: app)
    case 1:
      .app(
        app,
        .setPreference(
          generator.choice(of: SessionPreference.allCases),
          generator.choice(of: [true, false, nil])))
    case 2: .app(app, .setOutputMuted(flag()))
    case 3: .app(app, .setRemoteCommands(flag() ? RemoteCommands([.togglePlayPause, .play]) : []))
    case 4: .app(app, .setCaptures(flag() ? .gyroscope : []))
    case 5: .app(app, .playHaptic(generator.choice(of: HapticOrigin.allCases)))
    case 6: .app(app, .playSound(generator.choice(of: SoundClass.allCases)))
    case 7: .app(app, .setNotificationSettings(notificationSettings()))
    case 8: .app(app, .setFrontPresentation(FrontPresentation(rawValue: flag() ? 3 : 0)))
    case 9: flag() ? .phone(.notificationOpened(app)) : .phone(.notificationDismissed(app))
    default:
      .phone(
        .notificationDelivered(
          generator.choice(of: [app, nil]), hasSound: flag(),
          about: generator.choice(of: [nil, nil, "a", "b"])))
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
    case 0...5: .app(app, .enterForeground)
    case 6...8: .app(app, .enterBackground)
    case 9, 10: .app(app, .suspend)
    case 11: generator.oneIn(2) ? .app(app, .terminate) : .app(app, .enterForeground)
    case 12, 13: .app(app, .launch)
    case 14 where generator.oneIn(3):
      .app(app, .setPlayer(generator.choice(of: [.system, .video, .own, .engine, .engine, nil])))
    case 14:
      generator.oneIn(8)
        ? .app(app, .expireSession)
        : .app(app, .setRecordPermission(generator.choice(of: RecordPermission.allCases)))
    default: .app(app, .setRuntimeAssertion(flag()))
    }
  }

  private mutating func call() -> SessionEvent {
    let app = AppID(Int.random(in: 0..<apps, using: &generator))
    let end = generator.choice(of: InterruptionEnd.allCases)
    return switch Int.random(in: 0..<10, using: &generator) {
    case 0: .phone(.callRang(.phone))
    case 1: .phone(.callRang(.app(app)))
    case 8: .phone(.callStarted(app.index == 0 ? .phone : .app(app)))
    case 2, 3: .phone(.callAnswered)
    case 4: .phone(.callDeclined(end))
    case 5:
      .phone(
        .callEnded(end, of: generator.oneIn(4) ? generator.choice(of: CallPhase.allCases) : nil))
    case 6: .phone(.callHeld)
    case 7:
      .phone(
        .callEndedRemotely(
          end, of: generator.oneIn(4) ? generator.choice(of: CallPhase.allCases) : nil))
    default: .phone(.callUnheld)
    }
  }

  private mutating func system() -> SessionEvent {
    let app = AppID(Int.random(in: 0..<apps, using: &generator))
    let end = generator.choice(of: InterruptionEnd.allCases)
    let alerts = SystemAlert.allCases.flatMap { alert -> [SessionEvent] in
      [.phone(.alertBegan(alert)), .phone(.alertEnded(alert, end))]
    }
    return generator.choice(
      of: alerts + [
        .phone(.alarmSnoozed(seconds: 2, end)), .phone(.siriBegan), .phone(.siriRecorded),
        .phone(.siriEnded(end)),
        .phone(.siriEnded(end, startedPlaybackIn: app)),
        .phone(.microphoneMuted), .phone(.microphoneUnmuted), .phone(.mediaServicesReset),
        generator.oneIn(3) ? .phone(.mediaServicesLost) : .phone(.mediaServicesReset),
      ])
  }

  private mutating func device() -> SessionEvent {
    let volume = generator.number(in: 0...1)
    return switch Int.random(in: 0..<8, using: &generator) {
    case 0: .phone(.silentModeSet(flag()))
    case 1: generator.oneIn(3) ? .phone(.locked) : .phone(.unlocked)
    case 2: .phone(.volumeSet(generator.choice(of: VolumeKind.allCases), volume))
    case 3:
      .phone(
        .volumeButtonPressed(
          generator.choice(of: VolumeButton.allCases), hearing: generator.oneIn(3) ? 0 : nil))
    case 4: .phone(.wokeFromSleep)
    case 5:
      .phone(.settingsChanged(UserSettings(rawValue: UInt8.random(in: 0...15, using: &generator))))
    case 6: .phone(.callStyleSet(generator.choice(of: CallStyle.allCases)))
    default: .phone(.remoteCommandSent(generator.choice(of: RemoteCommand.allCases)))
    }
  }

  private mutating func named() -> SessionEvent {
    let name = generator.choice(of: ["earphones", "car"])
    guard flag() else { return .phone(.deviceDisconnected(name, announced: !generator.oneIn(4))) }
    let ports: PortSet = [.bluetoothA2DP, .bluetoothHFP]
    let profile: PortSet = flag() ? [.bluetoothA2DP] : [.bluetoothHFP]
    return .phone(.deviceConnected(ConnectedDevice(name, ports: flag() ? ports : profile)))
  }

  private mutating func route() -> SessionEvent {
    if generator.oneIn(3) { return named() }
    let port = generator.choice(of: [
      Port.headphones, .headsetMic, .bluetoothA2DP, .bluetoothHFP, .airPlay, .usbAudio, .carAudio,
      .lineOut, .HDMI, .bluetoothLE, .lineIn,
    ])
    return flag()
      ? .phone(.portConnected(port))
      : .phone(.portDisconnected(port, announced: !generator.oneIn(4)))
  }
}
