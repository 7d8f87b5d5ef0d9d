internal import Realtime

/// Decides how to continue after a call on a playing PCM has failed: a table, independent of any
/// device.
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
/// Two rules are not in the table. A recovery that succeeds, but after which the device does not make progress, is
/// repeated only for a while (`StallWatch`). The state is read again after a resume, because libasound's external
/// plugins report success while the PCM stays suspended.
enum Recovery {
  /// The next action.
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

  /// Looks up a row and column of the table.
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
    // If a device becomes busy while it is playing, another program has taken it.
    case (_, _): .fail(error.kind == .unsupportedConfiguration ? .systemFailure : error.kind)
    }
  }
}
