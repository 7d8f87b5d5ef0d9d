public import AudioSession
public import PhoneRuntime

/// Actions of the user and the system on an app.
extension SimulatedApp {
  /// The app comes to the foreground.
  ///
  /// If it was suspended, it receives the notifications that it missed.
  ///
  /// The test must call the app's own hook for this, such as `applicationWillEnterForeground`.
  ///
  /// - Throws: `RejectedEvent` if the app is in the foreground or not in memory, or the phone is locked.
  public func enterForeground() throws(RejectedEvent) {
    try runtime.perform(.app(id, .enterForeground))
  }

  /// The app goes to the background and is suspended if nothing keeps it running there.
  ///
  /// - Throws: `RejectedEvent` if the app is in the background or not running.
  public func enterBackground() throws(RejectedEvent) {
    try runtime.perform(.app(id, .enterBackground))
  }

  /// The system suspends the app.
  ///
  /// - Throws: `RejectedEvent` if the app is not running.
  public func suspend() throws(RejectedEvent) { try runtime.perform(.app(id, .suspend)) }

  /// The app is terminated.
  ///
  /// - Throws: `RejectedEvent` if the app is not in memory.
  public func terminate() throws(RejectedEvent) { try runtime.perform(.app(id, .terminate)) }

  /// The app is launched in the foreground, with the session that every process starts with.
  ///
  /// The session object stays the same. The test must create the objects under test again.
  ///
  /// - Throws: `RejectedEvent` if the app is in memory, or the phone is locked.
  public func launch() throws(RejectedEvent) { try runtime.perform(.app(id, .launch)) }

  /// The app begins or ends a background task, which keeps it running in the background.
  ///
  /// A task that the app's own code begins with `UIApplication.beginBackgroundTask` is separate, and that code must end
  /// it. The policy option `taskKeepsSession` decides whether the app also keeps its session in the background.
  ///
  /// - Throws: `RejectedEvent` if the app is not running.
  public func setBackgroundTask(_ holds: Bool) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setRuntimeAssertion(holds)))
  }

  /// The user picks an input in the app's input picker, an `AVInputPickerInteraction` (iOS 26 or later).
  ///
  /// - Throws: `RejectedEvent` if the picker would not list the input, or the app is not in the foreground.
  public func pickInput(_ input: PreferredInput) throws(RejectedEvent) {
    try runtime.perform(.app(id, .inputPicked(input)))
  }

  /// The session object is destroyed: calls to it fail with `expiredSession` until the app is launched again.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func expireSession() throws(RejectedEvent) {
    try runtime.perform(.app(id, .expireSession))
  }

  /// Whether the user is being asked for permission to record.
  public var isAskingForRecordPermission: Bool {
    runtime.isAskingForRecordPermission(id)
  }

  /// The user decides about recording, which answers pending requests.
  ///
  /// - Parameter permission: the decision. With `undetermined`, requests continue to wait.
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func setRecordPermission(_ permission: RecordPermission) throws(RejectedEvent) {
    try runtime.setRecordPermission(of: id, permission)
  }

  /// Sets the remote commands that the app handles, as with `MPRemoteCommandCenter`.
  ///
  /// If the app handles at least one command and its category does not mix, it becomes the Now Playing app when it
  /// plays.
  ///
  /// - Parameters:
  ///   - commands: the commands; empty to handle none.
  ///   - handler: called where notifications are posted; see `AVAudioSession`.
  /// - Throws: `RejectedEvent` if the app is not running.
  public func handleRemoteCommands(
    _ commands: [RemoteCommand], _ handler: @escaping @Sendable (RemoteCommand) -> Void
  ) throws(RejectedEvent) {
    try runtime.handleRemoteCommands(of: id, commands, handler)
  }

  /// The app starts a capture session with a microphone, such as that of a camera.
  ///
  /// - Parameter kind: the audio session that the capture session uses, and how it is configured.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` if that audio session cannot be activated, in which case
  ///   nothing is captured;
  ///   `RejectedEvent` if the app is not running.
  public func startCapture(_ kind: CaptureSessionKind = .automatic) throws {
    if let code = try runtime.perform(.resident(.startCapture(kind)), by: id) {
      throw sessionError(code)
    }
  }

  /// The app stops its capture session.
  ///
  /// The category remains as the capture session has set it.
  ///
  /// - Parameter kind: the kind with which the capture session was started.
  /// - Throws: `RejectedEvent` if the app is not running, or the kind is a private session and no private session
  ///   exists.
  public func stopCapture(_ kind: CaptureSessionKind = .automatic) throws(RejectedEvent) {
    try runtime.perform(.resident(.stopCapture(kind)), by: id)
  }

  /// A web view of the app starts or stops playing, in a separate session.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` if the app could not activate a session for playback now;
  ///   `RejectedEvent` if the app is not running, or the web view is already in the requested state.
  public func setWebViewPlaying(_ plays: Bool) throws {
    if let code = try runtime.perform(.resident(.setWebViewPlaying(plays)), by: id) {
      throw sessionError(code)
    }
  }
}
