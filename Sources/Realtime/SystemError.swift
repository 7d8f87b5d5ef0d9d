private import Glibc

/// What a system call reported: an errno.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errno, positive.
  public let code: Int32

  /// The error `code`, a positive errno.
  public init(code: Int32) { self.code = code }

  /// The system's words for it.
  public var description: String {
    // SAFETY: strerror returns a C string that glibc keeps for the thread; it is copied at once.
    unsafe String(cString: strerror(code))
  }
}
