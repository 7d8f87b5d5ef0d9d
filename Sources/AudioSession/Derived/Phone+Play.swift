extension Phone {
  /// Returns whether a haptic of the app would be played now, and if not, why.
  ///
  /// The ring/silent switch matters only if policy option `hapticsInSilentMode` says so. The order of the checks is our
  /// choice: first the phone, then the app.
  public func hapticVerdict(for app: AppID, from origin: HapticOrigin = .engine) -> PlayVerdict {
    let device = state.device
    if !device.supportsHaptics || !has(origin.since) { return .suppressed(.notSupported) }
    if !device.settings.contains(.haptics) {
      let isSpared = origin == .engine && policy.systemHapticsOff == .feedback
      if !isSpared { return .suppressed(.hapticsOff) }
    }
    if device.isSilent, policy.hapticsInSilentMode == .no { return .suppressed(.silentMode) }
    if state[app].lifecycle != .foreground { return .suppressed(.background) }
    if !hasSessionForHaptics(app) { return .suppressed(.interrupted) }
    if mutingRecorder != nil { return .suppressed(.recording) }
    if policy.captureGuard == .suppress, !state[app].captures.isEmpty {
      return .suppressed(.capture)
    }
    return .played
  }

  /// Returns the gain of a haptic that the app would play now.
  ///
  /// The gain is 0 if the haptic is suppressed, less than 1 if a sensor is in use and policy option `captureGuard`
  /// attenuates haptics, and otherwise 1.
  public func hapticGain(for app: AppID, from origin: HapticOrigin = .engine) -> Double {
    guard hapticVerdict(for: app, from: origin) == .played else { return 0 }
    let isWeaker = policy.captureGuard == .attenuate && !state[app].captures.isEmpty
    return isWeaker ? CaptureContexts.hapticGain : 1
  }

  /// Returns the error for a haptic origin that the system release does not support yet, or nil if it is supported.
  package func missing(_ origin: HapticOrigin) -> RejectedEvent? {
    if has(origin.since) { return nil }
    let what =
      switch origin {
      case .engine: "a haptic engine"
      case .generator: "a feedback generator"
      case .control: "a control that vibrates"
      }
    return .notAvailable(what, since: origin.since.description)
  }

  /// The session whose recording silences haptics and system sounds, or nil.
  ///
  /// Source: `setAllowHapticsAndSystemSoundsDuringRecording`.
  package var mutingRecorder: AppID? {
    let byCategory = policy.hapticsMutedBy == .inputCategory
    return state.ids.first {
      let session = state[$0]
      let records =
        byCategory ? row(session.configuration.category).hasInput : session.isInputRunning
      return session.isActive && records
        && !session.preferences.hapticsAndSystemSoundsDuringRecording
    }
  }

  /// Returns whether a sound of that kind would be played now, and if not, why.
  ///
  /// If `app` is nil, the system plays the sound.
  ///
  /// All of these sounds play at the ringer's volume. At volume 0, none of them is audible, not even an alarm. Source:
  /// Settings > Sounds & Haptics has one slider, "Ringtone and Alerts";
  /// github.com/twilio/voice-quickstart-ios/issues/407 for a call that rings silently at 0. For alarms: our choice,
  /// because they use the same slider.
  ///
  /// A vibration that an app plays is suppressed while the app's session is active in a category for recording, whether
  /// or not the app's input is running. Source: openradar 12760142, "AudioServicesPlay* does not work if play and
  /// record audio session active": "If the audio session is off, vibration works". Our choice: an app that allows
  /// haptics during recording (iOS 13 or later) is exempt; see `alertVibrationVerdict(for:)`.
  public func soundVerdict(for sound: SoundClass, by app: AppID?) -> PlayVerdict {
    let rule = rule(sound)
    let device = state.device
    if rule.isVibration, !device.supportsHaptics { return .suppressed(.notSupported) }
    if let setting = rule.setting, !device.settings.contains(setting) {
      return .suppressed(rule.isVibration ? .hapticsOff : .soundsOff)
    }
    if rule.isSilencedBySwitch, device.isSilent { return .suppressed(.silentMode) }
    if let app, rule.needsForeground, state[app].lifecycle != .foreground {
      return .suppressed(.background)
    }
    if let app, rule.needsInputView {
      switch state[app].inputView {
      case .hidden: return .suppressed(.noInputView)
      case .silent: return .suppressed(.clicksNotEnabled)
      case .clicking: break
      }
    }
    if rule.isMutedByRecording, mutingRecorder != nil { return .suppressed(.recording) }
    if let app, rule.isVibration, state[app].isActive, isForRecording(app) {
      return .suppressed(.recording)
    }
    if device.isMediaServerDown { return .suppressed(.interrupted) }
    if !rule.isVibration, volumes.ringer == 0 { return .suppressed(.volume) }
    return .played
  }

  /// The indicators currently shown in the status bar.
  public var statusIndicators: Set<StatusIndicator> {
    var shown: Set<StatusIndicator> = []
    if state.device.calls.isUp { shown.insert(.call) }
    if state.ids.contains(where: { isRecording($0) }) { shown.insert(.recording) }
    if state.device.settings.contains(.sharing) { shown.insert(.sharing) }
    return shown
  }
}

/// An indicator in the status bar for something that is ongoing.
///
/// Source: Human Interface Guidelines: an ongoing call, recording or sharing shows an extra status.
public enum StatusIndicator: String, Hashable, Sendable, CaseIterable {
  /// A call.
  case call
  /// A recording.
  case recording
  /// The phone's connection or screen is shared with others.
  case sharing
}
