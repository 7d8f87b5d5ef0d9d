/// Why an output could not start, or stopped.
///
/// Each kind is one a caller would treat differently.
public struct OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// There is no such device, or it has gone. Choose another, or plug it in.
    case deviceUnavailable
    /// Another program has the device. Wait, or choose another.
    case deviceBusy
    /// This user may not open the device.
    case accessDenied
    /// The device is there but offers no format, rate or channel count that was asked for.
    case unsupportedConfiguration
    /// The device has stopped taking samples without saying why.
    case deviceStalled
    /// The output is running already; stop it first.
    case alreadyRunning
    /// The file or stream cannot be written.
    case cannotWrite
    /// Nobody reads the pipe any more. Whoever did has had enough.
    case readerGone
    /// A library of the system is not installed; the detail says what to install.
    case libraryMissing
    /// None of the above; the message has what the system said.
    case systemFailure
  }

  /// What happened.
  public let kind: Kind
  /// What it happened to: a PCM name or a path.
  public let subject: String
  /// What the system said, or what to do; one or more sentences without a final line break.
  public let detail: String

  /// An error of `kind` about `subject`.
  public init(_ kind: Kind, subject: String, detail: String) {
    self.kind = kind
    self.subject = subject
    self.detail = detail
  }

  /// One line for a person: subject, then detail.
  public var description: String { "\(subject): \(detail)" }
}
