import AudioSession
import AudioSessionAnalysis
import Testing

/// A search reports the states in which an interruption may never end.
@Suite struct StuckStateTests {
  private let playback = [SessionConfiguration(.playback)]

  @Test func `an alarm whose end is lost leaves the app stuck`() throws {
    let report = try SessionSearch.run(
      SearchWorld(apps: 1, configurations: playback, scope: .alarm))
    #expect(report.violations.isEmpty)
    #expect(report.stuckStates.count == 1 && report.stuckStates[0] > 0)
    let way = try #require(report.stuckExamples.first)
    #expect(way.last == .phone(.alarmDismissed(.lost)))

    var phone = try Phone(PhoneSetup(apps: [AppState()]))
    var effects: [SessionEffect] = []
    for event in way { effects += try phone.handle(event) }
    #expect(effects.contains(.notified(0, .interruptionBegan(.default))))
    #expect(!effects.contains(.notified(0, .interruptionEnded(.shouldResume))))
    #expect(!effects.contains(.notified(0, .interruptionEnded([]))))
    #expect(!phone.isActive(0))
  }

  @Test func `no app is stuck if every end is posted`() throws {
    let report = try SessionSearch.run(
      SearchWorld(apps: 1, configurations: playback, scope: [.siri, .emergency]))
    #expect(report.states > 10)
    #expect(report.stuckStates == [0])
    #expect(report.stuckExamples.isEmpty)
  }

  @Test func `an app that leaves without notifying leaves others stuck if no end is posted`() throws
  {
    let silent = SearchWorld(apps: 2, configurations: playback, scope: [])
    var posting = silent
    posting.policy.noNotifyEffect = .endedWithoutOption
    #expect(try SessionSearch.run(silent).stuckStates.allSatisfy { $0 > 0 })
    #expect(try SessionSearch.run(posting).stuckStates == [0, 0])
  }
}
