import AudioSession
import AudioSessionAnalysis

// Searching these takes minutes without optimization.
#if !DEBUG
  import AudioSession
  import Testing

  /// Completely searches the worlds that the project makes promises about.
  ///
  /// One app encounters all events in every combination, except that the lock is searched separately from
  /// unrelated events, because it affects apps in the same way as leaving them. Two apps encounter every
  /// group of events, but not all groups together, which would be billions of states. The groups are
  /// independent sources in the same set of holders, and one app is enough to see how they combine. Two
  /// apps add how they hold each other during other events. Therefore, each group is searched with two apps
  /// and all ten configurations, and pairs of groups with the four configurations that differ in mixing and
  /// input.
  @Suite(.serialized) struct FullSearchTests {
    private static let four: [SessionConfiguration] = [
      SessionConfiguration(.playback), SessionConfiguration(.playback, options: .mixWithOthers),
      SessionConfiguration(.playAndRecord),
    ]

    static let ofTwoApps: [SearchWorld] =
      [.calls, .siri, .alarm, .headphones, .emergency, .microphone, .mediaServices, .death, .lock]
      .map { SearchWorld(apps: 2, scope: $0) } + [
        SearchWorld(apps: 1, scope: [.lock, .calls, .ownCalls, .alarm, .headphones, .death])
      ]
      + [
        [.ownCalls, .calls], [.speakerOverride, .headphones, .microphone], [.alarm, .siri],
        [.alarm, .ownCalls],
      ]
      .map { SearchWorld(apps: 2, configurations: four, scope: $0) }

    @Test func `every invariant holds in every state of one app and of two`() async throws {
      async let alone = SessionSearch.run(
        SearchWorld(apps: 1, scope: .all.subtracting(.lock)))
      for world in Self.ofTwoApps {
        let report = try SessionSearch.run(world)
        #expect(report.violations.map { "\($0.invariant): \($0.path)" } == [])
        #expect(!report.isIncomplete)
      }
      let report = try await alone
      #expect(report.violations.map { "\($0.invariant): \($0.path)" } == [])
      #expect(!report.isIncomplete)
      #expect(report.states > 900_000)
    }

    @Test func `every invariant holds with every answer to every option`() throws {
      for (option, answer) in WorldSearchTests.answers {
        let world = SearchWorld(
          apps: 1,
          configurations: [
            SessionConfiguration(.playback), SessionConfiguration(.ambient),
            SessionConfiguration(.playAndRecord),
          ],
          scope: [.calls, .ownCalls, .alarm, .siri, .emergency, .lock],
          policy: try AudioPolicy.standard.with(option, answer))
        let broken = try SessionSearch.run(world).violations.map { "\($0.invariant): \($0.path)" }
        #expect(broken == [], "\(option.key): \(answer)")
      }
    }

    @Test(arguments: OSVersion.allCases)
    func `every invariant holds on every version`(system: OSVersion) throws {
      for world in [
        SearchWorld(apps: 1, scope: [.calls, .ownCalls, .emergency, .death], system: system),
        SearchWorld(apps: 2, configurations: Self.four, scope: .siri, system: system),
      ] {
        let report = try SessionSearch.run(world)
        #expect(report.violations.map { "\($0.invariant): \($0.path)" } == [])
      }
    }
  }
#endif
