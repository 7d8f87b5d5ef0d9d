public import AudioSession
public import HapticEngine

/// An action of an app.
public enum AppAction: Hashable, Sendable {
  /// An event that the policy handles: a call by the app's code, or an occurrence that concerns only the app.
  case session(AppEvent)
  /// An action that the policy knows only in part or not at all.
  case resident(ResidentAction)
}

/// An action of an app outside its session, or with more detail than the policy receives.
public enum ResidentAction: Hashable, Sendable {
  /// The app plays from its present position for this duration in seconds. If the duration is nil, the app plays to the
  /// end of its sound. If no duration was set for the sound, it does not have an end.
  case play(seconds: Double?)
  /// The app stops playing but keeps the position.
  case pause
  /// The app stops playing and forgets the position.
  case stop
  /// The app plays from a position in seconds, such as the position at which another device hands over playback.
  case playFrom(seconds: Double)
  /// The app pauses automatically after this time in seconds; nil cancels the timer.
  case setSleepTimer(seconds: Double?)
  /// The app stores its position, from which it continues when it is launched again.
  case savePosition
  /// Notifications of the app's session have a delivery fault; nil removes the fault.
  case distortNotification(NotificationDistortion?)
  /// A capture session with a microphone starts.
  case startCapture(CaptureSessionKind)
  /// The capture session stops.
  case stopCapture(CaptureSessionKind)
  /// A web view of the app starts or stops playing through its own session.
  case setWebViewPlaying(Bool)
  /// The app calls one or more of the `setPrefers...` methods. A nil value resets a preference.
  case setPrefers([SessionPreference: Bool?])
  /// The app requests a haptic by the name of its preset or pattern.
  case playHaptic(String)
  /// The app prepares its feedback generator of this family.
  case prepareFeedback(FeedbackFamily)
  /// The app triggers a feedback.
  case triggerFeedback(Feedback)
  /// The app loads a composite: the pattern with this name. Loading takes this time in seconds.
  case loadComposite(String, seconds: Double)
  /// The app plays a composite, or shows the composite's still image if it is not loaded.
  case playComposite(String)
  /// The user or the app changes the control with this name.
  case operate(String, ControlEvent)
  /// The user turns a wheel of the picker with this name.
  case turnPicker(String, PickerTurn)
  /// The app requests a system sound.
  case playSound(SoundClass, name: String)
}

extension AppAction {
  /// Returns the events of the action for the policy, in order.
  ///
  /// If an event fails, the remaining events do not happen.
  package func events(of app: AppID) -> [SessionEvent] {
    switch self {
    case .session(let event): [.app(app, event)]
    case .resident(let action): action.events(of: app)
    }
  }

  /// The change to the sound of the app's player.
  package var playback: PlaybackChange? {
    switch self {
    case .session: nil
    case .resident(let action): action.playback
    }
  }

  /// The signal that an automatic app notices if the user caused the action.
  var signal: GuidelinesSignal? {
    switch (self, playback) {
    case (_, .starts): .userPlayed
    case (_, .pauses): .userPaused
    case (_, .ends), (.session(.stopInput), _): .userStopped
    case (.session(.enterForeground), _): .cameToForeground
    case (.session, nil), (.resident, nil): nil
    }
  }
}

/// A change to the sound of an app's player.
package enum PlaybackChange: Hashable, Sendable {
  /// The sound starts, from its beginning or from its present position.
  case starts
  /// The sound pauses, and may continue later.
  case pauses
  /// The sound ends.
  case ends
}

extension ResidentAction {
  fileprivate var playback: PlaybackChange? {
    switch self {
    case .play, .playFrom: .starts
    case .pause: .pauses
    case .stop: .ends
    case .setSleepTimer, .savePosition, .distortNotification, .startCapture, .stopCapture,
      .setWebViewPlaying, .setPrefers, .playHaptic, .prepareFeedback, .triggerFeedback,
      .loadComposite, .playComposite, .operate, .turnPicker, .playSound:
      nil
    }
  }

  fileprivate func events(of app: AppID) -> [SessionEvent] {
    switch self {
    case .play, .playFrom: [.app(app, .startOutput)]
    case .pause, .stop: [.app(app, .stopOutput)]
    case .startCapture(let kind): kind.starting(app)
    case .stopCapture(let kind): kind.stopping(app)
    case .setWebViewPlaying(let plays):
      [.phone(plays ? .alertBegan(.webView) : .alertEnded(.webView))]
    case .setPrefers(let preferences):
      preferences.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { .app(app, .setPreference($0.key, $0.value)) }
    case .playHaptic: [.app(app, .playHaptic())]
    case .triggerFeedback: [.app(app, .playHaptic(.generator))]
    case .playSound(let sound, _): [.app(app, .playSound(sound))]
    case .setSleepTimer, .savePosition, .distortNotification, .prepareFeedback, .loadComposite,
      .playComposite, .operate, .turnPicker:
      []
    }
  }

  /// The configuration of the private session that the action starts; nil if the action does not start a private
  /// session.
  ///
  /// Our choice, because neither configuration is published: a private capture session uses the configuration that a
  /// capture session sets on the app's session, and a web view uses `playback`.
  var privateSession: SessionConfiguration? {
    switch self {
    case .startCapture(.privateSession):
      SessionConfiguration(.playAndRecord, mode: .videoRecording)
    case .setWebViewPlaying(true): SessionConfiguration(.playback)
    default: nil
    }
  }
}
