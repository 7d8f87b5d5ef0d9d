public import AudioSession
public import HapticEngine
public import PhoneRuntime
internal import TextFormats

/// One line of a trace: what somebody did on a phone, or what became of something.
public struct TraceEntry: Hashable, Sendable {
  /// What kind of line it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Somebody did something.
    case call
    /// An app was notified.
    case event
    /// Something about an app or the phone changed.
    case state
    /// Something was expected.
    case expect
  }

  /// When, in seconds.
  public let time: Double
  /// Who: an app, or another actor.
  public let actor: String
  /// What happened.
  public let what: What
  /// What happened, in words.
  public let text: String

  /// A line.
  ///
  /// - Parameters:
  ///   - time: when, in seconds.
  ///   - actor: who: an app, or another actor.
  ///   - what: what happened.
  ///   - text: what happened, in words; nil for those of `what`.
  public init(time: Double, actor: String, what: What, text: String? = nil) {
    self.time = time
    self.actor = actor
    self.what = what
    self.text = text ?? what.words
  }

  /// What kind of line it is.
  public var kind: Kind {
    switch what {
    case .did, .happened: .call
    case .received: .event
    case .met, .failed, .oldEvents: .expect
    default: .state
    }
  }
}

extension TraceEntry {
  /// What a line says.
  public enum What: Hashable, Sendable {
    /// An app did something, by itself or because it was told to; the error is the one that its call gave.
    case did(AppAction, byItself: Bool, error: SessionErrorCode?)
    /// The user, the system or somebody outside did something.
    case happened(ScenarioStep.Content)
    /// An app was notified.
    case received(AppNotice)

    // MARK: Apps

    /// The app is in this state of its life.
    case lifecycle(Lifecycle)
    /// The session of the app is active, or is not any more.
    case active(Bool)
    /// The app is interrupted, or is not any more.
    case interrupted(Bool)
    /// The app is heard at this gain from now on; whether that is because it is ducked.
    case heard(gain: Double, isDucked: Bool)
    /// The app plays, and is not heard.
    case silent
    /// The app has stopped playing at this position, in seconds.
    case stopped(position: Double)
    /// The sound of the app is over.
    case finished
    /// The app records: what it hears, or silence for want of the user's permission.
    case recording(hasPermission: Bool)
    /// The app records no more.
    case stoppedRecording
    /// The app will be notified when it runs again.
    case queued(AppNotice)
    /// A notification is not delivered as it should be.
    case misdelivered(AppNotice, NotificationFate)
    /// The app will receive a remote command when its interruption has ended.
    case remoteDeferred(RemoteCommand)
    /// A notification of the app is to be seen there from now on.
    case notificationPlaced(NotificationPlace)
    /// The app has changed its category time and again.
    case changesCategoryOften

    // MARK: Haptics and sounds

    /// What becomes of a haptic that is asked for.
    case haptic(PlayVerdict)
    /// A haptic begins at a frame, and was asked for at another.
    case hapticBegan(String, requested: Int64, first: Int64)
    /// A haptic was to be played, and is suppressed before it begins.
    case hapticSuppressed(String, SuppressionReason)
    /// The haptic engine does not play it, for that reason.
    case hapticFailed(String, why: String)
    /// The app weakens a haptic that only decorates, because the user reduces motion.
    case hapticReduced(String)
    /// A feedback generator was not prepared, and starts so many seconds later.
    case hapticDelayed(seconds: Double)
    /// A haptic is attenuated to that gain, while sensors capture.
    case hapticAttenuated(gain: Double, sensors: [String])
    /// A control of that name asks for a haptic.
    case hapticOfControl(String, haptic: String)
    /// The sound of a haptic, in words, so many seconds after it.
    case caption(of: String, seconds: Double, String)
    /// A composite was loaded, or could not be played.
    case composite(String, CompositeOutcome)
    /// A control of that name has changed.
    case control(String, ControlEffect, state: String)
    /// A feedback generator is no longer prepared.
    case feedbackExpired(FeedbackFamily)
    /// What becomes of a sound that is asked for.
    case sound(SoundClass, PlayVerdict)
    /// A sound of the system's of that name is over, or is cut off by the next one.
    case soundEnded(String, isCut: Bool)
    /// What becomes of a vibration.
    case vibration(PlayVerdict)
    /// A vibration begins at a frame, and was asked for at another.
    case vibrationBegan(requested: Int64, first: Int64)
    /// A vibration is not played, for that reason.
    case vibrationFailed(why: String)

    // MARK: The phone

    /// What rings, and its gain; nil if nothing rings any more.
    case ringing(SoundClass?, gain: Double)
    /// The vibration goes on while something rings, or stops.
    case ringingVibrates(Bool)
    /// A remote command reaches nobody.
    case remoteIgnored(RemoteCommand, RemoteRefusal)
    /// The hands-free profile is open.
    case handsFreeOpened
    /// The audio of a call that has ended is closed.
    case callAudioClosed
    /// A session that is no app's has lost the device.
    case lostDevice(SystemAlert)
    /// What was to happen cannot happen.
    case impossible(why: String)

    // MARK: Expectations

    /// What was expected is so.
    case met(String)
    /// Something is not as it should be.
    case failed(String)
    /// An `includes` counts events that an earlier expectation saw.
    case oldEvents(String)
  }
}

extension TraceEntry.What {
  /// Whether it says what became of a haptic, or when or how strongly it is felt, so that it differs in a run
  /// without haptics.
  ///
  /// What an app asks for, its sounds and captions, and the state of its controls and generators are the same there.
  var isAboutHaptics: Bool {
    switch self {
    case .haptic, .hapticBegan, .hapticSuppressed, .hapticFailed, .hapticAttenuated, .vibration,
      .vibrationBegan, .vibrationFailed, .ringingVibrates:
      true
    case .sound(let sound, _): sound == .vibration
    case .hapticReduced, .hapticDelayed, .hapticOfControl, .caption, .composite, .control,
      .feedbackExpired, .soundEnded:
      false
    case .did, .happened, .received, .queued, .misdelivered, .remoteDeferred, .notificationPlaced:
      false
    case .lifecycle, .active, .interrupted, .heard, .silent, .stopped, .finished, .recording,
      .stoppedRecording, .changesCategoryOften:
      false
    case .ringing, .remoteIgnored, .handsFreeOpened, .callAudioClosed, .lostDevice, .impossible,
      .met, .failed, .oldEvents:
      false
    }
  }

  /// Whether it says what the app has just done.
  func repeats(_ call: TraceEntry.What) -> Bool {
    switch (self, call) {
    case (.lifecycle(.suspended), .did(.session(.suspend), _, _)),
      (.lifecycle(.terminated), .did(.session(.terminate), _, _)):
      true
    default: false
    }
  }
}
