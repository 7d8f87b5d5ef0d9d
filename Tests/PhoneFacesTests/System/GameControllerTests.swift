import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneGameController
import Realtime
import Testing

/// Game controllers and the engines that play on their actuators.
struct GameControllerTests {
  private static func buzz() throws -> CHHapticPattern {
    let intensity = CHHapticEventParameter(parameterID: .hapticIntensity, value: 1)
    return try CHHapticPattern(
      events: [
        CHHapticEvent(
          eventType: .hapticContinuous, parameters: [intensity], relativeTime: 0, duration: 0.5)
      ], parameters: [])
  }

  private static func isFelt(_ controller: GCController, _ locality: GCHapticsLocality) -> Bool {
    controller.samples(at: locality, from: 0, to: 1).contains { $0 != 0 }
  }

  @Test(.phone()) func `an engine is felt at the actuators of its place only`() throws {
    let phone = SimulatedPhone.current
    let recording = phone.recordHaptics()
    let controller = phone.connectController(actuators: [.handles, .leftTrigger])
    controller.recordHaptics()
    let engine = try #require(controller.haptics?.createEngine(withLocality: .leftHandle))
    try engine.start()
    try engine.makePlayer(with: Self.buzz()).start(atTime: CHHapticTimeImmediate)
    phone.advance(by: 1)
    #expect(Self.isFelt(controller, .leftHandle))
    #expect(!Self.isFelt(controller, .rightHandle) && !Self.isFelt(controller, .leftTrigger))
    #expect(phone.haptics.isEmpty, "the phone itself does not vibrate")
    #expect(!recording.samples(from: 0, to: 1).haptic.contains { $0 != 0 })
    let both = try #require(controller.haptics?.createEngine(withLocality: .default))
    try both.start()
    try both.makePlayer(with: Self.buzz()).start(atTime: CHHapticTimeImmediate)
    phone.advance(by: 1)
    let felt = controller.samples(at: .rightHandle, from: 1, to: 2)
    #expect(felt.contains { $0 != 0 })
    #expect(felt == controller.samples(at: .leftHandle, from: 1, to: 2))
    #expect(!controller.samples(at: .leftTrigger, from: 1, to: 2).contains { $0 != 0 })
  }

  /// Source: pages of `GCHapticsLocality.all` and `.default`: controllers must support these places.
  @Test(.phone()) func `a controller supports the places of its actuators`() throws {
    let phone = SimulatedPhone.current
    let controller = phone.connectController(actuators: [.leftHandle, .rightHandle, .leftTrigger])
    let haptics = try #require(controller.haptics)
    #expect(
      haptics.supportedLocalities
        == [.all, .default, .handles, .leftHandle, .rightHandle, .leftTrigger])
    #expect(haptics.createEngine(withLocality: .triggers) == nil)
    #expect(phone.connectController(actuators: []).haptics == nil)
  }

  @Test(.phone()) func `disconnecting a controller stops its engines and notifies the app`()
    async throws
  {
    let phone = SimulatedPhone.current
    let words = Guarded<[String]>([])
    let names: [NSNotification.Name] = [
      .GCControllerDidConnect, .GCControllerDidDisconnect, .GCControllerDidBecomeCurrent,
      .GCControllerDidStopBeingCurrent,
    ]
    let tokens = names.map { name in
      phone.app.notificationCenter.addObserver(forName: name, object: nil, queue: nil) {
        let vendor = ($0.object as? GCController)?.vendorName ?? "nothing"
        let word = $0.name.rawValue.replacing("GCController", with: "")
          .replacing("Notification", with: "")
        words.withLock { $0.append("\(word) \(vendor)") }
      }
    }
    let first = phone.connectController(named: "First")
    let second = phone.connectController(named: "Second")
    #expect(GCController.controllers() == [first, second] && GCController.current === second)
    let engine = try #require(second.haptics?.createEngine(withLocality: .default))
    let reasons = Guarded<[CHHapticEngine.StoppedReason]>([])
    engine.stoppedHandler = { reason in reasons.withLock { $0.append(reason) } }
    try await engine.start()
    phone.disconnect(second)
    phone.disconnect(second)
    try await phone.until { reasons.withLock { $0 } == [.gameControllerDisconnect] }
    #expect(
      words.withLock { $0 } == [
        "DidConnect First", "DidBecomeCurrent First", "DidConnect Second",
        "DidStopBeingCurrent First", "DidBecomeCurrent Second", "DidStopBeingCurrent Second",
        "DidDisconnect Second", "DidBecomeCurrent First",
      ])
    #expect(GCController.controllers() == [first])
    await #expect(throws: CHHapticError.self) { try await engine.start() }
    #expect(second.haptics?.createEngine(withLocality: .default) == nil)
    for token in tokens { phone.app.notificationCenter.removeObserver(token as Any) }
  }

  /// Source: iOS 14 release notes, 65163373.
  @Test(.phone(platform: .iPad))
  func `a controller vibrates on an iPad, without advanced players and with endless events`() throws
  {
    let phone = SimulatedPhone.current
    let controller = phone.connectController()
    controller.recordHaptics()
    let engine = try #require(controller.haptics?.createEngine(withLocality: .all))
    try engine.start()
    #expect(throws: CHHapticError.self) { try engine.makeAdvancedPlayer(with: Self.buzz()) }
    let event = CHHapticEvent(
      eventType: .hapticContinuous, parameters: [], relativeTime: 0,
      duration: TimeInterval(GCHapticDurationInfinite))
    let player = try engine.makePlayer(with: CHHapticPattern(events: [event], parameters: []))
    try player.start(atTime: 0)
    phone.advance(by: 20)
    #expect(controller.samples(at: .leftHandle, from: 19, to: 20).contains { $0 != 0 })
  }

  @Test(.phone()) func `a player and a light belong to a controller`() {
    let controller = SimulatedPhone.current.connectController(
      category: GCProductCategoryDualSense)
    #expect(controller.playerIndex == .indexUnset && controller.productCategory == "DualSense")
    controller.playerIndex = .index1
    controller.light?.color = GCColor(red: 1, green: 0, blue: 0.5)
    #expect(controller.playerIndex == .index1 && controller.light?.color.blue == 0.5)
    #expect(SimulatedPhone.current.connectController().light == nil)
  }
}
