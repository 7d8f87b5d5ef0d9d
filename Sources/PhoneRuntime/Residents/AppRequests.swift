public import AudioSession

/// What apps ask for apart from the policy: the user's permission, remote commands.
extension PhoneRuntime {
  /// Asks the user whether an app may record: `response` is called with the answer, at once if it is
  /// known.
  ///
  /// A request that the user has not answered goes with the app's process.
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

  /// Whether the user is being asked to let an app record.
  public func isAskingForRecordPermission(_ app: AppID) -> Bool {
    read { !$0.handedOver[app.index].permissionRequests.isEmpty }
  }

  /// The user decides whether an app may record, upon which its requests are answered; with
  /// `undetermined` they go on waiting.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func setRecordPermission(
    of app: AppID, _ permission: RecordPermission
  ) throws(RejectedEvent) {
    try perform(.app(app, .setRecordPermission(permission)))
  }

  /// An app handles these remote commands from now on; none to handle none.
  ///
  /// - Throws: `RejectedEvent` if the app does not run.
  public func handleRemoteCommands(
    of app: AppID, _ commands: [RemoteCommand],
    _ handler: @escaping @Sendable (RemoteCommand) -> Void
  ) throws(RejectedEvent) {
    try handleRemoteCommands(of: app, commands) { command, _ in handler(command) }
  }

  /// An app handles these remote commands from now on, with the values that are sent with them.
  ///
  /// - Throws: `RejectedEvent` if the app does not run.
  package func handleRemoteCommands(
    of app: AppID, _ commands: [RemoteCommand],
    _ handler: @escaping @Sendable (RemoteCommand, Double?) -> Void
  ) throws(RejectedEvent) {
    try change { state throws(RejectedEvent) in
      _ = try state.perform(.app(app, .setRemoteCommands(RemoteCommands(commands))))
      state.handedOver[app.index].remoteHandler = handler
    }
  }

  /// Sends a remote command with a value, which arrives together with it.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  package func send(_ command: RemoteCommand, value: Double) throws(RejectedEvent) {
    try change { state throws(RejectedEvent) in
      _ = try state.perform(.phone(.remoteCommandSent(command)), value: value)
    }
  }
}

extension RuntimeState {
  /// How a remote command that reaches an app is delivered: with the value that was sent with it, even if
  /// it had to wait for the end of an interruption.
  ///
  /// - Parameters:
  ///   - app: the app.
  ///   - command: the command.
  ///   - value: the value of the present event.
  ///   - before: the phone before the event.
  /// - Returns: the delivery.
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
  /// The remote command that waits for the end of the interruption of the app.
  fileprivate var deferredCommand: RemoteCommand? {
    if case .interrupted(let interruption) = activity { interruption.deferredCommand } else { nil }
  }
}
