import ArgumentParser
import HapticEngine

/// A time on the command line: seconds, such as `0.5` or `0.5s`, or milliseconds, such as `500ms`.
struct TimeArgument: ExpressibleByArgument, Hashable, Sendable {
  let seconds: Seconds

  /// The start of a pattern or a sound.
  static let start = TimeArgument(seconds: 0)

  private init(seconds: Seconds) { self.seconds = seconds }

  /// Creates a time; nil unless `argument` is a number, with or without one of the units.
  init?(argument: String) {
    // The same units as in notations, with the number of each unit in a second. A unit whose name ends with
    // another unit's name comes first.
    let units: [(name: String, perSecond: Double)] = [("ms", 1_000), ("s", 1), ("", 1)]
    let unit = units.first { argument.hasSuffix($0.name) }
    guard let unit, let number = Double(argument.dropLast(unit.name.count)) else { return nil }
    self.init(seconds: number / unit.perSecond)
  }

  /// The default in help texts.
  var defaultValueDescription: String { "\(seconds)" }
}
