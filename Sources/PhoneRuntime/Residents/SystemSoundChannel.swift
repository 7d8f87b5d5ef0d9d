public import AudioSession

/// A system sound that does not play any more.
public struct EndedSound: Hashable, Sendable {
  /// The app that asked for it.
  public var app: AppID
  /// The name that it asked with.
  public var name: String
  /// Whether another sound took its place before its end.
  public var isCut: Bool
}

/// The one channel of the sounds that apps play beside their sessions: a state and a sound in, a state
/// and what has ended out.
///
/// Source: page "Audio Services": it "does not support simultaneous playback: You can play only one sound
/// at a time". That the newer sound ends the older one, rather than being refused, is our choice: the page of
/// `AudioServicesPlaySystemSound` says that sounds play immediately. Key clicks and the sounds of the system
/// itself have other channels.
struct SystemSoundChannel: Hashable, Sendable {
  /// How long a sound lasts of which nobody knows how long it is, in seconds.
  ///
  /// Our choice.
  static let unknownSeconds = 1.0

  /// How long the sounds are that apps ask for, in seconds, by their names.
  var seconds: [String: Double] = [:]
  /// The sound that plays, as it will have ended by itself.
  private var playing: EndedSound?

  /// Plays a sound.
  ///
  /// - Returns: the sound that it cuts off.
  mutating func play(_ name: String, by app: AppID) -> EndedSound? {
    var cut = playing
    cut?.isCut = true
    playing = EndedSound(app: app, name: name, isCut: false)
    return cut
  }

  /// Lets the sound that plays be over.
  ///
  /// - Returns: which.
  mutating func end() -> EndedSound? {
    defer { playing = nil }
    return playing
  }
}

/// How long a banner stays on the screen.
///
/// Our choice: Apple's pages say that it disappears by itself, and not when.
let bannerTime = PhoneTime(seconds: 5)

extension RuntimeState {
  /// A sound that an app asked for plays, in place of the one that plays.
  mutating func play(_ sound: SoundClass, _ name: String, by app: AppID) {
    guard sound == .uiFeedback || sound == .alert,
      phone.soundVerdict(for: sound, by: app) == .played
    else { return }
    let seconds = systemSound.seconds[name] ?? SystemSoundChannel.unknownSeconds
    if let cut = systemSound.play(name, by: app) {
      report(.soundEnded(cut))
      if sound != .alert { endAlertDucking() }
    }
    timers.set(.systemSound, at: now + PhoneTime(seconds: seconds))
  }

  /// What was lower for the sound of an alert is as loud as before.
  private mutating func endAlertDucking() {
    if phone.state.device.isAlertDucking { _ = try? perform(.phone(.alertSoundEnded)) }
  }

  /// Sets the timers of banners, of a tone that ducks and of an alarm that is snoozed.
  mutating func setAlertTimers() {
    if phone.state.device.isAlertDucking {
      timers.start(.systemSound, at: now + PhoneTime(seconds: SystemSoundChannel.unknownSeconds))
    }
    for app in phone.apps {
      if phone.state[app].shownNotification == .banner {
        timers.start(.banner(app), at: now + bannerTime)
      } else {
        timers.cancel(.banner(app))
      }
    }
    if let seconds = phone.state.device.alarmSnooze {
      timers.start(.snooze, at: now + PhoneTime(seconds: seconds))
    } else {
      timers.cancel(.snooze)
    }
  }

  /// A sound is over, a banner leaves the screen, or a snoozed alarm fires again.
  mutating func fireAlert(_ key: TimerKey) {
    if key == .systemSound {
      if let ended = systemSound.end() { report(.soundEnded(ended)) }
      endAlertDucking()
    }
    if key == .snooze { _ = try? perform(.phone(.alarmFired)) }
    if case .banner(let app) = key { _ = try? perform(.phone(.notificationDismissed(app))) }
  }
}
