import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Explanations of a run that is known: they say what happened, not what may have.
@Suite struct SessionHistoryTests {
  /// A phone, what has happened to it, and what is said of the first app.
  private struct Story {
    var phone: Phone
    var history: SessionHistory

    init(
      _ configurations: [SessionConfiguration], policy: [String: String] = [:],
      _ events: [SessionEvent]
    ) throws {
      var setup = PhoneSetup(
        apps: configurations.map { configuration in
          var app = AppState()
          app.configuration = configuration
          app.hasBackgroundAudio = true
          return app
        })
      for (option, answer) in policy { try setup.policy.set(option, to: answer) }
      phone = try Phone(setup)
      history = SessionHistory(phone)
      for event in events {
        let before = phone
        let effects = try phone.handle(event)
        history.note(event, from: before, to: phone, effects)
      }
    }

    var causes: [Cause] { phone.explain(.audible, for: 0, after: history).causes }
    var statements: [String] { causes.map(\.statement) }
  }

  private static let started: [SessionEvent] = [.startOutput(0), .startOutput(1)]

  /// What happens after the first app was interrupted, what is said of the end, and what decided.
  private static let ends: [(policy: [String: String], [SessionEvent], String, String?)] = [
    (
      [:], started + [.deactivate(1, .notifyOthersOnDeactivation)],
      "it was notified with shouldResume, when app1 deactivated its own session and notified others",
      nil
    ),
    (
      [:], started + [.deactivate(1)],
      "it was not notified of the end, when app1 deactivated its own session", "noNotifyEffect"
    ),
    (
      ["noNotifyEffect": "endedWithoutOption"], started + [.deactivate(1)],
      "it was notified without shouldResume, when app1 deactivated its own session",
      "noNotifyEffect"
    ),
    (
      [:], started + [.terminate(1)], "it was not notified of the end, when app1 ended",
      "noNotifyEffect"
    ),
    (
      [:], [.startOutput(0), .callRang(.phone), .callDeclined(.lost)],
      "it was not notified of the end, when the call was declined", "R4"
    ),
    (
      [:], [.startOutput(0), .alarmFired, .alarmDismissed(.notResumable)],
      "it was notified without shouldResume, when the alarm was dismissed", "R4"
    ),
    (
      ["siriHandover": "endedWithoutOption"],
      [.startOutput(0), .siriBegan, .siriEnded(startedPlaybackIn: 1)],
      "it was notified without shouldResume, when Siri left, having started playback in app1",
      "siriHandover"
    ),
  ]

  @Test(arguments: ends.indices)
  func `the end explained is the one that happened, with what decided it`(number: Int) throws {
    let (policy, events, statement, decider) = Self.ends[number]
    let story = try Story([.playback, .playback], policy: policy, events)
    let causes = story.causes
    let place = try #require(
      causes.firstIndex { $0.statement == statement }, "\(story.statements)")
    guard let decider else { return }
    #expect(causes[place + 1].reference.description.hasSuffix(decider), "\(causes[place + 1])")
  }

  @Test func `an app that never played gets no explanation about unplugging`() throws {
    let story = try Story([.playback], [.activate(0)])
    #expect(story.statements.contains("it has never started it"))
    #expect(!story.statements.contains { $0.contains("unplug") })
  }

  @Test(arguments: [
    (
      [SessionEvent.portConnected(.headphones), .startOutput(0), .portDisconnected(.headphones)],
      "what it played on was unplugged, which paused it"
    ),
    ([.startOutput(0), .stopOutput(0)], "it has stopped it itself"),
    ([.startOutput(0), .deactivate(0)], "it has deactivated its session"),
    (
      [.startOutput(0), .suspend(0), .enterForeground(0)], "its session ended when it was suspended"
    ),
    (
      [.startOutput(0), .mediaServicesLost, .mediaServicesReset],
      "its session was lost with the media services"
    ),
    ([], "nothing has activated its session since it started"),
  ])
  func `why nothing runs is what happened last`(events: [SessionEvent], statement: String) throws {
    let story = try Story([.playback], events)
    #expect(story.statements.contains(statement), "\(story.statements)")
  }

  @Test(arguments: ExplanationHistoryWalkTests.seeds)
  func `with a history nothing is one of several possibilities`(seed: UInt64) throws {
    var walk = EventWalk(apps: 3, seed: seed)
    var phone = try Phone(walk.setup(on: .iOS26, policy: .standard))
    var history = SessionHistory(phone)
    for _ in 0..<4000 {
      let before = phone
      let event = walk.next()
      guard let effects = try? phone.handle(event) else { continue }
      history.note(event, from: before, to: phone, effects)
      for app in phone.apps {
        for question in [ExplainedQuestion.audible, .interrupted] {
          for cause in phone.explain(question, for: app, after: history).causes {
            let words = cause.statement
            let isVague =
              words.contains("this moment does not show") || words.contains(" or lost it")
              || words.contains("would pause") || words.contains("would stop")
              || words.contains("has no description") || words.contains("or has stopped it")
            #expect(!isVague, "\(words) after \(event)")
          }
        }
      }
    }
  }
}
