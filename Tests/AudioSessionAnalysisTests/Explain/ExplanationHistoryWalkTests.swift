import AudioSession
import AudioSessionAnalysis
import Testing

/// What explanations say of what has been and of what would be, on random walks.
@Suite struct ExplanationHistoryWalkTests {
  static let seeds: ClosedRange<UInt64> = 1...8

  /// Walks with one version and one policy for each seed, and looks at every app after every step,
  /// with the phone before it.
  private func walk(
    _ seed: UInt64, _ look: (_ before: Phone, _ now: Phone, AppID) throws -> Void
  ) throws {
    var walk = EventWalk(apps: 3, seed: seed)
    let policy = seed.isMultiple(of: 2) ? try walk.policy() : .standard
    let system = OSVersion.allCases[Int(seed) % OSVersion.allCases.count]
    var phone = try Phone(walk.setup(on: system, policy: policy))
    for _ in 0..<4000 {
      let before = phone
      guard (try? phone.handle(walk.next())) != nil else { continue }
      for app in phone.apps { try look(before, phone, app) }
    }
  }

  private func facts(
    _ question: ExplainedQuestion, _ phone: Phone, _ app: AppID
  ) -> [ExplainedFact] {
    phone.explain(question, for: app).causes.compactMap(\.fact)
  }

  @Test(arguments: seeds)
  func `an app said not to have played when interrupted did not`(seed: UInt64) throws {
    try walk(seed) { before, now, app in
      guard now.isInterrupted(app), !before.isInterrupted(app) else { return }
      let wasIdle = facts(.audible, now, app).contains(.wasNotPlaying)
      #expect(wasIdle == !before.isPlaying(app))
    }
  }

  @Test(arguments: seeds)
  func `a refusal that is mentioned is what an activation would get`(seed: UInt64) throws {
    let prefix = "activating it would be refused now: "
    try walk(seed) { _, now, app in
      let statements = now.explain(.audible, for: app).causes.map(\.statement)
      guard let mention = statements.first(where: { $0.hasPrefix(prefix) })
      else { return }
      var tried = now
      for case .callResult(app, .activate, let error) in try tried.handle(.activate(app)) {
        #expect(mention.dropFirst(prefix.count) == error?.fourCharacters ?? "")
      }
    }
  }

  @Test(arguments: seeds)
  func `an end that is said to wait for the foreground comes there`(seed: UInt64) throws {
    try walk(seed) { _, now, app in
      guard facts(.audible, now, app).contains(.endWaitsForForeground) else { return }
      var shown = now
      let effects = try shown.handle(.enterForeground(app))
      let isNotified = effects.contains { effect in
        switch effect {
        case .notified(app, .interruptionEnded), .notified(app, .resumptionRecommendation): true
        default: false
        }
      }
      #expect(isNotified, "\(effects)")
    }
  }

  @Test(arguments: seeds)
  func `what leaves an active session alone is explained`(seed: UInt64) throws {
    try walk(seed) { _, now, app in
      let device = now.state.device
      let isSystemThere =
        device.calls.isUp || device.isAlarmRinging || device.isTimerRinging || device.isEmergency
        || device.siri != .off
      guard now.isActive(app), isSystemThere else { return }
      let explanation = now.explain(.interrupted, for: app)
      #expect(explanation.causes.count > 1, "\(explanation)")
    }
  }
}
