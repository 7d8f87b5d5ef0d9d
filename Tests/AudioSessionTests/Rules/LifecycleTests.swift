import AudioSession
import TestSupport
import Testing

/// Foreground, background, suspension, death, and the death of the media services.
@Suite struct LifecycleTests {
  @Test func `playback with the background mode goes on behind and when locked`() throws {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .enterBackground(0), .locked)
    #expect(scene.phone.isAudible(0))
  }

  @Test(arguments: [SessionConfiguration.solo, .ambient])
  func `ambient sessions end behind and the app sleeps`(
    configuration: SessionConfiguration
  ) throws {
    var scene = try Scene(configuration)
    try scene.play(.startOutput(0))
    try scene.play(.enterBackground(0))
    #expect(scene.effects.contains(.ioStopped(0, .output, .backgrounded)))
    #expect(scene.effects.contains(.lifecycleChanged(0, .suspended)))
    #expect(!scene.phone.isActive(0) && scene.phone.isSuspended(0))
  }

  @Test func `ambient sessions are not heard when locked`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.startOutput(0), .locked)
    #expect(!scene.phone.isAudible(0))
    try scene.play(.unlocked)
    #expect(scene.phone.isAudible(0))
  }

  @Test func `with a task of its own an app runs on behind without its session`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.setRuntimeAssertion(0, true), .startOutput(0), .enterBackground(0))
    #expect(!scene.phone.isActive(0) && !scene.phone.isSuspended(0))
  }

  @Test func `suspension deactivates without a word from 16 on`() throws {
    var scene = try Scene(.playback, on: .iOS16)
    try scene.play(.startOutput(0), .enterBackground(0))
    try scene.play(.suspend(0))
    #expect(!scene.phone.isActive(0))
    #expect(scene.told(0) == [] && scene.queued(0) == [])
  }

  @Test func `suspension releases the others without a right to resume`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1), .enterBackground(1))
    try scene.play(.suspend(1))
    #expect(!scene.told(0).contains(.endedToResume))
    #expect(!scene.phone.isInterrupted(0))
  }

  @Test func `who is suspended is told when it runs again`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1), .suspend(0))
    try scene.play(.stopOutput(1), .deactivate(1, .notifyOthersOnDeactivation))
    #expect(scene.told(0) == [] && scene.queued(0) == [.endedToResume])
    try scene.play(.enterForeground(0))
    #expect(scene.told(0) == [.endedToResume])
    try scene.play(.enterBackground(0), .enterForeground(0))
    #expect(scene.told(0) == [])
  }

  @Test func `who dies lets go and is never told`() throws {
    var scene = try Scene(.playback, .playback)
    try scene.play(.startOutput(0), .startOutput(1))
    try scene.play(.terminate(1))
    #expect(!scene.phone.isInterrupted(0))
    #expect(scene.told(1) == [] && scene.queued(1) == [])
    try scene.play(.launch(1))
    #expect(scene.phone.state[1].configuration == .solo, "every process starts with solo ambient")
    #expect(scene.phone.state[1].hasBackgroundAudio)
  }

  @Test func `who does not run cannot call`() throws {
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
    #expect(scene.told(0) == [.mediaServicesWereLost] && scene.told(1) == [.mediaServicesWereLost])
    #expect(!scene.phone.isActive(1) && !scene.phone.isInterrupted(0))
    for call in [
      SessionEvent.setCategory(0, .playback), .activate(0), .deactivate(0), .startOutput(0),
      .startInput(1), .setMode(1, .voiceChat), .overrideOutput(1, .speaker),
      .setPreferredInput(1, .builtInMic), .setInputProperty(1), .setOutputMuted(0, true),
      .setPreference(0, .interruptionOnRouteDisconnect, true),
    ] {
      try scene.play(call)
      #expect(scene.error == .mediaServicesFailed, "\(call)")
    }
    try scene.play(.mediaServicesReset)
    #expect(scene.told(0).contains(.mediaServicesWereReset))
    #expect(scene.phone.state[1].configuration == .solo)
    #expect(!scene.phone.isActive(0) && !scene.phone.isPlaying(0))
  }
}
