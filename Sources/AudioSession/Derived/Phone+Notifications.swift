extension Phone {
  /// Whether the app is what the user looks at: in front of a phone that is not locked.
  func isInFront(_ app: AppID) -> Bool {
    state[app].lifecycle == .foreground && !state.device.isLocked
  }

  /// Where a notification of the app's would be shown now.
  ///
  /// Source: `UNNotificationSettings`: `alertStyle` "when the device is unlocked", `lockScreenSetting`; page of
  /// `userNotificationCenter(_:willPresent:withCompletionHandler:)` for the app in front, which shows nothing
  /// by itself.
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

  /// What would become of the tone of a notification of the app's, or of the system's for nil.
  ///
  /// Where it is shown has no say in it: each setting is the user's own. The order of the checks is
  /// our choice: what the user decided about the app comes first.
  public func toneVerdict(from app: AppID?) -> PlayVerdict {
    if let reason = toneRefusal(from: app) { return .suppressed(reason) }
    return soundVerdict(for: .messageTone, by: nil)
  }

  /// Why a notification of the app's may neither sound nor vibrate; nil if it may.
  func toneRefusal(from app: AppID?) -> SuppressionReason? {
    guard let app else { return nil }
    let settings = state[app].notifications
    if settings.permission != .granted { return .notPermitted }
    if !settings.hasSound { return .soundsOff }
    if isInFront(app), !state[app].presentsInFront.contains(.sound) { return .inFront }
    return nil
  }

  /// Whether the user has what alerts vibrate now: one setting is for the switch on ring, one for silent.
  ///
  /// Source: Settings > Sounds & Haptics, "Vibrate on Ring" and "Vibrate on Silent" (since 17 "Play
  /// Haptics in Ring Mode" and "in Silent Mode"); Human Interface Guidelines, "Notifications": vibration is
  /// the user's to turn on, and no app's.
  public var vibratesForAlerts: Bool {
    let device = state.device
    return device.settings.contains(device.isSilent ? .vibratesOnSilent : .vibratesWithSound)
  }

  /// What would become of the vibration of an alert sound that the app asks for.
  ///
  /// Source: page of `AudioServicesPlayAlertSound`: "the device does not vibrate if your app's audio session
  /// is configured with the playAndRecord or record audio session category. This ensures that vibration
  /// doesn't interfere with audio recording." That a session which allows haptics during recording
  /// (13) is exempt is our choice: the page is older than the allowance, which says the opposite for the
  /// session's own recording.
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
