public import AudioSession
public import PhoneRuntime

/// What the user and the system do with an app.
extension SimulatedApp {
  /// The app comes to the foreground, and learns what it has missed if it was suspended.
  ///
  /// Its own hook for that, such as `applicationWillEnterForeground`, is the test's to call.
  ///
  /// - Throws: `RejectedEvent` if it is there, or is not in memory, or the phone is locked.
  public func enterForeground() throws(RejectedEvent) {
    try runtime.perform(.app(id, .enterForeground))
  }

  /// The app goes to the background, and is suspended if nothing keeps it running there.
  ///
  /// - Throws: `RejectedEvent` if it is there, or does not run.
  public func enterBackground() throws(RejectedEvent) {
    try runtime.perform(.app(id, .enterBackground))
  }

  /// The system suspends the app.
  ///
  /// - Throws: `RejectedEvent` if it does not run.
  public func suspend() throws(RejectedEvent) { try runtime.perform(.app(id, .suspend)) }

  /// The app dies.
  ///
  /// - Throws: `RejectedEvent` if it is not there.
  public func terminate() throws(RejectedEvent) { try runtime.perform(.app(id, .terminate)) }

  /// The app starts anew in the foreground, with the session that every process starts with.
  ///
  /// The session object stays the same; make the objects under test anew.
  ///
  /// - Throws: `RejectedEvent` if it is there, or the phone is locked.
  public func launch() throws(RejectedEvent) { try runtime.perform(.app(id, .launch)) }

  /// The app begins or ends a background task, which keeps it running in the background.
  ///
  /// What its own code begins by `UIApplication.beginBackgroundTask` is another one, which it has to end itself.
  /// Whether it keeps its session there as well is the option `taskKeepsSession`.
  ///
  /// - Throws: `RejectedEvent` if the app does not run.
  public func setBackgroundTask(_ holds: Bool) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setRuntimeAssertion(holds)))
  }

  /// The user picks an input in the input picker that the app shows, an `AVInputPickerInteraction` (26).
  ///
  /// - Throws: `RejectedEvent` if the picker would not list it, or the app is not in the foreground.
  public func pickInput(_ input: PreferredInput) throws(RejectedEvent) {
    try runtime.perform(.app(id, .inputPicked(input)))
  }

  /// The session object is destroyed: its calls fail with `expiredSession` until the app starts anew.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func expireSession() throws(RejectedEvent) {
    try runtime.perform(.app(id, .expireSession))
  }

  /// Whether the user is being asked to let it record.
  public var isAskingForRecordPermission: Bool {
    runtime.isAskingForRecordPermission(id)
  }

  /// The user decides about recording, upon which requests that wait are answered.
  ///
  /// - Parameter permission: what is decided. With `undetermined` requests go on waiting.
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func setRecordPermission(_ permission: RecordPermission) throws(RejectedEvent) {
    try runtime.setRecordPermission(of: id, permission)
  }

  /// The app handles these remote commands from now on, as at `MPRemoteCommandCenter`.
  ///
  /// Together with a category that does not mix they make it the Now Playing app when it plays.
  ///
  /// - Parameters:
  ///   - commands: which; none to handle none.
  ///   - handler: called where notifications are posted, see `AVAudioSession`.
  /// - Throws: `RejectedEvent` if it does not run.
  public func handleRemoteCommands(
    _ commands: [RemoteCommand], _ handler: @escaping @Sendable (RemoteCommand) -> Void
  ) throws(RejectedEvent) {
    try runtime.handleRemoteCommands(of: id, commands, handler)
  }

  /// The app starts a capture session with a microphone, such as that of a camera.
  ///
  /// - Parameter kind: whose audio session it uses, and what it sets there.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` if that session refuses, after which it captures nothing;
  ///   `RejectedEvent` if the app does not run.
  public func startCapture(_ kind: CaptureSessionKind = .automatic) throws {
    if let code = try runtime.perform(.resident(.startCapture(kind)), by: id) {
      throw sessionError(code)
    }
  }

  /// The app stops its capture session; the category stays as that has set it.
  ///
  /// - Parameter kind: as it was started.
  /// - Throws: `RejectedEvent` if the app does not run, or there is no private session where that is the kind.
  public func stopCapture(_ kind: CaptureSessionKind = .automatic) throws(RejectedEvent) {
    try runtime.perform(.resident(.stopCapture(kind)), by: id)
  }

  /// A web view of the app plays, by a session of its own, or does no more.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` if a session of the app's that plays could not begin now;
  ///   `RejectedEvent` if the app does not run, or one plays already, or none does.
  public func setWebViewPlaying(_ plays: Bool) throws {
    if let code = try runtime.perform(.resident(.setWebViewPlaying(plays)), by: id) {
      throw sessionError(code)
    }
  }
}
