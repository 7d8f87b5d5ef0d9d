import Dispatch
import Foundation
import Testing

@testable import TextFormats

/// Files that are locked while they are changed.
struct FileLockTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("haptic-lock-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test(arguments: [true, false])
  func `only one process at a time locks a file, even before it exists`(isThere: Bool) throws {
    try withFolder { folder in
      let path = "\(folder)/x.ahap"
      if isThere { try Data("1".utf8).write(to: URL(fileURLWithPath: path)) }
      let first = try #require(try FileLock.hold(path, patience: .zero))
      #expect(throws: FileBusy(path: path, patience: .milliseconds(5))) {
        try FileLock.hold(path, patience: .milliseconds(5))
      }
      first.release()
      #expect(try FileLock.hold(path, patience: .zero) != nil)
    }
  }

  @Test func `a change by another program is noticed`() throws {
    try withFolder { folder in
      let file = URL(fileURLWithPath: "\(folder)/x.ahap")
      try Data("1".utf8).write(to: file)
      let lock = try #require(try FileLock.hold(file.path, patience: .zero))
      #expect(lock.isUnchanged)
      try Data("12".utf8).write(to: file)
      #expect(!lock.isUnchanged)
    }
  }

  @Test func `if a locked file is replaced, the new file is locked instead`() throws {
    try withFolder { folder in
      let (file, new) = ("\(folder)/x.ahap", "\(folder)/new")
      for path in [file, new] { try Data("1".utf8).write(to: URL(fileURLWithPath: path)) }
      let old = try #require(try FileLock.hold(file, patience: .zero))
      let (isHeld, isChecked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let waiter = Thread {
        let lock = try? FileLock.hold(file, patience: .seconds(30))
        isHeld.signal()
        isChecked.wait()
        lock?.release()
      }
      waiter.start()
      // The waiter waits for the old file once this process has opened that file twice.
      while try descriptors(of: file) < 2 { sched_yield() }
      #expect(unsafe rename(new, file) == 0)
      old.release()
      isHeld.wait()
      #expect(throws: FileBusy.self) { try FileLock.hold(file, patience: .zero) }
      isChecked.signal()
    }
  }

  /// The number of descriptors that this process has for the file at `path`.
  private func descriptors(of path: String) throws -> Int {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
  }

  @Test func `paths that are not files are not locked`() throws {
    for path in ["/dev/null", "/proc", "/dev/null/x"] {
      #expect(try FileLock.hold(path, patience: .zero) == nil)
    }
  }
}
