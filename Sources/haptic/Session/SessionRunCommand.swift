import ArgumentParser
import AudioOutput
import Drawing
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TextFormats

/// `haptic session run`.
struct SessionRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenarios, trace what happens and check expectations.",
    discussion: """
      The clock is virtual: an hour takes no time. With --fuzz, random steps are inserted; \
      expectations are then not checked, but the invariants of every state are. With --render, \
      what is heard goes to a sound file: each app's sound, ducked, muted and mixed as the policy \
      says, with its haptics; rendering ends a second after the last step, in which what that began \
      goes on.

      Examples:
        haptic session run call-over-music.yaml
        haptic session run call-over-music.yaml --render heard.wav --stems apps
        haptic session run call-over-music.yaml --chart call.png
        haptic session run --quiet scenarios/*.yaml
        haptic session run --json alarm.yaml | jq -r 'select(.kind == "event") | .text'
        haptic session run --fuzz 1000 --seed 7 call-over-music.yaml

      Exit status: 0 if every expectation was met; 1 if one was not; 65 if a file is not a valid \
      scenario; 66 if a file cannot be read.
      """)

  @Argument(
    help: "The scenarios; - for standard input.", completion: .file(extensions: ["yaml", "yml"]))
  var files: [String] = []

  @Flag(help: "Print one JSON object per line: t, app, kind, text, scenario.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only failed expectations.")
  var quiet = false

  @Option(
    parsing: .unconditional,
    help: .init("The number of random steps to insert into each scenario.", valueName: "n"))
  var fuzz: Int?

  @Option(
    parsing: .unconditional,
    help: .init(
      "The seed of the random steps: the same seed gives the same steps. (default: 1)",
      valueName: "s"))
  var seed: UInt64?

  @Option(
    help: .init(
      "Write what is heard to a sound file, such as heard.wav or heard.flac; one scenario only.",
      valueName: "file"), completion: .file())
  var render: String?

  @Option(
    help: .init(
      "Write what each app alone sounds like to NAME.wav in this folder, and the phone's own sounds to "
        + "system.wav; together they are what --render writes, but for what is clamped.",
      valueName: "folder"),
    completion: .directory)
  var stems: String?

  @Option(
    help: """
      What --render and --stems write: the haptic bus added to both audio channels; the haptic bus \
      on one channel; the audio bus on two.
      """)
  var bus: BusChoice?

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @Option(
    parsing: .unconditional,
    help: .init(
      "Run only the scenario of this number in each file, counted from 1.", valueName: "number"))
  var scenario: Int?

  @Option(
    parsing: .unconditional,
    help: .init("Stop at this time, after all that happens then.", valueName: "t"))
  var until: Double?

  @Option(
    help: .init(
      "Write where --until stopped to a file; --from-snapshot goes on there.", valueName: "file"),
    completion: .file())
  var snapshot: String?

  @Option(
    help: .init(
      "Go on from a snapshot: the same trace and samples as never having stopped.",
      valueName: "file"), completion: .file())
  var fromSnapshot: String?

  @Option(
    help: .init(
      "off: run the scenario with System Haptics off, and say what else differs.",
      valueName: "on|off"))
  var haptics = HapticsChoice.on

  @Flag(help: "Run in real time, heard on a sound device; events happen by the device's clock.")
  var play = false

  @OptionGroup(title: "Options of --play") var device: DeviceOptions

  @Flag(
    help: """
      Print a chart instead of the trace, or after it with --play: a lane for each app and interruptor, with marks for \
      haptics, notifications and changes of route. With a name that ends in .svg or .png among the \
      files, draw it to that file, for paper.
      """)
  var chart = false

  /// The files that a chart is drawn to: no scenario is called so.
  private var pictures: [String] {
    chart ? files.filter { $0.hasSuffix(".svg") || $0.hasSuffix(".png") } : []
  }

  /// The files of scenarios.
  private var scenarioFiles: [String] { files.filter { !pictures.contains($0) } }

  /// Whether something is listened to.
  private var isHeard: Bool { play || render != nil || stems != nil }

  /// Whether there can be one scenario only.
  private var isOne: Bool { isHeard || !pictures.isEmpty || snapshot != nil }

  func validate() throws {
    if fuzz != nil && isHeard {
      throw ValidationError("--fuzz is not heard; leave out --render, --stems and --play.")
    }
    if fuzz != nil && chart { throw ValidationError("--fuzz has no chart; leave out --chart.") }
    if pictures.count > 1 { throw ValidationError("--chart draws to one file.") }
    if scenarioFiles.isEmpty, fromSnapshot == nil {
      throw ValidationError(
        files.isEmpty ? "Missing expected argument '<files> ...'" : "Give a scenario, too.")
    }
    if fromSnapshot != nil, !scenarioFiles.isEmpty || scenario != nil {
      throw ValidationError("--from-snapshot has its scenario; leave out the files and --scenario.")
    }
    try validateFiles()
    if let until, !(0...ScenarioReader.longest).contains(until) {
      throw ValidationError(
        "--until is \(until.brief); it must be a time in seconds, from 0 to "
          + "\(ScenarioReader.longest.brief).")
    }
    if play || fuzz != nil, until != nil || fromSnapshot != nil || haptics == .off {
      throw ValidationError(
        "--play and --fuzz take whole scenarios as they are; leave out --until, --from-snapshot and "
          + "--haptics.")
    }
    if json && chart && pictures.isEmpty {
      throw ValidationError("--json and --chart exclude each other.")
    }
    if play && (render != nil || stems != nil) {
      throw ValidationError("--play and --render exclude each other; run the scenario twice.")
    }
    if bus != nil && render == nil && stems == nil {
      throw ValidationError("--bus needs --render or --stems.")
    }
    if profile != nil && !isHeard {
      throw ValidationError("--profile needs --render, --stems or --play.")
    }
    if isOne && scenarioFiles.count > 1 {
      throw ValidationError(
        "--render, --stems, --play, --snapshot and --chart FILE take one scenario file.")
    }
    if let scenario, scenario < 1 {
      throw ValidationError("--scenario is \(scenario); it must be 1 or more.")
    }
    if let fuzz, !(1...ScenarioFuzz.mostSteps).contains(fuzz) {
      throw ValidationError("--fuzz is \(fuzz); it must be from 1 to \(ScenarioFuzz.mostSteps).")
    }
    if seed != nil, fuzz == nil { throw ValidationError("--seed needs --fuzz.") }
    if !play { try device.requireAbsence(without: "--play") }
  }

  /// Refuses names of files that nothing can be written to.
  private func validateFiles() throws {
    if snapshot != nil, until == nil {
      throw ValidationError("--snapshot needs --until, the time at which the scenario stops.")
    }
    if snapshot == "-" {
      throw ValidationError("Standard output is for the trace; give --snapshot a file name.")
    }
    if let render {
      do throws(OutputError) {
        _ = try SoundFileFormat.named(by: render, encoding: nil)
      } catch {
        throw ValidationError(error.description)
      }
    }
    if stems == "-" { throw ValidationError("--stems writes several files; give it a folder.") }
    // What has neither of these endings, and is no file that exists, is the name of a chart.
    let isScenario = { (name: String) in name.hasSuffix(".yaml") || name.hasSuffix(".yml") }
    if chart, pictures.isEmpty, scenarioFiles.count > 1,
      let name = scenarioFiles.first(where: { !isScenario($0) && SystemCall.mode(at: $0) == nil })
    {
      throw ValidationError(
        "\(name.printable): --chart draws to a file whose name ends in .svg or .png.")
    }
  }

  func run() throws {
    var results = RunResults()
    for name in fromSnapshot.map({ [$0] }) ?? scenarioFiles {
      do throws(Failure) {
        let file = try ScenarioFile(name, isSnapshot: fromSnapshot != nil)
        if let until, let start = file.snapshot?.time, until < start {
          throw Failure(
            .usage, "--until is \(until.brief), before the snapshot's \(start.brief) s")
        }
        let scenarios = try chosen(of: file)
        try refuseOverwriting(file, scenarios)
        for scenario in scenarios { try run(scenario, of: file, &results) }
        if let snapshot {
          try save(file, to: snapshot)
          noteEnd(of: scenarios)
        }
      } catch {
        guard error.status == .noInput || error.status == .invalidInput else { throw error }
        if !error.message.isEmpty { StandardError.print(error.message) }
        results.note(error.status)
      }
    }
    StandardError.print(results.summary)
    if let status = results.status { throw Failure(status) }
  }

  /// Refuses to write over anything that is read, and two results to one file.
  private func refuseOverwriting(
    _ file: ScenarioFile, _ scenarios: [Scenario]
  ) throws(Failure) {
    var outputs = [("--render", render), ("--snapshot", snapshot), ("--chart", pictures.first)]
      .compactMap { option, path in path.map { (option: option, path: $0) } }
    if let stems {
      outputs += scenarios.flatMap { ScenarioRender.stems(of: $0, in: stems) }.map {
        (option: "--stems", path: $0.path)
      }
    }
    var owners: [String: String] = [:]
    for (option, path) in outputs where path != "-" {
      // A device can be written to any number of times.
      if SystemCall.isFile(path) {
        // A snapshot may take the place of the one that it goes on from.
        if option != "--snapshot" || file.snapshot == nil {
          try SystemCall.refuseSameFile(path, as: file.name == "-" ? "/dev/stdin" : file.name)
        }
        for input in file.inputs { try SystemCall.refuseSameFile(path, as: input) }
      } else if SystemCall.mode(at: path) != nil {
        continue
      }
      let other = owners.updateValue(option, forKey: SystemCall.destination(of: path))
      // Apps whose files have the same name are found by the stems, which name the apps.
      guard let other, other != option else { continue }
      throw Failure(
        .usage,
        "\(path.printable): \(other) and \(option) would both write this file; give one of them "
          + "another name")
    }
  }

  /// The scenarios of a file that are run.
  private func chosen(of file: ScenarioFile) throws(Failure) -> [Scenario] {
    let all = file.scenarios
    if let scenario = file.snapshot?.number ?? scenario {
      guard all.indices.contains(scenario - 1) else {
        throw Failure(
          .usage,
          "--scenario \(scenario): \(file.name.printable) has \(all.count.counted("scenario"))")
      }
      return [all[scenario - 1]]
    }
    if isOne && all.count > 1 {
      throw Failure(
        .usage,
        "\(file.name.printable) has \(all.count.counted("scenario")); choose one with --scenario")
    }
    return all
  }

  private func run(
    _ scenario: Scenario, of file: ScenarioFile, _ results: inout RunResults
  ) throws(Failure) {
    var printer = TracePrinter(scenario, isJSON: json)
    // Instead of a chart in text, or before it where things are heard at their time.
    let isTraced = !quiet && (play || !(chart && pictures.isEmpty))
    let (report, chart) = try report(scenario, from: file.snapshot?.time) { trace throws(Failure) in
      if isTraced { try printer.print(trace) }
    }
    if isTraced { try printer.finish(report.trace) }
    if let chart, let picture = pictures.first {
      try draw(chart.drawing(title: scenario.name), to: picture)
    }
    if let chart, pictures.isEmpty { try print(chart, title: scenario.name) }
    for advice in report.advice { StandardError.print("\(file.name):\(advice.advice)".printable) }
    let failures = report.failures.map { "\(file.name):\($0)".printable + "\n" }.joined()
    if json {
      StandardError.print(failures: failures)
    } else {
      try StandardOutput.offer { () throws(Failure) in try StandardOutput.write(failures) }
    }
    let part = ScenarioPart(from: file.snapshot?.time, until: until)
    let isOtherwise = haptics == .off ? try differs(scenario, part) : false
    results.add(report, isFailed: isOtherwise || !report.failures.isEmpty)
  }

  /// Prints a chart in text.
  private func print(_ chart: SessionChart, title: String) throws(Failure) {
    let text = DrawingCanvas.text(
      chart.drawing(title: title), columns: max(40, StandardOutput.columns))
    try StandardOutput.offer { () throws(Failure) in try StandardOutput.write(text) }
  }

  /// Draws for paper, to an SVG or PNG file.
  private func draw(_ drawing: Drawing, to file: String) throws(Failure) {
    let page = Page(drawing).onPaper
    do {
      let bytes = try file.hasSuffix(".png") ? page.png() : Array(page.svg.utf8)
      TerminationSignals.cleanUpFiles()
      try PendingFile.write(bytes, to: file, existing: .isReplaced)
    } catch let error as DrawingError {
      throw Failure(.systemError, error.description)
    } catch {
      throw Failure(error)
    }
  }

  /// What came of a scenario, and its chart if that is asked for; with --play, `show` gets the trace
  /// whenever time has passed.
  private func report(
    _ scenario: Scenario, from start: Double?, _ show: ([TraceEntry]) throws(Failure) -> Void
  ) throws(Failure) -> (ScenarioReport, SessionChart?) {
    do {
      if let fuzz {
        return (try ScenarioFuzz(scenario, steps: fuzz, seed: seed ?? 1).run(), nil)
      }
      var drawn: SessionChart?
      let shown = haptics == .off ? scenario.withoutHaptics : scenario
      let part = ScenarioPart(from: start, until: until)
      let prepare = { (run: ScenarioRun) in
        guard chart else { return }
        let chart = SessionChart(run.phone, patterns: shown.patterns)
        run.runtime.add(chart)
        drawn = chart
      }
      return (try run(shown, part, prepare, show), drawn)
    } catch {
      throw Failure(error)
    }
  }

  /// Runs a scenario in the way that is asked for.
  private func run(
    _ scenario: Scenario, _ part: ScenarioPart, _ prepare: (ScenarioRun) -> Void,
    _ show: ([TraceEntry]) throws(Failure) -> Void
  ) throws -> ScenarioReport {
    if play {
      // As `haptic play` does for loudspeakers.
      let profile = try profile?.load() ?? (device.channels == nil ? .audible : .wideband)
      do {
        return try ScenarioPlay(options: device, profile: profile).run(scenario, prepare, show)
      } catch let error as OutputError {
        throw DeviceAlternatives.failure(error, playing: scenarioFiles.first)
      }
    }
    if isHeard {
      let profile = try ProfileArgument.load(profile)
      return try ScenarioRender(
        path: render, stems: stems, bus: bus ?? .mix, profile: profile, part: part
      ).run(scenario, prepare)
    }
    let run = try ScenarioRun(scenario, checks: .all)
    prepare(run)
    return try part.take(run)
  }

  /// Runs both sides, listens to them, and says what else differs.
  ///
  /// - Returns: whether anything does.
  /// - Throws: `Failure` for a phone that cannot be set up, or heard.
  private func differs(_ scenario: Scenario, _ part: ScenarioPart) throws(Failure) -> Bool {
    let comparison: HapticsComparison
    do {
      let decoder = SoundFileDecoder()
      let audio = PhoneAudioConfiguration(
        sounds: try scenario.sounds(decodedBy: decoder), soundDecoder: decoder)
      comparison = HapticsComparison(
        try ScenarioSide(scenario, part, audio: audio),
        try ScenarioSide(scenario.withoutHaptics, part, audio: audio))
    } catch {
      throw Failure(error)
    }
    let leftOut = scenario.hapticExpectations
    let note = leftOut == 0 ? "" : "; \(leftOut.counted("expectation")) about haptics left out"
    guard !comparison.isClean else {
      StandardError.print(
        "haptics off: \(comparison.haptics.counted("haptic")) not played, and nothing else differs "
          + "in the trace, the sounds and the final state\(note)")
      return false
    }
    let text = TraceText(coloured: false)
    let lines =
      comparison.onlyFirst.map {
        "  only with haptics: \($0.time.brief) s  \(text.lineText($0, 0))"
      }
      + comparison.onlySecond.map { "  only without: \($0.time.brief) s  \(text.lineText($0, 0))" }
      + comparison.sounds.sorted { $0.key < $1.key }.map {
        "  \($0.key.printable) sounds otherwise from \($0.value.brief) s on"
      } + comparison.states.map { "  \($0.printable) is otherwise at the end" }
    StandardError.print(
      "haptics off: \(lines.count.counted("thing")) besides haptics "
        + "\(lines.count == 1 ? "differs" : "differ")\(note)\n" + lines.joined(separator: "\n"))
    return true
  }

  /// Says so where nothing is left to go on with.
  private func noteEnd(of scenarios: [Scenario]) {
    guard let last = scenarios.last?.steps.last?.time, let until, until > last else { return }
    StandardError.print(
      "--until \(until.brief) is after the last step, at \(last.brief) s: no step is left for "
        + "--from-snapshot")
  }

  /// Saves where the scenario of `file` was stopped.
  private func save(_ file: ScenarioFile, to path: String) throws(Failure) {
    let snapshot = ScenarioSnapshot(
      time: until ?? 0, number: file.snapshot?.number ?? scenario ?? 1, folder: file.folder,
      text: file.snapshot?.text ?? file.bytes)
    do {
      TerminationSignals.cleanUpFiles()
      try PendingFile.write(snapshot.bytes, to: path, existing: .isReplaced)
    } catch {
      throw Failure(error)
    }
  }
}

/// Whether System Haptics are as the scenario says, or off.
enum HapticsChoice: String, CaseIterable, ExpressibleByArgument {
  case on
  case off
}

/// The totals of all scenarios.
private struct RunResults {
  private var scenarios = 0
  private var expectations = 0
  private var failed = 0
  private var invalid = 0
  private var unreadable = 0

  mutating func add(_ report: ScenarioReport, isFailed: Bool) {
    scenarios += 1
    expectations += report.expectations
    if isFailed { failed += 1 }
  }

  mutating func note(_ status: ExitStatus) {
    if status == .noInput { unreadable += 1 } else { invalid += 1 }
  }

  var status: ExitStatus? {
    if invalid > 0 { return .invalidInput }
    if unreadable > 0 { return .noInput }
    return failed > 0 ? .checkFailed : nil
  }

  var summary: String {
    var text = "\(scenarios.counted("scenario")), \(expectations.counted("expectation")), "
    text += failed > 0 ? "\(failed.counted("scenario")) failed" : "all as expected"
    if scenarios == 0 { text = "no scenario was run" }
    if invalid > 0 { text += ", \(invalid.counted("file")) not valid" }
    if unreadable > 0 { text += ", \(unreadable.counted("file")) not readable" }
    return text
  }
}

extension StandardError {
  /// Prints the failures, because standard output is for JSON.
  fileprivate static func print(failures: String) {
    if !failures.isEmpty { print(String(failures.dropLast())) }
  }
}
