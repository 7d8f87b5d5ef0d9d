import AudioSession
import Testing

@testable import AudioSessionTesting

/// The default phone, as an environment variable describes it.
@Suite struct PhoneEnvironmentTests {
  @Test func `words describe the phone and its app`() throws {
    let setup = try PhoneEnvironment.setup("  17.4 silent denied iPad audio running ")
    #expect(setup.release == SystemRelease(17, 4))
    #expect(setup.platform == .iPad)
    #expect(setup.device.isSilent)
    #expect(!setup.device.supportsHaptics)
    #expect(setup.apps[0].state.recordPermission == .denied)
    #expect(setup.apps[0].state.hasBackgroundAudio)
  }

  @Test @MainActor func `the time of a running phone passes`() async throws {
    let phone = try SimulatedPhone()
    RunningClock.drive(phone)
    try await phone.until("a step of the clock") { phone.time > 0 }
  }

  @Test func `without a text, the phone has the defaults`() throws {
    let (described, usual) = (try SimulatedPhone(PhoneEnvironment.setup("")), try SimulatedPhone())
    #expect(described.snapshot == usual.snapshot)
  }

  @Test(arguments: [
    ("17 loud", "loud is not known"), ("17 18", "18 is the second word for the release"),
    ("granted denied", "denied is the second word for the permission"),
    ("iphone", "iphone is not known"),
  ])
  func `a word that does not fit is named`(_ text: String, _ reason: String) {
    #expect {
      try PhoneEnvironment.setup(text)
    } throws: { error in
      "\(error)".hasPrefix(reason)
    }
  }
}
