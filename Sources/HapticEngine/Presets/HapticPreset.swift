/// The patterns that all apps share.
///
/// Each has one meaning: an outcome, an impact or a selection.
///
/// The meanings are those of Apple's Human Interface Guidelines. `impact.soft` and `impact.rigid` are more recent than
/// the guidelines, so their meanings are those of `UIImpactFeedbackGenerator`. The shapes are our own: Apple's shapes
/// are unpublished, and the public imitations disagree with each other.
///
/// Raw values are the names on the command line.
public enum HapticPreset: String, Hashable, Sendable, CaseIterable {
  /// A task or action has completed.
  case notificationSuccess = "notification.success"
  /// A task or action has produced a warning.
  case notificationWarning = "notification.warning"
  /// A task or action has failed.
  case notificationFailure = "notification.failure"
  /// Something small or light has met something else.
  case impactLight = "impact.light"
  /// Something of medium size or weight has met something else.
  case impactMedium = "impact.medium"
  /// Something large or heavy has met something else.
  case impactHeavy = "impact.heavy"
  /// Something soft has met something else.
  case impactSoft = "impact.soft"
  /// Something completely rigid has met something else.
  case impactRigid = "impact.rigid"
  /// The selection has moved past one of several values.
  case selection

  /// Returns the preset called `name`, or nil if it does not exist.
  ///
  /// `notification.error`, the name in UIKit, is another spelling of `notification.failure`.
  public init?(named name: String) {
    self.init(rawValue: name == "notification.error" ? Self.notificationFailure.rawValue : name)
  }

  /// The name on the command line, such as `impact.heavy`.
  public var name: String { rawValue }

  /// The meaning of the preset in one sentence.
  public var meaning: String {
    switch self {
    case .notificationSuccess: "A task or action has completed."
    case .notificationWarning: "A task or action has produced a warning."
    case .notificationFailure: "A task or action has failed."
    case .impactLight: "Something small or light has met something else, or snapped into place."
    case .impactMedium: "Something of medium size has met something else, or snapped into place."
    case .impactHeavy: "Something large or heavy has met something else, or snapped into place."
    case .impactSoft: "Something that gives way has met something else."
    case .impactRigid: "Something that does not give way at all has met something else."
    case .selection:
      "The selection has passed one of many values; not for making or confirming a choice."
    }
  }

  /// The preset's pattern.
  public var pattern: HapticPattern {
    let metadata: PatternMetadata = ["Project": .text(name), "Description": .text(meaning)]
    do {
      return try HapticPattern(entries: entries, metadata: metadata)
    } catch {
      preconditionFailure("the preset \(name) is not a valid pattern: \(error)")
    }
  }
}

// The shapes of the presets. All values are our choice, for the reasons stated at each shape. Gaps between taps are 80
// ms or more, so that taps are perceived as separate.

extension HapticPreset {
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

  /// Two rising taps: something is picked up and falls into place.
  ///
  /// The second tap is stronger and crisper, and ends the pattern. The pattern is short, so that it does not get in the
  /// way of whatever follows the success.
  @PatternBuilder private static var success: [HapticPattern.Entry] {
    Transient(at: 0, intensity: 0.5, sharpness: 0.45)
    Transient(at: 0.12, intensity: 0.85, sharpness: 0.7)
  }

  /// Two falling taps with a pause between them: a knock, and then time to look up.
  ///
  /// The strong tap comes first, unlike in success, and the gap is nearly twice as long, so that the two presets differ
  /// both in how they end and in their rhythm.
  @PatternBuilder private static var warning: [HapticPattern.Entry] {
    Transient(at: 0, intensity: 0.9, sharpness: 0.6)
    Transient(at: 0.22, intensity: 0.55, sharpness: 0.3)
  }

  /// Three even, dull knocks and a low buzz: an attempt to open something that stays shut.
  ///
  /// Nothing rises, and nothing is crisp. This is the only notification that contains more than taps, because it must
  /// not be missed.
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

  /// One tap, between light and heavy in strength.
  ///
  /// Energy grows with the square of the intensity, so equal steps in energy are not equal steps in intensity. Each
  /// impact has about three times the energy of the next weaker impact.
  @PatternBuilder private static var medium: [HapticPattern.Entry] {
    Transient(intensity: 0.66, sharpness: 0.38)
  }

  /// One tap at full strength, low: a large body.
  @PatternBuilder private static var heavy: [HapticPattern.Entry] {
    Transient(intensity: 1, sharpness: 0.22)
  }

  /// A short swell without an edge: something soft hardly has an onset.
  ///
  /// Attack 20 ms and release 50 ms, by the map of normalized times. A tap would begin with an edge even at sharpness
  /// 0.
  @PatternBuilder private static var soft: [HapticPattern.Entry] {
    Continuous(
      duration: 0.04, intensity: 0.4, sharpness: 0.05, attack: 0.37, release: 0.38)
  }

  /// One tap, strong and as crisp as possible, because nothing yields.
  @PatternBuilder private static var rigid: [HapticPattern.Entry] {
    Transient(intensity: 0.9, sharpness: 1)
  }

  /// One barely perceptible tap, because many of them follow each other quickly.
  @PatternBuilder private static var tick: [HapticPattern.Entry] {
    Transient(intensity: 0.28, sharpness: 0.75)
  }
}
