public import AudioSession
public import PhoneRuntime
internal import Realtime

/// What an app does apart from its session, as `AVAudioApplication` and others have it.
extension SimulatedApp {
  /// Whether the input of the app is muted, as `AVAudioApplication.isInputMuted` (17).
  public var isInputMuted: Bool { runtime.phone.state[id].isInputMuted }

  /// Mutes or unmutes the input of the app, as `AVAudioApplication.setInputMuted(_:)` (17).
  ///
  /// What it records is silence. Without an active session that records, this takes effect when one
  /// is active.
  ///
  /// - Throws: `RejectedEvent` if the app does not run, or the version has no `AVAudioApplication`.
  public func setInputMuted(_ isMuted: Bool) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setInputMuted(isMuted)))
  }

  /// The prompts that the app may play now, as `AVAudioSession.promptStyle` (13).
  public var promptStyle: PromptStyle { runtime.phone.promptStyle(for: id) }

  /// A video of it is shown by picture in picture, or no more.
  ///
  /// - Throws: `RejectedEvent` if it lacks the audio background mode or a category that plays there.
  public func setPictureInPicture(_ isShown: Bool) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setPictureInPicture(isShown)))
  }

  /// The provider of the app's calls fails these actions from now on: the call stays as it was, and one that is not
  /// answered ends.
  ///
  /// What a delegate says by `CXAction.fail()` undoes an action that has happened already; with this none
  /// does.
  ///
  /// - Throws: `RejectedEvent` if the app does not run.
  public func failCallActions(_ actions: CallActions) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setFailingCallActions(actions)))
  }

  /// The provider of the app's calls fails an action that has happened, as its delegate does by
  /// `CXAction.fail()`: what can be undone of it is.
  ///
  /// - Throws: `RejectedEvent` if the app does not run, or its calls are not as that action left them.
  public func failCallAction(_ action: CallKitMessage) throws(RejectedEvent) {
    try runtime.perform(.app(id, .callActionFailed(action)))
  }

  /// How well the app's AR session tracks the world, as `ARCamera.trackingState`; nil if it has none.
  public var arTracking: ARTracking? { runtime.phone.arTracking(of: id) }

  /// Runs the app's AR session, as `ARSession.run(_:)`, or goes on with one that is paused.
  ///
  /// - Parameter relocalization: what `sessionShouldAttemptRelocalization(_:)` of its delegate returns.
  /// - Throws: `RejectedEvent` if the app does not run, or before 11.3.
  public func runARSession(_ relocalization: Relocalization = .automatic) throws(RejectedEvent) {
    try runtime.perform(.app(id, .runARSession(relocalization)))
  }

  /// Runs the app's AR session anew, with `ARSession.RunOptions.resetTracking`.
  ///
  /// - Throws: `RejectedEvent` if the app does not run, or has no AR session.
  public func resetARTracking() throws(RejectedEvent) {
    try runtime.perform(.app(id, .resetARTracking))
  }

  /// Pauses the app's AR session, as `ARSession.pause()`.
  ///
  /// - Throws: `RejectedEvent` if the app does not run, or has no AR session that is not paused.
  public func pauseARSession() throws(RejectedEvent) {
    try runtime.perform(.app(id, .pauseARSession))
  }

  /// The AR session recognizes where it is, or the place where it was interrupted.
  ///
  /// - Throws: `RejectedEvent` if it is neither initializing nor relocalizing.
  public func recognizePlace() throws(RejectedEvent) {
    try runtime.perform(.app(id, .placeRecognized))
  }

  /// The AR session has tried to recognize its place for long enough, and starts anew.
  ///
  /// - Throws: `RejectedEvent` if it is not relocalizing, or its delegate has it try until it succeeds.
  public func giveUpRelocalizing() throws(RejectedEvent) {
    try runtime.perform(.app(id, .relocalizationGivenUp))
  }

  /// Calls a handler with what the delegate of the app's AR session is called with, in order.
  ///
  /// - Parameter handler: called where notifications are posted, see `AVAudioSession`; nil for none.
  public func handleARMessages(_ handler: (@Sendable (ARMessage) -> Void)?) {
    arHandler.withLock { $0.call = handler }
  }

  /// The delegate of the AR session is called.
  func tell(_ message: ARMessage) { arHandler.withLock { $0.call }?(message) }

  /// What is called with the messages of the app's AR session.
  struct ARHandler: HoldsUserValues {
    var call: (@Sendable (ARMessage) -> Void)?

    var userValues: any Sendable { call as any Sendable }
  }

  /// The time of its background task is over: it is suspended if its handler ends the task, and
  /// terminated if not.
  ///
  /// - Throws: `RejectedEvent` if it has none, or is not in the background.
  public func expireBackgroundTime(endingTask endsTask: Bool = true) throws(RejectedEvent) {
    try runtime.perform(.app(id, .backgroundTimeExpired(endsTask: endsTask)))
  }

  /// The next notification of its session, or the next of that kind, is missing, comes twice or comes late.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func distortNextNotification(
    _ fault: NotificationFault, of kind: NotificationKind? = nil
  ) throws(RejectedEvent) {
    try distortNotifications(NotificationDistortion(fault, of: kind))
  }

  /// Notifications of its session are missing, come twice or come late from now on; nil takes that back.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func distortNotifications(_ distortion: NotificationDistortion?) throws(RejectedEvent) {
    try runtime.perform(.resident(.distortNotification(distortion)), by: id)
  }

  /// The phases of the calls that the app hosts: those of `SimulatedPhone.receiveCall(hostedBy:)` and
  /// `startCall(hostedBy:)`, and of its `CXProvider`.
  public var callPhases: [CallPhase] {
    runtime.phone.state.device.calls.calls.filter { $0.host == .app(id) }.map(\.phase)
  }

  /// The app deactivates its session, upon which those it has released receive this, whatever the policy says.
  ///
  /// - Parameters:
  ///   - options: as for `AVAudioSession.setActive(_:options:)`.
  ///   - noNotifyEffect: what released apps receive when the options do not notify them.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` if the app does not run.
  public func deactivate(
    _ options: AVAudioSession.SetActiveOptions = [], noNotifyEffect: NoNotifyEffect
  ) throws {
    let action = AppAction.session(.deactivate(options, noNotifyEffect: noNotifyEffect))
    if let code = try runtime.perform(action, by: id) { throw sessionError(code) }
  }
}
