import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Searches whole worlds.
///
/// Without optimization, only small worlds are searched, because a search takes millions of steps.
@Suite struct WorldSearchTests {
  /// A world and its name in a failure.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var world: SearchWorld
    var testDescription: String { name }
  }

  private static let few: [SessionConfiguration] = [
    SessionConfiguration(.playback), SessionConfiguration(.playback, options: .mixWithOthers),
    SessionConfiguration(.record),
  ]

  static let small: [Case] = [
    Case(
      name: "one app", world: SearchWorld(apps: 1, configurations: few, scope: [.calls, .death])),
    Case(
      name: "one app with its own calls",
      world: SearchWorld(apps: 1, configurations: [few[0]], scope: [.calls, .ownCalls, .emergency])),
    Case(
      name: "two apps", world: SearchWorld(apps: 2, configurations: [few[0]], scope: [.alarm])),
  ]

  /// Every answer to every option except the default, which the other tests use.
  static let answers: [(option: PolicyOption, answer: String)] = PolicyOption.choices.flatMap {
    option in
    option.allowed.filter { $0 != option.standard }.map { (option, $0) }
  }

  @Test func `every invariant holds with every answer to every option, in worlds small enough`()
    throws
  {
    #expect(Self.answers.count > 70)
    for (option, answer) in Self.answers {
      let policy = try AudioPolicy.standard.with(option, answer)
      for world in [
        SearchWorld(
          apps: 1, configurations: [SessionConfiguration(.ambient)], scope: [.alarm, .emergency],
          policy: policy),
        SearchWorld(
          apps: 1,
          configurations: [SessionConfiguration(.playAndRecord, options: .mixWithOthers)],
          scope: .calls, policy: policy),
        SearchWorld(
          apps: 1, configurations: [SessionConfiguration(.playback)], scope: .alarm,
          system: .iOS27, policy: policy),
      ] {
        let report = try SessionSearch.run(world)
        let broken = report.violations.map { "\($0.invariant): \($0.path)" }
        #expect(!report.isIncomplete && report.states > 100)
        #expect(broken == [], "\(option.key): \(answer)")
      }
    }
  }

  @Test(arguments: small)
  func `every invariant holds in every state of a small world`(of small: Case) throws {
    let report = try SessionSearch.run(small.world)
    #expect(!report.isIncomplete)
    #expect(report.states > 100)
    #expect(report.violations.map { "\($0.invariant): \($0.path)" } == [])
  }
}
