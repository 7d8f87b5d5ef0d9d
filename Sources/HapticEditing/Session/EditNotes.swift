/// The notes of an operation for its caller: requests that it could not fulfill, and side effects.
///
/// Thread: any. Realtime-safe: no.
public struct EditNotes: Hashable, Sendable {
  /// The maximum number of notes that are listed; all are counted.
  ///
  /// Our choice: a number that can be read in a terminal.
  public static let maximumListed = 20

  /// The notes, a sentence each, in order: the first `maximumListed`.
  public private(set) var listed: [String] = []
  /// The number of notes, listed or not.
  public private(set) var count = 0

  /// Creates an empty list.
  public init() {}

  /// Whether the list is empty.
  public var isEmpty: Bool { count == 0 }

  /// Adds a note.
  mutating func add(_ note: @autoclosure () -> String) {
    count += 1
    if listed.count < Self.maximumListed { listed.append(note()) }
  }
}
