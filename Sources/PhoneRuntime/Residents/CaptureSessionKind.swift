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

  /// What it is, in words.
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
    let input: [SessionEvent] = [.startInput(app), .setCaptures(app, .camera)]
    switch self {
    case .automatic: return [configuring(app, [])] + input
    case .mixing: return [configuring(app, .mixWithOthers)] + input
    case .manual: return input
    case .privateSession: return [.alertBegan(.privateSession), .setCaptures(app, .camera)]
    }
  }

  /// What stops it; the category stays.
  func stopping(_ app: AppID) -> [SessionEvent] {
    switch self {
    case .automatic, .mixing, .manual: [.stopInput(app), .setCaptures(app, [])]
    case .privateSession: [.alertEnded(.privateSession), .setCaptures(app, [])]
    }
  }

  private func configuring(_ app: AppID, _ options: CategoryOptions) -> SessionEvent {
    .setCategory(app, .playAndRecord, mode: .videoRecording, options: options)
  }
}
