import HapticEngine
import HapticListening
import Realtime
import TextFormats

/// A control of how what is heard becomes haptics: an option of `haptic listen` that keys turn while it plays.
struct ListenControl: Sendable {
  /// The name of the option, without its dashes.
  let name: String
  let unit: String
  let path: any WritableKeyPath<ListenOptions, Double> & Sendable
  let range: ClosedRange<Double>
  /// The change by one key press.
  let step: Double

  static let all: [ListenControl] = [
    ListenControl(
      name: "haptic-gain", unit: "dB", path: \.gain, range: ListenOptions.gains, step: 1),
    ListenControl(name: "gate", unit: "dB", path: \.gate, range: ListenOptions.gates, step: 2),
    ListenControl(name: "range", unit: "dB", path: \.range, range: ListenOptions.ranges, step: 2),
    ListenControl(
      name: "smoothing", unit: "s", path: \.smoothing, range: ListenOptions.smoothings, step: 0.01),
    ListenControl(
      name: "tolerance", unit: "dB", path: \.tolerance, range: ListenOptions.tolerances, step: 0.5),
    ListenControl(
      name: "density", unit: "/s", path: \.mostTransients, range: ListenOptions.densities, step: 1),
  ]
}

extension ListenOptions {
  /// The most transients in a second; the most there can be stands for all.
  fileprivate var mostTransients: Double {
    get { density ?? Self.densities.upperBound }
    set { density = newValue < Self.densities.upperBound ? newValue : nil }
  }
}

/// What keys make of a sound while it plays: the controls, and the pattern that they give.
final class SoundTuning {
  private(set) var options: ListenOptions
  private let original: ListenOptions
  private var selected = 0
  private let remake: (ListenOptions) throws -> HapticPattern

  /// Controls that begin with `options`; `remake` makes the pattern of others.
  init(_ options: ListenOptions, remake: @escaping (ListenOptions) throws -> HapticPattern) {
    (self.options, original, self.remake) = (options, options, remake)
  }

  /// Whether `key` turns or selects a control.
  func heeds(_ key: PlayKey) -> Bool {
    switch key {
    case .input, .moreInput, .lessInput, .defaultInput: true
    case .pause, .back, .forward, .farBack, .farForward, .stronger, .weaker, .sharper, .lessSharp,
      .loop, .zoomIn, .zoomOut, .next, .previous, .compare, .help, .quit:
      false
    }
  }

  /// Handles a key that it heeds.
  ///
  /// - Returns: whether a control was turned.
  func handle(_ key: PlayKey) -> Bool {
    let before = options
    let path = ListenControl.all[selected].path
    if case .input(let number) = key, number <= ListenControl.all.count { selected = number - 1 }
    if key == .moreInput { turn(by: 1) }
    if key == .lessInput { turn(by: -1) }
    if key == .defaultInput { options[keyPath: path] = ListenOptions()[keyPath: path] }
    return options != before
  }

  private func turn(by steps: Double) {
    let control = ListenControl.all[selected]
    let value = ((options[keyPath: control.path] / control.step).rounded() + steps) * control.step
    // As a person would write it.
    let rounded = (control.range.clamped(value) * 1_000).rounded() / 1_000
    options[keyPath: control.path] = rounded
  }

  /// The pattern of the sound as the controls are.
  func pattern() throws -> HapticPattern { try remake(options) }

  /// The controls for the row of inputs.
  var readings: [InputReading] {
    ListenControl.all.enumerated().map { index, control in
      InputReading(
        control.name, value: options[keyPath: control.path], unit: control.unit,
        in: control.range, isSelected: index == selected)
    }
  }

  /// The options that were turned, as a command line has them; nil if none was.
  var turned: String? {
    let changed = ListenControl.all.filter {
      options[keyPath: $0.path] != original[keyPath: $0.path]
    }
    guard !changed.isEmpty else { return nil }
    return changed.map { "--\($0.name) \(options[keyPath: $0.path].brief)" }
      .joined(separator: " ")
  }
}
