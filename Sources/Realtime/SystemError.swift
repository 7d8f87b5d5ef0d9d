#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// An error of a system call: an errno.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The errno, positive.
  public let code: Int32

  /// Creates an error with `code`, a positive errno.
  public init(code: Int32) { self.code = code }

  /// The system's message.
  public var description: String {
    // SAFETY: strerror returns a C string that glibc keeps for the thread; it is copied immediately.
    unsafe String(cString: strerror(code))
  }
}
