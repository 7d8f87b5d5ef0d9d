import AudioSession
import AudioSessionAnalysis
import Testing

/// Searches whole worlds.
///
/// Without optimisation only small ones, since a search is millions of steps.
@Suite struct WorldSearchTests {
  /// A world and what it is called in a failure.
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
      name: "one app with calls of its own",
      world: SearchWorld(apps: 1, configurations: [few[0]], scope: [.calls, .ownCalls, .emergency])),
    Case(
      name: "two apps", world: SearchWorld(apps: 2, configurations: [few[0]], scope: [.alarm])),
  ]

  @Test(arguments: small)
  func `every invariant holds in every state of a small world`(of small: Case) throws {
    let report = try SessionSearch.run(small.world)
    #expect(!report.isIncomplete)
    #expect(report.states > 100)
    #expect(report.violations.map { "\($0.invariant): \($0.path)" } == [])
  }
}
