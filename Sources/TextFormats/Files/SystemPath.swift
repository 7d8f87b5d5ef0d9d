#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Paths of the system as text.
///
/// A path consists of bytes, which are not always UTF-8. A byte that is not UTF-8 is represented by one scalar of a
/// private range, `U+10FE00` plus the byte. If such a scalar itself occurs in a path, its bytes are represented in the
/// same way. Every path has one text, and two paths never have the same text.
///
/// - Thread: any.        Realtime-safe: no.
package enum SystemPath {
  /// The start of the range for bytes that are not UTF-8.
  ///
  /// Our choice: the end of the last private plane, below its two noncharacters.
  private static let offset: UInt32 = 0x10_FE00
  private static let escapes: ClosedRange<UInt32> = offset + 0x80...offset + 0xFF

  /// Converts the path `bytes`, without the terminating zero, to text.
  package static func text(of bytes: [UInt8]) -> String {
    var text = ""
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var index = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return text
      case .error(let length):
        escape(bytes[index..<index + length], into: &text)
        index += length
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if escapes.contains(scalar.value) {
          escape(bytes[index..<index + encoded.count], into: &text)
        } else {
          text.unicodeScalars.append(scalar)
        }
        index += encoded.count
      }
    }
  }

  /// The bytes of the path that `text` represents, without a terminating zero.
  package static func bytes(of text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: isEscape) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      isEscape(scalar) ? [UInt8(scalar.value - offset)] : Array(String(scalar).utf8)
    }
  }

  /// Calls `body` with the path that `text` represents, in the form that system calls accept.
  package static func withCString<Result>(
    _ text: String, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    let characters = bytes(of: text).map(CChar.init(bitPattern:)) + [0]
    // SAFETY: the array ends with a zero, and lives as long as the call.
    return unsafe characters.withUnsafeBufferPointer { buffer in
      guard let path = buffer.baseAddress else { return unsafe "".withCString(body) }
      return unsafe body(path)
    }
  }

  /// Opens `path` as open(2) does.
  ///
  /// - Returns: the descriptor, which the caller closes; -1 if `errno` tells why there is none.
  package static func descriptor(_ path: String, _ flags: Int32) -> Int32 {
    unsafe withCString(path) { unsafe open($0, flags) }
  }

  /// The path without links, `.` and `..`; nil if nothing exists at `path`.
  package static func resolved(_ path: String) -> String? {
    let real: UnsafeMutablePointer<CChar>? = unsafe withCString(path) { unsafe realpath($0, nil) }
    // SAFETY: realpath with nil returns memory that we must free, or nil.
    guard let real = unsafe real else { return nil }
    defer { unsafe free(real) }
    return unsafe text(of: real)
  }

  /// The path with symbolic links followed as far as possible.
  ///
  /// For a dangling link, this is the link's target.
  package static func followed(_ path: String) -> String {
    var path = path
    // Source: path_resolution(7), at most 40 links.
    for _ in 0..<40 {
      if let real = resolved(path) { return real }
      guard let target = linkTarget(path) else { return path }
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }

  /// The target of the symbolic link at `path`; nil if it is not a link.
  private static func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    // SAFETY: readlink writes at most as many bytes as the array has.
    let count = unsafe withCString(path) { unsafe readlink($0, &target, target.count) }
    return count > 0 ? text(of: target.prefix(count).map(UInt8.init(bitPattern:))) : nil
  }

  /// The text of a zero-terminated path.
  package static func text(of path: UnsafePointer<CChar>) -> String {
    // SAFETY: a C string has as many bytes as strlen returns.
    unsafe text(of: Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }

  /// The byte that `scalar` represents; nil for a scalar of ordinary text.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    isEscape(scalar) ? UInt8(scalar.value - offset) : nil
  }

  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool { escapes.contains(scalar.value) }

  private static func escape(_ bytes: ArraySlice<UInt8>, into text: inout String) {
    for byte in bytes { text.unicodeScalars.append(Self.scalar(for: byte)) }
  }

  /// Bytes below 0x80 are always UTF-8 and never reach this function.
  private static func scalar(for byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(offset + UInt32(byte)) ?? "\u{FFFD}"
  }
}

/// Messages of the C library.
package enum SystemText {
  /// The system's message for `code`, an `errno`.
  ///
  /// - Thread: any.        Realtime-safe: no.
  package static func error(_ code: Int32) -> String {
    // SAFETY: strerror returns a C string that glibc keeps for the thread; it is copied immediately.
    unsafe String(cString: strerror(code))
  }
}
