public import AudioSession
public import HapticEngine

/// What an app can do.
public enum AppAction: Hashable, Sendable {
  /// Something that the policy answers: a call of the app's code, or what happens to the app alone.
  case session(AppEvent)
  /// Something of which the policy knows a part, or nothing.
  case resident(ResidentAction)
}

/// What an app does beside its session, or with more than the policy is told.
public enum ResidentAction: Hashable, Sendable {
  /// The app plays from where it was, for so many seconds; nil for as long as was left of it, which
  /// is without end if it never had one.
  case play(seconds: Double?)
  /// The app stops playing, and keeps the position.
  case pause
  /// The app stops playing, and forgets the position.
  case stop
  /// The app plays from a position, in seconds, such as the one of another device that hands over.
  case playFrom(seconds: Double)
  /// The app pauses by itself so many seconds from now; nil takes that back.
  case setSleepTimer(seconds: Double?)
  /// The app stores its position, at which it goes on when it is launched again.
  case savePosition
  /// Notifications of its session are not delivered as they should be; nil takes that back.
  case distortNotification(NotificationDistortion?)
  /// A capture session with a microphone starts.
  case startCapture(CaptureSessionKind)
  /// The capture session stops.
  case stopCapture(CaptureSessionKind)
  /// A web view of it plays, by a session of its own, or no more.
  case setWebViewPlaying(Bool)
  /// One or more of the `setPrefers...`; nil takes one back.
  case setPrefers([SessionPreference: Bool?])
  /// The app asks for a haptic: a preset or a pattern by its name.
  case playHaptic(String)
  /// The app prepares its feedback generator of that family.
  case prepareFeedback(FeedbackFamily)
  /// The app triggers a feedback.
  case triggerFeedback(Feedback)
  /// The app loads a composite, the pattern of that name, which takes so many seconds.
  case loadComposite(String, seconds: Double)
  /// The app plays a composite, or shows its still where it is not loaded.
  case playComposite(String)
  /// The user, or the app, changes a control of that name.
  case operate(String, ControlEvent)
  /// The user turns a wheel of the picker of that name.
  case turnPicker(String, PickerTurn)
  /// The app asks for a sound of the system.
  case playSound(SoundClass, name: String)
}

extension AppAction {
  /// What the action is to the policy, in order; those after one that fails do not happen.
  package func events(of app: AppID) -> [SessionEvent] {
    switch self {
    case .session(let event): [.app(app, event)]
    case .resident(let action): action.events(of: app)
    }
  }

  /// What the action does to the sound of the app's player.
  package var playback: PlaybackChange? {
    switch self {
    case .session: nil
    case .resident(let action): action.playback
    }
  }

  /// What an app that behaves notices of it when the user did it.
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

/// What an action does to the sound of an app's player.
package enum PlaybackChange: Hashable, Sendable {
  /// It starts, from its beginning or from where it is.
  case starts
  /// It pauses, to go on later.
  case pauses
  /// It ends.
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

  /// The configuration of the private session that it begins; nil if it begins none.
  ///
  /// Our choice, as neither is published: a capture session records as one that configures the app's, a web
  /// view plays.
  var privateSession: SessionConfiguration? {
    switch self {
    case .startCapture(.privateSession):
      SessionConfiguration(.playAndRecord, mode: .videoRecording)
    case .setWebViewPlaying(true): SessionConfiguration(.playback)
    default: nil
    }
  }
}
