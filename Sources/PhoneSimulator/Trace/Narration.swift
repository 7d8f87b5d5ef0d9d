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

  static func words(for refusal: RemoteRefusal) -> String {
    switch refusal {
    case .nobodyPlays: "no app is playing"
    case .notHandled: "the app that plays has no handler for it"
    case .callHasButton: "the headset's button is the call's"
    }
  }
}
