import AudioSession
import AudioSessionTesting
import PhoneRuntime
import Testing

/// The function that runs a test of any framework on a phone.
@MainActor
struct WithPhoneTests {
  @Test func `the phone has the given parameters, and is current until the body returns`()
    async throws
  {
    var policy = AudioPolicy.standard
    policy.mailbox = .drop
    let phone = try await withPhone(
      .iOS17, backgroundModes: .audio, platform: .iPad, policy: policy, recordPermission: .denied
    ) { phone in
      #expect(SimulatedPhone.current === phone)
      #expect(phone.snapshot.system == .iOS17 && phone.snapshot.platform == .iPad)
      #expect(phone.snapshot.policy == policy)
      #expect(phone.snapshot.state[0].hasBackgroundAudio)
      #expect(phone.snapshot.state[0].recordPermission == .denied)
      return phone
    }
    #expect(SimulatedPhone.current !== phone)
  }

  @Test func `the timeline of a passing test is not reported`() async throws {
    var reports: [String] = []
    try await withPhone(hasFailed: false, onFailure: { reports.append($0) }) { phone in
      try phone.receiveCall()
    }
    #expect(reports.isEmpty)
  }

  @Test func `the timeline of a test with failed assertions is reported once, after settling`()
    async throws
  {
    var (reports, failures) = ([String](), 0)
    try await withPhone(
      backgroundModes: .audio, delivery: .queued, hasFailed: failures > 0,
      onFailure: { reports.append($0) }
    ) { phone in
      try AVAudioSession.sharedInstance().setCategory(.playback)
      phone.app.player.play()
      try phone.receiveCall()
      failures += 1
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("app: not audible: it was interrupted by a call\n") == true)
    #expect(reports.first?.contains("interruptionBegan") == true)
  }

  @Test func `an error is rethrown after the timeline was reported`() async throws {
    struct Failed: Error {}
    var reports: [String] = []
    await #expect(throws: Failed.self) {
      try await withPhone(onFailure: { reports.append($0) }) { phone in
        phone.app.player.play()
        throw Failed()
      }
    }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("app: audible\n") == true)
  }
}
