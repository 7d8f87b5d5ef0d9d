/// Why a call to an engine or a player failed.
public struct EngineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, as Core Haptics would say it.
  public let code: CoreHapticsError
  /// What it happened to and what to do, in words.
  public let detail: String

  /// An error of `code`.
  public init(_ code: CoreHapticsError, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// One line for a person.
  public var description: String { "\(detail) (\(code.name), \(code.rawValue))" }
}
