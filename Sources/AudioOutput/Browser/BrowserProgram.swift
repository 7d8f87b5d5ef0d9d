private import Glibc
internal import Realtime
internal import RealtimeThreads

/// A running `haptic-studio`: the pipe with the stream to it, and the pipe with its reports.
///
/// - Thread: one at a time.        Realtime-safe: no.
package final class BrowserProgram: Sendable {
  /// The maximum length of a line of the reports, in bytes.
  ///
  /// Our choice: several times the longest link.
  private static let maximumLine = 4_096
  /// The time that a write waits for a program that does not read, after the output was asked to stop.
  ///
  /// Our choice: the program reads within some milliseconds unless it hangs.
  private static let lastMilliseconds: Int32 = 250

  private let input: Int32
  /// The descriptor of the reports, to wait for with poll(2).
  let reports: Int32
  private let ending: @Sendable () -> String
  private let rest = Guarded<[UInt8]>([])
  private let latestListener = Guarded(BrowserReport.Listener.left)

  /// Takes over the descriptors of a program, which ends when `input` is closed.
  ///
  /// - Parameters:
  ///   - input: the end for writing of the program's standard input.
  ///   - reports: the end for reading of the program's standard output.
  ///   - ending: ends the program if it still runs, and describes how it has ended.
  package init(input: Int32, reports: Int32, ending: @escaping @Sendable () -> String) {
    (self.input, self.reports, self.ending) = (input, reports, ending)
    for descriptor in [input, reports] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(input)
    close(reports)
  }

  /// The error for a program that has ended, or that does not keep to the protocol.
  func failure() -> OutputError {
    OutputError(.deviceUnavailable, subject: "haptic-studio", detail: ending())
  }

  /// Whether a page plays, according to the last report that was taken.
  var listener: BrowserReport.Listener { latestListener.withLock { $0 } }

  /// Waits until reports have arrived, one of `flags` is raised, or `milliseconds` have passed; a negative number means
  /// forever.
  func wait(or flags: [EventFlag], milliseconds: Int32) {
    var set = ([reports] + flags.map(\.descriptor)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    // SAFETY: poll reads and writes as many entries as the array has.
    _ = unsafe poll(&set, nfds_t(set.count), milliseconds)
  }

  /// Returns the reports that have arrived; nil if the program has ended.
  func takeReports() -> [BrowserReport]? {
    let (bytes, isOver) = arrivedBytes()
    let lines = rest.withLock { (rest: inout [UInt8]) -> [String] in
      rest += bytes
      var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rest = Array(lines.removeLast())
      return lines.map { String(decoding: $0, as: UTF8.self) }
    }
    let isTooLong = rest.withLock { $0.count > Self.maximumLine }
    if lines.isEmpty && (isOver || isTooLong) { return nil }
    let reports = lines.compactMap { BrowserReport(line: $0) }
    for case .listener(let listener) in reports { latestListener.withLock { $0 = listener } }
    return reports
  }

  /// Reads without waiting.
  ///
  /// - Returns: the bytes, and whether no more can arrive.
  private func arrivedBytes() -> (bytes: [UInt8], isOver: Bool) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      // SAFETY: read writes at most as many bytes as the array has.
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(reports, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return (bytes, count == 0 || errno != EAGAIN) }
      bytes += chunk.prefix(count)
    }
  }

  /// Writes all of `bytes`, and waits for room.
  ///
  /// - Returns: false if the program has ended, or hangs while `stopping` is raised.
  func write(_ bytes: UnsafeRawBufferPointer, until stopping: EventFlag) -> Bool {
    var written = 0
    var isLast = false
    while written < bytes.count {
      // SAFETY: `written` is below the count.
      let count = unsafe Glibc.write(
        input, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count >= 0 {
        written += count
        continue
      }
      if errno == EINTR { continue }
      if errno != EAGAIN || isLast { return false }
      isLast = stopping.wait(milliseconds: 0)
      waitForRoom(or: isLast ? nil : stopping)
    }
    return true
  }

  /// Waits until the program has read something, or until `flag` is raised; with nil, only for a short time.
  private func waitForRoom(or flag: EventFlag?) {
    var set = [pollfd(fd: input, events: Int16(POLLOUT), revents: 0)]
    if let flag { set.append(pollfd(fd: flag.descriptor, events: Int16(POLLIN), revents: 0)) }
    // SAFETY: poll reads and writes as many entries as the array has.
    _ = unsafe poll(&set, nfds_t(set.count), flag == nil ? Self.lastMilliseconds : -1)
  }

  /// Writes `record`.
  ///
  /// - Returns: false if the program has ended, or hangs while `stopping` is raised.
  func write(_ record: BrowserRecord, until stopping: EventFlag) -> Bool {
    write(record.bytes, until: stopping)
  }

  /// Writes `bytes`.
  ///
  /// - Returns: false if the program has ended, or hangs while `stopping` is raised.
  func write(_ bytes: [UInt8], until stopping: EventFlag) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe write($0, until: stopping) }
  }
}
