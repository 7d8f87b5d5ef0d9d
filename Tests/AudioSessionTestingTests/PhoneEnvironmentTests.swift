import AudioSession
import PacedOutput
import PhoneRuntime
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

  @Test(arguments: ["HAPTIC_SCENARIO", "HAPTIC_OUTPUT"])
  func `a variable that needs C libraries names the product that has them`(_ variable: String) {
    #expect {
      try PhoneEnvironment.phone([variable: "call.yaml"], nil)
    } throws: { error in
      "\(error)"
        == "\(variable): call.yaml needs the product PhoneProgram of swift-haptic-engine; "
        + "add it to the dependencies of the program's target"
    }
  }

  @Test func `an output for nobody needs no product`() throws {
    let phone = try PhoneEnvironment.phone(["HAPTIC_OUTPUT": "null", "HAPTIC_PHONE": "17"], nil)
    #expect(phone.runtime.sink(EngineOutputs.self) == nil)
    #expect(phone.snapshot.release == SystemRelease(17, 0))
  }

  @Test func `the registered parts make the phone and its outputs`() throws {
    let made = try SimulatedPhone()
    let parts = ProgramParts(
      makePhone: { path throws(ProgramParts.Problem) in
        #expect(path == "a.yaml")
        return made
      },
      outputMaker: { name throws(ProgramParts.Problem) in
        #expect(name == "alsa")
        return { ManualOutput() }
      })
    let phone = try PhoneEnvironment.phone(
      ["HAPTIC_SCENARIO": "a.yaml", "HAPTIC_OUTPUT": "alsa"], parts)
    #expect(phone === made)
    #expect(phone.runtime.sink(EngineOutputs.self)?.make() is ManualOutput)
  }
}
