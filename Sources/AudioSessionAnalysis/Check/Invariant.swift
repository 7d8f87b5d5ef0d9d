public import AudioSession

/// A condition that must hold in every state or on every step of a phone.
///
/// The raw value is the code that programs read, such as `T3`.
public enum Invariant: String, Hashable, Sendable, CaseIterable {
  /// At most one active app session does not mix.
  case oneExclusiveSession = "I1"
  /// A successful call has taken effect: the session is active or inactive as requested, or its input or output is
  /// running.
  case callsTakeEffect = "I2"
  /// Input and output start and stop only through the app's call or with an effect that reports it.
  case ioChangesAreReported = "I3"
  /// A session is interrupted only if its app has received a *began* that has not been followed by an *ended*.
  case interruptedAppsKnow = "I4"
  /// During another app's call or a phone call, in any phase, no session with input is active.
  case noInputDuringOthersCall = "I5"
  /// While a call or an alarm is ringing, every active session mixes. While Siri is shown, every active session mixes
  /// or lacks input. During an emergency alert, no session is active.
  case noneActiveWhileSystemHolds = "I6"
  /// A suspended app's session is not active (iOS 10 or later).
  case suspendedIsInactive = "I7"
  /// Every session that is active in the background is allowed there. If the session started in the background, it
  /// mixes, is Now Playing, or was notified with `shouldResume`.
  case backgroundIsAllowed = "I8"
  /// Every system source that holds a session is present.
  case systemHoldersArePresent = "I9"
  /// Every app that holds a session is active, interrupted or has a claim.
  case appHoldersHaveReason = "I10"
  /// The hint is true only if other audio is playing.
  case hintImpliesOtherAudio = "I11"
  /// For an active app that does not mix, the hint is true only during a call.
  case noHintForExclusive = "I12"
  /// Ducking and a true hint require an active session or a call.
  case quietWhileNobodyIsActive = "I13"
  /// The silent switch never changes the gain of a session in category playback, record or playAndRecord.
  case switchSparesPlayback = "I14"
  /// Ambient sessions are not heard while locked or in the background.
  case ambientIsSilentWhenHidden = "I15"
  /// A speaker override ends when the route changes.
  case overrideEndsWithRoute = "I16"
  /// The app that remote commands go to has a handler and does not mix.
  case nowPlayingHandlesCommands = "I17"
  /// Derived values depend only on the present state.
  case derivedFromStateOnly = "I18"
  /// While the phone is locked, no app is in the foreground.
  case lockHidesApps = "I22"
  /// An app that records has an input in the route.
  case recordingHasInput = "I20"
  /// The list that orders apps by their last start contains exactly the active apps.
  case startOrderIsOfActive = "I21"
  /// A picked output is built in or connected.
  case pickedOutputIsThere = "I23"
  /// The route waits for hands-free only while a session would use hands-free, and does not contain hands-free while
  /// waiting.
  case routeWaitsForHandsFree = "I24"
  /// *Ended* comes only after *began*.
  case endedFollowsBegan = "T1"
  /// An *ended* or an activation comes between every two *began*.
  case oneBeganAtATime = "T2"
  /// If an app is notified with `shouldResume` and activates its session immediately, the activation succeeds. This
  /// holds in the foreground. It also holds in the background if the session may play there and the app has not given
  /// up its session.
  case resumptionSucceeds = "T3"
  /// *Ended* is not posted while a ringing call, an alarm, Siri or an emergency still prevents the session from being
  /// active. A source that begins also holds sessions that are already interrupted.
  case noEndWhileSystemHolds = "T4"
  /// A failed call does not change anything.
  case failureChangesNothing = "T5"
  /// Notifications of the hint alternate between true and false, and reach only apps in the foreground whose session is
  /// active.
  case hintsAlternate = "T6"
  /// Only running apps are notified.
  case onlyRunningAppsAreNotified = "T7"
  /// The interrupted apps, and no others, have been notified before the interrupting app's call returns.
  case losersLoseFirst = "T8"
  /// The older interruption notifications agree with the notifications that iOS 27 introduced.
  case streamsAgree = "T9"
  /// The same events have the same effects.
  case sameEventsSameEffects = "T10"
  /// If an app is refused for its low priority, another session or source has a higher priority, and neither of the
  /// two mixes.
  case refusalHasReason = "T16"
  /// A remote command reaches only an app that is playing, is in an audio context, or is in the foreground
  /// during AirPlay.
  case remoteReachesWhoMayAnswer = "T17"
  /// Picking an output stops only the output of an engine.
  case pickedOutputIsKept = "T18"
  /// A car's radio interrupts exactly the sessions that play in the car and do not mix. A private session
  /// interrupts exactly the non-mixing sessions.
  case privateSessionsTakeTheirOwn = "T19"
  /// During a call, a headset's button does not reach an app that is playing.
  case callHasHeadsetButton = "T20"
  /// Hanging up the active call resumes the call on hold.
  case hangingUpTakesUpHeldCall = "T21"
  /// Unplugging an output pauses only the kinds of players that the system provides.
  case unpluggingSparesOwnPlayers = "T12"
  /// A running engine does not continue at another sample rate or number of channels.
  case enginesStopAtNewFormat = "T13"
  /// The order in which the apps are listed does not matter.
  case orderOfAppsIsNothing = "T14"
  /// A second identical call succeeds and does not change anything.
  case secondCallChangesNothing = "T15"

  /// The condition in words.
  public var statement: String {
    switch self {
    case .oneExclusiveSession: "at most one active app session does not mix"
    case .callsTakeEffect: "a successful call has taken effect"
    case .ioChangesAreReported:
      "input and output start and stop only through the app's call or with an effect that reports the change"
    case .interruptedAppsKnow: "a session is interrupted only between began and ended"
    case .noInputDuringOthersCall:
      "no session with input is active during a call that is not the app's own"
    case .noneActiveWhileSystemHolds:
      "while the system holds the device, only sessions that mix, or that play while Siri is shown, are active, and "
        + "none during an emergency alert"
    case .suspendedIsInactive: "a suspended app's session is inactive"
    case .backgroundIsAllowed:
      "every session that is active in the background is allowed there, and a session that starts there mixes, is Now "
        + "Playing or was notified with shouldResume"
    case .systemHoldersArePresent: "every system source that holds a session is present"
    case .appHoldersHaveReason:
      "every app that holds a session is active, interrupted or has a claim"
    case .hintImpliesOtherAudio: "the hint is true only if other audio is playing"
    case .noHintForExclusive:
      "for an active app that does not mix, the hint is true only during a call"
    case .quietWhileNobodyIsActive: "ducking and a true hint require an active session or a call"
    case .switchSparesPlayback: "the ring/silent switch does not affect playback and recording"
    case .ambientIsSilentWhenHidden:
      "ambient sessions are not heard while locked or in the background"
    case .overrideEndsWithRoute: "a speaker override ends when the route changes"
    case .nowPlayingHandlesCommands:
      "the app that remote commands go to has a handler and does not mix"
    case .derivedFromStateOnly: "derived values depend only on the present state"
    case .lockHidesApps: "while the phone is locked, no app is in the foreground"
    case .recordingHasInput: "an app that records has an input in the route"
    case .startOrderIsOfActive:
      "the list that orders apps by their last start contains exactly the active apps"
    case .pickedOutputIsThere: "a picked output is built in or connected"
    case .routeWaitsForHandsFree:
      "the route waits for hands-free only while a session would use it"
    case .remoteReachesWhoMayAnswer:
      "a remote command reaches only an app that is playing, is in an audio context, or is in the foreground "
        + "during AirPlay"
    case .callHasHeadsetButton:
      "during a call, a headset's button does not reach an app that is playing"
    case .hangingUpTakesUpHeldCall: "hanging up the active call resumes the call on hold"
    case .pickedOutputIsKept: "picking an output stops only the output of an engine"
    case .privateSessionsTakeTheirOwn:
      "a car's radio and private sessions interrupt only the sessions that conflict with them and do not mix"
    case .endedFollowsBegan: "ended comes only after began"
    case .oneBeganAtATime: "an ended or an activation comes between every two began"
    case .resumptionSucceeds:
      "if an app is notified with shouldResume and activates its session immediately, the activation succeeds"
    case .noEndWhileSystemHolds:
      "ended is not posted while the system still prevents the session from being active"
    case .failureChangesNothing: "a failed call does not change anything"
    case .hintsAlternate:
      "notifications of the hint alternate between true and false, and reach only apps in the foreground whose "
        + "session is active"
    case .onlyRunningAppsAreNotified: "only running apps are notified"
    case .losersLoseFirst:
      "the interrupted apps, and no others, are notified before the interrupting app's call returns"
    case .streamsAgree:
      "the older interruption notifications agree with the notifications that iOS 27 introduced"
    case .sameEventsSameEffects: "the same events have the same effects"
    case .refusalHasReason:
      "if an app is refused for its low priority, another session or source has a higher priority, and neither of the "
        + "two mixes"
    case .unpluggingSparesOwnPlayers:
      "unplugging an output pauses only the kinds of players that the system provides"
    case .enginesStopAtNewFormat:
      "an engine does not continue at another sample rate or number of channels"
    case .orderOfAppsIsNothing: "the order in which the apps are listed does not matter"
    case .secondCallChangesNothing: "a second identical call succeeds and does not change anything"
    }
  }
}

extension Phone {
  /// The invariants that the present state breaks.
  ///
  /// Derived values are checked in every position of the ring/silent switch and the lock.
  public var brokenInvariants: [Invariant] {
    StateCheck(self).broken + DerivedCheck(self).broken
  }

  /// Returns the invariants that the step to the present state breaks.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - before: The phone before the event.
  ///   - effects: The effects that `handle` returned for the event.
  /// - Returns: The invariants that the step breaks.
  public func brokenInvariants(
    after event: SessionEvent, from before: Phone, _ effects: [SessionEffect]
  ) -> [Invariant] {
    // Every third step of a search is a refused call. If it did not change anything, all invariants hold.
    if effects.count == 1, case .callResult(let app, .some(let error)) = effects[0],
      state == before.state, event != .app(app, .activate) || error != .insufficientPriority
    {
      return []
    }
    // Another third of the steps are successful calls that do not change anything. For these, only the state that the
    // call requests is checked.
    if effects.count == 1, case .callResult(_, nil) = effects[0], state == before.state,
      case .app(let caller, let call) = event
    {
      return StepCheck.hasTakenEffect(call, state[caller]) ? [] : [.callsTakeEffect]
    }
    return StepCheck(from: before, on: event, to: self, effects).broken
  }
}
