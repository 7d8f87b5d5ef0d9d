public import TextFormats

/// A reason why a conversion is not possible.
public enum ConversionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One problem of a file, with its place.
  public struct Problem: Hashable, Sendable, Diagnostic {
    /// The line and column, from 1.
    public let location: SourceLocation
    /// The problem, in plain words.
    public let message: String
  }

  /// The file does not have this format. Lists the first problems, ordered by place, and the number of all problems.
  case invalid(format: String, [Problem], count: Int)
  /// The format cannot hold the pattern at all.
  case unwritable(format: String, reason: String)
  /// The format can only be written, or only be read.
  case oneWay(format: String, reason: String)

  /// The error for a pattern without content that the format can hold.
  ///
  /// If the pattern vibrates, its vibrations are too short for a format of whole milliseconds.
  static func noVibration(format: String, vibrates: Bool = false) -> ConversionError {
    .unwritable(
      format: format,
      reason: vibrates
        ? "every vibration of the pattern is shorter than a millisecond, and the format has whole milliseconds"
        : "the pattern does not contain a vibration or a transient")
  }

  /// The error for a file without anything that can be felt, or whose content is lost completely.
  static func nothingLeft(format: String, losses: ConversionLosses) -> ConversionError {
    var message = "no part of this file becomes a vibration or a transient"
    if let loss = losses.listed.first { message += "; omitted: \(loss)" }
    if losses.count > 1 { message += ", and \((losses.count - 1).counted("more thing"))" }
    return .invalid(format: format, [Problem(location: .start, message: message)], count: 1)
  }

  /// The error for a pattern that is longer than `PatternFormat.maximumDuration`.
  static func tooLong(format: String) -> ConversionError {
    .unwritable(
      format: format,
      reason: "the pattern lasts longer than a day, \(PatternFormat.maximumDuration.brief) s")
  }

  /// One line for each problem.
  public var description: String {
    switch self {
    case .invalid(_, let problems, _):
      problems.map(\.text).joined(separator: "\n")
    case .unwritable(let format, let reason): "cannot be written as format \(format): \(reason)"
    case .oneWay(let format, let reason): "format \(format): \(reason)"
    }
  }
}

/// The problems of a file that is being read.
struct FormatProblems {
  /// The maximum number of problems that are listed.
  ///
  /// Our choice.
  static let maximumListed = 100

  private var found = EarliestFirst<String>(limit: Self.maximumListed)

  /// Adds a problem at a byte of the file.
  mutating func add(at offset: Int, _ message: @autoclosure () -> String) {
    found.add(at: offset) { message() }
  }

  var isEmpty: Bool { found.count == 0 }

  /// Returns the error for a file with these problems.
  func error(format: String, in bytes: [UInt8]) -> ConversionError {
    var places = SourceLocations(bytes)
    let problems = found.inOrder().map {
      ConversionError.Problem(location: places.place(of: $0.offset), message: $0.element)
    }
    return .invalid(format: format, problems, count: found.count)
  }
}
