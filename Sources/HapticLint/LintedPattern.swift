internal import HapticEditing
public import HapticEngine
internal import HapticFormats
internal import HapticPerception
internal import Realtime
public import TextFormats

/// A pattern to be judged, with its measurements.
public struct LintedPattern: Sendable {
  /// The file, or the name of a preset.
  public let file: String
  /// A short name, without folder and extension.
  public let name: String
  /// The result of reading.
  public let reading: AHAPReading
  /// The pattern that is judged; nil if the file has errors.
  public let pattern: HapticPattern?
  /// The perceived strength over time.
  let track: SensationTrack
  /// The largest sample of the haptic bus.
  let peak: Double
  /// The places of the entries in the file; empty for a pattern that is not in a file.
  private let places: [SourceLocation]
  /// Whether `places` are in a text that is not AHAP, so that the places of the reading are not shown.
  private let isElsewhere: Bool

  /// Measures the pattern in `reading`, which may be invalid.
  ///
  /// - Parameters:
  ///   - reading: the result of reading.
  ///   - name: a short name.
  ///   - pattern: the pattern to judge instead of the pattern as written, such as the pattern at other values of its
  ///     inputs. Its entries must be in the order of the file. Nil for the pattern as written.
  ///   - bytes: the content of the file, for the places of entries; nil for a pattern that is not in a file.
  ///   - places: the places of the entries in the text from which the pattern was made, such as a notation; nil for
  ///     a pattern in AHAP.
  ///   - profile: the profile that turns intensity and sharpness into a signal.
  /// - Throws: `RenderError.profile` for a profile with values outside their ranges.
  public init(
    _ reading: AHAPReading, name: String, pattern: HapticPattern? = nil, bytes: [UInt8]? = nil,
    places: [SourceLocation]? = nil, profile: Profile = .wideband
  ) throws(RenderError) {
    file = reading.file
    self.name = name
    self.reading = reading
    isElsewhere = places != nil
    self.pattern = reading.pattern == nil ? nil : pattern ?? reading.pattern
    guard let pattern = self.pattern else {
      (track, peak, self.places) = (SensationTrack(frames: []), 0, [])
      return
    }
    (track, peak) = try SensationTrack.measuring(pattern, profile: profile)
    self.places = places ?? bytes.map(Self.places) ?? []
  }

  /// The words of the pattern's metadata entry `Tags`.
  var tags: [String] { pattern?.metadata["Tags"]?.words ?? [] }
  /// The pattern's meaning: the metadata entry `Description`.
  var meaning: String? { pattern?.text("Description") }
  /// Whether the pattern is good or bad news: the metadata entry `Polarity`.
  var polarity: Polarity? {
    (pattern?.text("Polarity")).flatMap { Polarity(rawValue: $0.lowercased()) }
  }

  /// The place of entry `index` in the file.
  func place(ofEntry index: Int) -> SourceLocation {
    places.indices.contains(index) ? places[index] : .start
  }

  /// The place of a problem that the reader reported.
  ///
  /// In a text that is not AHAP, this is the place of the entry to which the problem's path leads.
  fileprivate func place(of problem: AHAPDiagnostic) -> SourceLocation {
    if !isElsewhere { return SourceLocation(line: problem.line, column: problem.column) }
    let start = "Pattern["
    guard problem.path.hasPrefix(start) else { return .start }
    return place(ofEntry: Int(problem.path.dropFirst(start.count).prefix(while: \.isNumber)) ?? -1)
  }

  /// The place of the inputs in the metadata; nil in a text that is not AHAP.
  fileprivate var placeOfInputs: SourceLocation? {
    isElsewhere ? nil : reading.place(ofMetadata: "Inputs")
  }

  private static func places(_ bytes: [UInt8]) -> [SourceLocation] {
    var locations = SourceLocations(bytes)
    return EditDocument(valid: bytes).entryOffsets.map { locations.place(of: $0) }
  }
}

extension LintedPattern {
  /// A breach in the file as a whole, or in its entry `index`.
  func hit(_ severity: LintSeverity, _ message: String, at index: Int? = nil) -> LintHit {
    LintHit(
      severity: severity, file: file, place: index.map(place(ofEntry:)) ?? .start,
      path: index.map { "Pattern[\($0)]" } ?? "", message: message)
  }

  /// A breach that the reader reported.
  func hit(
    _ severity: LintSeverity, _ problem: AHAPDiagnostic, isFixable: Bool = false
  ) -> LintHit {
    LintHit(
      severity: severity, file: file,
      place: place(of: problem), path: problem.path, message: problem.message, isFixable: isFixable)
  }

  /// The problems of the inputs that the metadata declares.
  ///
  /// If `breakingCourse` is true, only inputs that do not follow
  /// their declared courses are reported; otherwise, only the other problems.
  func inputHits(breakingCourse: Bool) -> [LintHit] {
    do throws(PatternInputError) {
      _ = try pattern?.inputs()
    } catch {
      guard case .declaration(let problems) = error else { return [] }
      return problems.filter { $0.breaksCourse == breakingCourse }.map {
        LintHit(
          severity: .warning, file: file, place: placeOfInputs ?? .start,
          path: "Metadata.Inputs", message: "Inputs: \($0)")
      }
    }
    return []
  }

  /// The findings of `check` in all entries.
  func entries(_ check: (Int, HapticPattern.Entry) -> LintHit?) -> [LintHit] {
    (pattern?.entries ?? []).enumerated().compactMap { check($0, $1) }
  }

  /// The transients that are not silent, with the indices of their entries.
  var transients: [(index: Int, event: HapticEvent)] {
    (pattern?.entries ?? []).enumerated().compactMap { index, entry in
      guard case .event(let event) = entry, event.type == .hapticTransient,
        event.played(.hapticIntensity) > 0
      else { return nil }
      return (index, event)
    }
  }

  /// The mean sharpness of the haptic events, weighted by intensity; nil if the pattern does not have haptic events.
  var meanSharpness: Double? {
    let events = (pattern?.events ?? []).filter(\.type.isHaptic)
    let weight = events.reduce(0) { $0 + $1.played(.hapticIntensity) }
    guard weight > 0 else { return nil }
    return events.reduce(0) { $0 + $1.played(.hapticSharpness) * $1.played(.hapticIntensity) }
      / weight
  }

  /// The highest sharpness of the haptic events; nil if the pattern does not have haptic events.
  var crispest: Double? {
    (pattern?.events ?? []).filter(\.type.isHaptic).map { $0.played(.hapticSharpness) }.max()
  }

  /// The strongest levels of the first and the last third; nil if the pattern is too short.
  var thirds: (first: Float, last: Float)? {
    guard let duration = pattern?.duration, duration > 3 * SensationTrack.frameSeconds else {
      return nil
    }
    return (
      max(track.strongest(to: duration / 3).level, 0),
      max(track.strongest(from: duration * 2 / 3).level, 0)
    )
  }

  /// Whether the pattern has a continuous haptic event that is longer than a tap.
  var hasVibration: Bool { pattern?.hasVibration ?? false }

  /// The highest intensity of the pattern's haptic events.
  var strongestIntensity: Double { pattern?.strongestIntensity ?? 0 }
}

// MARK: Weak patterns

extension LintedPattern {
  /// Returns a breach if the pattern does not contain sound and nothing in it exceeds `level`, in decibels above the
  /// threshold.
  func silentHit(_ level: Double) -> LintHit? {
    guard let pattern else { return nil }
    let hasSound = pattern.events.contains {
      !$0.type.isHaptic && ($0.value(of: .audioVolume) ?? 1) > 0
    }
    let strongest = Double(track.strongest().level)
    // Everything after the end of the track is not measured.
    let isMeasured = pattern.duration <= SensationTrack.maximumSeconds
    guard !hasSound, strongest <= level, isMeasured else { return nil }
    let words =
      strongest.isFinite
      ? "its strongest moment is \((level - strongest).rounded(to: 1)) dB too weak to be felt"
      : "nothing in it ever vibrates or sounds"
    return hit(.warning, words)
  }

  /// Returns a breach by the first event during which the level stays more than `margin` below `level`, with the
  /// number of other such events.
  ///
  /// Silent events are exempt because they are intentional.
  func imperceptibleHit(_ level: Double, _ margin: Double) -> LintHit? {
    let weak = (pattern?.entries ?? []).enumerated().compactMap {
      index, entry -> (index: Int, event: HapticEvent, strongest: Double)? in
      guard case .event(let event) = entry, event.type.isHaptic else { return nil }
      let strongest = Double(track.strongest(during: event).level)
      return strongest.isFinite && strongest < level - margin ? (index, event, strongest) : nil
    }
    guard let first = weak.first else { return nil }
    let noun = first.event.type == .hapticTransient ? "transient" : "vibration"
    let more = weak.count > 1 ? " (and \((weak.count - 1).counted("more event")))" : ""
    return hit(
      .info,
      "the \(noun) at \(first.event.time.brief) s is \((level - first.strongest).rounded(to: 1)) dB too weak "
        + "to be felt\(more)", at: first.index)
  }
}

extension HapticPattern {
  /// Whether the pattern has a continuous haptic event that is longer than a tap.
  var hasVibration: Bool {
    events.contains { $0.type == .hapticContinuous && ($0.duration ?? 1) > 0.05 }
  }

  /// The highest intensity of the pattern's haptic events.
  var strongestIntensity: Double {
    events.filter(\.type.isHaptic).map { $0.played(.hapticIntensity) }.max() ?? 0
  }

  /// The intensity of the pattern's first haptic event.
  var firstIntensity: Double {
    events.filter(\.type.isHaptic).min { $0.time < $1.time }
      .map { $0.played(.hapticIntensity) } ?? 0
  }
}

extension MetadataValue {
  /// The words of a text, or of a list of texts.
  var words: [String] {
    switch self {
    case .text(let text):
      text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
    case .number: []
    case .json(let json):
      json.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
    }
  }
}
