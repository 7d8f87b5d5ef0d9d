import AudioSession
import TestSupport
import Testing

/// Foreground, background, suspension, death, and the death of the media services.
@Suite struct LifecycleTests {
  @Test func `playback with the background mode goes on in the background and locked`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .enterBackground(0), .locked)
    #expect(scene.phone.isAudible(0))
  }

  @Test(arguments: [SessionConfiguration.solo, .ambient])
  func `ambient sessions are silent in the background, and end with the suspension`(
    configuration: SessionConfiguration
  ) throws {
    var scene = try Scene(configuration)
    try scene.play(.startOutput(0))
    try scene.play(.enterBackground(0))
    #expect(scene.effects.contains(.lifecycleChanged(0, .background)))
    #expect(scene.phone.isActive(0) && !scene.phone.isAudible(0))
    #expect(!scene.phone.isKeptRunning(0))
    try scene.play(.suspend(0))
    #expect(scene.effects.contains(.ioStopped(0, .output, .suspended)))
    #expect(!scene.phone.isActive(0))
  }

  @Test func `by the option ambient sessions end when they leave the screen`() throws {
    var scene = try Scene(.ambient, policy: ["deferredSuspend": "true"])
    try scene.play(.startOutput(0), .enterBackground(0))
    #expect(scene.effects.contains(.ioStopped(0, .output, .backgrounded)))
    #expect(!scene.phone.isActive(0) && scene.phone.state[0].lifecycle == .background)
  }

  @Test(arguments: [OSVersion.iOS8, .iOS14_5])
  func `before 16 a session that stops in the background ends with the suspension, if at all`(
    system: OSVersion
  ) throws {
    var scene = try Scene(.ambient, on: system)
    try scene.play(.startOutput(0), .enterBackground(0))
    #expect(scene.phone.isActive(0) && !scene.phone.isAudible(0))
    try scene.play(.suspend(0))
    #expect(scene.phone.isActive(0) == (system == .iOS8))
    #expect(scene.queued(0) == (system == .iOS8 ? [] : [.interruptionBegan(.appWasSuspended)]))
  }

  @Test func `unlocking soon brings back what the lock silenced`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.startOutput(0), .locked)
    #expect(!scene.phone.isAudible(0) && scene.phone.isActive(0))
    try scene.play(.unlocked)
    #expect(scene.phone.isAudible(0))
  }

  @Test func `a session that ended behind the lock is not brought back by unlocking`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.startOutput(0), .locked, .suspend(0))
    #expect(!scene.phone.isAudible(0) && !scene.phone.isActive(0))
    try scene.play(.unlocked)
    #expect(scene.phone.state[0].lifecycle == .foreground)
    #expect(!scene.phone.isActive(0), "the app activates it itself")
  }

  @Test func `without the audio mode the lock stops what records and what plays`() throws {
    for configuration in [SessionConfiguration.recording, .playback] {
      var app = AppState()
      app.configuration = configuration
      var phone = try Phone(PhoneSetup(apps: [app]))
      _ = try phone.handle(configuration == .recording ? .startInput(0) : .startOutput(0))
      let effects = try phone.handle(.locked)
      #expect(effects.contains(.lifecycleChanged(0, .background)))
      #expect(!phone.isAudible(0) && !phone.isRecording(0))
      let unlocked = try phone.handle(.unlocked)
      #expect(unlocked.contains(.lifecycleChanged(0, .foreground)))
    }
  }

  @Test func `with the audio mode a recording goes on through the lock`() throws {
    var scene = try Scene(.recording)
    try scene.play(.startInput(0), .locked)
    #expect(scene.phone.isRecording(0) && scene.phone.state[0].lifecycle == .background)
    try scene.play(.unlocked)
    #expect(scene.phone.isRecording(0) && scene.phone.state[0].lifecycle == .foreground)
  }

  @Test func `the host of a call goes on through the lock without the mode`() throws {
    var app = AppState()
    app.configuration = .talking
    var phone = try Phone(PhoneSetup(apps: [app]))
    for event in [SessionEvent.callRang(.app(0)), .callAnswered, .startInput(0), .locked] {
      _ = try phone.handle(event)
    }
    #expect(phone.isRecording(0))
  }

  @Test func `on a locked phone activation is refused and haptics are not played`() throws {
    var app = AppState()
    app.configuration = .playback
    var phone = try Phone(PhoneSetup(apps: [app]))
    _ = try phone.handle(.locked)
    let effects = try phone.handle(.activate(0))
    #expect(effects == [.callResult(0, .activate, .cannotStartPlaying)])
    #expect(phone.hapticVerdict(for: 0) == .suppressed(.background))
  }

  @Test func `what was in the background before the lock stays there after it`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.enterBackground(1), .locked, .unlocked)
    #expect(scene.phone.state[0].lifecycle == .foreground)
    #expect(scene.phone.state[1].lifecycle == .background)
  }

  @Test func `no app comes to the foreground of a locked phone`() throws {
    var scene = try Scene(.playback)
    try scene.play(.locked)
    #expect(throws: RejectedEvent.deviceLocked(0)) { try scene.play(.enterForeground(0)) }
    try scene.play(.terminate(0))
    #expect(throws: RejectedEvent.deviceLocked(0)) { try scene.play(.launch(0)) }
  }

  @Test func `a phone that starts locked has its apps in the background`() throws {
    var device = DeviceState()
    device.isLocked = true
    var scene = try Scene(.playback, device: device)
    #expect(scene.phone.state[0].lifecycle == .background)
    try scene.play(.unlocked)
    #expect(scene.phone.state[0].lifecycle == .foreground)
  }

  @Test func `before 10 a session woken in the background ends if it may not sound there`() throws {
    var scene = try Scene(.solo, on: .iOS8)
    try scene.play(.siriBegan, .activate(0), .enterBackground(0), .suspend(0))
    #expect(scene.phone.isActive(0), "suspension leaves it active")
    try scene.play(.siriEnded(startedPlaybackIn: 0))
    #expect(!scene.phone.isActive(0) && !scene.phone.isSuspended(0))
  }

  @Test func `with a background task an app runs on in the background without its session`() throws
  {
    var scene = try Scene(.ambient)
    try scene.play(.setRuntimeAssertion(0, true), .startOutput(0), .enterBackground(0))
    #expect(!scene.phone.isActive(0) && !scene.phone.isSuspended(0))
  }

  @Test func `suspension deactivates without a word from 16 on`() throws {
    var scene = try Scene(.playback, on: .iOS16)
    try scene.play(.startOutput(0), .enterBackground(0))
    try scene.play(.suspend(0))
    #expect(!scene.phone.isActive(0))
    #expect(scene.received(0) == [] && scene.queued(0) == [])
  }

  @Test func `suspension releases the others without a right to resume`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1), .enterBackground(1))
    try scene.play(.suspend(1))
    #expect(!scene.received(0).contains(.endedToResume))
    #expect(!scene.phone.isInterrupted(0))
  }

  @Test func `a suspended app is notified when it runs again`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1), .suspend(0))
    try scene.play(.stopOutput(1), .deactivate(1, .notifyOthersOnDeactivation))
    #expect(scene.received(0) == [] && scene.queued(0) == [.endedToResume])
    try scene.play(.enterForeground(0))
    #expect(scene.received(0) == [.endedToResume])
    try scene.play(.enterBackground(0), .enterForeground(0))
    #expect(scene.received(0) == [])
  }

  @Test func `an app that is terminated gives up its session and is never notified`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1))
    try scene.play(.terminate(1))
    #expect(!scene.phone.isInterrupted(0))
    #expect(scene.received(1) == [] && scene.queued(1) == [])
    try scene.play(.launch(1))
    #expect(scene.phone.state[1].configuration == .solo, "every process starts with solo ambient")
    #expect(scene.phone.state[1].hasBackgroundAudio)
  }

  @Test func `an app that does not run cannot call`() throws {
    var scene = try Scene(.playback)
    try scene.play(.suspend(0))
    #expect(throws: RejectedEvent.callerNotRunning(0, .suspended)) { try scene.play(.activate(0)) }
    #expect(throws: RejectedEvent.lifecycle(0, from: .suspended, to: .suspended)) {
      try scene.play(.suspend(0))
    }
    #expect(throws: RejectedEvent.unknownApp(7)) { try scene.play(.activate(7)) }
    try scene.play(.terminate(0))
    #expect(throws: RejectedEvent.lifecycle(0, from: .terminated, to: .foreground)) {
      try scene.play(.enterForeground(0))
    }
    #expect(throws: RejectedEvent.lifecycle(0, from: .terminated, to: .terminated)) {
      try scene.play(.terminate(0))
    }
    try scene.play(.launch(0))
    #expect(throws: RejectedEvent.lifecycle(0, from: .foreground, to: .foreground)) {
      try scene.play(.launch(0))
    }
  }

  @Test func `the media services take everything with them and nothing plays by itself`() throws {
    var scene = try Scene(.playback, .talking)
    try scene.play(.startOutput(0), .startInput(1))
    try scene.play(.mediaServicesLost)
    #expect(
      scene.received(0) == [.mediaServicesWereLost] && scene.received(1) == [.mediaServicesWereLost]
    )
    #expect(!scene.phone.isActive(1) && !scene.phone.isInterrupted(0))
    for call in [
      SessionEvent.setCategory(0, .playback), .activate(0), .deactivate(0), .startOutput(0),
      .startInput(1), .setMode(1, .voiceChat), .overrideOutput(1, .speaker),
      .setPreferredInput(1, .port(.builtInMic)), .setInputProperty(1), .setOutputMuted(0, true),
      .setPreference(0, .interruptionOnRouteDisconnect, true),
    ] {
      try scene.play(call)
      #expect(scene.error == .mediaServicesFailed, "\(call)")
    }
    try scene.play(.mediaServicesReset)
    #expect(scene.received(0).contains(.mediaServicesWereReset))
    #expect(scene.phone.state[1].configuration == .solo)
    #expect(!scene.phone.isActive(0) && !scene.phone.isPlaying(0))
  }
}
