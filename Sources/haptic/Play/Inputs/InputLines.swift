import Glibc
import TextFormats

/// Lines from standard input, a FIFO, a device or a file, as they arrive.
///
/// No call waits.
///
/// When the writers of a FIFO have closed it, it is reopened for the next writer. Other sources can end, and by
/// convention their last line may lack a line end. A FIFO does not end. A line that its writer leaves unfinished
/// may therefore be incomplete, and is refused.
final class InputLines {
  /// The maximum length of a line, in bytes.
  ///
  /// Our choice: four times the longest name, and a number.
  static let longestLine = 320

  /// The maximum number of bytes without a line end, after which a source is no longer read.
  ///
  /// Our choice: two hundred of the longest lines. A source that sends more, such as /dev/zero, does not send lines.
  static let mostUnended = 65_536

  /// The maximum number of bytes that a call to `take` reads.
  ///
  /// Our choice: thousands of lines. Further lines wait in the pipe, and their writers wait too.
  private static let mostBytes = 65_536

  /// A line, or the reason that a line is missing.
  enum Line: Hashable, Sendable {
    case text(String)
    /// The line was longer than `longestLine`.
    case tooLong
    /// The writer of a FIFO closed it within this line.
    case unfinished(String)
    /// The source has ended, because of an error or because it does not send lines.
    case ended(String)
  }

  /// The descriptor to wait for with poll(2); nil after the end.
  private(set) var descriptor: Int32?
  /// The number of bytes that have arrived.
  private(set) var byteCount = 0
  /// The FIFO to reopen; nil for other sources.
  private var fifo: String?
  private var line: [UInt8] = []
  /// The length of `line`, including omitted bytes.
  private var length = 0
  /// The source, for messages.
  private let name: String

  /// Creates the lines of standard input.
  init() { (descriptor, name) = (STDIN_FILENO, "standard input") }

  /// Creates the lines of the file at `path`.
  ///
  /// - Throws: `Failure` if the file cannot be opened.
  init(path: String) throws(Failure) {
    guard let mode = SystemCall.mode(at: path) else {
      throw Failure(
        .noInput, "\(path.printable): not found; create a FIFO with `mkfifo`")
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

  /// Returns the lines that have arrived.
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
            .ended(
              "\(name): no line end within \(Self.mostUnended) bytes; the source is no longer read")
          )
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
    // Report the long line now, because its end may never arrive.
    if length == Self.longestLine + 1 { lines.append(.tooLong) }
  }

  private func endLine(isTorn: Bool, to lines: inout [Line]) {
    defer { (line, length) = ([], 0) }
    // Lines that are too long were already reported.
    if length == 0 || length > Self.longestLine { return }
    let text = String(decoding: line, as: UTF8.self)
    lines.append(isTorn ? .unfinished(text) : .text(text))
  }

  /// Reopens the FIFO for its next writer; returns false at the end of the source.
  private func reopen() -> Bool {
    // The new reader opens first, so that every writer finds a reader.
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
