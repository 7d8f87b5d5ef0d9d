import FuzzDriver
import HapticEditing

/// The reader of edit logs.
///
/// The result must be the same when it is written and read again. Undoing it, and applying it to an unrelated file,
/// must not crash.
@main struct FuzzEditLog {
  static func main() throws {
    let document = try EditDocument(
      Array(#"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}]}"#.utf8))
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16, let log = try? EditLog(bytes) else { return }
      do {
        let again = try EditLog(log.bytes)
        precondition(again.lines == log.lines, "the written log is read differently")
      } catch {
        preconditionFailure("the written log cannot be read: \(error)")
      }
      _ = try? log.undoing(in: document)
      _ = log.unreached(from: document)
      var session = EditSession(document)
      for operation in log.operations.prefix(5) { _ = try? session.apply(operation) }
    }
  }
}
