/// What holds for a sound that does not go through a session: one row of their table.
public struct SoundRule: Hashable, Sendable {
  /// The kind of sound.
  public var sound: SoundClass
  /// Whether the ring/silent switch silences it.
  public var isSilencedBySwitch: Bool
  /// Whether recording without the allowance silences it.
  public var isMutedByRecording: Bool
  /// Whether an app that asks for it must be in the foreground.
  public var needsForeground: Bool
  /// The user's setting that it obeys, or nil.
  public var setting: UserSettings?
  /// Whether it is felt, not heard.
  public var isVibration: Bool
  /// What the row rests on.
  public var evidence: Evidence
}

extension SoundClass {
  /// What holds for the kind of sound.
  public var rule: SoundRule {
    let guidelines = Evidence(
      .documentation, note: "guidelines: silent mode leaves only what the user started")
    let settings = Evidence(.documentation, note: "guidelines, Settings > Sounds")
    return switch self {
    case .ringtone: rule(recording: false, foreground: false, guidelines)
    case .messageTone: rule(foreground: false, setting: .notificationSounds, settings)
    case .keyClick: rule(setting: .keyboardClicks, settings)
    case .uiFeedback, .alert: rule(guidelines)
    case .vibration:
      rule(
        silenced: false, isVibration: true,
        Evidence(.documentation, note: "silent mode is about sounds"))
    case .alarm:
      rule(
        silenced: false, recording: false, foreground: false,
        Evidence(.documentation, .assumed, note: "guidelines: alarms are heard in silent mode"))
    }
  }

  private func rule(
    silenced: Bool = true, recording: Bool = true, foreground: Bool = true,
    setting: UserSettings? = nil, isVibration: Bool = false, _ evidence: Evidence
  ) -> SoundRule {
    SoundRule(
      sound: self, isSilencedBySwitch: silenced, isMutedByRecording: recording,
      needsForeground: foreground, setting: setting, isVibration: isVibration, evidence: evidence)
  }
}
