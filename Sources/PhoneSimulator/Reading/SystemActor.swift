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
}
