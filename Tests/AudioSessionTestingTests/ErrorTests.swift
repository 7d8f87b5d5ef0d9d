import AudioSession
import AudioSessionTesting
import Foundation
import Testing

/// What calls throw.
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

  @Test func `without media services there is only their failure`() throws {
    let phone = try phone()
    let session = phone.app.session
    try phone.loseMediaServices()
    expect(.mediaServicesFailed) { try session.setCategory(.playback) }
    expect(.mediaServicesFailed) { try session.setActive(true) }
    expect(.mediaServicesFailed) { try session.setActive(false) }
    expect(.mediaServicesFailed) { try session.setPreferredSampleRate(44_100) }
    expect(.mediaServicesFailed) { try phone.app.player.start() }
  }

  @Test func `deactivating what plays is busy until 25, and done`() throws {
    let phone = try phone(.iOS17)
    phone.app.player.play()
    expect(.isBusy) { try phone.app.session.setActive(false) }
    #expect(!phone.app.isActive)
  }

  @Test func `the speaker override belongs to play-and-record`() throws {
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

  @Test func `in the background others cannot be interrupted`() throws {
    let phone = try phone(background: .audio)
    try phone.app.session.setCategory(.playback)
    try phone.app.enterBackground()
    expect(.cannotInterruptOthers) { try phone.app.session.setActive(true) }
  }

  @Test func `in the background an ambient session cannot start`() throws {
    let phone = try phone(background: .audio)
    try phone.app.enterBackground()
    expect(.cannotStartPlaying) { try phone.app.session.setActive(true) }
    #expect(!phone.app.player.play())
  }

  @Test func `in the background a mixable recording cannot start`() throws {
    let phone = try phone(background: .audio)
    try phone.app.session.setCategory(.playAndRecord, options: .mixWithOthers)
    try phone.app.enterBackground()
    expect(.cannotStartRecording) { try phone.app.session.setActive(true) }
  }

  @Test func `while Siri records there is no input`() throws {
    let phone = try phone()
    try phone.app.session.setCategory(.record)
    try phone.summonSiri()
    try phone.dictateToSiri()
    expect(.siriIsRecording) { try phone.app.session.setActive(true) }
  }

  @Test func `during a call there is no input`() throws {
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

  @Test func `what does not go with the category is a bad parameter, and changes nothing`() throws {
    let session = try phone().app.session
    expect(.badParam) { try session.setCategory(.playback, options: .defaultToSpeaker) }
    expect(.badParam) { try session.setCategory(.playback, mode: .voiceChat) }
    expect(.badParam) { try session.setCategory(.ambient, mode: .default, policy: .longFormAudio) }
    expect(.badParam) { try session.setMode(.moviePlayback) }
    #expect(session.category == .soloAmbient)
    #expect(session.mode == .default)
  }

  @Test func `what Apple does not have is a bad parameter`() throws {
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

  @Test func `playback takes no AirPlay option on a device`() throws {
    let session = try phone().app.session
    expect(.badParam) { try session.setCategory(.playback, options: .allowAirPlay) }
  }

  @Test func `a destroyed session is expired`() throws {
    let phone = try phone()
    try phone.handle(.app(phone.app.id, .expireSession))
    expect(.expiredSession) { try phone.app.session.setActive(true) }
  }

  @Test func `a call of an app that does not run is a mistake of the test's`() throws {
    let phone = try phone()
    let session = phone.app.session
    try phone.app.suspend()
    let mistake = RejectedEvent.callerNotRunning(0, .suspended)
    #expect(throws: mistake) { try session.setActive(true) }
    #expect(throws: mistake) { try session.setPreferredSampleRate(44_100) }
    #expect(throws: mistake) { try phone.app.player.start() }
    #expect(!phone.app.player.play())
  }

  @Test func `what makes no sense is refused`() throws {
    let phone = try phone()
    #expect(throws: RejectedEvent.noCall(.ringing)) { try phone.answerCall() }
    #expect(throws: RejectedEvent.notConnected(.headphones)) { try phone.disconnect(.headphones) }
    #expect(throws: RejectedEvent.volumeOutOfRange(2)) { try phone.setVolume(2) }
    let names = (0..<15).map { "app \($0)" }
    #expect(throws: SetupError.tooManyApps(17)) { try SimulatedPhone(furtherApps: names) }
  }
}
