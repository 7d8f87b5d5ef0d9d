import AudioSession
import TestSupport
import Testing

/// Foreground, background, suspension, death, and the death of the media services.
@Suite struct LifecycleTests {
  @Test func `playback with the background mode continues in the background and locked`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground), .phone(.locked))
    #expect(scene.phone.isAudible(0))
  }

  @Test(arguments: [SessionConfiguration.solo, .ambient])
  func `ambient sessions are silent in the background, and end with the suspension`(
    configuration: SessionConfiguration
  ) throws {
    var scene = try Scene(configuration)
    try scene.play(.app(0, .startOutput))
    try scene.play(.app(0, .enterBackground))
    #expect(scene.effects.contains(.lifecycleChanged(0, .background)))
    #expect(scene.phone.isActive(0) && !scene.phone.isAudible(0))
    #expect(!scene.phone.isKeptRunning(0))
    try scene.play(.app(0, .suspend))
    #expect(scene.effects.contains(.ioStopped(0, .output, .suspended)))
    #expect(!scene.phone.isActive(0))
  }

  @Test func `a policy option ends ambient sessions when their apps leave the screen`() throws {
    var scene = try Scene(.ambient, policy: ["deferredSuspend": "true"])
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground))
    #expect(scene.effects.contains(.ioStopped(0, .output, .backgrounded)))
    #expect(!scene.phone.isActive(0) && scene.phone.state[0].lifecycle == .background)
  }

  @Test(arguments: [OSVersion.iOS8, .iOS14_5])
  func `before iOS 16, a session that is silent in the background ends at suspension or not at all`(
    system: OSVersion
  ) throws {
    var scene = try Scene(.ambient, on: system)
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground))
    #expect(scene.phone.isActive(0) && !scene.phone.isAudible(0))
    try scene.play(.app(0, .suspend))
    #expect(scene.phone.isActive(0) == (system == .iOS8))
    #expect(scene.queued(0) == (system == .iOS8 ? [] : [.interruptionBegan(.appWasSuspended)]))
  }

  @Test func `unlocking soon resumes sounds that the lock silenced`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.app(0, .startOutput), .phone(.locked))
    #expect(!scene.phone.isAudible(0) && scene.phone.isActive(0))
    try scene.play(.phone(.unlocked))
    #expect(scene.phone.isAudible(0))
  }

  @Test func `a session that ended while the phone was locked is not resumed by unlocking`() throws
  {
    var scene = try Scene(.ambient)
    try scene.play(.app(0, .startOutput), .phone(.locked), .app(0, .suspend))
    #expect(!scene.phone.isAudible(0) && !scene.phone.isActive(0))
    try scene.play(.phone(.unlocked))
    #expect(scene.phone.state[0].lifecycle == .foreground)
    #expect(!scene.phone.isActive(0), "the app activates it itself")
  }

  @Test func `without the audio mode, the lock stops recordings and playback`() throws {
    for configuration in [SessionConfiguration.recording, .playback] {
      var app = AppState()
      app.configuration = configuration
      var phone = try Phone(PhoneSetup(apps: [app]))
      _ = try phone.handle(
        configuration == .recording ? .app(0, .startInput) : .app(0, .startOutput))
      let effects = try phone.handle(.phone(.locked))
      #expect(effects.contains(.lifecycleChanged(0, .background)))
      #expect(!phone.isAudible(0) && !phone.isRecording(0))
      let unlocked = try phone.handle(.phone(.unlocked))
      #expect(unlocked.contains(.lifecycleChanged(0, .foreground)))
    }
  }

  @Test func `with the audio mode, a recording continues on a locked phone`() throws {
    var scene = try Scene(.recording)
    try scene.play(.app(0, .startInput), .phone(.locked))
    #expect(scene.phone.isRecording(0) && scene.phone.state[0].lifecycle == .background)
    try scene.play(.phone(.unlocked))
    #expect(scene.phone.isRecording(0) && scene.phone.state[0].lifecycle == .foreground)
  }

  @Test func `the host of a call continues on a locked phone without the audio mode`() throws {
    var app = AppState()
    app.configuration = .talking
    var phone = try Phone(PhoneSetup(apps: [app]))
    for event in [
      SessionEvent.phone(.callRang(.app(0))), .phone(.callAnswered), .app(0, .startInput),
      .phone(.locked),
    ] {
      _ = try phone.handle(event)
    }
    #expect(phone.isRecording(0))
  }

  @Test func `on a locked phone, activation is rejected and haptics are not played`() throws {
    var app = AppState()
    app.configuration = .playback
    var phone = try Phone(PhoneSetup(apps: [app]))
    _ = try phone.handle(.phone(.locked))
    let effects = try phone.handle(.app(0, .activate))
    #expect(effects == [.callResult(0, .cannotStartPlaying)])
    #expect(phone.hapticVerdict(for: 0) == .suppressed(.background))
  }

  @Test func `an app that was in the background before the lock stays there`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(1, .enterBackground), .phone(.locked), .phone(.unlocked))
    #expect(scene.phone.state[0].lifecycle == .foreground)
    #expect(scene.phone.state[1].lifecycle == .background)
  }

  @Test func `an app cannot come to the foreground of a locked phone`() throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.locked))
    #expect(throws: RejectedEvent.deviceLocked(0)) { try scene.play(.app(0, .enterForeground)) }
    try scene.play(.app(0, .terminate))
    #expect(throws: RejectedEvent.deviceLocked(0)) { try scene.play(.app(0, .launch)) }
  }

  @Test func `a phone that starts locked has its apps in the background`() throws {
    var device = DeviceState()
    device.isLocked = true
    var scene = try Scene(.playback, device: device)
    #expect(scene.phone.state[0].lifecycle == .background)
    try scene.play(.phone(.unlocked))
    #expect(scene.phone.state[0].lifecycle == .foreground)
  }

  @Test func `before iOS 10, a session that wakes in the background ends if it may not play there`()
    throws
  {
    var scene = try Scene(.solo, on: .iOS8)
    try scene.play(
      .phone(.siriBegan), .app(0, .activate), .app(0, .enterBackground), .app(0, .suspend))
    #expect(scene.phone.isActive(0), "suspension leaves it active")
    try scene.play(.phone(.siriEnded(startedPlaybackIn: 0)))
    #expect(!scene.phone.isActive(0) && !scene.phone.isSuspended(0))
  }

  @Test func `with a background task, an app keeps running in the background without its session`()
    throws
  {
    var scene = try Scene(.ambient)
    try scene.play(
      .app(0, .setRuntimeAssertion(true)), .app(0, .startOutput), .app(0, .enterBackground))
    #expect(!scene.phone.isActive(0) && !scene.phone.isSuspended(0))
  }

  @Test func `from iOS 16 on, suspension deactivates without a notification`() throws {
    var scene = try Scene(.playback, on: .iOS16)
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground))
    try scene.play(.app(0, .suspend))
    #expect(!scene.phone.isActive(0))
    #expect(scene.received(0) == [] && scene.queued(0) == [])
  }

  @Test func `suspension releases the others without a right to resume`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput), .app(1, .enterBackground))
    try scene.play(.app(1, .suspend))
    #expect(!scene.received(0).contains(.endedToResume))
    #expect(!scene.phone.isInterrupted(0))
  }

  @Test func `a suspended app is notified when it runs again`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput), .app(0, .suspend))
    try scene.play(.app(1, .stopOutput), .app(1, .deactivate(.notifyOthersOnDeactivation)))
    #expect(scene.received(0) == [] && scene.queued(0) == [.endedToResume])
    try scene.play(.app(0, .enterForeground))
    #expect(scene.received(0) == [.endedToResume])
    try scene.play(.app(0, .enterBackground), .app(0, .enterForeground))
    #expect(scene.received(0) == [])
  }

  @Test func `a terminated app gives up its session and is never notified`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput))
    try scene.play(.app(1, .terminate))
    #expect(!scene.phone.isInterrupted(0))
    #expect(scene.received(1) == [] && scene.queued(1) == [])
    try scene.play(.app(1, .launch))
    #expect(scene.phone.state[1].configuration == .solo, "every process starts with solo ambient")
    #expect(scene.phone.state[1].hasBackgroundAudio)
  }

  @Test func `an app that is not running cannot call its session`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .suspend))
    #expect(throws: RejectedEvent.callerNotRunning(0, .suspended)) {
      try scene.play(.app(0, .activate))
    }
    #expect(throws: RejectedEvent.lifecycle(0, from: .suspended, to: .suspended)) {
      try scene.play(.app(0, .suspend))
    }
    let events: [SessionEvent] = [
      .app(7, .activate), .phone(.notificationOpened(7)), .phone(.siriEnded(startedPlaybackIn: 7)),
      .phone(.volumeButtonPressed(.up, hearing: 7)), .phone(.callRang(.app(7))),
    ]
    for event in events {
      #expect(throws: RejectedEvent.unknownApp(7)) { try scene.play(event) }
    }
    try scene.play(.app(0, .terminate))
    #expect(throws: RejectedEvent.lifecycle(0, from: .terminated, to: .foreground)) {
      try scene.play(.app(0, .enterForeground))
    }
    #expect(throws: RejectedEvent.lifecycle(0, from: .terminated, to: .terminated)) {
      try scene.play(.app(0, .terminate))
    }
    try scene.play(.app(0, .launch))
    #expect(throws: RejectedEvent.lifecycle(0, from: .foreground, to: .foreground)) {
      try scene.play(.app(0, .launch))
    }
  }

  @Test func `when the media services die, all audio stops, and nothing restarts automatically`()
    throws
  {
    var scene = try Scene(.playback, .talking)
    try scene.play(.app(0, .startOutput), .app(1, .startInput))
    try scene.play(.phone(.mediaServicesLost))
    #expect(
      scene.received(0) == [.mediaServicesWereLost] && scene.received(1) == [.mediaServicesWereLost]
    )
    #expect(!scene.phone.isActive(1) && !scene.phone.isInterrupted(0))
    for call in [
      SessionEvent.app(0, .setCategory(.playback)), .app(0, .activate), .app(0, .deactivate()),
      .app(0, .startOutput),
      .app(1, .startInput), .app(1, .setMode(.voiceChat)), .app(1, .overrideOutput(.speaker)),
      .app(1, .setPreferredInput(.port(.builtInMic))), .app(1, .setInputProperty),
      .app(0, .setOutputMuted(true)),
      .app(0, .setPreference(.interruptionOnRouteDisconnect, true)),
    ] {
      try scene.play(call)
      #expect(scene.error == .mediaServicesFailed, "\(call)")
    }
    try scene.play(.phone(.mediaServicesReset))
    #expect(scene.received(0).contains(.mediaServicesWereReset))
    #expect(scene.phone.state[1].configuration == .solo)
    #expect(!scene.phone.isActive(0) && !scene.phone.isPlaying(0))
  }
}
