import FuzzDriver
import HapticEngine

/// The AHAP reader: errors with a pattern or neither of both, a pattern that is not valid, or one
/// that does not come back from being written, is no sense.
@main struct FuzzAHAP {
  static func main() {
    FuzzDriver.run { bytes in
      let reading = AHAP.read(bytes)
      precondition((reading.pattern == nil) == (reading.errorCount > 0), "errors and a pattern")
      let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      var last = (1, 1)
      for problem in reading.diagnostics {
        precondition((problem.line, problem.column) >= last, "a problem out of order")
        precondition(
          problem.line <= lines && problem.column <= bytes.count + 1, "a place outside the file")
        last = (problem.line, problem.column)
      }
      if let pattern = reading.pattern {
        let valid = try? HapticPattern(entries: pattern.entries, metadata: pattern.metadata)
        precondition(valid == pattern, "a pattern that is not valid")
        precondition(AHAP.read(AHAP.encode(pattern)).pattern == pattern, "a pattern that changes")
      }
    }
  }
}
