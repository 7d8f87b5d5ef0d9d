import AudioSession
import TestSupport
import Testing

/// Who receives remote commands, and when.
@Suite struct RemoteCommandTests {
  @Test func `who stops to mix while it plays is the one that plays`() throws {
    var scene = try Scene(.playback, .mixing, handling: [.pause])
    try scene.play(.startOutput(0), .startOutput(1))
    #expect(scene.phone.nowPlayingApp == 0)
    try scene.play(.setCategory(1, .playback))
    #expect(scene.phone.isInterrupted(0) && scene.phone.nowPlayingApp == 1)
    try scene.play(.setCategory(1, .playback, options: .mixWithOthers))
    #expect(scene.phone.nowPlayingApp == nil)
    try scene.play(.setCategory(1, .playback))
    #expect(scene.phone.nowPlayingApp == 1)
  }

  @Test func `the app that plays and has handlers receives commands, even paused`() throws {
    var scene = try Scene(.playback, .playback, handling: [.play, .pause])
    try scene.play(.startOutput(0), .stopOutput(0))
    try scene.play(.remoteCommandSent(.play))
    #expect(scene.effects == [.remoteCommand(0, .play)])
    try scene.play(.startOutput(1), .stopOutput(1))
    try scene.play(.remoteCommandSent(.play))
    #expect(scene.effects == [.remoteCommand(1, .play)])
  }

  @Test func `an app that mixes or has no handlers receives none`() throws {
    var mixing = try Scene(.mixing, handling: [.play])
    try mixing.play(.startOutput(0))
    try mixing.play(.remoteCommandSent(.play))
    #expect(mixing.effects == [.remoteIgnored(.play, .nobodyPlays)])
    var mute = try Scene(.playback)
    try mute.play(.startOutput(0))
    try mute.play(.remoteCommandSent(.play))
    #expect(mute.effects == [.remoteIgnored(.play, .nobodyPlays)])
  }

  @Test func `an app that begins to mix loses its controls`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.startOutput(0), .setCategory(0, .playback, options: .mixWithOthers))
    #expect(scene.phone.nowPlayingApp == nil)
  }

  @Test func `a command without a handler is ignored`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.startOutput(0))
    try scene.play(.remoteCommandSent(.next))
    #expect(scene.effects == [.remoteIgnored(.next, .notHandled)])
  }

  @Test func `the one button means pause while it plays and else play`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(.startOutput(0))
    try scene.play(.remoteCommandSent(.togglePlayPause))
    #expect(scene.effects == [.remoteCommand(0, .pause)])
    try scene.play(.stopOutput(0))
    try scene.play(.remoteCommandSent(.togglePlayPause))
    #expect(scene.effects == [.remoteCommand(0, .play)])
  }

  @Test func `a command during an interruption arrives at once`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(.startOutput(0), .siriBegan)
    try scene.play(.remoteCommandSent(.pause))
    #expect(scene.effects == [.remoteCommand(0, .pause)])
    try scene.play(.siriEnded())
    #expect(!scene.effects.contains(.remoteCommand(0, .pause)))
  }

  @Test func `by the option only the last command counts, at the end`() throws {
    var scene = try Scene(
      .playback, policy: ["remoteDuringInterruption": "deferred"], handling: [.play, .pause, .stop])
    try scene.play(.startOutput(0), .siriBegan)
    try scene.play(.remoteCommandSent(.play), .remoteCommandSent(.pause))
    #expect(
      scene.effects == [.remoteDeferred(0, .play), .remoteDeferred(0, .pause)])
    try scene.play(.siriEnded())
    let delivered = scene.effects.filter { $0 == .remoteCommand(0, .pause) }
    #expect(delivered.count == 1)
    #expect(!scene.effects.contains(.remoteCommand(0, .play)))
  }

  @Test func `a suspended app is woken for its command`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.startOutput(0), .enterBackground(0), .suspend(0))
    try scene.play(.remoteCommandSent(.play))
    #expect(scene.effects.contains(.lifecycleChanged(0, .background)))
    #expect(scene.effects.contains(.remoteCommand(0, .play)))
  }

  @Test func `while nobody has played AirPlay admits the app in the foreground`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.activate(0), .portConnected(.airPlay))
    try scene.play(.remoteCommandSent(.play))
    #expect(scene.effects == [.remoteCommand(0, .play)])
  }

  @Test
  func `an app that adds handlers while it plays becomes Now Playing, and without them is not`()
    throws
  {
    var scene = try Scene(.playback)
    try scene.play(.startOutput(0), .setRemoteCommands(0, RemoteCommands([.play])))
    #expect(scene.phone.nowPlayingApp == 0)
    try scene.play(.setRemoteCommands(0, []))
    #expect(scene.phone.nowPlayingApp == nil)
  }
}
