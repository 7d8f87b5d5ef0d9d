import AudioSession
import TestSupport
import Testing

/// Expiring background tasks, videos that leave the screen, apps launched by Siri, and permission to
/// answer remote commands.
@Suite struct BackgroundTimeTests {
  @Test func `an app that ends its task when its time expires is suspended`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.app(0, .setRuntimeAssertion(true)), .app(0, .enterBackground))
    try scene.play(.app(0, .backgroundTimeExpired(endsTask: true)))
    #expect(scene.phone.isSuspended(0) && !scene.phone.state[0].hasRuntimeAssertion)
  }

  @Test func `an app that leaks its task is terminated`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.app(0, .setRuntimeAssertion(true)), .app(0, .enterBackground))
    try scene.play(.app(0, .backgroundTimeExpired(endsTask: false)))
    #expect(scene.phone.state[0].lifecycle == .terminated)
  }

  @Test func `an app that plays in the background continues after a task expires`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .setRuntimeAssertion(true)), .app(0, .startOutput), .app(0, .enterBackground))
    try scene.play(.app(0, .backgroundTimeExpired(endsTask: true)))
    #expect(scene.phone.isAudible(0) && scene.phone.state[0].lifecycle == .background)
  }

  @Test func `an interruption without an end does not keep an app running`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .setRemoteCommands(RemoteCommands([.play]))), .phone(.portConnected(.headphones)))
    try scene.play(
      .app(0, .startOutput), .app(0, .enterBackground), .phone(.portDisconnected(.headphones)))
    #expect(scene.phone.state[0].interruptedBy == .routeLoss && !scene.phone.isKeptRunning(0))
    try scene.play(.phone(.callRang(.phone)))
    #expect(scene.phone.isKeptRunning(0), "the call will end")
  }

  @Test func `a session kept by a task ends when the task expires`() throws {
    var scene = try Scene(.ambient, policy: ["taskKeepsSession": "true"])
    try scene.play(
      .app(0, .setRuntimeAssertion(true)), .app(0, .startOutput), .app(0, .enterBackground))
    #expect(scene.phone.isAudible(0))
    try scene.play(.app(0, .backgroundTimeExpired(endsTask: true)))
    #expect(!scene.phone.isActive(0) && scene.phone.isSuspended(0))
  }

  @Test func `background time does not expire in the foreground or without a task`() throws {
    var scene = try Scene(.playback)
    #expect(throws: RejectedEvent.self) {
      try scene.play(
        .app(0, .setRuntimeAssertion(true)), .app(0, .backgroundTimeExpired(endsTask: true)))
    }
    #expect(throws: RejectedEvent.self) {
      try scene.play(
        .app(0, .setRuntimeAssertion(false)), .app(0, .enterBackground),
        .app(0, .backgroundTimeExpired(endsTask: true)))
    }
  }

  @Test(arguments: [(OSVersion.iOS10, 180.0), (.iOS13, 30), (.iOS27, 30)])
  func `a background task gets 30 s from iOS 13 on, and 180 s before`(
    system: OSVersion, seconds: Double
  )
    throws
  {
    #expect(try Scene(.playback, on: system).phone.backgroundSeconds == seconds)
  }

  // MARK: Video

  @Test func `a video pauses when its app enters the background, but audio continues`() throws {
    for (kind, plays) in [(PlayerKind.video, false), (.system, true), (.own, true)] {
      var scene = try Scene(.playback)
      try scene.play(.app(0, .setPlayer(kind)), .app(0, .startOutput))
      try scene.play(.app(0, .enterBackground))
      #expect(scene.phone.isPlaying(0) == plays, "\(kind)")
      #expect(scene.phone.isActive(0), "its session stays active")
    }
  }

  @Test func `picture in picture lets a video continue in the background`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .setPlayer(.video)), .app(0, .startOutput), .app(0, .setPictureInPicture(true)))
    try scene.play(.app(0, .enterBackground))
    #expect(scene.phone.isAudible(0))
    try scene.play(.app(0, .enterForeground), .app(0, .setPictureInPicture(false)), .phone(.locked))
    #expect(!scene.phone.isPlaying(0))
  }

  @Test func `picture in picture requires a category that plays in the background`() throws {
    var scene = try Scene(.ambient)
    #expect(throws: RejectedEvent.self) { try scene.play(.app(0, .setPictureInPicture(true))) }
  }

  @Test
  func
    `locking the phone pauses a video in picture in picture, even if its app is in the foreground`()
    throws
  {
    for first in [SessionEvent.app(0, .enterBackground), .phone(.wokeFromSleep)] {
      var scene = try Scene(.playback)
      try scene.play(
        .app(0, .setPlayer(.video)), .app(0, .startOutput), .app(0, .setPictureInPicture(true)))
      try scene.play(first, .phone(.locked))
      #expect(!scene.phone.isPlaying(0))
    }
  }

  @Test(arguments: [Port.airPlay, .HDMI])
  func `a video shown on another screen continues in the background and on a locked phone`(
    port: Port
  ) throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .setPlayer(.video)), .phone(.portConnected(port)), .app(0, .startOutput))
    try scene.play(.app(0, .enterBackground), .phone(.locked))
    #expect(scene.phone.isPlaying(0))
  }

  @Test(arguments: [
    (Platform.iPhone, OSVersion.iOS13, false), (.iPhone, .iOS14, true), (.iPad, .iOS10, true),
    (.iPad, .iOS8, false),
  ])
  func `an iPhone supports picture in picture from iOS 14 on, an iPad from iOS 9 on`(
    platform: Platform, system: OSVersion, isThere: Bool
  ) throws {
    var app = AppState()
    app.configuration = .playback
    app.hasBackgroundAudio = true
    var setup = PhoneSetup(apps: [app])
    setup.system = system
    setup.platform = platform
    var phone = try Phone(setup)
    #expect(((try? phone.handle(.app(0, .setPictureInPicture(true)))) != nil) == isThere)
  }

  @Test func `a category that is silent in the background ends picture in picture`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .setPlayer(.video)), .app(0, .startOutput), .app(0, .setPictureInPicture(true)))
    try scene.play(.app(0, .setCategory(.ambient)))
    #expect(!scene.phone.state[0].showsPictureInPicture)
  }

  @Test func `only one app can show picture in picture, and it cannot start on a locked phone`()
    throws
  {
    var scene = try Scene(.playback, .mixing)
    try scene.play(.app(0, .setPictureInPicture(true)))
    #expect(throws: RejectedEvent.self) { try scene.play(.app(1, .setPictureInPicture(true))) }
    try scene.play(.app(0, .setPictureInPicture(false)), .app(1, .setPictureInPicture(true)))
    try scene.play(.app(1, .setPictureInPicture(false)), .phone(.locked))
    #expect(throws: RejectedEvent.self) { try scene.play(.app(0, .setPictureInPicture(true))) }
  }

  @Test func `a video that returns to an app in the background pauses`() throws {
    var scene = try Scene(.playback)
    try scene.play(
      .app(0, .setPlayer(.video)), .app(0, .startOutput), .app(0, .setPictureInPicture(true)))
    try scene.play(.app(0, .enterBackground), .app(0, .setPictureInPicture(false)))
    #expect(!scene.phone.isPlaying(0))
  }

  @Test func `an app that is not running cannot have tasks or picture in picture`() throws {
    for end in [SessionEvent.app(0, .suspend), .app(0, .terminate)] {
      for call in [
        SessionEvent.app(0, .setRuntimeAssertion(true)), .app(0, .setPictureInPicture(true)),
      ] {
        var scene = try Scene(.playback)
        try scene.play(end)
        #expect(throws: RejectedEvent.callerNotRunning(0, scene.phone.state[0].lifecycle)) {
          try scene.play(call)
        }
      }
    }
  }

  @Test func `a video pauses when its headphones are unplugged`() throws {
    var scene = try Scene(.mixing)
    try scene.play(
      .app(0, .setPlayer(.video)), .phone(.portConnected(.headphones)), .app(0, .startOutput))
    try scene.play(.phone(.portDisconnected(.headphones)))
    #expect(!scene.phone.isPlaying(0))
  }

  // MARK: Siri

  @Test(arguments: [false, true])
  func `Siri launches an app in the background, even on a locked phone`(isLocked: Bool)
    throws
  {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .terminate))
    if isLocked { try scene.play(.phone(.locked)) }
    try scene.play(.phone(.siriBegan), .phone(.siriEnded(startedPlaybackIn: 0)))
    #expect(scene.effects.contains(.lifecycleChanged(0, .background)))
    #expect(
      !scene.phone.isPlaying(0), "a process starts with a category that is silent in the background"
    )
    try scene.play(.app(0, .setCategory(.playback)), .app(0, .startOutput))
    #expect(scene.error == nil && scene.phone.isAudible(0))
  }

  @Test func `an app that Siri did not launch may not play in the background`() throws {
    var scene = try Scene(.solo)
    try scene.play(
      .app(0, .enterBackground), .app(0, .setCategory(.playback)), .app(0, .startOutput))
    #expect(scene.error == .cannotInterruptOthers)
  }

  // MARK: Remote commands

  @Test func `an app may answer a remote command unless it meets none of the three conditions`() {
    #expect(RemoteRow.rows.count == 8 && Set(RemoteRow.rows).count == 8)
    for row in RemoteRow.rows {
      let mayAnswer = row.isPlaying || row.isInAudioContext || row.isOnAirPlay
      #expect(row.mayAnswer == mayAnswer)
    }
  }

  @Test func `an app may answer while it plays, is Now Playing, records, or is on AirPlay`() throws
  {
    var scene = try Scene(.playback, .recording, handling: [.play, .pause])
    #expect(!scene.phone.mayAnswerRemoteCommands(0))
    try scene.play(.app(0, .startOutput))
    #expect(scene.phone.mayAnswerRemoteCommands(0))
    try scene.play(.app(0, .stopOutput))
    #expect(scene.phone.mayAnswerRemoteCommands(0), "it is the Now Playing app")
    try scene.play(.app(1, .startInput))
    #expect(scene.phone.mayAnswerRemoteCommands(1))
    var other = try Scene(.playback, handling: [.play])
    try other.play(.phone(.portConnected(.airPlay)))
    #expect(other.phone.mayAnswerRemoteCommands(0))
    try other.play(.app(0, .enterBackground))
    #expect(!other.phone.mayAnswerRemoteCommands(0))
  }

  @Test(arguments: RemoteSource.allCases)
  func `a remote command is accepted only from an existing source`(source: RemoteSource) throws {
    var scene = try Scene(.playback, handling: [.pause])
    try scene.play(.app(0, .startOutput))
    let event = SessionEvent.phone(.remoteCommandSent(.pause, from: source))
    if source != .controlCenter {
      #expect(throws: RejectedEvent.self) { try scene.play(event) }
    }
    switch source {
    case .controlCenter: break
    case .lockScreen: try scene.play(.phone(.locked))
    case .headset: try scene.play(.phone(.portConnected(.headphones)))
    case .car: try scene.play(.phone(.portConnected(.carAudio)))
    case .airPlay: try scene.play(.phone(.portConnected(.airPlay)))
    case .siri: try scene.play(.phone(.siriBegan))
    }
    try scene.play(event)
    #expect(scene.effects == [.remoteCommand(0, .pause)])
  }
}
