public import AudioSession
public import HapticEngine
public import PhoneRuntime
internal import TextFormats

/// One line of a trace: an action on a phone, or one of its consequences.
public struct TraceEntry: Hashable, Sendable {
  /// The kind of a line.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An app, the user or the system did something.
    case call
    /// An app was notified.
    case event
    /// Something about an app or the phone changed.
    case state
    /// An expectation was checked.
    case expect
  }

  /// The time, in seconds.
  public let time: Double
  /// The name of the app or of another actor.
  public let actor: String
  /// The event that the line reports.
  public let what: What
  /// The event, in words.
  public let text: String

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - time: the time, in seconds.
  ///   - actor: the name of the app or of another actor.
  ///   - what: the event that the line reports.
  ///   - text: the event in words; nil for the words of `what`.
  public init(time: Double, actor: String, what: What, text: String? = nil) {
    self.time = time
    self.actor = actor
    self.what = what
    self.text = text ?? what.words
  }

  /// The kind of the line.
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
  /// The event that a line reports.
  public enum What: Hashable, Sendable {
    /// An app did something, automatically or as a step of the scenario. `error` is the error with which the app's call
    /// failed; nil if it succeeded.
    case did(AppAction, byItself: Bool, error: SessionErrorCode?)
    /// The user, the system or somebody else, such as a caller, did something.
    case happened(ScenarioStep.Content)
    /// An app was notified.
    case received(AppNotice)

    // MARK: Apps

    /// The app's lifecycle has changed to this state.
    case lifecycle(Lifecycle)
    /// The app's session is now active, or no longer active.
    case active(Bool)
    /// The app is now interrupted, or no longer interrupted.
    case interrupted(Bool)
    /// The app is heard at this gain from now on. `isDucked` is true if it has just been ducked.
    case heard(gain: Double, isDucked: Bool)
    /// The app plays, but is not heard.
    case silent
    /// The app has stopped playing at this position, in seconds.
    case stopped(position: Double)
    /// The app has played its sound to the end.
    case finished
    /// The app starts recording. Without the user's permission, it records silence.
    case recording(hasPermission: Bool)
    /// The app has stopped recording.
    case stoppedRecording
    /// The app will receive this notification when it runs again.
    case queued(AppNotice)
    /// A notification is lost, repeated or late.
    case misdelivered(AppNotice, NotificationFate)
    /// The app will receive a remote command when its interruption has ended.
    case remoteDeferred(RemoteCommand)
    /// A notification of the app is shown in this place from now on.
    case notificationPlaced(NotificationPlace)
    /// The app has repeatedly changed its category.
    case changesCategoryOften

    // MARK: Haptics and sounds

    /// A requested haptic is played or suppressed.
    case haptic(PlayVerdict)
    /// A haptic begins at the frame `first`, and was requested at the frame `requested`.
    case hapticBegan(String, requested: Int64, first: Int64)
    /// A haptic is suppressed after it was accepted, but before it begins.
    case hapticSuppressed(String, SuppressionReason)
    /// The haptic engine cannot play a haptic, for this reason.
    case hapticFailed(String, why: String)
    /// The app weakens a decorative haptic because Reduce Motion is on.
    case hapticReduced(String)
    /// A feedback generator was not prepared, so its haptic starts late by the given number of seconds.
    case hapticDelayed(seconds: Double)
    /// A haptic is attenuated to this gain while the app captures with sensors.
    case hapticAttenuated(gain: Double, sensors: [String])
    /// A control with this name requests a haptic.
    case hapticOfControl(String, haptic: String)
    /// The caption of a sound that starts this many seconds after its haptic.
    case caption(of: String, seconds: Double, String)
    /// A composite was loaded, played or lost, or its still image was shown.
    case composite(String, CompositeOutcome)
    /// A control with this name has changed.
    case control(String, ControlEffect, state: String)
    /// A feedback generator is no longer prepared.
    case feedbackExpired(FeedbackFamily)
    /// A requested sound is played or suppressed.
    case sound(SoundClass, PlayVerdict)
    /// The system sound with this name has ended, or has been cut off by the next sound.
    case soundEnded(String, isCut: Bool)
    /// A vibration is played or suppressed.
    case vibration(PlayVerdict)
    /// A vibration begins at the frame `first`, and was requested at the frame `requested`.
    case vibrationBegan(requested: Int64, first: Int64)
    /// A vibration is not played, for this reason.
    case vibrationFailed(why: String)

    // MARK: The phone

    /// The ringing sound and its gain; nil if the ringing has ended.
    case ringing(SoundClass?, gain: Double)
    /// The vibration of a ringing phone begins or stops.
    case ringingVibrates(Bool)
    /// A remote command does not reach any app.
    case remoteIgnored(RemoteCommand, RemoteRefusal)
    /// The hands-free profile is now open.
    case handsFreeOpened
    /// The audio of a call that has ended is closed.
    case callAudioClosed
    /// A session that does not belong to an app has lost the device.
    case lostDevice(SystemAlert)
    /// A step is not possible.
    case impossible(why: String)

    // MARK: Expectations

    /// An expectation is met.
    case met(String)
    /// A check failed: an expectation, the result of a call, an invariant, an independent evaluation, or a step.
    case failed(String)
    /// An `includes` expectation counts events that an earlier expectation could already see.
    case oldEvents(String)
  }
}

extension TraceEntry.What {
  /// Whether the entry reports the outcome, time or strength of a haptic, and therefore differs in a run without
  /// haptics.
  ///
  /// An app's requests, its sounds and captions, and the state of its controls and generators do not differ.
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

  /// Whether the entry only repeats `call`, the action that the app has just performed.
  func repeats(_ call: TraceEntry.What) -> Bool {
    switch (self, call) {
    case (.lifecycle(.suspended), .did(.session(.suspend), _, _)),
      (.lifecycle(.terminated), .did(.session(.terminate), _, _)):
      true
    default: false
    }
  }
}
