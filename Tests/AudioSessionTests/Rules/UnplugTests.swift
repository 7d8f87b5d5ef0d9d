import AudioSession
import TestSupport
import Testing

/// The sessions that stop when the output is unplugged: those with a system player, and Now Playing
/// sessions.
@Suite struct UnplugTests {
  @Test(arguments: [
    (SessionConfiguration.playback, PlayerKind.system), (.mixing, .own), (.ambient, .own),
    (.solo, .own), (.talking, .own),
  ])
  func `by default, non-mixing playback uses the system player`(
    configuration: SessionConfiguration, kind: PlayerKind
  ) throws {
    var scene = try Scene(configuration)
    #expect(scene.phone.playerKind(of: 0) == kind)
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(scene.phone.isPlaying(0) == (kind == .own))
    #expect(scene.phone.isActive(0))
  }

  @Test(arguments: PlayerKind.allCases)
  func `unplugging pauses only system players`(kind: PlayerKind) throws {
    for configuration in [SessionConfiguration.playback, .mixing, .ambient] {
      var scene = try Scene(configuration, policy: ["engineStopsOn": "formatChange"])
      try scene.play(
        .app(0, .setPlayer(kind)), .phone(.portConnected(.headphones)), .app(0, .startOutput))
      try scene.play(.phone(.portDisconnected(.headphones)))
      #expect(scene.phone.isPlaying(0) == !kind.isOfSystem)
      #expect(scene.phone.isAudible(0) == !kind.isOfSystem)
      let stops = scene.effects.contains(.ioStopped(0, .output, .outputUnplugged))
      #expect(stops == kind.isOfSystem)
    }
  }

  @Test func `the kind of player belongs to the app, not to its process`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .setPlayer(.own)), .app(0, .terminate), .app(0, .launch))
    #expect(scene.phone.playerKind(of: 0) == .own)
    try scene.play(.app(0, .setPlayer(nil)), .app(0, .setCategory(.playback)))
    #expect(scene.phone.playerKind(of: 0) == .system)
  }

  @Test
  func
    `the preference for interruptions by unplugging reads true, and setting true only restores the default`()
    throws
  {
    #expect(SessionPreferences().interruptionOnRouteDisconnect)
    var mixing = try Scene(.mixing)
    try mixing.play(.app(0, .setPreference(.interruptionOnRouteDisconnect, true)))
    try mixing.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(mixing.phone.isActive(0))
    var music = try Scene(.playback, handling: [.play])
    try music.play(.app(0, .setPreference(.interruptionOnRouteDisconnect, false)))
    try music.play(.app(0, .setPreference(.interruptionOnRouteDisconnect, true)))
    try music.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    #expect(!music.phone.isActive(0))
  }

  @Test func `the receiver does not count as headphones for the silent switch`() throws {
    var scene = try Scene(.ambient, .mixedTalking)
    try scene.play(.phone(.silentModeSet(true)), .app(0, .startOutput), .app(1, .startInput))
    #expect(scene.phone.outputs == [.builtInReceiver])
    #expect(!scene.phone.isAudible(0))
    try scene.play(.phone(.portConnected(.headphones)))
    #expect(scene.phone.isAudible(0))
  }

  @Test
  func
    `a CallKit activation that changes ports posts categoryChange, not routeConfigurationChange`()
    throws
  {
    let chat = SessionConfiguration(.playAndRecord, mode: .voiceChat)
    var scene = try Scene(chat, policy: ["routeChangeAudience": "all"])
    let before = scene.phone.currentRoute
    try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered))
    #expect(scene.phone.currentRoute != before)
    #expect(scene.received(0).contains(.routeChange(.categoryChange, previous: before)))
    #expect(!scene.received(0).contains(.routeChange(.routeConfigurationChange, previous: before)))
    let during = scene.phone.currentRoute
    try scene.play(.phone(.callEnded()))
    #expect(scene.received(0).contains(.routeChange(.categoryChange, previous: during)))
  }
}
