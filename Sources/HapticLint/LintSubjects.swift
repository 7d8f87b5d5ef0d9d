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
