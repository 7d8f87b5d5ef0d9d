private import CSndFile
private import Glibc
internal import Realtime
internal import TextFormats

/// An open sound file, read with libsndfile from beginning to end.
@safe
final class SoundFileReader {
  /// The number of samples read at a time.
  ///
  /// Our choice: 256 KiB.
  private static let chunkSamples = 65_536

  /// Frames per second.
  let sampleRate: Int
  /// The speaker position of each channel.
  let speakers: [Speaker]
  /// The kind of file, and the encoding of its samples.
  let container: SoundFacts.Container
  let encoding: SoundFacts.Encoding
  /// The memory, in bytes, that a frame with all channels occupies as 32-bit floats.
  var frameBytes: Int { speakers.count * MemoryLayout<Float>.size }

  private let path: String
  private let descriptor: Int32
  private let file: OpaquePointer
  /// The number of frames that the header announces; nil if the header does not state it.
  let announcedFrames: Int?
  /// Whether a file with fewer frames than announced is damaged.
  ///
  /// False for MPEG files, whose headers only contain an estimate.
  private let announcesExactly: Bool
  /// The number of samples so far that became silence because they were not finite, after mixing down.
  private(set) var silencedCount = 0

  /// Opens the file at `path` without ever waiting.
  convenience init(path: String) throws(SoundDecodingError) {
    do throws(MissingLibrary) {
      try sndfileLibrary.require()
    } catch {
      throw SoundDecodingError(.libraryMissing, path: path, detail: "\(error).")
    }
    let descriptor = try Self.open(path)
    var information = SF_INFO()
    guard let file = unsafe sndfile.sf_open_fd(descriptor, Int32(SFM_READ), &information, 0) else {
      let message = unsafe Self.hint(descriptor, path) ?? libraryText(sndfile.sf_strerror(nil))
      close(descriptor)
      throw SoundDecodingError(.unreadable, path: path, detail: message)
    }
    unsafe self.init(path: path, descriptor: descriptor, file: file, information: information)
    if information.channels < 1 {
      throw SoundDecodingError(
        .unreadable, path: path, detail: "The file does not have any channels.")
    }
  }

  /// The first bytes of sound files that libsndfile does not read: an offset, the bytes there, and
  /// the format's name.
  ///
  /// Sources: ISO/IEC 14496-12, "ftyp"; ISO/IEC 13818-7, ADTS; Microsoft's ASF specification; RFC 8794, EBML.
  private static let foreign: [(offset: Int, bytes: [UInt8], name: String)] = [
    (4, Array("ftyp".utf8), "an MPEG-4 file (.m4a, .mp4)"),
    (0, [0xff, 0xf1], "AAC"), (0, [0xff, 0xf9], "AAC"),
    (0, [0x30, 0x26, 0xb2, 0x75], "a Windows Media file (.wma)"),
    (0, [0x1a, 0x45, 0xdf, 0xa3], "a Matroska or WebM file"),
  ]

  /// The advice for a file of a known format that libsndfile does not read.
  private static func hint(_ descriptor: Int32, _ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 8)
    // SAFETY: pread writes at most as many bytes as the array has.
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    guard count == bytes.count,
      let format = foreign.first(where: { bytes.dropFirst($0.offset).starts(with: $0.bytes) })
    else { return nil }
    let name = path.split(separator: "/").last ?? "sound"
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    return "This is \(format.name), which is not supported. Convert it first: "
      + "ffmpeg -i \(name) \(stem.isEmpty ? "sound" : stem).wav"
  }

  private init(path: String, descriptor: Int32, file: OpaquePointer, information: SF_INFO) {
    self.path = path
    self.descriptor = descriptor
    unsafe self.file = file
    sampleRate = Int(information.samplerate)
    announcedFrames =
      information.frames >= 0 && information.frames < .max ? Int(information.frames) : nil
    let subtype = Int(information.format) & SF_FORMAT_SUBMASK
    container = Self.container(Int(information.format) & SF_FORMAT_TYPEMASK)
    encoding = Self.encoding(subtype)
    let count = max(1, Int(information.channels))
    let isXiph = subtype == SF_FORMAT_VORBIS || subtype == SF_FORMAT_OPUS
    speakers = isXiph ? Speaker.vorbisOrder(count: count) : Speaker.waveOrder(count: count)
    announcesExactly = Int(information.format) & SF_FORMAT_TYPEMASK != SF_FORMAT_MPEG
  }

  private static func container(_ type: Int) -> SoundFacts.Container {
    switch type {
    case SF_FORMAT_WAV, SF_FORMAT_WAVEX: .wave
    case SF_FORMAT_AIFF: .aiff
    case SF_FORMAT_CAF: .caf
    default: .other
    }
  }

  private static func encoding(_ subtype: Int) -> SoundFacts.Encoding {
    switch subtype {
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_PCM_16, SF_FORMAT_PCM_24, SF_FORMAT_PCM_32,
      SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE:
      .linearPCM
    case SF_FORMAT_IMA_ADPCM: .ima4
    default: .other
    }
  }

  deinit {
    _ = unsafe sndfile.sf_close(file)
    close(descriptor)
  }

  /// Reads all frames of the file, mixed down.
  ///
  /// - Parameters:
  ///   - downmix: a mix for as many channels as the file has.
  ///   - byteLimit: the most memory, in bytes, that the frames with all channels may occupy as 32-bit floats.
  /// - Returns: the samples of each channel.
  /// - Throws: `SoundDecodingError` `.tooLarge` if the frames exceed the limit (if the header already announces too
  ///   many frames, they are not decoded); `.unreadable` if the file ends early.
  func read(
    through downmix: Downmix, byteLimit: Int
  ) throws(SoundDecodingError) -> [[Float]] {
    let frameLimit = max(0, byteLimit) / frameBytes
    if let announcedFrames, announcedFrames > frameLimit { throw tooLarge(byteLimit) }
    var channels = [[Float]](repeating: [], count: downmix.channelCount)
    for i in channels.indices { channels[i].reserveCapacity(min(announcedFrames ?? 0, 1 << 20)) }
    while try readNext(through: downmix, to: &channels) {
      if channels[0].count > frameLimit { throw tooLarge(byteLimit) }
    }
    try checkCompleteness(frames: channels[0].count)
    return channels
  }

  /// Rejects a file that ended after `frames` frames but announces more.
  func checkCompleteness(frames: Int) throws(SoundDecodingError) {
    guard let announcedFrames, announcesExactly, frames < announcedFrames else { return }
    throw SoundDecodingError(
      .unreadable, path: path,
      detail:
        "The file ends after \(seconds(frames)) of the \(seconds(announcedFrames)) it announces.")
  }

  /// The duration of `frames` in seconds, to the microsecond.
  ///
  /// This is precise enough to distinguish any two frame counts at usual rates.
  private func seconds(_ frames: Int) -> String {
    "\((Double(frames) / Double(max(1, sampleRate))).rounded(to: 6)) s"
  }

  /// The number of bytes that are missing from the file according to its header; 0 if the file is complete, or if the
  /// header does not state the size.
  ///
  /// This is computed here because libsndfile simply reads as much as the file contains. Source: Microsoft and IBM,
  /// "Multimedia Programming Interface and Data Specifications 1.0", and Electronic Arts, "EA IFF 85": the name of the
  /// outermost chunk is followed by its size without these eight bytes, big-endian in FORM. Programs that write to a
  /// pipe do not know the size, and write the largest possible value.
  var missingByteCount: Int {
    var header = [UInt8](repeating: 0, count: 8)
    // SAFETY: pread writes at most the eight bytes of the array, and does not move the position.
    let count = unsafe header.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, 8, 0)
    }
    var status = stat()
    guard count == 8, unsafe fstat(descriptor, &status) == 0 else { return 0 }
    let size = header[4...].reduce(0) { $0 << 8 | Int($1) }
    let announced: Int
    switch String(decoding: header[..<4], as: UTF8.self) {
    case "RIFF": announced = header[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
    case "RIFX", "FORM": announced = size
    default: return 0
    }
    // Our choice: such a large size, nearly two gigabytes, is unlikely to be real.
    guard announced < 0x7fff_0000 else { return 0 }
    return max(0, announced + 8 - Int(status.st_size))
  }

  /// Appends the next frames of the file, mixed down, to `channels`.
  ///
  /// - Returns: whether any frames were left.
  /// - Throws: `SoundDecodingError` `.unreadable` if the file is damaged.
  func readNext(
    through downmix: Downmix, to channels: inout [[Float]]
  ) throws(SoundDecodingError) -> Bool {
    let chunkFrames = max(1, Self.chunkSamples / speakers.count)
    // SAFETY: freed at the end of the function; only the part that libsndfile has filled is read.
    let chunk = UnsafeMutableBufferPointer<Float>.allocate(capacity: chunkFrames * speakers.count)
    defer { unsafe chunk.deallocate() }
    // SAFETY: the chunk holds `chunkFrames` frames; libsndfile returns the number it has filled.
    let frames = Int(
      unsafe sndfile.sf_readf_float(file, chunk.baseAddress, sf_count_t(chunkFrames)))
    if frames > 0 {
      let filled = unsafe UnsafeBufferPointer(rebasing: chunk[..<(frames * speakers.count)])
      silencedCount += unsafe downmix.append(filled, to: &channels)
      return true
    }
    if unsafe sndfile.sf_error(file) != 0 {
      throw SoundDecodingError(
        .unreadable, path: path, detail: unsafe libraryText(sndfile.sf_strerror(file)))
    }
    return false
  }

  private func tooLarge(_ byteLimit: Int) -> SoundDecodingError {
    let size = announcedFrames.map { frames in
      let bytes = frames.multipliedReportingOverflow(by: frameBytes)
      return "\(bytes.overflow ? Int.max : bytes.partialValue) bytes"
        + " (\(seconds(frames)) of \(speakers.count.counted("channel")))"
    }
    return SoundDecodingError(
      .tooLarge, path: path,
      detail: """
        The decoded sound occupies \(size ?? "too much memory"); at most \(max(0, byteLimit).counted("byte")) \
        \(byteLimit == 1 ? "is" : "are") allowed.
        """)
  }

  private static func open(_ path: String) throws(SoundDecodingError) -> Int32 {
    do throws(TextFileError) {
      let (descriptor, size) = try TextFile.open(path)
      if size != nil { return descriptor }
      // libsndfile seeks, which is not possible in a pipe.
      close(descriptor)
      throw .notAFile(path: path, .pipe)
    } catch {
      throw SoundDecodingError(error, path)
    }
  }
}

extension SoundDecodingError {
  /// Converts the error that prevented the file from being opened.
  fileprivate init(_ error: TextFileError, _ path: String) {
    switch error {
    case .notFound: self.init(.notFound, path: path, detail: "The file does not exist.")
    case .notAFile(_, let kind):
      self.init(.notFound, path: path, detail: "This is a \(kind.rawValue), not a file.")
    case .notPermitted:
      self.init(.unreadable, path: path, detail: "You do not have permission to read this file.")
    case .failed(_, let number):
      let isMissing = number == ELOOP || number == ENAMETOOLONG
      self.init(
        isMissing ? .notFound : .unreadable, path: path,
        detail: SystemError(code: number).description + ".")
    case .tooLarge, .changed: self.init(.unreadable, path: path, detail: error.description + ".")
    }
  }
}
