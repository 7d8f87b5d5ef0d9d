import AudioSessionTesting
import Foundation
import Testing

/// A class from a typical iPhone app: except for the import, nothing in it is specific to tests.
@MainActor
private final class Radio {
  private let session = AVAudioSession.sharedInstance()
  private let center: NotificationCenter
  private var observation: (any NSObjectProtocol)?
  private var volumeObservation: NSKeyValueObservation?
  private(set) var interruptions: [AVAudioSession.InterruptionType] = []
  let volumes = Volumes()

  init(center: NotificationCenter) throws {
    self.center = center
    try AVAudioSession.sharedInstance().setCategory(.playback, mode: .default)
    observation = center.addObserver(
      forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(),
      queue: nil
    ) { [weak self] notification in
      let number = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
      let type = number.flatMap(AVAudioSession.InterruptionType.init(rawValue:))
      MainActor.assumeIsolated { if let type { self?.interruptions.append(type) } }
    }
    let volumes = volumes
    volumeObservation = session.observe(\.outputVolume, options: [.new, .old]) { session, change in
      volumes.all.append((change.oldValue, change.newValue))
    }
  }

  func play() throws { try session.setActive(true) }

  func stop() {
    if let observation { center.removeObserver(observation) }
  }
}

private final class Volumes: @unchecked Sendable {
  var all: [(Float?, Float?)] = []
}

/// The protocol of a public player, with the same members.
///
/// An empty extension conforms to such a protocol.
private protocol PlayersSession {
  var isOtherAudioPlaying: Bool { get }
  var category: AVAudioSession.Category { get }
  var mode: AVAudioSession.Mode { get }
  var categoryOptions: AVAudioSession.CategoryOptions { get }
  var availableCategories: [AVAudioSession.Category] { get }
  func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions) throws
  func setCategory(
    _ category: AVAudioSession.Category, mode: AVAudioSession.Mode,
    policy: AVAudioSession.RouteSharingPolicy, options: AVAudioSession.CategoryOptions) throws
  func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
}

extension AVAudioSession: PlayersSession {}

/// The shared instance, which belongs to the current phone.
struct SharedSessionTests {
  private func phone() throws -> SimulatedPhone {
    try SimulatedPhone(backgroundModes: .audio, notificationCenter: NotificationCenter())
  }

  @Test @MainActor func `code for iPhones runs after changing only its import`() async throws {
    let phone = try phone()
    try await phone.runAsCurrent {
      let radio = try Radio(center: phone.app.notificationCenter)
      defer { radio.stop() }
      try radio.play()
      #expect(phone.app.isActive)
      #expect(phone.app.session.category == .playback)
      try phone.receiveCall()
      try phone.declineCall()
      #expect(radio.interruptions == [.began, .ended])
      try phone.setVolume(0.25)
      #expect(radio.volumes.all.map(\.0) == [0.5] && radio.volumes.all.map(\.1) == [0.25])
    }
  }

  @Test func `the shared instance is one object: the session of the current phone`() async throws {
    let shared = AVAudioSession.sharedInstance()
    for category in [AVAudioSession.Category.playback, .record] {
      let phone = try phone()
      #expect(phone.app.session !== shared)
      try await phone.runAsCurrent {
        #expect(SimulatedPhone.current === phone)
        #expect(AVAudioSession.sharedInstance() === shared)
        #expect(phone.app.session === shared)
        #expect(phone.otherApp.session !== shared)
        try shared.setCategory(category)
        #expect(phone.snapshot.state[0].configuration.category.rawValue == category.rawValue)
      }
      #expect(phone.app.session !== shared)
    }
  }

  @Test func `notifications of the current phone come from the shared instance`() async throws {
    let phone = try phone()
    let shared = AVAudioSession.sharedInstance()
    let heard = Heard(phone.app.notificationCenter, from: shared)
    try phone.app.session.setActive(true)
    try await phone.runAsCurrent { try phone.receiveCall() }
    #expect(heard.words == ["began 0"])
    try phone.declineCall()
    #expect(heard.words == ["began 0"], "afterwards they come from a separate session")
  }

  @Test func `two phones wait for each other to become current`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        let phone = try phone()
        group.addTask {
          await phone.runAsCurrent {
            for _ in 0..<10 {
              #expect(SimulatedPhone.current === phone)
              await Task.yield()
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a nested phone does not wait, and restores the outer one`() async throws {
    let (outer, inner) = (try phone(), try phone())
    await outer.runAsCurrent {
      await inner.runAsCurrent { #expect(SimulatedPhone.current === inner) }
      #expect(SimulatedPhone.current === outer)
    }
  }

  @Test func `an error while a phone is current is thrown, and the phone can become current again`()
    async throws
  {
    struct Failed: Error {}
    let phone = try phone()
    await #expect(throws: Failed.self) { try await phone.runAsCurrent { throw Failed() } }
    await phone.runAsCurrent { #expect(SimulatedPhone.current === phone) }
  }

  @Test func `an empty extension conforms to an existing protocol`() throws {
    let phone = try phone()
    let session: any PlayersSession = phone.app.session
    try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio, options: [])
    try session.setActive(true, options: [])
    #expect(phone.app.isActive)
    #expect(session.mode == .spokenAudio)
    #expect(session.availableCategories.contains(.playback))
  }
}
