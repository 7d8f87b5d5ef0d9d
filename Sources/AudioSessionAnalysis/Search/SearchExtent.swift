public import AudioSession

/// What a search covers, and what it leaves out: without it a number of states says little.
public struct SearchExtent: Sendable {
  /// How an invariant is searched.
  public enum Coverage: String, Hashable, Sendable, CaseIterable {
    /// The invariant is checked in every state and on every step.
    case everywhere
    /// The invariant needs every step to be taken once more, and is checked on those from every
    /// 64th state.
    case every64th
    /// Nothing in this world could break it.
    case vacuous
  }

  /// The configurations that apps change between.
  public let configurations: [SessionConfiguration]
  /// The groups of events that happen, by name, besides the calls of apps and their lifecycle.
  public let groups: [String]
  /// The groups that do not.
  public let groupsLeftOut: [String]
  /// The invariants, each with how it is searched, in their order.
  public let invariants: [(invariant: Invariant, coverage: Coverage)]
  /// What no searched world has, in words.
  public let neverSearched: [String]

  /// The invariants that are searched so.
  public func invariants(_ coverage: Coverage) -> [Invariant] {
    invariants.filter { $0.coverage == coverage }.map(\.invariant)
  }
}

extension SearchWorld {
  /// What a search of this world covers, and what it leaves out.
  public var extent: SearchExtent {
    let groups = SearchScope.named.filter { scope.contains($0.scope) }.map(\.name)
    return SearchExtent(
      configurations: configurations, groups: groups,
      groupsLeftOut: SearchScope.named.map(\.name).filter { !groups.contains($0) },
      invariants: Invariant.allCases.map { ($0, coverage(of: $0)) },
      neverSearched: Self.neverSearched)
  }

  private func coverage(of invariant: Invariant) -> SearchExtent.Coverage {
    switch invariant {
    case .sameEventsSameEffects, .secondCallChangesNothing: .every64th
    case .orderOfAppsIsNothing: apps > 1 ? .every64th : .vacuous
    case .enginesStopAtNewFormat, .pickedOutputIsThere, .routeWaitsForHandsFree,
      .remoteReachesWhoMayAnswer, .pickedOutputIsKept, .privateSessionsTakeTheirOwn,
      .callHasHeadsetButton:
      .vacuous
    case .hangingUpTakesUpHeldCall: scope.contains(.ownCalls) ? .everywhere : .vacuous
    case .unpluggingSparesOwnPlayers: scope.contains(.headphones) ? .everywhere : .vacuous
    case .overrideEndsWithRoute: scope.contains(.speakerOverride) ? .everywhere : .vacuous
    case .lockHidesApps: scope.contains(.lock) ? .everywhere : .vacuous
    case .streamsAgree:
      system.profile.hasLifecycleNotifications && policy.legacyOn27 == .yes
        ? .everywhere : .vacuous
    case .noInputDuringOthersCall:
      scope.isDisjoint(with: [.calls, .ownCalls]) ? .vacuous : .everywhere
    case .noneActiveWhileSystemHolds, .noEndWhileSystemHolds, .refusalHasReason:
      scope.isDisjoint(with: .systemHolders) ? .vacuous : .everywhere
    case .losersLoseFirst, .oneExclusiveSession, .appHoldersHaveReason, .hintImpliesOtherAudio,
      .noHintForExclusive, .hintsAlternate:
      apps > 1 ? .everywhere : .vacuous
    case .callsTakeEffect, .ioChangesAreReported, .interruptedAppsKnow, .suspendedIsInactive,
      .backgroundIsAllowed, .systemHoldersArePresent, .quietWhileNobodyIsActive,
      .switchSparesPlayback, .ambientIsSilentWhenHidden, .nowPlayingHandlesCommands,
      .derivedFromStateOnly, .recordingHasInput, .startOrderIsOfActive, .endedFollowsBegan,
      .oneBeganAtATime, .resumptionSucceeds, .failureChangesNothing, .onlyRunningAppsAreNotified:
      .everywhere
    }
  }

  /// What no world has.
  private static let neverSearched = [
    "the timer, which does what the alarm does",
    "notifications, remote commands, haptics and system sounds, which leave no state behind",
    "volumes and the switch, which nothing acts upon: both positions of the switch are checked in every "
      + "state",
    "ports but headphones, devices with names, the preferred input",
    "kinds of players, preferences, output mute, background tasks, permissions, captures, settings",
    "an app that hosts calls other than the first",
    "outputs that the user picks, hands-free that opens in two steps, a car's radio, private "
      + "sessions, Siri's answer",
    "input mute, accessibility settings, picture in picture",
  ]
}
