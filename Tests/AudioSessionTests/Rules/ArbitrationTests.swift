import AudioSession
import TestSupport
import Testing

/// Which sessions sound together: mixing, ducking, spoken audio, hints.
@Suite struct ArbitrationTests {
  /// Two configurations, and whether the first, activated second, interrupts the other.
  static let pairs: [(SessionConfiguration, SessionConfiguration, Bool)] = [
    (.playback, .playback, true), (.solo, .playback, true), (.playback, .solo, true),
    (.recording, .playback, true), (.talking, .recording, true), (.playback, .mixing, false),
    (.mixing, .playback, false), (.ambient, .playback, false), (.playback, .ambient, false),
    (.ducking, .playback, false), (.ducking, .spoken, false), (.prompting, .spoken, true),
    (.prompting, .playback, false), (.spoken, .prompting, false), (.recording, .mixing, false),
    (.mixedTalking, .talking, false),
  ]

  @Test(arguments: pairs)
  func `an app that does not mix interrupts another that does not mix`(
    winner: SessionConfiguration, loser: SessionConfiguration, interrupts: Bool
  ) throws {
    var scene = try Scene(winner, loser)
    try scene.play(.app(1, .activate))
    try scene.play(.app(0, .activate))
    #expect(scene.phone.isActive(1) == !interrupts)
    #expect(scene.received(1).contains(.began) == interrupts)
    #expect(scene.phone.state[1].interruptedBy == (interrupts ? .app(0) : []))
  }

  @Test func `ducking lasts as long as the ducking session is active`() throws {
    var scene = try Scene(.playback, .ducking, .ducking)
    try scene.play(.app(0, .startOutput))
    let loud = scene.phone.gain(of: 0)
    try scene.play(.app(1, .activate), .app(2, .activate))
    #expect(scene.phone.isDucked(0))
    #expect(abs(scene.phone.gain(of: 0) - loud * 0.2) < 1e-12)
    try scene.play(.app(1, .deactivate()))
    #expect(scene.phone.isDucked(0))
    try scene.play(.app(2, .deactivate()))
    #expect(!scene.phone.isDucked(0))
    #expect(scene.effects.contains(.gainChanged(0, from: loud * 0.2, to: loud)))
  }

  @Test func `an app that interrupts spoken audio may duck the rest`() throws {
    var both = SessionConfiguration.prompting
    both.options.insert(.duckOthers)
    var scene = try Scene(both, .spoken, .mixing)
    try scene.play(.app(1, .startOutput), .app(2, .startOutput))
    try scene.play(.app(0, .activate))
    #expect(scene.received(1).contains(.began))
    #expect(scene.phone.isActive(2) && scene.phone.isDucked(2))
    try scene.play(.app(0, .deactivate(.notifyOthersOnDeactivation)))
    #expect(scene.received(1).contains(.endedToResume))
  }

  @Test func `a muted short film does not interrupt until it is heard`() throws {
    var scene = try Scene(SessionConfiguration(.playback, mode: .shortFormVideo), .playback)
    try scene.play(.app(1, .startOutput), .app(0, .setOutputMuted(true)))
    try scene.play(.app(0, .startOutput))
    #expect(scene.phone.isActive(1))
    try scene.play(.app(0, .setOutputMuted(false)))
    #expect(scene.received(1).contains(.began))
    #expect(scene.received(0).contains(.outputMuteStateChange(muted: false)))
  }

  @Test func `only sessions that do not mix give the hint`() throws {
    var scene = try Scene(.playback, .mixing, .ambient)
    try scene.play(.app(1, .startOutput))
    #expect(scene.phone.isOtherAudioPlaying(for: 2))
    #expect(!scene.phone.secondaryAudioShouldBeSilenced(for: 2))
    try scene.play(.app(0, .startOutput))
    #expect(scene.phone.secondaryAudioShouldBeSilenced(for: 2))
    try scene.play(.app(0, .stopOutput))
    #expect(!scene.phone.secondaryAudioShouldBeSilenced(for: 2))
  }

  @Test func `changes to the hint reach only apps in the foreground whose session is active`()
    throws
  {
    var scene = try Scene(.playback, .ambient, .mixing)
    try scene.play(.app(2, .startOutput), .app(2, .enterBackground))
    try scene.play(.app(0, .startOutput))
    #expect(!scene.received(1).contains(.silenceSecondaryAudioHint(.begin)))
    #expect(!scene.received(2).contains(.silenceSecondaryAudioHint(.begin)))
    #expect(scene.phone.secondaryAudioShouldBeSilenced(for: 2))
    try scene.play(.app(1, .activate))
    try scene.play(.app(0, .stopOutput))
    #expect(scene.received(1) == [.silenceSecondaryAudioHint(.end)])
    try scene.play(.app(0, .startOutput))
    #expect(scene.received(1) == [.silenceSecondaryAudioHint(.begin)])
  }

  @Test func `a new category of an active session takes effect immediately`() throws {
    var scene = try Scene(.mixing, .playback)
    try scene.play(.app(0, .startOutput), .app(1, .startOutput))
    try scene.play(.app(0, .setCategory(.playback)))
    #expect(scene.received(1).contains(.began))
    #expect(scene.phone.isPlaying(0))
  }

  @Test func `a rejected category leaves the old one`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .startOutput), .phone(.callRang(.phone)), .phone(.callAnswered), .app(0, .activate))
    try scene.play(.app(0, .setCategory(.playAndRecord)))
    #expect(scene.error == .insufficientPriority)
    #expect(scene.phone.state[0].configuration == .playback)
    try scene.play(.app(0, .setCategory(.playback, options: .defaultToSpeaker)))
    #expect(scene.error == .badParam)
    #expect(scene.phone.state[0].configuration == .playback)
  }
}
