internal import AudioSession

/// Who acts besides the apps and the device.
enum SystemActor: String, Hashable, Sendable, CaseIterable {
  case phone
  case alarm
  case timer
  case siri
  case notification
  case emergency
  case mediaServices

  /// What it can do without being told more.
  var verbs: [(String, SessionEvent)] {
    switch self {
    case .phone:
      [
        ("ring", .callRang(.phone)), ("answer", .callAnswered), ("decline", .callDeclined()),
        ("hangUp", .callEnded()), ("hold", .callHeld), ("unhold", .callUnheld),
      ]
    case .alarm: [("fire", .alarmFired), ("dismiss", .alarmDismissed())]
    case .timer: [("fire", .timerFired), ("dismiss", .timerDismissed())]
    case .siri: [("begin", .siriBegan), ("record", .siriRecorded), ("end", .siriEnded())]
    case .notification: [("deliver", .notificationDelivered(nil, hasSound: true))]
    case .emergency: [("begin", .emergencyBegan), ("end", .emergencyEnded())]
    case .mediaServices: [("crash", .mediaServicesLost), ("recover", .mediaServicesReset)]
    }
  }

  /// What it can do and be told more about.
  var arguingVerbs: [String] {
    switch self {
    case .phone: ["ring", "decline", "hangUp"]
    case .alarm, .timer: ["dismiss"]
    case .siri, .emergency: ["end"]
    case .notification: ["deliver"]
    case .mediaServices: []
    }
  }

  /// The end of what it interrupted others by, or nil if the verb is not that.
  ///
  /// That an end is not told, or told without the right to resume, is not in a phone's power to
  /// promise, so that a scenario may say it: `hangUp: {interruption: lost}`. Source: Audio Session
  /// Programming Guide, "there is no guarantee that a begin interruption will have an end".
  func end(_ verb: String, _ end: InterruptionEnd, _ startedPlayback: AppID?) -> SessionEvent? {
    switch self {
    case .phone: verb == "decline" ? .callDeclined(end) : .callEnded(end)
    case .alarm: .alarmDismissed(end)
    case .timer: .timerDismissed(end)
    case .siri: .siriEnded(end, startedPlaybackIn: startedPlayback)
    case .emergency: .emergencyEnded(end)
    case .notification, .mediaServices: nil
    }
  }
}
