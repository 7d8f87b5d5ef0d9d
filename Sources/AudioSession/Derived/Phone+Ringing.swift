/// What rings on until somebody does something about it: a call that comes in, an alarm, a timer.
public struct Ringing: Hashable, Sendable {
  /// The kind of its sound: the ring tone or the alarm.
  public let sound: SoundClass
  /// The gain at which the sound is heard, 0...1; 0 while it is silenced.
  public let gain: Double
  /// Whether the phone vibrates, too.
  public let vibrates: Bool
}

extension Phone {
  /// What rings now; nil if nothing does.
  ///
  /// Derived, so that moving the switch or the volume while it rings changes what is heard. An alarm
  /// goes before a call, as what the user has asked for: our choice, the call is silent until the alarm is
  /// dismissed. A second call while one is active has no ring
  /// tone: our choice, for what is heard of it is not published. An alarm vibrates by the setting for
  /// ring, whatever the switch says: our choice, as it sounds whatever the switch says.
  public var ringing: Ringing? {
    let device = state.device
    if device[.alarm] || device[.timer] {
      return ringing(.alarm, vibrates: device.settings.contains(.vibratesWithSound))
    }
    guard let call = device.calls.call(in: .ringing), device.calls.call(in: .active) == nil else {
      return nil
    }
    // Source: support.apple.com TA38605: silencing is "to stop iPhone from ringing or vibrating".
    if call.isSilenced { return Ringing(sound: .ringtone, gain: 0, vibrates: false) }
    let ringing = ringing(.ringtone, vibrates: vibratesForAlerts)
    return isSilencedForApps
      ? Ringing(sound: .ringtone, gain: 0, vibrates: ringing.vibrates) : ringing
  }

  /// Whether an active session prefers that the banner of a call does not interrupt it.
  ///
  /// Source: header of `setPrefersNoInterruptionsFromSystemAlerts`: "With 'Banner' display style, if below
  /// property is set to YES then system audio will be silenced." Our choice: the phone still vibrates, for a
  /// vibration is no audio.
  private var isSilencedForApps: Bool {
    state.ids.contains { state[$0].isActive && isExemptFromBanner($0) }
  }

  private func ringing(_ sound: SoundClass, vibrates: Bool) -> Ringing {
    Ringing(
      sound: sound, gain: gain(of: sound),
      vibrates: vibrates && soundVerdict(for: .vibration, by: nil) == .played)
  }
}
