/// What an operation could not do as it was asked, or did besides: for the one who asked.
///
/// Thread: any. Realtime-safe: no.
public struct EditNotes: Hashable, Sendable {
  /// The number of notes that are listed; all are counted.
  ///
  /// Our choice: what is read in a terminal.
  public static let maximumListed = 20

  /// The notes, a sentence each, in order: the first `maximumListed`.
  public private(set) var listed: [String] = []
  /// The number of notes, listed or not.
  public private(set) var count = 0

  /// An empty list.
  public init() {}

  /// Whether there is nothing to say.
  public var isEmpty: Bool { count == 0 }

  /// Adds a note.
  mutating func add(_ note: @autoclosure () -> String) {
    count += 1
    if listed.count < Self.maximumListed { listed.append(note()) }
  }
}
