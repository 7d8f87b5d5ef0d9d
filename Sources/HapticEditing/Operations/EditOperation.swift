public import HapticEngine
internal import TextFormats

/// A change to a pattern, as a value.
///
/// An operation that is applied to the same document with the same selection gives the same bytes on every machine.
/// Unchanged parts keep their text. An operation acts on the most recent selection, initially on all entries. Numbers
/// that it computes are rounded to nine decimals.
///
/// Numbers must be in the ranges that `EditWords` accepts; `EditSession.apply` throws for other numbers. Times are
/// finite, and at most 1e9 seconds.
///
/// Thread: any. Realtime-safe: no.
public enum EditOperation: Hashable, Sendable {
  /// Makes later operations act on these entries.
  case select(Selection)
  /// Multiplies the intensity of haptic events by a factor in 0...1e6; the product is clamped to 0...1.
  case scaleIntensity(Double)
  /// Multiplies the sharpness of haptic events by a factor in 0...1e6; the product is clamped to 0...1.
  case scaleSharpness(Double)
  /// Adds this number, -1...1, to the intensity of haptic events; the sum is clamped to 0...1.
  case raiseIntensity(Double)
  /// Adds this number, -1...1, to the sharpness of haptic events; the sum is clamped to 0...1.
  case raiseSharpness(Double)
  /// Scales the intensity of haptic events so that the strongest event has this intensity, in 0...1.
  case normalize(Double)
  /// Moves events randomly, by up to `time` seconds (0 or more), and changes intensities randomly, by up to `intensity`
  /// (0...1).
  case humanize(seed: UInt64, time: Seconds, intensity: Double)
  /// Sets a field to a value.
  case set(EditTarget, Double)
  /// Adds this number of seconds to all times.
  case shift(Seconds)
  /// Shifts all times so that the first entry is at this time, in seconds.
  case move(Seconds)
  /// Multiplies times, durations and the times of points by a factor in 1e-6...1e6.
  ///
  /// Times are measured from the start of the pattern or, if there is a selection, from the first selected entry.
  case stretch(Double)
  /// Stretches so that the last entry ends at most this number of seconds after the same start.
  ///
  /// `EditSession.apply` throws if the factor would not be in 1e-6...1e6. Releases do not count.
  case fit(Seconds)
  /// Mirrors events, steps and curves in time.
  ///
  /// Envelopes are not mirrored: an event has its attack at its beginning.
  case reverse
  /// Moves entries to the nearest multiple of this number of seconds, which is at least 1e-9.
  case quantize(Seconds)
  /// Moves entries to the grid of a tempo: beats per minute, 1...10_000, and the grid's step in beats,
  /// 1/256...256.
  case snap(tempo: Double, step: Double)
  /// Keeps the part between two times, in seconds, and moves it to the start. The second time must be later.
  ///
  /// Acts on the whole pattern.
  case trim(from: Seconds, to: Seconds)
  /// Removes the selected entries; all entries are selected afterward.
  case delete
  /// Inserts copies after the last of the selected entries. Their times are later by this number of seconds; nil for
  /// the length of the selection.
  ///
  /// The copies are selected afterward.
  case duplicate(Seconds?)
  /// Adds a pattern after the end. Acts on the whole pattern.
  case append(EditFragment)
  /// Adds a pattern that plays at the same time. Acts on the whole pattern.
  case overlay(EditFragment)
  /// Adds a point to the curve at the index `entry`, `time` seconds after the curve's time, with a value in the range of
  /// the control.
  ///
  /// The point follows the points that are not later.
  case addPoint(entry: Int, time: Seconds, value: Double)
  /// Removes the point at `index` from the curve at the index `entry`, unless it is the last point.
  case deletePoint(entry: Int, index: Int)
  /// Removes points of curves as far as the level changes by no more than this many decibels, 0.001...60.
  case simplify(decibels: Double)
  /// Splits entries that a device cannot play completely: curves with more than 16 points, and continuous events longer
  /// than 30 s.
  case split
}

/// A pattern that is added to another one.
public struct EditFragment: Hashable, Sendable {
  /// The name of the pattern, for messages.
  public let name: String
  /// The file of the pattern.
  public let document: EditDocument

  /// Creates a fragment of the pattern in `document`, called `name`.
  public init(name: String, document: EditDocument) {
    self.name = name
    self.document = document
  }
}

/// The target of a `set` operation: a field of one entry, or of the selected entries.
public struct EditTarget: Hashable, Sendable {
  /// A field of an entry.
  public enum Field: Hashable, Sendable {
    /// The time of the entry.
    case time
    /// The duration of an event.
    case duration
    /// The value of a dynamic parameter.
    case value
    /// A parameter of an event, which is added if it is missing.
    case parameter(EventParameter.ID)
    /// The value of an event's parameter by its index.
    case parameterValue(Int)
    /// The time of a curve's point by its index.
    case pointTime(Int)
    /// The value of a curve's point by its index.
    case pointValue(Int)
  }

  /// The index of the entry; nil for the selected entries.
  public var entry: Int?
  /// The field.
  public var field: Field

  /// Creates the target `field` of the entry at index `entry`, or of the selected entries for nil.
  public init(entry: Int?, _ field: Field) {
    self.entry = entry
    self.field = field
  }
}

extension EditTarget: CustomStringConvertible {
  /// The path, such as `Pattern[3].HapticIntensity`.
  public var description: String {
    (entry.map { "Pattern[\($0)]." } ?? "") + field.name
  }

  /// Reads the target in `path`.
  ///
  /// The path is either short, as in `Pattern[3].HapticIntensity`, or follows the file, as in
  /// `Pattern[3].Event.EventParameters[0].ParameterValue`. A path without an entry is the field of the selected
  /// entries.
  ///
  /// - Throws: the problem of the path, with its column.
  init(path: String) throws(SelectionError) {
    var rest = Substring(path)
    let entry = try Self.takeEntry(
      from: &rest, before: "].", "an index followed by '].' was expected, as in Pattern[3].Time")
    for prefix in ["Event.", "Parameter.", "ParameterCurve."] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    guard let field = Field(name: String(rest)) else {
      let column = path.unicodeScalars.count - rest.unicodeScalars.count + 1
      let names = Field.names
      let hint = NearestWord.question(for: String(rest), among: names)
      throw SelectionError(
        column: column,
        reason: "unknown field \(Quoted.words(String(rest))); "
          + (hint ?? "available: \(names.joined(separator: ", "))"))
    }
    self.init(entry: entry, field)
  }

  /// Reads the index of the entry in `path`, as in `Pattern[3]`.
  ///
  /// - Throws: the problem of the path, with its column.
  static func entry(path: String) throws(SelectionError) -> Int {
    let expected = "the path of an entry was expected, as in Pattern[3]"
    var rest = Substring(path)
    guard let entry = try takeEntry(from: &rest, before: "]", expected), rest.isEmpty else {
      let column = path.unicodeScalars.count - rest.unicodeScalars.count + 1
      throw SelectionError(column: column, reason: expected)
    }
    return entry
  }

  /// Removes an entry, such as `Pattern[3]` or `[3]`, from the start of `path`, with `end` after its index.
  ///
  /// - Returns: the index; nil if `path` does not start with an entry.
  /// - Throws: `reason`, with the column of the index.
  private static func takeEntry(
    from path: inout Substring, before end: String, _ reason: String
  ) throws(SelectionError) -> Int? {
    for prefix in ["Pattern[", "["] where path.hasPrefix(prefix) {
      let digits = path.dropFirst(prefix.count).prefix { $0 != "]" }
      let rest = path[digits.endIndex...]
      guard let index = Int(digits), index >= 0, rest.hasPrefix(end) else {
        throw SelectionError(column: prefix.count + 1, reason: reason)
      }
      path = rest.dropFirst(end.count)
      return index
    }
    return nil
  }
}

extension EditTarget.Field {
  /// The names of the fields without an index.
  static let names =
    ["Time", "EventDuration", "ParameterValue"] + EventParameter.ID.allCases.map(\.rawValue)

  /// The name of the field, in AHAP's words.
  var name: String {
    switch self {
    case .time: "Time"
    case .duration: "EventDuration"
    case .value: "ParameterValue"
    case .parameter(let id): id.rawValue
    case .parameterValue(let index): "EventParameters[\(index)].ParameterValue"
    case .pointTime(let index): "ParameterCurveControlPoints[\(index)].Time"
    case .pointValue(let index): "ParameterCurveControlPoints[\(index)].ParameterValue"
    }
  }

  init?(name: String) {
    switch name {
    case "Time": self = .time
    case "EventDuration": self = .duration
    case "ParameterValue": self = .value
    default:
      if let id = EventParameter.ID(rawValue: name) {
        self = .parameter(id)
        return
      }
      guard let open = name.firstIndex(of: "["), let close = name.firstIndex(of: "]"),
        open < close, let index = Int(name[name.index(after: open)..<close]), index >= 0
      else { return nil }
      switch (name[..<open], name[close...]) {
      case ("EventParameters", "].ParameterValue"): self = .parameterValue(index)
      case ("ParameterCurveControlPoints", "].Time"): self = .pointTime(index)
      case ("ParameterCurveControlPoints", "].ParameterValue"): self = .pointValue(index)
      default: return nil
      }
    }
  }
}
