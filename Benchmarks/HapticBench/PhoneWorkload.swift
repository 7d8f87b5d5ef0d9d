import ArgumentParser
import AudioSession
import HapticEngine
import PhoneAudio
import PhoneRuntime
import Realtime

/// A busy phone, to measure the mixer and the runtime.
struct PhoneWorkload {
  let runtime: PhoneRuntime
  let mixer: PhoneMixer

  /// The length of W4, in seconds.
  static let seconds = 3_600.0
  /// The number of haptics requested in that time: one every 0.36 s.
  static let hapticCount = 10_000
  /// The interval at which a prompt speaks and ducks the others, and its length, in seconds.
  private static let promptInterval = 30.0, promptSeconds = 5.0

  /// The apps of W4: music and a game play throughout, a prompt occasionally; three never play.
  private static let apps: [SessionConfiguration] = [
    SessionConfiguration(.playback, options: .mixWithOthers), SessionConfiguration(.ambient),
    SessionConfiguration(.playback, mode: .voicePrompt, options: .duckOthers),
    SessionConfiguration(.playAndRecord, options: .mixWithOthers),
    SessionConfiguration(.playback), SessionConfiguration(.playback, options: .mixWithOthers),
  ]
  private static let presets: [HapticPreset] = [
    .impactLight, .impactMedium, .impactHeavy, .selection, .notificationSuccess,
  ]

  /// Creates the phone of W4 at its beginning.
  init() throws { try self.init(Self.apps) }

  /// Creates a phone whose apps have these sessions, each with a voice.
  private init(_ configurations: [SessionConfiguration], patterns: [String: HapticPattern] = [:])
    throws
  {
    runtime = try PhoneRuntime(
      PhoneSetup(
        apps: configurations.map { configuration in
          var app = AppState()
          app.configuration = configuration
          return app
        }))
    let voices = SyntheticVoice.allCases
    mixer = PhoneMixer(
      runtime,
      PhoneAudioConfiguration(
        sounds: configurations.indices.map {
          voices[$0 % voices.count].table(sampleRate: PhoneTime.framesPerSecond)
        }, patterns: patterns, drive: .pulled))
  }

  /// Lets the hour pass, rendering it without an output.
  ///
  /// - Throws: `ValidationError` if blocks or haptics are missing.
  func run() throws {
    var hapticBlocks = 0
    let recorder = PhoneRecorder(mixer, of: runtime) { block, _ in
      if unsafe block.signal?.pointee.contains(.haptic) == true { hapticBlocks += 1 }
    }
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.resident(.play(seconds: nil)), by: 1)
    var prompts = 1
    for haptic in 0..<Self.hapticCount {
      let time = Double(haptic) * Self.seconds / Double(Self.hapticCount)
      while Double(prompts) * Self.promptInterval <= time {
        try prompt(at: Double(prompts) * Self.promptInterval)
        prompts += 1
      }
      runtime.advance(to: PhoneTime(seconds: time))
      let preset = Self.presets[haptic % Self.presets.count]
      try runtime.perform(.resident(.playHaptic(preset.name)), by: 1)
    }
    runtime.advance(to: PhoneTime(seconds: Self.seconds))
    try recorder.finish(after: 0)
    let end = PhoneTime(seconds: Self.seconds).frames
    guard mixer.frame == end, hapticBlocks >= Self.hapticCount else {
      throw ValidationError("W4 was not rendered completely, or lacks haptics")
    }
  }

  /// Lets the prompt speak and deactivate its session.
  private func prompt(at seconds: Double) throws {
    runtime.advance(to: PhoneTime(seconds: seconds))
    try runtime.perform(.resident(.play(seconds: Self.promptSeconds)), by: 2)
    runtime.advance(to: PhoneTime(seconds: seconds + Self.promptSeconds + 0.1))
    try runtime.perform(.session(.deactivate(.notifyOthersOnDeactivation)), by: 2)
  }

  /// Renders `blocks` blocks of 256 frames, in which the events of W4 happen more often, to count
  /// instructions.
  func render(blocks: Int) throws {
    let buffers = BusBuffers(capacity: 256)
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.resident(.play(seconds: nil)), by: 1)
    for number in 0..<blocks {
      // Every 0.36 s means every 67th block. Ducking moves for nearly half of the time.
      if number % 67 == 0 {
        let preset = Self.presets[number / 67 % Self.presets.count]
        try runtime.perform(.resident(.playHaptic(preset.name)), by: 1)
      }
      switch number % 400 {
      case 100: try runtime.perform(.resident(.play(seconds: nil)), by: 2)
      case 300: try runtime.perform(.session(.deactivate(.notifyOthersOnDeactivation)), by: 2)
      default: break
      }
      let block = buffers.blockWithSignal(frames: 256)
      RealtimeScope.run { mixer.render(into: block) }
      mixer.collect()
      runtime.advance(to: PhoneTime(frames: mixer.frame))
    }
  }

  // MARK: Live

  /// The number of apps that play at the same time on a live phone, and the number of their haptic
  /// voices together.
  static let liveApps = 16, liveVoices = 200

  /// Creates a phone whose sixteen apps all play, with 200 haptic voices together.
  static func live() throws -> PhoneWorkload {
    var entries: [HapticPattern.Entry] = []
    for index in 0..<(liveVoices + liveApps - 1) / liveApps {
      entries +=
        Continuous(
          duration: 30, intensity: 0.05, sharpness: Double(index) / Double(liveVoices)
        ).entries
    }
    let phone = try PhoneWorkload(
      (0..<liveApps).map { _ in SessionConfiguration(.playback, options: .mixWithOthers) },
      patterns: ["voices": try HapticPattern(entries: entries)])
    for app in phone.runtime.phone.apps {
      try phone.runtime.perform(.resident(.play(seconds: nil)), by: app)
      try phone.runtime.perform(.resident(.playHaptic("voices")), by: app)
    }
    return phone
  }
}

/// The measurements of W4: an hour of a phone.
struct PhoneWorkloadResult: Encodable {
  let workload: String
  let summary: String
  /// The arithmetic that computed the samples.
  let arithmetic: String
  /// Seconds of signal.
  let signalSeconds: Double
  /// Processor seconds of events, rendering and haptic engines; the fastest of several runs.
  let renderSeconds: Double

  /// Seconds of signal per second of processor time.
  var timesRealTime: Double { signalSeconds / renderSeconds }

  /// Measures W4, taking the fastest of `runs`.
  init(runs: Int) throws {
    let workload = Workload.w4
    self.workload = workload.rawValue
    summary = workload.summary
    arithmetic = Arithmetic.fastest.description
    signalSeconds = PhoneWorkload.seconds
    renderSeconds = try Measurement.fastest(of: runs, prepare: { try PhoneWorkload() }) {
      try $0.run()
    }.cpuSeconds
  }
}

/// The time to render a block of a phone on which sixteen apps play, with 200 haptic voices.
struct LivePhoneResult: Encodable {
  /// The processor seconds of a block: the median, and the 99.9th percentile.
  let medianSeconds: Double
  let percentileSeconds: Double
  /// The percentile as a share of the block's duration.
  let shareOfBudget: Double

  private static let blockFrames = 64
  private static let blocks = 20_000

  /// Measures the phone.
  init() throws {
    let phone = try PhoneWorkload.live()
    let seconds = Measurement.sortedBlockSeconds(of: Self.blocks, frames: Self.blockFrames) {
      phone.mixer.render(into: $0)
    }
    medianSeconds = seconds[Self.blocks / 2]
    percentileSeconds = seconds[Self.blocks * 999 / 1_000]
    shareOfBudget =
      percentileSeconds / (Double(Self.blockFrames) / PhoneTime.framesPerSecond)
  }
}
