import AudioSession
import Foundation
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TestSupport
import Testing

/// The examples sound as the policy decides, from their first event to their last.
struct ExampleTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples/Scenarios").standardized.path

  private static let files: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  @Test func `the number of examples matches the scenarios' tests`() {
    #expect(Self.files.count == 28)
  }

  /// Compares the sound just before each event with the gains of the phone, when all ramps are over.
  private final class GainCheck: PhoneSink {
    private struct State {
      var heard: Float = 0
      var last = PhoneTime.zero
      var checked = 0
    }
    private let state = Guarded(State())

    var checked: Int { state.withLock { $0.checked } }

    /// Takes a block of the whole phone, or of an app alone.
    ///
    /// The sum of the apps is compared, because the system has its own sounds in addition.
    func hear(_ block: BusBlock, isOfApp: Bool) {
      let signal = unsafe block.signal.map { unsafe $0.pointee } ?? .all
      let sample = unsafe signal.contains(.audio) ? block.audioLeft[block.frameCount - 1] : 0
      state.withLock { $0.heard = isOfApp ? $0.heard + sample : 0 }
    }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      guard case .settled(let event) = report else { return }
      let (heard, last) = state.withLock { state in
        defer { state.last = time }
        return (state.heard, state.last)
      }
      guard (time - last).seconds > MixerTimes.unduckSeconds + MixerTimes.fadeSeconds else {
        return
      }
      let gains = event.before.apps.map { Float(event.before.gain(of: $0)) }.reduce(0, +)
      #expect((heard - gains).magnitude < 1e-5, "at \(time.seconds) s")
      state.withLock { $0.checked += 1 }
    }
  }

  @Test(arguments: files)
  func `the sound is the sum of the policy's gains`(_ file: String) throws {
    let text = try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .utf8)
    var checked = 0
    let folder = ScenarioFolder(libraries: ["\(Self.folder)/../../Patterns"])
    for scenario in try ScenarioReader.read(text, in: folder) {
      let sounds = scenario.apps.map { _ in Optional(HeardScenario.level) }
      let run = try ScenarioRun(
        scenario, checks: .all, audio: PhoneAudioConfiguration(sounds: sounds, drive: .pulled))
      let check = GainCheck()
      let recorder = PhoneRecorder(
        run.mixer, of: run.runtime, apps: Array(run.phone.apps)
      ) { block, part in check.hear(block, isOfApp: part != .phone) }
      run.runtime.add(check)
      run.run()
      try recorder.finish()
      #expect(run.report.failures.isEmpty)
      checked += check.checked
    }
    #expect(checked > 0)
  }

  @Test(arguments: [1, 64, 240, 5_000])
  func `hundreds of blocks of a busy phone are real-time safe`(frames: Int) throws {
    let workload = try MixerWorkload(frames: frames)
    let (source, block) = (workload.source, workload.block)
    var (loudest, hardest) = (Float(0), Float(0))
    for _ in 0..<400 {
      workload.control()
      RealtimeScope.run { source.render(into: block) }
      unsafe loudest = max(loudest, block.audioLeft[0].magnitude)
      hardest = unsafe max(hardest, SampleMeasure(block.haptic, count: frames).peak)
    }
    #expect(loudest > 0.01 && (hardest > 0.001 || frames == 1), "there was something to render")
  }
}
