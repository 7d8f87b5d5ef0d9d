import AudioSession
import TestSupport
import Testing

/// AR sessions: interrupted, relocalized or not.
struct ARSessionTests {
  /// An app whose AR session has recognized its place.
  private func tracking(_ relocalization: Relocalization) throws -> Scene {
    var scene = try Scene(.ambient)
    try scene.play(.runARSession(0, relocalization), .placeRecognized(0))
    return scene
  }

  @Test(arguments: [
    (Relocalization.attempted, ARTracking.relocalizing), (.automatic, .relocalizing),
    (.refused, .initializing),
  ])
  func `what the delegate answers decides what an AR session does after an interruption`(
    relocalization: Relocalization, tracking: ARTracking
  ) throws {
    var scene = try self.tracking(relocalization)
    #expect(scene.phone.arTracking(of: 0) == .normal)
    try scene.play(.enterBackground(0))
    #expect(scene.phone.arTracking(of: 0) == .interrupted)
    #expect(scene.effects.contains(.arSession(0, .wasInterrupted)))
    try scene.play(.enterForeground(0))
    #expect(scene.phone.arTracking(of: 0) == tracking)
    let messages = scene.effects.compactMap { effect -> ARMessage? in
      if case .arSession(0, let message) = effect { message } else { nil }
    }
    #expect(
      messages == [.interruptionEnded, tracking == .relocalizing ? .relocalizing : .initializing])
  }

  @Test func `an AR session that has recognized nothing yet has nothing to find again`() throws {
    var scene = try Scene(.ambient)
    try scene.play(.runARSession(0, .attempted), .enterBackground(0), .enterForeground(0))
    #expect(scene.phone.arTracking(of: 0) == .initializing)
  }

  @Test func `only where the app has not decided does relocalization end by itself`() throws {
    var scene = try tracking(.automatic)
    try scene.play(.enterBackground(0))
    #expect(scene.phone.relocalizesForSeconds(0) == nil)
    try scene.play(.enterForeground(0))
    #expect(scene.phone.relocalizesForSeconds(0) == ARSession.automaticSeconds)
    try scene.play(.relocalizationGivenUp(0))
    #expect(scene.phone.arTracking(of: 0) == .initializing)
    var other = try tracking(.attempted)
    try other.play(.enterBackground(0), .enterForeground(0))
    #expect(other.phone.relocalizesForSeconds(0) == nil)
    #expect(throws: RejectedEvent.self) { try other.play(.relocalizationGivenUp(0)) }
  }

  @Test func `resetting the tracking gives up the place, in front and while interrupted`() throws {
    var scene = try tracking(.attempted)
    try scene.play(.enterBackground(0), .enterForeground(0), .resetARTracking(0))
    #expect(scene.phone.arTracking(of: 0) == .initializing)
    try scene.play(.placeRecognized(0), .enterBackground(0), .resetARTracking(0))
    #expect(scene.phone.arTracking(of: 0) == .interrupted)
    try scene.play(.enterForeground(0))
    #expect(scene.phone.arTracking(of: 0) == .initializing)
  }

  @Test func `the lock, somebody else's call and another camera interrupt an AR session`() throws {
    let causes: [(SessionEvent, SessionEvent)] = [
      (.locked, .unlocked), (.callStarted(.video), .callEnded()),
      (.callStarted(.app(1)), .callHeld), (.setCaptures(1, .camera), .setCaptures(1, [])),
    ]
    for (begin, end) in causes {
      var scene = try Scene(.ambient, .talking)
      try scene.play(.runARSession(0, .attempted), .placeRecognized(0), begin)
      #expect(scene.phone.arTracking(of: 0) == .interrupted, "\(begin)")
      try scene.play(end)
      #expect(scene.phone.arTracking(of: 0) == .relocalizing, "\(end)")
    }
    var scene = try Scene(.talking)
    try scene.play(.runARSession(0, .attempted), .callStarted(.app(0)), .setCaptures(0, .camera))
    #expect(scene.phone.arTracking(of: 0) == .initializing, "its own call and camera do not")
  }

  @Test func `several apps in front of an iPad interrupt an AR session`() throws {
    var setup = PhoneSetup(apps: [AppState(), AppState()])
    setup.platform = .iPad
    var phone = try Phone(setup)
    _ = try phone.handle(.enterBackground(1))
    _ = try phone.handle(.runARSession(0, .attempted))
    #expect(phone.arTracking(of: 0) == .initializing)
    _ = try phone.handle(.enterForeground(1))
    #expect(phone.arTracking(of: 0) == .interrupted)
  }

  @Test func `an AR session that is not there or does not look for its place is a mistake`() throws
  {
    var scene = try Scene(.ambient)
    for event in [
      SessionEvent.resetARTracking(0), .pauseARSession(0), .placeRecognized(0),
      .relocalizationGivenUp(0),
    ] {
      #expect(throws: RejectedEvent.self, "\(event)") { try scene.play(event) }
    }
    scene = try tracking(.attempted)
    #expect(throws: RejectedEvent.self) { try scene.play(.placeRecognized(0)) }
    try scene.play(.pauseARSession(0))
    #expect(throws: RejectedEvent.self) { try scene.play(.pauseARSession(0)) }
    try scene.play(.terminate(0), .launch(0))
    #expect(scene.phone.arTracking(of: 0) == nil)
  }

  @Test func `there are no AR sessions that relocalize before 11_3`() throws {
    var scene = try Scene(.ambient, on: .iOS8)
    #expect(throws: RejectedEvent.notAvailable("AR sessions that relocalize", since: "11.3")) {
      try scene.play(.runARSession(0))
    }
  }
}
