import Glibc
import TextFormats

/// Another program that a command runs and waits for.
enum ChildProgram {
  /// The maximum size of a program's output, in bytes.
  ///
  /// Our choice: a compiler's messages about a large app.
  private static let maximumOutput = 64 << 20

  /// Runs the program called `name`, which is searched for in `PATH`.
  ///
  /// - Parameters:
  ///   - name: the name of the program.
  ///   - arguments: its arguments.
  ///   - each: called with each piece of output.
  /// - Returns: the exit status, and what the program printed on its standard output and error, in order.
  /// - Throws: `Failure` if the program does not exist, or prints more than `maximumOutput`.
  static func run(
    _ name: String, _ arguments: [String], each: (ArraySlice<UInt8>) -> Void = { _ in }
  ) throws(Failure) -> (status: Int32, output: String) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Failure(.systemError, SystemText.error(errno)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child = try start(name, arguments, output: ends[1])
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // SAFETY: read writes at most as many bytes as the array has.
      let count = unsafe read(ends[0], &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      output += buffer[..<count]
      each(buffer[..<count])
      if output.count > maximumOutput {
        kill(child, SIGTERM)
        break
      }
    }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
    if output.count > maximumOutput {
      throw Failure(.systemError, "\(name) printed more than \(maximumOutput >> 20) MB")
    }
    // Source: wait(2): the status of a program that a signal ended is in the lower seven bits.
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    return (code, String(decoding: output, as: UTF8.self))
  }

  /// Starts the program, and closes `output`, to which it prints.
  private static func start(_ name: String, _ arguments: [String], output: Int32) throws(Failure)
    -> pid_t
  {
    defer { close(output) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    let texts = unsafe ([name] + arguments).map { text in
      unsafe SystemPath.withCString(text) { unsafe strdup($0) }
    }
    defer { unsafe texts.forEach { unsafe free($0) } }
    var child: pid_t = 0
    // SAFETY: the texts end with nil and live until the call has returned.
    let code = unsafe posix_spawnp(&child, name, &actions, nil, texts + [nil], environ)
    if code == 0 { return child }
    throw Failure(
      .deviceUnavailable,
      "\(name.printable) cannot be run (\(SystemText.error(code))); install the Swift toolchain, and see that \(name.printable) is in PATH"
    )
  }
}
