/// Statistics of a pattern's contents.
public struct PatternSummary: Hashable, Sendable {
  /// The pattern's duration, in seconds.
  public let duration: Seconds
  /// The number of events of each type, including types that do not occur.
  public let events: [EventType: Int]
  /// The number of dynamic parameters.
  public let parameters: Int
  /// The number of parameter curves.
  public let curves: Int
  /// The number of control points of all curves.
  public let controlPoints: Int
  /// The range from the lowest to the highest value of each event parameter, not clamped.
  ///
  /// Includes the values that events set. For the intensity and sharpness of haptic events, default values are included
  /// as well.
  public let ranges: [EventParameter.ID: ClosedRange<Double>]
  /// The range from the lowest to the highest value of each control, not clamped.
  public let controls: [DynamicParameter.ID: ClosedRange<Double>]
  /// The sound files that events name, each once, in order.
  public let sounds: [String]

  /// Summarizes `pattern`.
  ///
  /// - Complexity: O(entries).
  public init(_ pattern: HapticPattern) {
    var events = Dictionary(uniqueKeysWithValues: EventType.allCases.map { ($0, 0) })
    var ranges = Ranges<EventParameter.ID>()
    var controls = Ranges<DynamicParameter.ID>()
    var counts = (parameters: 0, curves: 0, points: 0)
    var sounds: [String] = []
    for entry in pattern.entries {
      switch entry {
      case .event(let event):
        events[event.type, default: 0] += 1
        for parameter in event.parameters { ranges.add(parameter.value, to: parameter.id) }
        for id in [EventParameter.ID.hapticIntensity, .hapticSharpness]
        where event.type.isHaptic && event.value(of: id) == nil {
          ranges.add(id.defaultValue, to: id)
        }
        if let path = event.waveform?.path { sounds.append(path) }
      case .parameter(let parameter):
        counts.parameters += 1
        controls.add(parameter.value, to: parameter.id)
      case .curve(let curve):
        counts.curves += 1
        counts.points += curve.controlPoints.count
        for point in curve.controlPoints { controls.add(point.value, to: curve.id) }
      }
    }
    duration = pattern.duration
    self.events = events
    (parameters, curves, controlPoints) = counts
    self.ranges = ranges.values
    self.controls = controls.values
    var seen: Set<String> = []
    self.sounds = sounds.filter { seen.insert($0).inserted }
  }

  private struct Ranges<ID: Hashable> {
    var values: [ID: ClosedRange<Double>] = [:]

    mutating func add(_ value: Double, to id: ID) {
      let range = values[id] ?? value...value
      values[id] = min(range.lowerBound, value)...max(range.upperBound, value)
    }
  }
}
