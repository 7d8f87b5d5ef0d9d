import AudioSessionTesting  // the app itself imports AVFAudio
import Testing

@Test @MainActor func `a call silences the radio`() throws {
  let phone = try SimulatedPhone(backgroundModes: .audio)
  try phone.app.session.setCategory(.playback)  // in the app: AVAudioSession.sharedInstance()
  try phone.app.session.setActive(true)
  phone.app.player.play()  // in the app: an AVAudioPlayer
  #expect(phone.app.isAudible)
  try phone.receiveCall()
  #expect(!phone.app.isAudible)
}
