import Glibc
import TextFormats

/// Lines from standard input, a FIFO, a device or a file, as they come; nothing here waits.
///
/// When the writers of a FIFO have closed it, it is opened again for the next. Anything else ends at its end. The
/// last line of standard input, a device or a file needs no line end, by convention. A FIFO does not end: a line
/// that its writer leaves unfinished may be torn, and is refused.
final class InputLines {
  /// The longest line, in bytes.
  ///
  /// Our choice: four times the longest name, and a number.
  static let longestLine = 320

  /// How many bytes without a line end a source may send, before it is read no more.
  ///
  /// Our choice: two hundred of the longest lines. A source that sends more, such as /dev/zero, does not send lines.
  static let mostUnended = 65_536

  /// How many bytes one call of `take` reads at most.
  ///
  /// Our choice: thousands of lines. More wait in the pipe, and their writers with them.
  private static let mostBytes = 65_536

  /// A line, or the reason for a missing one.
  enum Line: Hashable, Sendable {
    case text(String)
    /// The line was longer than `longestLine`.
    case tooLong
    /// The writer of a FIFO closed it within this line.
    case unfinished(String)
    /// Nothing more comes, because of an error or because the source does not send lines.
    case ended(String)
  }

  /// The descriptor to wait for with poll(2); nil after the end.
  private(set) var descriptor: Int32?
  /// How many bytes have come.
  private(set) var byteCount = 0
  /// The FIFO that is opened again; nil for anything else.
  private var fifo: String?
  private var line: [UInt8] = []
  /// The length of `line` with the bytes that it leaves out.
  private var length = 0
  /// The source, for messages.
  private let name: String

  /// The lines of standard input.
  init() { (descriptor, name) = (STDIN_FILENO, "standard input") }

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
    (descriptor, name) = (opened, path.printable)
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
        if length > Self.mostUnended {
          lines.append(
            .ended("\(name): no line end within \(Self.mostUnended) bytes; it is read no more"))
          close()
        }
      } else if count == 0 {
        endLine(isTorn: fifo != nil, to: &lines)
        if !reopen() { break }
      } else if errno != EAGAIN && errno != EINTR {
        lines.append(.ended("\(name): \(SystemText.error(errno))"))
        close()
      } else {
        break
      }
    }
    return lines
  }

  private func add(_ byte: UInt8, to lines: inout [Line]) {
    if byte == UInt8(ascii: "\n") { return endLine(isTorn: false, to: &lines) }
    length += 1
    if length <= Self.longestLine { line.append(byte) }
    // Not at its end, which may never come.
    if length == Self.longestLine + 1 { lines.append(.tooLong) }
  }

  private func endLine(isTorn: Bool, to lines: inout [Line]) {
    defer { (line, length) = ([], 0) }
    // Too long ones were reported.
    if length == 0 || length > Self.longestLine { return }
    let text = String(decoding: line, as: UTF8.self)
    lines.append(isTorn ? .unfinished(text) : .text(text))
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
