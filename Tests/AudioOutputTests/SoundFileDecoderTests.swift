import AudioOutput
import CSndFile
import Foundation
import HapticEngine
import Realtime
import Testing

/// Sounds as an engine receives them.
struct SoundFileDecoderTests {
  private let decoder = SoundFileDecoder()
  private let wave = SF_FORMAT_WAV | SF_FORMAT_FLOAT

  @Test(arguments: [1, 2])
  func `a file at the right rate keeps its samples`(channels: Int) throws {
    let folder = try ScratchFolder()
    let samples = (0..<1_000 * channels).map(NoiseSource.haptic)
    let path = try write(samples, channels: channels, to: folder)
    let sound = try decoder.decode(path: path, sampleRate: 48_000, byteLimit: 1 << 20)
    #expect(sound.sampleRate == 48_000)
    #expect(sound.channels.count == channels)
    for (channel, decoded) in sound.channels.enumerated() {
      #expect(decoded == (0..<1_000).map { samples[$0 * channels + channel] })
    }
  }

  @Test(arguments: [SF_FORMAT_FLAC | SF_FORMAT_PCM_24, SF_FORMAT_AIFF | SF_FORMAT_PCM_24])
  func `other lossless formats are decoded`(format: Int) throws {
    let folder = try ScratchFolder()
    let samples = (0..<1_000).map { Float($0) / 2_048 }
    let path = try write(samples, format: format, to: folder)
    let sound = try decoder.decode(path: path, sampleRate: 48_000, byteLimit: 1 << 20)
    let worst = zip(sound.channels[0], samples).map { ($0 - $1).magnitude }.max()
    #expect(sound.frameCount == 1_000)
    #expect(try #require(worst) <= 1 / 8_388_608)
  }

  @Test(arguments: [
    (SF_FORMAT_WAV | SF_FORMAT_PCM_16, SoundFacts.Container.wave, SoundFacts.Encoding.linearPCM),
    (SF_FORMAT_AIFF | SF_FORMAT_PCM_24, .aiff, .linearPCM),
    (SF_FORMAT_CAF | SF_FORMAT_FLOAT, .caf, .linearPCM),
    (SF_FORMAT_WAV | SF_FORMAT_IMA_ADPCM, .wave, .ima4),
    (SF_FORMAT_WAV | SF_FORMAT_ULAW, .wave, .other),
    (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, .other, .linearPCM),
  ])
  func `the length and format of a file are known without decoding it`(
    format: Int, container: SoundFacts.Container, encoding: SoundFacts.Encoding
  ) throws {
    let folder = try ScratchFolder()
    let samples = (0..<24_000).map { Float($0 % 100) / 200 }
    let path = try write(samples, format: format, to: folder)
    let facts = try decoder.inspect(path: path)
    #expect(facts.container == container && facts.encoding == encoding)
    // Formats with blocks fill up the last block.
    #expect(try (#require(facts.seconds) - 0.5).magnitude < 0.05)
    #expect(throws: SoundDecodingError.self) { try decoder.inspect(path: path + ".none") }
  }

  @Test func `Ogg Vorbis is decoded`() throws {
    let folder = try ScratchFolder()
    let tone = (0..<9_600).map { ToneSource.sample($0, hertz: 100, rate: 48_000) }
    let path = try write(tone, format: SF_FORMAT_OGG | SF_FORMAT_VORBIS, to: folder)
    let sound = try decoder.decode(path: path, sampleRate: 48_000, byteLimit: 1 << 20)
    #expect(sound.frameCount == 9_600)
    let worst = zip(sound.channels[0], tone).map { ($0 - $1).magnitude }.max()
    #expect(try #require(worst) < 0.05)
  }

  @Test(arguments: [8_000, 22_050, 44_100, 96_000])
  func `resampling a file keeps the sound and its times`(rate: Int) throws {
    let folder = try ScratchFolder()
    let tone = (0..<rate).map { ToneSource.sample($0, hertz: 997, rate: Double(rate)) }
    let path = try write(tone, rate: rate, to: folder)
    let sound = try decoder.decode(path: path, sampleRate: 48_000, byteLimit: 1 << 20)
    #expect(sound.frameCount == 48_000)
    // Near its ends, the filter lacks neighbors.
    let worst = (2_000..<46_000).map {
      (sound.channels[0][$0] - ToneSource.sample($0, hertz: 997, rate: 48_000)).magnitude
    }.max()
    #expect(try #require(worst) < 1e-4)
  }

  @Test func `six channels are mixed to two by position, never above full scale`() throws {
    let folder = try ScratchFolder()
    // One frame for each channel alone, and one with all of them.
    var samples: [Float] = []
    for channel in 0..<6 { samples += (0..<6).map { $0 == channel ? 1 : 0 } }
    samples += Array(repeating: 1, count: 6)
    let path = try write(samples, channels: 6, to: folder)
    let sound = try decoder.decode(path: path, sampleRate: 48_000, byteLimit: 1 << 20)
    let quiet = Float(0.5).squareRoot()
    let whole = 1 + 2 * quiet
    let left = [1, 0, quiet, 0, quiet, 0, whole].map { $0 / whole }
    let right = [0, 1, quiet, 0, 0, quiet, whole].map { $0 / whole }
    for (decoded, expected) in [(sound.channels[0], left), (sound.channels[1], right)] {
      let worst = zip(decoded, expected).map { ($0 - $1).magnitude }.max()
      #expect(try #require(worst) < 1e-6)
    }
  }

  @Test func `low-frequency effects are heard if requested`() throws {
    let folder = try ScratchFolder()
    let samples = (0..<100 * 6).map { (index: Int) -> Float in index % 6 == 3 ? 0.5 : 0 }
    let path = try write(samples, channels: 6, to: folder)
    let silent = try SoundFileStream(path: path).next()
    #expect(silent.count == 2 && silent.joined().allSatisfy { $0 == 0 })
    let heard = try SoundFileStream(path: path, mixesLowFrequencyEffects: true).next()
    #expect(heard.count == 2 && heard[0].count == 100 && heard.joined().allSatisfy { $0 > 0.05 })
  }

  @Test func `the limit applies to the decoded samples, to the byte`() throws {
    let folder = try ScratchFolder()
    let path = try write([Float](repeating: 0, count: 2_000), channels: 2, to: folder)
    let sound = try decoder.decode(path: path, sampleRate: 48_000, byteLimit: 8_000)
    #expect(sound.frameCount == 1_000)
    expectError(.tooLarge, path, byteLimit: 7_999)
    expectError(.tooLarge, path, byteLimit: 0)
    expectError(.tooLarge, path, byteLimit: -1)
  }

  @Test(arguments: [
    (1, "(0.041667 s of 1 channel)"), (2, "(0.020833 s of 2 channels)"),
  ])
  func `an error about a sound that is too large has consistent numbers`(
    channels: Int, words: String
  ) throws {
    let folder = try ScratchFolder()
    let path = try write([Float](repeating: 0, count: 2_000), channels: channels, to: folder)
    let error = #expect(throws: SoundDecodingError.self) {
      try decoder.decode(path: path, sampleRate: 48_000, byteLimit: channels * 4)
    }
    #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
  }

  @Test(arguments: [1, 2, 6], [8_000, 96_000])
  func `the size of a sound is that of all its channels at its own rate`(
    channels: Int, rate: Int
  ) throws {
    let folder = try ScratchFolder()
    let path = try write(
      [Float](repeating: 0, count: 1_000 * channels), channels: channels, rate: rate, to: folder)
    let bytes = 4_000 * channels
    let sound = try decoder.decode(path: path, sampleRate: 48_000, byteLimit: bytes)
    #expect(sound.decodedBytes == bytes)
    #expect(try decoder.decodedBytes(path: path) == bytes)
    expectError(.tooLarge, path, byteLimit: bytes - 1)
    // As many sounds fit together as the limit allows, regardless of resampling.
    let pattern = try HapticPattern(
      entries: ["a.wav", "./a.wav", "././a.wav"].map { path in
        .event(HapticEvent(.audioCustom, at: 0, waveform: .init(path: path)))
      })
    let (sounds, problems) = SoundLibrary(folder: folder.path, decoder: decoder).load(
      for: pattern, sampleRate: 48_000, byteLimit: 2 * bytes)
    #expect(sounds.count == 2)
    #expect(
      problems.map(\.description) == [
        "././a.wav: The decoded sound occupies \(bytes) bytes (\(rate == 8_000 ? "0.125" : "0.010417") s of "
          + "\(channels == 1 ? "1 channel" : "\(channels) channels")); at most 0 bytes are allowed"
      ])
  }

  @Test func `a header that announces too many samples is rejected, with and without a limit`()
    throws
  {
    let folder = try ScratchFolder()
    let path = try write([0.1, 0.2, 0.3], format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, to: folder)
    // The 36 bits of the total number of samples end at byte 26. Source: RFC 9639, section 8.2.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in 22..<26 { bytes[index] = 0xFF }
    try bytes.write(to: URL(fileURLWithPath: path))
    expectError(.tooLarge, path, byteLimit: 1 << 23)
    // Without a limit, the file ends early.
    expectError(.unreadable, path, byteLimit: .max)
  }

  @Test func `a damaged file is rejected`() throws {
    let folder = try ScratchFolder()
    let noise = (0..<20_000).map(NoiseSource.haptic)
    let path = try write(noise, format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, to: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: path))
    expectError(.unreadable, path)
    try bytes.prefix(30).write(to: URL(fileURLWithPath: path))
    expectError(.unreadable, path)
  }

  @Test func `files other than sounds are rejected`() throws {
    let folder = try ScratchFolder()
    for (name, contents) in [("empty.wav", ""), ("words.wav", "These are words.")] {
      try Data(contents.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
      expectError(.unreadable, folder.file(name))
    }
    expectError(.unreadable, try write([], to: folder))
  }

  @Test func `paths that are not files are rejected without waiting`() throws {
    let folder = try ScratchFolder()
    expectError(.notFound, folder.file("no.wav"))
    expectError(.notFound, folder.path)
    expectError(.notFound, folder.path + "/a.wav/b.wav")
    expectError(.notFound, "/dev/zero")
    #expect(unsafe mkfifo(folder.file("pipe.wav"), 0o600) == 0)
    expectError(.notFound, folder.file("pipe.wav"))
  }

  @Test func `a path with a NUL does not open another file`() throws {
    let folder = try ScratchFolder()
    let path = try write([0, 0], to: folder)
    withExtendedLifetime(folder) { expectError(.notFound, path + "\0.wav") }
  }

  @Test func `an impossible rate is rejected`() throws {
    let folder = try ScratchFolder()
    expectError(.unreadable, try write([0, 0], rate: 100, to: folder))
  }

  @Test func `NaN becomes silence`() throws {
    let folder = try ScratchFolder()
    let path = try write([.nan, .infinity, 0.5, -.infinity], to: folder)
    let sound = try decoder.decode(path: path, sampleRate: 48_000, byteLimit: 1 << 20)
    #expect(sound.channels == [[0, 0, 0.5, 0]])
  }

  @Test(
    arguments: [
      (44_100, 44_100), (44_100, 4_410), (44_100, 441), (22_050, 30_011), (96_000, 9_600),
    ]
      + [(8_000, 100), (192_000, 5_003), (4_000, 7), (768_000, 90_001)], [1, 2])
  func `a loop at another rate continues across its seam as if it never ended`(
    file: (rate: Int, frames: Int), channels: Int
  ) throws {
    let folder = try ScratchFolder()
    // As many whole periods as fit at about 400 Hz, fewer if the file is short.
    let periods = max(1, 400 * file.frames / file.rate)
    let samples = (0..<file.frames * channels).map { index in
      let phase = Double(index / channels * periods % file.frames) / Double(file.frames)
      return Float(0.5 * sin(2 * .pi * phase)) * (index % channels == 0 ? 1 : -1)
    }
    let path = try write(samples, channels: channels, rate: file.rate, to: folder)
    let sound = try decoder.decodeLoop(path: path, sampleRate: 48_000, byteLimit: 1 << 24)
    #expect(sound.channels.count == channels)
    let once = Double(file.frames) * 48_000 / Double(file.rate)
    let repeats = (Double(sound.frameCount) / once).rounded()
    #expect(repeats >= 1 && (Double(sound.frameCount) - repeats * once).magnitude <= 0.5)
    #expect(sound.frameCount >= 48_000 || repeats == 1)
    // Around the loop, it is the same sine, including at the seam.
    let cycles = Double(periods) * repeats
    for (channel, decoded) in sound.channels.enumerated() {
      let worst = decoded.indices.map { index in
        let phase = Double(index) * cycles / Double(decoded.count)
        let wanted = 0.5 * sin(2 * .pi * phase) * (channel == 0 ? 1 : -1)
        return (Double(decoded[index]) - wanted).magnitude
      }.max()
      #expect(try #require(worst) < 2e-4)
    }
  }

  @Test func `a loop at the right rate keeps its samples`() throws {
    let folder = try ScratchFolder()
    let samples = (0..<100).map(NoiseSource.haptic)
    let path = try write(samples, to: folder)
    let sound = try decoder.decodeLoop(path: path, sampleRate: 48_000, byteLimit: 1 << 20)
    #expect(sound.channels == [samples])
    expectError(.notFound, folder.file("no.wav"))
  }

  private func write(
    _ samples: [Float], channels: Int = 1, rate: Int = 48_000, format: Int? = nil,
    to folder: ScratchFolder
  ) throws -> String {
    let path = folder.file("a.wav")
    #expect(
      SoundFile.write(
        samples, channels: channels, sampleRate: rate, format: format ?? wave, to: path))
    return path
  }

  private func expectError(
    _ kind: SoundDecodingError.Kind, _ path: String, byteLimit: Int = 1 << 20,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: SoundDecodingError.self, sourceLocation: sourceLocation) {
      try decoder.decode(path: path, sampleRate: 48_000, byteLimit: byteLimit)
    }
    #expect(error?.kind == kind, sourceLocation: sourceLocation)
    #expect(error?.path == path, sourceLocation: sourceLocation)
  }
}
