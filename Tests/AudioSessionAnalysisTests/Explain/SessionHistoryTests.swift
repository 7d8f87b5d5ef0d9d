import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Explanations of a known run state what happened, not what may have happened.
@Suite struct SessionHistoryTests {
  /// A phone with its history, and the explanation for the first app.
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
      for event in events { try happen(event) }
    }

    mutating func happen(_ event: SessionEvent) throws {
      let before = phone
      let effects = try phone.handle(event)
      history.note(event, at: 0, from: before, to: phone, effects)
    }

    var causes: [Cause] { phone.explain(.audible, for: 0, after: history).causes }
    var references: [RuleReference] { causes.map(\.reference) }
  }

  @Test func `a history without the app is ignored`() throws {
    let phone = try Phone(PhoneSetup(apps: [AppState(), AppState()]))
    let other = SessionHistory(try Phone(PhoneSetup(apps: [AppState()])))
    #expect(
      phone.explain(.audible, for: 1, after: other).lines
        == phone.explain(.audible, for: 1).lines)
  }

  @Test(arguments: [(-Double.infinity, 0.0), (.nan, 0), (7, 1)])
  func `a layer volume is clamped`(volume: Double, clamped: Double) throws {
    var phone = try Phone(PhoneSetup(apps: [AppState()]))
    _ = try phone.handle(.app(0, .startOutput))
    #expect(
      phone.explain(.gain, for: 0, layerVolume: volume).lines
        == phone.explain(.gain, for: 0, layerVolume: clamped).lines)
  }

  private static let started: [SessionEvent] = [.app(0, .startOutput), .app(1, .startOutput)]

  /// The events after the first app was interrupted, the expected end, and the reason for it.
  private static let ends:
    [(
      policy: [String: String], before: [SessionEvent], SessionEvent,
      @Sendable (SessionEvent) -> ExplainedFact, RuleReference
    )] = [
      (
        [:], started, .app(1, .deactivate(.notifyOthersOnDeactivation)),
        ExplainedFact.endedWithShouldResume, .interruptor(.nonMixableApp)
      ),
      (
        [:], [.app(0, .startOutput), .phone(.callRang(.phone))], .phone(.callDeclined()),
        ExplainedFact.endedWithShouldResume, .interruptor(.incomingCall)
      ),
      (
        [:], [.app(0, .startOutput), .phone(.callStarted(.phone))], .phone(.callEnded()),
        ExplainedFact.endedWithShouldResume, .interruptor(.answeredCall)
      ),
      (
        [:], [.app(0, .startOutput), .phone(.siriBegan)], .phone(.siriEnded()),
        ExplainedFact.endedWithShouldResume, .interruptor(.siri)
      ),
      (
        [:], started, .app(1, .deactivate()), ExplainedFact.endedUnnoticed,
        .option(PolicyOption[\.noNotifyEffect])
      ),
      (
        ["noNotifyEffect": "endedWithoutOption"], started, .app(1, .deactivate()),
        ExplainedFact.endedWithoutShouldResume, .option(PolicyOption[\.noNotifyEffect])
      ),
      (
        [:], started, .app(1, .terminate), ExplainedFact.endedUnnoticed,
        .option(PolicyOption[\.noNotifyEffect])
      ),
      (
        [:], [.app(0, .startOutput), .phone(.callRang(.phone))], .phone(.callDeclined(.lost)),
        ExplainedFact.endedUnnoticed, .rule(.interruptionEnd)
      ),
      (
        [:], [.app(0, .startOutput), .phone(.alarmFired)], .phone(.alarmDismissed(.notResumable)),
        ExplainedFact.endedWithoutShouldResume, .rule(.interruptionEnd)
      ),
      (
        ["siriHandover": "endedWithoutOption"], [.app(0, .startOutput), .phone(.siriBegan)],
        .phone(.siriEnded(startedPlaybackIn: 1)), ExplainedFact.endedWithoutShouldResume,
        .option(PolicyOption[\.siriHandover])
      ),
    ]

  @Test(arguments: ends.indices)
  func `the explanation names the end that happened and its reason`(number: Int) throws {
    let (policy, events, last, fact, decider) = Self.ends[number]
    let story = try Story([.playback, .playback], policy: policy, events + [last])
    let references = story.references
    let place = try #require(references.firstIndex(of: .fact(fact(last))), "\(story.causes)")
    #expect(references[place + 1] == decider)
  }

  // Source: Apple's page "Handling audio interruptions": "If you decline the call".
  @Test func `a declined call names the source of its end, even when the app plays again`() throws {
    var story = try Story(
      [.playback], [.app(0, .startOutput), .phone(.callRang(.phone)), .phone(.callDeclined())])
    let page = "documentation: Handling audio interruptions: \"If you decline the call\""
    #expect(story.causes.contains { $0.description.contains(page) })
    try story.happen(.app(0, .startOutput))
    let causes = story.phone.explain(.interrupted, for: 0, after: story.history).causes
    #expect(causes.first?.fact == .isNotInterrupted)
    #expect(causes.contains { $0.description.contains(page) })
  }

  // Source: page of `setActive(_:options:)`: an app that activates its session takes over the device.
  @Test(arguments: [
    (Self.started, SessionEvent.app(0, .startOutput), "it started playing again"),
    ([.app(0, .activate), .app(1, .startOutput)], .app(0, .startOutput), "it started playing"),
    (Self.started, .app(0, .activate), "it activated its session"),
  ])
  func `an app that takes the device back has ended its interruption itself`(
    before: [SessionEvent], own: SessionEvent, words: String
  ) throws {
    let story = try Story([.playback, .playback], before + [own])
    let causes = story.phone.explain(.interrupted, for: 0, after: story.history).causes
    #expect(
      causes.map(\.statement).contains("\(words), which ended the interruption"), "\(causes)")
    #expect(!causes.contains { $0.statement.contains("not notified") })
  }

  @Test func `unplugging does not explain the silence of an app that never played`() throws {
    let story = try Story([.playback], [.app(0, .activate)])
    #expect(story.references.contains(.fact(.hasNeverStarted)))
    #expect(!story.references.contains(.option(PolicyOption[\.unplugPauses])))
  }

  @Test(arguments: [
    (
      [
        SessionEvent.phone(.portConnected(.headphones)), .app(0, .startOutput),
        .phone(.portDisconnected(.headphones)),
      ],
      RuleReference.option(PolicyOption[\.unplugPauses])
    ),
    ([.app(0, .startOutput), .app(0, .stopOutput)], .fact(.hasStoppedItself)),
    ([.app(0, .startOutput), .app(0, .deactivate())], .fact(.hasDeactivated)),
    (
      [.app(0, .startOutput), .app(0, .suspend), .app(0, .enterForeground)],
      .fact(.endedBySuspension)
    ),
    (
      [.app(0, .startOutput), .phone(.mediaServicesLost), .phone(.mediaServicesReset)],
      .fact(.wasLostWithMediaServices)
    ),
    ([], .fact(.wasNeverActivated)),
  ])
  func `the last event of the app explains why its output does not run`(
    events: [SessionEvent], cause: RuleReference
  ) throws {
    let story = try Story([.playback], events)
    #expect(story.references.contains(cause), "\(story.causes)")
  }

  @Test func `a session that ended with suspension names the option after the app returns`() throws
  {
    let events: [SessionEvent] = [
      .app(0, .startOutput), .app(0, .enterBackground), .app(0, .suspend),
      .app(0, .enterForeground),
    ]
    let option = RuleReference.option(PolicyOption[\.deferredSuspend])
    #expect(try Story([.ambient], events).references.contains(option))
    #expect(try !Story([.playback], events).references.contains(option))
  }

  @Test(arguments: ExplanationHistoryWalkTests.seeds)
  func `with a history, an explanation does not list several possibilities`(seed: UInt64) throws {
    var walk = EventWalk(apps: 3, seed: seed)
    var phone = try Phone(walk.setup(on: .iOS26, policy: .standard))
    var history = SessionHistory(phone)
    for _ in 0..<4000 {
      let before = phone
      let event = walk.next()
      guard let effects = try? phone.handle(event) else { continue }
      history.note(event, at: 0, from: before, to: phone, effects)
      for app in phone.apps {
        for question in [ExplainedQuestion.audible, .recording, .interrupted] {
          for cause in phone.explain(question, for: app, after: history).causes {
            let isVague =
              switch cause.fact {
              case .endIsNotKnown, .isInactiveForSomeReason, .mayHaveStopped: true
              default:
                cause.statement.contains("would also pause")
                  || cause.statement.contains("would also stop")
              }
            #expect(!isVague, "\(cause) after \(event)")
          }
        }
      }
    }
  }
}
