import FuzzDriver
import HapticEngine

/// The AHAP reader.
///
/// It must return either errors or a valid pattern that remains the same when it is written and read again.
@main struct FuzzAHAP {
  static func main() {
    FuzzDriver.run { bytes in
      let reading = AHAP.read(bytes)
      precondition(
        (reading.pattern == nil) == (reading.errorCount > 0),
        "both errors and a pattern, or neither")
      let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      var last = (1, 1)
      for problem in reading.diagnostics {
        precondition((problem.line, problem.column) >= last, "a problem out of order")
        precondition(
          problem.line <= lines && problem.column <= bytes.count + 1, "a location outside the file")
        last = (problem.line, problem.column)
      }
      if let pattern = reading.pattern {
        let valid = try? HapticPattern(entries: pattern.entries, metadata: pattern.metadata)
        precondition(valid == pattern, "an invalid pattern")
        precondition(AHAP.read(AHAP.encode(pattern)).pattern == pattern, "the pattern changes")
      }
    }
  }
}
