/// The notes of an operation for its caller: requests that it could not fulfill, and side effects.
///
/// Thread: any. Realtime-safe: no.
public struct EditNotes: Hashable, Sendable {
  /// The maximum number of notes that are listed; further notes are only counted.
  ///
  /// Our choice: a number that can be read in a terminal.
  public static let maximumListed = 20

  /// The first `maximumListed` notes in order, one sentence each.
  public private(set) var listed: [String] = []
  /// The number of all notes, including those that are not listed.
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
