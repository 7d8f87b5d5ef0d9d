import FuzzDriver
import HapticEngine
import HapticFormats

/// The reader of notations.
///
/// It must not return an error without a problem, or a pattern whose notation changes when it is read again.
@main struct FuzzNotation {
  static func main() {
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16 else { return }
      do {
        let pattern = try HapticPattern(notation: String(decoding: bytes, as: UTF8.self))
        // Long patterns are written by the tests instead.
        guard pattern.entries.count < 10_000 else { return }
        let again = try HapticPattern(notation: pattern.notation.text)
        precondition(
          again.notation.text == pattern.notation.text, "the notation changes: \(pattern)")
      } catch let error as NotationError {
        precondition(!error.problems.isEmpty, "an error without a problem")
        precondition(error.problems.allSatisfy { $0.column > 0 }, "a problem without a column")
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }
}
