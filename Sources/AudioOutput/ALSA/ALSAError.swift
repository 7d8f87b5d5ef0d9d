private import CALSA
private import Glibc
internal import Realtime

/// An error code returned by a function of libasound: a negative errno.
struct ALSAError: Error, Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  /// The errno, negative, as libasound returns it.
  let rawValue: Int32

  init(rawValue: Int32) { self.rawValue = rawValue }

  /// EPIPE: the device ran out of samples.
  static let underrun = ALSAError(rawValue: -EPIPE)
  /// ESTRPIPE: the machine slept, and the device has not woken up yet.
  static let suspended = ALSAError(rawValue: -ESTRPIPE)
  /// EAGAIN: the call must be repeated later.
  static let again = ALSAError(rawValue: -EAGAIN)
  /// EINTR: a signal interrupted the call.
  static let interrupted = ALSAError(rawValue: -EINTR)
  /// ENODEV: the device was disconnected.
  static let noDevice = ALSAError(rawValue: -ENODEV)
  /// EBADFD: the PCM's state does not allow the call.
  static let badState = ALSAError(rawValue: -EBADFD)
  /// ENOSYS: the driver cannot do this.
  static let notImplemented = ALSAError(rawValue: -ENOSYS)
  /// EINVAL: this combination of parameters does not exist.
  static let invalid = ALSAError(rawValue: -EINVAL)
  /// EIO: the connection to the device is broken.
  static let inputOutput = ALSAError(rawValue: -EIO)

  /// libasound's message.
  var description: String {
    // SAFETY: snd_strerror returns a C string that lives as long as the process, or until the next
    // call on this thread; it is copied immediately.
    unsafe libraryText(alsa.snd_strerror(rawValue))
  }

  /// The kind of error to report for this errno if the device could not be opened or configured, or if recovery has
  /// given up.
  ///
  /// EIO, ENODEV and ECONNREFUSED all mean that the device, or the server between the program and the device, is gone.
  /// Which of them is returned depends on the plugin (measured with libasound's pulse plugin).
  var kind: OutputError.Kind {
    switch -rawValue {
    case ENOENT, ENODEV, ENXIO, EIO, EBADF, ENOTCONN, ECONNREFUSED, ECONNRESET, ECONNABORTED,
      EPIPE, ENETDOWN, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT, ESHUTDOWN, EBADFD:
      .deviceUnavailable
    case EBUSY, EAGAIN: .deviceBusy
    case EACCES, EPERM: .accessDenied
    case EINVAL: .unsupportedConfiguration
    default: .systemFailure
    }
  }
}
