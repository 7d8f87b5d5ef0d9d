import FuzzDriver
import HapticEditing

/// The reader of logs of edits: what it reads is written and read as the same, and is undone and applied
/// to a file that it is not of without a crash.
@main struct FuzzEditLog {
  static func main() throws {
    let document = try EditDocument(
      Array(#"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}]}"#.utf8))
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16, let log = try? EditLog(bytes) else { return }
      do {
        let again = try EditLog(log.bytes)
        precondition(again.lines == log.lines, "what was written is read as something else")
      } catch {
        preconditionFailure("what was written cannot be read: \(error)")
      }
      _ = try? log.undoing(in: document)
      _ = log.unreached(from: document)
      var session = EditSession(document)
      for operation in log.operations.prefix(5) { _ = try? session.apply(operation) }
    }
  }
}
