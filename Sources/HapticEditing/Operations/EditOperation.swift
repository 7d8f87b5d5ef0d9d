public import HapticEngine
internal import TextFormats

/// One change of a pattern, as a value.
///
/// Applied to the same document with the same selection it gives the same bytes, on every machine; what it
/// does not change keeps its text. An operation acts on the entries that were selected last, on all at
/// first. Numbers that it computes are rounded to nine decimals.
///
/// Numbers have the ranges that `EditWords` reads; `EditSession.apply` throws for any other. Times are finite,
/// and at most 1e9 seconds.
///
/// Thread: any. Realtime-safe: no.
public enum EditOperation: Hashable, Sendable {
  /// The following operations act on these entries.
  case select(Selection)
  /// Multiplies the intensity of haptic events, 0...1e6; the product is clamped to 0...1.
  case scaleIntensity(Double)
  /// Multiplies the sharpness of haptic events, 0...1e6; the product is clamped to 0...1.
  case scaleSharpness(Double)
  /// Scales the intensity of haptic events so that the strongest has this one, 0...1.
  case normalize(Double)
  /// Moves events and changes intensities at random: by up to so many seconds, 0 or more, and by up to so
  /// much, 0...1.
  case humanize(seed: UInt64, time: Seconds, intensity: Double)
  /// Gives a field a value.
  case set(EditTarget, Double)
  /// Adds to all times, in seconds.
  case shift(Seconds)
  /// Shifts so that the first entry is at this time, in seconds.
  case move(Seconds)
  /// Multiplies times, durations and the times of points, 1e-6...1e6.
  ///
  /// Times count from the start of the pattern; with a selection, from its first entry.
  case stretch(Double)
  /// Mirrors events, steps and curves in time.
  ///
  /// Envelopes are not mirrored: an event has its attack at its beginning.
  case reverse
  /// Moves entries to the nearest multiple of this many seconds, 1e-9 or more.
  case quantize(Seconds)
  /// Moves entries to the grid of a tempo: beats per minute, 1...10_000, and the grid's step in beats,
  /// 1/256...256.
  case snap(tempo: Double, step: Double)
  /// Keeps what is between two times, in seconds, the second later than the first, and moves it to the start.
  /// Acts on the whole pattern.
  case trim(from: Seconds, to: Seconds)
  /// Removes the entries; then all are selected.
  case delete
  /// Inserts copies after the last of the entries, later by this many seconds; nil for the length of what
  /// is selected. The copies are then selected.
  case duplicate(Seconds?)
  /// Adds a pattern after the end. Acts on the whole pattern.
  case append(EditFragment)
  /// Adds a pattern at the same time. Acts on the whole pattern.
  case overlay(EditFragment)
  /// Removes points of curves where the level stays within this many decibels, 0.001...60.
  case simplify(decibels: Double)
  /// Splits what a device does not play: curves of more than 16 points, and continuous events of more
  /// than 30 s.
  case split
}

/// A pattern that is added to another one.
public struct EditFragment: Hashable, Sendable {
  /// The name of the fragment, for messages.
  public let name: String
  /// The file of the fragment.
  public let document: EditDocument

  /// The pattern in `document`, called `name`.
  public init(name: String, document: EditDocument) {
    self.name = name
    self.document = document
  }
}

/// What an operation gives a value: a field of one entry, or of the selected ones.
public struct EditTarget: Hashable, Sendable {
  /// A field of an entry.
  public enum Field: Hashable, Sendable {
    /// The time of the entry.
    case time
    /// The duration of an event.
    case duration
    /// The value of a dynamic parameter.
    case value
    /// A parameter of an event, added where it has none.
    case parameter(EventParameter.ID)
    /// The value of an event's parameter by its index.
    case parameterValue(Int)
    /// The time of a curve's point by its index.
    case pointTime(Int)
    /// The value of a curve's point by its index.
    case pointValue(Int)
  }

  /// The index of the entry; nil for the selected ones.
  public var entry: Int?
  /// The field.
  public var field: Field

  /// The field `field` of the entry at index `entry`, or of the selected ones for nil.
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

  /// The target that `path` names: short, as `Pattern[3].HapticIntensity`, or as in the file,
  /// `Pattern[3].Event.EventParameters[0].ParameterValue`; without an entry, that of the selected ones.
  ///
  /// - Throws: what is wrong with the path, with its column.
  init(path: String) throws(SelectionError) {
    var rest = Substring(path)
    var entry: Int?
    for prefix in ["Pattern[", "["] where entry == nil && rest.hasPrefix(prefix) {
      let digits = rest.dropFirst(prefix.count).prefix { $0 != "]" }
      rest = rest[digits.endIndex...]
      guard let index = Int(digits), index >= 0, rest.hasPrefix("].") else {
        throw SelectionError(
          column: prefix.count + 1, reason: "an index, ] and . were expected, as in Pattern[3].Time"
        )
      }
      entry = index
      rest = rest.dropFirst(2)
    }
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
