private import CALSA
private import Glibc
internal import Realtime

/// What a function of libasound returned instead of success: a negative errno.
struct ALSAError: Error, Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  /// The errno, negative, as libasound returns it.
  let rawValue: Int32

  init(rawValue: Int32) { self.rawValue = rawValue }

  /// EPIPE: the device ran out of samples.
  static let underrun = ALSAError(rawValue: -EPIPE)
  /// ESTRPIPE: the machine slept, and the device is not yet awake.
  static let suspended = ALSAError(rawValue: -ESTRPIPE)
  /// EAGAIN: not now.
  static let again = ALSAError(rawValue: -EAGAIN)
  /// EINTR: a signal came in between.
  static let interrupted = ALSAError(rawValue: -EINTR)
  /// ENODEV: the device was disconnected.
  static let noDevice = ALSAError(rawValue: -ENODEV)
  /// EBADFD: not possible in this state of the PCM.
  static let badState = ALSAError(rawValue: -EBADFD)
  /// ENOSYS: the driver cannot do this.
  static let notImplemented = ALSAError(rawValue: -ENOSYS)
  /// EINVAL: no such combination of parameters.
  static let invalid = ALSAError(rawValue: -EINVAL)
  /// EIO: the way to the device is broken.
  static let inputOutput = ALSAError(rawValue: -EIO)

  /// libasound's message.
  var description: String {
    // SAFETY: snd_strerror returns a C string that lives as long as the process, or until the next
    // call on this thread; it is copied at once.
    unsafe libraryText(alsa.snd_strerror(rawValue))
  }

  /// What this errno means to a caller that wanted to play, when it came from opening or
  /// configuring, or when recovery has given up.
  ///
  /// EIO, ENODEV and ECONNREFUSED alike mean that the device, or the server before it, is not
  /// there: which of them comes depends on the plugin (measured with libasound's pulse plugin).
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
