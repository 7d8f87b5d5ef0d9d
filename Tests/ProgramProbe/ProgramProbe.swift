import Foundation
import PhoneAVFoundation
import PhoneCoreHaptics

/// A small app, as a developer would write it, which the tests run as a program.
///
/// It does not know about the phone.
@main @MainActor struct ProgramProbe {
  nonisolated private static let mainQueue = DispatchSpecificKey<Bool>()

  static func main() async throws {
    DispatchQueue.main.setSpecific(key: mainQueue, value: true)
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playback)
    let player = try AVAudioPlayer(data: silence(seconds: 60))
    let haptics = try CHHapticEngine()
    say("plays: \(player.play())")
    try await haptics.start()
    try haptics.playPattern(from: Data(Self.buzz.utf8))
    let interruptions = AsyncStream<Notification.Name> { stream in
      for name in [AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification]
      {
        _ = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
          _ in
          let isMain = DispatchQueue.getSpecific(key: mainQueue) == true
          say("\(name.rawValue), main queue: \(isMain), plays: \(player.isPlaying)")
          stream.yield(name)
        }
      }
    }
    var count = 0
    for await name in interruptions where name == AVAudioSession.interruptionNotification {
      count += 1
      if count == 2 { break }
    }
    say("plays again: \(player.play())")
    try await haptics.start()
    haptics.stop()
    exit(0)
  }

  nonisolated private static func say(_ words: String) { print(words) }

  private static let buzz = """
    {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 5}}]}
    """

  /// Returns a WAVE file of 16 bits at 8 kHz.
  private static func silence(seconds: Int) -> Data {
    let size = 16000 * seconds
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes = [UInt8]("RIFF".utf8) + little(36 + size, 4) + [UInt8]("WAVEfmt ".utf8)
    for (value, count) in [(16, 4), (1, 2), (1, 2), (8000, 4), (16000, 4), (2, 2), (16, 2)] {
      bytes += little(value, count)
    }
    return Data(bytes + [UInt8]("data".utf8) + little(size, 4)) + Data(count: size)
  }
}
