internal import AudioSession

/// The audio session that a capture session with a microphone uses.
///
/// Source: pages of `AVCaptureSession.usesApplicationAudioSession`, `automaticallyConfiguresApplicationAudioSession`
/// and `configuresApplicationAudioSessionToMixWithOthers` (iOS 18 or later).
public enum CaptureSessionKind: String, Hashable, Sendable, CaseIterable {
  /// The app's session, which the capture session configures for recording. This interrupts other apps.
  case automatic
  /// The app's session, which the capture session configures for recording while other apps play (iOS 18 or later).
  case mixing
  /// The app's session, as the app has configured it.
  case manual
  /// A private session, which may interrupt the app's own session.
  case privateSession

  /// The kind of capture session, as a clause that begins with "which".
  public var words: String {
    switch self {
    case .automatic: "which configures the app's session"
    case .mixing: "which configures the app's session to mix"
    case .manual: "which uses the app's session as it is"
    case .privateSession: "which has a private session"
    }
  }

  /// Returns the events that start the capture session.
  ///
  /// Setting `playAndRecord` with `videoRecording` is our choice, because the pages only say "for optimal recording".
  func starting(_ app: AppID) -> [SessionEvent] {
    let input: [SessionEvent] = [.app(app, .startInput), .app(app, .setCaptures(.camera))]
    switch self {
    case .automatic: return [configuring(app, [])] + input
    case .mixing: return [configuring(app, .mixWithOthers)] + input
    case .manual: return input
    case .privateSession:
      return [.phone(.alertBegan(.privateSession)), .app(app, .setCaptures(.camera))]
    }
  }

  /// Returns the events that stop the capture session.
  ///
  /// The category does not change.
  func stopping(_ app: AppID) -> [SessionEvent] {
    switch self {
    case .automatic, .mixing, .manual: [.app(app, .stopInput), .app(app, .setCaptures([]))]
    case .privateSession: [.phone(.alertEnded(.privateSession)), .app(app, .setCaptures([]))]
    }
  }

  private func configuring(_ app: AppID, _ options: CategoryOptions) -> SessionEvent {
    .app(app, .setCategory(.playAndRecord, mode: .videoRecording, options: options))
  }
}
