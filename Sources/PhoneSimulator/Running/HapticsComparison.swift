internal import AudioSession
internal import HapticEngine
public import PhoneAudio
internal import PhoneRuntime
internal import Realtime

/// One side of a comparison: a scenario that was run and heard.
public struct ScenarioSide: Sendable {
  /// What came of it.
  public let report: ScenarioReport
  /// What each app sounds like, as a number for each tenth of a second.
  let sounds: [[UInt64]]
  /// The apps and the phone at the end, without the setting, each by its name.
  let states: [(name: String, state: EndState)]

  /// What is left at the end of an app, or of the phone.
  struct EndState: Hashable, Sendable {
    var phone: DeviceState?
    var app: AppState?
    var position: PhoneTime?
    var controls: [String: Control] = [:]
    var composites: [String: Bool] = [:]
    var prepared: [FeedbackFamily] = []
  }

  /// How long the stretches are that are compared, in frames.
  static let stretchFrames = 4_800

  /// Runs `scenario` and listens to each of its apps.
  ///
  /// - Parameters:
  ///   - scenario: what is run.
  ///   - part: which part of it is compared.
  ///   - audio: how it sounds; `drive` is `pulled` whatever it says.
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

/// What apps sound like, as a number for each stretch: the sum of all samples, each times a number of its
/// own, so that silence adds nothing and does not depend on how it is cut into blocks.
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

/// What differs between two runs of one scenario, besides its haptics.
public struct HapticsComparison: Hashable, Sendable {
  /// How many haptics were played on the first side and are not on the second.
  public let haptics: Int
  /// The lines of the first side's trace that the second does not have at their place, and the other
  /// way round.
  public let onlyFirst: [TraceEntry]
  /// The lines that only the second side has.
  public let onlySecond: [TraceEntry]
  /// Apps that sound otherwise, and from when, in seconds, to a tenth.
  public let sounds: [String: Double]
  /// Apps that are otherwise at the end, and `device` if the phone is.
  public let states: [String]

  /// Whether nothing else differs.
  public var isClean: Bool {
    onlyFirst.isEmpty && onlySecond.isEmpty && sounds.isEmpty && states.isEmpty
  }

  /// Compares a run with its other side: its trace, the sound of each app, and what is left at the end.
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
  /// Whether it says what became of a haptic, that a setting was changed, or what was expected.
  fileprivate var isAboutHaptics: Bool {
    if case .happened(.settings) = what { return true }
    return kind == .expect || what.isAboutHaptics
  }
}
