internal import HapticEditing
internal import HapticEngine
internal import HapticListening

/// A control that parameters and curves set.
struct ControlRow: Encodable, Hashable, Sendable {
  /// The AHAP name.
  var id: String
  /// The displayed name.
  var name: String
  /// The lowest and the highest value.
  var low: Double
  var high: Double
  /// Whether the value is added to that of an event; otherwise, the two are multiplied.
  var adds: Bool

  /// All controls.
  static let all = DynamicParameter.ID.allCases.map { id in
    ControlRow(
      id: id.rawValue, name: id.word, low: id.range.lowerBound, high: id.range.upperBound,
      adds: id.combination == .adds)
  }
}

/// A parameter of events.
struct ParameterRow: Encodable, Hashable, Sendable {
  /// The AHAP name.
  var id: String
  /// The displayed name.
  var name: String
  /// The lowest and the highest value.
  var low: Double
  var high: Double
  /// The value of an event that does not set the parameter.
  var initial: Double
  /// The kinds of entries that respond to the parameter, as in `EntryRow`.
  var kinds: [String]
  /// The lengths for which 0 and 1 stand, in seconds, for the times of an envelope; between them, lengths grow
  /// exponentially.
  var seconds: [Double]?

  /// All parameters.
  static let all = EventParameter.ID.allCases.map { id in
    ParameterRow(
      id: id.rawValue, name: id.word, low: id.range.lowerBound, high: id.range.upperBound,
      initial: id.defaultValue,
      kinds: EntryKind.allCases.filter { $0.eventType.map(id.applies) ?? false }.map(\.rawValue),
      seconds: seconds(id))
  }

  private static func seconds(_ id: EventParameter.ID) -> [Double]? {
    switch id {
    case .attackTime: [0, 1].map(EnvelopeTime.attackSeconds)
    case .decayTime: [0, 1].map(EnvelopeTime.decaySeconds)
    case .releaseTime: [0, 1].map(EnvelopeTime.releaseSeconds)
    case .hapticIntensity, .hapticSharpness, .sustained, .audioVolume, .audioPan, .audioPitch,
      .audioBrightness:
      nil
    }
  }
}

/// The methods and settings that make patterns from sounds.
struct ListeningRow: Encodable, Hashable, Sendable {
  /// A setting of `SoundImport.Settings`.
  struct Control: Encodable, Hashable, Sendable {
    /// The key of the setting.
    var id: String
    /// The displayed name, with the unit.
    var name: String
    /// The lowest and the highest value.
    var low: Double
    var high: Double
    /// The step of a slider.
    ///
    /// Our choice: a small difference that can be felt.
    var step: Double
    /// The default; null for no limit.
    var value: Double?

    init(_ id: String, _ name: String, _ range: ClosedRange<Double>, step: Double, _ value: Double?)
    {
      (self.id, self.name, self.step, self.value) = (id, name, step, value)
      (low, high) = (range.lowerBound, range.upperBound)
    }

    private enum Key: String, CodingKey { case id, name, low, high, step, value }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(id, forKey: .id)
      try values.encode(name, forKey: .name)
      try values.encode(low, forKey: .low)
      try values.encode(high, forKey: .high)
      try values.encode(step, forKey: .step)
      // The key is written for nil as well.
      try values.encode(value, forKey: .value)
    }
  }

  var methods = ListenMethod.allCases.map(\.rawValue)
  var controls = Self.controls(ListenOptions())

  private static func controls(_ usual: ListenOptions) -> [Control] {
    [
      Control("gain", "gain, dB", ListenOptions.gains, step: 1, usual.gain),
      Control("gate", "gate, dB", ListenOptions.gates, step: 1, usual.gate),
      Control("range", "range, dB", ListenOptions.ranges, step: 1, usual.range),
      Control("smoothing", "smoothing, s", ListenOptions.smoothings, step: 0.01, usual.smoothing),
      Control("tolerance", "tolerance, dB", ListenOptions.tolerances, step: 0.1, usual.tolerance),
      Control("sensitivity", "sensitivity", 0...1, step: 0.05, usual.sensitivity),
      Control("density", "taps per second", ListenOptions.densities, step: 0.1, usual.density),
    ]
  }
}
