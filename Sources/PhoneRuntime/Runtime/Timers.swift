internal import AudioSession
internal import HapticEngine

/// What happens by itself when its time has come.
enum TimerKey: Hashable, Sendable {
  /// The time of a background task is over.
  case backgroundTask(AppID)
  /// The time of a background task is nearly over, of which the app's code is notified.
  case backgroundWarning(AppID)
  /// An app that nothing keeps running in the background is suspended.
  case suspension(AppID)
  /// A hands-free profile is open.
  case handsFree
  /// An app pauses by itself.
  case sleep(AppID)
  /// A late notification is delivered.
  case notification(SessionEffect)
  /// A feedback generator is prepared no longer.
  case feedback(AppID, FeedbackFamily)
  /// A composite is loaded.
  case composite(AppID, String)
  /// A wheel that the user turns has moved on.
  case control(AppID, String, ControlEvent)
  /// The sound of the system that plays is over.
  case systemSound
  /// The alarm that was snoozed fires again.
  case snooze
  /// A banner leaves the screen.
  case banner(AppID)
}

/// What happens by itself, and when.
struct Timers: Sendable {
  private var entries: [(due: PhoneTime, key: TimerKey)] = []

  /// What comes next; of several at one time what was set first.
  var next: (due: PhoneTime, key: TimerKey)? { entries.min { $0.due < $1.due } }

  /// When the timer with this key is due; nil if there is none.
  func due(_ key: TimerKey) -> PhoneTime? { entries.first { $0.key == key }?.due }

  /// Removes what comes next, and nothing else that is the same.
  mutating func removeNext() -> TimerKey? {
    guard let due = next?.due, let place = entries.firstIndex(where: { $0.due == due }) else {
      return nil
    }
    return entries.remove(at: place).key
  }

  /// Adds a timer that is due at `due`, whatever else is set.
  mutating func add(_ key: TimerKey, at due: PhoneTime) { entries.append((due, key)) }

  /// Sets a timer to `due`, in place of one with the same key.
  mutating func set(_ key: TimerKey, at due: PhoneTime) {
    cancel(key)
    entries.append((due, key))
  }

  /// Sets a timer to `due`, unless there is one with the same key.
  mutating func start(_ key: TimerKey, at due: PhoneTime) {
    if !entries.contains(where: { $0.key == key }) { entries.append((due, key)) }
  }

  /// Removes the timer with this key.
  mutating func cancel(_ key: TimerKey) { entries.removeAll { $0.key == key } }
}

/// How long a Bluetooth device takes to open its hands-free profile, where that takes time.
///
/// Source: github.com/VocaHQ/vocamac/pull/197: more than 250 ms and up to 3 s on a Mac; 1 s is our
/// choice.
let handsFreeOpening = PhoneTime(seconds: 1)
