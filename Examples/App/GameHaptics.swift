import CoreHaptics
import UIKit

/// Lets the player of a game feel what happens.
///
/// The class is written for an iPhone. Nothing in it knows about tests.
@MainActor
class GameHaptics {
  private var engine: CHHapticEngine?
  private var crash: (any CHHapticPatternPlayer)?
  private var needsStart = true
  /// The number of times that the haptic server has failed and recovered.
  private(set) var resets = 0

  init() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    engine = try? CHHapticEngine()
    engine?.isAutoShutdownEnabled = true
    engine?.stoppedHandler = { [weak self] _ in
      Task { @MainActor in self?.needsStart = true }
    }
    engine?.resetHandler = { [weak self] in
      Task { @MainActor in
        self?.resets += 1
        self?.recover()
      }
    }
    prepare()
  }

  /// Starts the engine again after the haptic server has recovered, and makes its players again.
  func recover() {
    needsStart = true
    prepare()
  }

  /// The ball hits the wall.
  func ballHitsWall() {
    if needsStart { prepare() }
    try? crash?.start(atTime: CHHapticTimeImmediate)
  }

  /// The player has won.
  func levelIsWon() { UINotificationFeedbackGenerator().notificationOccurred(.success) }

  private func prepare() {
    guard let engine else { return }
    do {
      try engine.start()
      crash = try engine.makePlayer(with: Self.crashPattern())
      needsStart = false
    } catch {
      print("Haptics are not available now: \(error.localizedDescription)")
    }
  }

  private static func crashPattern() throws -> CHHapticPattern {
    func parameter(
      _ id: CHHapticEvent.ParameterID, _ value: Float
    ) -> CHHapticEventParameter {
      CHHapticEventParameter(parameterID: id, value: value)
    }
    return try CHHapticPattern(
      events: [
        CHHapticEvent(
          eventType: .hapticTransient,
          parameters: [parameter(.hapticIntensity, 1), parameter(.hapticSharpness, 0.8)],
          relativeTime: 0),
        CHHapticEvent(
          eventType: .hapticContinuous,
          parameters: [parameter(.hapticIntensity, 0.5), parameter(.hapticSharpness, 0.2)],
          relativeTime: 0.05, duration: 0.3),
      ], parameters: [])
  }
}
