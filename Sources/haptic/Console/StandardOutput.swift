import Glibc
import TextFormats

/// Standard output, where data goes.
enum StandardOutput {
  /// Whether it is a terminal where colour is welcome.
  static let isColoured =
    isatty(STDOUT_FILENO) == 1 && !["dumb", nil].contains(SystemCall.environment("TERM"))
    && SystemCall.environment("NO_COLOR") == nil

  /// Writes `bytes`.
  ///
  /// A reader that has gone away has had what it wanted: the program ends quietly, without an error.
  ///
  /// - Throws: `Failure` if they cannot be written, as on a full disk.
  static func write(_ bytes: [UInt8]) throws(Failure) {
    let code = unsafe bytes.withUnsafeBytes { unsafe SystemCall.write($0, to: STDOUT_FILENO) }
    if code != 0 { throw failure(code) }
  }

  /// Writes `text`, which brings its own line ends.
  static func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

  /// What an `errno` of a write to standard output means.
  static func failure(_ code: Int32) -> Failure {
    if code == EPIPE { return Failure(.done) }
    return Failure(.cannotCreate, "standard output: \(SystemText.error(code))")
  }
}
