import Drawing
import TextFormats

/// The results of tests in the XML format of JUnit, which build servers read.
///
/// Source: the schema of Jenkins' xUnit plugin, `junit-10.xsd`. Times are omitted, because they would make every
/// report different.
///
/// Build servers show one line for each case, and some show only the first of several failures. A test with failures
/// in several lines is therefore reported as several cases. Their names differ, because GitLab ignores a case with the
/// name of an earlier one.
/// Sources: `docs.gitlab.com/ci/testing/unit_test_reports`; `src/testParser.ts` of `mikepenz/action-junit-report`.
struct JUnitReport {
  private let outcomes: [TestOutcome]

  /// Creates a report of `outcomes`, in the given order.
  init(_ outcomes: [TestOutcome]) { self.outcomes = outcomes }

  /// The document.
  var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(Self.totals(of: outcomes))>\n"
      + outcomes.map(suite).joined() + "</testsuites>\n"
  }

  private static func totals(of outcomes: [TestOutcome]) -> String {
    let cases = outcomes.flatMap(\.reportedCases)
    let failures = cases.count { !$0.failures.isEmpty }
    let errors = outcomes.count { $0.status != nil }
    return "tests=\"\(cases.count + errors)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  private func suite(_ outcome: TestOutcome) -> String {
    let file = outcome.file.escapedForXML
    var text = "  <testsuite name=\"\(file)\" \(Self.totals(of: [outcome]))>\n"
    for test in outcome.reportedCases {
      text += testCase(
        test.name, test.line, outcome.file, element: "failure", findings: test.failures)
    }
    if outcome.status != nil {
      text += testCase("reading", 1, outcome.file, element: "error", findings: outcome.problems)
    }
    return text + "  </testsuite>\n"
  }

  private func testCase(
    _ name: String, _ line: Int, _ path: String, element: String, findings: [TestOutcome.Finding]
  ) -> String {
    let file = path.escapedForXML
    let start =
      "    <testcase classname=\"\(file)\" name=\"\(name.escapedForXML)\" file=\"\(file)\" "
      + "line=\"\(line)\""
    guard let first = findings.first else { return start + "/>\n" }
    let lines = findings.flatMap { $0.lines(in: path) }.map(\.escapedForXML)
    return start + ">\n      <\(element) message=\"\(first.message.escapedForXML)\">"
      + lines.joined(separator: "\n") + "</\(element)>\n    </testcase>\n"
  }
}

extension TestOutcome {
  /// A test, or the failures of a test in a single line.
  fileprivate typealias ReportedCase = (name: String, line: Int, failures: [Finding])

  /// The tests that pass, and for each failed test a case for each line with failures.
  ///
  /// The first case of a test has the test's name, so that build servers find it in every report.
  fileprivate var reportedCases: [ReportedCase] {
    cases.flatMap { test in
      var cases: [ReportedCase] = []
      for failure in test.failures {
        let line = failure.place?.line ?? test.place.line
        if let place = cases.firstIndex(where: { $0.line == line }) {
          cases[place].failures.append(failure)
        } else {
          let name = cases.isEmpty ? test.name : "\(test.name), line \(line)"
          cases.append((name, line, [failure]))
        }
      }
      return cases.isEmpty ? [(test.name, test.place.line, [])] : cases
    }
  }
}
