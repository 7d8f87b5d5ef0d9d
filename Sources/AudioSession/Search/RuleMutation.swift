/// A rule broken on purpose, to see that the invariants notice it.
package enum RuleMutation: String, Hashable, Sendable, CaseIterable {
  /// A second interruptor does not join the first: nesting is lost.
  case noNesting
  /// A second interruptor tells *began* once more.
  case nestedBegan
  /// Apps do not interrupt each other.
  case noArbitration
  /// Sessions that mix are interrupted as well.
  case mixableInterrupted
  /// Sessions that interrupt spoken audio do not.
  case spokenIgnored
  /// Whoever leaves does not let go of those it had interrupted.
  case noRelease
  /// The end is told when the first of several sources leaves.
  case endedAtFirstSource
  /// The right to resume is given without asking whether activation is allowed.
  case resumeUnchecked
  /// Somebody else's call does not keep others from recording.
  case callAllowsInput
  /// An alarm does not keep others from being activated.
  case alarmAllowsActivation
  /// Activation does not clear who held the session.
  case activationKeepsInterruption
  /// The background is not checked.
  case backgroundUnchecked
  /// A new category of an active session is not checked.
  case categoryUnchecked
  /// What may not sound in the background stays active there.
  case soundsBehind
  /// A suspended session stays active.
  case suspendedStaysActive
  /// Input and output go on when the session is lost.
  case ioSurvives
  /// Suspended apps are told at once.
  case tellsSuspended
  /// The hint reaches apps in the background.
  case hintToAll
  /// The speaker override survives changes of the route.
  case overrideSticks
  /// A session that mixes receives the remote commands.
  case mixableIsNowPlaying
  /// The recommendation of 27 never says resume.
  case streamsDisagree
}
