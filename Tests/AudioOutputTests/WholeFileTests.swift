import Foundation
import Realtime
import Testing

@testable import AudioOutput

/// A file appears completely or not at all.
struct WholeFileTests {
  @Test func `the file does not exist until it is finished`() throws {
    let folder = try ScratchFolder()
    let output = try begun(folder.file("a.wav"))
    try output.pull(frames: 1_000)
    #expect(!folder.names.contains("a.wav"))
    try output.finish()
    #expect(folder.names == ["a.wav"])
  }

  @Test func `a file that is not finished leaves the former one in place and nothing behind`()
    throws
  {
    let folder = try ScratchFolder()
    try Data("former".utf8).write(to: URL(fileURLWithPath: folder.file("a.wav")))
    let output = try begun(folder.file("a.wav"))
    try output.pull(frames: 1_000)
    output.stop()
    #expect(folder.names == ["a.wav"])
    #expect(try String(contentsOfFile: folder.file("a.wav"), encoding: .utf8) == "former")
    do {
      let forgotten = try begun(folder.file("a.wav"))
      try forgotten.pull(frames: 1)
    }
    #expect(folder.names == ["a.wav"])
  }

  @Test func `a replaced file keeps its permissions, and a link stays a link`() throws {
    let folder = try ScratchFolder()
    let files = FileManager.default
    try Data("former".utf8).write(to: URL(fileURLWithPath: folder.file("a.wav")))
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("a.wav"))
    try files.createSymbolicLink(
      atPath: folder.file("link.wav"), withDestinationPath: folder.file("a.wav"))
    // Root may change a file's owner.
    let owner = geteuid() == 0 ? 1_234 : Int(geteuid())
    if geteuid() == 0 {
      try files.setAttributes([.ownerAccountID: owner], ofItemAtPath: folder.file("a.wav"))
    }
    let output = try begun(folder.file("link.wav"))
    try output.pull(frames: 10)
    try output.finish()
    #expect(SoundFile(path: folder.file("a.wav"))?.frames == 10)
    #expect(
      try files.destinationOfSymbolicLink(atPath: folder.file("link.wav"))
        == folder.file("a.wav"))
    let attributes = try files.attributesOfItem(atPath: folder.file("a.wav"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    #expect((attributes[.ownerAccountID] as? NSNumber)?.intValue == owner)
  }

  @Test func `a folder is not replaced`() throws {
    let folder = try ScratchFolder()
    let error = #expect(throws: OutputError.self) { _ = try begun(folder.path) }
    #expect(error?.kind == .cannotWrite)
    #expect(folder.names.isEmpty)
  }

  @Test func `a missing folder is reported`() throws {
    let folder = try ScratchFolder()
    let error = #expect(throws: OutputError.self) { _ = try begun(folder.file("no/a.wav")) }
    #expect(error?.kind == .cannotWrite)
    #expect(error?.subject == folder.file("no/a.wav"))
  }

  // Not Ogg: libsndfile 1.2 leaks an encoder whose first page cannot be written.
  @Test(arguments: [SoundFileFormat.Container.wav, .flac])
  func `a full disk is an error while writing or finishing, whatever the format`(
    container: SoundFileFormat.Container
  ) throws {
    // /dev/full is seekable and rejects every byte, like a full disk.
    let full = try #require(FileHandle(forUpdatingAtPath: "/dev/full"))
    let parameters = FrameSinkParameters(
      path: "a", format: try #require(SoundFileFormat(container)), sampleRate: 48_000,
      channelCount: 1)
    let error = #expect(throws: OutputError.self) {
      let encoder = try SoundFileEncoder(parameters, descriptor: full.fileDescriptor)
      var samples = [Float](repeating: 0.5, count: 100)
      try unsafe samples.withUnsafeMutableBytes {
        try unsafe encoder.write($0.baseAddress!, frames: 100)
      }
      try encoder.finish()
    }
    #expect(error?.kind == .cannotWrite)
    #expect(error?.detail.contains("No space left") == true)
  }

  @Test func `a disk that fills up leaves no file`() async {
    // The file size limit applies to a whole process, so this runs in a separate one.
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      signal(SIGXFSZ, SIG_IGN)
      let folder = try ScratchFolder()
      for name in ["a.wav", "a.flac", "a.ogg"] {
        let output = FileOutput(.init(path: folder.file(name), format: try .named(by: name)))
        try output.start(pulling: NoiseSource()) { _ in }
        let error = #expect(throws: OutputError.self) {
          for _ in 0..<20 { try output.pull(frames: 4_096) }
        }
        #expect(error?.kind == .cannotWrite)
        #expect(folder.names.isEmpty)
        #expect(throws: OutputError.self) { try output.pull(frames: 1) }
      }
    }
  }

  /// Returns an output that has been started.
  private func begun(_ path: String) throws -> FileOutput {
    let output = FileOutput(.init(path: path, format: try #require(SoundFileFormat(.wav))))
    try output.start(pulling: NoiseSource()) { _ in }
    return output
  }
}
