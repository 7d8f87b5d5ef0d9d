import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Testing

/// Formats, buffers, times, files and conversions.
@MainActor @Suite struct AudioFormatTests {
  private static func format(
    _ common: AVAudioCommonFormat, _ rate: Double = 48_000, interleaved: Bool = false
  ) throws -> AVAudioFormat {
    try #require(
      AVAudioFormat(
        commonFormat: common, sampleRate: rate, channels: 2, interleaved: interleaved))
  }

  @Test func `formats describe themselves and compare by value`() throws {
    let standard = try #require(
      AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    #expect(standard.isStandard && !standard.isInterleaved && standard.channelCount == 2)
    let description = unsafe standard.streamDescription.pointee
    #expect(description.mBytesPerFrame == 4 && description.mBitsPerChannel == 32)
    #expect(description.mFormatFlags == 41)
    #expect(try standard == Self.format(.pcmFormatFloat32, 44_100))
    #expect(AVAudioFormat(settings: standard.settings) == standard)
    #expect(try standard != Self.format(.pcmFormatInt16, 44_100))
    #expect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 3) == nil)
    let whole = try Self.format(.pcmFormatInt16, interleaved: true)
    #expect(unsafe whole.streamDescription.pointee.mBytesPerFrame == 4)
    #expect(whole.commonFormat == .pcmFormatInt16 && !whole.isStandard)
  }

  @Test func `buffers give access to samples of their type only`() throws {
    let whole = try #require(
      AVAudioPCMBuffer(
        pcmFormat: Self.format(.pcmFormatInt16, interleaved: true), frameCapacity: 8))
    whole.frameLength = 2
    #expect(whole.stride == 2 && whole.frameCapacity == 8)
    #expect(unsafe whole.floatChannelData == nil && whole.int32ChannelData == nil)
    unsafe whole.int16ChannelData?[1][2] = -5
    let list = unsafe whole.audioBufferList.pointee
    #expect(list.mNumberBuffers == 1 && list.mBuffers.mDataByteSize == 8)
    #expect(list.mBuffers.mNumberChannels == 2)
    let copy = try #require(whole.copy() as? AVAudioPCMBuffer)
    unsafe whole.int16ChannelData?[1][2] = 0
    #expect(unsafe copy.int16ChannelData?[1][2] == -5 && copy.frameLength == 2)
    let float = try EngineRig.buffer([0.5, 1], Self.format(.pcmFormatFloat32))
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(float.mutableAudioBufferList)
    #expect(buffers.count == 2)
    #expect(unsafe Array(UnsafeBufferPointer<Float>(buffers[1])) == [0.5, 1])
  }

  @Test func `times convert between frames and the phone's clock`() throws {
    let anchor = AVAudioTime(
      hostTime: AVAudioTime.hostTime(forSeconds: 10), sampleTime: 1_000, atRate: 48_000)
    let later = try #require(
      AVAudioTime(sampleTime: 49_000, atRate: 48_000).extrapolateTime(fromAnchor: anchor))
    #expect(AVAudioTime.seconds(forHostTime: later.hostTime) == 11 && later.isHostTimeValid)
    let host = AVAudioTime(hostTime: AVAudioTime.hostTime(forSeconds: 10.5))
    #expect(!host.isSampleTimeValid)
    #expect(host.extrapolateTime(fromAnchor: anchor)?.sampleTime == 25_000)
  }

  /// Calls `body` with a URL in a folder that exists only during the call.
  private func withFile(_ name: String, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent(name))
  }

  @Test(arguments: ["float.wav", "float.caf"])
  func `a file has the samples that were written`(_ name: String) throws {
    try withFile(name) { url in
      let format = try Self.format(.pcmFormatFloat32, 44_100)
      let writer = try AVAudioFile(forWriting: url, settings: format.settings)
      try writer.write(from: EngineRig.buffer([0.1, -0.2, 0.3], format))
      try writer.write(from: EngineRig.buffer([1], format))
      #expect(writer.length == 4 && writer.isOpen)
      let reader = try AVAudioFile(forReading: url)
      #expect(reader.length == 4 && reader.processingFormat == format)
      #expect((reader.fileFormat.settings[AVLinearPCMIsFloatKey] as? NSNumber)?.boolValue == true)
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 3))
      reader.framePosition = 1
      try reader.read(into: buffer)
      #expect(buffer.samples(1) == [-0.2, 0.3, 1] && reader.framePosition == 4)
      #expect { try reader.read(into: buffer) } throws: { ($0 as NSError).code == -39 }
      // Another program reads the same length.
      #expect(try AVAudioPlayer(contentsOf: url).duration == 4.0 / 44_100)
      #expect { try writer.read(into: buffer) } throws: { ($0 as NSError).code == -39 }
      #expect(throws: (any Error).self) { try reader.write(from: buffer) }
    }
  }

  @Test func `a file of 16 bits loses only what the bits cannot hold`() throws {
    try withFile("whole.wav") { url in
      var settings = try Self.format(.pcmFormatInt16, 48_000).settings
      settings[AVLinearPCMIsNonInterleaved] = false
      let writer = try AVAudioFile(forWriting: url, settings: settings)
      try writer.write(
        from: EngineRig.buffer([0.5, -1, 2], Self.format(.pcmFormatFloat32)))
      let reader = try AVAudioFile(forReading: url)
      let buffer = try #require(
        AVAudioPCMBuffer(pcmFormat: reader.processingFormat, frameCapacity: 3))
      try reader.read(into: buffer)
      #expect(buffer.samples() == [0.5, -1, 32_767.0 / 32_768])
    }
  }

  @Test func `files that cannot be decoded are refused`() throws {
    let bytes = SoundBytes.mp3(bytes: 32_000)
    _ = try SoundBytes.withFile(bytes, named: "sound.mp3") { url in
      #expect { try AVAudioFile(forReading: url) } throws: {
        ($0 as NSError).code == 1_718_449_215
      }
    }
    #expect { try AVAudioFile(forReading: URL(fileURLWithPath: "/missing.wav")) } throws: {
      ($0 as NSError).code == 2_003_334_207
    }
  }

  @Test(.phone()) func `a player plays a part of a file, converted to its rate`() throws {
    let rig = try EngineRig(channels: 1)
    let player = rig.player()
    let log = CallLog()
    let line = (0..<8_000).map { Int16($0) }
    try SoundBytes.withFile(SoundBytes.wave(line, rate: 24_000)) { url in
      let file = try AVAudioFile(forReading: url)
      player.scheduleSegment(file, startingFrame: 1_000, frameCount: 2_400, at: nil) {
        log.add("done")
      }
    }
    let mix = MixRecording(SimulatedPhone.current)
    try rig.engine.start()
    player.play()
    SimulatedPhone.current.advance(by: 0.2)
    #expect(log.steps == ["done"])
    #expect(
      (4..<4_790).allSatisfy {
        abs(mix.left[$0] - (1_000 + Float($0) / 2) / 32_768) < 1e-5
      })
    #expect(mix.left[4_800...].allSatisfy { $0 == 0 })
  }

  @Test func `a converter changes rate, channels and type, as speech recognition asks for`() throws
  {
    let input = try Self.format(.pcmFormatFloat32, 48_000)
    let output = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true))
    let converter = try #require(AVAudioConverter(from: input, to: output))
    let line = (0..<4_800).map { Float($0) / 9_600 }
    let source = try EngineRig.buffer(line, input)
    let result = try #require(AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 1_590))
    var isGiven = false
    let status = unsafe converter.convert(to: result, error: nil) { _, status in
      unsafe status.pointee = isGiven ? .noDataNow : .haveData
      defer { isGiven = true }
      return isGiven ? nil : source
    }
    #expect(status == .haveData && result.frameLength == 1_590)
    for frame in 1..<1_590 {
      let sample = unsafe result.int16ChannelData?[0][frame] ?? 0
      #expect(abs(Float(sample) - Float(frame * 3) / 9_600 * 32_768) <= 1)
    }
  }
}
