import AudioSession
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TestSupport
import Testing

/// A scenario and its sound.
struct HeardScenario {
  /// Samples of the three buses.
  struct Buses: Equatable {
    var haptic: [Float] = []
    var left: [Float] = []
    var right: [Float] = []

    mutating func append(_ block: BusBlock) {
      let signal = unsafe block.signal.map { unsafe $0.pointee } ?? .all
      let count = block.frameCount
      // SAFETY: each bus of the block holds `count` samples.
      if signal.contains(.haptic) {
        unsafe haptic.append(contentsOf: UnsafeBufferPointer(start: block.haptic, count: count))
      } else {
        haptic.appendSilence(count)
      }
      if signal.contains(.audio) {
        unsafe left.append(contentsOf: UnsafeBufferPointer(start: block.audioLeft, count: count))
        unsafe right.append(contentsOf: UnsafeBufferPointer(start: block.audioRight, count: count))
      } else {
        left.appendSilence(count)
        right.appendSilence(count)
      }
    }
  }

  /// Frames per second.
  static let rate = 48_000

  /// The recorded sound.
  private(set) var heard = Buses()
  /// The sound of each app alone, followed by that of the phone itself, if requested.
  private(set) var stems: [Buses] = []
  /// The report of the run.
  let report: ScenarioReport
  /// The phone at the end.
  let phone: Phone

  /// Runs the first scenario of `text`, altered by `change`.
  ///
  /// Apps play `sound`, or their voices, and with `hasStems` they are also recorded separately.
  init(
    _ text: String, blockFrames: Int = 4_096, sound: SoundTable? = nil, hasStems: Bool = false,
    change: (inout Scenario) -> Void = { _ in }, prepare: (ScenarioRun) -> Void = { _ in }
  ) throws {
    var scenario = try #require(try ScenarioReader.read(text).first)
    change(&scenario)
    try self.init(
      scenario, blockFrames: blockFrames, sound: sound, hasStems: hasStems, prepare: prepare)
  }

  /// Runs `scenario`.
  init(
    _ scenario: Scenario, blockFrames: Int = 4_096, sound: SoundTable? = nil,
    hasStems: Bool = false, prepare: (ScenarioRun) -> Void = { _ in }
  ) throws {
    let sounds =
      try sound.map { Array(repeating: $0, count: scenario.apps.count) }
      ?? scenario.sounds(decodedBy: NoSounds())
    let run = try ScenarioRun(
      scenario, checks: .all,
      audio: PhoneAudioConfiguration(sounds: sounds, drive: .pulled))
    var heard = Buses()
    var stems = hasStems ? (0...scenario.apps.count).map { _ in Buses() } : []
    let recorder = PhoneRecorder(
      run.mixer, of: run.runtime, apps: hasStems ? Array(run.phone.apps) : [],
      hasSystem: hasStems, blockFrames: blockFrames
    ) { block, part in
      switch part {
      case .phone: heard.append(block)
      case .app(let app): stems[app.index].append(block)
      case .system: stems[scenario.apps.count].append(block)
      }
    }
    prepare(run)
    run.run()
    try recorder.finish(after: 0.25)
    report = run.report
    phone = run.phone
    self.heard = heard
    self.stems = stems
  }

  /// The left channel from `start` to `end`, in seconds.
  func left(_ start: Double, _ end: Double) -> ArraySlice<Float> {
    heard.left[Int(start * 48_000)..<Int(end * 48_000)]
  }

  /// The haptics from `start` to `end`, in seconds.
  func haptic(_ start: Double, _ end: Double) -> ArraySlice<Float> {
    heard.haptic[Int(start * 48_000)..<Int(end * 48_000)]
  }

  /// The lines of the trace about `actor`.
  func lines(of actor: String) -> [String] {
    report.trace.filter { $0.actor == actor }.map(\.text)
  }

  /// The first frames of haptics and vibrations, in the order of the trace.
  var beginnings: [TraceEntry.What] {
    report.trace.map(\.what).filter {
      switch $0 {
      case .hapticBegan, .vibrationBegan: true
      default: false
      }
    }
  }

  /// A sound whose samples are all 1, so that the recorded sound is the gain.
  static let level = SoundTable(
    DecodedSound(channels: [Array(repeating: 1, count: 480)], sampleRate: 48_000))

  /// Ten seconds of noise, in which every position is identified by its samples.
  static let noise: SoundTable = {
    var random = SplitMix64(seed: 11)
    let samples = (0..<480_000).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    return SoundTable(DecodedSound(channels: [samples], sampleRate: 48_000))
  }()
}

extension ArraySlice<Float> {
  /// Whether all samples are 0.
  var isSilent: Bool { allSatisfy { $0 == 0 } }
}

/// Decodes nothing.
struct NoSounds: SoundDecoding {
  func decode(
    path: String, sampleRate: Double, byteLimit: Int
  ) throws(SoundDecodingError) -> DecodedSound {
    throw SoundDecodingError(.notFound, path: path, detail: "there are no files")
  }
}
