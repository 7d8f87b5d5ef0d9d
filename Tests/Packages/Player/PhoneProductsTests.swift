import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PacedOutput
import PhoneAVFoundation
import PhoneAudioToolbox
import PhoneCallKit
import PhoneCoreHaptics
import PhoneFoundation
import PhoneMediaPlayer
import PhoneOS
import PhoneUIKit
import PhoneUserNotifications
import Testing

/// A test of an app on a machine without C libraries: every product of the phone, and nothing else.
@Test(.phone(.iOS26, backgroundModes: .audio)) @MainActor
func `a call stops the player and the haptics`() throws {
  let phone = SimulatedPhone.current
  let recording = phone.recordHaptics()
  let player = try AVAudioPlayer(data: silence(seconds: 60))
  #expect(player.play() && phone.app.isAudible)
  let engine = try CHHapticEngine()
  try engine.start()
  try engine.playPattern(from: Data(knock.utf8))
  phone.advance(by: 1)
  #expect(recording.samples(from: 0, to: 1).haptic.contains { $0 != 0 })
  try phone.receiveCall()
  #expect(!player.isPlaying && !phone.app.isAudible)
  #expect(throws: CHHapticError.self) { try engine.start() }
}

private let knock = """
  {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0.1}}]}
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
