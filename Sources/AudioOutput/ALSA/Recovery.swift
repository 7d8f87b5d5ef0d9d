internal import Realtime

/// What to do when a call on a playing PCM has failed: a table, without a device.
///
/// ```
///   errno \ state   suspended   disconnected   underrun   any other
///   EAGAIN, EINTR   resume      fail           prepare    wait
///   ENOSYS          prepare     fail           prepare    fail
///   EPIPE           resume      fail           prepare    prepare
///   ESTRPIPE        resume      fail           prepare    resume
///   EBADFD          resume      fail           prepare    prepare (fail when running)
///   any other       fail        fail           fail       fail
/// ```
///
/// What the table leaves out: that a recovery which succeeds without the device moving on is tried
/// again only for a while (`StallWatch`), and that the state is read again after a resume:
/// libasound's external plugins report success while the PCM stays suspended.
enum Recovery {
  /// What to do next.
  enum Action: Hashable, Sendable {
    /// Nothing is wrong: wait until the device takes samples.
    case wait
    /// Prepare the PCM and fill it again.
    case prepare
    /// Ask the device to wake up.
    case resume
    /// Give up.
    case fail(OutputError.Kind)
  }

  /// The row and column of the table.
  static func action(after error: ALSAError, in state: PCMState) -> Action {
    switch (error, state) {
    case (_, .disconnected): .fail(.deviceUnavailable)
    case (.notImplemented, .suspended): .prepare
    case (.again, .suspended), (.interrupted, .suspended), (.underrun, .suspended),
      (.suspended, .suspended), (.badState, .suspended):
      .resume
    case (.again, .underrun), (.interrupted, .underrun), (.underrun, .underrun),
      (.suspended, .underrun), (.badState, .underrun), (.notImplemented, .underrun):
      .prepare
    case (.again, _), (.interrupted, _): .wait
    case (.underrun, _): .prepare
    case (.suspended, _): .resume
    case (.badState, .running): .fail(.deviceUnavailable)
    case (.badState, _): .prepare
    // A busy device in the middle of playing has been taken away from us.
    case (_, _): .fail(error.kind == .unsupportedConfiguration ? .systemFailure : error.kind)
    }
  }
}
