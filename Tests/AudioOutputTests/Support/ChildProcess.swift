import Glibc

/// A program that runs alongside the test and is killed with it.
///
/// This is not Foundation's `Process`, which mistakes a child that closes its descriptors, as servers
/// do, for one that has ended. It then waits for it on a thread that all others need.
final class ChildProcess {
  struct Failure: Error {
    let code: Int32
  }

  private let processIdentifier: pid_t
  private var isReaped = false

  /// Starts `program` without input, and discards its output.
  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var none = sigset_t()
    // SAFETY: all of these are locals, initialized before they are read, and destroyed below.
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for descriptor: Int32 in 0...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child = pid_t()
    let words = [program] + arguments
    let code = unsafe Self.withStrings(words) { words in
      unsafe Self.withStrings(environment.map { "\($0)=\($1)" }) { environment in
        unsafe posix_spawn(&child, program, &actions, &attributes, words, environment)
      }
    }
    if code != 0 { throw Failure(code: code) }
    processIdentifier = child
  }

  deinit { kill() }

  /// Sends `signal` to the program.
  func send(_ signal: Int32) { if !isReaped { Glibc.kill(processIdentifier, signal) } }

  /// Waits until the program has exited.
  ///
  /// - Returns: its status, or nil if a signal ended it.
  func waitForEnd() -> Int32? {
    if isReaped { return nil }
    isReaped = true
    var status: Int32 = 0
    while unsafe waitpid(processIdentifier, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : nil
  }

  /// Ends the program like a crash, and waits until it has exited.
  func kill() {
    if isReaped { return }
    isReaped = true
    Glibc.kill(processIdentifier, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(processIdentifier, &status, 0) < 0 && errno == EINTR {}
  }

  /// Passes `strings` in C's form: pointers, the last one null.
  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe body(&pointers)
  }
}
