import Foundation
import PhoneAVFoundation
import PhoneCoreHaptics

/// A small app, as a developer would write it, which the tests run as a program.
///
/// It plays a sound and a pattern, prints what it is notified of, plays again after the second interruption
/// notification, and ends. It does not know about the phone.
@main @MainActor struct ProgramProbe {
  private let player: AVAudioPlayer
  private let haptics: CHHapticEngine
  private let interruptions: AsyncStream<Void>

  static func main() async throws {
    let app = try ProgramProbe()
    var count = 0
    for await _ in app.interruptions {
      count += 1
      if count == 2 { break }
    }
    print("plays again: \(app.player.play())")
    try await app.haptics.start()
    app.haptics.stop(completionHandler: nil)
    exit(0)
  }

  private init() throws {
    let session = AVAudioSession.sharedInstance()
    try session.setCategory(.playback)
    nonisolated(unsafe) let player = try AVAudioPlayer(data: silence(seconds: 60))
    let (interruptions, next) = AsyncStream<Void>.makeStream()
    let mainQueue = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mainQueue, value: true)
    for name in [AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification] {
      _ = NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { _ in
        let isMain = DispatchQueue.getSpecific(key: mainQueue) == true
        print("\(name.rawValue), main queue: \(isMain), plays: \(player.isPlaying)")
        if name == AVAudioSession.interruptionNotification { next.yield() }
      }
    }
    haptics = try CHHapticEngine()
    try haptics.start()
    try haptics.playPattern(from: Data(buzz.utf8))
    print("plays: \(player.play())")
    (self.player, self.interruptions) = (player, interruptions)
  }
}

private let buzz = """
  {"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 5}}]}
  """

/// Returns a WAVE file of 16 bits at 8 kHz.
private func silence(seconds: Int) -> Data {
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
