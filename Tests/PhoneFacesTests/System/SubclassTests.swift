import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import PhoneCallKit
import PhoneMediaPlayer
import PhoneUIKit
import Realtime
import Testing

/// Subclasses of Apple's classes, which test suites put in the place of the phone's objects.
struct SubclassTests {
  private final class Headphones: AVAudioSessionPortDescription, @unchecked Sendable {
    override var portType: AVAudioSession.Port { .headphones }
    override var portName: String { "mine" }
  }

  private final class Wired: AVAudioSessionRouteDescription, @unchecked Sendable {
    override var outputs: [AVAudioSessionPortDescription] { [Headphones()] }
  }

  private final class Session: AVAudioSession, @unchecked Sendable {
    let activations = Guarded<[Bool]>([])

    override var currentRoute: AVAudioSessionRouteDescription { Wired() }
    override func setActive(
      _ active: Bool, options: AVAudioSession.SetActiveOptions = []
    ) throws {
      activations.withLock { $0.append(active) }
      if !active { try super.setActive(active, options: options) }
    }
  }

  /// The code under test.
  private func start(_ session: AVAudioSession) throws -> String? {
    try session.setCategory(.playback, mode: .default, options: [])
    try session.setActive(true)
    return session.currentRoute.outputs.first?.portName
  }

  @Test(.phone()) func `a session's members can be overridden`() throws {
    let session = Session()
    #expect(try start(session) == "mine")
    #expect(session.activations.withLock { $0 } == [true])
    #expect(!SimulatedPhone.current.app.isActive)
    #expect(AVAudioSession.sharedInstance().category == .playback)
    #expect(Wired() == Wired() && Wired() != AVAudioSessionRouteDescription())
  }

  private final class Play: MPRemoteCommand, @unchecked Sendable {
    let targets = Guarded(0)

    override func addTarget(
      handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
    ) -> Any {
      targets.withLock { $0 += 1 }
      return "token"
    }
  }

  private final class Center: MPRemoteCommandCenter, @unchecked Sendable {
    let play = Play()
    override var playCommand: MPRemoteCommand { play }
  }

  @Test(.phone()) func `a command center of a test does not reach the phone`() throws {
    let center = Center()
    center.playCommand.addTarget { _ in .success }
    center.pauseCommand.addTarget { _ in .success }
    #expect(center.play.targets.withLock { $0 } == 1)
    #expect(center.skipForwardCommand.preferredIntervals.isEmpty)
    try SimulatedPhone.current.send(.pause)
    #expect(center.pauseCommand.lastStatus == nil)
  }

  private final class Remote {
    var calls = 0
    func toggle(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
      calls += 1
      return .success
    }
  }

  @Test(.phone()) func `a target that was added by its method is removed by its object`() throws {
    let (remote, other) = (Remote(), Remote())
    let command = SimulatedPhone.current.app.remoteCommandCenter.togglePlayPauseCommand
    try AVAudioSession.sharedInstance().setCategory(.playback)
    for target in [remote, other] { command.addTarget(target, action: Selector(Remote.toggle)) }
    // Commands reach the app that is Now Playing.
    #expect(SimulatedPhone.current.app.player.play())
    try SimulatedPhone.current.send(.togglePlayPause)
    command.removeTarget(remote)
    try SimulatedPhone.current.send(.togglePlayPause)
    command.removeTarget(other, action: nil)
    try SimulatedPhone.current.send(.togglePlayPause)
    #expect(remote.calls == 1 && other.calls == 2)
  }

  @MainActor private final class Impact: UIImpactFeedbackGenerator {
    var strengths: [CGFloat] = []
    override func impactOccurred(intensity: CGFloat) { strengths.append(intensity) }
  }

  @Test(.phone()) @MainActor func `a generator of a test plays nothing on the phone`() {
    let generator = Impact(style: .heavy)
    generator.impactOccurred(intensity: 0.5, at: CGPoint(x: 1, y: 2))
    #expect(generator.strengths == [0.5])
    #expect(SimulatedPhone.current.haptics.isEmpty)
    UIImpactFeedbackGenerator().impactOccurred()
    #expect(SimulatedPhone.current.haptics.map(\.name) == ["impact.medium"])
  }

  @Test(.phone()) func `what a phone refuses casts to NSError and back`() throws {
    try SimulatedPhone.current.app.terminate()
    do {
      try AVAudioSession.sharedInstance().setActive(true)
      Issue.record("a terminated app has activated its session")
    } catch let error as NSError {
      #expect(error.domain == "AudioSession.RejectedEvent")
      #expect(error.localizedDescription.contains("terminated"))
      #expect(error as? RejectedEvent != nil)
    }
  }
}
