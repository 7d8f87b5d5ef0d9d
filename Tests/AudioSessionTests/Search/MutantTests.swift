import AudioSession
import Testing

/// Breaks one rule after the other: the invariant that is about it must notice.
@Suite struct MutantTests {
  /// A broken rule, what notices it, and a small world in which it does.
  struct Mutant: Sendable, CustomTestStringConvertible {
    var rule: RuleMutation
    var noticedBy: Invariant
    var world: SearchWorld
    var testDescription: String { "\(rule) by \(noticedBy)" }

    init(
      _ rule: RuleMutation, by noticedBy: Invariant, apps: Int = 1, scope: SearchScope = [],
      on system: OSVersion = .standard, within states: Int = 1_500,
      _ configurations: SessionConfiguration...
    ) {
      self.rule = rule
      self.noticedBy = noticedBy
      world = SearchWorld(
        apps: apps, configurations: configurations, scope: scope, system: system)
      world.stateLimit = states
    }
  }

  private static let playback = SessionConfiguration(.playback)
  private static let mixing = SessionConfiguration(.playback, options: .mixWithOthers)
  private static let spoken = SessionConfiguration(.playback, mode: .spokenAudio)
  private static let prompt = SessionConfiguration(
    .playback, options: .interruptSpokenAudioAndMixWithOthers)
  private static let talking = SessionConfiguration(.playAndRecord)

  static let mutants: [Mutant] = [
    Mutant(.noNesting, by: .T4, scope: [.calls, .alarm], playback),
    Mutant(.nestedBegan, by: .T2, scope: [.calls, .alarm], playback),
    Mutant(.noArbitration, by: .I1, apps: 2, playback),
    Mutant(.mixableInterrupted, by: .T8, apps: 2, mixing),
    Mutant(.spokenIgnored, by: .T8, apps: 2, spoken, prompt),
    Mutant(.noRelease, by: .I10, apps: 2, playback),
    Mutant(.endedAtFirstSource, by: .I4, scope: [.calls, .alarm], playback),
    Mutant(.resumeUnchecked, by: .T3, apps: 2, scope: .calls, within: 3_000, talking),
    Mutant(.callAllowsInput, by: .I5, scope: .calls, talking),
    Mutant(.alarmAllowsActivation, by: .I6, scope: .alarm, playback),
    Mutant(.activationKeepsInterruption, by: .I2, apps: 2, playback),
    Mutant(.backgroundUnchecked, by: .I8, playback),
    Mutant(.categoryUnchecked, by: .I5, scope: .calls, playback, talking),
    Mutant(.soundsBehind, by: .I8, playback),
    Mutant(.suspendedStaysActive, by: .I7, playback),
    Mutant(.ioSurvives, by: .I3, playback),
    Mutant(.tellsSuspended, by: .T7, scope: .headphones, playback),
    Mutant(.hintToAll, by: .T6, apps: 2, playback),
    Mutant(.overrideSticks, by: .I16, scope: [.headphones, .speakerOverride], talking),
    Mutant(.mixableIsNowPlaying, by: .I17, mixing),
    Mutant(.streamsDisagree, by: .T9, scope: .alarm, on: .iOS27, playback),
  ]

  @Test func `every rule that can be broken is in the table once`() {
    #expect(
      Self.mutants.map(\.rule.rawValue).sorted() == RuleMutation.allCases.map(\.rawValue).sorted())
  }

  @Test(arguments: mutants)
  func `a broken rule is noticed by its invariant`(of mutant: Mutant) throws {
    let sound = try SessionSearch.run(mutant.world)
    #expect(sound.violations.map(\.invariant) == [])
    var world = mutant.world
    world.mutation = mutant.rule
    let report = try SessionSearch.run(world)
    let violation = report.violations.first { $0.invariant == mutant.noticedBy }
    let way = try #require(violation?.path, "\(report.violations.map(\.invariant))")
    #expect(way.count <= 8, "a breadth-first search finds a short way")
  }
}
