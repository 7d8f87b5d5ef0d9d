import ArgumentParser
import AudioOutput
import TextFormats

/// The reports for build servers and Git hosts that test commands can write.
struct TestReports: ParsableArguments {
  @Option(help: .init("Write a report in JUnit XML.", valueName: "file"), completion: .file())
  var junit: String?

  @Flag(
    help:
      "Print failures as workflow commands, which GitHub, Gitea and Forgejo show next to the changed lines."
  )
  var annotations = false

  func validate() throws {
    if junit == "-" {
      throw ValidationError("Standard output is for the results; give --junit a file name.")
    }
  }

  /// Throws if the report would overwrite one of `files`, which are tested or named by tests.
  func refuseOverwriting(_ files: [String]) throws(Failure) {
    guard let junit else { return }
    for file in files where file != "-" { try SystemCall.refuseSameFile(junit, as: file) }
  }

  /// Writes the JUnit report if it was requested.
  ///
  /// - Throws: `Failure` of status 73 if a file exists that is not such a report.
  func write(_ outcomes: [TestOutcome]) throws {
    guard let junit else { return }
    try NewFiles.check(junit, replacing: .testReport)
    TerminationSignals.cleanUpFiles()
    let report = JUnitReport(outcomes).text
    try PendingFile.write(Array(report.utf8), to: junit, existing: .isReplaced)
  }
}
