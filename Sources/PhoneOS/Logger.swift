@_exported public import Foundation
internal import Glibc

/// The importance of a message.
///
/// Source of the raw values: `os/log.h`.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// Apple's number.
  public let rawValue: UInt8

  /// Creates a type with this number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Creates a type with this number.
  public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  /// A message without a type.
  public static let `default` = OSLogType(rawValue: 0)
  /// A message that may help.
  public static let info = OSLogType(rawValue: 1)
  /// A message for development.
  public static let debug = OSLogType(rawValue: 2)
  /// A mistake.
  public static let error = OSLogType(rawValue: 16)
  /// A defect of the system or of several programs.
  public static let fault = OSLogType(rawValue: 17)
}

/// Writes an app's messages to the standard error, one line each: `[subsystem:category] message`.
///
/// Messages of the types `debug` and `info` are discarded, as the system discards them. Our choice: values are
/// written in full, whatever their privacy, because tests need them.
///
/// - Thread: any.
public struct Logger: Sendable {
  private let log: OSLog

  /// Creates a logger for a part of an app.
  public init(subsystem: String, category: String) {
    log = OSLog(subsystem: subsystem, category: category)
  }

  /// Creates a logger that writes to a log.
  public init(_ log: OSLog) { self.log = log }

  /// Creates a logger without subsystem and category.
  public init() { log = .default }

  /// Writes a message of type `default`.
  public func log(_ message: OSLogMessage) { log.write(message.text, .default) }
  /// Writes a message of any type.
  public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message.text, level) }
  /// Discards the message, as its type is `debug`.
  public func trace(_ message: OSLogMessage) { log.write(message.text, .debug) }
  /// Discards the message, as its type is `debug`.
  public func debug(_ message: OSLogMessage) { log.write(message.text, .debug) }
  /// Discards the message, as its type is `info`.
  public func info(_ message: OSLogMessage) { log.write(message.text, .info) }
  /// Writes a message of type `default`.
  public func notice(_ message: OSLogMessage) { log.write(message.text, .default) }
  /// Writes a message of type `error`.
  public func warning(_ message: OSLogMessage) { log.write(message.text, .error) }
  /// Writes a message of type `error`.
  public func error(_ message: OSLogMessage) { log.write(message.text, .error) }
  /// Writes a message of type `fault`.
  public func critical(_ message: OSLogMessage) { log.write(message.text, .fault) }
  /// Writes a message of type `fault`.
  public func fault(_ message: OSLogMessage) { log.write(message.text, .fault) }
}

/// The log of a part of an app.
///
/// - Thread: any.
public final class OSLog: NSObject, Sendable {
  /// A predefined category.
  public struct Category: Hashable, Sendable {
    let name: String

    /// Points in time that matter.
    public static let pointsOfInterest = Category(name: "PointsOfInterest")
  }

  /// The log without subsystem and category.
  public static let `default` = OSLog(prefix: "", isEnabled: true)
  /// A log that does not write messages.
  public static let disabled = OSLog(prefix: "", isEnabled: false)

  private let prefix: String
  private let isEnabled: Bool

  private init(prefix: String, isEnabled: Bool) {
    (self.prefix, self.isEnabled) = (prefix, isEnabled)
  }

  /// Creates the log of a part of an app.
  public convenience init(subsystem: String, category: String) {
    self.init(prefix: "[\(subsystem):\(category)] ", isEnabled: true)
  }

  /// Creates the log of a predefined category.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.name)
  }

  /// Whether messages of a type are written.
  public func isEnabled(type: OSLogType) -> Bool {
    isEnabled && type != .debug && type != .info
  }

  func write(_ message: String, _ type: OSLogType) {
    guard isEnabled(type: type) else { return }
    let line = Array((prefix + message + "\n").utf8)
    // SAFETY: write reads as many bytes as the array has.
    _ = unsafe Glibc.write(STDERR_FILENO, line, line.count)
  }
}

/// Writes a message with values in the manner of `printf`.
///
/// - Parameters:
///   - message: the message; `%@`, `%{public}d` and the like stand for the values.
///   - dso: not used.
///   - log: the log.
///   - type: the importance of the message.
///   - args: the values.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default,
  type: OSLogType = .default, _ args: Any...
) {
  if log.isEnabled(type: type) { log.write(FormattedText.text("\(message)", args), type) }
}

/// Writes a message with values in the manner of `printf`; see `os_log(_:dso:log:type:_:)`.
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
  _ args: Any...
) {
  if log.isEnabled(type: type) { log.write(FormattedText.text("\(message)", args), type) }
}

/// Writes a message.
public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: OSLogMessage) {
  log.write(message.text, type)
}
