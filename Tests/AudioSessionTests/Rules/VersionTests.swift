import AudioSession
import TestSupport
import Testing

/// Differences between the versions of the system.
@Suite struct VersionTests {
  @Test(arguments: [
    (OSVersion.iOS7, SessionErrorCode.isBusy as SessionErrorCode?, true), (.iOS8, .isBusy, false),
    (.iOS17, .isBusy, false), (.iOS26, nil, false), (.iOS27, nil, false),
  ])
  func `deactivating a running session fails, succeeds with an error, or succeeds`(
    system: OSVersion, error: SessionErrorCode?, staysActive: Bool
  ) throws {
    var scene = try Scene(.playback, on: system)
    try scene.play(.app(0, .startOutput), .app(0, .deactivate()))
    #expect(scene.error == error)
    #expect(scene.phone.isActive(0) == staysActive)
    #expect(scene.phone.isPlaying(0) == staysActive)
  }

  @Test(arguments: OSVersion.allCases)
  func `from iOS 13 on, haptics can be allowed while recording`(system: OSVersion) throws {
    var scene = try Scene(.talking, on: system)
    let preference = SessionEvent.app(
      0, .setPreference(.hapticsAndSystemSoundsDuringRecording, true))
    try scene.play(.app(0, .startInput))
    let reason = system < .iOS13 ? SuppressionReason.notSupported : .recording
    #expect(scene.phone.hapticVerdict(for: 0) == .suppressed(reason))
    if system < .iOS13 {
      #expect(throws: RejectedEvent.self) { try scene.play(preference) }
    } else {
      try scene.play(preference)
      #expect(scene.phone.hapticVerdict(for: 0) == .played)
    }
  }

  @Test(arguments: OSVersion.allCases)
  func `suspension deactivates from iOS 10 on, and until iOS 15 it is reported afterwards`(
    system: OSVersion
  ) throws {
    var scene = try Scene(.playback, on: system)
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground))
    try scene.play(.app(0, .suspend))
    #expect(scene.received(0) == [])
    #expect(scene.phone.isActive(0) == (system < .iOS10))
    try scene.play(.app(0, .enterForeground))
    let isNotified = system >= .iOS10 && system < .iOS16
    #expect(scene.received(0) == (isNotified ? [.interruptionBegan(.appWasSuspended)] : []))
    #expect(!scene.phone.isInterrupted(0))
  }

  @Test func `the reason has a key from iOS 14.5 on, and suspension has a separate key before`() {
    let suspended = SessionNotification.interruptionBegan(.appWasSuspended)
    let before = suspended.payload(on: .iOS10)
    #expect(before["AVAudioSessionInterruptionWasSuspendedKey"] == .boolean(true))
    #expect(before["AVAudioSessionInterruptionReasonKey"] == nil)
    let after = suspended.payload(on: .iOS14_5)
    #expect(after["AVAudioSessionInterruptionReasonKey"] == .unsigned(1))
    #expect(after["AVAudioSessionInterruptionWasSuspendedKey"] == nil)
    #expect(SessionNotification.began.payload(on: .iOS8).entries.count == 1)
  }

  @Test(arguments: OSVersion.allCases)
  func `a muted microphone interrupts from iOS 14.5 on, and a lost route from iOS 17 on`(
    system: OSVersion
  ) throws {
    var scene = try Scene(.recording, on: system)
    try scene.play(.app(0, .startInput), .phone(.microphoneMuted))
    #expect(scene.phone.isInterrupted(0) == (system >= .iOS14_5))
    var player = try Scene(.playback, on: system, handling: [.play])
    try player.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(player.phone.isInterrupted(0) == (system >= .iOS17))
    #expect(!player.phone.isPlaying(0))
  }

  @Test func `an app can mute its own output from iOS 26 on`() throws {
    var old = try Scene(.playback, on: .iOS17)
    #expect(throws: RejectedEvent.notAvailable("setOutputMuted", since: "26")) {
      try old.play(.app(0, .setOutputMuted(true)))
    }
    var scene = try Scene(.talking)
    try scene.play(.app(0, .startOutput), .app(0, .setOutputMuted(true)))
    #expect(scene.received(0).contains(.outputMuteStateChange(muted: true)))
    #expect(!scene.phone.isAudible(0))
    try scene.play(.phone(.volumeButtonPressed(.up)))
    #expect(scene.received(0).contains(.userIntentToUnmuteOutput))
    try scene.play(.app(0, .setMode(.voiceChat)))
    #expect(scene.received(0).contains(.outputMuteStateChange(muted: false)))
    try scene.play(.app(0, .setOutputMuted(true)))
    #expect(scene.error == .badParam)
  }

  /// Source: header, `setAllowHapticsAndSystemSoundsDuringRecording(_:)`, 13.0.
  @Test(arguments: OSVersion.allCases)
  func `haptics during a recording can be allowed on versions that stand for iOS 13 or later`(
    system: OSVersion
  ) throws {
    var scene = try Scene(.recording, on: system)
    let allowing = SessionEvent.app(0, .setPreference(.hapticsAndSystemSoundsDuringRecording, true))
    guard system.has(SystemRelease(13)) else {
      #expect(
        throws: RejectedEvent.notAvailable("hapticsAndSystemSoundsDuringRecording", since: "13")
      ) { try scene.play(allowing) }
      return
    }
    try scene.play(allowing)
    #expect(scene.phone.state[0].preferences.hapticsAndSystemSoundsDuringRecording)
  }

  /// Source: `CHHapticEngine` (13), `UIFeedbackGenerator` (10).
  @Test(
    arguments: [
      (9, nil as HapticOrigin?), (10, .generator), (12, .generator), (13, .engine), (26, .engine),
    ] as [(Int, HapticOrigin?)])
  func `feedback generators require iOS 10, and haptic engines iOS 13`(
    major: Int, newest: HapticOrigin?
  ) throws {
    var setup = PhoneSetup(apps: [AppState()])
    setup.release = SystemRelease(major)
    for origin in HapticOrigin.allCases {
      var phone = try Phone(setup)
      let isThere = newest == .engine || newest != nil && origin != .engine
      let effects = try? phone.handle(.app(0, .playHaptic(origin)))
      if isThere {
        #expect(effects == [.haptic(0, .played)], "\(origin) on \(major)")
      } else {
        let verdict: [SessionEffect]? =
          origin == .control ? [.haptic(0, .suppressed(.notSupported))] : nil
        #expect(effects == verdict, "\(origin) on \(major)")
      }
      #expect(phone.mayStartHapticEngine(0) == (newest == .engine))
    }
  }

  @Test(arguments: [(8, false), (9, true), (13, true)])
  func `an iPad has picture in picture according to its release number`(
    major: Int, isThere: Bool
  ) throws {
    var app = AppState()
    app.configuration = SessionConfiguration(.playback)
    app.hasBackgroundAudio = true
    var setup = PhoneSetup(apps: [app])
    setup.platform = .iPad
    setup.release = SystemRelease(major)
    var phone = try Phone(setup)
    #expect(((try? phone.handle(.app(0, .setPictureInPicture(true)))) != nil) == isThere)
  }

  @Test(arguments: [OSVersion.iOS7, .iOS8])
  func `the hint for secondary audio requires iOS 8`(system: OSVersion) throws {
    var scene = try Scene(SessionConfiguration(.ambient), .playback, on: system)
    try scene.play(
      .app(0, .activate), .app(1, .startOutput), .app(1, .enterBackground), .app(0, .activate))
    try scene.play(.app(1, .stopOutput))
    let hint = SessionNotification.silenceSecondaryAudioHint(.end)
    #expect(scene.received(0).contains(hint) == (system == .iOS8))
  }

  @Test func `features of a release are available from its version on`() {
    #expect(!OSVersion.iOS7.has(SystemRelease(9)))
    #expect(!OSVersion.iOS8.has(SystemRelease(9)), "a version has the features of its own number")
    #expect(SystemRelease(9).has(SystemRelease(9)) && !SystemRelease(9).has(SystemRelease(10)))
    #expect(!SystemRelease(26, 1).has(SystemRelease(26, 2)))
    #expect(!SystemRelease(14).has(SystemRelease(14, 5)))
    #expect(!OSVersion.iOS10.has(SystemRelease(14, 5)))
    #expect(OSVersion.iOS14_5.has(SystemRelease(14, 5)))
    #expect(!OSVersion.iOS17.has(SystemRelease(26)))
    #expect(OSVersion.iOS26.has(SystemRelease(26, 2)))
    for (older, newer) in zip(OSVersion.allCases, OSVersion.allCases.dropFirst()) {
      let parts = newer.rawValue.split(separator: ".").compactMap { Int($0) }
      let release = SystemRelease(parts[0], parts.count > 1 ? parts[1] : 0)
      #expect(release.description == newer.rawValue)
      #expect(newer.has(release) && !older.has(release), "\(newer.rawValue)")
    }
  }

  @Test func `a preference is available from its version on`() throws {
    var scene = try Scene(.playback, on: .iOS16)
    #expect(throws: RejectedEvent.self) {
      try scene.play(.app(0, .setPreference(.interruptionOnRouteDisconnect, true)))
    }
    try scene.play(.app(0, .setPreference(.noInterruptionsFromSystemAlerts, true)))
    #expect(scene.phone.state[0].preferences[.noInterruptionsFromSystemAlerts] == true)
    try scene.play(.app(0, .setPreference(.noInterruptionsFromSystemAlerts, nil)))
    #expect(scene.phone.state[0].preferences[.noInterruptionsFromSystemAlerts] == false)
  }

  @Test func `iOS 27 reports who deactivated a session, and recommends whether to resume`() throws {
    var scene = try Scene(.playback, on: .iOS27)
    try scene.play(.app(0, .startOutput))
    #expect(scene.received(0) == [.didBecomeActive])
    try scene.play(.phone(.alarmFired))
    let lost = DeactivationContext(source: .system, interruptionReason: .default)
    #expect(scene.received(0) == [.began, .didBecomeInactive(lost)])
    try scene.play(.phone(.alarmDismissed(.notResumable)))
    let stay = ResumptionContext(recommendation: .shouldNotResume)
    #expect(scene.received(0) == [.ended, .resumptionRecommendation(stay)])
    try scene.play(.app(0, .activate), .app(0, .deactivate()))
    let given = DeactivationContext(source: .app, interruptionReason: nil)
    #expect(scene.received(0) == [.didBecomeActive, .didBecomeInactive(given)])
  }

  @Test func `iOS 27 sends a rejected app a recommendation when it may activate`() throws {
    var scene = try Scene(.playback, on: .iOS27)
    try scene.play(.phone(.alarmFired), .app(0, .activate))
    #expect(scene.error == .insufficientPriority)
    try scene.play(.phone(.alarmDismissed()))
    let resume = ResumptionContext(recommendation: .shouldResume)
    #expect(scene.received(0) == [.resumptionRecommendation(resume)])
  }

  @Test(arguments: [OSVersion.iOS10, .iOS26])
  func `the values in a notification are numbers, and began does not have an option`(
    system: OSVersion
  ) {
    let began = SessionNotification.began.payload(on: system)
    #expect(began.name == "AVAudioSessionInterruptionNotification")
    #expect(began.queue == .main)
    #expect(began["AVAudioSessionInterruptionTypeKey"] == .unsigned(1))
    #expect(began["AVAudioSessionInterruptionOptionKey"] == nil)
    let ended = SessionNotification.endedToResume.payload(on: system)
    #expect(ended["AVAudioSessionInterruptionTypeKey"] == .unsigned(0))
    #expect(ended["AVAudioSessionInterruptionOptionKey"] == .unsigned(1))
    #expect(ended["AVAudioSessionInterruptionReasonKey"] == nil)
    let route = Route(inputs: [], outputs: [.headphones])
    let change = SessionNotification.routeChange(.oldDeviceUnavailable, previous: route)
      .payload(on: system)
    #expect(change.queue == .secondary)
    #expect(change["AVAudioSessionRouteChangeReasonKey"] == .unsigned(2))
    #expect(change["AVAudioSessionRouteChangePreviousRouteKey"] == .route(route))
    let hint = SessionNotification.silenceSecondaryAudioHint(.begin).payload(on: system)
    #expect(hint["AVAudioSessionSilenceSecondaryAudioHintTypeKey"] == .unsigned(1))
    #expect(SessionNotification.mediaServicesWereLost.payload(on: system).entries.isEmpty)
    #expect(SessionNotification.mediaServicesWereReset.payload(on: system).entries.isEmpty)
  }
}
