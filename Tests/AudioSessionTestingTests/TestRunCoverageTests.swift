import Foundation
import PhoneRuntime
import Testing

@testable import AudioSessionTesting

/// The coverage of the phones of a test process, and the file that the process writes.
struct TestRunCoverageTests {
  private func names(_ kind: CoverageKind, of coverage: PhoneCoverage) -> [String] {
    coverage.exercised(of: kind).map(\.name)
  }

  /// A phone on which an alarm interrupts music.
  private static func alarm(loggedBy log: CoverageLog?) throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    log?.watch(phone.runtime)
    try phone.app.session.setCategory(.playback)
    _ = phone.app.player.play()
    try phone.ringAlarm()
    try phone.dismissAlarm()
  }

  @Test func `an alarm over music has the same coverage as in a scenario`() throws {
    let log = CoverageLog()
    try Self.alarm(loggedBy: log)
    var coverage = PhoneCoverage()
    coverage.add(log)
    #expect(coverage.runs == 1)
    // R1: playing activates. R3: the alarm interrupts. R13: output stops before began. R4: the end.
    #expect(names(.rules, of: coverage) == ["R1", "R3", "R4", "R13"])
    #expect(names(.interruptors, of: coverage) == ["alarm"])
    let interruptions = names(.notifications, of: coverage).filter { $0.hasPrefix("interruption ") }
    #expect(interruptions == ["interruption began default", "interruption ended shouldResume"])
  }

  @Test func `an identical second phone only adds a run`() throws {
    let log = CoverageLog()
    try Self.alarm(loggedBy: log)
    var once = PhoneCoverage()
    once.add(log)
    try Self.alarm(loggedBy: log)
    var twice = PhoneCoverage()
    twice.add(log)
    #expect(twice.runs == 2)
    for kind in CoverageKind.allCases {
      #expect(twice.exercised(of: kind) == once.exercised(of: kind))
    }
  }

  @Test func `a coverage survives writing and reading`() throws {
    let log = CoverageLog()
    try Self.alarm(loggedBy: log)
    var coverage = PhoneCoverage()
    coverage.add(log)
    #expect(try PhoneCoverage(file: Array(coverage.fileText().utf8)) == coverage)
  }

  @Test func `a process writes the coverage of its phones when it exits`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let folder = "\(NSTemporaryDirectory())/\(UUID().uuidString)"
      unsafe setenv(TestRunCoverage.variable, folder, 1)
      print("folder:\(folder)")
      try Self.alarm(loggedBy: nil)
      try TestRunCoverage.$isPaused.withValue(true) {
        let left = try SimulatedPhone(notificationCenter: NotificationCenter())
        try left.receiveCall()
      }
    }
    let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      .split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("folder:") })
    let folder = URL(filePath: String(line.dropFirst("folder:".count)))
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let file = try #require(files.first)
    #expect(files.count == 1 && file.lastPathComponent.hasSuffix(".coverage.json"))
    let coverage = try PhoneCoverage(file: Array(Data(contentsOf: file)))
    try FileManager.default.removeItem(at: folder)
    #expect(coverage.runs == 1)
    #expect(names(.rules, of: coverage) == ["R1", "R3", "R4", "R13"])
    #expect(names(.interruptors, of: coverage) == ["alarm"])
  }
}
