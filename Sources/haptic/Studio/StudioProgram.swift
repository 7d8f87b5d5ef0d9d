import AudioOutput
import Glibc
import Realtime
import TextFormats

/// The program `haptic-studio`, which is next to `haptic` or in `PATH`.
///
/// The server is a separate program, so that all other commands start without it.
enum StudioProgram {
  private static let name = "haptic-studio"

  /// The message for a program that was not found.
  static let missing =
    "haptic-studio was found neither next to haptic nor in PATH; install it with `make install`"

  /// The path of the program next to `haptic`, whether it exists or not.
  private static var pathBeside: String? {
    SystemPath.resolved("/proc/self/exe").map {
      $0.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
    }
  }

  /// Replaces this process by the program; returns only if it was not found.
  static func execute(_ arguments: [String]) {
    unsafe withTexts([name] + arguments) { texts in
      if let pathBeside { unsafe execv(pathBeside, texts) }
      unsafe execvp(name, texts)
    }
  }

  /// Starts the program to play a sound in a page, as a process that ends when this process ends.
  ///
  /// - Parameter opens: whether the program opens the browser.
  /// - Returns: the running program.
  /// - Throws: `OutputError` `.deviceUnavailable` if the program was not found, `.systemFailure` without a descriptor.
  static func startHearing(opens: Bool) throws(OutputError) -> BrowserProgram {
    let (stream, reports) = (try makePipe(), try makePipe())
    defer { for end in [stream.read, reports.write] { close(end) } }
    let arguments = [name, "--hear"] + (opens ? [] : ["--no-open"])
    let (code, process) = start(arguments, input: stream.read, output: reports.write)
    guard code == 0 else {
      for end in [stream.write, reports.read] { close(end) }
      throw OutputError(
        code == ENOENT ? .deviceUnavailable : .systemFailure, subject: "--output web",
        detail: code == ENOENT ? missing : "\(name) cannot be started: \(SystemText.error(code))")
    }
    return BrowserProgram(input: stream.write, reports: reports.read) {
      SystemCall.end(of: process)
    }
  }

  private static func makePipe() throws(OutputError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    // SAFETY: pipe fills the two elements.
    guard unsafe pipe(&ends) == 0 else {
      throw OutputError(
        .systemFailure, subject: "--output web", detail: SystemText.error(errno))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Starts the program in a process group of its own, which the keys of the terminal do not signal.
  ///
  /// - Returns: 0 and the process, or the `errno`.
  private static func start(
    _ arguments: [String], input: Int32, output: Int32
  ) -> (code: Int32, process: pid_t) {
    var files = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    var signals = sigset_t()
    var process: pid_t = 0
    // SAFETY: all are locals, which are initialized before they are read.
    unsafe posix_spawn_file_actions_init(&files)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&files)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    let code = unsafe withTexts(arguments) { texts in
      if let pathBeside,
        unsafe posix_spawn(&process, pathBeside, &files, &attributes, texts, environ) == 0
      {
        return Int32(0)
      }
      return unsafe posix_spawnp(&process, name, &files, &attributes, texts, environ)
    }
    return (code, process)
  }

  private static func withTexts<Result>(
    _ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    // SAFETY: the copies are freed after their last use.
    let texts = unsafe arguments.map { unsafe strdup($0) } + [nil]
    // The formatter would join `unsafe` and the name.
    // swift-format-ignore
    defer { for unsafe text in unsafe texts { unsafe free(text) } }
    return unsafe body(texts)
  }
}
