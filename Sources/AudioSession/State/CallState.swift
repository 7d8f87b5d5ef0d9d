/// The host of a call.
public enum CallHost: Hashable, Sendable {
  /// The Phone app, or an app that is not simulated.
  case phone
  /// The same host, but with a video call, such as a FaceTime call.
  case video
  /// One of the simulated apps, through CallKit.
  case app(AppID)
}

extension CallHost {
  /// The app that hosts the call; nil for an app that is not simulated.
  var app: AppID? {
    switch self {
    case .phone, .video: nil
    case .app(let app): app
    }
  }

  /// Whether an app that is not simulated hosts the call.
  var isOfSystem: Bool {
    switch self {
    case .phone, .video: true
    case .app: false
    }
  }
}

/// The phase of a call.
public enum CallPhase: UInt8, Hashable, Sendable, CaseIterable {
  /// The call is ringing.
  case ringing
  /// The call has been answered, or the user has started it.
  case active
  /// The call is on hold.
  case held
}

/// One call.
public struct Call: Hashable, Sendable {
  /// The phase of the call.
  public var phase: CallPhase
  /// The host of the call: the system or a simulated app.
  public var host: CallHost
  /// Whether the call for which this call was put on hold ended because the remote party hung up.
  public var followsRemoteHangUp = false
  /// Whether the user has muted the call, on its screen or with a headset.
  public var isMuted = false
  /// Whether a headset has muted the hosting app's input.
  ///
  /// This mute ends with the call.
  public internal(set) var hasMutedInput = false
  /// Whether the user has silenced the call's ringtone.
  public internal(set) var isSilenced = false

  /// A call.
  public init(_ phase: CallPhase, host: CallHost) {
    self.phase = phase
    self.host = host
  }

  /// Returns the same call in another phase.
  func becoming(_ phase: CallPhase) -> Call {
    var call = Call(phase, host: host)
    call.isMuted = isMuted
    call.hasMutedInput = hasMutedInput
    return call
  }
}

/// The current calls.
///
/// There are at most two calls, of which at most one is ringing and at most one is active.
public struct CallState: Hashable, Sendable {
  /// The older call.
  public var first: Call?
  /// The call that arrived during the first one.
  public var second: Call?

  /// No calls.
  public init() {}

  /// The existing calls, at most two.
  package var calls: [Call] { [first, second].compactMap { $0 } }

  /// Whether a call exists in any phase.
  public var isUp: Bool { first != nil || second != nil }

  /// Returns the call in that phase, or nil.
  public func call(in phase: CallPhase) -> Call? {
    guard let first else { return nil }
    if first.phase == phase { return first }
    if let second, second.phase == phase { return second }
    return nil
  }

  /// Swaps the phases of the two calls.
  mutating func swap() {
    guard let one = first, let other = second else { return }
    first = one.becoming(other.phase)
    second = other.becoming(one.phase)
  }

  /// Silences the ringing call, which can still be answered.
  mutating func silence() {
    if first?.phase == .ringing { first?.isSilenced = true }
    if second?.phase == .ringing { second?.isSilenced = true }
  }

  /// Records that a headset has muted or unmuted the input of the active call's host.
  mutating func noteInputMute(_ isMuted: Bool) {
    if first?.phase == .active { first?.hasMutedInput = isMuted }
    if second?.phase == .active { second?.hasMutedInput = isMuted }
  }

  /// Mutes or unmutes the active call.
  mutating func mute(_ isMuted: Bool) {
    if first?.phase == .active { first?.isMuted = isMuted }
    if second?.phase == .active { second?.isMuted = isMuted }
  }

  /// Records that the call on hold remains after the remote party has hung up the other call.
  mutating func noteRemoteHangUp() {
    if first?.phase == .held { first?.followsRemoteHangUp = true }
  }

  /// Moves the call in that phase to another phase.
  ///
  /// If `changed` is nil, the call ends, and the remaining call becomes the first.
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
