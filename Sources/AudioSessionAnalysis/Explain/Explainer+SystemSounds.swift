public import AudioSession

extension ExplainedQuestion {
  /// The kind of sound that the question is about; nil if the question is about the app's session.
  public var sound: SoundClass? {
    switch self {
    case .audible, .recording, .ducked, .interrupted, .gain, .route, .activation, .haptic, .prompts,
      .nowPlaying, .remote, .hint:
      nil
    case .systemSound: .uiFeedback
    case .alertSound: .alert
    case .vibration: .vibration
    case .keyClick: .keyClick
    case .notificationSound: .messageTone
    case .ringtone: .ringtone
    case .alarm: .alarm
    }
  }
}

extension Phone {
  /// Returns the verdict on a sound of that kind that an app or the system requests.
  ///
  /// For the ringtone, returns nil during an active call, an alarm or the timer, because an incoming call does not
  /// use the ringtone at such a time.
  package func verdict(on sound: SoundClass, of app: AppID) -> PlayVerdict? {
    switch sound {
    case .messageTone: toneVerdict(from: app)
    case .ringtone:
      state.device.calls.call(in: .active) == nil && systemHolding.isDisjoint(with: .clock)
        ? soundVerdict(for: sound, by: nil) : nil
    case .alarm: soundVerdict(for: sound, by: nil)
    case .uiFeedback, .alert, .keyClick, .vibration: soundVerdict(for: sound, by: app)
    }
  }
}

/// Explains whether a sound that bypasses sessions would play if it were requested now.
extension Explainer {
  /// Explains whether a sound of that kind would play.
  mutating func explainSystemSound(_ sound: SoundClass) -> String {
    let subject = "\(sound.article) \(sound.words)\(sound.isOfApps ? " of \(subjectName)" : "")"
    switch phone.verdict(on: sound, of: self.subject) {
    case nil where !phone.systemHolding.isDisjoint(with: .clock):
      because(
        .system(device[.alarm] ? .alarm : .timer),
        Evidence(.ours("the user's alarm or timer takes precedence over a call; not published")))
      return "\(subject) would be silent"
    case nil:
      because(
        .callIsActive, Evidence(.ours("the sound of a second call is not published")))
      return "\(subject) would be silent"
    case .played:
      explainPlaying(sound)
      return "\(subject) would be \(sound.rule.isVibration ? "played" : "heard")"
    case .suppressed(let reason):
      explain(reason, of: sound)
      return "\(subject) would be suppressed: \(reason.rawValue)"
    }
  }

  private mutating func explainPlaying(_ sound: SoundClass) {
    if sound.rule.needsForeground { because(.lifecycle(subject, .foreground)) }
    if sound.rule.isVibration {
      because(.hapticsAreOn)
    } else {
      because(.volume(.ringer)) {
        $0.because(
          "sounds that bypass sessions play at the ringer volume", .sound(sound),
          SoundClass.volumeEvidence)
      }
    }
    if device.isSilent {
      because(
        "the ring/silent switch does not silence \(sound.plural)", .sound(sound),
        sound.evidence.silentSwitch)
    }
    if phone.mutingRecorder != nil {
      because(
        "recording does not silence \(sound.plural)", .sound(sound), sound.evidence.recording)
    }
  }

  private mutating func explain(_ reason: SuppressionReason, of sound: SoundClass) {
    let evidence = sound.evidence
    switch reason {
    case .notSupported: because(.hasNoHaptics)
    case .hapticsOff: because(.hapticsAreOff, evidence.setting)
    case .silentMode:
      because(.isSilent) {
        $0.because(
          "the ring/silent switch silences \(sound.plural)", .sound(sound), evidence.silentSwitch)
      }
    case .soundsOff: because(.soundsAreOff, evidence.setting)
    case .background:
      becauseOfLifecycle(of: subject) {
        $0.because(
          "only the app on the screen can play \(sound.plural)", .sound(sound), evidence.background)
      }
    case .noInputView: because(.hasNoInputView, evidence.inputView)
    case .clicksNotEnabled: because(.hasNotEnabledClicks, evidence.inputView)
    case .recording where phone.mutingRecorder == nil:
      because(.isActiveForRecording) {
        $0.because(.allowsNoHapticsDuringRecording($0.subject))
        $0.because(
          "\(sound.plural) are suppressed while such a session is active", .sound(sound),
          evidence.recording)
      }
    case .recording: explainMutingRecorder()
    case .interrupted: because(.mediaServicesAreDown) { $0.because(.mediaServices) }
    case .volume:
      because(.volume(.ringer)) {
        $0.because(
          "sounds that bypass sessions play at the ringer volume", .sound(sound),
          SoundClass.volumeEvidence)
      }
    case .notPermitted: because(.mayNotNotify)
    case .inFront: because(.presentsNoSoundInFront)
    case .repeated: because(.hasNotifiedBefore)
    // Only haptics have a capture guard.
    case .capture: because(.captures)
    }
  }
}

extension SoundClass {
  /// The noun for a sound of this kind.
  var words: String {
    switch self {
    case .ringtone: "ringtone"
    case .messageTone: "notification tone"
    case .keyClick: "key click"
    case .uiFeedback: "system sound"
    case .alert: "alert sound"
    case .vibration: "vibration"
    case .alarm: "alarm"
    }
  }

  fileprivate var plural: String { words + "s" }

  fileprivate var article: String { self == .alert || self == .alarm ? "an" : "a" }

  /// Whether apps play the sound, rather than the phone.
  fileprivate var isOfApps: Bool {
    switch self {
    case .messageTone, .keyClick, .uiFeedback, .alert, .vibration: true
    case .ringtone, .alarm: false
    }
  }
}
