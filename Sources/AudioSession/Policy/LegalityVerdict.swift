/// What becomes of a configuration that is asked for.
public struct LegalityVerdict: Hashable, Sendable {
  /// The error it gives, or nil if it is taken.
  public var error: SessionErrorCode?
  /// What is taken: the configuration without what is ignored.
  public var accepted: SessionConfiguration
  /// Why it is refused or changed, in words; empty if it is taken as it is.
  public var reason: String
}
