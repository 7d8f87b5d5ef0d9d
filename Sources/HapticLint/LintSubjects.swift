internal import HapticEditing
public import HapticEngine
internal import HapticPerception
public import Realtime
internal import TextFormats

/// A kind of input that lint reads.
public enum LintInput: String, Hashable, Sendable, CaseIterable {
  /// A single pattern.
  case pattern
  /// Patterns that belong together.
  case folder
  /// A sound file.
  case sound
  /// An app's description of itself (`AppManifest`).
  case manifest
  /// The trace of a scenario.
  case trace
}

/// Whether news is good or bad.
public enum Polarity: String, Hashable, Sendable, CaseIterable {
  case positive, caution, negative, neutral

  /// Whether confusing the two polarities would mislead the user.
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
  /// The facts from the file's header; nil if they are not known.
  public let facts: SoundFacts?

  /// A sound decoded from `file`, whose header contains `facts`.
  public init(file: String, sound: DecodedSound, facts: SoundFacts? = nil) {
    self.file = file
    self.sound = sound
    self.facts = facts
  }

  /// Whether `name` in a manifest refers to this file.
  func isNamed(_ name: String) -> Bool { file == name || file.hasSuffix("/" + name) }

  /// The mean of all channels.
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
  /// The app's description of itself.
  public var manifest: AppManifest?
  /// The lines of traces, in order, file by file.
  public var trace: [LintTraceLine]
  /// The patterns that the trace names, by name.
  ///
  /// These patterns themselves are not judged.
  public var played: [String: HapticPattern]

  /// Combines subjects.
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

  /// The kinds of input among the subjects; several patterns are also judged as a folder.
  var inputs: Set<LintInput> {
    let contains: [(LintInput, Bool)] = [
      (.pattern, !patterns.isEmpty), (.folder, patterns.count > 1), (.sound, !sounds.isEmpty),
      (.manifest, manifest != nil), (.trace, !trace.isEmpty),
    ]
    return Set(contains.filter(\.1).map(\.0))
  }

  /// The pattern that a trace calls `name`: a preset, one of `played`, or one of the judged patterns; nil if it
  /// is unknown.
  func pattern(named name: String) -> HapticPattern? {
    HapticPreset(named: name)?.pattern ?? played[name]
      ?? patterns.first { $0.name == name }?.pattern
  }
}
