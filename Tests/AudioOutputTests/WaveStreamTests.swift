import Foundation
import Realtime
import Testing

@testable import AudioOutput
@testable import PacedOutput

/// WAV written to destinations other than files.
struct WaveStreamTests {
  @Test(arguments: [SoundFileFormat.Encoding.float32, .int16, .int24], [333, nil] as [Int64?])
  func `the output of a pipe is a WAV file, with or without an announced length`(
    encoding: SoundFileFormat.Encoding, expectedFrames: Int64?
  ) throws {
    let folder = try ScratchFolder()
    let pipe = Pipe()
    let output = FileOutput(
      .init(
        path: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)",
        format: try #require(SoundFileFormat(.wav, encoding)),
        map: ChannelMap(feeds: [.haptic]), expectedFrames: expectedFrames))
    try output.start(pulling: NoiseSource()) { _ in }
    try output.pull(frames: 333)
    try output.finish()
    try pipe.fileHandleForWriting.close()
    let bytes = try #require(try pipe.fileHandleForReading.readToEnd())
    try bytes.write(to: URL(fileURLWithPath: folder.file("a.wav")))
    let sound = try #require(SoundFile(path: folder.file("a.wav")))
    // The byte that pads a chunk of odd length must not count as a sample.
    #expect(sound.frames == 333)
    let worst = zip(sound.samples, (0..<333).map(NoiseSource.haptic)).map { ($0 - $1).magnitude }
    #expect(try #require(worst.max()) <= (encoding == .float32 ? 0 : 0.5 / 32_768))
    let size = bytes.subdata(in: 4..<8).reduce(into: UInt32(0)) { $0 = $0 >> 8 | UInt32($1) << 24 }
    #expect(size == (expectedFrames == nil ? .max : UInt32(bytes.count - 8)))
  }

  @Test func `a stream that turns out to be a file gets a corrected header`() throws {
    let folder = try ScratchFolder()
    #expect(FileManager.default.createFile(atPath: folder.file("a.wav"), contents: nil))
    let file = try #require(FileHandle(forUpdatingAtPath: folder.file("a.wav")))
    let parameters = FrameSinkParameters(
      path: "-", format: try #require(SoundFileFormat(.wav)), sampleRate: 48_000, channelCount: 1)
    let stream = try WaveStream(parameters, descriptor: file.fileDescriptor)
    var samples: [Float] = [0.25, -0.5, 1]
    try unsafe samples.withUnsafeMutableBytes {
      try unsafe stream.write($0.baseAddress!, frames: 3)
    }
    try stream.finish()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.wav")))
    let size = bytes.subdata(in: 4..<8).reduce(into: UInt32(0)) { $0 = $0 >> 8 | UInt32($1) << 24 }
    #expect(Int(size) == bytes.count - 8)
    #expect(SoundFile(path: folder.file("a.wav"))?.samples == samples)
  }

  @Test func `a full device is reported`() throws {
    let output = FileOutput(
      .init(path: "/dev/full", format: try #require(SoundFileFormat(.wav))))
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .cannotWrite)
    #expect(error?.detail.contains("No space left") == true)
  }

  @Test func `a device is written to, not replaced`() throws {
    let output = FileOutput(
      .init(path: "/dev/null", format: try #require(SoundFileFormat(.wav))))
    try output.start(pulling: NoiseSource()) { _ in }
    try output.pull(frames: 10)
    try output.finish()
    var status = stat()
    #expect(unsafe stat("/dev/null", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `a closed reader is reported`() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    let output = FileOutput(
      .init(
        path: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)",
        format: try #require(SoundFileFormat(.wav))))
    try output.start(pulling: NoiseSource()) { _ in }
    try pipe.fileHandleForReading.close()
    let error = #expect(throws: OutputError.self) { try output.pull(frames: 10) }
    #expect(error?.kind == .readerGone)
    #expect(error?.detail.contains("Broken pipe") == true)
  }

  @Test func `only WAV can be streamed`() throws {
    let output = FileOutput(.init(path: "/dev/null", format: try #require(SoundFileFormat(.flac))))
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .cannotWrite)
  }

  @Test func `a stream that cannot hold the announced length is rejected immediately`() throws {
    let output = FileOutput(
      .init(
        path: "/dev/null", format: try #require(SoundFileFormat(.wav)),
        expectedFrames: 1 << 30))
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .cannotWrite)
  }
}
