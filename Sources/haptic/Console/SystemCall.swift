import Glibc

/// What the system calls of this program have in common.
enum SystemCall {
  /// What the system says about `code`, an `errno`.
  static func words(_ code: Int32) -> String {
    // SAFETY: strerror returns a C string that is valid until its next call on this thread.
    guard let words = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: words)
  }

  /// Writes all of `bytes` to `descriptor`.
  ///
  /// - Returns: 0, or the `errno` that stopped it.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var written = 0
    while written < bytes.count {
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

  /// What kind of file is at `path`, links followed, or nil if there is none.
  static func mode(at path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Whether there is an ordinary file at `path`.
  static func isFile(_ path: String) -> Bool { mode(at: path) == S_IFREG }

  /// Whether there is a folder at `path`.
  static func isFolder(_ path: String) -> Bool { mode(at: path) == S_IFDIR }

  /// `path` with all links followed; nil if there is nothing.
  static func resolved(_ path: String) -> String? {
    // SAFETY: realpath with nil returns memory that is ours to free, or nil.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The value of an environment variable; nil where it is not set or empty.
  static func environment(_ name: String) -> String? {
    // SAFETY: nothing in this program changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The names in the folder at `path`, in order; nil if it cannot be read.
  static func names(inFolder path: String) -> [String]? {
    guard let folder = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // SAFETY: d_name is a C string inside the entry, which lives until the next readdir.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
