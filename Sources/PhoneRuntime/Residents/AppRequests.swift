public import AudioSession

/// App requests outside the policy: the user's permission and remote commands.
extension PhoneRuntime {
  /// Asks the user whether an app may record.
  ///
  /// `response` is called with the answer, immediately if the user has already decided.
  ///
  /// An unanswered request is discarded when the app's process ends.
  public func requestRecordPermission(
    of app: AppID, _ response: @escaping @Sendable (Bool) -> Void
  ) {
    change { state in
      let permission = state.phone.state[app].recordPermission
      if permission == .undetermined {
        state.handedOver[app.index].permissionRequests.append(response)
      } else {
        state.answer(response, permission == .granted)
      }
    }
  }

  /// Returns whether the user is being asked whether an app may record.
  public func isAskingForRecordPermission(_ app: AppID) -> Bool {
    read { !$0.handedOver[app.index].permissionRequests.isEmpty }
  }

  /// Sets the user's decision on whether an app may record, and answers the app's requests.
  ///
  /// With `undetermined`, the requests continue to wait.
  ///
  /// - Throws: `RejectedEvent`, but never under the current policy.
  public func setRecordPermission(
    of app: AppID, _ permission: RecordPermission
  ) throws(RejectedEvent) {
    try perform(.app(app, .setRecordPermission(permission)))
  }

  /// Sets the remote commands that an app handles from now on.
  ///
  /// The list may be empty.
  ///
  /// - Throws: `RejectedEvent` if the app is not running.
  public func handleRemoteCommands(
    of app: AppID, _ commands: [RemoteCommand],
    _ handler: @escaping @Sendable (RemoteCommand) -> Void
  ) throws(RejectedEvent) {
    try handleRemoteCommands(of: app, commands) { command, _ in handler(command) }
  }

  /// Sets the remote commands that an app handles from now on.
  ///
  /// The handler also receives the value that is sent with a command.
  ///
  /// - Throws: `RejectedEvent` if the app is not running.
  package func handleRemoteCommands(
    of app: AppID, _ commands: [RemoteCommand],
    _ handler: @escaping @Sendable (RemoteCommand, Double?) -> Void
  ) throws(RejectedEvent) {
    try change { state throws(RejectedEvent) in
      _ = try state.perform(.app(app, .setRemoteCommands(RemoteCommands(commands))))
      state.handedOver[app.index].remoteHandler = handler
    }
  }

  /// Sends a remote command together with a value.
  ///
  /// - Throws: `RejectedEvent`, but never under the current policy.
  package func send(_ command: RemoteCommand, value: Double) throws(RejectedEvent) {
    try change { state throws(RejectedEvent) in
      _ = try state.perform(.phone(.remoteCommandSent(command)), value: value)
    }
  }
}

extension RuntimeState {
  /// Returns the delivery of a remote command to an app, with the value that was sent with the command.
  ///
  /// The command may have had to wait for the end of an interruption.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - command: The command.
  ///   - value: The value that was sent with the present event; nil if there is none.
  ///   - before: The phone before the event.
  /// - Returns: The delivery.
  mutating func delivery(
    to app: AppID, of command: RemoteCommand, value: Double?, since before: Phone
  ) -> Delivery {
    let hasWaited =
      before.state[app].deferredCommand == command && phone.state[app].deferredCommand == nil
    return .command(
      app, command, value: hasWaited ? residents[app.index].deferredValue.take() : value, now)
  }
}

extension AppState {
  /// The remote command that is waiting for the end of the app's interruption.
  fileprivate var deferredCommand: RemoteCommand? {
    if case .interrupted(let interruption) = activity { interruption.deferredCommand } else { nil }
  }
}
