import AudioSession
import AudioSessionTesting
import Foundation
import Testing

/// The errors that the session's methods throw.
struct ErrorTests {
  private func phone(
    _ system: OSVersion = .iOS26, background: BackgroundModes = []
  ) throws -> SimulatedPhone {
    try SimulatedPhone(
      system: system, backgroundModes: background, notificationCenter: NotificationCenter())
  }

  private func expect(
    _ code: AVAudioSession.ErrorCode, _ location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: NSError.self, sourceLocation: location) { try body() }
    #expect(error?.domain == "NSOSStatusErrorDomain", sourceLocation: location)
    #expect(error?.code == code.rawValue, sourceLocation: location)
  }

  @Test func `calls fail while the media services are down`() throws {
    let phone = try phone()
    let session = phone.app.session
    try phone.loseMediaServices()
    expect(.mediaServicesFailed) { try session.setCategory(.playback) }
    expect(.mediaServicesFailed) { try session.setActive(true) }
    expect(.mediaServicesFailed) { try session.setActive(false) }
    expect(.mediaServicesFailed) { try session.setPreferredSampleRate(44_100) }
    expect(.mediaServicesFailed) { try phone.app.player.start() }
  }

  @Test func `before iOS 26, deactivating a playing session throws isBusy but succeeds`() throws {
    let phone = try phone(.iOS17)
    phone.app.player.play()
    expect(.isBusy) { try phone.app.session.setActive(false) }
    #expect(!phone.app.isActive)
  }

  @Test func `the speaker override requires play-and-record`() throws {
    let session = try phone().app.session
    expect(.badParam) { try session.overrideOutputAudioPort(.speaker) }
    try session.setCategory(.playAndRecord)
    try session.overrideOutputAudioPort(.speaker)
  }

  @Test func `recording in a category without input is incompatible`() throws {
    let app = try phone().app
    expect(.incompatibleCategory) { try app.recorder.start() }
    #expect(!app.recorder.record())
  }

  @Test func `a session cannot interrupt others from the background`() throws {
    let phone = try phone(background: .audio)
    try phone.app.session.setCategory(.playback)
    try phone.app.enterBackground()
    expect(.cannotInterruptOthers) { try phone.app.session.setActive(true) }
  }

  @Test func `an ambient session cannot start in the background`() throws {
    let phone = try phone(background: .audio)
    try phone.app.enterBackground()
    expect(.cannotStartPlaying) { try phone.app.session.setActive(true) }
    #expect(!phone.app.player.play())
  }

  @Test func `a mixable recording cannot start in the background`() throws {
    let phone = try phone(background: .audio)
    try phone.app.session.setCategory(.playAndRecord, options: .mixWithOthers)
    try phone.app.enterBackground()
    expect(.cannotStartRecording) { try phone.app.session.setActive(true) }
  }

  @Test func `input is unavailable while Siri records`() throws {
    let phone = try phone()
    try phone.app.session.setCategory(.record)
    try phone.summonSiri()
    try phone.dictateToSiri()
    expect(.siriIsRecording) { try phone.app.session.setActive(true) }
  }

  @Test func `input is unavailable during a call`() throws {
    let phone = try phone()
    try phone.app.session.setCategory(.playAndRecord)
    try phone.receiveCall()
    try phone.answerCall()
    expect(.insufficientPriority) { try phone.app.session.setActive(true) }
  }

  @Test func `a muted microphone is not an available resource`() throws {
    let phone = try phone()
    try phone.app.session.setCategory(.record)
    try phone.muteMicrophone()
    expect(.resourceNotAvailable) { try phone.app.recorder.start() }
    try phone.unmuteMicrophone()
    #expect(phone.app.recorder.record())
  }

  @Test func `settings that do not fit the category are bad parameters, and change nothing`() throws
  {
    let session = try phone().app.session
    expect(.badParam) { try session.setCategory(.playback, options: .defaultToSpeaker) }
    expect(.badParam) { try session.setCategory(.playback, mode: .voiceChat) }
    expect(.badParam) { try session.setCategory(.ambient, mode: .default, policy: .longFormAudio) }
    expect(.badParam) { try session.setMode(.moviePlayback) }
    #expect(session.category == .soloAmbient)
    #expect(session.mode == .default)
  }

  @Test func `values that Apple does not define are bad parameters`() throws {
    let session = try phone().app.session
    let microphone = AVAudioSessionPortDescription(
      portType: .init(rawValue: "Telegraph"), portName: "Telegraph", uid: "1")
    expect(.badParam) { try session.setCategory(.init(rawValue: "Loud")) }
    expect(.badParam) { try session.setCategory(.playback, mode: .init(rawValue: "Loud")) }
    expect(.badParam) { try session.setMode(.init(rawValue: "Loud")) }
    expect(.badParam) { try session.setPreferredInput(microphone) }
    expect(.badParam) { try session.setPreferredSampleRate(-1) }
    expect(.badParam) { try session.setPreferredSampleRate(.nan) }
    expect(.badParam) { try session.setPreferredIOBufferDuration(.infinity) }
    #expect(session.preferredSampleRate == 0)
  }

  @Test func `playback does not allow AirPlay options on a device`() throws {
    let session = try phone().app.session
    expect(.badParam) { try session.setCategory(.playback, options: .allowAirPlay) }
  }

  @Test func `a destroyed session throws an expired error`() throws {
    let phone = try phone()
    try phone.handle(.app(phone.app.id, .expireSession))
    expect(.expiredSession) { try phone.app.session.setActive(true) }
  }

  @Test func `using the session of an app that is not running is a mistake in the test`() throws {
    let phone = try phone()
    let session = phone.app.session
    try phone.app.suspend()
    let mistake = RejectedEvent.callerNotRunning(0, .suspended)
    #expect(throws: mistake) { try session.setActive(true) }
    #expect(throws: mistake) { try session.setPreferredSampleRate(44_100) }
    #expect(throws: mistake) { try phone.app.player.start() }
    #expect(!phone.app.player.play())
  }

  @Test func `impossible events are rejected`() throws {
    let phone = try phone()
    #expect(throws: RejectedEvent.noCall(.ringing)) { try phone.answerCall() }
    #expect(throws: RejectedEvent.notConnected(.headphones)) { try phone.disconnect(.headphones) }
    #expect(throws: RejectedEvent.volumeOutOfRange(2)) { try phone.setVolume(2) }
    let names = (0..<15).map { "app \($0)" }
    #expect(throws: SetupError.tooManyApps(17)) { try SimulatedPhone(furtherApps: names) }
  }
}
