import Foundation
import HapticEngine
import HapticFormats
import HapticLint
import PhoneSimulator
import Realtime

/// The material of a seeded fault.
enum LintSeed: Sendable {
  /// A pattern as a notation.
  case notation(String)
  /// Entries of an AHAP file.
  case ahap(String)
  /// A pattern with metadata: a notation, and names and texts.
  case meaning(String, [String: String])
  /// Several patterns: notation and metadata of each.
  case folder([(String, [String: String])])
  /// A manifest, and patterns by name, as notations.
  case manifest(String, [String: String] = [:])
  /// A sound: its name, and its samples as a function of time.
  case sound(String, @Sendable (Double) -> Double, seconds: Double)
  /// Two sounds.
  case sounds(@Sendable (Double) -> Double, @Sendable (Double) -> Double)
  /// A manifest, its patterns as notations, and its sounds of one second each.
  case heard(String, [String: String], [String: @Sendable (Double) -> Double])
  /// A scenario, which is run, and the kind of app that an accompanying manifest declares.
  case story(String, kind: String? = nil)
  /// A sound from another program: its name, and the facts of its header.
  case headed(String, SoundFacts)
  /// A trace of a phone that behaves unlike the simulator: time, actor and content of each line.
  case trace([(Double, String, TraceEntry.What)])

  /// The input that contains the fault.
  var input: LintInput {
    switch self {
    case .notation, .ahap, .meaning: .pattern
    case .folder, .sounds: .folder
    case .manifest: .manifest
    case .sound, .headed, .heard: .sound
    case .story, .trace: .trace
    }
  }

  /// A file with these entries.
  static func file(_ entries: String) -> [UInt8] { Array("{\"Pattern\": [\(entries)]}".utf8) }

  func subjects() throws -> LintSubjects {
    switch self {
    case .notation(let notation): return try Self.meaning(notation, [:]).subjects()
    case .ahap(let entries):
      let bytes = Self.file(entries)
      let pattern = try LintedPattern(
        AHAP.read(bytes, file: "x.ahap"), name: "x", bytes: bytes)
      return LintSubjects(patterns: [pattern])
    case .meaning(let notation, let metadata):
      return LintSubjects(patterns: [try Self.pattern("x", notation, metadata)])
    case .folder(let patterns):
      return LintSubjects(
        patterns: try patterns.enumerated().map {
          try Self.pattern("x\($0)", $1.0, $1.1)
        })
    case .manifest(let yaml, let patterns):
      let manifest = try AppManifest(yaml: Array(yaml.utf8), file: "app.yaml")
      let own = try patterns.map { try Self.pattern($0, $1, [:]) }
      let presets = try manifest.patterns.compactMap { name in
        try HapticPreset(named: name).map {
          try LintedPattern(AHAP.read(AHAP.encode($0.pattern), file: name), name: name)
        }
      }
      return LintSubjects(patterns: own + presets, manifest: manifest)
    case .heard(let yaml, let patterns, let sounds):
      var subjects = try Self.manifest(yaml, patterns).subjects()
      subjects.sounds = sounds.map { Self.sound("sounds/\($0)", $1, 1) }
      return subjects
    case .sound(let name, let signal, let seconds):
      return LintSubjects(sounds: [Self.sound(name, signal, seconds)])
    case .sounds(let one, let two):
      return LintSubjects(
        sounds: [Self.sound("one.wav", one, 0.5), Self.sound("two.wav", two, 0.5)])
    case .headed(let name, let facts):
      let sound = Self.sound(name, { 0.4 * exp(-3 * $0) * sin(2 * .pi * 880 * $0) }, 0.5)
      return LintSubjects(
        sounds: [LintedSound(file: name, sound: sound.sound, facts: facts)])
    case .story(let yaml, let kind):
      var subjects = LintSubjects(trace: try Self.trace(of: yaml))
      subjects.manifest = try kind.map {
        try AppManifest(yaml: Array("app: { kind: \($0) }".utf8), file: "app.yaml")
      }
      return subjects
    case .trace(let lines):
      return LintSubjects(
        trace: lines.enumerated().map {
          LintTraceLine(
            TraceEntry(time: $1.0, actor: $1.1, what: $1.2), apps: [], line: $0 + 1,
            file: "x.jsonl", scenario: "s")
        })
    }
  }

  /// The trace of a scenario, as `haptic session run --json` prints it.
  private static func trace(of yaml: String) throws -> [LintTraceLine] {
    var lines: [LintTraceLine] = []
    for scenario in try ScenarioReader.read(Array("scenario: a story\n\(yaml)".utf8)) {
      let run = try ScenarioRun(scenario)
      run.run()
      let failures = run.report.failures.map(\.message)
      if !failures.isEmpty { throw SeedError(failures: failures) }
      lines += run.report.trace.map {
        LintTraceLine(
          $0, apps: scenario.apps.map(\.name), line: lines.count + 1, file: "x.jsonl",
          scenario: scenario.name)
      }
    }
    return lines
  }

  private struct SeedError: Error {
    let failures: [String]
  }

  private static func pattern(
    _ name: String, _ notation: String, _ metadata: [String: String]
  ) throws -> LintedPattern {
    let pattern = try HapticPattern(
      entries: HapticPattern(notation: notation).entries,
      metadata: metadata.mapValues { $0.hasPrefix("{") ? .json($0) : .text($0) })
    return try LintedPattern(AHAP.read(AHAP.encode(pattern), file: "\(name).ahap"), name: name)
  }

  private static func sound(
    _ name: String, _ signal: (Double) -> Double, _ seconds: Double
  ) -> LintedSound {
    let rate = 8_000.0
    let samples = (0..<Int(seconds * rate)).map { Float(signal(Double($0) / rate)) }
    return LintedSound(file: name, sound: DecodedSound(channels: [samples], sampleRate: rate))
  }

  /// A manifest with one binding that has these lines, and these lines about the app.
  static func binding(
    _ lines: String, app: String = "kind: app", _ patterns: [String: String] = [:]
  )
    -> LintSeed
  {
    .manifest(
      "app: { \(app), hapticsToggle: true }\nbindings:\n  - { id: one, \(lines) }\n", patterns)
  }

  /// A manifest with these lines about sound.
  static func audio(_ lines: String) -> LintSeed { .manifest("audio: { \(lines) }\n") }

  /// A manifest with these lines about the app.
  static func app(_ lines: String) -> LintSeed { .manifest("app: { \(lines) }\n") }
}

private func tone(_ hertz: Double, _ level: Double) -> @Sendable (Double) -> Double {
  { level * sin(2 * .pi * hertz * $0) }
}

private let good = """
  cause: userAction, event: cheque deposited, meaning: result, polarity: positive, importance: 3, \
  companions: [{ channel: visual, kind: tick }], tested: { people: 5, strengths: 3 }
  """

/// An input that declares a rising intensity, with the factor at the end of its range.
private func input(factor: Double) -> String {
  """
  {"height": {"Range": [0, 1], "Default": 0,
    "HapticIntensity": {"Course": "rising", "Factor": [[0, 1], [1, \(factor)]]}}}
  """
}

/// A binding of the pattern x with a sound.
private func sounding(_ file: String) -> String {
  """
  app: { hapticsToggle: true }
  bindings:
    - { id: one, cause: userAction, event: swoosh, pattern: x,
        companions: [{ channel: audio, file: \(file) }] }
  """
}

/// Three bindings with three sounds.
private let three = """
  app: { hapticsToggle: true }
  bindings:
    - { id: a, cause: userAction, pattern: a, companions: [{ channel: audio, file: a.wav }] }
    - { id: b, cause: userAction, pattern: b, companions: [{ channel: audio, file: b.wav }] }
    - { id: c, cause: userAction, pattern: c, companions: [{ channel: audio, file: c.wav }] }
  """

/// Very short sounds, from dull to bright.
private let pitches: [String: @Sendable (Double) -> Double] = [
  "a.wav": { exp(-60 * $0) * sin(2 * .pi * 120 * $0) },
  "b.wav": { exp(-60 * $0) * sin(2 * .pi * 600 * $0) },
  "c.wav": { exp(-60 * $0) * sin(2 * .pi * 2_500 * $0) },
]

extension SeededFault {
  static let all: [SeededFault] =
    patterns + bindings + clauses + manifests + sounds + stories + impossible

  private static let patterns: [SeededFault] = [
    .init(
      "L-03", .warning, "two that differ in an imperceptible curve, and two that differ by a tap",
      faulty: .folder([
        ("buzz 2s 0.8/0.3", ["Description": "won"]), ("buzz 2s 0.82/0.3", ["Description": "lost"]),
      ]),
      clean: .folder([
        ("buzz 2s 0.8/0.3", ["Description": "won"]),
        ("buzz 2s 0.8/0.3, rest 200ms, tap 1/0.5", ["Description": "lost"]),
        (
          "(tap 1/0.9 & buzz 2s 0.8/0.3), rest 200ms, 2x(tap 1/0.5, rest 200ms)",
          ["Description": "drawn"]
        ),
      ])),
    .init(
      "L-03", "opposite news that feel the same",
      faulty: .folder([
        ("tap 0.8/0.5, rest 120ms, tap 0.9/0.6", ["Description": "won", "Polarity": "positive"]),
        (
          "tap 0.82/0.5, rest 121ms, tap 0.88/0.6", ["Description": "lost", "Polarity": "negative"]
        ),
      ]),
      clean: .folder([
        ("tap 0.8/0.5, rest 120ms, tap 0.9/0.6", ["Description": "won", "Polarity": "positive"]),
        ("buzz 500ms 0.8/0.1", ["Description": "lost", "Polarity": "negative"]),
      ])),
    .init(
      "L-11", "a pattern tagged as soft that is crisp",
      faulty: .meaning("tap 0.8/0.9", ["Tags": "soft"]),
      clean: .meaning("tap 0.8/0.2", ["Tags": "soft"])),
    .init(
      "L-11", "a pattern tagged as crisp that is soft",
      faulty: .meaning("tap 0.8/0.2, rest 100ms, tap 0.8/0.3", ["Tags": "crisp"]),
      clean: .meaning("tap 0.8/0.2, rest 100ms, tap 0.8/0.8", ["Tags": "crisp"])),
    .init(
      "L-11", "words that contradict each other",
      faulty: .meaning("tap 0.8/0.5", ["Tags": "round, crisp"]),
      clean: .meaning("tap 0.8/0.9", ["Tags": "crisp, precise"])),
    .init(
      "L-16", "a value out of range",
      faulty: .ahap(
        #"{"Event": {"EventType": "HapticTransient", "Time": 0, "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 2}]}}"#
      ),
      clean: .notation("tap 1/0.5")),
    .init(
      "L-16", "a continuous event without a duration",
      faulty: .ahap(#"{"Event": {"EventType": "HapticContinuous", "Time": 0}}"#),
      clean: .notation("buzz 300ms 1/0.5")),
    .init(
      "L-16", "events that add up to more than full scale",
      faulty: .notation("(buzz 1s 1/0.5 & buzz 1s 1/0.5)"),
      clean: .notation("(buzz 1s 0.5/0.5 & buzz 1s 0.5/0.5)")),
    .init(
      "L-17", "an approaching pattern that does not grow",
      faulty: .meaning("buzz 1s 0.5/0.2", ["Tags": "approaching"]),
      clean: .meaning("buzz 1s 0.1..1/0.2", ["Tags": "approaching"])),
    .init(
      "L-17", "an input that is declared as rising but falls",
      faulty: .meaning("tap 0.8/0.2", ["Inputs": input(factor: 0.5)]),
      clean: .meaning("tap 0.8/0.2", ["Inputs": input(factor: 1.2)])),
    .init(
      "P-01", "a pattern that cannot be felt", faulty: .notation("buzz 1s 0.02/0.5"),
      clean: .notation("buzz 1s 0.2/0.5")),
    .init(
      "P-01", .info, "an imperceptible transient among strong transients",
      faulty: .notation("tap 1, rest 200ms, tap 0.02, rest 200ms, tap 1"),
      clean: .notation("tap 1, rest 200ms, tap 0.1, rest 200ms, tap 1")),
    .init(
      "P-01", .info, "an imperceptible vibration between strong vibrations",
      faulty: .notation("tap 1, rest 200ms, buzz 200ms 0.01/0.5, rest 200ms, tap 1"),
      clean: .notation("tap 1, rest 200ms, buzz 200ms 0/0.5, rest 200ms, tap 1")),
    .init(
      "P-02", "a curve with one point",
      faulty: .notation("buzz 1s 1/0.5, curve intensity 0s 0.5"),
      clean: .notation("buzz 1s 1/0.5, curve intensity 0s 0.5 500ms 1")),
    .init(
      "P-03", "a change that nobody notices",
      faulty: .notation("(buzz 1s 1/0.5 & curve intensity 0s 1 1s 0.9)"),
      clean: .notation("(buzz 1s 1/0.5 & curve intensity 0s 1 1s 0.3)")),
    .init(
      "P-04", "a ripple that no actuator follows",
      faulty: .notation(
        "(buzz 1s 1/0.5 & curve intensity 0s 1 5ms 0 10ms 1 15ms 0 20ms 1 25ms 0)"),
      clean: .notation(
        "(buzz 1s 1/0.5 & curve intensity 0s 1 50ms 0 100ms 1 150ms 0 200ms 1 250ms 0)")),
    .init(
      "P-05", "taps that feel like one", faulty: .notation("tap 1, rest 4ms, tap 0.5"),
      clean: .notation("tap 1, rest 60ms, tap 0.5")),
    .init(
      "P-10", "a fade to a third under a control that is reset",
      faulty: .ahap(
        #"""
        {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 0.3}},
        {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0,
          "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 1}, {"Time": 0.3, "ParameterValue": 0.3}]}},
        {"Parameter": {"ParameterID": "HapticIntensityControl", "Time": 0.3, "ParameterValue": 1}}
        """#),
      clean: .notation("buzz 300ms 1..0.3")),
    .init(
      "P-06", "points relative to the pattern",
      faulty: .ahap(
        #"""
        {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 1}},
        {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.6,
          "ParameterCurveControlPoints": [{"Time": 0.6, "ParameterValue": 1}, {"Time": 1, "ParameterValue": 0.2}]}}
        """#),
      clean: .ahap(
        #"""
        {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 1}},
        {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.6,
          "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 1}, {"Time": 0.4, "ParameterValue": 0.2}]}}
        """#)),
  ]

  private static let bindings: [SeededFault] = [
    .init(
      "L-01", "a haptic without a cause",
      faulty: .binding("meaning: result, pattern: notification.success"),
      clean: .binding("\(good), pattern: notification.success")),
    .init(
      "L-01", "a timer", faulty: .binding("cause: timer, pattern: impact.light"),
      clean: .binding("\(good), pattern: notification.success")),
    .init(
      "L-02", "a haptic without a companion",
      faulty: .binding("cause: userAction, pattern: impact.light"),
      clean: .binding("\(good), pattern: notification.success")),
    .init(
      "L-02", "a companion that comes late",
      faulty: .binding(
        "cause: userAction, pattern: impact.light, companions: [{ channel: audio, offset: 0.2 }]"),
      clean: .binding(
        "cause: userAction, pattern: impact.light, companions: [{ channel: audio, offset: 0.01 }]")),
    .init(
      "L-03", "one pattern for a win and a loss",
      faulty: .manifest(
        """
        bindings:
          - { id: lost, cause: gameEvent, event: mission failed, polarity: negative, pattern: x }
          - { id: won, cause: gameEvent, event: level gained, polarity: positive, pattern: x }
        """, ["x": "tap 1/0.5"]),
      clean: .manifest(
        """
        bindings:
          - { id: lost, cause: gameEvent, event: mission failed, polarity: negative, pattern: x }
          - { id: won, cause: gameEvent, event: level gained, polarity: positive, pattern: y }
        """, ["x": "tap 1/0.5", "y": "buzz 300ms 0.3..1/0.8"])),
    .init(
      "L-04", "most interactions vibrate",
      faulty: .manifest(
        """
        bindings:
          - { id: a, cause: userAction, pattern: selection, importance: 2 }
          - { id: b, cause: userAction, pattern: selection, importance: 2 }
          - { id: c, cause: userAction, pattern: selection, importance: 2 }
          - { id: d, cause: userAction, importance: 3 }
        """),
      clean: .manifest(
        """
        bindings:
          - { id: a, cause: userAction, pattern: selection, importance: 3 }
          - { id: b, cause: userAction, importance: 2 }
          - { id: c, cause: userAction, importance: 1 }
          - { id: d, cause: userAction, importance: 1 }
        """)),
    .init(
      "L-05", "decoration",
      faulty: .binding("cause: userAction, meaning: decoration, pattern: impact.light"),
      clean: .binding("\(good), pattern: notification.success")),
    .init(
      "L-06", "too many haptics a minute",
      faulty: .binding("\(good), pattern: notification.success, ratePerMinute: 20"),
      clean: .binding("\(good), pattern: notification.success, ratePerMinute: 2")),
    .init(
      "L-07", "four seconds for a button",
      faulty: .binding("\(good), pattern: x", ["x": "buzz 4s 0.5/0.5"]),
      clean: .binding("\(good), pattern: x", ["x": "buzz 400ms 0.5/0.5"])),
    .init(
      "L-07", "a loop without an end",
      faulty: .binding("\(good), pattern: notification.success, loops: true, stops: false"),
      clean: .binding("\(good), pattern: notification.success, loops: true, stops: true")),
    .init(
      "L-07", "a loop whose end is not declared",
      faulty: .binding("\(good), pattern: notification.success, loops: true"),
      clean: .binding("\(good), pattern: notification.success")),
    .init(
      "L-06", .warning, "one of two haptics is an error and comes half as often",
      faulty: .manifest(
        """
        bindings:
          - { id: a, cause: userAction, meaning: result, pattern: notification.success, ratePerMinute: 6 }
          - { id: b, cause: userAction, meaning: error, pattern: notification.failure, ratePerMinute: 3 }
        """, [:]),
      clean: .manifest(
        """
        bindings:
          - { id: a, cause: userAction, meaning: result, pattern: notification.success, ratePerMinute: 6 }
          - { id: b, cause: userAction, meaning: error, pattern: notification.failure, ratePerMinute: 1 }
        """, [:])),
    .init(
      "L-17", .warning, "the larger of two events is weaker",
      faulty: .manifest(
        """
        bindings:
          - { id: a, cause: gameEvent, pattern: a, magnitude: 1 }
          - { id: b, cause: gameEvent, pattern: b, magnitude: 2 }
        """, ["a": "buzz 1s 1", "b": "buzz 1s 0.3"]),
      clean: .manifest(
        """
        bindings:
          - { id: a, cause: gameEvent, pattern: a, magnitude: 1 }
          - { id: b, cause: gameEvent, pattern: b, magnitude: 2 }
        """, ["a": "buzz 1s 0.3", "b": "buzz 1s 1"])),
    .init(
      "L-07", "a loop that hardly ever rests",
      faulty: .binding(
        "\(good), pattern: x, loops: true, stops: true", ["x": "buzz 600ms 0.5, rest 300ms, tap"]),
      clean: .binding(
        "\(good), pattern: x, loops: true, stops: true", ["x": "buzz 300ms 0.5, rest 600ms, tap"])),
    .init(
      "L-08", "haptics without a switch",
      faulty: .manifest("bindings: [{ id: one, cause: userAction, pattern: selection }]"),
      clean: .binding("cause: userAction, pattern: selection")),
    .init(
      "L-08", "news that only a haptic conveys",
      faulty: .binding("cause: userAction, meaning: error, pattern: notification.failure"),
      clean: .binding("\(good), pattern: notification.success")),
    .init(
      "L-09", "a buzz while the microphone listens",
      faulty: .binding(
        "\(good), pattern: x, situations: [microphone]", ["x": "buzz 400ms 0.8/0.5"]),
      clean: .binding(
        "\(good), pattern: x, situations: [microphone], guarded: [microphone]",
        ["x": "buzz 400ms 0.8/0.5"])),
    .init(
      "L-10", "success for bad news",
      faulty: .binding("cause: userAction, polarity: negative, pattern: notification.success"),
      clean: .binding("\(good), pattern: notification.success")),
    .init(
      "L-10", "selection for a purchase",
      faulty: .binding("cause: userAction, event: buy, pattern: selection"),
      clean: .binding("cause: userAction, event: value passed, pattern: selection")),
    .init(
      "L-12", "nobody has tried it",
      faulty: .binding("cause: userAction, pattern: x", ["x": "tap 1/0.5"]),
      clean: .binding("\(good), pattern: x", ["x": "tap 1/0.5"])),
    .init(
      "L-13", "a preset that is made weaker",
      faulty: .binding("\(good), pattern: notification.success, overrides: [intensity]"),
      clean: .binding("\(good), pattern: notification.success")),
    .init(
      "L-14", "a switch that vibrates automatically",
      faulty: .binding("cause: userAction, control: switch, pattern: selection"),
      clean: .binding("cause: userAction, control: map, pattern: selection")),
    .init(
      "L-14", "two simultaneous haptics with one cause",
      faulty: .manifest(
        """
        bindings:
          - { id: a, cause: userAction, event: drop, pattern: impact.light }
          - { id: b, cause: userAction, event: drop, pattern: selection, delay: 0.01 }
        """),
      clean: .manifest(
        """
        bindings:
          - { id: a, cause: userAction, event: drop, pattern: impact.light }
          - { id: b, cause: userAction, event: scroll, pattern: selection }
        """)),
    .init(
      "L-15", "a custom pattern that imitates a preset",
      faulty: .binding("\(good), pattern: x", ["x": "tap 0.65/0.37"]),
      clean: .binding("\(good), pattern: x", ["x": "buzz 400ms 0.8/0.8"])),
    .init(
      "L-17", "large events that are weak",
      faulty: .manifest(
        """
        bindings:
          - { id: a, cause: gameEvent, pattern: a, magnitude: 1 }
          - { id: b, cause: gameEvent, pattern: b, magnitude: 2 }
          - { id: c, cause: gameEvent, pattern: c, magnitude: 3 }
        """, ["a": "buzz 1s 1", "b": "buzz 1s 0.5", "c": "buzz 1s 0.2"]),
      clean: .manifest(
        """
        bindings:
          - { id: a, cause: gameEvent, pattern: a, magnitude: 1 }
          - { id: b, cause: gameEvent, pattern: b, magnitude: 2 }
          - { id: c, cause: gameEvent, pattern: c, magnitude: 3 }
        """, ["a": "buzz 1s 0.2", "b": "buzz 1s 0.5", "c": "buzz 1s 1"])),
    .init(
      "L-02", "a sound that fades while the haptic grows",
      faulty: .heard(
        sounding("a.wav"), ["x": "buzz 1s 0.1..1/0.4"],
        ["a.wav": { exp(-4 * $0) * sin(2_764 * $0) }]),
      clean: .heard(
        sounding("a.wav"), ["x": "buzz 1s 1..0.05/0.4"],
        ["a.wav": { exp(-4 * $0) * sin(2_764 * $0) }])),
    .init(
      "L-02", "a sound whose impact comes after the haptic",
      faulty: .heard(
        sounding("a.wav"), ["x": "tap 1/0.5, buzz 400ms 0.2/0.4"],
        ["a.wav": { ($0 < 0.45 ? 0.2 : 0.9) * sin(2_764 * $0) }]),
      clean: .heard(
        sounding("a.wav"), ["x": "buzz 400ms 0.2/0.4, tap 1/0.5"],
        ["a.wav": { (0.4...0.45 ~= $0 ? 0.9 : 0.1) * sin(2_764 * $0) }])),
    .init(
      "L-02", "crisp haptics with dull sounds",
      faulty: .heard(three, ["a": "tap 1/0.9", "b": "tap 1/0.5", "c": "tap 1/0.1"], pitches),
      clean: .heard(three, ["a": "tap 1/0.1", "b": "tap 1/0.5", "c": "tap 1/0.9"], pitches)),
    .init(
      "L-08", "news whose only companion is a sound that the switch silences",
      faulty: .manifest(
        """
        app: { hapticsToggle: true }
        audio: { category: ambient }
        bindings:
          - { id: a, cause: userAction, meaning: error, pattern: notification.error,
              companions: [{ channel: audio }] }
        """),
      clean: .manifest(
        """
        app: { hapticsToggle: true }
        audio: { category: playback }
        bindings:
          - { id: a, cause: userAction, meaning: error, pattern: notification.error,
              companions: [{ channel: audio }] }
        """)),
    .init(
      "L-18", "a full-strength haptic without warning",
      faulty: .binding("cause: appLaunch, pattern: x", ["x": "tap 1/0.5"]),
      clean: .binding("cause: userAction, pattern: x", ["x": "tap 1/0.5"])),
  ]

  /// Two bindings of an app, with these lines.
  private static func two(
    _ one: String, _ other: String, app: String = "app",
    _ patterns: [String: String] = ["x": "tap 1/0.5", "y": "buzz 300ms 0.3..1/0.8"]
  ) -> LintSeed {
    .manifest(
      """
      app: { kind: \(app), hapticsToggle: true }
      bindings:
        - { id: a, \(one) }
        - { id: b, \(other) }
      """, patterns)
  }

  private static let clauses: [SeededFault] = [
    .init(
      "L-01", .error, "a delay of 300 ms",
      faulty: .binding("\(good), pattern: notification.success, delay: 0.3"),
      clean: .binding("\(good), pattern: notification.success, delay: 0.03")),
    .init(
      "L-01", .warning, "a delay of 80 ms",
      faulty: .binding("\(good), pattern: notification.success, delay: 0.08"),
      clean: .binding("\(good), pattern: notification.success, delay: 0.05")),
    .init(
      "L-03", .warning, "two patterns for good news",
      faulty: two(
        "event: paid, meaning: result, polarity: positive, pattern: x",
        "event: sent, meaning: result, polarity: positive, pattern: y"),
      clean: two(
        "event: paid, meaning: result, polarity: positive, pattern: x",
        "event: sent, meaning: result, polarity: negative, pattern: y")),
    .init(
      "L-03", .warning, "two patterns for one error",
      faulty: two("meaning: error, pattern: x", "meaning: error, pattern: y"),
      clean: two("meaning: error, pattern: x", "meaning: error, pattern: y", app: "game")),
    .init(
      "L-03", .warning, "buttons of one kind, only some of which vibrate",
      faulty: two("control: star button, pattern: x", "control: Star button"),
      clean: two("control: star button, pattern: x", "control: star button, pattern: x")),
    .init(
      "L-07", .warning, "six buzzes in a row",
      faulty: .binding("\(good), pattern: x", ["x": "4x(buzz 100ms 0.5/0.5, rest 100ms)"]),
      clean: .binding("\(good), pattern: x", ["x": "3x(buzz 100ms 0.5/0.5, rest 100ms)"])),
    .init(
      "L-07", .warning, "a knock and a buzz that alternate",
      faulty: .binding(
        "\(good), pattern: x", ["x": "5x(tap 1/0.5, rest 50ms, buzz 60ms 0.5/0.5, rest 50ms)"]),
      clean: .binding(
        "\(good), pattern: x",
        ["x": "tap 1/0.5, rest 50ms, tap 0.5/0.5, rest 120ms, tap 0.7/0.2, rest 60ms, tap 1/0.5"])),
    .init(
      "L-10", .error, "selection for a purchase that is ordered",
      faulty: .binding("cause: userAction, event: purchase, control: order, pattern: selection"),
      clean: .binding("cause: userAction, event: payload scrolled, pattern: selection")),
    .init(
      "L-10", .error, "selection for a document that was saved by a tapButton",
      faulty: .binding("cause: userAction, event: it was saved, pattern: selection"),
      clean: .binding("cause: userAction, event: reordering the border, pattern: selection")),
    .init(
      "L-10", .error, "selection for a button in camel case",
      faulty: .binding("cause: userAction, control: tapButton, pattern: selection"),
      clean: .binding("cause: userAction, control: colorWheel, pattern: selection")),
    .init(
      "L-14", .warning, "a toggle that vibrates automatically",
      faulty: .binding("cause: userAction, control: toggle, pattern: x", ["x": "tap 1/0.5"]),
      clean: .binding("cause: userAction, control: steering wheel, pattern: x", ["x": "tap 1/0.5"])),
    .init(
      "L-14", .warning, "a date picker that vibrates automatically",
      faulty: .binding("cause: userAction, control: date picker, pattern: x", ["x": "tap 1/0.5"]),
      clean: .binding("cause: userAction, control: picked date, pattern: x", ["x": "tap 1/0.5"])),
    .init(
      "L-14", .warning, "a UIKit class that vibrates automatically",
      faulty: .binding("cause: userAction, control: UIPickerView, pattern: x", ["x": "tap 1/0.5"]),
      clean: .binding("cause: userAction, control: UIScrollView, pattern: x", ["x": "tap 1/0.5"])),
    .init(
      "L-16", .error, "a continuous event of 31 seconds",
      faulty: .notation("buzz 31s 0.5/0.5"), clean: .notation("buzz 29s 0.5/0.5")),
    .init(
      "L-16", .error, "a continuous event whose duration is missing",
      faulty: .ahap(#"{"Event": {"EventType": "HapticContinuous", "Time": 0}}"#),
      clean: .ahap(
        #"{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 1}}"#)),
    .init(
      "L-16", .warning, "a transient with a duration",
      faulty: .ahap(#"{"Event": {"EventType": "HapticTransient", "Time": 0, "EventDuration": 1}}"#),
      clean: .ahap(#"{"Event": {"EventType": "HapticTransient", "Time": 0}}"#)),
    .init(
      "L-18", .warning, "an impact in a game that nobody sees coming",
      faulty: .binding("cause: gameEvent, pattern: x", app: "kind: game", ["x": "tap 1/0.5"]),
      clean: .binding(
        "cause: gameEvent, meaning: collision, pattern: x", app: "kind: game", ["x": "tap 1/0.5"])),
    .init(
      "L-18", .warning, "an unprompted result at full strength",
      faulty: .binding("cause: systemEvent, meaning: result, pattern: x", ["x": "tap 1/0.5"]),
      clean: .binding("cause: systemEvent, meaning: warning, pattern: notification.warning")),
    .init(
      "P-03", .info, "two vibrations that feel like one",
      faulty: .notation("buzz 1s 1/0.5, buzz 1s 0.95/0.5"),
      clean: .notation("buzz 1s 1/0.5, buzz 1s 0.6/0.5")),
    .init(
      "P-03", .info, "a change of sharpness between two vibrations that nobody notices",
      faulty: .notation("buzz 1s 1/0.5, buzz 1s 1/0.52"),
      clean: .notation(
        "buzz 200ms 1/0.5, buzz 200ms 0.8/0.5, buzz 200ms 0.65/0.5, buzz 200ms 0.5/0.5")),
    .init(
      "P-10", .warning, "two vibrations without a gap",
      faulty: .ahap(
        #"""
        {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 0.3}},
        {"Event": {"EventType": "HapticContinuous", "Time": 0.3, "EventDuration": 0.3}}
        """#),
      clean: .ahap(
        #"""
        {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 0.295}},
        {"Event": {"EventType": "HapticContinuous", "Time": 0.3, "EventDuration": 0.3}}
        """#)),
    .init(
      "P-11", .warning, "a decay of an event that is sustained by default",
      faulty: .notation("buzz 300ms 0.7/0.5 decay 0.3"),
      clean: .notation("buzz 300ms 0.7/0.5 decay 0.3 sustained 0")),
    .init(
      "P-11", .warning, "a decay of a sustained tone",
      faulty: .ahap(
        #"""
        {"Event": {"EventType": "AudioContinuous", "Time": 0, "EventDuration": 0.3,
          "EventParameters": [{"ParameterID": "DecayTime", "ParameterValue": 0.3},
            {"ParameterID": "Sustained", "ParameterValue": 1}]}}
        """#),
      clean: .ahap(
        #"""
        {"Event": {"EventType": "AudioContinuous", "Time": 0, "EventDuration": 0.3,
          "EventParameters": [{"ParameterID": "DecayTime", "ParameterValue": 0},
            {"ParameterID": "Sustained", "ParameterValue": 1}]}}
        """#)),
    .init(
      "P-10", .warning, "a release that is hardly longer than the shortest",
      faulty: .ahap(
        #"""
        {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 0.3,
          "EventParameters": [{"ParameterID": "ReleaseTime", "ParameterValue": 0.0001}]}},
        {"Event": {"EventType": "HapticContinuous", "Time": 0.3, "EventDuration": 0.3}}
        """#),
      clean: .ahap(
        #"""
        {"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 0.3,
          "EventParameters": [{"ParameterID": "ReleaseTime", "ParameterValue": 0.3}]}},
        {"Event": {"EventType": "HapticContinuous", "Time": 0.3, "EventDuration": 0.3}}
        """#)),
    .init(
      "P-04", .warning, "fifty buzzes of 5 ms",
      faulty: .notation("50x(buzz 5ms 1/0.5, rest 5ms)"),
      clean: .notation("10x(buzz 50ms 1/0.5, rest 50ms)")),
    .init(
      "P-04", .warning, "a ripple of sharpness",
      faulty: .notation(
        "(buzz 1s 1/0.5 & curve sharpness 0s 0.5 5ms -0.5 10ms 0.5 15ms -0.5 20ms 0.5 25ms -0.5)"),
      clean: .notation(
        "(buzz 1s 1/0.5 & curve sharpness 0s 0.5 50ms -0.5 100ms 0.5 150ms -0.5 200ms 0.5)")),
    .init(
      "L-26", .warning, "an Ogg file named .wav",
      faulty: .headed("fake.wav", SoundFacts(seconds: 0.5, encoding: .other, container: .other)),
      clean: .headed("real.wav", SoundFacts(seconds: 0.5, encoding: .linearPCM, container: .wave))),
    .init(
      "L-26", .warning, "an interrupted copy",
      faulty: .headed(
        "cut.wav",
        SoundFacts(
          seconds: 0.5, encoding: .linearPCM, container: .wave, missingByteCount: 1_000)),
      clean: .headed("real.wav", SoundFacts(seconds: 0.5, encoding: .linearPCM, container: .wave))),
  ]

  private static let manifests: [SeededFault] = [
    .init(
      "L-19", "a custom volume slider", faulty: .audio("ownVolumeSlider: true"),
      clean: .audio("ownVolumeSlider: false")),
    .init(
      "L-20", "decoration that stops music",
      faulty: .audio("role: nonessential, category: soloAmbient, background: true"),
      clean: .audio("role: nonessential, category: ambient")),
    .init(
      "L-20", "a player that the switch silences",
      faulty: .audio("role: essential, category: ambient"),
      clean: .audio("role: essential, category: playback, background: true")),
    .init(
      "L-24", "next that does something else",
      faulty: .manifest("remote: { nextTrack: likes the song }"),
      clean: .manifest("remote: { nextTrack: nextTrack, seekForward: ignored }")),
    .init(
      "L-27", "a live photo of which only a part is played",
      faulty: .app("composites: { photo: true }"),
      clean: .app("composites: { photo: false }")),
    .init(
      "L-28", "the same news twice", faulty: .manifest("notices: [saved, saved]"),
      clean: .manifest("notices: [saved, sent]")),
    .init(
      "L-29", "a setting that does not belong to the app",
      faulty: .app("writesSettings: [vibrateWithSound]"), clean: .app("writesSettings: []")),
    .init(
      "L-31", "speech without a caption",
      faulty: .manifest("sounds: [{ file: hello.wav, use: speech }]"),
      clean: .manifest("sounds: [{ file: hello.wav, use: speech, caption: Hello }]")),
    .init(
      "L-32", "an output that cannot be chosen", faulty: .audio("allowsReroute: false"),
      clean: .audio("allowsReroute: false, rerouteReason: measures this room")),
    .init(
      "L-33", "a sound that is declared as requested",
      faulty: .manifest("sounds: [{ file: a.wav, explicit: true, cause: timer }]"),
      clean: .manifest("sounds: [{ file: a.wav, explicit: true, cause: userAction }]")),
    .init(
      "L-34", "voice chat that starts automatically",
      faulty: .app("voiceChat: { toggle: true, startsByItself: true }"),
      clean: .app("voiceChat: { toggle: true, startsByItself: false }")),
  ]

  private static let ding: LintSeed = .sound(
    "ding.wav", { 0.4 * exp(-3 * $0) * sin(2 * .pi * 880 * $0) }, seconds: 0.5)

  private static let sounds: [SeededFault] = [
    .init(
      "L-26", "half a minute", faulty: .sound("x.wav", tone(440, 0.2), seconds: 31), clean: ding),
    .init(
      "L-26", "silence at the beginning",
      faulty: .sound("x.wav", { $0 < 0.2 ? 0 : 0.3 * sin(2_764 * $0) }, seconds: 0.6), clean: ding),
    .init(
      "L-26", "a clipped sound",
      faulty: .sound("x.wav", { max(-1, min(1, 3 * sin(2_764 * $0))) }, seconds: 0.5), clean: ding),
    .init(
      "L-26", "too quiet", faulty: .sound("x.wav", tone(440, 0.005), seconds: 0.5), clean: ding),
    .init(
      "L-26", "a DC offset", faulty: .sound("x.wav", { 0.2 + 0.2 * sin(2_764 * $0) }, seconds: 0.5),
      clean: ding),
    .init(
      "L-26", "a format that is not played", faulty: .sound("x.ogg", tone(440, 0.2), seconds: 0.5),
      clean: ding),
    .init(
      "L-26", "two sounds that sound alike",
      faulty: .sounds(
        { 0.4 * exp(-3 * $0) * sin(2 * .pi * 880 * $0) },
        { 0.35 * exp(-3.1 * $0) * sin(2 * .pi * 890 * $0) }),
      clean: .sounds(
        { 0.4 * exp(-3 * $0) * sin(2 * .pi * 880 * $0) },
        { 0.4 * (1 - exp(-3 * $0)) * sin(2 * .pi * (300 + 3_000 * $0) * $0) })),
    .init(
      "L-26", "a sound in faint noise, and one played backward",
      faulty: .sounds(
        { 0.4 * exp(-6 * $0) * sin(2 * .pi * 700 * $0) },
        { 0.4 * exp(-6 * $0) * sin(2 * .pi * 700 * $0) + 0.01 * sin(1e6 * $0 * $0) }),
      clean: .sounds(
        { 0.4 * exp(-6 * $0) * sin(2 * .pi * 700 * $0) },
        { 0.4 * exp(-6 * (0.5 - $0)) * sin(2 * .pi * 700 * $0) })),
    .init(
      "L-26", "a sound that is weaker and slightly later",
      faulty: .sounds(
        { 0.4 * exp(-3 * $0) * sin(2 * .pi * 880 * $0) },
        { $0 < 0.0045 ? 0 : 0.2 * exp(-3 * ($0 - 0.0045)) * sin(2 * .pi * 880 * ($0 - 0.0045)) }),
      clean: .sounds(Self.melody([440, 554, 659, 880]), Self.melody([880, 659, 554, 440]))),
  ]

  /// Notes of a fifth of a second each.
  private static func melody(_ notes: [Double]) -> @Sendable (Double) -> Double {
    { time in
      let note = min(Int(time / 0.2), notes.count - 1)
      return 0.4 * exp(-6 * (time - 0.2 * Double(note))) * sin(2 * .pi * notes[note] * time)
    }
  }
}
