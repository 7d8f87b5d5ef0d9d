import AudioSessionTesting
import Foundation
import Testing

extension SimulatedAudioPlayer: Track {}

// `Documentation/Library.md` shows this one.
@Test @MainActor func `a call silences the music, which goes on after it`() throws {
  let phone = try SimulatedPhone(backgroundModes: .audio)
  let player = try MusicPlayer(session: phone.app.session, queue: nil) { phone.app.player }
  player.play()
  try phone.receiveCall()
  #expect(!phone.app.isAudible)
  try phone.answerCall()
  try phone.endCall()
  #expect(phone.app.isAudible)
}

/// What becomes of the music when something happens to the phone.
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

  @Test func `music that was paused before the call stays so after it`() throws {
    player.play()
    player.pause()
    try phone.receiveCall()
    try phone.declineCall()
    #expect(!phone.app.isAudible)
    #expect(player.state == .paused)
  }

  @Test func `music that is paused during the call stays so after it`() throws {
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

  @Test func `the play button cannot speak over a ringing call`() throws {
    player.play()
    try phone.receiveCall()
    player.play()
    #expect(!phone.app.isAudible)
    try phone.declineCall()
    #expect(phone.app.isAudible)
  }

  // Headphones.

  @Test func `pulled headphones pause the music, plugged ones do not bring it back`() throws {
    try phone.connect(.headphones)
    player.play()
    try phone.disconnect(.headphones)
    #expect(player.state == .paused)
    try phone.connect(.headphones)
    #expect(!phone.app.isAudible)
  }

  @Test func `pulled headphones pause the Now Playing app for good, though it is interrupted`()
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

  @Test func `headphones that are plugged in take over the music`() throws {
    player.play()
    try phone.connect(.headphones)
    #expect(player.state == .playing)
    #expect(phone.app.session.currentRoute.outputs.map(\.portType) == [.headphones])
  }

  // Ends that never come.

  @Test func `when the end is lost, the foreground brings the music back`() throws {
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

  @Test func `in the foreground during a call it waits for its end`() throws {
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

  @Test func `another app's music lets it go on only if it says so`() throws {
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

  @Test func `after a reset of the media services it is set up anew and silent`() throws {
    player.play()
    try phone.loseMediaServices()
    try phone.resetMediaServices()
    #expect(phone.app.session.category == .playback)
    #expect(!phone.app.isAudible)
    player.play()
    #expect(phone.app.isAudible)
  }
}
