#if canImport(Darwin)
  private import Darwin
#else
  private import Glibc
#endif

/// Reads the bytes of a file without blocking and within a memory limit, regardless of the kind of file.
package enum TextFile {
  /// The bytes of the file at `path`, or of standard input for `-`.
  package static func bytes(of path: String, maximumBytes limit: Int) throws(TextFileError)
    -> [UInt8]
  {
    if path == "-" {
      return try all(of: STDIN_FILENO, "-", size: nil, maximumBytes: limit)
    }
    let (file, size) = try open(path)
    defer { close(file) }
    guard size ?? 0 <= limit else { throw .tooLarge(path: path, limit: limit) }
    return try all(of: file, path, size: size, maximumBytes: limit)
  }

  /// Opens the file at `path` for reading, without blocking.
  ///
  /// - Returns: the descriptor, which the caller closes, and the size in bytes. The size is nil for a
  ///   pipe that is already open, as in the shell's `<(command)`.
  /// - Throws: `TextFileError` if the file does not exist or is not a file.
  package static func open(
    _ path: String
  ) throws(TextFileError) -> (descriptor: Int32, size: Int?) {
    // A C string would end at the NUL and refer to another file.
    guard !path.utf8.contains(0) else { throw .notFound(path: path) }
    // Without O_NONBLOCK, opening a pipe without a writer would never return.
    let file = SystemPath.descriptor(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw openingError(errno, path) }
    do throws(TextFileError) {
      return (file, try size(of: file, path))
    } catch {
      close(file)
      throw error
    }
  }

  private static func openingError(_ number: Int32, _ path: String) -> TextFileError {
    switch number {
    case ENOENT, ENOTDIR: .notFound(path: path)
    case EACCES, EPERM: .notPermitted(path: path)
    case ENXIO, ENODEV: .notAFile(path: path, .device)
    default: .failed(path: path, errno: number)
    }
  }

  /// The size of an open file; nil if it is a readable pipe.
  private static func size(of file: Int32, _ path: String) throws(TextFileError) -> Int? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .failed(path: path, errno: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .notAFile(path: path, .folder)
    // A pipe that is already open, as in the shell's <(command), has or had a writer.
    case S_IFIFO
    where path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/"):
      return nil
    case S_IFIFO: throw .notAFile(path: path, .pipe)
    case S_IFSOCK: throw .notAFile(path: path, .socket)
    default: throw .notAFile(path: path, .device)
    }
  }

  /// Reads everything up to the end of `file`.
  ///
  /// If `size` is given, the file must have at least that many bytes.
  package static func all(
    of file: Int32, _ path: String, size: Int?, maximumBytes limit: Int
  ) throws(TextFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity((size ?? 0) + 1)
    // One more byte than expected, so that the second read finds the end.
    let chunkSize = size.map { min(max($0 + 1, 4_096), 1 << 16) } ?? 1 << 16
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    // System files report a size of 0; some of them block until data arrives.
    let mayWait = (size ?? 0) == 0 && isRegular(file)
    while true {
      // A read from an ordinary file always returns immediately, even at the end of the file.
      if mayWait && !isReady(file) { throw .notAFile(path: path, .stream) }
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

  private static func isRegular(_ file: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a read would not block.
  private static func isReady(_ file: Int32) -> Bool {
    var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, 0) != 0
  }

  /// Waits, after a read without data, until another attempt is worthwhile.
  private static func wait(
    for file: Int32, after number: Int32, _ path: String
  ) throws(TextFileError) {
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

/// An error that prevents a file from being read.
public enum TextFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an object at a path that is not a file.
  public enum Kind: String, Hashable, Sendable {
    case folder
    case pipe
    case socket
    case device
    /// A source that delivers bytes over time and never ends, such as `/proc/kmsg`.
    case stream
  }

  /// The file does not exist.
  case notFound(path: String)
  /// The path exists, but is not a file. Pipes can be read as standard input, `-`.
  case notAFile(path: String, Kind)
  /// The file must not be read.
  case notPermitted(path: String)
  /// The file is larger than `limit` bytes.
  case tooLarge(path: String, limit: Int)
  /// The file became shorter while it was read; reading it again may help.
  case changed(path: String)
  /// The system failed to read the file, with this `errno`.
  case failed(path: String, errno: Int32)

  /// A description of the error, without a period at the end.
  public var description: String {
    switch self {
    case .notFound(let path): "\(path): no such file"
    case .notAFile(let path, .pipe):
      "\(path): this is a pipe, not a file; use - and connect the pipe to standard input"
    case .notAFile(let path, let kind): "\(path): this is a \(kind.rawValue), not a file"
    case .notPermitted(let path): "\(path): no permission to read this file"
    case .tooLarge(let path, let limit):
      "\(path): the file is larger than the maximum of \(limit >> 20) MB"
    case .changed(let path): "\(path): the file became shorter while it was read"
    case .failed(let path, let errno):
      "\(path): reading failed: \(SystemText.error(errno)) (error \(errno))"
    }
  }
}
