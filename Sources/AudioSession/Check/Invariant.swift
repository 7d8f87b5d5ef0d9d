/// What must hold in every state, and on every step.
public enum Invariant: String, Hashable, Sendable, CaseIterable {
  /// At most one active app session that does not mix.
  case I1
  /// A call that succeeds has done what it says: the session is active, inactive, or runs.
  case I2
  /// Input and output start and stop only by the app's call or with an effect that says so.
  case I3
  /// A session is interrupted only while a *began* is outstanding that its app was told.
  case I4
  /// During somebody else's active call no session with input is active.
  case I5
  /// While it rings, an alarm, Siri or an emergency is there, no app session is active.
  case I6
  /// A suspended app's session is not active (from 10 on).
  case I7
  /// What is active in the background is allowed there.
  case I8
  /// Every source of the system that holds a session is really there.
  case I9
  /// Every app that holds a session is active, interrupted or has a claim.
  case I10
  /// The hint implies that other audio plays.
  case I11
  /// No hint for an app that is active and does not mix.
  case I12
  /// With nobody active nobody is ducked and nobody has a hint.
  case I13
  /// The silent switch never changes the gain of playback, recording and both.
  case I14
  /// Ambient sessions are not heard when locked or in the background.
  case I15
  /// A speaker override does not survive a change of the route.
  case I16
  /// The app that remote commands go to has a handler and does not mix.
  case I17
  /// What is derived depends on the present state only.
  case I18
  /// *Ended* comes only after *began*.
  case T1
  /// No second *began* without *ended* or activation between.
  case T2
  /// Told to resume, an app that activates at once succeeds.
  case T3
  /// No *ended* while it rings, an alarm or Siri still holds the device.
  case T4
  /// A call that fails changes nothing.
  case T5
  /// Hints alternate and reach only apps that are active in the foreground.
  case T6
  /// Nothing is told to an app that does not run.
  case T7
  /// The losers, and nobody else, have lost and been told before the winner's call returns.
  case T8
  /// The streams before and from 27 on agree.
  case T9
  /// The same events give the same effects.
  case T10

  /// What must hold, in words.
  public var statement: String {
    switch self {
    case .I1: "at most one active app session does not mix"
    case .I2: "a call that succeeds has done what it says"
    case .I3: "input and output start and stop only by the app's call or with an effect"
    case .I4: "a session is interrupted only while a began is outstanding"
    case .I5: "no session with input is active during somebody else's call"
    case .I6: "no app session is active while the system has the device"
    case .I7: "a suspended app's session is inactive"
    case .I8: "what is active in the background is allowed there"
    case .I9: "every source of the system that holds a session is there"
    case .I10: "every app that holds a session is active, interrupted or has a claim"
    case .I11: "the hint implies that other audio plays"
    case .I12: "no hint for an active app that does not mix"
    case .I13: "with nobody active nobody is ducked or has a hint"
    case .I14: "the silent switch leaves playback and recording alone"
    case .I15: "ambient sessions are not heard when locked or behind"
    case .I16: "a speaker override does not survive a change of the route"
    case .I17: "the app that remote commands go to has a handler and does not mix"
    case .I18: "what is derived depends on the present state only"
    case .T1: "ended comes only after began"
    case .T2: "no second began without ended or activation between"
    case .T3: "told to resume, an app that activates at once succeeds"
    case .T4: "no ended while the system still holds the device"
    case .T5: "a call that fails changes nothing"
    case .T6: "hints alternate and reach only active apps in the foreground"
    case .T7: "nothing is told to an app that does not run"
    case .T8: "losers, and nobody else, are told before the winner's call returns"
    case .T9: "the streams before and from 27 on agree"
    case .T10: "the same events give the same effects"
    }
  }
}
