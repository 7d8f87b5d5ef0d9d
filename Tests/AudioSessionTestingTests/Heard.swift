import AudioSessionTesting
import Foundation
import Realtime

/// Records the notifications that an app received, in order.
///
/// It deliberately does not use a lock: notifications are posted one at a time, and the thread sanitizer would
/// notice if they were not.
final class Heard: @unchecked Sendable {
  private(set) var notifications: [Notification] = []
  private let center: NotificationCenter
  private var observation: (any NSObjectProtocol)?

  /// Observes all notifications of the center, or those of one session, and calls `react` for each.
  init(
    _ center: NotificationCenter, from session: AVAudioSession? = nil,
    _ react: @escaping @Sendable (Notification) -> Void = { _ in }
  ) {
    self.center = center
    observation = center.addObserver(forName: nil, object: session, queue: nil) { [weak self] in
      self?.notifications.append($0)
      react($0)
    }
  }

  /// The closure may retain the phone, which retains the center, so the observation must end here.
  deinit {
    if let observation { center.removeObserver(observation) }
  }

  /// The notifications as short words, such as `began 0`.
  var words: [String] { notifications.map(\.words) }

  /// The notifications with this name.
  func named(_ name: Notification.Name) -> [Notification] {
    notifications.filter { $0.name == name }
  }
}

extension Notification {
  /// The notification as an app would read it.
  var words: String {
    switch name {
    case AVAudioSession.interruptionNotification:
      if number(AVAudioSessionInterruptionTypeKey) == 1 {
        "began \(number(AVAudioSessionInterruptionReasonKey).map(String.init) ?? "-")"
      } else {
        "ended \(number(AVAudioSessionInterruptionOptionKey).map(String.init) ?? "-")"
      }
    case AVAudioSession.routeChangeNotification:
      "route \(number(AVAudioSessionRouteChangeReasonKey).map(String.init) ?? "-")"
    case AVAudioSession.silenceSecondaryAudioHintNotification:
      "hint \(number(AVAudioSessionSilenceSecondaryAudioHintTypeKey).map(String.init) ?? "-")"
    default:
      name.rawValue.replacing("AVAudioSession", with: "").replacing("Notification", with: "")
    }
  }

  /// The number under this key, read in the usual way.
  func number(_ key: String) -> UInt? { userInfo?[key] as? UInt }
}

/// Texts that a test records from any thread.
final class Recorded: Sendable {
  private let texts = Guarded([String]())

  func add(_ text: String) { texts.withLock { $0.append(text) } }
  var all: [String] { texts.withLock { $0 } }
}
