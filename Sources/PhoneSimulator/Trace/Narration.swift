internal import AudioSession
internal import PhoneRuntime

/// What happens, in words that can be read aloud after the name of who does it.
enum Narration {
  /// Who acts in a step that no app takes, and what it does.
  static func words(for step: ScenarioStep) -> (actor: String, words: String) {
    let parts = step.words.split(separator: ":", maxSplits: 1).map(String.init)
    let actor = parts.first ?? "time"
    let rest = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
    return (actor, thirdPerson[rest] ?? withArgument(rest) ?? rest)
  }

  private static let thirdPerson = [
    "ring": "rings", "answer": "is answered", "decline": "is declined", "hangUp": "hangs up",
    "hold": "is put on hold", "unhold": "is taken off hold", "fire": "goes off",
    "dismiss": "is dismissed", "begin": "begins", "record": "records", "end": "ends",
    "deliver": "is delivered", "crash": "crash", "recover": "recover", "lock": "is locked",
    "unlock": "is unlocked", "volumeUp": "has its louder button pressed",
    "volumeDown": "has its softer button pressed", "silentMode: true": "is switched to silent",
    "silentMode: false": "is switched to ring",
    "muteMicrophone: true": "has its microphone muted in hardware",
    "muteMicrophone: false": "has its microphone unmuted",
    "hapticsEnabled: true": "has System Haptics turned on",
    "hapticsEnabled: false": "has System Haptics turned off",
  ]

  /// Beginnings of what is done with something, and how they are said.
  private static let beginnings = [
    ("connect: ", "is connected to "), ("disconnect: ", "is disconnected from "),
    ("remote: ", "receives the remote command "), ("volume: ", "has its volume set: "),
    ("ring: app: ", "rings for "),
    ("end: startedPlaybackIn: ", "ends, having started playback in "),
    ("end: interruption: ", "ends, and its end is "),
    ("hangUp: interruption: ", "hangs up, and the end is "),
    ("decline: interruption: ", "is declined, and the end is "),
    ("dismiss: interruption: ", "is dismissed, and the end is "),
    ("deliver: app: ", "is delivered for "),
  ]

  private static func withArgument(_ words: String) -> String? {
    for (written, said) in beginnings where words.hasPrefix(written) {
      return said + words.dropFirst(written.count)
    }
    return nil
  }

  static func words(for action: AppAction) -> String {
    switch action {
    case .activate: "activates its session"
    case .deactivate(let options):
      options.isEmpty
        ? "deactivates its session" : "deactivates its session and notifies the others"
    case .setCategory(let wanted, _): "sets its category: \(words(for: wanted))"
    case .setMode(let mode): "sets its mode: \(mode.name)"
    case .play(nil): "plays"
    case .play(let seconds?): "plays for \(seconds.shortest) s"
    case .pause: "pauses"
    case .stop: "stops"
    case .record: "records"
    case .stopRecording: "stops recording"
    case .foreground: "comes to the foreground"
    case .background: "goes to the background"
    case .suspend: "is suspended"
    case .terminate: "is terminated"
    case .launch: "is launched"
    case .overrideOutput(let port): "overrides its output: \(port)"
    case .preferInput(let port): "prefers the input \(port?.name ?? "none")"
    case .setPrefers(let wishes):
      "sets "
        + wishes.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.key.rawValue): \($0.value)" }.joined(separator: ", ")
    case .setOutputMuted(let isMuted): isMuted ? "mutes its output" : "unmutes its output"
    case .playHaptic(let name): "asks for the haptic \(name)"
    case .playSound(_, let name): "asks for the sound \(name)"
    }
  }

  private static func words(for configuration: SessionConfiguration) -> String {
    var words = ["\(configuration.category)"]
    if configuration.mode != .default { words.append("mode \(configuration.mode.name)") }
    words += configuration.options.names
    return words.joined(separator: ", ")
  }

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
    }
  }
}
