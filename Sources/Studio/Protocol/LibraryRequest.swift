internal import HapticCharts

/// A request about the files of the folder and the presets as a whole.
enum LibraryRequest: Sendable {
  /// The presets.
  case presets
  /// Small pictures of files.
  case thumbnails(files: [String])
  /// A new file with the pattern of a preset.
  case start(file: String, preset: String)
  /// A new file with the content of another one.
  case duplicate(file: String, from: String)
  /// Another name for a file and its history.
  case rename(file: String, to: String)
  /// Deletes a file, whose history remains.
  case delete(file: String)
  /// Writes a deleted file again.
  case restore(file: String)

  /// Whether nothing changes.
  var isQuestion: Bool {
    switch self {
    case .presets, .thumbnails: true
    case .start, .duplicate, .rename, .delete, .restore: false
    }
  }
}

extension LibraryRequest: Decodable {
  private enum Key: String, CodingKey { case ask, file, files, preset, from, to }

  private enum Name: String, Decodable {
    case presets, thumbnails, start, duplicate, rename, delete, restore
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String { try values.decode(String.self, forKey: key) }
    switch try values.decode(Name.self, forKey: .ask) {
    case .presets: self = .presets
    case .thumbnails: self = .thumbnails(files: try values.decode([String].self, forKey: .files))
    case .start: self = .start(file: try text(.file), preset: try text(.preset))
    case .duplicate: self = .duplicate(file: try text(.file), from: try text(.from))
    case .rename: self = .rename(file: try text(.file), to: try text(.to))
    case .delete: self = .delete(file: try text(.file))
    case .restore: self = .restore(file: try text(.file))
    }
  }
}

/// An answer to a `LibraryRequest`.
struct LibraryAnswer: Encodable, Sendable {
  var presets: [PresetRow]?
  /// The pictures by the names of the files; files that are not patterns, or are too large, are missing.
  var thumbnails: [String: PatternThumbnail]?
}

/// A pattern that new files can start from.
struct PresetRow: Encodable, Hashable, Sendable {
  var name: String
  /// The meaning in one sentence.
  var meaning: String
  var thumbnail: PatternThumbnail
}
