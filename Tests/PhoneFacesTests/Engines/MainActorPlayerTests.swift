import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Testing

/// An app's player on the main actor, as apps in the language mode of Swift 6 write it.
@MainActor private final class BeatPlayer {
  private let engine = AVAudioEngine()
  private let player = AVAudioPlayerNode()
  private(set) var beats = 0
  private var wasPlaying = false
  private var tokens: [any NSObjectProtocol] = []

  init() throws {
    engine.attach(player)
    engine.connect(player, to: engine.mainMixerNode, format: nil)
    engine.mainMixerNode.outputVolume = 0.8
    tokens.append(
      NotificationCenter.default.addObserver(
        forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
      ) { [weak self] notification in
        let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
        MainActor.assumeIsolated { self?.interrupted(type) }
      })
    try AVAudioSession.sharedInstance().setCategory(.playback)
  }

  isolated deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  var isPlaying: Bool { engine.isRunning && player.isPlaying }

  func start() throws {
    engine.prepare()
    try engine.start()
    schedule()
    player.play()
  }

  private func schedule() {
    let format = player.outputFormat(forBus: 0)
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 4_800) else { return }
    buffer.frameLength = buffer.frameCapacity
    // A player that its buffers hold would hear the calls of later tests' phones, and start on them.
    player.scheduleBuffer(buffer, completionCallbackType: .dataPlayedBack) { [weak self] _ in
      Task { @MainActor in self?.beat() }
    }
  }

  private func beat() {
    beats += 1
    schedule()
  }

  private func interrupted(_ type: UInt?) {
    switch type.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
    case .began?: wasPlaying = player.isPlaying
    case .ended?: if wasPlaying { try? engine.start() }
    default: break
    }
  }
}

@MainActor @Suite struct MainActorPlayerTests {
  @Test(.phone()) func `a player on the main actor hears of every buffer`() async throws {
    let phone = SimulatedPhone.current
    let player = try BeatPlayer()
    try player.start()
    for _ in 0..<3 {
      phone.advance(by: 0.15)
      await phone.settle()
    }
    #expect(player.beats == 3)
    try phone.receiveCall()
    #expect(!player.isPlaying)
    try phone.declineCall()
    #expect(player.isPlaying)
    phone.advance(by: 0.15)
    await phone.settle()
    #expect(player.beats == 4)
  }
}
