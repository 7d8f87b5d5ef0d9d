import Drawing
import HapticLint
import PhoneSimulator
import TextFormats

/// What sweeps have found, for build servers and hosts of git.
enum SweepReports {
  /// Commands that hosts of git show next to the lines of a change, one for each dependency and failure.
  static func annotations(_ file: SweptFile) -> String {
    let failures = file.sweeps.flatMap(failures).map { failure in
      LintReport.annotation(
        "error", file.name, failure.place, title: "haptic session sweep", failure.message)
    }
    guard let failure = file.failure else { return failures.joined() }
    let message =
      failure.message.isEmpty ? "\(file.name) is not a valid scenario" : failure.message
    return failures.joined() + LintReport.annotation(ofFailure: message)
  }

  /// A report in the XML of JUnit: a suite for each file, a test for each scenario, and what it depends on as
  /// its failure.
  ///
  /// Source: the schema of Jenkins' xUnit plugin, `junit-10.xsd`.
  static func junit(_ files: [SweptFile]) -> String {
    let tests = files.reduce(0) { $0 + $1.sweeps.count + ($1.failure == nil ? 0 : 1) }
    let failed = files.reduce(0) { $0 + failedCount(of: $1) }
    let errors = files.count { $0.failure != nil }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites \(totals(tests, failed, errors))>\n" + files.map(suite).joined()
      + "</testsuites>\n"
  }

  private static func totals(_ tests: Int, _ failures: Int, _ errors: Int) -> String {
    "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  private static func failedCount(of file: SweptFile) -> Int {
    file.sweeps.count { !$0.holds }
  }

  private static func suite(_ file: SweptFile) -> String {
    let name = file.name.escapedForXML
    let errors = file.failure == nil ? 0 : 1
    let totals = totals(file.sweeps.count + errors, failedCount(of: file), errors)
    var text = "  <testsuite name=\"\(name)\" \(totals)>\n"
    for sweep in file.sweeps {
      let lines = failures(of: sweep).map { "\(file.name):\($0.place): \($0.message)".printable }
      text += test(sweep.scenario, line: sweep.place.line, of: name, "failure", lines)
    }
    if let failure = file.failure {
      let message = failure.message.isEmpty ? "not a valid scenario" : failure.message
      text += test("reading", line: 1, of: name, "error", [message])
    }
    return text + "  </testsuite>\n"
  }

  private static func test(
    _ name: String, line: Int, of file: String, _ element: String, _ lines: [String]
  ) -> String {
    let start =
      "    <testcase classname=\"\(file)\" name=\"\(name.escapedForXML)\" file=\"\(file)\" "
      + "line=\"\(line)\""
    guard let first = lines.first else { return start + "/>\n" }
    return start + ">\n      <\(element) message=\"\(first.escapedForXML)\">"
      + lines.map(\.escapedForXML).joined(separator: "\n") + "</\(element)>\n    </testcase>\n"
  }

  /// What is reported of a scenario, at the places of the expectations that fail.
  private static func failures(
    of sweep: ScenarioSweep
  ) -> [(place: SourceLocation, message: String)] {
    let own = sweep.report.failures.map { ($0.place, "at \($0.time.brief) s: \($0.message)") }
    return own
      + sweep.dependencies.flatMap(\.changes).map { change in
        let failure = change.consequence.failure
        return (
          failure.place,
          "depends on \(change.words): at \(failure.time.brief) s: \(failure.message)"
        )
      }
  }
}
