/// One event's way through the rules: a working copy that ends as the next state.
///
/// How one session's activity follows from another is `AppState.Activity`'s; here is what moves it,
/// whom else that moves, and who is told. A session that is interrupted still holds those it had
/// interrupted itself (R7), and one that gives up while interrupted must let go of them (R6).
struct Transition {
  /// The phone before the event.
  let before: Phone
  /// The phone as the rules change it.
  var phone: Phone
  /// What follows.
  var effects = EffectQueue()
  /// Why the route may change in this event, and by whom.
  var routeReason = RouteChangeReason.categoryChange
  /// The app whose call it is, or nil.
  var causer: AppID?
  /// Whether the causer's session was active and has another category or mode now.
  var setsCategory = false
  /// Whether a route change is posted even if the route stays the same.
  var postsRouteAnyway = false

  init(from phone: Phone) {
    before = phone
    self.phone = phone
  }

  // Changed in place: `set` would copy all apps with every change of one flag. Read by `get`: what
  // `_read` lends out is used after its end by Swift 6.3 without optimisation, which the address
  // sanitizer noticed.
  var state: PhoneState {
    get { phone.state }
    _modify { yield &phone.state }
  }
  var profile: BehaviorProfile { phone.system.profile }
  var policy: AudioPolicy { phone.policy }

  /// The app, if there is such a one.
  func existing(_ app: AppID) throws(RejectedEvent) {
    guard state.apps.indices.contains(app.index) else { throw .unknownApp(app) }
  }

  /// The app must be able to call.
  mutating func calling(_ app: AppID) throws(RejectedEvent) {
    try existing(app)
    guard state[app].lifecycle.isRunning else {
      throw .callerNotRunning(app, state[app].lifecycle)
    }
    causer = app
  }

  /// A call of an app returns or throws.
  mutating func returns(_ app: AppID, _ call: SessionCall, _ error: SessionErrorCode? = nil) {
    effects.add(.callResult(app, call, error), .result)
  }
}

extension Phone {
  /// The state after an event, and what follows from it.
  func transition(
    on event: SessionEvent
  ) throws(RejectedEvent) -> (PhoneState, [SessionEffect]) {
    var work = Transition(from: self)
    try work.carryOut(event)
    work.settle()
    return (work.state, work.effects.effects)
  }
}
