internal import AudioSession
internal import AudioSessionTesting
internal import PhoneRuntime
internal import Realtime

/// The phone's player behind a player with Apple's name.
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

    init(_ kind: PlayerKind, on phone: SimulatedPhone) {
      app = phone.app
      self.phone = WeakPhone(phone: phone)
      player = phone.app.makePlayer(kind)
      losses = phone.app.mediaServicesLosses
    }
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
  private let place: AppPlace<State>

  init(_ kind: PlayerKind) {
    self.kind = kind
    let phone = SimulatedPhone.current
    place = AppPlace(phone.app.session.owner, State(kind, on: phone))
  }

  /// The player on the phone on which it was last started.
  var player: SimulatedAudioPlayer { place.occupant.player }

  /// The app of the player.
  var app: SimulatedApp { place.occupant.app }

  /// The phone of the player; nil if it is gone.
  var phone: SimulatedPhone? { place.occupant.phone.phone }

  /// The time of the phone, in seconds.
  var time: Double { place.owner.runtime.now.seconds }

  /// Whether the media services were lost since the player was made, so that it never plays again on its phone.
  ///
  /// Source: Technical Q&A QA1749: after a reset, audio objects are orphaned, and the app makes new ones.
  var isOrphan: Bool {
    let state = place.occupant
    return state.app === SimulatedPhone.current.app
      && state.app.mediaServicesLosses != state.losses
  }

  /// Sets the object of the notifications that an engine posts.
  func setSender(_ object: AnyObject) {
    let sender = WeakSender(object: object)
    place.change { state in
      state.sender = sender
      state.player.setSender(object)
    }
  }

  /// Calls a handler with everything that happens to the player without a call.
  func whenTold(_ handler: @escaping @Sendable (TrackNews) -> Void) {
    place.change { state in
      state.handler = handler
      state.player.whenTold(handler)
    }
  }

  /// Moves the player to the current phone, and returns it.
  ///
  /// A player that moves stops, and keeps its position.
  func move() -> SimulatedAudioPlayer {
    let phone = SimulatedPhone.current
    let (former, now) = place.move(to: phone.app.session.owner) { state, owner in
      guard owner != nil else { return }
      let former = state
      state = State(kind, on: phone)
      state.player.duration = former.player.duration
      state.player.numberOfLoops = former.player.numberOfLoops
      state.player.rate = former.player.rate
      state.player.currentTime = former.player.currentTime
      (state.handler, state.sender) = (former.handler, former.sender)
      former.player.whenTold(nil)
      state.player.whenTold(former.handler)
      if let sender = former.sender.object { state.player.setSender(sender) }
    }
    // The observers of the former phone are called without the lock, because they may start the player again.
    if former.player !== now.player { former.player.stop() }
    return now.player
  }
}
