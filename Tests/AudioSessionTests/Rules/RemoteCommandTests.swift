import AudioSession
import TestSupport
import Testing

/// Which app receives remote commands, and when.
@Suite struct RemoteCommandTests {
  @Test func `an app that stops mixing while it plays becomes Now Playing`() throws {
    var scene = try Scene(.playback, .mixing, handling: [.pause])
    try scene.play(.app(0, .startOutput), .app(1, .startOutput))
    #expect(scene.phone.nowPlayingApp == 0)
    try scene.play(.app(1, .setCategory(.playback)))
    #expect(scene.phone.isInterrupted(0) && scene.phone.nowPlayingApp == 1)
    try scene.play(.app(1, .setCategory(.playback, options: .mixWithOthers)))
    #expect(scene.phone.nowPlayingApp == nil)
    try scene.play(.app(1, .setCategory(.playback)))
    #expect(scene.phone.nowPlayingApp == 1)
  }

  @Test func `commands go to the app with handlers that played last, even while it is paused`()
    throws
  {
    var scene = try Scene(.playback, .playback, handling: [.play, .pause])
    try scene.play(.app(0, .startOutput), .app(0, .stopOutput))
    try scene.play(.phone(.remoteCommandSent(.play)))
    #expect(scene.effects == [.remoteCommand(0, .play)])
    try scene.play(.app(1, .startOutput), .app(1, .stopOutput))
    try scene.play(.phone(.remoteCommandSent(.play)))
    #expect(scene.effects == [.remoteCommand(1, .play)])
  }

  @Test func `an app that mixes or lacks handlers does not receive commands`() throws {
    var mixing = try Scene(.mixing, handling: [.play])
    try mixing.play(.app(0, .startOutput))
    try mixing.play(.phone(.remoteCommandSent(.play)))
    #expect(mixing.effects == [.remoteIgnored(.play, .nobodyPlays)])
    var mute = try Scene(.playback)
    try mute.play(.app(0, .startOutput))
    try mute.play(.phone(.remoteCommandSent(.play)))
    #expect(mute.effects == [.remoteIgnored(.play, .nobodyPlays)])
  }

  @Test func `an app that starts mixing is no longer Now Playing`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.app(0, .startOutput), .app(0, .setCategory(.playback, options: .mixWithOthers)))
    #expect(scene.phone.nowPlayingApp == nil)
  }

  @Test func `a command without a handler is ignored`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.app(0, .startOutput))
    try scene.play(.phone(.remoteCommandSent(.next)))
    #expect(scene.effects == [.remoteIgnored(.next, .notHandled)])
  }

  @Test func `the single button pauses during playback and plays otherwise`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(.app(0, .startOutput))
    try scene.play(.phone(.remoteCommandSent(.togglePlayPause)))
    #expect(scene.effects == [.remoteCommand(0, .pause)])
    try scene.play(.app(0, .stopOutput))
    try scene.play(.phone(.remoteCommandSent(.togglePlayPause)))
    #expect(scene.effects == [.remoteCommand(0, .play)])
  }

  @Test func `a command during an interruption arrives immediately`() throws {
    var scene = try Scene(.playback, handling: [.play, .pause])
    try scene.play(.app(0, .startOutput), .phone(.siriBegan))
    try scene.play(.phone(.remoteCommandSent(.pause)))
    #expect(scene.effects == [.remoteCommand(0, .pause)])
    try scene.play(.phone(.siriEnded()))
    #expect(!scene.effects.contains(.remoteCommand(0, .pause)))
  }

  @Test func `by policy, only the last command is delivered, when the interruption ends`() throws {
    var scene = try Scene(
      .playback, policy: ["remoteDuringInterruption": "deferred"], handling: [.play, .pause, .stop])
    try scene.play(.app(0, .startOutput), .phone(.siriBegan))
    try scene.play(.phone(.remoteCommandSent(.play)), .phone(.remoteCommandSent(.pause)))
    #expect(
      scene.effects == [.remoteDeferred(0, .play), .remoteDeferred(0, .pause)])
    try scene.play(.phone(.siriEnded()))
    let delivered = scene.effects.filter { $0 == .remoteCommand(0, .pause) }
    #expect(delivered.count == 1)
    #expect(!scene.effects.contains(.remoteCommand(0, .play)))
  }

  @Test func `a suspended app is woken for its command`() throws {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground), .app(0, .suspend))
    try scene.play(.phone(.remoteCommandSent(.play)))
    #expect(scene.effects.contains(.lifecycleChanged(0, .background)))
    #expect(scene.effects.contains(.remoteCommand(0, .play)))
  }

  @Test func `if no app has played, commands go to the app in the foreground during AirPlay`()
    throws
  {
    var scene = try Scene(.playback, handling: [.play])
    try scene.play(.app(0, .activate), .phone(.portConnected(.airPlay)))
    try scene.play(.phone(.remoteCommandSent(.play)))
    #expect(scene.effects == [.remoteCommand(0, .play)])
  }

  @Test
  func `adding handlers during playback makes an app Now Playing, and removing them undoes it`()
    throws
  {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .app(0, .setRemoteCommands(RemoteCommands([.play]))))
    #expect(scene.phone.nowPlayingApp == 0)
    try scene.play(.app(0, .setRemoteCommands([])))
    #expect(scene.phone.nowPlayingApp == nil)
  }
}
