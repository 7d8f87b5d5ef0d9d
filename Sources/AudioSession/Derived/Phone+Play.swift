extension Phone {
  /// What would become of a haptic that the app asks for now.
  ///
  /// The silent switch has no say in it unless the policy says so. The order of the checks is our
  /// choice: what lies with the phone first, then what lies with the app.
  public func hapticVerdict(for app: AppID) -> PlayVerdict {
    let device = state.device
    if !device.supportsHaptics { return .suppressed(.notSupported) }
    if !device.settings.contains(.haptics) { return .suppressed(.hapticsOff) }
    if device.isSilent, policy.hapticsInSilentMode == .no { return .suppressed(.silentMode) }
    if state[app].lifecycle != .foreground { return .suppressed(.background) }
    if !hasSessionForHaptics(app) { return .suppressed(.interrupted) }
    if mutingRecorder != nil { return .suppressed(.recording) }
    if policy.captureGuard == .suppress, !state[app].captures.isEmpty {
      return .suppressed(.capture)
    }
    return .played
  }

  /// What a haptic of the app's is multiplied by now: 0 for one that would be suppressed, less than 1
  /// while a sensor is used and the policy `captureGuard` attenuates, else 1.
  public func hapticGain(for app: AppID) -> Double {
    guard hapticVerdict(for: app) == .played else { return 0 }
    let isWeaker = policy.captureGuard == .attenuate && !state[app].captures.isEmpty
    return isWeaker ? CaptureContexts.hapticGain : 1
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

  /// What would become of a sound of that kind, asked for by the app, or by the system if nil.
  public func soundVerdict(for sound: SoundClass, by app: AppID?) -> PlayVerdict {
    let rule = rule(sound)
    let device = state.device
    if rule.isVibration, !device.supportsHaptics { return .suppressed(.notSupported) }
    if let setting = rule.setting, !device.settings.contains(setting) {
      return .suppressed(.soundsOff)
    }
    if rule.isSilencedBySwitch, device.isSilent { return .suppressed(.silentMode) }
    if let app, rule.needsForeground, state[app].lifecycle != .foreground {
      return .suppressed(.background)
    }
    if let app, rule.needsInputView, !state[app].showsInputView {
      return .suppressed(.noInputView)
    }
    if rule.isMutedByRecording, mutingRecorder != nil { return .suppressed(.recording) }
    if device.isMediaServerDown { return .suppressed(.interrupted) }
    return .played
  }

  /// What the status bar shows.
  public var statusIndicators: Set<StatusIndicator> {
    var shown: Set<StatusIndicator> = []
    if state.device.calls.isUp { shown.insert(.call) }
    if state.ids.contains(where: { isRecording($0) }) { shown.insert(.recording) }
    return shown
  }
}

/// What the status bar shows while it goes on.
///
/// Source: Human Interface Guidelines: an ongoing call or recording shows an extra status.
public enum StatusIndicator: String, Hashable, Sendable, CaseIterable {
  /// A call.
  case call
  /// A recording.
  case recording
}
