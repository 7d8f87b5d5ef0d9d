/// Who hosts a call.
public enum CallHost: Hashable, Sendable {
  /// The Phone app or an app that is not simulated.
  case phone
  /// The same with a video, such as a call of FaceTime's.
  case video
  /// One of the apps, by CallKit.
  case app(AppID)
}

extension CallHost {
  /// The app whose call it is; nil for one that is not simulated.
  var app: AppID? {
    switch self {
    case .phone, .video: nil
    case .app(let app): app
    }
  }

  /// Whether the call is of an app that is not simulated.
  var isOfSystem: Bool {
    switch self {
    case .phone, .video: true
    case .app: false
    }
  }
}

/// How far a call is.
public enum CallPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// The call rings.
  case ringing
  /// The call was answered.
  case active
  /// The call is on hold.
  case held
}

/// One call.
public struct Call: Hashable, Sendable {
  /// The phase of the call.
  public var phase: CallPhase
  /// The host of the call: the phone or an app.
  public var host: CallHost
  /// Whether the other end hung up the call that it was put on hold for.
  public var followsRemoteHangUp = false
  /// Whether the user has muted it, on its screen or by a headset.
  public var isMuted = false
  /// Whether a headset has muted the input of the app that hosts it, which lasts as long as the call.
  public internal(set) var hasMutedInput = false
  /// Whether the user has silenced its ring.
  public internal(set) var isSilenced = false

  /// A call.
  public init(_ phase: CallPhase, host: CallHost) {
    self.phase = phase
    self.host = host
  }

  /// The same call in another phase.
  func becoming(_ phase: CallPhase) -> Call {
    var call = Call(phase, host: host)
    call.isMuted = isMuted
    call.hasMutedInput = hasMutedInput
    return call
  }
}

/// The calls there are: at most two, of which at most one rings and at most one is active.
public struct CallState: Hashable, Sendable {
  /// The call that came first.
  public var first: Call?
  /// The call that came while the first one was there.
  public var second: Call?

  /// No calls.
  public init() {}

  /// Both calls, as far as they are there.
  package var calls: [Call] { [first, second].compactMap { $0 } }

  /// True if there is a call in any phase.
  public var isUp: Bool { first != nil || second != nil }

  /// The call in that phase, or nil.
  public func call(in phase: CallPhase) -> Call? {
    guard let first else { return nil }
    if first.phase == phase { return first }
    if let second, second.phase == phase { return second }
    return nil
  }

  /// Each of the two calls is in the phase of the other.
  mutating func swap() {
    guard let one = first, let other = second else { return }
    first = one.becoming(other.phase)
    second = other.becoming(one.phase)
  }

  /// The call that rings rings no more, and can still be answered.
  mutating func silence() {
    if first?.phase == .ringing { first?.isSilenced = true }
    if second?.phase == .ringing { second?.isSilenced = true }
  }

  /// A headset has muted the input of the active call's host, or has unmuted it.
  mutating func noteInputMute(_ isMuted: Bool) {
    if first?.phase == .active { first?.hasMutedInput = isMuted }
    if second?.phase == .active { second?.hasMutedInput = isMuted }
  }

  /// The active call is muted, or not any more.
  mutating func mute(_ isMuted: Bool) {
    if first?.phase == .active { first?.isMuted = isMuted }
    if second?.phase == .active { second?.isMuted = isMuted }
  }

  /// The call on hold is what remains after the other end hung up.
  mutating func noteRemoteHangUp() {
    if first?.phase == .held { first?.followsRemoteHangUp = true }
  }

  /// Changes the call in that phase; nil ends it, and the other one becomes the first.
  package mutating func change(_ phase: CallPhase, to changed: CallPhase?) {
    if let call = first, call.phase == phase {
      first = changed.map { call.becoming($0) }
    } else if let call = second, call.phase == phase {
      second = changed.map { call.becoming($0) }
    }
    if first == nil {
      first = second
      second = nil
    }
  }
}
