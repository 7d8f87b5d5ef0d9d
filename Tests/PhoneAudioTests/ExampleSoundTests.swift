import AudioSession
import Foundation
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import Testing

/// The sound of the examples, compared sample by sample with a plain computation: the position in the
/// sound, the depth and the ramps of ducking, silence, and suppressed haptics.
struct ExampleSoundTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples/Scenarios").standardized.path

  /// Ten examples: ducking, interruptions, unplugged headphones, the switch, stored positions.
  private static let files = [
    "alarm-while-recording.yaml", "call-over-music.yaml", "game-beside-music.yaml",
    "haptics-across-a-call.yaml", "headphones-pulled.yaml", "navigation-ducking-podcast.yaml",
    "recording-with-haptics.yaml", "silent-switch.yaml", "siri-starts-playlist.yaml",
    "sleep-timer.yaml",
  ]

  private static func scenarios(_ file: String) throws -> [Scenario] {
    let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    return try ScenarioReader.read(
      text, in: ScenarioFolder(libraries: ["\(folder)/../../Patterns"]))
  }

  /// The state of an app from a frame on.
  private struct Stretch {
    var frame: Int
    var isHeard = false
    var level = 0.0
    /// The position of its sound at that frame.
    var position = 0
    /// Ducking moves from one factor to the other within `duckFrames` frames.
    var duckedFrom = 1.0, duckedTo = 1.0, duckStart = 0, duckFrames = 0

    /// The factor of ducking at a frame.
    func ducking(at frame: Int) -> Double {
      guard duckFrames > 0, frame < duckStart + duckFrames else { return duckedTo }
      return duckedFrom
        + (duckedTo - duckedFrom) * Double(frame - duckStart) / Double(duckFrames)
    }
  }

  /// Records the state of each app after every event.
  private final class Record: PhoneSink {
    private let layers: [Double]
    private let all: Guarded<[[Stretch]]>

    init(_ scenario: Scenario) {
      layers = scenario.apps.map(\.layerVolume)
      all = Guarded(layers.map { _ in [Stretch(frame: 0)] })
    }

    var stretches: [[Stretch]] { all.withLock { $0 } }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      let frame = Int(time.frames)
      switch report {
      case .settled(let event):
        for app in event.after.apps {
          let factors = event.after.gainFactors(of: app)
          let was = event.before.isPlaying(app)
          all.withLock { all in
            guard var next = all[app.index].last else { return }
            if next.duckedTo != factors.ducking {
              let falls = factors.ducking < next.duckedTo
              next.duckedFrom = next.ducking(at: frame)
              next.duckedTo = factors.ducking
              next.duckStart = frame
              next.duckFrames = was ? (falls ? 12_000 : 24_000) : 0
            }
            next.frame = frame
            next.isHeard = event.after.isPlaying(app) && event.after.isAudible(app)
            next.level = factors.volume * factors.route * layers[app.index]
            next.position = Int(event.positions[app.index].frames)
            all[app.index].append(next)
          }
        }
      case .moved(let app, let position):
        all.withLock { all in
          guard var next = all[app.index].last else { return }
          next.frame = frame
          next.position = Int(position.frames)
          all[app.index].append(next)
        }
      default: break
      }
    }
  }

  @Test(arguments: files)
  func `each app sounds as its position, its gains and its ducking ramps determine`(
    _ file: String
  ) throws {
    let sound = HeardScenario.noise.samples
    var (checked, ramped) = (0, 0)
    for scenario in try Self.scenarios(file) {
      let record = Record(scenario)
      let heard = try HeardScenario(scenario, sound: HeardScenario.noise, hasStems: true) {
        $0.runtime.add(record)
      }
      for (app, stretches) in record.stretches.enumerated() {
        let stem = heard.stems[app].left
        for (place, stretch) in stretches.enumerated() {
          let isLast = place + 1 == stretches.count
          let end = isLast ? stem.count : min(stem.count, stretches[place + 1].frame)
          // Every few frames outside fades.
          for frame in stride(from: stretch.frame + 241, to: end, by: 11) {
            let place = (stretch.position + frame - stretch.frame) % sound.count
            let ducking = stretch.ducking(at: frame)
            let wanted = stretch.isHeard ? Double(sound[place]) * stretch.level * ducking : 0
            guard (Double(stem[frame]) - wanted).magnitude > 2e-4 else {
              checked += 1
              if ducking != stretch.duckedTo, stretch.isHeard { ramped += 1 }
              continue
            }
            Issue.record(
              "\(scenario.name): app \(app) at frame \(frame): \(stem[frame]), not \(wanted)")
            return
          }
        }
      }
    }
    #expect(checked > 1_000)
    if file == "navigation-ducking-podcast.yaml" { #expect(ramped > 1_000) }
  }

  /// On a laptop, the first example of the README is audible within ten seconds, and its ducking is
  /// noticeable.
  @Test func `on small speakers, the music of the first example is heard to duck`() throws {
    let scenario = try #require(try Self.scenarios("navigation-ducking-podcast.yaml").first)
    let end = try #require(scenario.steps.last).time + MixerTimes.tailSeconds
    let first = try #require(scenario.steps.first { $0.time > 0 }).time
    #expect(end <= 10 && first <= 2)
    let music = try #require(scenario.apps.firstIndex { $0.name == "music" })
    let heard = try HeardScenario(scenario, hasStems: true)
    let band = Self.smallSpeakerBand(heard.stems[music].left)
    let level = { (start: Double, end: Double) in
      let samples = band[Int(start * 48_000)..<Int(end * 48_000)]
      return 10 * log10(samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count))
    }
    #expect(level(0, 2) > -30)
    // Before and after the prompt, the music is heard alone. During the prompt it is less than half as
    // loud, which is more than ten decibels. Source: S. S. Stevens, "The measurement of loudness",
    // 1955. The voice repeats every two seconds.
    for (start, end, earlier) in [(2.25, 2.5, 2.0), (5.01, 5.5, 4)] {
      let alone = heard.left(start, end)
      #expect(alone == heard.stems[music].left[alone.indices])
      #expect(level(start, end) < level(start - earlier, end - earlier) - 10)
    }
    // The music is softer but not silent, and as loud as before after the prompt.
    #expect(level(5.01, 5.5) > -45)
    #expect((level(6, 8) - level(0, 2)).magnitude < 0.1)
  }

  /// `samples` without frequencies below 300 Hz, which small speakers hardly play, and without those
  /// above 4 kHz.
  ///
  /// Source: R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients", with a quality
  /// of 1/√2.
  private static func smallSpeakerBand(_ samples: [Float]) -> [Double] {
    var samples = samples.map(Double.init)
    for (hertz, sign) in [(300.0, -1.0), (4_000, 1)] {
      let angle = 2 * Double.pi * hertz / 48_000
      let (cosine, alpha) = (cos(angle), sin(angle) / 2.0.squareRoot())
      let outer = (1 - sign * cosine) / 2
      var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
      for index in samples.indices {
        let x = samples[index]
        let y =
          (outer * (x + x2) + sign * 2 * outer * x1 + 2 * cosine * y1 - (1 - alpha) * y2)
          / (1 + alpha)
        (x1, x2, y1, y2) = (x, x1, y, y1)
        samples[index] = y
      }
    }
    return samples
  }

  @Test func `suppressed taps are missing from the haptic bus, and the others are there`()
    throws
  {
    let scenario = try #require(try Self.scenarios("recording-with-haptics.yaml").first)
    let heard = try HeardScenario(scenario)
    #expect(!heard.haptic(0, 1).isSilent)
    #expect(heard.haptic(1.5, 4).isSilent, "the microphone is recording")
    #expect(Array(heard.haptic(4, 4.2)) == Array(heard.haptic(0, 0.2)), "it is allowed now")
    #expect(heard.beginnings.count == 2)
  }
}
