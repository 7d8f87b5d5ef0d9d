public import AudioSession
public import PhoneRuntime
internal import Realtime

/// Actions of an app outside its session, such as those of `AVAudioApplication`.
extension SimulatedApp {
  /// Whether the input of the app is muted, as `AVAudioApplication.isInputMuted` (iOS 17 or later).
  public var isInputMuted: Bool { runtime.phone.state[id].isInputMuted }

  /// Mutes or unmutes the input of the app, as `AVAudioApplication.setInputMuted(_:)` (iOS 17 or later).
  ///
  /// A muted app records silence. If no session that records is active, muting takes effect when such a session
  /// becomes active.
  ///
  /// - Throws: `RejectedEvent` if the app is not running, or the version lacks `AVAudioApplication`.
  public func setInputMuted(_ isMuted: Bool) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setInputMuted(isMuted)))
  }

  /// The prompts that the app may play now, as `AVAudioSession.promptStyle` (iOS 13 or later).
  public var promptStyle: PromptStyle { runtime.phone.promptStyle(for: id) }

  /// Starts or stops showing a video of the app in picture in picture.
  ///
  /// - Throws: `RejectedEvent` if the app lacks the audio background mode or a category that plays in the background.
  public func setPictureInPicture(_ isShown: Bool) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setPictureInPicture(isShown)))
  }

  /// Makes the provider of the app's calls fail these actions from now on: the call does not change, and an unanswered
  /// call ends.
  ///
  /// A delegate's `CXAction.fail()` undoes an action that has already happened. With this method, the action never
  /// happens.
  ///
  /// - Throws: `RejectedEvent` if the app is not running.
  public func failCallActions(_ actions: CallActions) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setFailingCallActions(actions)))
  }

  /// The provider of the app's calls fails an action that has already happened, as its delegate does with
  /// `CXAction.fail()`.
  ///
  /// The action is undone as far as possible.
  ///
  /// - Throws: `RejectedEvent` if the app is not running, or its calls have changed since that action.
  public func failCallAction(_ action: CallKitMessage) throws(RejectedEvent) {
    try runtime.perform(.app(id, .callActionFailed(action)))
  }

  /// How well the app's AR session tracks the world, as `ARCamera.trackingState`; nil without an AR session.
  public var arTracking: ARTracking? { runtime.phone.arTracking(of: id) }

  /// Runs the app's AR session, as `ARSession.run(_:)` does, or resumes a paused AR session.
  ///
  /// - Parameter relocalization: what `sessionShouldAttemptRelocalization(_:)` of its delegate returns.
  /// - Throws: `RejectedEvent` if the app is not running, or the system version is before iOS 11.3.
  public func runARSession(_ relocalization: Relocalization = .automatic) throws(RejectedEvent) {
    try runtime.perform(.app(id, .runARSession(relocalization)))
  }

  /// Restarts the app's AR session, with `ARSession.RunOptions.resetTracking`.
  ///
  /// - Throws: `RejectedEvent` if the app is not running, or lacks an AR session.
  public func resetARTracking() throws(RejectedEvent) {
    try runtime.perform(.app(id, .resetARTracking))
  }

  /// Pauses the app's AR session, as `ARSession.pause()` does.
  ///
  /// - Throws: `RejectedEvent` if the app is not running, or lacks a running AR session.
  public func pauseARSession() throws(RejectedEvent) {
    try runtime.perform(.app(id, .pauseARSession))
  }

  /// The AR session recognizes its location, or the place where it was interrupted.
  ///
  /// - Throws: `RejectedEvent` if the AR session is neither initializing nor relocalizing.
  public func recognizePlace() throws(RejectedEvent) {
    try runtime.perform(.app(id, .placeRecognized))
  }

  /// The AR session stops trying to recognize its place and starts again.
  ///
  /// - Throws: `RejectedEvent` if the AR session is not relocalizing, or its delegate makes it try until it succeeds.
  public func giveUpRelocalizing() throws(RejectedEvent) {
    try runtime.perform(.app(id, .relocalizationGivenUp))
  }

  /// Passes the delegate calls of the app's AR session to a handler, in order.
  ///
  /// - Parameter handler: called where notifications are posted; see `AVAudioSession`; nil for none.
  public func handleARMessages(_ handler: (@Sendable (ARMessage) -> Void)?) {
    arHandler.withLock { $0.call = handler }
  }

  /// Calls the handler of the AR session's messages.
  func tell(_ message: ARMessage) { arHandler.withLock { $0.call }?(message) }

  /// The handler of the app's AR session messages.
  struct ARHandler: HoldsUserValues {
    var call: (@Sendable (ARMessage) -> Void)?

    var userValues: any Sendable { call as any Sendable }
  }

  /// The app's background time expires.
  ///
  /// The app is suspended if its expiration handler ends the task, and terminated otherwise.
  ///
  /// - Throws: `RejectedEvent` if the app lacks a background task, or is not in the background.
  public func expireBackgroundTime(endingTask endsTask: Bool = true) throws(RejectedEvent) {
    try runtime.perform(.app(id, .backgroundTimeExpired(endsTask: endsTask)))
  }

  /// Loses, duplicates or delays the next notification of the app's session, or its next notification of one kind.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func distortNextNotification(
    _ fault: NotificationFault, of kind: NotificationKind? = nil
  ) throws(RejectedEvent) {
    try distortNotifications(NotificationDistortion(fault, of: kind))
  }

  /// Loses, duplicates or delays notifications of the app's session from now on.
  ///
  /// Pass nil to stop.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func distortNotifications(_ distortion: NotificationDistortion?) throws(RejectedEvent) {
    try runtime.perform(.resident(.distortNotification(distortion)), by: id)
  }

  /// The phases of the calls that the app hosts: those of `SimulatedPhone.receiveCall(hostedBy:)` and
  /// `startCall(hostedBy:)`, and of its `CXProvider`.
  public var callPhases: [CallPhase] {
    runtime.phone.state.device.calls.calls.filter { $0.host == .app(id) }.map(\.phase)
  }

  /// The app deactivates its session.
  ///
  /// If the options do not notify the released apps, these apps receive the given effect, regardless of the policy.
  ///
  /// - Parameters:
  ///   - options: as for `AVAudioSession.setActive(_:options:)`.
  ///   - noNotifyEffect: the effect on the released apps if the options do not notify them.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` if the app is not running.
  public func deactivate(
    _ options: AVAudioSession.SetActiveOptions = [], noNotifyEffect: NoNotifyEffect
  ) throws {
    let action = AppAction.session(.deactivate(options, noNotifyEffect: noNotifyEffect))
    if let code = try runtime.perform(action, by: id) { throw sessionError(code) }
  }
}
