import AudioSession
import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Realtime
import Testing

/// Engines on a phone: what stops them, and what starts them again.
@MainActor @Suite struct EngineTests {
  private var phone: SimulatedPhone { .current }

  @Test(.phone()) func `an interruption stops the engine, and a start continues`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let player = rig.player()
    let sine = EngineRig.sine(9_600)
    try rig.engine.start()
    player.scheduleBuffer(try rig.buffer(sine))
    player.play()
    phone.advance(by: 0.1)
    try phone.receiveCall()
    #expect(!rig.engine.isRunning && player.lastRenderTime == nil)
    #expect {
      try rig.engine.start()
    } throws: {
      let error = $0 as NSError
      return error.domain == "com.apple.coreaudio.avfaudio"
        && error.code == AVAudioSession.ErrorCode.insufficientPriority.rawValue
        && error.userInfo["failed call"] != nil
    }
    phone.advance(by: 0.1)
    try phone.declineCall()
    #expect(!rig.engine.isRunning)
    // The ringtone fades out.
    phone.advance(by: 0.1)
    try rig.engine.start()
    phone.advance(by: 0.1)
    let isBegun = Array(mix.left[..<4_800]) == Array(sine[..<4_800])
    let isContinued = Array(mix.left[14_400...]) == Array(sine[4_800...])
    #expect(isBegun && isContinued)
  }

  @Test(.phone()) func `pausing keeps what is scheduled, and stopping forgets it`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let player = rig.player()
    try rig.engine.start()
    player.scheduleBuffer(try rig.buffer([Float](repeating: 0.5, count: 48_000)))
    player.play()
    phone.advance(by: 0.01)
    rig.engine.pause()
    #expect(!rig.engine.isRunning && !phone.app.isAudible)
    phone.advance(by: 0.01)
    try rig.engine.start()
    phone.advance(by: 0.01)
    #expect(mix.left[479] == 0.5 && mix.left[480] == 0 && mix.left[960] == 0.5)
    rig.engine.stop()
    #expect(!player.isPlaying)
    try rig.engine.start()
    player.play()
    phone.advance(by: 0.01)
    #expect(mix.left[1_439] == 0.5 && mix.left[1_440] == 0)
  }

  private nonisolated static let formatOnly = {
    var policy = AudioPolicy.standard
    policy.engineStopsOn = .formatChange
    return policy
  }()

  /// Source: policy option `engineStopsOn`, with its evidence.
  @Test(.phone()) func `unplugged headphones stop the engine, and a start goes on`() throws {
    #expect(try unplug() == false)
  }

  @Test(.phone(policy: formatOnly))
  func `unplugged headphones leave the engine playing, if only a new format stops it`() throws {
    #expect(try unplug() == true)
  }

  /// Unplugs headphones during a sine, starts the engine if it was stopped, and checks that the sine continues.
  ///
  /// - Returns: whether the engine was still running.
  private func unplug() throws -> Bool {
    let rig = try EngineRig()
    try phone.connect(.headphones)
    let mix = MixRecording(phone)
    let player = rig.player()
    let sine = EngineRig.sine(9_600)
    try rig.engine.start()
    player.scheduleBuffer(try rig.buffer(sine))
    player.play()
    phone.advance(by: 0.1)
    try phone.disconnect(.headphones)
    let isRunning = rig.engine.isRunning
    try rig.engine.start()
    phone.advance(by: 0.1)
    let isSame = mix.left == sine
    #expect(isSame && player.isPlaying)
    return isRunning
  }

  /// Source: page of `AVAudioEngineConfigurationChange`.
  @Test(.phone()) func `a new format of the hardware stops the engine and is posted`() throws {
    let rig = try EngineRig()
    try AVAudioSession.sharedInstance().setCategory(
      .playAndRecord, options: [.allowBluetoothHFP])
    let player = rig.player()
    try rig.engine.start()
    player.scheduleBuffer(try rig.buffer([Float](repeating: 0.5, count: 96_000)))
    player.play()
    let log = CallLog()
    let engine = ObjectIdentifier(rig.engine)
    let token = NotificationCenter.default.addObserver(
      forName: .AVAudioEngineConfigurationChange, object: rig.engine, queue: nil
    ) { notification in
      let sender = (notification.object as AnyObject?).map { ObjectIdentifier($0) }
      log.add("changed \(sender == engine)")
    }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(rig.engine.outputNode.outputFormat(forBus: 0).sampleRate == 48_000)
    try phone.connect(.bluetoothHFP)
    #expect(log.steps == ["changed true"] && !rig.engine.isRunning)
    let format = rig.engine.outputNode.outputFormat(forBus: 0)
    #expect(format.sampleRate == 16_000 && format.channelCount == 1)
    // The player's format stays, and is converted twice: to 16 kHz for the hardware, and for the mix.
    let mix = MixRecording(phone)
    try rig.engine.start()
    phone.advance(by: 0.1)
    #expect(mix.left.suffix(1_000).allSatisfy { abs($0 - 0.5) < 1e-5 })
  }

  @Test(.phone()) func `lost media services orphan the engine, players and recorders`() throws {
    let rig = try EngineRig()
    let player = rig.player()
    try rig.engine.start()
    let sound = try AVAudioPlayer(data: SoundBytes.silence(seconds: 9))
    #expect(sound.play())
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    let recorder = try AVAudioRecorder(url: file, settings: [:])
    try phone.loseMediaServices()
    #expect(!rig.engine.isRunning && !sound.isPlaying)
    try phone.resetMediaServices()
    try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
    #expect { try rig.engine.start() } throws: {
      ($0 as NSError).code == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue
    }
    #expect(!sound.play() && !sound.play(atTime: 0) && !recorder.record())
    // New objects work.
    let again = AVAudioEngine()
    again.attach(AVAudioPlayerNode())
    _ = again.mainMixerNode
    try again.start()
    #expect(again.isRunning && player.engine === rig.engine)
    #expect(try AVAudioPlayer(data: SoundBytes.silence(seconds: 9)).play())
    #expect(try AVAudioRecorder(url: file, settings: [:]).record())
  }

  @Test(.phone()) func `a source node is asked for every frame once`() throws {
    let rig = try EngineRig()
    let mix = MixRecording(phone)
    let calls = Guarded<[Int]>([])
    let node = unsafe AVAudioSourceNode(format: rig.format) { isSilence, time, frames, list in
      let start = unsafe Int(time.pointee.mSampleTime)
      for buffer in unsafe UnsafeMutableAudioBufferListPointer(list) {
        let samples = unsafe UnsafeMutableBufferPointer<Float>(buffer)
        for index in samples.indices {
          unsafe samples[index] = Float((start + index) % 1_000) / 1_000
        }
      }
      unsafe isSilence.pointee = ObjCBool(start >= 4_800)
      calls.withLock { $0.append(Int(frames)) }
      return noErr
    }
    rig.engine.attach(node)
    rig.engine.connect(node, to: rig.engine.mainMixerNode, format: rig.format)
    try rig.engine.start()
    phone.advance(by: 0.1)
    phone.advance(by: 0.05)
    let counts = calls.withLock { $0 }
    let block = Int((AVAudioSession.sharedInstance().ioBufferDuration * 48_000).rounded())
    #expect(counts.reduce(0, +) == 7_200 && counts.first == block)
    #expect(counts.allSatisfy { $0 <= block })
    #expect(mix.left[..<4_800].indices.allSatisfy { mix.left[$0] == Float($0 % 1_000) / 1_000 })
    #expect(mix.left[4_800...].allSatisfy { $0 == 0 })
  }

  @Test(.phone()) func `a tap receives what was played`() throws {
    let rig = try EngineRig()
    let player = rig.player()
    let tapped = Guarded<[Float]>([])
    let times = Guarded<[Int64]>([])
    rig.engine.mainMixerNode.installTap(onBus: 0, bufferSize: 1_024, format: nil) {
      @Sendable buffer, time in
      let samples = buffer.samples()
      tapped.withLock { $0 += samples }
      times.withLock { $0.append(time.sampleTime) }
    }
    try rig.engine.start()
    let sine = EngineRig.sine(9_600)
    player.scheduleBuffer(try rig.buffer(sine))
    player.play()
    phone.advance(by: 0.2)
    let isSame = tapped.withLock { $0 == sine }
    #expect(isSame)
    #expect(times.withLock { $0 } == [0, 4_800])
    rig.engine.mainMixerNode.removeTap(onBus: 0)
    phone.advance(by: 0.2)
    #expect(tapped.withLock { $0.count } == 9_600)
  }

  @Test(.phone()) func `the input records silence, in the format of the hardware`() throws {
    try AVAudioSession.sharedInstance().setCategory(.record)
    let engine = AVAudioEngine()
    let input = engine.inputNode
    let format = input.outputFormat(forBus: 0)
    #expect(format.sampleRate == 48_000 && format.channelCount == 1)
    let frames = Guarded(0)
    input.installTap(onBus: 0, bufferSize: 4_800, format: format) { @Sendable buffer, _ in
      let isSilent = buffer.samples().allSatisfy { $0 == 0 }
      frames.withLock { $0 += isSilent ? Int(buffer.frameLength) : -1 }
    }
    try engine.start()
    #expect(phone.snapshot.isRecording(phone.app.id))
    phone.advance(by: 1)
    #expect(frames.withLock { $0 } == 48_000)
    try phone.receiveCall()
    #expect(!engine.isRunning && !phone.snapshot.isRecording(phone.app.id))
  }

  @Test(.phone(recordPermission: .denied))
  func `without permission, the input is silent and nothing fails`() throws {
    try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
    let engine = AVAudioEngine()
    let frames = Guarded(0)
    let sink = unsafe AVAudioSinkNode { _, count, list in
      let buffers = unsafe UnsafeMutableAudioBufferListPointer(
        UnsafeMutablePointer(mutating: list))
      if buffers.count == 1 { frames.withLock { $0 += Int(count) } }
      return noErr
    }
    engine.attach(sink)
    engine.connect(engine.inputNode, to: sink, format: nil)
    try engine.start()
    phone.advance(by: 0.5)
    #expect(frames.withLock { $0 } == 24_000)
  }

  @Test(.phone()) func `a category without input has no input format, and the engine still plays`()
    throws
  {
    let rig = try EngineRig()
    let format = rig.engine.inputNode.inputFormat(forBus: 0)
    #expect(format.sampleRate == 0 && format.channelCount == 0)
    _ = rig.player()
    try rig.engine.start()
    #expect(rig.engine.isRunning && !phone.snapshot.isRecording(phone.app.id))
  }

  @Test func `a kept engine moves to the current phone`() async throws {
    let (first, second) = (try SimulatedPhone(), try SimulatedPhone())
    let rig = try await first.runAsCurrent {
      let rig = try EngineRig()
      _ = rig.player()
      try rig.engine.start()
      return rig
    }
    try await second.runAsCurrent { try rig.engine.start() }
    #expect(!first.app.isAudible && second.app.isActive && rig.engine.isRunning)
  }
}
