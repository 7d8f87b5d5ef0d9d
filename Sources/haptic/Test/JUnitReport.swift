import Drawing
import TextFormats

/// The results of tests in the XML format of JUnit, which build servers read.
///
/// Source: the schema of Jenkins' xUnit plugin, `junit-10.xsd`. Times are omitted, because they would make every
/// report different.
///
/// Build servers show one line for each case, and some show only the first of several failures. A test with failures
/// in several lines is therefore reported as several cases. Their names differ, because GitLab ignores a case with the
/// name of an earlier case. If tests of a file have the same name, the later names contain their lines.
///
/// Sources: `docs.gitlab.com/ci/testing/unit_test_reports`; `src/testParser.ts` of `mikepenz/action-junit-report`.
struct JUnitReport {
  /// A test, the failures of a test in a single line, or a file that cannot be run.
  private struct Case {
    let name: String
    let line: Int
    /// The element for the findings.
    var element = "failure"
    var findings: [TestOutcome.Finding] = []
  }

  /// The files with their cases.
  private let suites: [(file: String, cases: [Case])]

  /// Creates a report of `outcomes`, in the given order.
  ///
  /// A file that is given twice is reported twice, with different names.
  init(_ outcomes: [TestOutcome]) {
    var names: [String: CaseNames] = [:]
    suites = outcomes.map { outcome in
      (outcome.file, Self.cases(of: outcome, &names[outcome.file, default: CaseNames()]))
    }
  }

  /// The document.
  var text: String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(Self.totals(suites.flatMap(\.cases)))>\n"
      + suites.map { Self.suite($0, $1) }.joined() + "</testsuites>\n"
  }

  /// Returns the tests that pass, for each failed test a case for each line with failures, and a case for a file that
  /// cannot be run.
  ///
  /// The first case of a test has the test's name, so that build servers find it in every report. All tests are named
  /// before their further cases, so that a test's name does not depend on failures.
  private static func cases(of outcome: TestOutcome, _ names: inout CaseNames) -> [Case] {
    var all: [Case] = []
    let tests = outcome.cases.map { names.unused($0.name, in: $0.place.line) }
    for (name, test) in zip(tests, outcome.cases) {
      var cases: [Case] = []
      for failure in test.failures {
        let line = failure.place?.line ?? test.place.line
        if let place = cases.firstIndex(where: { $0.line == line }) {
          cases[place].findings.append(failure)
        } else {
          let name = cases.isEmpty ? name : names.unused("\(name), line \(line)", in: line)
          cases.append(Case(name: name, line: line, findings: [failure]))
        }
      }
      all += cases.isEmpty ? [Case(name: name, line: test.place.line)] : cases
    }
    guard outcome.status != nil else { return all }
    let name = names.unused("reading", in: 1)
    return all + [Case(name: name, line: 1, element: "error", findings: outcome.problems)]
  }

  private static func totals(_ cases: [Case]) -> String {
    let errors = cases.count { $0.element == "error" }
    let failures = cases.count { !$0.findings.isEmpty && $0.element == "failure" }
    return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
  }

  private static func suite(_ file: String, _ cases: [Case]) -> String {
    "  <testsuite name=\"\(file.escapedForXML)\" \(totals(cases))>\n"
      + cases.map { text(of: $0, in: file) }.joined() + "  </testsuite>\n"
  }

  private static func text(of test: Case, in path: String) -> String {
    let file = path.escapedForXML
    let start =
      "    <testcase classname=\"\(file)\" name=\"\(test.name.escapedForXML)\" file=\"\(file)\" "
      + "line=\"\(test.line)\""
    guard let first = test.findings.first else { return start + "/>\n" }
    let lines = test.findings.flatMap { $0.lines(in: path) }.map(\.escapedForXML)
    return start + ">\n      <\(test.element) message=\"\(first.message.escapedForXML)\">"
      + lines.joined(separator: "\n") + "</\(test.element)>\n    </testcase>\n"
  }
}

/// The names of a file's cases, each of which is used once.
private struct CaseNames {
  private var used: Set<String> = []

  /// Returns `name` if it is not used yet, otherwise with its line, and if that is used as well, with a number.
  mutating func unused(_ name: String, in line: Int) -> String {
    let located = "\(name)\(name.hasSuffix(", line \(line)") ? "" : ", line \(line)")"
    var (unique, number) = (name, 1)
    while !used.insert(unique).inserted {
      unique = number == 1 ? located : "\(located) (\(number))"
      number += 1
    }
    return unique
  }
}
