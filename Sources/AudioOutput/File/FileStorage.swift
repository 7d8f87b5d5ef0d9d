internal import CSndFile
private import Glibc
internal import Realtime

/// A descriptor with the operations of libsndfile: seek, read and write.
///
/// The first failure is remembered.
final class FileStorage {
  private let descriptor: Int32
  private var failureCode: Int32 = 0

  /// Creates the storage behind `descriptor`, which must outlive it.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The first failure so far, as an error about the file at `path`, if any.
  func failure(_ path: String) -> OutputError? {
    failureCode == 0 ? nil : .cannotWrite(path, failureCode)
  }

  /// The functions that libsndfile calls with a pointer to the storage.
  static var callbacks: SF_VIRTUAL_IO {
    unsafe SF_VIRTUAL_IO(
      get_filelen: { unsafe FileStorage.of($0).length() },
      seek: { unsafe FileStorage.of($2).seek($0, $1) },
      read: { unsafe FileStorage.of($2).read(into: $0, $1) },
      write: { unsafe FileStorage.of($2).write($0, $1) },
      tell: { unsafe FileStorage.of($0).seek(0, SEEK_CUR) })
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> FileStorage {
    guard let pointer = unsafe pointer else { preconditionFailure("no storage") }
    // SAFETY: the pointer is the one given to libsndfile together with the functions.
    return unsafe Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  private func length() -> sf_count_t {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? sf_count_t(status.st_size) : -1
  }

  private func seek(_ offset: sf_count_t, _ whence: Int32) -> sf_count_t {
    sf_count_t(lseek(descriptor, off_t(offset), whence))
  }

  private func read(into buffer: UnsafeMutableRawPointer?, _ count: sf_count_t) -> sf_count_t {
    guard let buffer = unsafe buffer else { return 0 }
    while true {
      let got = unsafe Glibc.read(descriptor, buffer, Int(count))
      if got >= 0 { return sf_count_t(got) }
      if errno != EINTR { return 0 }
    }
  }

  private func write(_ buffer: UnsafeRawPointer?, _ count: sf_count_t) -> sf_count_t {
    guard let buffer = unsafe buffer, failureCode == 0 else { return 0 }
    let code = unsafe writeAll(descriptor, buffer, Int(count))
    failureCode = code
    return code == 0 ? count : 0
  }
}

/// Writes all `count` bytes.
///
/// - Returns: 0, or the errno that ended the writing.
func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int32 {
  var done = 0
  while done < count {
    let written = unsafe Glibc.write(descriptor, bytes + done, count - done)
    if written > 0 {
      done += written
    } else if written == 0 {
      return ENOSPC
    } else if errno == EAGAIN {
      // This is a terminal or pipe that another program made non-blocking. The entry is set field by field, because the
      // memberwise initializer of `pollfd` belongs to different modules in different builds: ALSA's headers declare the
      // type as well.
      var entry = pollfd()
      entry.fd = descriptor
      entry.events = Int16(POLLOUT)
      _ = unsafe poll(&entry, 1, -1)
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
