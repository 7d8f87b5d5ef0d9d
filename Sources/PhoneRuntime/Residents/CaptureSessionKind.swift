internal import AudioSession

/// Whose audio session a capture session with a microphone uses.
///
/// Source: pages of `AVCaptureSession.usesApplicationAudioSession`,
/// `automaticallyConfiguresApplicationAudioSession` and
/// `configuresApplicationAudioSessionToMixWithOthers` (18).
public enum CaptureSessionKind: String, Hashable, Sendable, CaseIterable {
  /// The app's, which it configures for recording: others are interrupted.
  case automatic
  /// The app's, which it configures for recording beside others (18).
  case mixing
  /// The app's, as the app has configured it.
  case manual
  /// A private one, which may interrupt the app's own.
  case privateSession

  /// The kind of capture session, in words.
  public var words: String {
    switch self {
    case .automatic: "it configures the app's session"
    case .mixing: "it configures the app's session to mix"
    case .manual: "it uses the app's session as it is"
    case .privateSession: "it has a private session"
    }
  }

  /// What starts it: that it sets `playAndRecord` with `videoRecording` is our choice, as the pages say
  /// only "for optimal recording".
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

  /// What stops it; the category stays.
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
