import Glibc
import Realtime
import TextFormats

/// Wrappers for the system calls of this program.
enum SystemCall {
  /// Writes all of `bytes` to `descriptor`, or as many as possible before `isGivenUp` returns true.
  ///
  /// - Returns: 0, or the `errno` that stopped the write.
  static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, unless isGivenUp: () -> Bool
  ) -> Int32 {
    var written = 0
    while written < bytes.count {
      if isGivenUp() { return 0 }
      // SAFETY: `written` is below the count.
      let count = unsafe Glibc.write(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      written += count
    }
    return 0
  }

  /// Whether `descriptor` has data to read, or is at its end.
  static func isReadable(_ descriptor: Int32) -> Bool {
    var set = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // SAFETY: poll reads and writes the one local entry.
    return unsafe poll(&set, 1, 0) > 0
  }

  /// Whether `descriptor` accepts bytes within `milliseconds`.
  static func isWritable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var set = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // SAFETY: poll reads and writes the one local entry.
    return unsafe poll(&set, 1, milliseconds) > 0
  }

  /// The number of file descriptors that a command may need at a time, libraries included.
  ///
  /// Our choice: playing through a sound server takes 15. With too few, Dispatch ends the process with a trap.
  private static let neededDescriptors = 32

  /// Checks that enough file descriptors are available.
  ///
  /// - Throws: `Failure` if too few are available.
  static func checkDescriptors() throws(Failure) {
    let descriptors = (0..<neededDescriptors).map { _ in dup(STDIN_FILENO) }
    let code = errno
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    guard descriptors.contains(-1) else { return }
    throw Failure(
      .systemError,
      "\(SystemText.error(code)): haptic needs \(neededDescriptors) file descriptors; see `ulimit -n`"
    )
  }

  /// The number of threads that a command may need at a time.
  ///
  /// Our choice: playing takes six.
  private static let neededThreads = 8

  /// Checks that threads can be created, because Dispatch would wait forever for a thread that cannot
  /// be created.
  ///
  /// - Throws: `Failure` if the threads cannot be created.
  static func checkThreads() throws(Failure) {
    var code: Int32 = 0
    var threads: [pthread_t] = []
    var gate = unsafe pthread_mutex_t()
    // SAFETY: the threads hold the mutex's address until they are joined, below.
    unsafe withUnsafeMutablePointer(to: &gate) { gate in
      unsafe pthread_mutex_init(gate, nil)
      unsafe pthread_mutex_lock(gate)
      while threads.count < neededThreads, code == 0 {
        var thread = pthread_t()
        code = unsafe pthread_create(
          &thread, nil,
          { gate in
            // SAFETY: `gate` is the address of the mutex above.
            let gate = unsafe gate?.assumingMemoryBound(to: pthread_mutex_t.self)
            if let gate = unsafe gate {
              unsafe pthread_mutex_lock(gate)
              unsafe pthread_mutex_unlock(gate)
            }
            return nil
          }, gate)
        if code == 0 { threads.append(thread) }
      }
      unsafe pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      unsafe pthread_mutex_destroy(gate)
    }
    if code == 0 { return }
    throw Failure(
      .systemError,
      "\(SystemText.error(code)): haptic needs \(neededThreads) threads; see `ulimit -u` "
        + "and `ulimit -v`")
  }

  /// Ends the child `process` if it still runs, and describes how it has ended.
  static func end(of process: pid_t) -> String {
    // A process that has already ended keeps its status.
    kill(process, SIGKILL)
    var status: Int32 = 0
    // SAFETY: waitpid writes the one local.
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    // Source: wait(2); the low 7 bits are the signal, the next byte is the exit status.
    let signal = status & 0x7F
    return signal == 0
      ? "The program has ended with status \(status >> 8 & 0xFF)."
      : "The program was ended by signal \(signal)."
  }

  /// The name of this machine; nil if it does not have a name.
  static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    // SAFETY: the call writes at most as many bytes as the array has, and the last stays zero.
    guard unsafe gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return nil }
    return unsafe SystemPath.text(of: name)
  }

  /// Returns the type of the file at `path`, links followed; nil if it does not exist.
  static func mode(at path: String) -> mode_t? {
    var status = stat()
    let result = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) }
    return result == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Whether the folder at `path` was removed while it is still open, like a program's working
  /// folder.
  static func isRemoved(folder path: String) -> Bool {
    var status = stat()
    let result = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) }
    return result != 0 || status.st_nlink == 0
  }

  /// Returns the identity of the file at `path`, links followed; nil if it does not exist.
  static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    let result = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) }
    return result == 0 ? FileIdentity(device: status.st_dev, inode: status.st_ino) : nil
  }

  /// Returns the number of names (hard links) of the file at `path`; 0 if it is not a regular file.
  static func linkCount(of path: String) -> Int {
    var status = stat()
    let result = unsafe SystemPath.withCString(path) { unsafe stat($0, &status) }
    return result == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_nlink) : 0
  }

  /// Rejects an output that would overwrite `input`, even under another name.
  ///
  /// - Throws: `Failure` of status 64 if `output` is the same file.
  static func refuseSameFile(_ output: String?, as input: String) throws(Failure) {
    guard let output, let identity = identity(of: output), identity == self.identity(of: input)
    else { return }
    throw Failure(
      .usage, "\(output.printable) is the input and would be overwritten; write to another file")
  }

  /// Returns the location where a file called `path` is or would be.
  ///
  /// All names of a file have the same location.
  static func destination(of path: String) -> String {
    let path = SystemPath.followed(path)
    if let resolved = SystemPath.resolved(path) { return resolved }
    guard let slash = path.lastIndex(of: "/") else { return destination(of: "./\(path)") }
    let (folder, name) = (path[..<slash], path[path.index(after: slash)...])
    let place =
      folder == "."
      ? SystemPath.resolved(".") ?? "."
      : destination(of: String(folder) + (folder.isEmpty ? "/" : ""))
    return name.isEmpty || name == "." ? place : "\(place)/\(name)"
  }

  /// Creates the folder at `path` and missing folders above it.
  ///
  /// - Returns: 0, or the `errno` of the first that cannot be created.
  static func makeFolder(_ path: String) -> Int32 {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += part + "/"
      if isFolder(made) { continue }
      let result = unsafe SystemPath.withCString(made) { unsafe mkdir($0, 0o777) }
      if result != 0 && errno != EEXIST { return errno }
    }
    return 0
  }

  /// Whether a regular file exists at `path`.
  static func isFile(_ path: String) -> Bool { mode(at: path) == S_IFREG }

  /// Whether a folder exists at `path`.
  static func isFolder(_ path: String) -> Bool { mode(at: path) == S_IFDIR }

  /// Whether `path` is a pipe, a socket or a device, which can be read only once.
  static func isStream(_ path: String) -> Bool {
    mode(at: path).map { [S_IFIFO, S_IFSOCK, S_IFCHR].contains($0) } ?? false
  }

  /// Whether `path` is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    let result = unsafe SystemPath.withCString(path) { unsafe lstat($0, &status) }
    return result == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the value of an environment variable; nil if it is not set or empty.
  static func environment(_ name: String) -> String? {
    // SAFETY: nothing in this program changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe SystemPath.text(of: value)
    return text.isEmpty ? nil : text
  }

  /// The program's arguments without its name; they need not be UTF-8.
  static var arguments: [String] {
    // SAFETY: the array has as many C strings as it says, and nothing in this program changes them.
    unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
      .dropFirst().compactMap { argument in
        unsafe argument.map { unsafe SystemPath.text(of: $0) }
      }
  }

  /// Returns the names in the folder at `path`, in order; nil if it cannot be read.
  static func names(inFolder path: String) -> [String]? {
    guard let folder = unsafe SystemPath.withCString(path, { unsafe opendir($0) }) else {
      return nil
    }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // SAFETY: d_name is a C string inside the entry, which lives until the next readdir.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe SystemPath.text(of: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// The identity of a file in the system.
struct FileIdentity: Hashable {
  let device: dev_t
  let inode: ino_t
}
