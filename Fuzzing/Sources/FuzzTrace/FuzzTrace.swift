import FuzzDriver
import HapticLint

/// The reader of traces, and the rules on the result.
@main struct FuzzTrace {
  static func main() {
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16 else { return }
      let (lines, invalid) = LintTraceLine.read(bytes, file: "x.jsonl")
      for line in invalid {
        precondition(!line.problem.isEmpty, "a rejected line without a reason")
      }
      for finding in Lint.check(LintSubjects(trace: lines)) {
        precondition(!finding.message.isEmpty, "a finding without words")
      }
    }
  }
}
