internal import AudioSession
internal import HapticEngine

/// An occurrence that happens automatically when it is due.
enum TimerKey: Hashable, Sendable {
  /// The time of a background task is over.
  case backgroundTask(AppID)
  /// The time of a background task is nearly over, so the app's code is notified.
  case backgroundWarning(AppID)
  /// An app that nothing keeps running in the background is suspended.
  case suspension(AppID)
  /// An AR session stops trying to relocalize.
  case relocalization(AppID)
  /// A hands-free profile has opened.
  case handsFree
  /// The audio of a phone call that has ended is closed.
  case callAudio
  /// An app's sleep timer pauses the app.
  case sleep(AppID)
  /// A late notification is delivered.
  case notification(SessionEffect)
  /// A feedback generator is no longer prepared.
  case feedback(AppID, FeedbackFamily)
  /// A composite has been loaded.
  case composite(AppID, String)
  /// A wheel that the user turns has moved.
  case control(AppID, String, ControlEvent)
  /// A waiting tick of a wheel is played. It had to wait because it came too soon after the previous tick.
  case tick(AppID, String, wheel: Int, Feedback)
  /// The current system sound ends.
  case systemSound
  /// The alarm that was snoozed fires again.
  case snooze
  /// A banner leaves the screen.
  case banner(AppID)
}

/// The automatic occurrences with their times.
struct Timers: Sendable {
  private var entries: [(due: PhoneTime, key: TimerKey)] = []

  /// The next timer.
  ///
  /// Among timers for the same time, the timer that was set first comes first.
  var next: (due: PhoneTime, key: TimerKey)? { entries.min { $0.due < $1.due } }

  /// Returns the time of the timer with this key; nil if the timer is not set.
  func due(_ key: TimerKey) -> PhoneTime? { entries.first { $0.key == key }?.due }

  /// Removes the next timer only, even if others have the same key.
  mutating func removeNext() -> TimerKey? {
    guard let due = next?.due, let place = entries.firstIndex(where: { $0.due == due }) else {
      return nil
    }
    return entries.remove(at: place).key
  }

  /// Adds a timer for `due`, regardless of existing timers.
  mutating func add(_ key: TimerKey, at due: PhoneTime) { entries.append((due, key)) }

  /// Sets a timer to `due`, replacing any timer with the same key.
  mutating func set(_ key: TimerKey, at due: PhoneTime) {
    cancel(key)
    entries.append((due, key))
  }

  /// Sets a timer to `due`, unless a timer with the same key exists.
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

  /// Removes the remaining movements of a wheel in an app's picker.
  ///
  /// A waiting tick is still played.
  mutating func cancelTurn(of app: AppID, _ name: String, wheel: Int) {
    entries.removeAll { entry in
      guard case .control(app, name, let event) = entry.key else { return false }
      return event.wheel == wheel
    }
  }

  /// Removes the waiting tick of a wheel.
  mutating func cancelTick(of app: AppID, _ name: String, wheel: Int) {
    entries.removeAll { entry in
      if case .tick(app, name, wheel, _) = entry.key { true } else { false }
    }
  }

  /// Removes the remaining movements of an app's controls.
  mutating func cancelControls(of app: AppID) {
    entries.removeAll { entry in
      switch entry.key {
      case .control(app, _, _), .tick(app, _, _, _): true
      default: false
      }
    }
  }
}

/// The time that a Bluetooth device takes to open its hands-free profile, if the policy simulates it.
///
/// Source: github.com/VocaHQ/vocamac/pull/197: more than 250 ms and up to 3 s on a Mac; 1 s is our choice.
let handsFreeOpening = PhoneTime(seconds: 1)

extension RuntimeState {
  /// Updates the automatic movements after a change of the phone.
  ///
  /// Sounds advance while they play. Turning wheels stop when their app leaves the screen, and do not continue when the
  /// app returns.
  mutating func followPhone() {
    for app in phone.apps {
      residents[app.index].clock.run(phone.isPlaying(app), at: now)
      if phone.state[app].lifecycle != .foreground { timers.cancelControls(of: app) }
    }
  }

  /// Sets the timers that result from the change from `before` to the present phone.
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

  /// Sets the timers of AR sessions, which stop trying to relocalize after a fixed time.
  private mutating func setRelocalizationTimers() {
    for app in phone.apps {
      if let seconds = phone.relocalizesForSeconds(app) {
        timers.start(.relocalization(app), at: now + PhoneTime(seconds: seconds))
      } else {
        timers.cancel(.relocalization(app))
      }
    }
  }

  /// Schedules the suspension of an app that nothing keeps running in the background, after a grace period.
  ///
  /// After the end of a background task, the suspension is immediate if the app has been in the background for longer
  /// than the grace period.
  ///
  /// An app that is in the background from the beginning is not suspended until something has kept it running, because
  /// the time at which it entered the background is unknown.
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
