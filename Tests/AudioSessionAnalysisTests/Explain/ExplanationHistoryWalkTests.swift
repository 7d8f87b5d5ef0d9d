import AudioSession
import AudioSessionAnalysis
import Testing

/// Properties of statements about the past and about possible events, on random walks.
@Suite struct ExplanationHistoryWalkTests {
  static let seeds: ClosedRange<UInt64> = 1...8

  /// For each seed, walks on one version with one policy, and calls `look` for every app after every step, with
  /// the phone before the step.
  ///
  /// In total, `look` must find a subject more than `least` times.
  private func walk(
    least: Int = 50, changing: (inout AudioPolicy) -> Void = { _ in },
    _ look: (_ before: Phone, _ now: Phone, AppID) throws -> Bool
  ) throws {
    let counts = try Self.seeds.map { try walk($0, changing, look) }
    #expect(counts.reduce(0, +) > least, "\(counts)")
  }

  private func walk(
    _ seed: UInt64, _ changing: (inout AudioPolicy) -> Void,
    _ look: (_ before: Phone, _ now: Phone, AppID) throws -> Bool
  ) throws -> Int {
    var count = 0
    var walk = EventWalk(apps: 3, seed: seed)
    var policy = seed.isMultiple(of: 2) ? try walk.policy() : .standard
    changing(&policy)
    let system = OSVersion.allCases[Int(seed) % OSVersion.allCases.count]
    var phone = try Phone(walk.setup(on: system, policy: policy))
    for _ in 0..<4000 {
      let before = phone
      guard (try? phone.handle(walk.next())) != nil else { continue }
      for app in phone.apps where try look(before, phone, app) { count += 1 }
    }
    return count
  }

  private func facts(
    _ question: ExplainedQuestion, _ phone: Phone, _ app: AppID
  ) -> [ExplainedFact] {
    phone.explain(question, for: app).causes.compactMap(\.fact)
  }

  @Test func `an app that is reported as not playing when interrupted was not playing`() throws {
    try walk { before, now, app in
      guard now.isInterrupted(app), !before.isInterrupted(app) else { return false }
      let wasIdle = facts(.audible, now, app).contains(.wasNotPlaying)
      #expect(wasIdle == !before.isPlaying(app))
      return true
    }
  }

  @Test func `a mentioned refusal is the one that an activation would receive`() throws {
    let prefix = "activating it would be refused now: "
    try walk(least: 20) { _, now, app in
      let statements = now.explain(.audible, for: app).causes.map(\.statement)
      guard let mention = statements.first(where: { $0.hasPrefix(prefix) })
      else { return false }
      var tried = now
      for case .callResult(app, let error) in try tried.handle(.app(app, .activate)) {
        #expect(
          mention.dropFirst(prefix.count) == error.map { "\($0.name) (\($0.fourCharacters))" } ?? ""
        )
      }
      return true
    }
  }

  @Test func `an end that is reported to wait for the foreground arrives there`() throws {
    // This happens only under one answer of the policy.
    try walk(least: 10, changing: { $0.endedInBackground = .onForeground }) { _, now, app in
      // Adds an alarm in the background at every step, because the walk produces one too rarely.
      var shown = now
      for event in [.app(app, .enterBackground), .phone(.alarmFired), .phone(.alarmDismissed())]
        as [SessionEvent]
      {
        _ = try? shown.handle(event)
      }
      guard facts(.audible, shown, app).contains(.endWaitsForForeground) else { return false }
      // Skips states in which the phone is locked.
      guard let effects = try? shown.handle(.app(app, .enterForeground)) else { return false }
      let isNotified = effects.contains { effect in
        switch effect {
        case .notified(app, .interruptionEnded), .notified(app, .resumptionRecommendation): true
        default: false
        }
      }
      #expect(isNotified, "\(effects)")
      return true
    }
  }

  @Test func `the explanation says why the system does not interrupt an active session`() throws {
    try walk { _, now, app in
      let device = now.state.device
      let isSystemThere =
        device.calls.isUp || device.isAlarmRinging || device.isTimerRinging || device.isEmergency
        || device.siri != .off
      guard now.isActive(app), isSystemThere else { return false }
      let explanation = now.explain(.interrupted, for: app)
      #expect(explanation.causes.count > 1, "\(explanation)")
      return true
    }
  }
}
