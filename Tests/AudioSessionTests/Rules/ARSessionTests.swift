import AudioSession
import TestSupport
import Testing

/// AR sessions: interrupted, then relocalized or not.
struct ARSessionTests {
  /// An app whose AR session has recognized its place.
  private func tracking(_ relocalization: Relocalization) throws -> Scene {
    var scene = try Scene(.ambient)
    try scene.play(.app(0, .runARSession(relocalization)), .app(0, .placeRecognized))
    return scene
  }

  @Test(arguments: [
    (Relocalization.attempted, ARTracking.relocalizing), (.automatic, .relocalizing),
    (.refused, .initializing),
  ])
  func `the delegate's answer decides how an AR session continues after an interruption`(
    relocalization: Relocalization, tracking: ARTracking
  ) throws {
    var scene = try self.tracking(relocalization)
    #expect(scene.phone.arTracking(of: 0) == .normal)
    try scene.play(.app(0, .enterBackground))
    #expect(scene.phone.arTracking(of: 0) == .interrupted)
    #expect(scene.effects.contains(.arSession(0, .wasInterrupted)))
    try scene.play(.app(0, .enterForeground))
    #expect(scene.phone.arTracking(of: 0) == tracking)
    let messages = scene.effects.compactMap { effect -> ARMessage? in
      if case .arSession(0, let message) = effect { message } else { nil }
    }
    #expect(
      messages == [.interruptionEnded, tracking == .relocalizing ? .relocalizing : .initializing])
  }

  @Test func `an AR session that has not recognized anything does not relocalize`() throws {
    var scene = try Scene(.ambient)
    try scene.play(
      .app(0, .runARSession(.attempted)), .app(0, .enterBackground), .app(0, .enterForeground))
    #expect(scene.phone.arTracking(of: 0) == .initializing)
  }

  @Test func `relocalization ends automatically only if the app has not decided`() throws {
    var scene = try tracking(.automatic)
    try scene.play(.app(0, .enterBackground))
    #expect(scene.phone.relocalizesForSeconds(0) == nil)
    try scene.play(.app(0, .enterForeground))
    #expect(scene.phone.relocalizesForSeconds(0) == ARSession.automaticSeconds)
    try scene.play(.app(0, .relocalizationGivenUp))
    #expect(scene.phone.arTracking(of: 0) == .initializing)
    var other = try tracking(.attempted)
    try other.play(.app(0, .enterBackground), .app(0, .enterForeground))
    #expect(other.phone.relocalizesForSeconds(0) == nil)
    #expect(throws: RejectedEvent.self) { try other.play(.app(0, .relocalizationGivenUp)) }
  }

  @Test func `resetting the tracking discards the place, in the foreground and while interrupted`()
    throws
  {
    var scene = try tracking(.attempted)
    try scene.play(.app(0, .enterBackground), .app(0, .enterForeground), .app(0, .resetARTracking))
    #expect(scene.phone.arTracking(of: 0) == .initializing)
    try scene.play(.app(0, .placeRecognized), .app(0, .enterBackground), .app(0, .resetARTracking))
    #expect(scene.phone.arTracking(of: 0) == .interrupted)
    try scene.play(.app(0, .enterForeground))
    #expect(scene.phone.arTracking(of: 0) == .initializing)
  }

  @Test func `the lock, another app's call and another camera interrupt an AR session`() throws {
    let causes: [(SessionEvent, SessionEvent)] = [
      (.phone(.locked), .phone(.unlocked)), (.phone(.callStarted(.video)), .phone(.callEnded())),
      (.phone(.callStarted(.app(1))), .phone(.callHeld)),
      (.app(1, .setCaptures(.camera)), .app(1, .setCaptures([]))),
    ]
    for (begin, end) in causes {
      var scene = try Scene(.ambient, .talking)
      try scene.play(.app(0, .runARSession(.attempted)), .app(0, .placeRecognized), begin)
      #expect(scene.phone.arTracking(of: 0) == .interrupted, "\(begin)")
      try scene.play(end)
      #expect(scene.phone.arTracking(of: 0) == .relocalizing, "\(end)")
    }
    var scene = try Scene(.talking)
    try scene.play(
      .app(0, .runARSession(.attempted)), .phone(.callStarted(.app(0))),
      .app(0, .setCaptures(.camera)))
    #expect(scene.phone.arTracking(of: 0) == .initializing, "its own call and camera do not")
  }

  @Test func `several apps in the foreground of an iPad interrupt an AR session`() throws {
    var setup = PhoneSetup(apps: [AppState(), AppState()])
    setup.platform = .iPad
    var phone = try Phone(setup)
    _ = try phone.handle(.app(1, .enterBackground))
    _ = try phone.handle(.app(0, .runARSession(.attempted)))
    #expect(phone.arTracking(of: 0) == .initializing)
    _ = try phone.handle(.app(1, .enterForeground))
    #expect(phone.arTracking(of: 0) == .interrupted)
  }

  @Test func `events for an AR session that is missing or not relocalizing are rejected`() throws {
    var scene = try Scene(.ambient)
    for event in [
      SessionEvent.app(0, .resetARTracking), .app(0, .pauseARSession), .app(0, .placeRecognized),
      .app(0, .relocalizationGivenUp),
    ] {
      #expect(throws: RejectedEvent.self, "\(event)") { try scene.play(event) }
    }
    scene = try tracking(.attempted)
    #expect(throws: RejectedEvent.self) { try scene.play(.app(0, .placeRecognized)) }
    try scene.play(.app(0, .pauseARSession))
    #expect(throws: RejectedEvent.self) { try scene.play(.app(0, .pauseARSession)) }
    try scene.play(.app(0, .terminate), .app(0, .launch))
    #expect(scene.phone.arTracking(of: 0) == nil)
  }

  @Test func `AR sessions do not relocalize before iOS 11.3`() throws {
    var scene = try Scene(.ambient, on: .iOS8)
    #expect(throws: RejectedEvent.notAvailable("relocalization of AR sessions", since: "11.3")) {
      try scene.play(.app(0, .runARSession()))
    }
  }
}
