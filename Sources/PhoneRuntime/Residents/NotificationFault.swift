internal import AudioSession

/// What becomes of a notification that is not delivered as it should be.
///
/// Apps meet all three: AVAudioStreaming 45 and others have an end that never came; a route change is
/// posted several times for one change (dictus-ios 353); ryanheise/audio_session 7 has one late.
public enum NotificationFault: Hashable, Sendable {
  /// The notification is not delivered.
  case missing
  /// The notification is delivered twice.
  case twice
  /// The notification is delivered so many seconds later, behind what comes meanwhile.
  case late(seconds: Double)
}

/// What happens by itself when its time has come.
enum TimerKey: Hashable, Sendable {
  /// The time of a background task is over.
  case backgroundTask(AppID)
  /// A hands-free profile is open.
  case handsFree
  /// An app pauses by itself.
  case sleep(AppID)
  /// A late notification is delivered.
  case notification(SessionEffect)
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

  /// Lets something happen at `due`, in place of what was to happen before.
  mutating func set(_ key: TimerKey, at due: PhoneTime) {
    cancel(key)
    entries.append((due, key))
  }

  /// Lets something happen at `due`, unless it is to happen already.
  mutating func start(_ key: TimerKey, at due: PhoneTime) {
    if !entries.contains(where: { $0.key == key }) { entries.append((due, key)) }
  }

  /// Lets something not happen.
  mutating func cancel(_ key: TimerKey) { entries.removeAll { $0.key == key } }
}

/// How long a Bluetooth device takes to open its hands-free profile, where that takes time.
///
/// Source: github.com/VocaHQ/vocamac/pull/197: more than 250 ms and up to 3 s on a Mac; 1 s is our
/// choice.
let handsFreeOpening = PhoneTime(seconds: 1)
