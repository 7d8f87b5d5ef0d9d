internal import AudioSession
internal import HapticEngine
public import PhoneAudio
internal import PhoneRuntime
internal import Realtime

/// One side of a comparison: the results and sounds of a scenario's run.
public struct ScenarioSide: Sendable {
  /// The result of the run.
  public let report: ScenarioReport
  /// Digests of each app's sound, one for each tenth of a second.
  let sounds: [[UInt64]]
  /// The final states of the phone and the apps, with their names.
  ///
  /// The haptics setting is not included.
  let states: [(name: String, state: EndState)]

  /// The final state of an app or of the phone.
  struct EndState: Hashable, Sendable {
    var phone: DeviceState?
    var app: AppState?
    var position: PhoneTime?
    var controls: [String: Control] = [:]
    var composites: [String: Bool] = [:]
    var prepared: [FeedbackFamily] = []
  }

  /// The length of the stretches whose sounds are compared, in frames.
  static let stretchFrames = 4_800

  /// Runs `scenario` and records each of its apps.
  ///
  /// - Parameters:
  ///   - scenario: the scenario to run.
  ///   - part: the part to compare.
  ///   - audio: the audio configuration; its `drive` is ignored, because `pulled` is always used.
  /// - Throws: `SetupError` if the phone cannot be set up.
  public init(
    _ scenario: Scenario, _ part: ScenarioPart = ScenarioPart(),
    audio: PhoneAudioConfiguration = .init()
  ) throws {
    var audio = audio
    audio.drive = .pulled
    let run = try ScenarioRun(scenario, checks: .all, audio: audio)
    let digests = SoundDigests(apps: scenario.apps.count)
    let recorder = PhoneRecorder(run.mixer, of: run.runtime, apps: Array(run.phone.apps)) {
      block, part in
      if case .app(let app) = part { digests.add(block, of: app) }
    }
    report = try part.take(run) {
    } ended: {
      if part.end == nil { run.passTail() }
      try recorder.finish(after: 0)
    }
    sounds = digests.all
    var device = run.phone.state.device
    device.settings.remove(.haptics)
    let apps = run.phone.apps.map { app in
      (
        name: run.phone.name(of: app),
        state: EndState(
          app: run.phone.state[app], position: run.runtime.position(of: app),
          controls: run.runtime.controls(of: app), composites: run.runtime.composites(of: app),
          prepared: run.runtime.preparedFeedback(of: app))
      )
    }
    states = [(name: "device", state: EndState(phone: device))] + apps
  }
}

/// Digests of apps' sounds, one for each stretch.
///
/// A digest is the sum of all samples, each multiplied by a weight that depends on its frame. Neither silence nor the
/// block size changes a digest.
private final class SoundDigests {
  private(set) var all: [[UInt64]]
  private var frames: [Int]

  init(apps: Int) {
    all = Array(repeating: [], count: apps)
    frames = Array(repeating: 0, count: apps)
  }

  func add(_ block: BusBlock, of app: AppID) {
    let start = frames[app.index]
    frames[app.index] += block.frameCount
    let stretches =
      (frames[app.index] + ScenarioSide.stretchFrames - 1) / ScenarioSide.stretchFrames
    while all[app.index].count < stretches { all[app.index].append(0) }
    guard unsafe block.signal?.pointee.contains(.audio) ?? true else { return }
    for index in 0..<block.frameCount {
      // SAFETY: each bus of the block has `frameCount` samples.
      let (left, right) = unsafe (block.audioLeft[index], block.audioRight[index])
      if left == 0 && right == 0 { continue }
      let frame = UInt64(start + index)
      let weight = (frame &* 0x9E37_79B9_7F4A_7C15) | 1
      let sample = UInt64(left.bitPattern) << 32 | UInt64(right.bitPattern)
      all[app.index][(start + index) / ScenarioSide.stretchFrames] &+= sample &* weight
    }
  }
}

/// The differences between two runs of one scenario, apart from haptics.
public struct HapticsComparison: Hashable, Sendable {
  /// The number of haptics that the first side plays; the second side is run without haptics.
  public let haptics: Int
  /// The lines that only the first side's trace has.
  public let onlyFirst: [TraceEntry]
  /// The lines that only the second side's trace has.
  public let onlySecond: [TraceEntry]
  /// The names of the apps that sound different, with the start of the first tenth of a second that differs, in
  /// seconds.
  public let sounds: [String: Double]
  /// The names of the apps whose final state differs, and `device` if the phone's final state differs.
  public let states: [String]

  /// Whether the runs differ only in their haptics.
  public var isClean: Bool {
    onlyFirst.isEmpty && onlySecond.isEmpty && sounds.isEmpty && states.isEmpty
  }

  /// Compares two runs: their traces, the sound of each app, and the final states.
  public init(_ first: ScenarioSide, _ second: ScenarioSide) {
    haptics = first.report.trace.count { $0.what == .haptic(.played) }
    let difference = second.report.trace.filter { !$0.isAboutHaptics }
      .difference(from: first.report.trace.filter { !$0.isAboutHaptics })
    onlyFirst = difference.removals.map(\.line)
    onlySecond = difference.insertions.map(\.line)
    states = zip(first.states, second.states).filter { $0.state != $1.state }.map(\.0.name)
    var sounds: [String: Double] = [:]
    for (app, digests) in zip(first.sounds, second.sounds).enumerated() {
      let count = max(digests.0.count, digests.1.count)
      let differs = (0..<count).first { place in
        (digests.0.indices.contains(place) ? digests.0[place] : 0)
          != (digests.1.indices.contains(place) ? digests.1[place] : 0)
      }
      if let differs {
        let seconds = Double(differs * ScenarioSide.stretchFrames) / PhoneTime.framesPerSecond
        sounds[first.states[app + 1].name] = seconds
      }
    }
    self.sounds = sounds
  }
}

extension CollectionDifference.Change where ChangeElement == TraceEntry {
  fileprivate var line: TraceEntry {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}

extension TraceEntry {
  /// Whether it reports the outcome of a haptic, a change of settings, or an expectation.
  fileprivate var isAboutHaptics: Bool {
    if case .happened(.settings) = what { return true }
    return kind == .expect || what.isAboutHaptics
  }
}
