import FuzzDriver
import PhoneSimulator

/// The reader of snapshots.
///
/// Writing the result must give the same bytes.
@main struct FuzzSnapshot {
  static func main() {
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16 else { return }
      do throws(ScenarioErrors) {
        let snapshot = try ScenarioSnapshot(bytes)
        let again = try ScenarioSnapshot(snapshot.bytes)
        precondition(again.bytes == snapshot.bytes, "the written snapshot is read differently")
        _ = try? ScenarioReader.read(snapshot.text)
      } catch {
        precondition(!error.problems.isEmpty, "an error without a problem")
      }
    }
  }
}
