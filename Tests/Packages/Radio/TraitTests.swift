import AudioSessionTestTraits
import AudioSessionTesting
import Testing

@Test(.phone()) @MainActor func `a call silences the app of the trait's phone`() throws {
  let phone = SimulatedPhone.current
  try AVAudioSession.sharedInstance().setActive(true)
  phone.app.player.play()
  #expect(phone.app.isAudible)
  try phone.receiveCall()
  #expect(!phone.app.isAudible)
}
