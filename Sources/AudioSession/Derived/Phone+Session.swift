/// What an app can read from its session, and what a listener would find.
///
/// All of it is derived from the present state. An app that the phone does not have is a mistake of
/// the caller's and ends the program.
extension Phone {
  /// Every app.
  public var apps: AppIDs { state.ids }

  /// The app of that name, or nil.
  public func app(named name: String) -> AppID? { names.firstIndex(of: name).map { AppID($0) } }

  /// The name of the app.
  public func name(of app: AppID) -> String { names[app.index] }

  /// Whether the session of the app is active.
  public func isActive(_ app: AppID) -> Bool { state[app].isActive }

  /// Whether the output of the app runs, audible or not.
  public func isPlaying(_ app: AppID) -> Bool { state[app].isOutputRunning }

  /// Whether the input of the app runs.
  public func isRecording(_ app: AppID) -> Bool { state[app].isInputRunning }

  /// Whether the session of the app is interrupted.
  public func isInterrupted(_ app: AppID) -> Bool { state[app].isInterrupted }

  /// Whether the app is suspended.
  public func isSuspended(_ app: AppID) -> Bool { state[app].lifecycle == .suspended }

  /// The options in effect: those that were given, with what they and the mode bring along.
  public func categoryOptions(of app: AppID) -> CategoryOptions {
    state[app].configuration.effectiveOptions
  }

  /// Whether the call that is active is one of its own.
  package func hostsActiveCall(_ app: AppID) -> Bool {
    state.device.calls.call(in: .active)?.host == .app(app)
  }

  /// The app that remote commands go to, or nil.
  public var nowPlayingApp: AppID? { state.device.nowPlaying }
}
