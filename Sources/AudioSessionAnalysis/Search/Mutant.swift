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
    var outcome = Outcome(before: self, event: event, after: seen, effects: effects)
    mutant.reveal(in: &outcome)
    mutant.corrupt(&outcome)
    self = outcome.after
    return outcome.effects
  }
}

/// What has come of an event.
private struct Outcome {
  let before: Phone
  let event: SessionEvent
  var after: Phone
  var effects: [SessionEffect]

  var apps: AppIDs { after.apps }

  /// Those that were interrupted before, and still or again are.
  var interruptedThroughout: [AppID] {
    apps.filter { before.isInterrupted($0) && after.isInterrupted($0) }
  }

  /// The app whose call has activated its session, or nil.
  var winner: AppID? {
    guard let caller = event.caller, !before.isActive(caller) else { return nil }
    return after.isActive(caller) ? caller : nil
  }

  /// Those that lost their activity to another app.
  var losers: [AppID] {
    apps.filter {
      before.isActive($0) && after.isInterrupted($0)
        && after.state[$0].interruptedBy.isSubset(of: .allApps)
    }
  }

  /// Lets more of what the rules do happen behind the event.
  mutating func doMore(_ more: (inout Transition) -> Void) {
    var work = Transition(from: after)
    more(&work)
    after.state = work.state
    effects = work.effects.effects + effects
  }

  /// Takes back what has become of an app's session.
  mutating func spare(_ app: AppID) {
    after.state[app].activity = before.state[app].activity
    after.state.mailbox.removeAll { $0.app == app }
    effects.removeAll {
      switch $0 {
      case .ioStopped(app, _, _), .notified(app, _), .queued(app, _): true
      case .ioStopped, .notified, .queued, .ioStarted, .observed, .remoteCommand, .remoteIgnored,
        .remoteDeferred, .callKit, .arSession, .haptic, .sound, .vibration, .notificationPlaced,
        .lifecycleChanged, .gainChanged, .callResult:
        false
      }
    }
  }

  /// Replaces the notifications that apps receive.
  mutating func replaceNotifications(_ change: (AppID, SessionNotification) -> SessionNotification)
  {
    effects = effects.map {
      switch $0 {
      case .notified(let app, let notification): .notified(app, change(app, notification))
      case .queued(let app, let notification): .queued(app, change(app, notification))
      case .ioStopped, .ioStarted, .observed, .remoteCommand, .remoteIgnored, .remoteDeferred,
        .callKit, .arSession, .haptic, .sound, .vibration, .notificationPlaced, .lifecycleChanged,
        .gainChanged,
        .callResult:
        $0
      }
    }
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
    case .backgroundUnchecked:
      if state[caller].lifecycle == .background { state[caller].lifecycle = .foreground }
    case .mixableRefused:
      if event == .app(caller, .activate) {
        state[caller].configuration.options.subtract(.mixWithOthers)
      }
    case .resumptionForAll:
      if case .inactive(let hasClaim, _) = state[caller].activity {
        state[caller].activity = .inactive(hasClaim: hasClaim, mayResume: true)
      }
    case .alarmSparesHost, .lockLeavesFront, .resumptionForgotten, .noNesting, .nestedBegan,
      .noArbitration, .mixableInterrupted,
      .spokenIgnored,
      .noRelease, .endedAtFirstSource, .resumeUnchecked, .activationKeepsInterruption,
      .categoryUnchecked, .soundsBehind, .suspendedStaysActive, .ioSurvives, .notifiesSuspended,
      .hintToAll, .overrideSticks, .mixableIsNowPlaying, .streamsDisagree, .inputOutlivesCategory,
      .firstListedDecides, .orderKeepsInactive, .unplugPausesAll, .secondCallFails,
      .pickStays, .handsFreeWaitStays, .remoteReachesAnybody, .pickStops, .privateSessionTakesAll,
      .playerKeepsButton, .hangingUpLeavesHeld:
      break
    }
  }

  /// Puts back what was hidden, which no call of an app changes.
  fileprivate func reveal(in outcome: inout Outcome) {
    guard let caller = outcome.event.caller else { return }
    let before = outcome.before.state
    switch self {
    case .callAllowsInput: outcome.after.state.device.calls = before.device.calls
    case .alarmAllowsActivation:
      outcome.after.state.device.isAlarmRinging = before.device.isAlarmRinging
    case .backgroundUnchecked:
      outcome.after.state[caller].lifecycle = before[caller].lifecycle
    case .mixableRefused:
      if outcome.event == .app(caller, .activate) {
        outcome.after.state[caller].configuration = before[caller].configuration
      }
    case .resumptionForAll:
      if case .inactive(let hasClaim, _) = outcome.after.state[caller].activity {
        outcome.after.state[caller].activity = .inactive(
          hasClaim: hasClaim, mayResume: before[caller].mayResume)
      }
    case .alarmSparesHost, .lockLeavesFront, .resumptionForgotten, .noNesting, .nestedBegan,
      .noArbitration, .mixableInterrupted,
      .spokenIgnored,
      .noRelease, .endedAtFirstSource, .resumeUnchecked, .activationKeepsInterruption,
      .categoryUnchecked, .soundsBehind, .suspendedStaysActive, .ioSurvives, .notifiesSuspended,
      .hintToAll, .overrideSticks, .mixableIsNowPlaying, .streamsDisagree, .inputOutlivesCategory,
      .firstListedDecides, .orderKeepsInactive, .unplugPausesAll, .secondCallFails,
      .pickStays, .handsFreeWaitStays, .remoteReachesAnybody, .pickStops, .privateSessionTakesAll,
      .playerKeepsButton, .hangingUpLeavesHeld:
      break
    }
  }
}

// MARK: What becomes of it

extension Mutant {
  /// Changes what has come of the event.
  fileprivate func corrupt(_ outcome: inout Outcome) {
    switch self {
    case .callAllowsInput, .alarmAllowsActivation, .backgroundUnchecked, .resumptionForAll,
      .mixableRefused:
      break
    case .alarmSparesHost:
      if outcome.event == .phone(.alarmFired) {
        for app in outcome.apps where outcome.before.hostsActiveCall(app) { outcome.spare(app) }
      }
    case .lockLeavesFront:
      guard outcome.event == .phone(.locked) else { return }
      outcome.after.state = outcome.before.state
      outcome.after.state.device.isLocked = true
      outcome.effects = []
    case .resumptionForgotten:
      for app in outcome.apps {
        guard case .inactive(let hasClaim, _) = outcome.after.state[app].activity else { continue }
        outcome.after.state[app].activity = .inactive(hasClaim: hasClaim)
      }
    case .noNesting: Self.forgetNewHolders(in: &outcome)
    case .nestedBegan: Self.tellNesting(in: &outcome)
    case .noArbitration: for app in outcome.losers { outcome.spare(app) }
    case .mixableInterrupted: Self.interruptMixable(in: &outcome)
    case .spokenIgnored: Self.spareSpoken(in: &outcome)
    case .noRelease: Self.keepHeld(in: &outcome)
    case .endedAtFirstSource: Self.tellFirstEnd(in: &outcome)
    case .resumeUnchecked: Self.promiseResumption(in: &outcome)
    case .activationKeepsInterruption:
      if let app = outcome.winner, outcome.before.isInterrupted(app) {
        outcome.after.state[app].activity = outcome.before.state[app].activity
      }
    case .categoryUnchecked: Self.takeAnyCategory(in: &outcome)
    case .soundsBehind: Self.staySounding(in: &outcome)
    case .suspendedStaysActive:
      for app in outcome.apps where outcome.before.isActive(app) && outcome.after.isSuspended(app) {
        outcome.after.state[app].activity = .active([])
      }
    case .ioSurvives:
      outcome.effects.removeAll { if case .ioStopped = $0 { true } else { false } }
    case .notifiesSuspended: Self.deliverAtOnce(in: &outcome)
    case .hintToAll: Self.hintToAll(in: &outcome)
    case .overrideSticks: Self.keepOverrides(in: &outcome)
    case .mixableIsNowPlaying: Self.takeControls(in: &outcome)
    case .streamsDisagree:
      outcome.replaceNotifications { _, notification in
        guard case .resumptionRecommendation = notification else { return notification }
        return .resumptionRecommendation(ResumptionContext(recommendation: .shouldNotResume))
      }
    case .inputOutlivesCategory: Self.keepInput(in: &outcome)
    case .firstListedDecides:
      outcome.after.state.startOrder = StartOrder(
        oldestFirst: outcome.after.state.startOrder.sorted().reversed())
    case .orderKeepsInactive:
      let lost = outcome.before.state.startOrder.filter { !outcome.after.isActive($0) }
      for app in lost { outcome.after.state.startOrder.bringToFront(app) }
    case .unplugPausesAll: Self.pauseAll(in: &outcome)
    case .secondCallFails:
      if case .app(let app, .activate) = outcome.event, outcome.before.isActive(app) {
        outcome.effects = [.callResult(app, .cannotInterruptOthers)]
      }
    case .pickStays, .handsFreeWaitStays: Self.keepWhatHasGone(in: &outcome, self == .pickStays)
    case .remoteReachesAnybody, .playerKeepsButton: Self.misleadCommand(in: &outcome, self)
    case .hangingUpLeavesHeld:
      guard case .phone(.callEnded) = outcome.event else { return }
      outcome.after.state.device.calls.change(.active, to: .held)
    case .pickStops:
      guard case .phone(.outputPicked) = outcome.event else { return }
      for app in outcome.apps { outcome.doMore { $0.stopIO(of: app, .output, .interrupted) } }
    case .privateSessionTakesAll:
      guard outcome.event == .phone(.alertBegan(.privateSession)) else { return }
      for app in outcome.apps where outcome.after.isActive(app) {
        outcome.doMore { $0.interrupt(app, by: .privateSession, $0.phone.row(.privateSession)) }
      }
    }
  }

  private static func keepWhatHasGone(in outcome: inout Outcome, _ isPick: Bool) {
    guard case .phone(.portDisconnected) = outcome.event else { return }
    let before = outcome.before.state.device
    if isPick {
      outcome.after.state.device.pickedOutput = before.pickedOutput
    } else {
      outcome.after.state.device.isHandsFreeOpening = before.isHandsFreeOpening
    }
  }

  private static func misleadCommand(in outcome: inout Outcome, _ mutant: Mutant) {
    guard case .phone(.remoteCommandSent(let command, let source)) = outcome.event else { return }
    if mutant == .remoteReachesAnybody {
      guard outcome.effects == [.remoteIgnored(command, .nobodyPlays)] else { return }
      outcome.effects = [.remoteCommand(AppID(0), command)]
    } else if source == .headset, let player = outcome.before.remoteTarget {
      outcome.after = outcome.before
      outcome.effects = [.remoteCommand(player, command)]
    }
  }

  private static func keepInput(in outcome: inout Outcome) {
    guard case .app(let app, .setCategory) = outcome.event,
      outcome.before.isRecording(app), outcome.after.isActive(app)
    else { return }
    let running = outcome.after.state[app].running.union(.input)
    outcome.after.state[app].activity = .active(running)
    outcome.effects.removeAll { $0 == .ioStopped(app, .input, .categoryChanged) }
  }

  private static func pauseAll(in outcome: inout Outcome) {
    guard case .phone(.portDisconnected) = outcome.event else { return }
    for app in outcome.apps where outcome.after.isPlaying(app) {
      outcome.doMore { $0.stopIO(of: app, .output, .outputUnplugged) }
    }
  }

  private static func forgetNewHolders(in outcome: inout Outcome) {
    for app in outcome.interruptedThroughout {
      guard case .interrupted(var interruption) = outcome.after.state[app].activity else {
        continue
      }
      let known = interruption.sources.intersection(outcome.before.state[app].interruptedBy)
      guard !known.isEmpty else { continue }
      interruption.sources = known
      outcome.after.state[app].activity = .interrupted(interruption)
    }
  }

  private static func tellNesting(in outcome: inout Outcome) {
    for app in outcome.interruptedThroughout {
      let holders = outcome.before.state[app].interruptedBy
      guard holders.isStrictSubset(of: outcome.after.state[app].interruptedBy) else { continue }
      outcome.doMore { $0.notifyBegan(app, .default) }
    }
  }

  private static func tellFirstEnd(in outcome: inout Outcome) {
    for app in outcome.interruptedThroughout {
      let holders = outcome.after.state[app].interruptedBy
      guard holders.isStrictSubset(of: outcome.before.state[app].interruptedBy) else { continue }
      outcome.doMore { $0.notifyEnded(app, []) }
    }
  }

  private static func interruptMixable(in outcome: inout Outcome) {
    guard let winner = outcome.winner,
      !outcome.after.traits(of: winner).isMixable
    else { return }
    for app in outcome.apps where app != winner && outcome.after.isActive(app) {
      outcome.doMore { $0.interrupt(app, by: .app(winner), $0.phone.row(.nonMixableApp)) }
    }
  }

  private static func spareSpoken(in outcome: inout Outcome) {
    guard let winner = outcome.winner,
      outcome.after.traits(of: winner).isMixable
    else { return }
    for app in outcome.losers { outcome.spare(app) }
  }

  private static func keepHeld(in outcome: inout Outcome) {
    for app in outcome.apps where app != outcome.event.caller && app != outcome.event.subject {
      let held = outcome.before.state[app].interruptedBy.intersection(.allApps)
      guard !held.isSubset(of: outcome.after.state[app].interruptedBy) else { continue }
      outcome.spare(app)
    }
  }

  private static func promiseResumption(in outcome: inout Outcome) {
    let after = outcome.after
    outcome.replaceNotifications { app, notification in
      guard case .interruptionEnded([]) = notification, !after.othersAllow(app) else {
        return notification
      }
      return .interruptionEnded(.shouldResume)
    }
  }

  private static func takeAnyCategory(in outcome: inout Outcome) {
    guard
      case .app(let app, .setCategory(let category, let mode, let policy, let options)) =
        outcome.event,
      outcome.before.isActive(app)
    else { return }
    let wanted = SessionConfiguration(
      category, mode: mode ?? .default, policy: policy, options: options)
    let verdict = outcome.before.verdict(on: wanted)
    guard verdict.error == nil else { return }
    outcome.after.state[app].configuration = verdict.accepted
    outcome.effects.removeAll { if case .callResult = $0 { true } else { false } }
    outcome.effects.append(.callResult(app, nil))
  }

  private static func staySounding(in outcome: inout Outcome) {
    guard case .app(let app, .enterBackground) = outcome.event, outcome.before.isActive(app) else {
      return
    }
    outcome.after.state = outcome.before.state
    outcome.after.state[app].lifecycle = .background
    outcome.effects = [.lifecycleChanged(app, .background)]
  }

  private static func deliverAtOnce(in outcome: inout Outcome) {
    outcome.after.state.mailbox = []
    outcome.effects = outcome.effects.map {
      if case .queued(let app, let notification) = $0 { .notified(app, notification) } else { $0 }
    }
  }

  private static func hintToAll(in outcome: inout Outcome) {
    for app in outcome.apps where outcome.after.state[app].lifecycle == .background {
      let was = outcome.before.secondaryAudioShouldBeSilenced(for: app)
      let isNow = outcome.after.secondaryAudioShouldBeSilenced(for: app)
      guard was != isNow else { continue }
      outcome.doMore { $0.notify(app, .silenceSecondaryAudioHint(isNow ? .begin : .end), .hint) }
    }
  }

  private static func keepOverrides(in outcome: inout Outcome) {
    if case .app(_, .overrideOutput) = outcome.event { return }
    for app in outcome.apps where outcome.after.isActive(app) {
      outcome.after.state[app].overridesToSpeaker = outcome.before.state[app].overridesToSpeaker
    }
  }

  private static func takeControls(in outcome: inout Outcome) {
    for app in outcome.apps where outcome.effects.contains(.ioStarted(app, .output)) {
      guard !outcome.after.state[app].remoteCommands.isEmpty else { continue }
      outcome.after.state.device.nowPlaying = app
    }
  }
}
