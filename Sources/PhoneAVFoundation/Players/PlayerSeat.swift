internal import AudioSession
internal import AudioSessionTesting
internal import PhoneRuntime
internal import Realtime

/// The phone's player behind a player with Apple's name.
///
/// An app may keep its player for the life of the process, as a singleton. The player therefore moves to the current
/// phone each time it is started, as `AVAudioSession.sharedInstance()` does.
///
/// - Thread: any.
final class PlayerSeat: Sendable {
  private struct State: Sendable {
    var app: SimulatedApp
    var phone: WeakPhone
    var player: SimulatedAudioPlayer
    var handler: (@Sendable (TrackNews) -> Void)?
    /// How often the media services had been lost when the player was made or moved.
    var losses: Int
    var sender = WeakSender()
  }

  /// The object of the notifications that an engine posts.
  private struct WeakSender: @unchecked Sendable {
    // SAFETY (unchecked Sendable): the object is only passed on.
    weak var object: AnyObject?
  }

  /// A phone that the player does not keep alive.
  private struct WeakPhone: Sendable {
    weak var phone: SimulatedPhone?
  }

  private let kind: PlayerKind
  private let state: Guarded<State>

  init(_ kind: PlayerKind) {
    self.kind = kind
    let phone = SimulatedPhone.current
    state = Guarded(
      State(
        app: phone.app, phone: WeakPhone(phone: phone), player: phone.app.makePlayer(kind),
        losses: phone.app.mediaServicesLosses))
  }

  /// The player on the phone on which it was last started.
  var player: SimulatedAudioPlayer { state.withLock { $0.player } }

  /// The app of the player.
  var app: SimulatedApp { state.withLock { $0.app } }

  /// The phone of the player; nil if it is gone.
  var phone: SimulatedPhone? { state.withLock { $0.phone.phone } }

  /// The time of the phone, in seconds.
  var time: Double { app.session.owner.runtime.now.seconds }

  /// Whether the media services were lost since the player was made, so that it never plays again on its phone.
  ///
  /// Source: Technical Q&A QA1749: after a reset, audio objects are orphaned, and the app makes new ones.
  var isOrphan: Bool {
    let (app, losses) = state.withLock { ($0.app, $0.losses) }
    return app === SimulatedPhone.current.app && app.mediaServicesLosses != losses
  }

  /// Sets the object of the notifications that an engine posts.
  func setSender(_ object: AnyObject) {
    let sender = WeakSender(object: object)
    let player = state.withLock { state in
      state.sender = sender
      return state.player
    }
    player.setSender(object)
  }

  /// Calls a handler with everything that happens to the player without a call.
  func whenTold(_ handler: @escaping @Sendable (TrackNews) -> Void) {
    let player = state.withLock { state in
      state.handler = handler
      return state.player
    }
    player.whenTold(handler)
  }

  /// Moves the player to the current phone, and returns it.
  ///
  /// A player that moves stops, and keeps its position.
  func move() -> SimulatedAudioPlayer {
    let phone = SimulatedPhone.current
    let (former, handler) = state.withLock { ($0.player, $0.handler) }
    if app === phone.app { return former }
    let player = phone.app.makePlayer(kind)
    player.duration = former.duration
    player.numberOfLoops = former.numberOfLoops
    player.rate = former.rate
    player.currentTime = former.currentTime
    former.whenTold(nil)
    former.stop()
    player.whenTold(handler)
    if let sender = state.withLock({ $0.sender }).object { player.setSender(sender) }
    state.withLock { state in
      state.losses = phone.app.mediaServicesLosses
      state.app = phone.app
      state.phone = WeakPhone(phone: phone)
      state.player = player
    }
    return player
  }
}
