import Glibc
import TextFormats

/// Lines from standard input, a FIFO, a device or a file, as they come; nothing here waits.
///
/// When the writers of a FIFO have closed it, it is opened again for the next. Anything else ends at its end.
final class InputLines {
  /// The longest line, in bytes.
  ///
  /// Our choice: four times the longest name, and a number.
  static let longestLine = 320

  /// How many bytes one call of `take` reads at most.
  ///
  /// Our choice: thousands of lines. More wait in the pipe, and their writers with them.
  private static let mostBytes = 65_536

  /// A line, or the reason for a missing one.
  enum Line: Hashable, Sendable {
    case text(String)
    /// The line was longer than `longestLine`.
    case tooLong
    /// Nothing more comes, because of an error.
    case ended(String)
  }

  /// The descriptor to wait for with poll(2); nil after the end.
  private(set) var descriptor: Int32?
  /// How many bytes have come.
  private(set) var byteCount = 0
  /// The FIFO that is opened again; nil for anything else.
  private var fifo: String?
  private var line: [UInt8] = []
  private var isTooLong = false

  /// The lines of standard input.
  init() { descriptor = STDIN_FILENO }

  /// The lines of the file at `path`.
  ///
  /// - Throws: `Failure` if it cannot be opened.
  init(path: String) throws(Failure) {
    guard let mode = SystemCall.mode(at: path) else {
      throw Failure(
        .noInput, "\(path.printable): not found; `mkfifo` makes a FIFO")
    }
    if mode == S_IFDIR {
      throw Failure(.noInput, "\(path.printable): a folder cannot be read as lines")
    }
    guard let opened = Self.open(path) else {
      throw Failure(.noInput, "\(path.printable): \(SystemText.error(errno))")
    }
    descriptor = opened
    fifo = mode == S_IFIFO ? path : nil
  }

  deinit { close() }

  /// The lines that have come.
  func take() -> [Line] {
    var lines: [Line] = []
    var left = Self.mostBytes
    while left > 0, let descriptor, Self.isReadable(descriptor) {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      // SAFETY: read writes at most as many bytes as the array has.
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        left -= count
        byteCount += count
        for byte in bytes.prefix(count) { add(byte, to: &lines) }
      } else if count == 0 {
        if !line.isEmpty || isTooLong { add(UInt8(ascii: "\n"), to: &lines) }
        if !reopen() { break }
      } else if errno != EAGAIN && errno != EINTR {
        lines.append(.ended(SystemText.error(errno)))
        close()
      } else {
        break
      }
    }
    return lines
  }

  private func add(_ byte: UInt8, to lines: inout [Line]) {
    guard byte == UInt8(ascii: "\n") else {
      if line.count < Self.longestLine { line.append(byte) } else { isTooLong = true }
      return
    }
    lines.append(isTooLong ? .tooLong : .text(String(decoding: line, as: UTF8.self)))
    (line, isTooLong) = ([], false)
  }

  /// Opens the FIFO again, for its next writer; false for the end.
  private func reopen() -> Bool {
    // The new reader first, so that every writer finds a reader.
    let opened = fifo.flatMap { SystemCall.mode(at: $0) == S_IFIFO ? Self.open($0) : nil }
    close()
    descriptor = opened
    return opened != nil
  }

  private func close() {
    if let descriptor, descriptor != STDIN_FILENO { _ = Glibc.close(descriptor) }
    descriptor = nil
  }

  private static func open(_ path: String) -> Int32? {
    let opened = unsafe SystemPath.withCString(path) {
      unsafe Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    return opened >= 0 ? opened : nil
  }

  /// Whether a read of `descriptor` returns without waiting.
  private static func isReadable(_ descriptor: Int32) -> Bool {
    var set = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // SAFETY: poll reads and writes the one local entry.
    return unsafe poll(&set, 1, 0) > 0
  }
}
