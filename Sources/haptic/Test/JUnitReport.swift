import Drawing
import TextFormats

/// The results of tests in the XML that JUnit has introduced and that build servers read.
///
/// Source: the schema of Jenkins' xUnit plugin, `junit-10.xsd`. It has no times: a clock would make each report differ.
struct JUnitReport {
  private let outcomes: [TestOutcome]

  /// A report of `outcomes`, in their order.
  init(_ outcomes: [TestOutcome]) { self.outcomes = outcomes }

  /// The document.
  var text: String {
    let tests = outcomes.reduce(0) { $0 + $1.cases.count + ($1.status == nil ? 0 : 1) }
    let failures = outcomes.reduce(0) { $0 + $1.failedCases }
    let errors = outcomes.count { $0.status != nil }
    let totals = Self.totals(tests, failures, errors)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(totals)>\n"
      + outcomes.map(suite).joined() + "</testsuites>\n"
  }

  private static func totals(_ tests: Int, _ failures: Int, _ errors: Int) -> String {
    "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  private func suite(_ outcome: TestOutcome) -> String {
    let errors = outcome.status == nil ? 0 : 1
    let totals = Self.totals(outcome.cases.count + errors, outcome.failedCases, errors)
    let file = outcome.file.escapedForXML
    var text = "  <testsuite name=\"\(file)\" \(totals)>\n"
    for test in outcome.cases {
      text += testCase(
        test.name, test.place, outcome.file, element: "failure", findings: test.failures)
    }
    if outcome.status != nil {
      text += testCase(
        "reading", .start, outcome.file, element: "error", findings: outcome.problems)
    }
    return text + "  </testsuite>\n"
  }

  private func testCase(
    _ name: String, _ place: SourceLocation, _ path: String, element: String,
    findings: [TestOutcome.Finding]
  ) -> String {
    let file = path.escapedForXML
    let start =
      "    <testcase classname=\"\(file)\" name=\"\(name.escapedForXML)\" file=\"\(file)\" "
      + "line=\"\(place.line)\""
    guard let first = findings.first else { return start + "/>\n" }
    let lines = findings.flatMap { $0.lines(in: path) }.map(\.escapedForXML)
    return start + ">\n      <\(element) message=\"\(first.message.escapedForXML)\">"
      + lines.joined(separator: "\n") + "</\(element)>\n    </testcase>\n"
  }
}

extension TestOutcome {
  /// The number of cases that are not as expected.
  fileprivate var failedCases: Int { cases.count { !$0.failures.isEmpty } }
}
