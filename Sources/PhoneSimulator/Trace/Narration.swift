internal import AudioSession

/// What comes of things, in words that can be read aloud.
enum Narration {
  static func words(for verdict: PlayVerdict) -> String {
    switch verdict {
    case .played: "is played"
    case .suppressed(let reason): "is suppressed: \(reason.rawValue)"
    }
  }

  static func words(for sound: SoundClass) -> String {
    switch sound {
    case .ringtone: "the ring tone"
    case .messageTone: "the tone of the message"
    case .keyClick: "the key click"
    case .uiFeedback: "the sound"
    case .alert: "the alert sound"
    case .vibration: "the vibration"
    case .alarm: "the alarm's sound"
    }
  }

  static func words(for place: NotificationPlace) -> String {
    switch place {
    case .nowhere: "its notification is not shown"
    case .banner: "its notification is shown as a banner"
    case .alert: "its notification is shown, and stays until it is dismissed"
    case .lockScreen: "its notification is shown on the lock screen"
    case .center: "its notification has left the screen, and is in Notification Center"
    }
  }

  /// What is different about what rings; what is heard and what is felt are lines of their own.
  static func words(for ringing: Ringing?, after before: Ringing?) -> [String] {
    var lines: [String] = []
    if let ringing, ringing.sound != before?.sound || ringing.gain != before?.gain {
      let heard =
        ringing.gain > 0 ? "is heard at gain \(ringing.gain.shortest)" : "is not heard"
      lines.append("\(words(for: ringing.sound)) \(heard)")
    }
    if ringing == nil, before != nil { lines.append("nothing rings any more") }
    return lines
  }

  /// What is different about the vibration of what rings; nil if nothing.
  static func vibration(of ringing: Ringing?, after before: Ringing?) -> String? {
    let (vibrates, vibrated) = (ringing?.vibrates ?? false, before?.vibrates ?? false)
    if vibrates == vibrated { return nil }
    return vibrates ? "the vibration goes on while it rings" : "the vibration stops"
  }

  static func words(for refusal: RemoteRefusal) -> String {
    switch refusal {
    case .nobodyPlays: "no app is playing"
    case .notHandled: "the app that plays has no handler for it"
    case .callHasButton: "the headset's button is the call's"
    }
  }
}
