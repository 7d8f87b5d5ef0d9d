import AudioSessionTestTraits
import AudioSessionTesting
import HapticEngine
import PacedOutput
import PhoneRuntime
import Testing

@Test(.phone()) @MainActor func `haptics stop for a call and can start again after it`() throws {
  let phone = SimulatedPhone.current
  let engine = HapticEngine(output: ManualOutput())
  phone.runtime.add(engine, of: phone.app.id)
  try engine.start()
  phone.app.player.play()
  try phone.receiveCall()
  #expect(!engine.isRunning)
  #expect(throws: EngineError.self) { try engine.start() }
  try phone.declineCall()
  try engine.start()
  UINotificationFeedbackGenerator().notificationOccurred(.success)
  #expect(phone.haptics.map(\.verdict) == [.played])
}
