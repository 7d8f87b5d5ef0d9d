public import AudioSession
public import PhoneRuntime

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
    try runtime.perform(.setInputMuted(id, isMuted))
  }

  /// The prompts that the app may play now, as `AVAudioSession.promptStyle` (13).
  public var promptStyle: PromptStyle { runtime.phone.promptStyle(for: id) }

  /// A video of it is shown by picture in picture, or no more.
  ///
  /// - Throws: `RejectedEvent` if it lacks the audio background mode or a category that plays there.
  public func setPictureInPicture(_ isShown: Bool) throws(RejectedEvent) {
    try runtime.perform(.setPictureInPicture(id, isShown))
  }

  /// The time of its background task is over: it is suspended if its handler ends the task, and
  /// terminated if not.
  ///
  /// - Throws: `RejectedEvent` if it has none, or is not in the background.
  public func expireBackgroundTime(endingTask endsTask: Bool = true) throws(RejectedEvent) {
    try runtime.perform(.backgroundTimeExpired(id, endsTask: endsTask))
  }

  /// The next notification of its session is missing, comes twice or comes late.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func distortNextNotification(_ fault: NotificationFault) throws(RejectedEvent) {
    try runtime.perform(.distortNotification(fault), by: id)
  }
}
