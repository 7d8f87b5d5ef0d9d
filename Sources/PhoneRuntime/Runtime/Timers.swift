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
  /// An AR session gives up looking for its place.
  case relocalization(AppID)
  /// A hands-free profile is open.
  case handsFree
  /// The audio of a phone call that has ended is closed.
  case callAudio
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
  /// A tick of a wheel that waited, because it came too soon after the one before, is played.
  case tick(AppID, String, wheel: Int, Feedback)
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

  /// Removes the late notifications of an app.
  mutating func cancelNotifications(of app: AppID) {
    entries.removeAll { entry in
      if case .notification(.notified(app, _)) = entry.key { true } else { false }
    }
  }

  /// Removes what a wheel of an app's picker has yet to do; the tick that waits is played.
  mutating func cancelTurn(of app: AppID, _ name: String, wheel: Int) {
    entries.removeAll { entry in
      guard case .control(app, name, let event) = entry.key else { return false }
      return event.wheel == wheel
    }
  }

  /// Removes the tick of a wheel that waits.
  mutating func cancelTick(of app: AppID, _ name: String, wheel: Int) {
    entries.removeAll { entry in
      if case .tick(app, name, wheel, _) = entry.key { true } else { false }
    }
  }

  /// Removes what the controls of an app have yet to do.
  mutating func cancelControls(of app: AppID) {
    entries.removeAll { entry in
      switch entry.key {
      case .control(app, _, _), .tick(app, _, _, _): true
      default: false
      }
    }
  }
}

/// How long a Bluetooth device takes to open its hands-free profile, where that takes time.
///
/// Source: github.com/VocaHQ/vocamac/pull/197: more than 250 ms and up to 3 s on a Mac; 1 s is our
/// choice.
let handsFreeOpening = PhoneTime(seconds: 1)

extension RuntimeState {
  /// What moves by itself follows the phone: sounds run while they play, and a wheel is turned no further
  /// when its app leaves the screen, also not when it is back.
  mutating func followPhone() {
    for app in phone.apps {
      residents[app.index].clock.run(phone.isPlaying(app), at: now)
      if phone.state[app].lifecycle != .foreground { timers.cancelControls(of: app) }
    }
  }

  /// Sets the timers that follow from the phone, which was `before`.
  mutating func setTimers(since before: Phone) {
    for app in phone.apps {
      setSuspension(of: app, since: before)
      setBackgroundTime(of: app)
    }
    setRelocalizationTimers()
    setAlertTimers()
    if phone.state.device.isHandsFreeOpening {
      timers.start(.handsFree, at: now + handsFreeOpening)
    } else {
      timers.cancel(.handsFree)
    }
    if phone.state.device.isCallAudioClosing, let seconds = phone.policy.refusalAfterCall.seconds {
      timers.start(.callAudio, at: now + PhoneTime(seconds: seconds))
    } else {
      timers.cancel(.callAudio)
    }
  }

  /// AR sessions give up looking for their place, from when they began to on.
  private mutating func setRelocalizationTimers() {
    for app in phone.apps {
      if let seconds = phone.relocalizesForSeconds(app) {
        timers.start(.relocalization(app), at: now + PhoneTime(seconds: seconds))
      } else {
        timers.cancel(.relocalization(app))
      }
    }
  }

  /// What nothing keeps running in the background any more is suspended after its grace; after the end of
  /// a background task at once, if it has been there for longer.
  ///
  /// What is there from the beginning stays until something has kept it: nothing says since when.
  private mutating func setSuspension(of app: AppID, since before: Phone) {
    func waits(_ phone: Phone) -> Bool {
      phone.state[app].lifecycle == .background && !phone.isKeptRunning(app)
    }
    let wasBehind = before.state[app].lifecycle == .background
    if !wasBehind { residents[app.index].backgroundSince = now }
    guard waits(phone) else { return timers.cancel(.suspension(app)) }
    guard !waits(before) else { return }
    let grace = PhoneTime(seconds: Phone.graceSeconds)
    let since = residents[app.index].backgroundSince ?? now
    let isEndOfTask = wasBehind && before.state[app].hasRuntimeAssertion
    timers.start(.suspension(app), at: isEndOfTask ? max(now, since + grace) : now + grace)
  }
}
