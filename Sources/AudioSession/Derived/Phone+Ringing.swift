/// A sound that continues until somebody responds: an incoming call, an alarm or a timer.
public struct Ringing: Hashable, Sendable {
  /// The kind of sound: the ringtone or the alarm.
  public let sound: SoundClass
  /// The gain at which the sound is heard, 0...1; 0 while it is silenced.
  public let gain: Double
  /// Whether the phone also vibrates.
  public let vibrates: Bool
}

extension Phone {
  /// The sound that is ringing now, or nil.
  ///
  /// The value is derived, so that moving the switch or changing the volume affects a sound that is already ringing.
  /// Our choice: an alarm takes precedence over a call, because the user has asked for the alarm. The call is silent
  /// until the alarm is dismissed. Our choice: a second call does not have a ringtone while another call is active,
  /// because Apple does not publish what the user hears. Our choice: an alarm vibrates according to the setting for the
  /// ring position, regardless of the switch, because its sound ignores the switch as well.
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
  /// Source: header of `setPrefersNoInterruptionsFromSystemAlerts`: "With 'Banner' display style, if below property is
  /// set to YES then system audio will be silenced." Our choice: the phone still vibrates, because a vibration is not
  /// audio.
  private var isSilencedForApps: Bool {
    state.ids.contains { state[$0].isActive && isExemptFromBanner($0) }
  }

  private func ringing(_ sound: SoundClass, vibrates: Bool) -> Ringing {
    Ringing(
      sound: sound, gain: gain(of: sound),
      vibrates: vibrates && soundVerdict(for: .vibration, by: nil) == .played)
  }
}
