import Foundation
import Glibc
import Testing
import TextFormats

@testable import HapticEngine

@Suite struct PatternFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/ahap-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func `a file is read completely, under its given name`() throws {
    try withFolder { folder in
      let path = folder + "/a.ahap"
      let text = "{\"Pattern\": []}" + String(repeating: " ", count: 200_000) + "x"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      let reading = try AHAP.read(path: path)
      #expect(reading.file == path)
      #expect(reading.diagnostics.map(\.column) == [13, 200_016])
    }
  }

  @Test func `a path that is not a file is an error, without waiting`() throws {
    try withFolder { folder in
      let pipe = folder + "/pipe"
      let made = unsafe mkfifo(pipe, 0o600)
      #expect(made == 0)
      #expect(throws: TextFileError.notAFile(path: pipe, .pipe)) { try AHAP.read(path: pipe) }
      #expect(throws: TextFileError.notAFile(path: folder, .folder)) {
        try AHAP.read(path: folder)
      }
      #expect(throws: TextFileError.notAFile(path: "/dev/zero", .device)) {
        try AHAP.read(path: "/dev/zero")
      }
    }
  }

  @Test func `an endless system file is rejected without waiting`() throws {
    // Only a reader with permission for the kernel's messages gets as far as waiting for more of them.
    let path = "/proc/kmsg"
    let error = #expect(throws: TextFileError.self) { try AHAP.read(path: path) }
    #expect(
      [.notAFile(path: path, .stream), .notPermitted(path: path), .notFound(path: path)]
        .contains(error))
  }

  @Test func `a missing file is not found`() throws {
    try withFolder { folder in
      try "".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
      for path in [folder + "/none", folder + "/file/none", "", folder + "/file\0.ahap"] {
        #expect(throws: TextFileError.notFound(path: path)) { try AHAP.read(path: path) }
      }
    }
  }

  @Test func `a circular link gives the system's error and message`() throws {
    try withFolder { folder in
      let link = folder + "/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
      let error = #expect(throws: TextFileError.self) { try AHAP.read(path: link) }
      #expect(error == .failed(path: link, errno: ELOOP))
      #expect(error?.description.hasPrefix("\(link): reading failed: Too many levels") == true)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file without read permission is reported as such`() throws {
    try withFolder { folder in
      let path = folder + "/secret.ahap"
      try "{}".write(toFile: path, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      #expect(throws: TextFileError.notPermitted(path: path)) { try AHAP.read(path: path) }
    }
  }

  @Test func `a file beyond the limit is rejected before it is read`() throws {
    try withFolder { folder in
      let path = folder + "/huge.ahap"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      let stretched = unsafe truncate(path, AHAP.maximumFileSize + 1)
      #expect(stretched == 0)
      let error = TextFileError.tooLarge(path: path, limit: AHAP.maximumFileSize)
      #expect(throws: error) { try AHAP.read(path: path) }
    }
  }

  @Test func `a file at the limit is read unless it grows while it is read`() throws {
    try withFolder { folder in
      let path = folder + "/a.ahap"
      try "12345".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(try TextFile.bytes(of: path, maximumBytes: 5) == Array("12345".utf8))
      // A file of unknown size, such as those in /proc, counts as growing.
      #expect(throws: TextFileError.tooLarge(path: "/proc/self/status", limit: 5)) {
        try TextFile.bytes(of: "/proc/self/status", maximumBytes: 5)
      }
    }
  }

  @Test func `a file that became shorter while it was read is reported as changed`() throws {
    try withFolder { folder in
      let path = folder + "/a.ahap"
      try "12345".write(toFile: path, atomically: false, encoding: .utf8)
      let file = try #require(FileHandle(forReadingAtPath: path))
      #expect(throws: TextFileError.changed(path: path)) {
        try TextFile.all(of: file.fileDescriptor, path, size: 6, maximumBytes: 10)
      }
    }
  }

  @Test(arguments: [O_NONBLOCK, 0])
  func `a stream is read to its end, up to the limit`(flags: Int32) throws {
    let text = [UInt8](repeating: 0x20, count: 300_000)
    for limit in [text.count, text.count - 1] {
      let pipe = Pipe()
      let reader = pipe.fileHandleForReading.fileDescriptor
      #expect(fcntl(reader, F_SETFL, flags) == 0)
      let writer = Thread {
        // Written in small pieces, so that a reader that does not wait finds the pipe empty.
        for start in stride(from: 0, to: text.count, by: 1000) {
          try? pipe.fileHandleForWriting.write(contentsOf: Data(text[start..<(start + 1000)]))
        }
        try? pipe.fileHandleForWriting.close()
      }
      writer.start()
      if limit == text.count {
        #expect(try TextFile.all(of: reader, "-", size: nil, maximumBytes: limit) == text)
      } else {
        #expect(throws: TextFileError.tooLarge(path: "-", limit: limit)) {
          try TextFile.all(of: reader, "-", size: nil, maximumBytes: limit)
        }
      }
    }
  }
}
