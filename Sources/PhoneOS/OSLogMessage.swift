internal import Foundation

/// A message with values.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
  let text: String

  /// Creates a message without values.
  public init(stringLiteral value: String) { text = value }

  /// Creates a message with values.
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The text and values of a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
  private(set) var text = ""

  /// Creates an empty text.
  public init(literalCapacity: Int, interpolationCount: Int) {}

  /// Appends text.
  public mutating func appendLiteral(_ literal: String) { text += literal }

  /// Appends a value of any type, which Apple limits to certain types.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Any?, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto, attributes: String = ""
  ) {
    text += align.padded(value().map { "\($0)" } ?? "nil")
  }

  /// Appends an integer.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    text += align.padded(String(value(), radix: format.radix, uppercase: format.isUppercase))
  }

  /// Appends a number.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Double, format: OSLogFloatFormatting,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    text += align.padded(format.text(value()))
  }

  /// Appends a number.
  public mutating func appendInterpolation(
    _ value: @autoclosure () -> Float, format: OSLogFloatFormatting,
    align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
  ) {
    text += align.padded(format.text(Double(value())))
  }
}

/// Whether the log may show a value; it does not have an effect.
public struct OSLogPrivacy: Hashable, Sendable {
  /// How a private value is replaced.
  public enum Mask: Hashable, Sendable {
    /// By a hash, so that equal values can be recognized.
    case hash
    /// By an empty text.
    case none
  }

  private let name: String

  /// Depends on the type of the value.
  public static var auto: OSLogPrivacy { OSLogPrivacy(name: "auto") }
  /// Everybody may read the value.
  public static var `public`: OSLogPrivacy { OSLogPrivacy(name: "public") }
  /// A debugger shows the value.
  public static var `private`: OSLogPrivacy { OSLogPrivacy(name: "private") }
  /// The value is never shown.
  public static var sensitive: OSLogPrivacy { OSLogPrivacy(name: "sensitive") }

  /// Depends on the type of the value.
  public static func auto(mask: Mask) -> OSLogPrivacy { auto }
  /// A debugger shows the value.
  public static func `private`(mask: Mask) -> OSLogPrivacy { `private` }
  /// The value is never shown.
  public static func sensitive(mask: Mask) -> OSLogPrivacy { sensitive }
}

/// The width of a value in a message.
public struct OSLogStringAlignment: Sendable {
  private let columns: Int
  private let isLeft: Bool

  /// As wide as the value.
  public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isLeft: true) }
  /// At least `columns` wide, with spaces before the value.
  public static func right(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isLeft: false)
  }
  /// At least `columns` wide, with spaces after the value.
  public static func left(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(columns: columns, isLeft: true)
  }

  func padded(_ text: String) -> String {
    let spaces = String(repeating: " ", count: max(0, columns - text.count))
    return isLeft ? text + spaces : spaces + text
  }
}

/// The form of an integer in a message.
public struct OSLogIntegerFormatting: Sendable {
  let radix: Int
  let isUppercase: Bool

  /// The decimal form.
  public static var decimal: OSLogIntegerFormatting { .init(radix: 10, isUppercase: false) }
  /// The hexadecimal form.
  public static var hex: OSLogIntegerFormatting { .init(radix: 16, isUppercase: false) }
  /// The octal form.
  public static var octal: OSLogIntegerFormatting { .init(radix: 8, isUppercase: false) }

  /// The hexadecimal form.
  public static func hex(
    explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false
  ) -> OSLogIntegerFormatting {
    .init(radix: 16, isUppercase: uppercase)
  }
}

/// The form of a number in a message.
public struct OSLogFloatFormatting: Sendable {
  private let precision: Int

  /// Six digits after the point.
  public static var fixed: OSLogFloatFormatting { .init(precision: 6) }
  /// Any number of digits after the point.
  public static func fixed(
    precision: Int, explicitPositiveSign: Bool = false, uppercase: Bool = false
  ) -> OSLogFloatFormatting {
    .init(precision: precision)
  }

  func text(_ value: Double) -> String {
    String(format: "%.\(min(max(0, precision), 60))f", value)
  }
}

/// A text in the manner of `printf`, whose values may have any type.
enum FormattedText {
  /// Returns the format with the values in the places of `%@`, `%d` and the like.
  static func text(_ format: String, _ values: [Any]) -> String {
    var (result, rest, values) = ("", Substring(format), ArraySlice(values))
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[percent...].dropFirst()
      if rest.first == "%" {
        result += "%"
        rest.removeFirst()
        continue
      }
      // A type for the log, such as {public}, and the length of the C type have no effect.
      if rest.first == "{", let end = rest.firstIndex(of: "}") { rest = rest[end...].dropFirst() }
      let flags = rest.prefix { "+-# 0123456789.".contains($0) }
      rest = rest.dropFirst(flags.count).drop { "hlqLztj".contains($0) }
      guard let kind = rest.popFirst(), let value = values.popFirst() else { break }
      result += one(value, flags, kind)
    }
    return result + rest
  }

  private static func one(_ value: Any, _ flags: Substring, _ kind: Character) -> String {
    switch (kind, value) {
    case ("f", let number as any BinaryFloatingPoint), ("g", let number as any BinaryFloatingPoint):
      String(format: "%\(flags)\(kind)", Double(number))
    case ("x", let number as any BinaryInteger), ("X", let number as any BinaryInteger):
      String(number, radix: 16, uppercase: kind == "X")
    default: "\(value)"
    }
  }
}
