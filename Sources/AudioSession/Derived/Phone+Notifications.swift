extension Phone {
  /// Returns whether the user is looking at the app: it is in the foreground, and the phone is not locked.
  func isInFront(_ app: AppID) -> Bool {
    state[app].lifecycle == .foreground && !state.device.isLocked
  }

  /// Returns the place where a notification of the app would be shown now.
  ///
  /// Source: `UNNotificationSettings`: `alertStyle` "when the device is unlocked", `lockScreenSetting`; page of
  /// `userNotificationCenter(_:willPresent:withCompletionHandler:)` for the foreground app, whose notifications are not
  /// shown automatically.
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

  /// Returns whether the tone of the app's notification would be played, and if not, why.
  ///
  /// If `app` is nil, the system itself sends the notification.
  ///
  /// The place where the notification is shown does not matter, because showing it and its sound are separate settings.
  /// The order of the checks is our choice: the user's decisions about the app come first.
  public func toneVerdict(from app: AppID?) -> PlayVerdict {
    if let reason = toneRefusal(from: app) { return .suppressed(reason) }
    return soundVerdict(for: .messageTone, by: nil)
  }

  /// Returns the reason why the app's notification must not sound or vibrate, or nil if it may.
  func toneRefusal(from app: AppID?) -> SuppressionReason? {
    guard let app else { return nil }
    let settings = state[app].notifications
    if settings.permission != .granted { return .notPermitted }
    if !settings.hasSound { return .soundsOff }
    if isInFront(app), !state[app].presentsInFront.contains(.sound) { return .inFront }
    return nil
  }

  /// Whether the user's settings currently let alerts vibrate.
  ///
  /// One setting applies while the switch is on ring, the other while it is on silent.
  ///
  /// Source: Settings > Sounds & Haptics, "Vibrate on Ring" and "Vibrate on Silent" (since iOS 17 "Play Haptics in Ring
  /// Mode" and "in Silent Mode"); Human Interface Guidelines, "Notifications": the user turns on vibration, not the
  /// app.
  public var vibratesForAlerts: Bool {
    let device = state.device
    return device.settings.contains(device.isSilent ? .vibratesOnSilent : .vibratesWithSound)
  }

  /// Returns whether the vibration of an alert sound that the app plays would be played, and if not, why.
  ///
  /// Source: page of `AudioServicesPlayAlertSound`: "the device does not vibrate if your app's audio session is
  /// configured with the playAndRecord or record audio session category. This ensures that vibration doesn't interfere
  /// with audio recording." Our choice: a session that allows haptics during recording (iOS 13 or later) is exempt. The
  /// page is older than that preference, whose documentation states the opposite for the session's own recording.
  public func alertVibrationVerdict(for app: AppID) -> PlayVerdict {
    let verdict = soundVerdict(for: .vibration, by: app)
    guard verdict == .played else { return verdict }
    return isForRecording(app) ? .suppressed(.recording) : .played
  }

  /// Returns whether the app's category is for recording, and the app does not allow haptics during recording.
  func isForRecording(_ app: AppID) -> Bool {
    let session = state[app]
    let category = session.configuration.category
    return (category == .record || category == .playAndRecord)
      && !session.preferences.hapticsAndSystemSoundsDuringRecording
  }
}
