import CSndFile
import Foundation
import Realtime
import Testing

@testable import AudioOutput
@testable import PacedOutput

/// Written files, read back with libsndfile.
struct SoundFileWriterTests {
  struct LosslessFile: Sendable {
    let name: String
    let encoding: SoundFileFormat.Encoding
    let number: Int
    let halfStep: Double
  }

  static let losslessFiles: [LosslessFile] = [
    LosslessFile(
      name: "a.wav", encoding: .float32, number: SF_FORMAT_WAV | SF_FORMAT_FLOAT, halfStep: 0),
    LosslessFile(
      name: "a.wav", encoding: .int16, number: SF_FORMAT_WAV | SF_FORMAT_PCM_16,
      halfStep: 0.5 / 32_768),
    LosslessFile(
      name: "a.wav", encoding: .int24, number: SF_FORMAT_WAV | SF_FORMAT_PCM_24,
      halfStep: 0.5 / 8_388_608),
    LosslessFile(
      name: "a.flac", encoding: .int16, number: SF_FORMAT_FLAC | SF_FORMAT_PCM_16,
      halfStep: 0.5 / 32_768),
    LosslessFile(
      name: "a.flac", encoding: .int24, number: SF_FORMAT_FLAC | SF_FORMAT_PCM_24,
      halfStep: 0.5 / 8_388_608),
  ]

  @Test(arguments: losslessFiles, [1, 2, 5])
  func `lossless formats keep every sample to within half a step`(
    file: LosslessFile, channels: Int
  ) throws {
    let folder = try ScratchFolder()
    let path = folder.file(file.name)
    let feeds: [ChannelMap.Feed] = [.haptic, .audioLeft, .mixRight, .silence, .mixMono]
    let map = ChannelMap(feeds: Array(feeds.prefix(channels)))
    let output = FileOutput(
      .init(
        path: path, format: try .named(by: path, encoding: file.encoding), sampleRate: 44_100,
        map: map))
    try output.start(pulling: NoiseSource()) { _ in }
    try output.pull(frames: 5_000)
    try output.pull(frames: 1)
    try output.finish()
    let sound = try #require(SoundFile(path: path))
    #expect(sound.format == file.number)
    #expect(sound.sampleRate == 44_100)
    #expect(sound.channels == channels)
    #expect(sound.frames == 5_001)
    let expected = (0..<5_001).flatMap { frame -> [Float] in
      let (haptic, left, right) = (
        NoiseSource.haptic(frame), NoiseSource.left(frame), NoiseSource.right(frame)
      )
      let all = [haptic, left, haptic + right, 0, haptic + left * 0.5 + right * 0.5]
      return Array(all.prefix(channels))
    }
    let worst = zip(sound.samples, expected).map { Double(($0 - $1).magnitude) }.max()
    #expect(try #require(worst) <= file.halfStep)
    #expect(output.report.frames == 5_001)
  }

  @Test func `Ogg Vorbis keeps the signal approximately, with every frame`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.ogg")
    let output = FileOutput(.init(path: path, format: try .named(by: path)))
    try output.start(pulling: ToneSource(hertz: 200)) { _ in }
    try output.pull(frames: 24_000)
    try output.finish()
    let sound = try #require(SoundFile(path: path))
    #expect(sound.format == SF_FORMAT_OGG | SF_FORMAT_VORBIS)
    #expect(sound.frames == 24_000)
    let worst = sound.samples.enumerated().map { index, sample in
      (sample - ToneSource.sample(index / 2, hertz: 200, rate: 48_000)).magnitude
    }.max()
    #expect(try #require(worst) < 0.05)
  }

  @Test(arguments: ["a.wav", "a.flac"])
  func `the same signal gives the same bytes`(name: String) throws {
    let folder = try ScratchFolder()
    let contents = try (1...2).map { number in
      let path = folder.file("\(number)\(name)")
      let output = FileOutput(.init(path: path, format: try .named(by: path)))
      try output.start(pulling: NoiseSource()) { _ in }
      try output.pull(frames: 1_000)
      try output.finish()
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    #expect(contents[0] == contents[1])
  }

  @Test func `a WAV file that may become too large is RF64 only if it does`() throws {
    let folder = try ScratchFolder()
    let path = folder.file("a.wav")
    let output = FileOutput(
      .init(path: path, format: try .named(by: path), expectedFrames: 1 << 30))
    try output.start(pulling: NoiseSource()) { _ in }
    try output.pull(frames: 100)
    try output.finish()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.prefix(4) == Data("RIFF".utf8))
    #expect(
      try #require(SoundFile(path: path)).samples == NoiseSource.stereoMix(frames: 100))
  }

  @Test func `a WAV file of unannounced length is rejected beyond the limit of its header`() throws
  {
    let folder = try ScratchFolder()
    let file = try PendingFile.create(at: folder.file("a.wav"))
    var parameters = FrameSinkParameters(
      path: "a.wav", format: try #require(SoundFileFormat(.wav)), sampleRate: 48_000,
      channelCount: 2)
    parameters.waveByteLimit = 800
    let encoder = try SoundFileEncoder(parameters, descriptor: file.descriptor)
    var samples = [Float](repeating: 0, count: 200)
    try unsafe samples.withUnsafeMutableBytes {
      try unsafe encoder.write($0.baseAddress!, frames: 100)
    }
    let error = #expect(throws: OutputError.self) {
      try unsafe samples.withUnsafeMutableBytes {
        try unsafe encoder.write($0.baseAddress!, frames: 1)
      }
    }
    #expect(error?.kind == .cannotWrite)
    #expect(error?.detail.contains("4 GB") == true)
  }

  @Test(
    arguments: [
      ("x.wav", nil, "wav f32"), ("dir.d/x", nil, "wav f32"), ("-", nil, "wav f32"),
      ("X.WAV", .int16, "wav s16"), ("x.flac", nil, "flac s24"), ("x.tar.oga", nil, "ogg vorbis"),
      ("x.mp3", nil, nil), ("x.flac", .float32, nil), ("x.ogg", .int16, nil),
    ] as [(String, SoundFileFormat.Encoding?, String?)])
  func `the extension names the format`(
    path: String, encoding: SoundFileFormat.Encoding?, expected: String?
  ) {
    let format = try? SoundFileFormat.named(by: path, encoding: encoding)
    #expect(format.map { "\($0.container.rawValue) \($0.encoding.rawValue)" } == expected)
  }

  @Test func `more channels than a format supports are rejected`() throws {
    let folder = try ScratchFolder()
    let map = ChannelMap(feeds: Array(repeating: .haptic, count: 9))
    let output = FileOutput(
      .init(path: folder.file("a.flac"), format: try .named(by: "a.flac"), map: map))
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .unsupportedConfiguration)
    #expect(folder.names.isEmpty)
  }
}
