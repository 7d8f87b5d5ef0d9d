/// An error that prevented an output from starting, or stopped it.
///
/// Each kind calls for a different reaction by the caller.
public struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The device does not exist, or was disconnected. Choose another device, or plug the device in.
    case deviceUnavailable
    /// Another program is using the device. Wait, or choose another device.
    case deviceBusy
    /// The user is not permitted to open the device.
    case accessDenied
    /// The device does not offer the requested format, rate or channel count.
    case unsupportedConfiguration
    /// The device has stopped playing without an error: it accepts no samples, or drops them.
    case deviceStalled
    /// The output is already running; stop it first.
    case alreadyRunning
    /// The file or stream cannot be written.
    case cannotWrite
    /// The reader has closed the pipe.
    case readerGone
    /// A system library is not installed; the detail names the package to install.
    case libraryMissing
    /// The owner of the output does not permit it to start now, for example a simulated phone whose app
    /// is interrupted.
    case notPermitted
    /// Any other error; the detail contains the system's message.
    case systemFailure
  }

  /// The kind of error.
  public let kind: Kind
  /// The PCM name or path that the error is about.
  public let subject: String
  /// The system's message, or advice; one or more sentences without a final line break.
  public let detail: String

  /// An error of `kind` about `subject`.
  public init(_ kind: Kind, subject: String, detail: String) {
    self.kind = kind
    self.subject = subject
    self.detail = detail
  }

  /// One line for people: the subject, then the detail.
  public var description: String { "\(subject): \(detail)" }
}
