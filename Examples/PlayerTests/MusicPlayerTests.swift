import AudioSessionTesting
import Foundation
import Testing

extension SimulatedAudioPlayer: Track {}

// `Documentation/Library.md` shows this test.
@Test @MainActor func `a call silences the music, which resumes after it`() throws {
  let phone = try SimulatedPhone(backgroundModes: .audio)
  let player = try MusicPlayer(session: phone.app.session, queue: nil) { phone.app.player }
  player.play()
  try phone.receiveCall()
  #expect(!phone.app.isAudible)
  try phone.answerCall()
  try phone.endCall()
  #expect(phone.app.isAudible)
}

/// Tests how the music player responds to events on the phone.
@MainActor
struct MusicPlayerTests {
  let phone: SimulatedPhone
  let player: MusicPlayer

  init() throws {
    let center = NotificationCenter()
    let phone = try SimulatedPhone(backgroundModes: .audio, notificationCenter: center)
    self.phone = phone
    player = try MusicPlayer(session: phone.app.session, center: center, queue: nil) {
      phone.app.player
    }
  }

  // Calls.

  @Test func `music that was paused before the call stays paused after it`() throws {
    player.play()
    player.pause()
    try phone.receiveCall()
    try phone.declineCall()
    #expect(!phone.app.isAudible)
    #expect(player.state == .paused)
  }

  @Test func `music that is paused during the call stays paused after it`() throws {
    player.play()
    try phone.receiveCall()
    player.pause()
    try phone.declineCall()
    #expect(!phone.app.isAudible)
  }

  @Test func `without the right to resume it stays paused`() throws {
    player.play()
    try phone.receiveCall()
    try phone.declineCall(.notResumable)
    #expect(player.state == .paused)
  }

  @Test func `the play button does not play over a ringing call`() throws {
    player.play()
    try phone.receiveCall()
    player.play()
    #expect(!phone.app.isAudible)
    try phone.declineCall()
    #expect(phone.app.isAudible)
  }

  // Headphones.

  @Test func `unplugging headphones pauses the music, plugging in does not resume it`() throws {
    try phone.connect(.headphones)
    player.play()
    try phone.disconnect(.headphones)
    #expect(player.state == .paused)
    try phone.connect(.headphones)
    #expect(!phone.app.isAudible)
  }

  @Test func `unplugging headphones pauses the Now Playing app for good, despite the interruption`()
    throws
  {
    try phone.app.handleRemoteCommands([.play, .pause]) { _ in }
    try phone.connect(.headphones)
    player.play()
    try phone.disconnect(.headphones)
    #expect(phone.app.isInterrupted)
    #expect(player.state == .paused)
    player.sceneWillEnterForeground()
    #expect(!phone.app.isAudible)
    player.play()
    #expect(phone.app.isAudible)
  }

  @Test func `music moves to headphones that are plugged in`() throws {
    player.play()
    try phone.connect(.headphones)
    #expect(player.state == .playing)
    #expect(phone.app.session.currentRoute.outputs.map(\.portType) == [.headphones])
  }

  // Ends that never come.

  @Test func `if the end is lost, returning to the foreground resumes the music`() throws {
    player.play()
    try phone.app.enterBackground()
    try phone.receiveCall()
    try phone.answerCall()
    try phone.endCall(.lost)
    #expect(player.state == .interrupted(resumes: true))

    try phone.app.enterForeground()
    player.sceneWillEnterForeground()
    #expect(phone.app.isAudible)
    #expect(player.state == .playing)
  }

  @Test func `in the foreground during a call, the player waits for the end of the call`() throws {
    player.play()
    try phone.app.enterBackground()
    try phone.receiveCall()
    try phone.app.enterForeground()
    player.sceneWillEnterForeground()
    #expect(!phone.app.isAudible)
    try phone.declineCall()
    #expect(phone.app.isAudible)
  }

  // Other apps, and the media services.

  @Test func `after another app's music, the player resumes only if that app notifies others`()
    throws
  {
    let other = phone.otherApp
    player.play()
    other.player.play()
    #expect(player.state == .interrupted(resumes: true))
    try other.session.setActive(false, options: .notifyOthersOnDeactivation)
    #expect(phone.app.isAudible)

    other.player.play()
    try other.session.setActive(false)
    #expect(!phone.app.isAudible)
  }

  @Test func `after a reset of the media services, the player is set up again and silent`() throws {
    player.play()
    try phone.loseMediaServices()
    try phone.resetMediaServices()
    #expect(phone.app.session.category == .playback)
    #expect(!phone.app.isAudible)
    player.play()
    #expect(phone.app.isAudible)
  }
}
