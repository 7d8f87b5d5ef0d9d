import HapticEngine
import HapticListening
import HapticPerception
import TextFormats

extension OnsetOmission {
  /// Returns how many onsets of a sound do not become transients, and why; nil if all onsets become transients.
  static func remark(on counts: [OnsetOmission: Int], by method: ListenMethod) -> String? {
    let reasons = allCases.compactMap { omission in
      counts[omission].map { "\($0) \(omission.reason(by: method))" }
    }
    return reasons.isEmpty ? nil : "onsets without a transient: \(reasons.joined(separator: ", "))"
  }

  private func reason(by method: ListenMethod) -> String {
    switch self {
    case .section: "in sections without haptics"
    case .vibration where method == .auto:
      "covered by the vibration (not sudden, or in a fast series)"
    case .vibration: "covered by the vibration"
    case .gate: "below --gate"
    case .density: "left out by --density"
    }
  }
}

extension HapticPattern {
  /// How many transients are below the threshold of feeling, and the options that change this; nil if all are felt.
  ///
  /// The part of the pattern after `SensationTrack.maximumSeconds` is not measured.
  var remarkOnWeakTransients: String? {
    get throws(RenderError) {
      let transients = events.filter { $0.type == .hapticTransient }
      guard !transients.isEmpty else { return nil }
      let track = try SensationTrack(of: self)
      let weak = transients.count { transient in
        let frame = track.strongest(during: transient)
        return frame.level.isFinite && !frame.isPerceptible
      }
      guard weak > 0 else { return nil }
      return
        "\(weak) of \(transients.count.counted("transient")) \(weak == 1 ? "is" : "are") hardly felt; "
        + "a larger --range or --haptic-gain strengthens soft sounds, a higher --gate leaves them out"
    }
  }
}
