private import Glibc

/// What the C library says in words.
package enum SystemText {
  /// What the system says about `code`, an `errno`.
  ///
  /// - Thread: any.        Realtime-safe: no.
  package static func error(_ code: Int32) -> String {
    // SAFETY: strerror returns a C string that glibc keeps for the thread; it is copied at once.
    unsafe String(cString: strerror(code))
  }
}
