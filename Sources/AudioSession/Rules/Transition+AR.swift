/// AR sessions of apps: running, interrupted and relocalizing.
extension Transition {
  /// `run(_:options:)`: starts a session or resumes a paused one.
  ///
  /// A running session does not change.
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
      throw .notAvailable("relocalization of AR sessions", since: since.description)
    }
  }

  /// `run(_:options:)` with `resetTracking`: restarts the session, which forgets the place that it had recognized.
  ///
  /// Source: page of `ARSession.RunOptions.resetTracking`: the session "does not continue device position/motion
  /// tracking from the previous configuration".
  mutating func resetARTracking(of app: AppID) throws(RejectedEvent) {
    guard let session = state[app].arSession else { throw .notThere("AR session of the app") }
    state[app].arSession?.knowsPlace = false
    // An interrupted session stays interrupted, and does not have a place to recognize when the interruption ends.
    if session.tracking != .interrupted { setTracking(of: app, .initializing) }
  }

  /// `pause()`: pauses the session.
  ///
  /// If the session was interrupted, the app is not notified when the interruption ends.
  mutating func pauseARSession(_ app: AppID) throws(RejectedEvent) {
    guard let session = state[app].arSession, session.tracking != .paused else {
      throw .notThere("AR session of the app, or it is paused")
    }
    state[app].arSession?.tracking = .paused
  }

  /// Handles the moment at which the session has seen enough of a new place, or of the place that it had recognized
  /// before.
  mutating func recognizePlace(_ app: AppID) throws(RejectedEvent) {
    switch state[app].arSession?.tracking {
    case .initializing, .relocalizing:
      state[app].arSession?.knowsPlace = true
      setTracking(of: app, .normal)
    case .normal, .interrupted, .paused, nil:
      throw .notThere("initializing or relocalizing AR session of the app")
    }
  }

  /// Restarts a session that has tried to relocalize for long enough, if its app leaves that decision to the system.
  mutating func giveUpRelocalizing(_ app: AppID) throws(RejectedEvent) {
    guard phone.relocalizesForSeconds(app) != nil else {
      throw .notThere("relocalizing AR session of the app that restarts automatically")
    }
    state[app].arSession?.knowsPlace = false
    setTracking(of: app, .initializing)
  }

  /// Interrupts sessions that lose the camera, and continues sessions that regain it.
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

  /// Calls the delegate of a session.
  private mutating func tell(_ app: AppID, _ message: ARMessage) {
    effects.add(.arSession(app, message), .observed)
  }
}

extension Phone {
  /// The tracking quality of the app's AR session, or nil.
  public func arTracking(of app: AppID) -> ARTracking? { state[app].arSession?.tracking }

  /// Returns how many seconds the app's AR session tries to recognize its place before it restarts.
  ///
  /// Returns nil if the session is not trying, or tries indefinitely.
  public func relocalizesForSeconds(_ app: AppID) -> Double? {
    guard let session = state[app].arSession, session.tracking == .relocalizing else { return nil }
    return session.relocalization == .automatic ? ARSession.automaticSeconds : nil
  }

  /// Returns whether the app's AR session currently cannot use the camera.
  ///
  /// Source: page of `sessionWasInterrupted(_:)`: "whenever camera capture is not available—for example, when your app
  /// is in the background or there are multiple foreground apps"; Human Interface Guidelines, "Augmented reality":
  /// answering a call is an interruption. Our choice: the camera is withheld during another host's active call, while
  /// several apps are in the foreground (on platforms that allow this), and while another foreground app captures with
  /// the camera.
  func withholdsCamera(from app: AppID) -> Bool {
    if state[app].lifecycle != .foreground { return true }
    if let call = state.device.calls.call(in: .active), call.host != .app(app) { return true }
    return state.ids.contains {
      $0 != app && state[$0].lifecycle == .foreground
        && (platform.showsSeveralApps || state[$0].captures.contains(.camera))
    }
  }
}
