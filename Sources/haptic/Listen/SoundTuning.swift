import HapticEngine
import HapticListening
import Realtime
import TextFormats

/// A control that shapes the haptics: an option of `haptic listen` that keys change during
/// playback.
struct ListenControl: Sendable {
  /// The name of the option, without its dashes.
  let name: String
  let unit: String
  let path: any WritableKeyPath<ListenOptions, Double> & Sendable
  let range: ClosedRange<Double>
  let steps: Steps
  /// The unit in messages, if it differs from `unit`.
  var unitInWords: String?
  /// The word for the upper end of the range, if that end means more than its number.
  var wordForMost: String?

  /// The change by one key press.
  enum Steps: Sendable {
    /// By this amount.
    case each(Double)
    /// To the next of these ascending values, or to the end of the range.
    case among([Double])
  }

  /// The densities that keys select, in transients per second.
  ///
  /// The upper end of the range, above these densities, keeps all transients.
  ///
  /// Our choice: each is about a third less than the next, so that a key press changes most sounds. A step of 1 would
  /// not: few sounds have more than ten transients in a second.
  private static let densities = [0.15, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10, 15, 20]

  static let all: [ListenControl] = [
    ListenControl(
      name: "haptic-gain", unit: "dB", path: \.gain, range: ListenOptions.gains, steps: .each(1)),
    ListenControl(
      name: "gate", unit: "dB", path: \.gate, range: ListenOptions.gates, steps: .each(2)),
    ListenControl(
      name: "range", unit: "dB", path: \.range, range: ListenOptions.ranges, steps: .each(2)),
    ListenControl(
      name: "smoothing", unit: "s", path: \.smoothing, range: ListenOptions.smoothings,
      steps: .each(0.01), unitInWords: "seconds"),
    ListenControl(
      name: "tolerance", unit: "dB", path: \.tolerance, range: ListenOptions.tolerances,
      steps: .each(0.5)),
    ListenControl(
      name: "density", unit: "/s", path: \.mostTransients, range: ListenOptions.densities,
      steps: .among(densities), unitInWords: "transients per second", wordForMost: "all"),
  ]

  /// Returns `value` after a key press, up or down.
  fileprivate func turned(_ value: Double, isUp: Bool) -> Double {
    let turned =
      switch steps {
      case .each(let step): ((value / step).rounded() + (isUp ? 1 : -1)) * step
      case .among(let values) where isUp: values.first { $0 > value } ?? range.upperBound
      case .among(let values): values.last { $0 < value } ?? range.lowerBound
      }
    // Rounded to the digits that a person would write.
    return (range.clamped(turned) * 1_000).rounded() / 1_000
  }
}

extension ListenOptions {
  /// The maximum number of transients per second; the upper end of the range keeps all transients.
  fileprivate var mostTransients: Double {
    get { density ?? Self.densities.upperBound }
    set { density = newValue < Self.densities.upperBound ? newValue : nil }
  }
}

/// The controls that keys change while a sound plays, and the pattern that they produce.
final class SoundTuning {
  private(set) var options: ListenOptions
  private let original: ListenOptions
  private var selected = 0
  private let remake: (ListenOptions) throws -> HapticPattern

  /// Creates controls that start with `options`; `remake` makes the pattern for other options.
  init(_ options: ListenOptions, remake: @escaping (ListenOptions) throws -> HapticPattern) {
    (self.options, original, self.remake) = (options, options, remake)
  }

  /// Whether `key` changes or selects a control.
  func heeds(_ key: PlayKey) -> Bool {
    switch key {
    case .input, .moreInput, .lessInput, .defaultInput: true
    case .pause, .back, .forward, .farBack, .farForward, .stronger, .weaker, .sharper, .lessSharp,
      .loop, .zoomIn, .zoomOut, .next, .previous, .compare, .help, .quit:
      false
    }
  }

  /// Handles a key for which `heeds` is true.
  ///
  /// - Returns: Whether a control was changed.
  func handle(_ key: PlayKey) -> Bool {
    let before = options
    let path = ListenControl.all[selected].path
    if case .input(let number) = key, number <= ListenControl.all.count { selected = number - 1 }
    if key == .moreInput { turn(isUp: true) }
    if key == .lessInput { turn(isUp: false) }
    if key == .defaultInput { options[keyPath: path] = ListenOptions()[keyPath: path] }
    return options != before
  }

  private func turn(isUp: Bool) {
    let control = ListenControl.all[selected]
    let value = options[keyPath: control.path]
    options[keyPath: control.path] = control.turned(value, isUp: isUp)
  }

  /// Returns the pattern for the current controls.
  func pattern() throws -> HapticPattern { try remake(options) }

  /// The controls for the row of inputs.
  var readings: [InputReading] {
    ListenControl.all.enumerated().map { index, control in
      let value = options[keyPath: control.path]
      return InputReading(
        control.name, value: value, unit: control.unit, in: control.range,
        isSelected: index == selected,
        word: value == control.range.upperBound ? control.wordForMost : nil)
    }
  }

  /// The changed options in the form of a command line; nil if none changed.
  var turned: String? {
    let changed = ListenControl.all.filter {
      // Without the option, all transients are kept.
      let isAbsent = $0.path == \.mostTransients && options.density == nil
      return !isAbsent && options[keyPath: $0.path] != original[keyPath: $0.path]
    }
    guard !changed.isEmpty else { return nil }
    return changed.map { "--\($0.name) \(options[keyPath: $0.path].brief)" }
      .joined(separator: " ")
  }
}
