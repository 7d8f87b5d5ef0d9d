/// A haptic pattern: events, and the parameters and curves that control them.
///
/// A pattern is a value and can always be played: its initializers reject everything that Core Haptics rejects, and
/// name every problem. Values outside their range are kept unchanged and clamped when played. The order of the entries
/// matters only if two of them start at the same time and set the same control: the second is used.
public struct HapticPattern: Hashable, Sendable {
  /// One entry of a pattern.
  public enum Entry: Hashable, Sendable {
    case event(HapticEvent)
    case parameter(DynamicParameter)
    case curve(ParameterCurve)
  }

  /// All entries of the pattern, in the order of the file.
  public let entries: [Entry]
  /// The metadata of the file; ignored during playback.
  public let metadata: PatternMetadata

  /// Creates a pattern of `entries`.
  ///
  /// - Throws: `PatternError` with every problem, if a time or duration is negative or beyond
  ///   `PatternLimits.maximumTime`, a value is not finite, a curve is empty, or a sound event does not name a sound.
  public init(entries: [Entry], metadata: PatternMetadata = [:]) throws(PatternError) {
    let problems = entries.enumerated().flatMap { index, entry in
      entry.problems.map { PatternError.Problem(entry: index, $0) }
    }
    if !problems.isEmpty { throw PatternError(problems: problems) }
    self.entries = entries
    self.metadata = metadata
  }

  /// Creates a pattern from entries that a reader has already checked.
  init(checkedEntries entries: [Entry], metadata: PatternMetadata) {
    self.entries = entries
    self.metadata = metadata
  }

  /// Creates a pattern of `events`, then `parameters`, then `curves`.
  ///
  /// - Throws: `PatternError`, as `init(entries:metadata:)` does.
  public init(
    events: [HapticEvent], parameters: [DynamicParameter] = [], curves: [ParameterCurve] = [],
    metadata: PatternMetadata = [:]
  ) throws(PatternError) {
    try self.init(
      entries: events.map(Entry.event) + parameters.map(Entry.parameter) + curves.map(Entry.curve),
      metadata: metadata)
  }

  /// The events, in the order of the file.
  public var events: [HapticEvent] {
    entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// The dynamic parameters, in the order of the file.
  public var parameters: [DynamicParameter] {
    entries.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
  }

  /// The parameter curves, in the order of the file.
  public var curves: [ParameterCurve] {
    entries.compactMap { if case .curve(let curve) = $0 { curve } else { nil } }
  }

  /// The duration in seconds: the time at which the last entry has ended.
  ///
  /// An event ends at its time plus its duration; parameters and curves end at their time. Releases are not included.
  ///
  /// Source: Core Haptics, `CHHapticPattern.duration`, "the start time of the last event or parameter plus that event's
  /// duration". If an earlier event outlasts the last one, the duration extends to the end of the earlier event, so
  /// that a loop never cuts it off.
  public var duration: Seconds {
    entries.reduce(0) { latest, entry in
      switch entry {
      case .event(let event): max(latest, event.time + (event.duration ?? 0))
      case .parameter(let parameter): max(latest, parameter.time)
      case .curve(let curve): max(latest, curve.time)
      }
    }
  }
}

extension HapticPattern {
  /// Returns the text of the metadata entry `key`, or nil if it does not exist.
  package func text(_ key: String) -> String? {
    if case .text(let text)? = metadata[key] { text } else { nil }
  }

  /// Returns the pattern with the intensity of every haptic event multiplied by `factor`.
  ///
  /// Events that do not set an intensity have the default intensity. Intensities and products are clamped to their
  /// range.
  ///
  /// - Parameter factor: 0 or more; 1 leaves the sensation unchanged.
  /// - Returns: the pattern, otherwise unchanged.
  public func scalingIntensity(by factor: Double) -> HapticPattern {
    let id = EventParameter.ID.hapticIntensity
    let entries = entries.map { entry in
      guard case .event(var event) = entry, event.type.isHaptic else { return entry }
      let value = id.range.clamped(
        id.range.clamped(event.value(of: id) ?? id.defaultValue) * factor)
      event.parameters.removeAll { $0.id == id }
      event.parameters.insert(EventParameter(id, value), at: 0)
      return .event(event)
    }
    return HapticPattern(checkedEntries: entries, metadata: metadata)
  }
}

/// The metadata of a pattern file: names and values, as in `"Description": "a heartbeat"`.
///
/// Nested values are kept as their JSON text. Metadata is not part of Core Haptics' format, so Core Haptics ignores it,
/// but most existing files contain it.
public typealias PatternMetadata = [String: MetadataValue]

/// A value of a pattern's metadata.
public enum MetadataValue: Hashable, Sendable, ExpressibleByStringLiteral {
  /// A text.
  case text(String)
  /// A number.
  case number(Double)
  /// Anything else, as compact JSON.
  case json(String)

  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
}
