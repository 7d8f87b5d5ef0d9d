/// AR sessions of apps: run, interrupted, relocalized or not.
extension Transition {
  /// `run(_:options:)`: a session begins, or one that was paused goes on; one that runs stays as it is.
  mutating func runARSession(
    _ app: AppID, _ relocalization: Relocalization
  ) throws(RejectedEvent) {
    try checkAR()
    guard var session = state[app].arSession else {
      state[app].arSession = ARSession(relocalization)
      tell(app, .initializing)
      return
    }
    session.relocalization = relocalization
    state[app].arSession = session
    if session.tracking == .paused { resumeTracking(of: app) }
  }

  private func checkAR() throws(RejectedEvent) {
    let since = SystemRelease(11, 3)
    guard phone.has(since) else {
      throw .notAvailable("AR sessions that relocalize", since: since.description)
    }
  }

  /// `run(_:options:)` with `resetTracking`: the session starts anew, and gives up the place that it knew.
  ///
  /// Source: page of `ARSession.RunOptions.resetTracking`: the session "does not continue device
  /// position/motion tracking from the previous configuration".
  mutating func resetARTracking(of app: AppID) throws(RejectedEvent) {
    guard let session = state[app].arSession else { throw .notThere("AR session of the app") }
    state[app].arSession?.knowsPlace = false
    // One that is interrupted stays so, and has no place to find when that ends.
    if session.tracking != .interrupted { setTracking(of: app, .initializing) }
  }

  /// `pause()`: after it the app is notified of no end.
  mutating func pauseARSession(_ app: AppID) throws(RejectedEvent) {
    guard let session = state[app].arSession, session.tracking != .paused else {
      throw .notThere("AR session of the app that is not paused")
    }
    state[app].arSession?.tracking = .paused
  }

  /// The session sees enough of a place that it can know, or of the one that it knew.
  mutating func recognizePlace(_ app: AppID) throws(RejectedEvent) {
    switch state[app].arSession?.tracking {
    case .initializing, .relocalizing:
      state[app].arSession?.knowsPlace = true
      setTracking(of: app, .normal)
    case .normal, .interrupted, .paused, nil:
      throw .notThere("AR session of the app that looks for its place")
    }
  }

  /// A session whose app has not decided has tried for long enough: it starts anew.
  mutating func giveUpRelocalizing(_ app: AppID) throws(RejectedEvent) {
    guard phone.relocalizesForSeconds(app) != nil else {
      throw .notThere("AR session of the app that gives up by itself")
    }
    state[app].arSession?.knowsPlace = false
    setTracking(of: app, .initializing)
  }

  /// Sessions lose the camera, or have it back.
  mutating func settleARSessions() {
    for app in state.ids {
      guard let session = state[app].arSession else { continue }
      let isLost = phone.withholdsCamera(from: app)
      if session.tracking.isRunning, isLost {
        state[app].arSession?.tracking = .interrupted
        tell(app, .wasInterrupted)
      } else if session.tracking == .interrupted, !isLost {
        tell(app, .interruptionEnded)
        resumeTracking(of: app)
      }
    }
  }

  private mutating func resumeTracking(of app: AppID) {
    guard let session = state[app].arSession else { return }
    switch session.relocalization {
    case .automatic where session.knowsPlace, .attempted where session.knowsPlace:
      setTracking(of: app, .relocalizing)
    case .automatic, .attempted, .refused:
      state[app].arSession?.knowsPlace = false
      setTracking(of: app, .initializing)
    }
  }

  private mutating func setTracking(of app: AppID, _ tracking: ARTracking) {
    state[app].arSession?.tracking = tracking
    switch tracking {
    case .initializing: tell(app, .initializing)
    case .normal: tell(app, .normal)
    case .relocalizing: tell(app, .relocalizing)
    case .interrupted, .paused: break
    }
  }

  /// The delegate of a session is called.
  private mutating func tell(_ app: AppID, _ message: ARMessage) {
    effects.add(.arSession(app, message), .observed)
  }
}

extension Phone {
  /// How well the app's AR session tracks the world; nil if it has none.
  public func arTracking(of app: AppID) -> ARTracking? { state[app].arSession?.tracking }

  /// For how many seconds the app's AR session goes on trying to recognize its place before it starts
  /// anew; nil if it does not try, or for as long as it takes.
  public func relocalizesForSeconds(_ app: AppID) -> Double? {
    guard let session = state[app].arSession, session.tracking == .relocalizing else { return nil }
    return session.relocalization == .automatic ? ARSession.automaticSeconds : nil
  }

  /// Whether the app's AR session cannot have the camera now.
  ///
  /// Source: page of `sessionWasInterrupted(_:)`: "whenever camera capture is not available—for example,
  /// when your app is in the background or there are multiple foreground apps"; Human Interface
  /// Guidelines, "Augmented reality": answering a call is an interruption. Our choice: somebody else's call
  /// as long as it is active; several apps in front where the platform has that; another app in front that
  /// captures with the camera.
  func withholdsCamera(from app: AppID) -> Bool {
    if state[app].lifecycle != .foreground { return true }
    if let call = state.device.calls.call(in: .active), call.host != .app(app) { return true }
    return state.ids.contains {
      $0 != app && state[$0].lifecycle == .foreground
        && (platform.showsSeveralApps || state[$0].captures.contains(.camera))
    }
  }
}
