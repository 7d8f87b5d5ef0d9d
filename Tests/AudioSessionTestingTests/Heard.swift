import AudioSessionTesting
import Foundation
import Realtime

/// What an app received, in order.
///
/// Without a lock on purpose: notifications are posted one at a time, and the thread sanitizer would
/// notice if they were not.
final class Heard: @unchecked Sendable {
  private(set) var notifications: [Notification] = []
  private let center: NotificationCenter
  private var observation: (any NSObjectProtocol)?

  /// Listens to everything that is posted there, or what is of one session, and does something
  /// about it.
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

  /// What reacts may hold the phone, which holds the center: whoever has heard enough must go.
  deinit {
    if let observation { center.removeObserver(observation) }
  }

  /// The notifications as short words, such as `began 0`.
  var words: [String] { notifications.map(\.words) }

  /// The notifications of that name.
  func named(_ name: Notification.Name) -> [Notification] {
    notifications.filter { $0.name == name }
  }
}

extension Notification {
  /// What was posted, as an app would read it.
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

  /// The number under that key, read in the usual way.
  func number(_ key: String) -> UInt? { userInfo?[key] as? UInt }
}

/// Texts that a test records, from whatever thread.
final class Recorded: Sendable {
  private let texts = Guarded([String]())

  func add(_ text: String) { texts.withLock { $0.append(text) } }
  var all: [String] { texts.withLock { $0 } }
}
