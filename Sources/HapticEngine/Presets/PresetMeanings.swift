package import TextFormats

extension HapticPreset {
  /// The names that other systems use for patterns like the presets.
  ///
  /// Source: UIKit's feedback generators, Android's `VibrationEffect` and `HapticFeedbackConstants`, the presets of
  /// Lofelt's Nice Vibrations. Our choice: which preset is nearest to each name.
  package static let meanings: [WordMeaning] = [
    meaning(.notificationFailure, ["error", "notificationerror", "failed", "reject"]),
    meaning(.notificationSuccess, ["confirm", "uinotificationfeedbacktypesuccess"]),
    meaning(
      .impactLight, ["lightimpact", "uiimpactfeedbackstylelight", "effect_tick", "keyboard_tap"]),
    meaning(
      .impactMedium,
      ["mediumimpact", "uiimpactfeedbackstylemedium", "effect_click", "primitive_click", "impact"]),
    meaning(
      .impactHeavy,
      ["heavyimpact", "uiimpactfeedbackstyleheavy", "effect_heavy_click", "long_press"]),
    meaning(.impactSoft, ["softimpact", "uiimpactfeedbackstylesoft"]),
    meaning(.impactRigid, ["rigidimpact", "uiimpactfeedbackstylerigid"]),
    meaning(
      .selection,
      ["selectionfeedback", "uiselectionfeedbackgenerator", "clock_tick", "segment_tick"]),
  ]

  private static func meaning(_ preset: HapticPreset, _ written: [String]) -> WordMeaning {
    WordMeaning(written, .init(preset.name))
  }
}
