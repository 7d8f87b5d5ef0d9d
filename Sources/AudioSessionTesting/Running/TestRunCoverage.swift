internal import Foundation
internal import PhoneRuntime

/// The coverage by all phones in a test process.
///
/// If the environment variable `HAPTIC_COVERAGE` names a folder, every `SimulatedPhone` is included, and the process
/// writes one file to that folder when it exits. `haptic session coverage` reads the files.
package enum TestRunCoverage {
  /// Whether the phones that a task creates are excluded from the coverage.
  ///
  /// A sweep runs a test with policy answers that nobody expects a phone to give. Only the sweep's task is affected:
  /// other tests that run at the same time are included. Phones that a swept test creates in a detached task or on a
  /// separate queue are included as well. Such a phone is created by the test instead of the trait, so it has the
  /// policy answers that the test has chosen.
  @TaskLocal package static var isPaused = false

  /// The name of the environment variable.
  static let variable = "HAPTIC_COVERAGE"

  private static let log: CoverageLog? = {
    guard folder != nil else { return nil }
    atexit { TestRunCoverage.write() }
    return CoverageLog()
  }()

  private static let folder: String? = {
    let folder = ProcessInfo.processInfo.environment[variable] ?? ""
    return folder.isEmpty ? nil : folder
  }()

  /// Records the coverage of a phone from now on, if the process has a folder to write to.
  static func watch(_ runtime: PhoneRuntime) {
    if !isPaused { log?.watch(runtime) }
  }

  /// Writes the file.
  ///
  /// A process that is ended by a signal does not write a file.
  private static func write() {
    guard let folder, let log else { return }
    var coverage = PhoneCoverage()
    coverage.add(log)
    let path = "\(folder)/\(UUID().uuidString.lowercased())\(PhoneCoverage.fileEnding)"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try coverage.fileText().write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      let message = "\(variable): \(path) cannot be written: \(error.localizedDescription)\n"
      FileHandle.standardError.write(Data(message.utf8))
    }
  }
}
