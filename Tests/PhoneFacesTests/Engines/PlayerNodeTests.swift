import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Realtime
import Testing

/// Players in an engine, as they are heard in the phone's mix.
@MainActor @Suite struct PlayerNodeTests {
  private var phone: SimulatedPhone { .current }

  @Test(.phone()) func `a sine arrives in the phone's mix without a change`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let player = rig.player()
    let sine = EngineRig.sine(10_000)
    try rig.engine.start()
    #expect(phone.app.isActive && rig.engine.isRunning)
    player.scheduleBuffer(try rig.buffer(sine))
    player.play()
    phone.advance(by: 0.25)
    let isSame = mix.left == sine + [Float](repeating: 0, count: 2_000)
    #expect(isSame && mix.right == mix.left)
  }

  @Test(.phone()) func `the volume of the phone, of the mixer and of the player multiply`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let player = rig.player()
    try rig.engine.start()
    try phone.setVolume(0.5)
    rig.engine.mainMixerNode.outputVolume = 0.5
    player.volume = 0.5
    player.pan = -1
    player.scheduleBuffer(try rig.buffer([Float](repeating: 1, count: 4_800)))
    player.play()
    phone.advance(by: 0.1)
    #expect(mix.left.last == 0.125 && mix.right.last == 0)
  }

  @Test(.phone()) func `two players are added`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let (first, second) = (rig.player(), rig.player())
    #expect(rig.engine.mainMixerNode.numberOfInputs == 2)
    try rig.engine.start()
    first.scheduleBuffer(try rig.buffer([Float](repeating: 0.25, count: 4_800)))
    second.scheduleBuffer(try rig.buffer([Float](repeating: 0.5, count: 2_400)))
    first.play()
    second.play()
    phone.advance(by: 0.1)
    #expect(mix.left[2_399] == 0.75 && mix.left[2_400] == 0.25)
  }

  @Test(.phone()) func `a buffer loops until another interrupts it`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let player = rig.player()
    let log = CallLog()
    try rig.engine.start()
    let ramp: [Float] = [0.125, 0.25, 0.375]
    player.scheduleBuffer(try rig.buffer(ramp), at: nil, options: .loops) { log.add("loop") }
    player.play()
    phone.advance(by: 0.1)
    #expect(mix.left == (0..<4_800).map { ramp[$0 % 3] } && log.steps == [])
    player.scheduleBuffer(try rig.buffer([0.5]), at: nil, options: .interrupts) { log.add("next") }
    #expect(log.steps == ["loop"])
    phone.advance(by: 0.001)
    #expect(Array(mix.left[4_800...4_801]) == [0.5, 0] && log.steps == ["loop", "next"])
  }

  @Test(.phone()) func `a buffer interrupts another at the end of its turn`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let player = rig.player()
    try rig.engine.start()
    let turn = (0..<3_000).map { Float($0) / 3_000 }
    player.scheduleBuffer(try rig.buffer(turn), at: nil, options: .loops)
    player.play()
    phone.advance(by: 0.1)
    player.scheduleBuffer(try rig.buffer([1]), at: nil, options: .interruptsAtLoop)
    phone.advance(by: 0.1)
    #expect(mix.left.count == 9_600 && mix.left[5_999] == turn[2_999])
    #expect(mix.left[6_000] == 1 && mix.left[6_001] == 0)
  }

  @Test(.phone()) func `handlers are called in order, a played one after the output's delay`()
    throws
  {
    let rig = try EngineRig()
    let player = rig.player()
    let log = CallLog()
    try rig.engine.start()
    let buffer = try rig.buffer([Float](repeating: 0, count: 480))
    let types: [AVAudioPlayerNodeCompletionCallbackType] = [
      .dataPlayedBack, .dataConsumed, .dataRendered,
    ]
    for type in types {
      player.scheduleBuffer(buffer, completionCallbackType: type) { log.add("\($0)") }
    }
    player.play()
    phone.advance(by: 0.03)
    #expect(log.steps == ["dataConsumed", "dataRendered"])
    // The first block ends after 1024 frames, and the speaker's delay is 10 ms.
    phone.advance(by: 0.0013)
    #expect(log.steps.count == 2)
    phone.advance(by: 0.0001)
    #expect(log.steps == ["dataConsumed", "dataRendered", "dataPlayedBack"])
    player.scheduleBuffer(buffer) { log.add("stopped") }
    player.stop()
    #expect(log.steps.last == "stopped" && !player.isPlaying)
  }

  @Test(.phone()) func `buffers that handlers schedule follow without a gap`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let player = rig.player()
    try rig.engine.start()
    let buffer = UnsafeBuffer(try rig.buffer([Float](repeating: 0.5, count: 2_048)))
    let chain = Chain(player, buffer)
    chain.schedule()
    chain.schedule()
    player.play()
    phone.advance(by: 0.5)
    #expect(mix.left == [Float](repeating: 0.5, count: 24_000))
    // A block of the phone is shorter than a buffer.
    #expect(chain.count.withLock { $0 } == 13)
  }

  @Test(.phone()) func `times of the player and of the node follow pauses and stops`() throws {
    let rig = try EngineRig()
    let player = rig.player()
    #expect(player.lastRenderTime == nil)
    try rig.engine.start()
    player.scheduleBuffer(
      try rig.buffer([0.25]), at: AVAudioTime(sampleTime: 4_800, atRate: 48_000))
    player.play()
    phone.advance(by: 0.05)
    player.pause()
    phone.advance(by: 1)
    player.play()
    phone.advance(by: 0.025)
    let node = try #require(player.lastRenderTime)
    #expect(node.sampleTime == 51_600 && node.isHostTimeValid)
    let time = try #require(player.playerTime(forNodeTime: node))
    #expect(time.sampleTime == 3_600 && time.sampleRate == 48_000)
    #expect(player.nodeTime(forPlayerTime: time)?.sampleTime == 51_600)
    player.stop()
    #expect(player.playerTime(forNodeTime: node) == nil)
  }

  @Test(.phone()) func `a player starts at a time of its node or of the phone`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let (first, second) = (rig.player(), rig.player())
    try rig.engine.start()
    phone.advance(by: 0.1)
    first.scheduleBuffer(try rig.buffer([0.25]))
    second.scheduleBuffer(try rig.buffer([0.5]))
    first.play(at: AVAudioTime(sampleTime: 9_600, atRate: 48_000))
    let host = AVAudioTime.hostTime(forSeconds: phone.time + 0.05)
    second.play(at: AVAudioTime(hostTime: host))
    phone.advance(by: 0.2)
    #expect(mix.left.firstIndex(of: 0.25) == 9_600 && mix.left.firstIndex(of: 0.5) == 7_200)
  }

  @Test(.phone()) func `waiting for a buffer ends when it was played`() async throws {
    let rig = try EngineRig()
    let player = rig.player()
    try rig.engine.start()
    player.play()
    let (phone, buffer) = (phone, try rig.buffer([Float](repeating: 0, count: 4_800)))
    let advance = Task {
      while !Task.isCancelled {
        phone.advance(by: 0.01)
        await Task.yield()
      }
    }
    let type = await player.scheduleBuffer(buffer, completionCallbackType: .dataRendered)
    advance.cancel()
    #expect(type == .dataRendered)
  }
}

/// The steps that handlers note, on any thread.
final class CallLog: Sendable {
  private let log = Guarded<[String]>([])

  var steps: [String] { log.withLock { $0 } }

  func add(_ step: String) { log.withLock { $0.append(step) } }
}

/// A buffer that handlers on another thread use while the test waits.
struct UnsafeBuffer: @unchecked Sendable {
  // SAFETY (unchecked Sendable): used by one thread at a time.
  let value: AVAudioPCMBuffer

  init(_ value: AVAudioPCMBuffer) { self.value = value }
}

/// Schedules a buffer again whenever it was played, as streaming apps do.
private final class Chain: @unchecked Sendable {
  // SAFETY (unchecked Sendable): used by one thread at a time.
  private weak var player: AVAudioPlayerNode?
  private let buffer: UnsafeBuffer
  let count = Guarded(0)

  init(_ player: AVAudioPlayerNode, _ buffer: UnsafeBuffer) {
    self.player = player
    self.buffer = buffer
  }

  func schedule() {
    count.withLock { $0 += 1 }
    player?.scheduleBuffer(buffer.value) { [self] in schedule() }
  }
}
