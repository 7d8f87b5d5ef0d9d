import Glibc
import Realtime

/// Gets the bytes of a file, whatever is found under its name, without waiting and without taking
/// more memory than was agreed.
package enum PatternFile {
  /// The bytes of the file at `path`, or of standard input for `-`.
  package static func bytes(of path: String, most limit: Int) throws(PatternFileError) -> [UInt8] {
    if path == "-" { return try all(of: STDIN_FILENO, "-", size: nil, most: limit) }
    // A C string would end at the NUL and name another file.
    guard !path.utf8.contains(0) else { throw .notFound(path: path) }
    // Opening a pipe nobody writes to would wait for ever without O_NONBLOCK.
    let file = unsafe SystemPath.withCString(path) {
      unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    guard file >= 0 else { throw openingError(errno, path) }
    defer { close(file) }
    let size = try size(of: file, path)
    guard size ?? 0 <= limit else { throw .tooLarge(path: path, limit: limit) }
    return try all(of: file, path, size: size, most: limit)
  }

  /// The system's words for an error number.
  static func words(_ number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }

  private static func openingError(_ number: Int32, _ path: String) -> PatternFileError {
    switch number {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .notPermitted(path: path)
    case ENXIO, ENODEV: .notAFile(path: path, .device)
    default: .failed(path: path, errno: number)
    }
  }

  /// The size of an open file; nil if it is a pipe that may be read.
  private static func size(of file: Int32, _ path: String) throws(PatternFileError) -> Int? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .failed(path: path, errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .notAFile(path: path, .folder)
    // A pipe that is open already, as the shell's <(command) is, has or had somebody who writes.
    case S_IFIFO where path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/"): return nil
    case S_IFIFO: throw .notAFile(path: path, .pipe)
    case S_IFSOCK: throw .notAFile(path: path, .socket)
    default: throw .notAFile(path: path, .device)
    }
  }

  /// Everything up to the end of `file`.
  ///
  /// With a `size` it must have that many bytes at least.
  static func all(
    of file: Int32, _ path: String, size: Int?, most limit: Int
  ) throws(PatternFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((size ?? 0) + 1)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe read(file, $0.baseAddress, $0.count)
      }
      if count > 0 {
        guard bytes.count + count <= limit else { throw .tooLarge(path: path, limit: limit) }
        bytes += chunk[..<count]
      } else if count == 0 {
        guard bytes.count >= size ?? 0 else { throw .changed(path: path) }
        return bytes
      } else {
        try wait(for: file, after: errno, path)
      }
    }
  }

  /// After a read that gave nothing: returns when it is worth another try.
  private static func wait(
    for file: Int32, after number: Int32, _ path: String
  ) throws(PatternFileError) {
    switch number {
    case EINTR: return
    case EAGAIN:
      var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&request, 1, -1)
    case EISDIR: throw .notAFile(path: path, .folder)
    default: throw .failed(path: path, errno: number)
    }
  }
}
