internal import TextFormats

/// A scenario that was stopped at a time and can be resumed.
///
/// A snapshot stores only the scenario's text and the time. To resume, the scenario is run again silently up to that
/// time. This gives the same state, because a run depends only on the scenario. The snapshot's file consists of a
/// header of comments and the scenario itself, so that it can be read, run and edited like any other scenario.
public struct ScenarioSnapshot: Hashable, Sendable {
  /// The time until which the scenario was run, in seconds; all steps at that time have happened.
  public var time: Double
  /// The number of the scenario in its file, counted from 1.
  public var number: Int
  /// The folder with the files that the scenario names.
  public var folder: String
  /// The bytes of the scenario's file.
  public var text: [UInt8]
  /// Whether System Haptics were off, regardless of the scenario.
  public var isHapticsOff: Bool

  /// Creates a snapshot.
  public init(
    time: Double, number: Int, folder: String, text: [UInt8], isHapticsOff: Bool = false
  ) {
    self.time = time
    self.number = number
    self.folder = folder
    self.text = text
    self.isHapticsOff = isHapticsOff
  }

  private static let head = "# haptic snapshot 1"

  /// The contents of the file.
  public var bytes: [UInt8] {
    // The folder comes last, because it may contain any character except a newline.
    let haptics = isHapticsOff ? ", haptics off" : ""
    return Array(
      "\(Self.head)\n# until \(time), scenario \(number)\(haptics), in \(folder)\n".utf8) + text
  }

  /// Reads the snapshot in `bytes`, without validating the scenario.
  ///
  /// - Throws: `ScenarioErrors` if the header is missing or damaged.
  public init(_ bytes: [UInt8]) throws(ScenarioErrors) {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, String(decoding: lines[0], as: UTF8.self) == Self.head else {
      throw ScenarioErrors([
        ScenarioProblem(
          .start, .syntax,
          "this is not a snapshot; `haptic session run --until T --snapshot FILE` writes one")
      ])
    }
    let words = String(decoding: lines[1], as: UTF8.self)
      .split(separator: " ", maxSplits: 8, omittingEmptySubsequences: false).map(String.init)
    let isHapticsOff = words.dropFirst(5).prefix(2) == ["haptics", "off,"]
    let folder = words.dropFirst(isHapticsOff ? 7 : 5)
    guard folder.count > 1, folder.first == "in", words[1] == "until", words[3] == "scenario",
      let time = Double(words[2].dropLast()), (0...ScenarioReader.longest).contains(time),
      let number = Int(words[4].dropLast()), number > 0
    else {
      throw Self.damaged("it should read `# until 5.0, scenario 1, in FOLDER`")
    }
    self.init(
      time: time, number: number, folder: folder.dropFirst().joined(separator: " "),
      text: Array(lines[2]), isHapticsOff: isHapticsOff)
  }

  /// Checks that `number` refers to one of `scenarios`, which are all scenarios in the file.
  ///
  /// - Throws: `ScenarioErrors` if `number` is too high.
  public func check(_ scenarios: [Scenario]) throws(ScenarioErrors) {
    if number <= scenarios.count { return }
    throw Self.damaged(
      "it refers to scenario \(number), but there \(scenarios.count == 1 ? "is" : "are") only "
        + "\(scenarios.count)")
  }

  private static func damaged(_ reason: String) -> ScenarioErrors {
    ScenarioErrors([
      ScenarioProblem(
        SourceLocation(line: 2, column: 1), .syntax,
        "the header of the snapshot is damaged; \(reason)")
    ])
  }
}

/// The part of a run that is reported.
///
/// The steps before the part are also run, but not reported.
public struct ScenarioPart: Hashable, Sendable {
  /// The time at which the part begins, in seconds; nil for the beginning.
  public var start: Double?
  /// The time at which the part ends, in seconds; nil for the end.
  public var end: Double?

  /// Creates a part; by default the whole run.
  public init(from start: Double? = nil, until end: Double? = nil) {
    self.start = start
    self.end = end
  }

  /// Runs `run` from its beginning to the end of the part.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - began: called when the part begins, so that recorders can start.
  ///   - ended: called when the part has ended, to render the audio after it. Haptics that begin during this call are
  ///     in the report.
  /// - Returns: the result of the part alone.
  /// - Throws: any error that `ended` throws.
  public func take(
    _ run: ScenarioRun, _ began: () -> Void = {}, ended: () throws -> Void = {}
  ) throws -> ScenarioReport {
    // Warnings from the beginning belong to the part if it starts there.
    var before = ScenarioReport(trace: [], failures: [], advice: [], expectations: 0)
    if let start {
      run.run(until: start)
      before = run.report
    }
    began()
    if let end { run.run(until: end) } else { run.run() }
    try ended()
    let whole = run.report
    return ScenarioReport(
      trace: Array(whole.trace.dropFirst(before.trace.count)),
      failures: Array(whole.failures.dropFirst(before.failures.count)),
      advice: Array(whole.advice.dropFirst(before.advice.count)),
      expectations: whole.expectations - before.expectations)
  }
}
