import AudioSession
import AudioSessionAnalysis
import Testing

/// Long walks of random events through worlds that are too large to be searched.
@Suite struct RandomWalkTests {
  #if DEBUG
    private static let steps = 1_000
  #else
    private static let steps = 4_000
  #endif

  @Test(arguments: OSVersion.allCases, [1, 2] as [UInt64])
  func `all invariants hold on every step, and both evaluations agree`(
    on system: OSVersion, seed: UInt64
  ) throws {
    var walk = EventWalk(apps: 3, seed: seed)
    let found = try disagreement(on: walk.setup(on: system), &walk)
    #expect(found == nil)
  }

  @Test(arguments: 10...29 as ClosedRange<UInt64>)
  func `both evaluations agree under every policy`(seed: UInt64) throws {
    var walk = EventWalk(apps: 3, seed: seed)
    let system = OSVersion.allCases[Int(seed) % OSVersion.allCases.count]
    let setup = try walk.setup(on: system, policy: walk.policy())
    let found = try disagreement(on: setup, &walk, isStrict: false)
    #expect(found == nil)
  }

  @Test func `random walks contain every kind of event`() throws {
    var walk = EventWalk(apps: 3, seed: 8)
    var phone = try Phone(walk.setup(on: .standard))
    var taken: Set<String> = []
    func kind(of event: Any) -> String { String("\(event)".prefix { $0 != "(" }) }
    for _ in 0..<70_000 {
      let event = walk.next()
      guard (try? phone.handle(event)) != nil else { continue }
      switch event {
      case .app(_, let event): taken.insert(kind(of: event))
      case .phone(.alertBegan(let alert)): taken.insert("\(alert) began")
      case .phone(.alertEnded(let alert, _)): taken.insert("\(alert) ended")
      case .phone(let event): taken.insert(kind(of: event))
      }
    }
    // The cases of AppEvent and PhoneEvent, with the alert cases counted for each alert. Under the standard
    // policy, hands-free does not open in two steps and alerts do not duck.
    #expect(taken.count == 94, "\(taken.sorted())")
  }

  @Test func `the same events have the same effects`() throws {
    var walk = EventWalk(apps: 3, seed: 4)
    let start = try Phone(walk.setup(on: .iOS27))
    var phones = [start, start]
    for _ in 0..<Self.steps {
      let event = walk.next()
      let effects = phones.indices.map { try? phones[$0].handle(event) }
      #expect(effects[0] == effects[1])
    }
    #expect(phones[0] == phones[1])
  }

  /// This is the reason why the searched worlds do not include the timer.
  @Test(arguments: OSVersion.allCases)
  func `the timer behaves like the alarm`(on system: OSVersion) throws {
    var walk = EventWalk(apps: 3, seed: 6)
    let start = try Phone(walk.setup(on: system))
    var (first, second) = (start, start)
    let clock: [PhoneEvent] =
      [.alarmFired, .timerFired]
      + InterruptionEnd.allCases.flatMap { [.alarmDismissed($0), .timerDismissed($0)] }
    var taken = 0
    for step in 0..<Self.steps {
      let event =
        step.isMultiple(of: 3) ? .phone(clock[step / 3 * 5 % clock.count]) : walk.next()
      // Only an alarm can be snoozed.
      if case .phone(.alarmSnoozed) = event { continue }
      let effects = try? first.handle(event)
      #expect(effects == (try? second.handle(event.exchangingAlarmAndTimer)), "step \(step)")
      if effects != nil, event != event.exchangingAlarmAndTimer { taken += 1 }
      for app in first.state.ids {
        let (one, other) = (first.state[app], second.state[app])
        #expect(one.interruptedBy.exchangingAlarmAndTimer == other.interruptedBy, "step \(step)")
        #expect(one.refusedBy.exchangingAlarmAndTimer == other.refusedBy, "step \(step)")
        #expect(first.isAudible(app) == second.isAudible(app), "step \(step)")
      }
    }
    #expect(taken > 100)
  }

  /// Walks until a check fails, and returns a description of the failure.
  private func disagreement(
    on setup: PhoneSetup, _ walk: inout EventWalk, isStrict: Bool = true
  ) throws -> String? {
    var phone = try Phone(setup)
    for step in 0..<Self.steps {
      let event = walk.next()
      let before = phone
      guard let effects = try? phone.handle(event) else {
        if phone != before { return "step \(step), \(event): rejected, yet something changed" }
        continue
      }
      var wrong = Reevaluation.disagreements(with: phone)
      if isStrict {
        let broken =
          phone.brokenInvariants
          + phone.brokenInvariants(
            after: event, from: before, effects)
        let laws =
          step % 8 == 0 ? phone.brokenLaws(after: event, from: before, effects) : []
        wrong += (broken + laws).map { "\($0): \($0.statement)" }
      }
      if !wrong.isEmpty { return "step \(step), \(event): \(wrong)\n\(effects)" }
    }
    return nil
  }
}

extension SessionEvent {
  /// Returns the event with alarm and timer swapped.
  fileprivate var exchangingAlarmAndTimer: SessionEvent {
    switch self {
    case .phone(.alertBegan(let alert)): .phone(.alertBegan(alert.exchangingAlarmAndTimer))
    case .phone(.alertEnded(let alert, let end)):
      .phone(.alertEnded(alert.exchangingAlarmAndTimer, end))
    default: self
    }
  }
}

extension SystemAlert {
  fileprivate var exchangingAlarmAndTimer: SystemAlert {
    self == .alarm ? .timer : self == .timer ? .alarm : self
  }
}

extension InterruptionSources {
  fileprivate var exchangingAlarmAndTimer: InterruptionSources {
    var sources = subtracting([.alarm, .timer])
    if contains(.alarm) { sources.insert(.timer) }
    if contains(.timer) { sources.insert(.alarm) }
    return sources
  }
}
