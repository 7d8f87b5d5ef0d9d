// The shapes of the presets. All values are our choice, with the reasons beside each shape; gaps
// between taps are 80 ms or more, so that taps are counted and not felt as one.

extension HapticPreset {
  /// The entries of the preset's pattern.
  var entries: [HapticPattern.Entry] {
    switch self {
    case .notificationSuccess: Self.success
    case .notificationWarning: Self.warning
    case .notificationFailure: Self.failure
    case .impactLight: Self.light
    case .impactMedium: Self.medium
    case .impactHeavy: Self.heavy
    case .impactSoft: Self.soft
    case .impactRigid: Self.rigid
    case .selection: Self.tick
    }
  }

  /// Two taps that rise: something is taken up and falls into place.
  ///
  /// Stronger and crisper at the second, which is where it ends: short, so that it does not get in
  /// the way of what comes after success.
  @PatternBuilder private static var success: [HapticPattern.Entry] {
    Transient(at: 0, intensity: 0.5, sharpness: 0.45)
    Transient(at: 0.12, intensity: 0.85, sharpness: 0.7)
  }

  /// Two taps that fall, with room between them: a knock, and then a pause to look up.
  ///
  /// The order of strengths is that of success reversed and the gap nearly twice as long, so that
  /// the two are told apart by the end as well as by the beat.
  @PatternBuilder private static var warning: [HapticPattern.Entry] {
    Transient(at: 0, intensity: 0.9, sharpness: 0.6)
    Transient(at: 0.22, intensity: 0.55, sharpness: 0.3)
  }

  /// Three even, dull knocks, and a low buzz that shuts: it was tried, and it does not open.
  ///
  /// Nothing rises, nothing is crisp; the only notification that is more than taps, because it is
  /// the one that must not be missed.
  @PatternBuilder private static var failure: [HapticPattern.Entry] {
    Transient(at: 0, intensity: 0.8, sharpness: 0.25)
    Transient(at: 0.09, intensity: 0.8, sharpness: 0.25)
    Transient(at: 0.18, intensity: 0.8, sharpness: 0.25)
    Continuous(at: 0.3, duration: 0.14, intensity: 0.75, sharpness: 0.05, release: 0.3)
  }

  /// One tap, weak and bright: a small body has little energy and rings high.
  @PatternBuilder private static var light: [HapticPattern.Entry] {
    Transient(intensity: 0.42, sharpness: 0.5)
  }

  /// One tap between light and heavy.
  ///
  /// Energy goes with the square of the intensity, so that equal steps in energy are not equal steps
  /// here: each impact has about three times the energy of the one before.
  @PatternBuilder private static var medium: [HapticPattern.Entry] {
    Transient(intensity: 0.66, sharpness: 0.38)
  }

  /// One tap at full strength, low: a large body.
  @PatternBuilder private static var heavy: [HapticPattern.Entry] {
    Transient(intensity: 1, sharpness: 0.22)
  }

  /// A short swell without an edge: what gives way has no onset to speak of.
  ///
  /// Attack 20 ms and release 50 ms, by the map of normalised times; a tap, even at sharpness 0,
  /// would begin with its edge.
  @PatternBuilder private static var soft: [HapticPattern.Entry] {
    Continuous(
      duration: 0.04, intensity: 0.4, sharpness: 0.05, attack: 0.37, release: 0.38)
  }

  /// One tap, strong and as crisp as there is: nothing gives.
  @PatternBuilder private static var rigid: [HapticPattern.Entry] {
    Transient(intensity: 0.9, sharpness: 1)
  }

  /// One tap that is just there: many of them follow each other quickly.
  @PatternBuilder private static var tick: [HapticPattern.Entry] {
    Transient(intensity: 0.28, sharpness: 0.75)
  }
}
