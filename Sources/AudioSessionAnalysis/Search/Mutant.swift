package import AudioSession

/// A deliberate fault for checking that the invariants detect faults.
///
/// The rules do not know about the fault. A mutant wraps `Phone.handle` and changes either the phone that `handle`
/// sees or the result of the event.
package enum Mutant: String, Hashable, Sendable, CaseIterable {
  /// A second interruptor does not join the first one, so nesting is lost.
  case noNesting
  /// A second interruptor posts another *began*.
  case nestedBegan
  /// Apps do not interrupt each other.
  case noArbitration
  /// Sessions that mix are also interrupted.
  case mixableInterrupted
  /// Sessions that should interrupt spoken audio do not.
  case spokenIgnored
  /// An interruptor that leaves does not release the sessions that it had interrupted.
  case noRelease
  /// The end is posted when the first of several sources leaves.
  case endedAtFirstSource
  /// The right to resume is given without checking whether activation is allowed.
  case resumeUnchecked
  /// An app can record during a call that it does not host.
  case callAllowsInput
  /// An alarm does not prevent the activation of sessions.
  case alarmAllowsActivation
  /// A session that mixes is refused like a non-mixing session.
  case mixableRefused
  /// The alarm does not interrupt the host of a call.
  case alarmSparesHost
  /// The lock leaves apps in the foreground.
  case lockLeavesFront
  /// Activation does not clear the sources that held the session.
  case activationKeepsInterruption
  /// The conditions for playing in the background are not checked.
  case backgroundUnchecked
  /// No app keeps the right to resume.
  case resumptionForgotten
  /// Every inactive app in the background is treated as if it had been notified with `shouldResume`.
  case resumptionForAll
  /// A category change of an active session is not checked.
  case categoryUnchecked
  /// A session that may not play in the background stays active there.
  case soundsBehind
  /// A suspended session stays active.
  case suspendedStaysActive
  /// Input and output are not stopped when the session is lost.
  case ioSurvives
  /// Suspended apps are notified immediately.
  case notifiesSuspended
  /// The hint reaches apps in the background.
  case hintToAll
  /// The speaker override survives route changes.
  case overrideSticks
  /// An app whose session mixes receives the remote commands.
  case mixableIsNowPlaying
  /// The recommendation that iOS 27 posts never says that the app should resume.
  case streamsDisagree
  /// Input continues after a change to a category without input.
  case inputOutlivesCategory
  /// Among the active apps, the first in the list decides the route, instead of the last that started.
  case firstListedDecides
  /// An app that loses its session keeps its position in the list of apps by their last start.
  case orderKeepsInactive
  /// Unplugging pauses every player.
  case unplugPausesAll
  /// The activation of an active session is refused.
  case secondCallFails
  /// A picked output stays picked after it is disconnected.
  case pickStays
  /// The route still waits for the hands-free profile of a device that has been disconnected.
  case handsFreeWaitStays
  /// A remote command without a target goes to the first app.
  case remoteReachesAnybody
  /// Picking an output stops the playing output.
  case pickStops
  /// A private session also interrupts sessions that mix.
  case privateSessionTakesAll
  /// The headset's button controls the player during a call.
  case playerKeepsButton
  /// Hanging up leaves the held call on hold.
  case hangingUpLeavesHeld
}

extension Phone {
  /// Applies an event, with or without a fault.
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

// MARK: Hidden conditions

extension Mutant {
  /// Hides the conditions that a check should have examined from an app's call.
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

  /// Restores the hidden conditions.
  ///
  /// An app's calls cannot change them.
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

// MARK: Corrupted results

extension Mutant {
  /// Corrupts the result of the event.
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
