import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneCoreHaptics
import PhoneRuntime
import Realtime
import Testing

/// Engines with Apple's name on a simulated phone.
@Suite struct CoreHapticsEngineTests {
  private static func buzz(_ seconds: Double = 0.5) throws -> CHHapticPattern {
    let intensity = CHHapticEventParameter(parameterID: .hapticIntensity, value: 1)
    return try CHHapticPattern(
      events: [
        CHHapticEvent(
          eventType: .hapticContinuous, parameters: [intensity], relativeTime: 0, duration: seconds)
      ], parameters: [])
  }

  private static func isFelt(
    _ recording: SimulatedPhone.HapticRecording, from start: Double, to end: Double
  ) -> Bool {
    recording.samples(from: start, to: end).haptic.contains { $0 != 0 }
  }

  @Test(.phone()) func `a player that nobody holds plays to its end`() throws {
    let phone = SimulatedPhone.current
    let recording = phone.recordHaptics()
    let engine = try CHHapticEngine()
    try engine.start()
    try engine.makePlayer(with: Self.buzz()).start(atTime: CHHapticTimeImmediate)
    phone.advance(by: 1)
    #expect(Self.isFelt(recording, from: 0.4, to: 0.5))
    #expect(!Self.isFelt(recording, from: 0.8, to: 1))
    #expect(phone.haptics.map(\.name) == ["1 event"])
    #expect(phone.haptics.map(\.verdict) == [.played])
  }

  /// Source: iOS 13 release notes, 25811898: recording disables haptics.
  @Test(.phone()) func `haptics are silent while an app records, unless it allows them`() throws {
    let phone = SimulatedPhone.current
    let recording = phone.recordHaptics()
    let session = AVAudioSession.sharedInstance()
    let engine = try CHHapticEngine()
    try engine.start()
    try session.setCategory(.playAndRecord, mode: .default, options: [.mixWithOthers])
    try session.setActive(true)
    #expect(phone.app.recorder.record())
    let player = try engine.makePlayer(with: Self.buzz(3))
    try player.start(atTime: 0)
    phone.advance(by: 1)
    #expect(!Self.isFelt(recording, from: 0.01, to: 1))
    try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
    phone.advance(by: 1)
    #expect(Self.isFelt(recording, from: 1.1, to: 2))
  }

  /// Source: header of `CHHapticEngine.StoppedReason`.
  @Test(.phone()) func `a call and the background stop the engine and refuse its start`()
    async throws
  {
    let phone = SimulatedPhone.current
    let reasons = Guarded<[CHHapticEngine.StoppedReason]>([])
    let engine = try CHHapticEngine()
    engine.stoppedHandler = { reason in reasons.withLock { $0.append(reason) } }
    try await engine.start()
    try phone.receiveCall()
    try await phone.until { reasons.withLock { $0 } == [.audioSessionInterrupt] }
    await #expect(throws: CHHapticError.self) { try await engine.start() }
    do {
      try await engine.start()
    } catch CHHapticError.operationNotPermitted {
      // Expected.
    }
    try phone.declineCall()
    try await engine.start()
    try phone.app.enterBackground()
    try await phone.until {
      reasons.withLock { $0 } == [.audioSessionInterrupt, .applicationSuspended]
    }
  }

  @Test(.phone()) func `a reset of the media services forgets players and registered sounds`()
    async throws
  {
    let phone = SimulatedPhone.current
    let resets = Guarded(0)
    let engine = try CHHapticEngine()
    engine.resetHandler = { resets.withLock { $0 += 1 } }
    try await engine.start()
    let player = try engine.makePlayer(with: Self.buzz())
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).wav")
    try SoundBytes.silence(seconds: 1).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let sound = try engine.registerAudioResource(url)
    let chime = try CHHapticPattern(
      events: [CHHapticEvent(audioResourceID: sound, parameters: [], relativeTime: 0)],
      parameters: [])
    _ = try engine.makePlayer(with: chime)
    try phone.loseMediaServices()
    try phone.resetMediaServices()
    try await phone.until { resets.withLock { $0 } == 1 }
    try await engine.start()
    #expect { try player.start(atTime: 0) } throws: {
      ($0 as? CHHapticError)?.code == .invalidPatternPlayer
    }
    // Source: "Preparing your app to play haptics": after a reset, the app registers its audio resources again.
    #expect { try engine.makePlayer(with: chime) } throws: {
      ($0 as? CHHapticError)?.code == .invalidAudioResource
    }
    #expect { try engine.unregisterAudioResource(sound) } throws: {
      ($0 as? CHHapticError)?.code == .invalidAudioResource
    }
    #expect(try engine.registerAudioResource(url) != sound)
  }

  @Test func `an engine that is kept moves to the current phone`() async throws {
    let first = try SimulatedPhone()
    let second = try SimulatedPhone()
    let engine = try await first.runAsCurrent {
      let engine = try CHHapticEngine()
      try await engine.start()
      return Box(engine)
    }
    try await second.runAsCurrent {
      let engine = engine.engine
      #expect {
        try engine.makePlayer(with: Self.buzz()).start(atTime: 0)
      } throws: {
        ($0 as? CHHapticError)?.code == .engineNotRunning
      }
      try await engine.start()
      try engine.makePlayer(with: Self.buzz()).start(atTime: 0)
    }
    #expect(first.haptics.isEmpty && second.haptics.count == 1)
    #expect(!first.runtime.isHapticEngineRunning(0) && second.runtime.isHapticEngineRunning(0))
  }

  private struct Box: @unchecked Sendable {
    let engine: CHHapticEngine

    init(_ engine: CHHapticEngine) { self.engine = engine }
  }

  @Test func `a phone without haptics has no engine`() async throws {
    try await SimulatedPhone(platform: .iPad).runAsCurrent {
      #expect(!CHHapticEngine.capabilitiesForHardware().supportsHaptics)
      #expect { try CHHapticEngine() } throws: { ($0 as NSError).code == -4809 }
    }
  }

  @Test(.phone()) func `an engine on the app's session activates it`() throws {
    let engine = try CHHapticEngine(audioSession: .sharedInstance())
    #expect(!SimulatedPhone.current.app.isActive)
    try engine.start()
    #expect(SimulatedPhone.current.app.isActive)
  }
}
