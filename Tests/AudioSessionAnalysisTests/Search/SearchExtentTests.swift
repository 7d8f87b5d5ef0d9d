import AudioSession
import AudioSessionAnalysis
import Testing

/// The coverage that a search reports.
@Suite struct SearchExtentTests {
  private static let all = SearchWorld(apps: 2, scope: .all, system: .iOS27)

  @Test
  func `the largest world has few vacuous invariants, and checks the laws on every 64th state`() {
    #expect(
      Self.all.extent.invariants(.every64th) == [
        .sameEventsSameEffects, .orderOfAppsIsNothing, .secondCallChangesNothing,
      ])
    #expect(
      Set(Self.all.extent.invariants(.vacuous)) == [
        .enginesStopAtNewFormat, .pickedOutputIsThere, .routeWaitsForHandsFree,
        .remoteReachesWhoMayAnswer, .pickedOutputIsKept, .privateSessionsTakeTheirOwn,
        .callHasHeadsetButton,
      ])
  }

  @Test func `the extent lists the event groups of the world`() {
    let extent = SearchWorld(apps: 1, scope: [.alarm, .siri]).extent
    #expect(extent.groups == ["alarm", "siri"])
    #expect(Self.all.extent.groupsLeftOut == [])
  }

  @Test(arguments: MutantTests.cases)
  func `an invariant that a fault breaks is not reported as vacuous`(of known: MutantTests.Case) {
    #expect(!known.world.extent.invariants(.vacuous).contains(known.noticedBy))
  }

  @Test func `the result does not depend on the number of threads`() throws {
    let playback = SessionConfiguration(.playback)
    let world = SearchWorld(apps: 2, configurations: [playback], scope: [])
    var broken = world
    broken.mutant = .noRelease
    let one = try SessionSearch.run(world, threads: 1)
    let ways = try Self.ways(broken, threads: 1)
    #expect(!ways.isEmpty)
    for threads in 2...3 {
      let several = try SessionSearch.run(world, threads: threads)
      #expect(one.states == several.states && one.transitions == several.transitions)
      #expect(one.stuckStates == several.stuckStates)
      #expect(one.stuckExamples == several.stuckExamples)
      #expect(try Self.ways(broken, threads: threads) == ways)
    }
  }

  private static func ways(_ world: SearchWorld, threads: Int) throws -> [String] {
    try SessionSearch.run(world, threads: threads).violations.map { "\($0.invariant): \($0.path)" }
  }
}
