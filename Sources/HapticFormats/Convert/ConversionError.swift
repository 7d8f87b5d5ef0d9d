public import TextFormats

/// Why a conversion cannot be made.
public enum ConversionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One problem of a file that is read, with its place.
  public struct Problem: Hashable, Sendable, Diagnostic {
    /// The line and column, from 1.
    public let location: SourceLocation
    /// What is wrong, in plain words.
    public let message: String
  }

  /// The file is not of this format: the first problems in order of place, and how many there are.
  case invalid(format: String, [Problem], count: Int)
  /// The format cannot hold the pattern at all.
  case unwritable(format: String, reason: String)
  /// The format is only written, or only read.
  case oneWay(format: String, reason: String)

  /// A pattern of which nothing is left for a format.
  static func noVibration(format: String) -> ConversionError {
    .unwritable(format: format, reason: "the pattern has no vibration and no transient")
  }

  /// A file in which nothing is felt, or of which nothing is left.
  static func nothingLeft(format: String, losses: ConversionLosses) -> ConversionError {
    var message = "nothing in this file becomes a vibration or a transient"
    if let loss = losses.listed.first { message += "; left out is \(loss)" }
    if losses.count > 1 { message += ", and \((losses.count - 1).counted("more thing"))" }
    return .invalid(format: format, [Problem(location: .start, message: message)], count: 1)
  }

  /// A pattern that is longer than `PatternFormat.maximumDuration`.
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
  /// Not more than this many are listed.
  ///
  /// Our choice.
  static let maximumListed = 100

  private var found = EarliestFirst<String>(limit: Self.maximumListed)

  /// Adds one at a byte of the file.
  mutating func add(at offset: Int, _ message: @autoclosure () -> String) {
    found.add(at: offset) { message() }
  }

  var isEmpty: Bool { found.count == 0 }

  /// The error of a file with these problems.
  func error(format: String, in bytes: [UInt8]) -> ConversionError {
    var places = SourceLocations(bytes)
    let problems = found.inOrder().map {
      ConversionError.Problem(location: places.place(of: $0.offset), message: $0.element)
    }
    return .invalid(format: format, problems, count: found.count)
  }
}
