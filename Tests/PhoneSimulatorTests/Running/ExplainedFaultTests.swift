import AudioSession
import AudioSessionAnalysis
import PhoneSimulator
import Testing

/// Tests of explanations for notifications that are lost, repeated or late, and for apps that Siri launched.
struct ExplainedFaultTests {
  /// The facts that explain the silence of the app `m`, after the steps.
  private func facts(
    _ steps: String, until time: Double = 20, os: String = "26"
  ) throws -> [ExplainedFact] {
    let text = """
      scenario: a fault
      os: "\(os)"
      apps:
        m: { category: playback, backgroundAudio: true }
        n: { category: playback }
      steps:
        - m: play
      \(steps.split(separator: "\n").map { "  - \($0)" }.joined(separator: "\n"))
      """
    let scenario = try #require(try ScenarioReader.read(text).first)
    let run = try ScenarioRun(scenario)
    run.run(until: time)
    #expect(!run.hasFailed, "\(run.failures)")
    return run.phone.explain(.audible, for: 0, after: run.history).causes.compactMap(\.fact)
  }

  @Test func `a lost end is explained as never having arrived`() throws {
    let facts = try facts(
      "alarm: fire\nm: { nextNotification: { fault: missing, of: interruption ended } }\nalarm: dismiss"
    )
    let end = SessionEvent.phone(.alertEnded(.alarm, .resumable))
    #expect(facts.contains(.endNeverArrived(end)))
    #expect(!facts.contains(.endedWithShouldResume(end)))
  }

  @Test func `a late end is explained as pending, then as arrived`() throws {
    let steps =
      "{ at: 1, alarm: fire }\nm: { nextNotification: { late: 3 } }\n{ at: 2, alarm: dismiss }"
    let end = SessionEvent.phone(.alertEnded(.alarm, .resumable))
    let before = try facts(steps, until: 4)
    #expect(before.contains(.endHasNotArrived(end, due: 5)))
    #expect(!before.contains(.endedWithShouldResume(end)))
    let after = try facts(steps, until: 6)
    #expect(after.contains(.endedWithShouldResume(end)))
    #expect(after.contains(.endArrivedLate(at: 5)))
    #expect(!after.contains(.endHasNotArrived(end, due: 5)))
  }

  @Test func `an end that was delayed by suspension arrives when the app runs again`()
    throws
  {
    let steps = """
      { at: 1, alarm: fire }
      m: { nextNotification: { late: 3 } }
      { at: 2, alarm: dismiss }
      m: background
      m: suspend
      { at: 9, m: foreground }
      """
    #expect(try facts(steps).contains(.endArrivedLate(at: 9)))
  }

  @Test func `an end that arrived twice is explained`() throws {
    let facts = try facts("alarm: fire\nm: { nextNotification: twice }\nalarm: dismiss")
    #expect(facts.contains(.endArrivedTwice))
  }

  @Test(arguments: [
    ("missing", ExplainedFact.beginningNeverArrived), ("twice", .beginningArrivedTwice),
    ("{ late: 90 }", .beginningHasNotArrived(due: 91)),
    ("{ late: 5 }", .beginningArrivedLate(at: 6)),
  ])
  func `the fate of a beginning's notification is explained`(
    fault: String, fact: ExplainedFact
  ) throws {
    let steps = "m: { nextNotification: \(fault) }\n{ at: 1, alarm: fire }"
    #expect(try facts(steps).contains(fact))
    #expect(try facts("alarm: fire").contains(fact) == false)
  }

  @Test func `on iOS 27, losing one of two notifications does not lose the end`() throws {
    let lost = "alarm: fire\nm: { nextNotification: { fault: missing, of: KIND } }\nalarm: dismiss"
    for kind in ["interruption ended", "resumption"] {
      let facts = try facts(lost.replacing("KIND", with: kind), os: "27")
      #expect(!facts.contains(.endNeverArrived(.phone(.alertEnded(.alarm, .resumable)))), "\(kind)")
    }
    let both = try facts("alarm: fire\nm: { everyNotification: missing }\nalarm: dismiss", os: "27")
    #expect(both.contains(.endNeverArrived(.phone(.alertEnded(.alarm, .resumable)))))
  }

  @Test func `an app that Siri has launched is not explained as interrupted`() throws {
    let siri =
      "m: terminate\n{ at: 1, siri: begin }\n{ at: 2, siri: { end: { startedPlaybackIn: m } } }"
    let launched = try facts(siri, until: 3)
    #expect(launched.first == .wasLaunchedBySiri)
    #expect(!launched.contains(.wasNotifiedWithShouldResume))
    #expect(!launched.contains(.hasNotActivatedSinceEnd))
    #expect(
      try facts(siri + "\nm: { setCategory: playback }\nm: play\nm: pause", until: 3).contains(
        .wasLaunchedBySiri) == false)
  }

  @Test
  func `without a history, permission from Siri is not explained as from an interruption`()
    throws
  {
    var app = AppState()
    app.configuration = .init(.playback)
    var phone = try Phone(PhoneSetup(apps: [app]))
    for event: SessionEvent in [
      .app(0, .terminate), .phone(.siriBegan), .phone(.siriEnded(startedPlaybackIn: 0)),
    ] {
      _ = try phone.handle(event)
    }
    let facts = phone.explain(.audible, for: 0).causes.compactMap(\.fact)
    #expect(facts.contains(.mayBegin) && !facts.contains(.wasNotifiedWithShouldResume))
  }
}
