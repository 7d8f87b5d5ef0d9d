internal import HapticEditing
public import HapticEngine
internal import HapticPerception
public import Realtime
internal import TextFormats

/// What lint reads.
public enum LintInput: String, Hashable, Sendable, CaseIterable {
  /// A pattern by itself.
  case pattern
  /// Patterns that belong together.
  case folder
  /// A sound file.
  case sound
  /// What an app says about itself (`AppManifest`).
  case manifest
  /// What happened in a scenario.
  case trace
}

/// A pattern to be judged, and what is known of it.
public struct LintedPattern: Sendable {
  /// The file, or the name of a preset.
  public let file: String
  /// A short name, without folder and extension.
  public let name: String
  /// The result of reading.
  public let reading: AHAPReading
  /// How strong it feels.
  let track: SensationTrack
  /// The largest sample of the haptic bus.
  let peak: Double
  /// The places of the entries in the file; none for what is in no file.
  private let places: [SourceLocation]

  /// `reading`, which is of a valid pattern or not.
  ///
  /// - Parameters:
  ///   - reading: the result of reading.
  ///   - name: a short name.
  ///   - bytes: those of the file, for the places of entries; nil for what is in no file.
  ///   - profile: what turns intensity and sharpness into a signal.
  /// - Throws: `RenderError.profile` for a profile with values out of their ranges.
  public init(
    _ reading: AHAPReading, name: String, bytes: [UInt8]? = nil, profile: Profile = .wideband
  ) throws(RenderError) {
    file = reading.file
    self.name = name
    self.reading = reading
    guard let pattern = reading.pattern else {
      (track, peak, places) = (SensationTrack(frames: []), 0, [])
      return
    }
    (track, peak) = try SensationTrack.measuring(pattern, profile: profile)
    places = bytes.map(Self.places) ?? []
  }

  /// The pattern; nil if the file has errors.
  public var pattern: HapticPattern? { reading.pattern }

  /// The words of its metadata entry `Tags`.
  var tags: [String] { pattern?.metadata["Tags"]?.words ?? [] }
  /// What it means: its metadata entry `Description`.
  var meaning: String? { pattern?.text("Description") }
  /// Good news or bad: its metadata entry `Polarity`.
  var polarity: Polarity? {
    (pattern?.text("Polarity")).flatMap { Polarity(rawValue: $0.lowercased()) }
  }

  /// Where entry `index` is in the file.
  func place(ofEntry index: Int) -> SourceLocation {
    places.indices.contains(index) ? places[index] : .start
  }

  private static func places(_ bytes: [UInt8]) -> [SourceLocation] {
    var locations = SourceLocations(bytes)
    return EditDocument(valid: bytes).entryOffsets.map { locations.place(of: $0) }
  }
}

/// Whether news is good or bad.
public enum Polarity: String, Hashable, Sendable, CaseIterable {
  case positive, caution, negative, neutral

  /// Whether one would be mistaken for the other at a cost.
  func contradicts(_ other: Polarity) -> Bool {
    switch (self, other) {
    case (.positive, .negative), (.negative, .positive), (.positive, .caution),
      (.caution, .positive):
      true
    default: false
    }
  }
}

/// A sound file to be judged.
public struct LintedSound: Sendable {
  /// The file.
  public let file: String
  /// The decoded sound.
  public let sound: DecodedSound
  /// The facts of its header; nil if they are not known.
  public let facts: SoundFacts?

  /// `sound`, decoded from `file`, whose header says `facts`.
  public init(file: String, sound: DecodedSound, facts: SoundFacts? = nil) {
    self.file = file
    self.sound = sound
    self.facts = facts
  }

  /// Whether a manifest means this file by `name`.
  func isNamed(_ name: String) -> Bool { file == name || file.hasSuffix("/" + name) }

  /// The samples of all channels added up.
  var mono: [Float] {
    guard let first = sound.channels.first else { return [] }
    return first.indices.map { index in
      sound.channels.reduce(0) { $0 + ($1.indices.contains(index) ? $1[index] : 0) }
        / Float(sound.channels.count)
    }
  }
}

/// Everything that is judged together.
public struct LintSubjects: Sendable {
  /// Patterns.
  public var patterns: [LintedPattern]
  /// Sound files.
  public var sounds: [LintedSound]
  /// What an app says about itself.
  public var manifest: AppManifest?
  /// What happened, in order, file by file.
  public var trace: [LintTraceLine]
  /// The patterns that the trace names, by their names; they are not judged themselves.
  public var played: [String: HapticPattern]

  /// All of it.
  public init(
    patterns: [LintedPattern] = [], sounds: [LintedSound] = [], manifest: AppManifest? = nil,
    trace: [LintTraceLine] = [], played: [String: HapticPattern] = [:]
  ) {
    self.patterns = patterns
    self.sounds = sounds
    self.manifest = manifest
    self.trace = trace
    self.played = played
  }

  /// The pattern that a trace calls `name`: a preset, one of `played`, or one that is judged; nil for
  /// one that is not known.
  func pattern(named name: String) -> HapticPattern? {
    HapticPreset(named: name)?.pattern ?? played[name]
      ?? patterns.first { $0.name == name }?.pattern
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
