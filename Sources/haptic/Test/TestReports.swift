import ArgumentParser
import AudioOutput
import TextFormats

/// The reports for build servers and hosts of git that commands with tests can write.
struct TestReports: ParsableArguments {
  @Option(help: .init("Write a report in JUnit's XML.", valueName: "file"), completion: .file())
  var junit: String?

  @Flag(help: "Print commands that GitHub, Gitea and Forgejo show beside the lines of a change.")
  var annotations = false

  func validate() throws {
    if junit == "-" {
      throw ValidationError("Standard output is for the results; give --junit a file name.")
    }
  }

  /// Refuses to write the report over one of `files`, which are tested.
  func refuseOverwriting(_ files: [String]) throws(Failure) {
    guard let junit else { return }
    for file in files where file != "-" { try SystemCall.refuseSameFile(junit, as: file) }
  }

  /// Writes the report of JUnit, if it is asked for.
  func write(_ outcomes: [TestOutcome]) throws {
    guard let junit else { return }
    TerminationSignals.cleanUpFiles()
    let report = JUnitReport(outcomes).text
    try PendingFile.write(Array(report.utf8), to: junit, existing: .isReplaced)
  }
}
