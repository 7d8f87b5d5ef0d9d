import AudioSession
import PhoneSimulator
import Testing

/// Tests of the time from which an expectation counts the events of an app.
struct EventStartTests {
  /// Runs a scenario of music that an alarm interrupts at 3 s and again at 6 s, until 7 s.
  private func run(_ expectations: String) throws -> ScenarioRun {
    let text = """
      scenario: a
      apps: { music: { category: playback } }
      steps:
        - music: play
        - { at: 3, alarm: fire }
        - { at: 4, alarm: dismiss }
        - { music: play }
        - expect: { music: { includes: [interruption began default] } }
        - { at: 6, alarm: fire }
        - { at: 7, expect: { music: \(expectations) } }
      """
    let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
    run.run()
    return run
  }

  private func messages(_ expectations: String) throws -> [String] {
    try run(expectations).failures.map(\.message)
  }

  @Test func `events count from the given time, inclusively`() throws {
    #expect(try messages("{ since: 6, includes: [interruption began default] }") == [])
    #expect(try messages("{ since: 3, includes: [interruption began default] }") == [])
    let late = try messages("{ since: 4.5, includes: [interruption ended shouldResume] }")
    #expect(late.count == 1 && late[0].contains("events were [interruption began default]"))
  }

  @Test func `since lastExpect, only later events count`() throws {
    #expect(try messages("{ since: lastExpect, includes: [interruption began default] }") == [])
    let twice = "[interruption began default, interruption began default]"
    #expect(try messages("{ since: lastExpect, includes: \(twice) }").count == 1)
    #expect(try messages("{ since: 0, includes: \(twice) }") == [])
  }

  @Test(
    arguments: [
      ("{ includes: [interruption began default] }", 1),
      ("{ includes: [interruption ended shouldResume, interruption began default] }", 1),
      ("{ since: 0, includes: [interruption began default] }", 0),
      ("{ since: lastExpect, includes: [interruption began default] }", 0),
      ("{ active: false }", 0),
    ])
  func `an expectation without since that an old event meets causes a warning`(
    expectation: String, count: Int
  ) throws {
    let run = try run(expectation)
    #expect(run.advice.map(\.reason) == Array(repeating: .includesOldEvents(0), count: count))
    #expect(run.failures == [])
  }

  @Test func `an expectation of all events also counts as the last expectation`() throws {
    let text = """
      scenario: a
      apps: { music: { category: playback, remoteCommands: [play, pause] } }
      steps:
        - music: play
        - device: { remote: pause }
        - expect: { music: { events: [remote pause] } }
        - device: { remote: play }
        - expect: { music: { includes: [remote play] } }
      """
    let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
    run.run()
    #expect(run.failures == [] && run.advice == [])
  }

  @Test(
    arguments: [
      ("{ since: 2 }", "add includes: [EVENT]"),
      ("{ since: 2, events: [] }", "add includes: [EVENT]"),
      ("{ since: 7.5, includes: [] }", "which is after the expectation at 7"),
      ("{ since: yesterday, includes: [] }", "a time in seconds or lastExpect"),
      ("{ since: -1, includes: [] }", "since must be from 0"),
    ])
  func `a start for counted events that has no effect is a problem`(
    expectation: String, words: String
  ) throws {
    let errors = #expect(throws: ScenarioErrors.self) { try run(expectation) }
    #expect(errors?.problems.count == 1)
    #expect(errors?.description.contains(words) == true, "\(errors?.description ?? "")")
  }
}
