package import AudioSession

/// A fault on purpose, to see that the invariants notice it.
///
/// The rules know nothing of it: it stands around `Phone.handle`, and changes what that sees of the
/// phone, or what has come of the event.
package enum Mutant: String, Hashable, Sendable, CaseIterable {
  /// A second interruptor does not join the first: nesting is lost.
  case noNesting
  /// A second interruptor posts *began* once more.
  case nestedBegan
  /// Apps do not interrupt each other.
  case noArbitration
  /// Sessions that mix are interrupted as well.
  case mixableInterrupted
  /// Sessions that interrupt spoken audio do not.
  case spokenIgnored
  /// An interruptor that leaves does not release those it had interrupted.
  case noRelease
  /// The end is posted when the first of several sources leaves.
  case endedAtFirstSource
  /// The right to resume is given without asking whether activation is allowed.
  case resumeUnchecked
  /// Somebody else's call does not keep others from recording.
  case callAllowsInput
  /// An alarm does not keep others from being activated.
  case alarmAllowsActivation
  /// A session that mixes is refused as one that does not.
  case mixableRefused
  /// The alarm leaves the host of a call alone.
  case alarmSparesHost
  /// The lock leaves apps in the foreground.
  case lockLeavesFront
  /// Activation does not clear what held the session.
  case activationKeepsInterruption
  /// The background is not checked.
  case backgroundUnchecked
  /// Nobody keeps the right to resume.
  case resumptionForgotten
  /// Every inactive app in the background counts as notified with `shouldResume`.
  case resumptionForAll
  /// A new category of an active session is not checked.
  case categoryUnchecked
  /// What may not sound in the background stays active there.
  case soundsBehind
  /// A suspended session stays active.
  case suspendedStaysActive
  /// Nobody is asked to stop input and output when the session is lost.
  case ioSurvives
  /// Suspended apps are notified at once.
  case notifiesSuspended
  /// The hint reaches apps in the background.
  case hintToAll
  /// The speaker override survives changes of the route.
  case overrideSticks
  /// A session that mixes receives the remote commands.
  case mixableIsNowPlaying
  /// The recommendation of 27 never says resume.
  case streamsDisagree
  /// Input goes on when the category has none any more.
  case inputOutlivesCategory
  /// Of those that are active the one that is listed first decides, not the last started.
  case firstListedDecides
  /// An app that loses its session keeps its place among the last started.
  case orderKeepsInactive
  /// Unplugging pauses whatever plays.
  case unplugPausesAll
  /// A session that is active is refused to be activated.
  case secondCallFails
  /// A picked output stays picked when it has gone.
  case pickStays
  /// The route waits for hands-free of a device that has gone.
  case handsFreeWaitStays
  /// A remote command that is nobody's goes to the first app.
  case remoteReachesAnybody
  /// Picking an output stops what plays.
  case pickStops
  /// A private session interrupts those that mix as well.
  case privateSessionTakesAll
  /// The player has the headset's button during a call.
  case playerKeepsButton
  /// Hanging up leaves the call on hold there.
  case hangingUpLeavesHeld
}

extension Phone {
  /// Applies an event, with a fault or without.
  package mutating func handle(
    _ event: SessionEvent, with mutant: Mutant?
  ) throws(RejectedEvent) -> [SessionEffect] {
    guard let mutant else { return try handle(event) }
    var seen = self
    mutant.hide(from: &seen.state, in: event)
    let effects = try seen.handle(event)
    var outcome = MutantOutcome(before: self, event: event, after: seen, effects: effects)
    mutant.reveal(in: &outcome)
    mutant.corrupt(&outcome)
    self = outcome.after
    return outcome.effects
  }
}

// MARK: What the rules do not see

extension Mutant {
  /// Hides from an app's call what a check should have looked at.
  fileprivate func hide(from state: inout PhoneState, in event: SessionEvent) {
    guard let caller = event.caller, state.apps.indices.contains(caller.index) else { return }
    switch self {
    case .callAllowsInput:
      state.device.calls.change(.active, to: nil)
      state.device.calls.change(.held, to: nil)
    case .alarmAllowsActivation: state.device.isAlarmRinging = false
    case .backgroundUnchecked where state[caller].lifecycle == .background:
      state[caller].lifecycle = .foreground
    case .mixableRefused where event == .app(caller, .activate):
      state[caller].configuration.options.subtract(.mixWithOthers)
    case .resumptionForAll:
      if case .inactive(let hasClaim, _) = state[caller].activity {
        state[caller].activity = .inactive(hasClaim: hasClaim, mayResume: true)
      }
    default: break
    }
  }

  /// Puts back what was hidden, which no call of an app changes.
  fileprivate func reveal(in outcome: inout MutantOutcome) {
    guard let caller = outcome.event.caller else { return }
    let before = outcome.before.state
    switch self {
    case .callAllowsInput: outcome.after.state.device.calls = before.device.calls
    case .alarmAllowsActivation:
      outcome.after.state.device.isAlarmRinging = before.device.isAlarmRinging
    case .backgroundUnchecked:
      outcome.after.state[caller].lifecycle = before[caller].lifecycle
    case .mixableRefused where outcome.event == .app(caller, .activate):
      outcome.after.state[caller].configuration = before[caller].configuration
    case .resumptionForAll:
      if case .inactive(let hasClaim, _) = outcome.after.state[caller].activity {
        outcome.after.state[caller].activity = .inactive(
          hasClaim: hasClaim, mayResume: before[caller].mayResume)
      }
    default: break
    }
  }
}

// MARK: What becomes of it

extension Mutant {
  /// Changes what has come of the event.
  // lint: table
  fileprivate func corrupt(_ outcome: inout MutantOutcome) {
    switch self {
    case .callAllowsInput, .alarmAllowsActivation, .backgroundUnchecked, .resumptionForAll,
      .mixableRefused:
      break
    case .alarmSparesHost: outcome.spareHostFromAlarm()
    case .lockLeavesFront: outcome.lockWithoutLeavingFront()
    case .resumptionForgotten: outcome.forgetResumption()
    case .noNesting: outcome.forgetNewHolders()
    case .nestedBegan: outcome.tellNesting()
    case .noArbitration: for app in outcome.losers { outcome.spare(app) }
    case .mixableInterrupted: outcome.interruptMixable()
    case .spokenIgnored: outcome.spareSpoken()
    case .noRelease: outcome.keepHeld()
    case .endedAtFirstSource: outcome.tellFirstEnd()
    case .resumeUnchecked: outcome.promiseResumption()
    case .activationKeepsInterruption: outcome.keepInterruption()
    case .categoryUnchecked: outcome.takeAnyCategory()
    case .soundsBehind: outcome.staySounding()
    case .suspendedStaysActive: outcome.keepSuspendedActive()
    case .ioSurvives:
      outcome.effects.removeAll { if case .ioStopped = $0 { true } else { false } }
    case .notifiesSuspended: outcome.deliverAtOnce()
    case .hintToAll: outcome.hintToAll()
    case .overrideSticks: outcome.keepOverrides()
    case .mixableIsNowPlaying: outcome.takeControls()
    case .streamsDisagree: outcome.recommendNoResumption()
    case .inputOutlivesCategory: outcome.keepInput()
    case .firstListedDecides:
      outcome.after.state.startOrder = StartOrder(
        oldestFirst: outcome.after.state.startOrder.sorted().reversed())
    case .orderKeepsInactive: outcome.keepInactiveInOrder()
    case .unplugPausesAll: outcome.pauseAll()
    case .secondCallFails: outcome.refuseSecondActivation()
    case .pickStays: outcome.keepAfterDisconnecting(\.pickedOutput)
    case .handsFreeWaitStays: outcome.keepAfterDisconnecting(\.isHandsFreeOpening)
    case .remoteReachesAnybody: outcome.sendCommandToAnybody()
    case .playerKeepsButton: outcome.sendHeadsetToPlayer()
    case .hangingUpLeavesHeld: outcome.leaveHeldCall()
    case .pickStops: outcome.stopAfterPick()
    case .privateSessionTakesAll: outcome.interruptByPrivateSession()
    }
  }
}
