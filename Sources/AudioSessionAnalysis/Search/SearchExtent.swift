public import AudioSession

/// A search's coverage and omissions, without which the number of states means little.
public struct SearchExtent: Sendable {
  /// How an invariant is checked by a search.
  public enum Coverage: String, Hashable, Sendable, CaseIterable {
    /// The invariant is checked in every state and on every step.
    case everywhere
    /// Checking the invariant requires repeating each step, so it is checked only on the steps from every 64th state.
    case every64th
    /// Nothing in this world can break the invariant.
    case vacuous
  }

  /// The configurations that apps can adopt.
  public let configurations: [SessionConfiguration]
  /// The names of the event groups that occur, in addition to app calls and the app lifecycle.
  public let groups: [String]
  /// The names of the event groups that do not occur.
  public let groupsLeftOut: [String]
  /// The invariants in their order, each with its coverage.
  public let invariants: [(invariant: Invariant, coverage: Coverage)]
  /// Descriptions of everything that is excluded from all searched worlds.
  public let neverSearched: [String]

  /// Returns the invariants with this coverage.
  public func invariants(_ coverage: Coverage) -> [Invariant] {
    invariants.filter { $0.coverage == coverage }.map(\.invariant)
  }
}

extension SearchWorld {
  /// The coverage and the omissions of a search of this world.
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

  /// The exclusions that apply to all worlds.
  private static let neverSearched = [
    "the timer, which behaves like the alarm",
    "notifications, remote commands, haptics and system sounds, which do not change the state",
    "volumes and the ring/silent switch, which no rule acts upon: both positions of the switch are checked in every "
      + "state",
    "ports except headphones, devices with names, the preferred input",
    "kinds of players, preferences, output mute, background tasks, permissions, captures, settings",
    "calls hosted by an app other than the first",
    "outputs that the user picks, a hands-free profile that opens in two steps, a car's radio, private "
      + "sessions, Siri's answer",
    "input mute, accessibility settings, picture in picture",
  ]
}
