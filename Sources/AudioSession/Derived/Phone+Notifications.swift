extension Phone {
  /// Whether the user looks at the app: it is in front, and the phone is not locked.
  func isInFront(_ app: AppID) -> Bool {
    state[app].lifecycle == .foreground && !state.device.isLocked
  }

  /// The place where a notification of the app would be shown now.
  ///
  /// Source: `UNNotificationSettings`: `alertStyle` "when the device is unlocked", `lockScreenSetting`; page of
  /// `userNotificationCenter(_:willPresent:withCompletionHandler:)` for the app in front, which does not show anything
  /// automatically.
  public func notificationPlace(for app: AppID) -> NotificationPlace {
    let settings = state[app].notifications
    guard settings.permission == .granted else { return .nowhere }
    if state.device.isLocked { return settings.showsOnLockScreen ? .lockScreen : .nowhere }
    if isInFront(app), !state[app].presentsInFront.contains(.banner) { return .nowhere }
    switch settings.style {
    case .none: return .nowhere
    case .banner: return .banner
    case .alert: return .alert
    }
  }

  /// The result for the tone of a notification by the app, or by the system for nil.
  ///
  /// The place where it is shown does not matter, because the user has a separate setting for each. The order of the
  /// checks is our choice: the user's decisions about the app come first.
  public func toneVerdict(from app: AppID?) -> PlayVerdict {
    if let reason = toneRefusal(from: app) { return .suppressed(reason) }
    return soundVerdict(for: .messageTone, by: nil)
  }

  /// The reason that keeps a notification of the app from sounding and vibrating; nil if it may.
  func toneRefusal(from app: AppID?) -> SuppressionReason? {
    guard let app else { return nil }
    let settings = state[app].notifications
    if settings.permission != .granted { return .notPermitted }
    if !settings.hasSound { return .soundsOff }
    if isInFront(app), !state[app].presentsInFront.contains(.sound) { return .inFront }
    return nil
  }

  /// Whether alerts vibrate now by the user's settings. One setting is for the switch on ring, the other for silent.
  ///
  /// Source: Settings > Sounds & Haptics, "Vibrate on Ring" and "Vibrate on Silent" (since 17 "Play Haptics in Ring
  /// Mode" and "in Silent Mode"); Human Interface Guidelines, "Notifications": the user turns on vibration, not the
  /// app.
  public var vibratesForAlerts: Bool {
    let device = state.device
    return device.settings.contains(device.isSilent ? .vibratesOnSilent : .vibratesWithSound)
  }

  /// The result for the vibration of an alert sound that the app plays.
  ///
  /// Source: page of `AudioServicesPlayAlertSound`: "the device does not vibrate if your app's audio session is
  /// configured with the playAndRecord or record audio session category. This ensures that vibration doesn't interfere
  /// with audio recording." Our choice: a session that allows haptics during recording (13) is exempt. The page is
  /// older than the allowance, which says the opposite for the session's own recording.
  public func alertVibrationVerdict(for app: AppID) -> PlayVerdict {
    let verdict = soundVerdict(for: .vibration, by: app)
    guard verdict == .played else { return verdict }
    return isForRecording(app) ? .suppressed(.recording) : .played
  }

  /// Whether the category of the app is for recording, and the app does not allow haptics during recording.
  func isForRecording(_ app: AppID) -> Bool {
    let session = state[app]
    let category = session.configuration.category
    return (category == .record || category == .playAndRecord)
      && !session.preferences.hapticsAndSystemSoundsDuringRecording
  }
}
