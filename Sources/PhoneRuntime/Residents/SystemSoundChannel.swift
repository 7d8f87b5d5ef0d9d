public import AudioSession

/// A system sound that has stopped playing.
public struct EndedSound: Hashable, Sendable {
  /// The app that requested the sound.
  public var app: AppID
  /// The name of the sound in the request.
  public var name: String
  /// Whether another sound replaced this sound before its end.
  public var isCut: Bool
}

/// The single channel for sounds that apps play outside their sessions.
///
/// It is a value that plays a sound by changing its state and returning the sound that ends.
///
/// Source: page "Audio Services": it "does not support simultaneous playback: You can play only one sound at a
/// time". Our choice: the newer sound ends the older sound instead of being refused, because the page of
/// `AudioServicesPlaySystemSound` says that sounds play immediately. Key clicks and the system's own sounds
/// have other channels.
struct SystemSoundChannel: Hashable, Sendable {
  /// The duration of a sound whose duration is unknown, in seconds.
  ///
  /// Our choice.
  static let unknownSeconds = 1.0

  /// The durations of the sounds that apps request, in seconds, by name.
  var seconds: [String: Double] = [:]
  /// The sound that is playing, as it will be reported if it ends undisturbed.
  private var playing: EndedSound?

  /// Plays a sound.
  ///
  /// - Returns: The sound that the new sound cuts off.
  mutating func play(_ name: String, by app: AppID) -> EndedSound? {
    var cut = playing
    cut?.isCut = true
    playing = EndedSound(app: app, name: name, isCut: false)
    return cut
  }

  /// Ends the playing sound.
  ///
  /// - Returns: The ended sound.
  mutating func end() -> EndedSound? {
    defer { playing = nil }
    return playing
  }
}

/// The time that a banner stays on the screen.
///
/// Our choice: Apple's pages say that it disappears automatically, but not when.
let bannerTime = PhoneTime(seconds: 5)

extension RuntimeState {
  /// Plays a sound that an app requested, in place of the current sound.
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

  /// Restores the volume of other audio after an alert sound.
  private mutating func endAlertDucking() {
    if phone.state.device.isAlertDucking { _ = try? perform(.phone(.alertSoundEnded)) }
  }

  /// Sets the timers for banners, a ducking tone and a snoozed alarm.
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

  /// Handles the end of an alert sound, the end of a banner, or a snoozed alarm that fires again.
  mutating func fireAlert(_ key: TimerKey) {
    if key == .systemSound {
      if let ended = systemSound.end() { report(.soundEnded(ended)) }
      endAlertDucking()
    }
    if key == .snooze { _ = try? perform(.phone(.alarmFired)) }
    if case .banner(let app) = key { _ = try? perform(.phone(.notificationDismissed(app))) }
  }
}
