import AudioSession
import Testing

/// What holds for every explanation, wherever the phone has got to.
struct ExplanationLawTests {
  /// Calls `check` with the phone after each step of a random walk.
  private func walk(
    seed: UInt64, _ steps: Int, _ check: (Phone) throws -> Void
  ) throws {
    var walk = EventWalk(apps: 3, seed: seed)
    var phone = try Phone(walk.setup(on: OSVersion.allCases[Int(seed) % OSVersion.allCases.count]))
    for _ in 0..<steps {
      _ = try? phone.handle(walk.next())
      try check(phone)
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a verdict is that of the function that decides`(seed: UInt64) throws {
    try walk(seed: seed, 400) { phone in
      for app in phone.apps {
        let silent = phone.explain(.audible, for: app).verdict.hasSuffix("is silent")
        #expect(silent != phone.isAudible(app))
        let ducked = phone.explain(.ducked, for: app).verdict.hasSuffix("is ducked")
        #expect(ducked == phone.isDucked(app))
        let interrupted = phone.explain(.interrupted, for: app).verdict.hasSuffix("is interrupted")
        #expect(interrupted == phone.isInterrupted(app))
        let haptic = phone.explain(.haptic, for: app).verdict.hasSuffix("would be felt")
        #expect(haptic == (phone.hapticVerdict(for: app) == .played))
        let refused = phone.explain(.activation, for: app).verdict.contains("cannot be activated")
        let runs = phone.state[app].lifecycle == .foreground
        if runs { #expect(refused == (phone.refusal(of: app) != nil)) }
      }
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `every chain begins at the verdict, leaves no step out, and says nothing twice`(
    seed: UInt64
  ) throws {
    try walk(seed: seed, 300) { phone in
      for app in phone.apps {
        for question in ExplainedQuestion.allCases {
          let causes = phone.explain(question, for: app).causes
          #expect(causes.first?.depth == 0, "\(question)")
          for (cause, next) in zip(causes, causes.dropFirst()) {
            #expect(next.depth <= cause.depth + 1, "\(question): \(next.statement)")
          }
          #expect(Set(causes.map(\.statement)).count == causes.count)
          #expect(causes.allSatisfy { !$0.evidence.tags.isEmpty && !$0.statement.isEmpty })
        }
      }
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `an interrupted app is told everyone who holds it`(seed: UInt64) throws {
    try walk(seed: seed, 400) { phone in
      for app in phone.apps where phone.isInterrupted(app) {
        let holders = phone.explain(.interrupted, for: app).causes.filter { $0.depth == 0 }
        let sources = phone.state[app].interruptedBy
        #expect(holders.count == sources.apps.count + sources.systemNames.count)
      }
    }
  }
}
