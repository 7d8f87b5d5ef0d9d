public import AudioSession

/// What must hold in every state, and on every step.
///
/// The raw value is the code that programs read, such as `T3`.
public enum Invariant: String, Hashable, Sendable, CaseIterable {
  /// At most one active app session that does not mix.
  case oneExclusiveSession = "I1"
  /// A call that succeeds has done what it says: the session is active, inactive, or runs.
  case callsTakeEffect = "I2"
  /// Input and output start and stop only by the app's call or with an effect that says so.
  case ioChangesAreReported = "I3"
  /// A session is interrupted only while a *began* that its app received is outstanding.
  case interruptedAppsKnow = "I4"
  /// During somebody else's call, in any phase, no session with input is active.
  case noInputDuringOthersCall = "I5"
  /// During ringing, an alarm or Siri only sessions are active that mix, or have no input
  /// beside Siri; in an emergency none.
  case noneActiveWhileSystemHolds = "I6"
  /// A suspended app's session is not active (from 10 on).
  case suspendedIsInactive = "I7"
  /// What is active in the background is allowed there, and began there by a right of its own: it
  /// mixes, is Now Playing, or was notified with `shouldResume`.
  case backgroundIsAllowed = "I8"
  /// Every source of the system that holds a session is really there.
  case systemHoldersArePresent = "I9"
  /// Every app that holds a session is active, interrupted or has a claim.
  case appHoldersHaveReason = "I10"
  /// The hint implies that other audio plays.
  case hintImpliesOtherAudio = "I11"
  /// No hint for an app that is active and does not mix, except during a call.
  case noHintForExclusive = "I12"
  /// Ducking and hints need an active session or a call.
  case quietWhileNobodyIsActive = "I13"
  /// The silent switch never changes the gain of playback, recording and both.
  case switchSparesPlayback = "I14"
  /// Ambient sessions are not heard when locked or in the background.
  case ambientIsSilentWhenHidden = "I15"
  /// A speaker override does not survive a change of the route.
  case overrideEndsWithRoute = "I16"
  /// The app that remote commands go to has a handler and does not mix.
  case nowPlayingHandlesCommands = "I17"
  /// What is derived depends on the present state only.
  case derivedFromStateOnly = "I18"
  /// While the phone is locked no app is in the foreground.
  case lockHidesApps = "I22"
  /// An app that records has an input in the route.
  case recordingHasInput = "I20"
  /// All active apps, and no others, are in the order of the last started.
  case startOrderIsOfActive = "I21"
  /// A picked output is the phone's or connected.
  case pickedOutputIsThere = "I23"
  /// The route waits for hands-free only while a session would use it, and has none meanwhile.
  case routeWaitsForHandsFree = "I24"
  /// *Ended* comes only after *began*.
  case endedFollowsBegan = "T1"
  /// No second *began* without *ended* or activation between.
  case oneBeganAtATime = "T2"
  /// An app that is notified with `shouldResume` and activates at once succeeds: in the foreground,
  /// and in the background if its session may sound there and it has not given up.
  case resumptionSucceeds = "T3"
  /// No *ended* while a ringing call, an alarm, Siri or an emergency has the device against the
  /// session: a source that begins also holds sessions that are interrupted already.
  case noEndWhileSystemHolds = "T4"
  /// A call that fails changes nothing.
  case failureChangesNothing = "T5"
  /// Hints alternate and reach only apps that are active in the foreground.
  case hintsAlternate = "T6"
  /// No app that does not run is notified.
  case onlyRunningAppsAreNotified = "T7"
  /// The losers, and nobody else, have lost and been notified before the winner's call returns.
  case losersLoseFirst = "T8"
  /// The streams before and from 27 on agree.
  case streamsAgree = "T9"
  /// The same events give the same effects.
  case sameEventsSameEffects = "T10"
  /// An app that is refused for want of priority has something above it, and neither mixes.
  case refusalHasReason = "T16"
  /// A remote command reaches only who plays, is in an audio context, or is in front with AirPlay.
  case remoteReachesWhoMayAnswer = "T17"
  /// Picking an output stops no output but that of an engine.
  case pickedOutputIsKept = "T18"
  /// A car's radio interrupts all that plays in the car and does not mix, a private session all that does
  /// not mix, and nothing else.
  case privateSessionsTakeTheirOwn = "T19"
  /// The button of a headset reaches nobody who plays while there is a call.
  case callHasHeadsetButton = "T20"
  /// Hanging up the active call takes up the one on hold.
  case hangingUpTakesUpHeldCall = "T21"
  /// Unplugging pauses only players of the system's kind.
  case unpluggingSparesOwnPlayers = "T12"
  /// No engine that ran goes on at another sample rate or number of channels.
  case enginesStopAtNewFormat = "T13"
  /// In which order the apps are listed changes nothing.
  case orderOfAppsIsNothing = "T14"
  /// A second identical call changes nothing and succeeds.
  case secondCallChangesNothing = "T15"

  /// What must hold, in words.
  public var statement: String {
    switch self {
    case .oneExclusiveSession: "at most one active app session does not mix"
    case .callsTakeEffect: "a call that succeeds has done what it says"
    case .ioChangesAreReported:
      "input and output start and stop only by the app's call or with an effect"
    case .interruptedAppsKnow: "a session is interrupted only while a began is outstanding"
    case .noInputDuringOthersCall: "no session with input is active during somebody else's call"
    case .noneActiveWhileSystemHolds:
      "while the system has the device only sessions are active that mix or play beside Siri, and "
        + "none in an emergency"
    case .suspendedIsInactive: "a suspended app's session is inactive"
    case .backgroundIsAllowed:
      "what is active in the background is allowed there, and what begins there mixes, is Now "
        + "Playing or was notified with shouldResume"
    case .systemHoldersArePresent: "every source of the system that holds a session is there"
    case .appHoldersHaveReason:
      "every app that holds a session is active, interrupted or has a claim"
    case .hintImpliesOtherAudio: "the hint implies that other audio plays"
    case .noHintForExclusive: "an active app that does not mix has the hint only during a call"
    case .quietWhileNobodyIsActive: "ducking and hints need an active session or a call"
    case .switchSparesPlayback: "the silent switch leaves playback and recording alone"
    case .ambientIsSilentWhenHidden: "ambient sessions are not heard when locked or behind"
    case .overrideEndsWithRoute: "a speaker override does not survive a change of the route"
    case .nowPlayingHandlesCommands:
      "the app that remote commands go to has a handler and does not mix"
    case .derivedFromStateOnly: "what is derived depends on the present state only"
    case .lockHidesApps: "while the phone is locked no app is in the foreground"
    case .recordingHasInput: "an app that records has an input in the route"
    case .startOrderIsOfActive: "the order of the last started is one of those that are active"
    case .pickedOutputIsThere: "a picked output is the phone's or connected"
    case .routeWaitsForHandsFree:
      "the route waits for hands-free only while a session would use it"
    case .remoteReachesWhoMayAnswer:
      "a remote command reaches only who plays, is in an audio context, or is in front with AirPlay"
    case .callHasHeadsetButton:
      "the button of a headset reaches nobody who plays while there is a call"
    case .hangingUpTakesUpHeldCall: "hanging up the active call takes up the one on hold"
    case .pickedOutputIsKept: "picking an output stops no output but that of an engine"
    case .privateSessionsTakeTheirOwn:
      "a car's radio and private sessions interrupt what does not mix beside them, and nothing else"
    case .endedFollowsBegan: "ended comes only after began"
    case .oneBeganAtATime: "no second began without ended or activation between"
    case .resumptionSucceeds: "an app notified with shouldResume that activates at once succeeds"
    case .noEndWhileSystemHolds:
      "no ended while the system still holds the device against the session"
    case .failureChangesNothing: "a call that fails changes nothing"
    case .hintsAlternate: "hints alternate and reach only active apps in the foreground"
    case .onlyRunningAppsAreNotified: "no app that does not run is notified"
    case .losersLoseFirst: "losers, and nobody else, are notified before the winner's call returns"
    case .streamsAgree: "the streams before and from 27 on agree"
    case .sameEventsSameEffects: "the same events give the same effects"
    case .refusalHasReason:
      "an app that is refused for want of priority has something above it, and neither mixes"
    case .unpluggingSparesOwnPlayers: "unplugging pauses only players of the system's kind"
    case .enginesStopAtNewFormat: "no engine goes on at another sample rate or number of channels"
    case .orderOfAppsIsNothing: "the order in which the apps are listed changes nothing"
    case .secondCallChangesNothing: "a second identical call changes nothing and succeeds"
    }
  }
}

extension Phone {
  /// The invariants that do not hold in the present state; none if all is well.
  ///
  /// What is derived is checked under every position of switch and lock.
  public var brokenInvariants: [Invariant] {
    StateCheck(self).broken + DerivedCheck(self).broken
  }

  /// The invariants that do not hold on the step that led here; none if all is well.
  ///
  /// - Parameters:
  ///   - event: the event.
  ///   - before: the phone before the event.
  ///   - effects: what `handle` gave for it.
  /// - Returns: what is broken, of those that are about steps.
  public func brokenInvariants(
    after event: SessionEvent, from before: Phone, _ effects: [SessionEffect]
  ) -> [Invariant] {
    // Every third step of a search is a call that is refused; if it changed nothing, all is well.
    if effects.count == 1, case .callResult(let app, .some(let error)) = effects[0],
      state == before.state, event != .app(app, .activate) || error != .insufficientPriority
    {
      return []
    }
    // So is every third a call that succeeds and changes nothing: that it has taken effect is all.
    if effects.count == 1, case .callResult(_, nil) = effects[0], state == before.state,
      case .app(let caller, let call) = event
    {
      return StepCheck.hasTakenEffect(call, state[caller]) ? [] : [.callsTakeEffect]
    }
    return StepCheck(from: before, on: event, to: self, effects).broken
  }
}
