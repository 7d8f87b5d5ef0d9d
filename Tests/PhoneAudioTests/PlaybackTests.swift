import AudioSession
import Foundation
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TestSupport
import Testing

/// The sound of a scenario on an output matches its rendering sample by sample.
struct PlaybackTests {
  /// Sounds, haptics, a composite and system sounds that begin and end between block boundaries.
  private static let busy = """
    scenario: a
    apps:
      music: { category: playback }
      prompt: { category: playback, mode: voicePrompt, options: [duckOthers] }
      game: { category: ambient }
    steps:
      - music: play
      - at: 0.10001
        game: { playHaptic: heartbeat }
      - at: 0.12345
        game: { feedback: impact.heavy }
      - at: 0.2003
        prompt: { play: { duration: 0.0501 } }
      - at: 0.33333
        prompt: { deactivate: notifyOthers }
      - at: 0.34567
        game: { playSystemSound: horn }
      - at: 0.4001
        game: { loadComposite: { payment-confirmed: 0.0999 } }
      - at: 0.5111
        game: { playComposite: payment-confirmed }
      - at: 0.6007
        phone: ring
      - at: 0.90901
        phone: decline
      - at: 0.9505
        device: { volume: { media: 0.3 } }
      - at: 1.0001
        game: { playHaptic: heartbeat }
      - at: 1.00013
        game: background
      - at: 1.3001
        phone: ring
      - at: 3.3103 # just after the second round has begun
        phone: decline
      - at: 3.5
    """

  private static func scenario(_ text: String) throws -> Scenario {
    let patterns = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Patterns").standardized.path
    return try #require(
      try ScenarioReader.read(text, in: ScenarioFolder(libraries: [patterns])).first)
  }

  /// The sound of `scenario` when blocks of `frames` frames are pulled.
  private static func played(
    _ scenario: Scenario, frames: Int, leadSeconds: Double = 0.05
  ) throws -> (heard: HeardScenario.Buses, playback: ScenarioPlayback) {
    let playback = try ScenarioPlayback(
      scenario, PhoneAudioConfiguration(sounds: scenario.sounds(decodedBy: NoSounds())),
      leadSeconds: leadSeconds)
    let buffers = BusBuffers(capacity: frames)
    var heard = HeardScenario.Buses()
    playback.advance()
    while !playback.isOver {
      let block = buffers.blockWithSignal(frames: frames)
      RealtimeScope.run { playback.mixer.render(into: block) }
      heard.append(block)
      playback.advance()
    }
    return (heard, playback)
  }

  private static func expectSame(
    _ heard: HeardScenario.Buses, _ rendered: HeardScenario.Buses, seconds: Double
  ) {
    let frames = Int(seconds * 48_000)
    for (name, left, right) in [
      ("haptic", heard.haptic, rendered.haptic), ("left", heard.left, rendered.left),
      ("right", heard.right, rendered.right),
    ] {
      let first = Array(left.prefix(frames)).firstDifference(from: right)
      #expect(first == nil, "the \(name) bus differs from frame \(first ?? 0) on")
      #expect(left.count >= frames && right.count >= frames)
    }
  }

  @Test(arguments: [64, 441, 1_000, 2_399])
  func `playback matches rendering for every block size`(frames: Int) throws {
    let scenario = try Self.scenario(Self.busy)
    let rendered = try HeardScenario(scenario)
    let (heard, playback) = try Self.played(scenario, frames: frames)
    Self.expectSame(heard, rendered.heard, seconds: 3.7)
    #expect(playback.mixer.lateChanges == 0)
    let plain = try ScenarioRun(scenario, checks: .all)
    plain.run()
    #expect(playback.run.trace == plain.trace, "the listener does not change the events")
  }

  @Test func `changes that come too late are counted`() throws {
    let (_, playback) = try Self.played(
      Self.scenario(Self.busy), frames: 1_000, leadSeconds: 0)
    #expect(playback.mixer.lateChanges > 0)
  }

  @Test(arguments: [100, 777])
  func `steps of a scenario driven by keys are also heard at their frames`(
    frames: Int
  ) throws {
    let scenario = try Self.scenario(Self.busy)
    let rendered = try HeardScenario(scenario)
    let live = try LiveSession(scenario)
    let mixer = live.run.makeLiveMixer(
      PhoneAudioConfiguration(sounds: try scenario.sounds(decodedBy: NoSounds())))
    let buffers = BusBuffers(capacity: frames)
    var heard = HeardScenario.Buses()
    while heard.left.count < 180_000 {
      let now = PhoneTime(frames: mixer.nextFrame)
      live.advance(to: now, foreseeing: now + PhoneTime(seconds: 0.02))
      let block = buffers.blockWithSignal(frames: frames)
      RealtimeScope.run { mixer.render(into: block) }
      heard.append(block)
      mixer.collect()
    }
    Self.expectSame(heard, rendered.heard, seconds: 3.7)
    #expect(mixer.lateChanges == 0)
  }

  @Test
  func `an engine that starts late keeps the phone's time, and late haptics are counted`()
    throws
  {
    let apps = "apps: { game: { category: ambient } }"
    let asked = try Self.scenario(
      "scenario: b\n\(apps)\nsteps:\n  - game: { playHaptic: impact.heavy }\n")
    let live = try LiveSession(try Self.scenario("scenario: a\n\(apps)\nsteps: []\n"))
    let mixer = live.run.makeLiveMixer(PhoneAudioConfiguration())
    let buffers = BusBuffers(capacity: 480)
    var heard = HeardScenario.Buses()
    func render(until frame: Int) {
      while heard.haptic.count < frame {
        let block = buffers.blockWithSignal(frames: 480)
        RealtimeScope.run { mixer.render(into: block) }
        heard.append(block)
        mixer.collect()
      }
    }
    // The phone is two blocks behind the pulled frames, as on a busy machine.
    render(until: 960)
    live.perform(asked.steps[0].content)
    render(until: 24_000)
    let late = mixer.lateChanges
    live.advance(to: PhoneTime(frames: 24_480))
    live.perform(asked.steps[0].content)
    render(until: 36_000)
    #expect(heard.haptic.firstSound == 961)
    #expect(Array(heard.haptic[20_000...]).firstSound == 4_481)
    // The engine's start and the first haptic are late; the second is not.
    #expect(mixer.lateChanges == late && late >= 2)
  }
}
