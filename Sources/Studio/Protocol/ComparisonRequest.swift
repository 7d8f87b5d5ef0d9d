/// A question about versions of pattern files.
enum ComparisonRequest: Sendable {
  /// A state of a file: the present one, or a version that the server keeps.
  struct Side: Decodable, Sendable {
    var file: String
    /// The number of the version; nil for the present state.
    var version: Int?
  }

  /// The earlier states of a file.
  case steps(file: String)
  /// A state that stays as it is: after a number of changes, or nil for the file as it was opened.
  case version(file: String, count: Int?)
  /// The sound of a state at another speed, as a version.
  case played(Side, speed: Double)
  /// The sound of a loop of a version, between two times in seconds.
  case loop(file: String, version: Int, from: Double, to: Double)
  /// The difference between two states.
  case difference(from: Side, to: Side)
}

extension ComparisonRequest: Decodable {
  private enum Key: String, CodingKey { case ask, file, count, version, speed, from, to }

  private enum Name: String, Decodable { case steps, version, played, loop, difference }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch try values.decode(Name.self, forKey: .ask) {
    case .steps: self = .steps(file: try values.decode(String.self, forKey: .file))
    case .version:
      self = .version(
        file: try values.decode(String.self, forKey: .file),
        count: try values.decodeIfPresent(Int.self, forKey: .count))
    case .played:
      self = .played(try Side(from: decoder), speed: try values.decode(Double.self, forKey: .speed))
    case .loop:
      self = .loop(
        file: try values.decode(String.self, forKey: .file),
        version: try values.decode(Int.self, forKey: .version),
        from: try values.decode(Double.self, forKey: .from),
        to: try values.decode(Double.self, forKey: .to))
    case .difference:
      self = .difference(
        from: try values.decode(Side.self, forKey: .from),
        to: try values.decode(Side.self, forKey: .to))
    }
  }
}

/// An answer to a `ComparisonRequest`.
enum ComparisonAnswer: Encodable, Sendable {
  case steps([StepRow])
  case version(VersionState)
  case played(PlayedState)
  case loop(LoopSound)
  case difference(VersionDifference)

  /// Encodes what is answered; the page knows what it has asked for.
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .steps(let steps): try steps.encode(to: encoder)
    case .version(let version): try version.encode(to: encoder)
    case .played(let played): try played.encode(to: encoder)
    case .loop(let loop): try loop.encode(to: encoder)
    case .difference(let difference): try difference.encode(to: encoder)
    }
  }
}

/// An earlier state of a file.
struct StepRow: Encodable, Hashable, Sendable {
  /// The number of changes in the file.
  var count: Int
  /// The displayed name of the last change.
  var label: String
}

/// A state of a file that stays as it is.
struct VersionState: Encodable, Sendable {
  /// The number by which the page names the version.
  var id: Int
  /// The entries, as the state of a file.
  var state: FileState
  var sound: SoundState
}

/// A state of a file at another speed.
struct PlayedState: Encodable, Sendable {
  /// The number by which the page names the version.
  var id: Int
  var sound: SoundState
}
