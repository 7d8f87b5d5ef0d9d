import AudioSession
import AudioSessionAnalysis
import Testing

/// Wraps the rules with one fault at a time.
///
/// The invariant that covers the fault must detect it.
@Suite struct MutantTests {
  /// A fault, the invariant that detects it, and a small world in which that happens.
  struct Case: Sendable, CustomTestStringConvertible {
    var mutant: Mutant
    var noticedBy: Invariant
    var world: SearchWorld
    var testDescription: String { "\(mutant) by \(noticedBy)" }

    init(
      _ mutant: Mutant, by noticedBy: Invariant, apps: Int = 1, scope: SearchScope = [],
      on system: OSVersion = .standard, policy: AudioPolicy = .standard, within states: Int = 500,
      _ configurations: SessionConfiguration...
    ) {
      self.mutant = mutant
      self.noticedBy = noticedBy
      world = SearchWorld(
        apps: apps, configurations: configurations, scope: scope, system: system,
        policy: policy)
      world.stateLimit = states
    }
  }

  private static let playback = SessionConfiguration(.playback)
  private static let mixing = SessionConfiguration(.playback, options: .mixWithOthers)
  private static let spoken = SessionConfiguration(.playback, mode: .spokenAudio)
  private static let prompt = SessionConfiguration(
    .playback, options: .interruptSpokenAudioAndMixWithOthers)
  private static let talking = SessionConfiguration(.playAndRecord)

  static let cases: [Case] = [
    Case(.noNesting, by: .noEndWhileSystemHolds, scope: [.calls, .alarm], playback),
    Case(.nestedBegan, by: .oneBeganAtATime, scope: [.calls, .alarm], playback),
    Case(.noArbitration, by: .oneExclusiveSession, apps: 2, playback),
    Case(.mixableInterrupted, by: .losersLoseFirst, apps: 2, mixing),
    Case(.spokenIgnored, by: .losersLoseFirst, apps: 2, spoken, prompt),
    Case(.noRelease, by: .appHoldersHaveReason, apps: 2, playback),
    Case(.endedAtFirstSource, by: .interruptedAppsKnow, scope: [.calls, .alarm], playback),
    Case(
      .resumeUnchecked, by: .resumptionSucceeds, apps: 2, scope: .calls,
      policy: .standard.with(\.setCategoryDuringCall, .accept), within: 6_000, talking),
    Case(.callAllowsInput, by: .noInputDuringOthersCall, scope: .calls, talking),
    Case(.alarmAllowsActivation, by: .noneActiveWhileSystemHolds, scope: .alarm, playback),
    Case(.mixableRefused, by: .refusalHasReason, scope: .alarm, mixing),
    Case(.alarmSparesHost, by: .noneActiveWhileSystemHolds, scope: [.ownCalls, .alarm], talking),
    Case(.lockLeavesFront, by: .lockHidesApps, scope: .lock, playback),
    Case(.activationKeepsInterruption, by: .callsTakeEffect, apps: 2, playback),
    Case(.backgroundUnchecked, by: .backgroundIsAllowed, playback),
    Case(.resumptionForgotten, by: .resumptionSucceeds, apps: 2, playback),
    Case(.resumptionForAll, by: .backgroundIsAllowed, playback),
    Case(.categoryUnchecked, by: .noInputDuringOthersCall, scope: .calls, playback, talking),
    Case(
      .soundsBehind, by: .backgroundIsAllowed, policy: .standard.with(\.deferredSuspend, .yes),
      playback),
    Case(.suspendedStaysActive, by: .suspendedIsInactive, playback),
    Case(.ioSurvives, by: .ioChangesAreReported, playback),
    Case(.notifiesSuspended, by: .onlyRunningAppsAreNotified, scope: .headphones, playback),
    Case(.hintToAll, by: .hintsAlternate, apps: 2, playback),
    Case(
      .overrideSticks, by: .overrideEndsWithRoute, scope: [.headphones, .speakerOverride], talking),
    Case(.mixableIsNowPlaying, by: .nowPlayingHandlesCommands, mixing),
    Case(.streamsDisagree, by: .streamsAgree, scope: .alarm, on: .iOS27, playback),
    Case(.inputOutlivesCategory, by: .recordingHasInput, playback, talking),
    Case(.firstListedDecides, by: .orderOfAppsIsNothing, apps: 2, within: 3_000, mixing),
    Case(.orderKeepsInactive, by: .startOrderIsOfActive, playback),
    Case(.unplugPausesAll, by: .unpluggingSparesOwnPlayers, scope: .headphones, mixing),
    Case(.secondCallFails, by: .secondCallChangesNothing, playback),
  ]

  /// A fault outside all searched worlds, the invariant that detects it, and events by which that happens.
  struct Story: Sendable, CustomTestStringConvertible {
    var mutant: Mutant
    var noticedBy: Invariant
    var events: [SessionEvent]
    var testDescription: String { "\(mutant) by \(noticedBy)" }

    init(_ mutant: Mutant, by noticedBy: Invariant, _ events: SessionEvent...) {
      self.mutant = mutant
      self.noticedBy = noticedBy
      self.events = events
    }
  }

  static let stories: [Story] = [
    Story(
      .pickStays, by: .pickedOutputIsThere, .app(0, .setCategory(.playback)),
      .phone(.portConnected(.airPlay)),
      .app(0, .startOutput), .phone(.outputPicked(.port(.airPlay))),
      .phone(.portDisconnected(.airPlay))),
    Story(
      .handsFreeWaitStays, by: .routeWaitsForHandsFree,
      .app(0, .setCategory(.playAndRecord, options: .allowBluetoothHFP)), .app(0, .activate),
      .phone(.portConnected(.bluetoothHFP)), .phone(.portDisconnected(.bluetoothHFP))),
    Story(.remoteReachesAnybody, by: .remoteReachesWhoMayAnswer, .phone(.remoteCommandSent(.play))),
    Story(
      .pickStops, by: .pickedOutputIsKept, .app(0, .setCategory(.playback)),
      .phone(.portConnected(.airPlay)),
      .app(0, .startOutput), .phone(.outputPicked(.phone))),
    Story(
      .privateSessionTakesAll, by: .privateSessionsTakeTheirOwn,
      .app(0, .setCategory(.playback, options: .mixWithOthers)), .app(0, .startOutput),
      .phone(.alertBegan(.privateSession))),
    Story(
      .playerKeepsButton, by: .callHasHeadsetButton, .app(0, .setCategory(.playback)),
      .phone(.portConnected(.headphones)), .app(0, .startOutput), .phone(.callStarted(.phone)),
      .phone(.remoteCommandSent(.pause, from: .headset))),
    Story(
      .hangingUpLeavesHeld, by: .hangingUpTakesUpHeldCall, .phone(.callStarted(.phone)),
      .phone(.callStarted(.phone)), .phone(.callEnded())),
  ]

  @Test func `every fault is in exactly one of the tables`() {
    let faults = Self.cases.map(\.mutant) + Self.stories.map(\.mutant)
    #expect(faults.map(\.rawValue).sorted() == Mutant.allCases.map(\.rawValue).sorted())
  }

  @Test(arguments: stories)
  func `a fault outside the searched worlds is detected exactly at the end of its path`(
    of known: Story
  ) throws {
    var app = AppState()
    app.hasBackgroundAudio = true
    app.remoteCommands = RemoteCommands([.play, .pause])
    var setup = PhoneSetup(apps: [app])
    setup.policy.bluetoothSwitch = .inSteps
    for mutant in [nil, known.mutant] {
      var phone = try Phone(setup)
      for (place, event) in known.events.enumerated() {
        let before = phone
        let effects = try phone.handle(event, with: mutant)
        let broken =
          phone.brokenInvariants + phone.brokenInvariants(after: event, from: before, effects)
        let isNoticed = mutant != nil && place == known.events.count - 1
        #expect(broken.contains(known.noticedBy) == isNoticed, "\(event): \(broken)")
      }
    }
  }

  @Test func `without a fault, every invariant holds`() throws {
    for world in Set(Self.cases.map(\.world)) {
      #expect(try SessionSearch.run(world).violations.map(\.invariant) == [])
    }
  }

  @Test(arguments: cases)
  func `a fault is detected by its invariant`(of known: Case) throws {
    var world = known.world
    world.mutant = known.mutant
    let report = try SessionSearch.run(world)
    let violation = report.violations.first { $0.invariant == known.noticedBy }
    let way = try #require(violation?.path, "\(report.violations.map(\.invariant))")
    #expect(way.count <= 8, "a breadth-first search finds a short way")
  }
}
