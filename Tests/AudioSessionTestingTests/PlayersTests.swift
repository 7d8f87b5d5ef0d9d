import AudioSessionTesting
import Foundation
import Testing

/// Several players and recorders of one app, and time.
struct PlayersTests {
  let center = NotificationCenter()
  let phone: SimulatedPhone
  var session: AVAudioSession { phone.app.session }

  init() throws {
    phone = try SimulatedPhone(backgroundModes: .audio, notificationCenter: center)
    try phone.app.session.setCategory(.playback)
  }

  private final class Finished: @unchecked Sendable {
    var all: [String] = []
  }

  @Test func `output runs while any player plays`() throws {
    let (first, second) = (phone.app.player, phone.app.makePlayer())
    #expect(second.play() && !first.isPlaying)
    #expect(first.play() && second.isPlaying)
    second.stop()
    #expect(first.isPlaying && !second.isPlaying && phone.app.isAudible)
    first.pause()
    #expect(!phone.app.isAudible && phone.app.isActive)
  }

  /// A sound of 8 s, and an event that stops it before its end.
  @Test(arguments: [1, 40])
  func `a stopped sound does not finish, whatever the time steps`(steps: Int) throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    let finished = Finished()
    try phone.app.session.setCategory(.ambient)
    phone.app.player.duration = 8
    phone.app.player.whenFinished { finished.all.append("finished") }
    phone.app.player.play()
    phone.advance(by: 2)
    try phone.app.enterBackground()
    for _ in 0..<steps { phone.advance(by: 20 / Double(steps)) }
    #expect(finished.all.isEmpty)
    #expect(phone.app.player.currentTime < 8 && phone.app.player.currentTime > 1.9)
  }

  @Test(arguments: [1, 40])
  func `a sound that begins during an advance ends at the right time`(steps: Int) throws {
    let finished = Finished()
    let (long, beep) = (phone.app.player, phone.app.makePlayer())
    (long.duration, beep.duration) = (10, 1)
    let first = phone.app.makePlayer()
    first.duration = 2
    first.whenFinished { beep.play() }
    beep.whenFinished { [phone] in finished.all.append("\((phone.time * 10).rounded() / 10)") }
    long.play()
    first.play()
    for _ in 0..<steps { phone.advance(by: 20 / Double(steps)) }
    #expect(finished.all == ["3.0"])
  }

  @Test func `an interruption stops all players, and each must be restarted`() throws {
    let (first, second) = (phone.app.player, phone.app.makePlayer())
    first.play()
    second.play()
    try phone.receiveCall()
    #expect(!first.isPlaying && !second.isPlaying)
    try phone.declineCall()
    second.play()
    #expect(second.isPlaying && !first.isPlaying)
  }

  @Test func `unplugging pauses the system's player but not the app's own`() throws {
    let (own, system) = (phone.app.makePlayer(), phone.app.makePlayer(.system))
    try phone.connect(.headphones)
    own.play()
    system.play()
    try phone.disconnect(.headphones)
    #expect(own.isPlaying && !system.isPlaying)
    own.stop()
    try phone.connect(.headphones)
    system.play()
    try phone.disconnect(.headphones)
    #expect(!system.isPlaying && !phone.app.isAudible)
  }

  @Test func `a format change stops only the engine, which posts a notification`() throws {
    try session.setCategory(.playAndRecord, options: .allowBluetoothHFP)
    let (own, engine) = (phone.app.player, phone.app.makePlayer(.engine))
    let finished = Finished()
    let observation = center.addObserver(
      forName: .AVAudioEngineConfigurationChange, object: engine, queue: nil
    ) { _ in finished.all.append("engine") }
    own.play()
    engine.play()
    try phone.connect(.bluetoothHFP)
    #expect(own.isPlaying && !engine.isPlaying)
    #expect(finished.all == ["engine"])
    own.stop()
    engine.play()
    try phone.disconnect(.bluetoothHFP)
    #expect(!engine.isPlaying)
    #expect(finished.all == ["engine", "engine"])
    center.removeObserver(observation)
  }

  @Test func `time passes only for running players`() throws {
    let (first, second) = (phone.app.player, phone.app.makePlayer())
    first.play()
    phone.advance(by: 2)
    second.play()
    phone.advance(by: 1)
    first.pause()
    phone.advance(by: 4)
    #expect(first.currentTime == 3 && second.currentTime == 5 && phone.time == 7)
    try phone.receiveCall()
    phone.advance(by: 10)
    #expect(second.currentTime == 5)
    try phone.declineCall()
    second.play()
    phone.advance(by: 1)
    #expect(second.currentTime == 6)
  }

  @Test func `a sound that ends stops its player, and the last one stops the output`() throws {
    let (first, second) = (phone.app.player, phone.app.makePlayer())
    let finished = Finished()
    first.duration = 2
    second.duration = 5
    first.whenFinished { finished.all.append("first at \(phone.time)") }
    second.whenFinished { finished.all.append("second at \(phone.time)") }
    first.play()
    second.play()
    phone.advance(by: 3)
    #expect(!first.isPlaying && first.currentTime == 0 && second.currentTime == 3)
    #expect(phone.app.isAudible)
    phone.advance(by: 10)
    #expect(finished.all == ["first at 2.0", "second at 5.0"])
    #expect(!phone.app.isAudible && phone.app.isActive)
  }

  @Test func `a sound can be repeated, and its position can be set`() throws {
    let player = phone.app.player
    player.duration = 2
    player.numberOfLoops = 1
    player.play()
    phone.advance(by: 3)
    #expect(player.isPlaying && player.currentTime == 1)
    phone.advance(by: 1)
    #expect(!player.isPlaying)
    player.numberOfLoops = -1
    player.currentTime = 1.5
    player.play()
    phone.advance(by: 100)
    #expect(player.isPlaying && player.currentTime == 1.5)
  }

  @Test func `the position returns to zero at the start of each repetition`() throws {
    let player = phone.app.player
    player.duration = 2
    player.numberOfLoops = -1
    player.play()
    var positions: [Double] = []
    for _ in 0..<6 {
      phone.advance(by: 1)
      positions.append(player.currentTime)
    }
    #expect(positions == [1, 0, 1, 0, 1, 0])
  }

  /// Starts a sound of 4 s whose ends are recorded, and advances by `seconds`.
  private func looping(_ loops: Int, for seconds: Double) -> (SimulatedAudioPlayer, Finished) {
    let (player, finished) = (phone.app.player, Finished())
    player.duration = 4
    player.numberOfLoops = loops
    player.whenFinished { [phone] in finished.all.append("\(phone.time)") }
    player.play()
    phone.advance(by: seconds)
    return (player, finished)
  }

  /// Source: header `AVAudioPlayer.h`: "the number of times that the sound will return to the beginning upon
  /// reaching the end".
  @Test(arguments: [-1, 1, 5])
  func `the number of loops is read at the end of each repetition`(loops: Int) {
    let (player, finished) = looping(loops, for: 6)
    player.numberOfLoops = 0
    phone.advance(by: 1)
    #expect(player.isPlaying && player.currentTime == 3)
    phone.advance(by: 10)
    #expect(finished.all == ["8.0"] && !player.isPlaying)
  }

  @Test func `lowering the number of loops keeps a repetition that has begun`() {
    let (player, finished) = looping(-1, for: 4)
    player.numberOfLoops = 0
    #expect(player.isPlaying && player.currentTime == 0)
    phone.advance(by: 10)
    #expect(finished.all == ["8.0"])
  }

  @Test func `setting a position stays in the present repetition`() {
    let (player, finished) = looping(2, for: 5)
    player.currentTime = 3
    #expect(player.currentTime == 3)
    phone.advance(by: 20)
    #expect(finished.all == ["10.0"])
    player.numberOfLoops = 0
    player.currentTime = 9
    #expect(player.currentTime == 4)
  }

  @Test func `changing the length of a sound keeps its position`() {
    let (player, finished) = looping(-1, for: 6)
    player.duration = 3
    #expect(player.currentTime == 2)
    phone.advance(by: 1.5)
    player.numberOfLoops = 0
    phone.advance(by: 10)
    #expect(finished.all == ["10.0"])
  }

  @Test func `a handler does not restart a sound that ends at the same time`() {
    let second = phone.app.makePlayer()
    second.duration = 2
    phone.app.player.duration = 2
    let finished = Finished()
    phone.app.player.whenFinished { second.numberOfLoops = 0 }
    second.whenFinished { [phone] in finished.all.append("\(phone.time)") }
    phone.app.player.play()
    second.play()
    phone.advance(by: 10)
    #expect(finished.all == ["2.0"])
  }

  @Test(arguments: [1e-5, 1 / 60.0, 1_024 / 44_100.0])
  func `many small steps add up`(step: Double) {
    for _ in 0..<10_000 { phone.advance(by: step) }
    #expect(abs(phone.time - 10_000 * step) < 1 / 48_000.0)
    let time = phone.time
    phone.advance(by: 0)
    phone.advance(by: -1)
    phone.advance(by: .nan)
    #expect(phone.time == time)
  }

  @Test func `a long sound with the maximum number of repetitions keeps playing`() throws {
    let player = phone.app.player
    player.duration = 1e9
    player.numberOfLoops = .max
    player.play()
    phone.advance(by: 100)
    #expect(player.isPlaying && player.currentTime == 100)
  }

  @Test func `a released player or recorder stops`() throws {
    var player: SimulatedAudioPlayer? = phone.app.makePlayer()
    player?.play()
    #expect(phone.app.isAudible)
    player = nil
    #expect(!phone.app.isAudible && phone.app.isActive)
    let kept = phone.app.makePlayer()
    player = phone.app.makePlayer(.system)
    kept.play()
    player?.play()
    player = nil
    #expect(kept.isPlaying && phone.app.isAudible)
    kept.stop()
    try phone.app.session.setCategory(.playAndRecord)
    var recorder: SimulatedAudioRecorder? = phone.app.makeRecorder()
    recorder?.record()
    #expect(phone.snapshot.isRecording(phone.app.id))
    recorder = nil
    #expect(!phone.snapshot.isRecording(phone.app.id))
  }

  @Test func `a sound that an end handler starts continues immediately`() throws {
    let (first, second) = (phone.app.player, phone.app.makePlayer())
    first.duration = 1
    second.duration = 1
    first.whenFinished { second.play() }
    first.play()
    phone.advance(by: 1.5)
    #expect(second.isPlaying && second.currentTime == 0.5)
  }

  @Test func `input runs while any recorder records`() throws {
    try session.setCategory(.record)
    let (first, second) = (phone.app.recorder, phone.app.makeRecorder())
    first.record()
    phone.advance(by: 1)
    second.record()
    phone.advance(by: 1)
    #expect(first.currentTime == 2 && second.currentTime == 1)
    first.pause()
    #expect(!first.isRecording && second.isRecording)
    #expect(phone.snapshot.isRecording(0))
    second.stop()
    #expect(!phone.snapshot.isRecording(0) && second.currentTime == 0 && first.currentTime == 2)
  }

  @Test func `a player that the session refuses does not affect others`() throws {
    let (first, second) = (phone.app.player, phone.app.makePlayer())
    try phone.receiveCall()
    #expect(!first.play() && !first.isPlaying && !second.isPlaying)
    try phone.declineCall()
    #expect(second.play() && !first.isPlaying)
  }

  @Test func `a terminated process loses its positions`() throws {
    let player = phone.app.makePlayer()
    player.play()
    phone.advance(by: 1)
    try phone.app.terminate()
    try phone.app.launch()
    #expect(!player.isPlaying && player.currentTime == 0)
  }
}
