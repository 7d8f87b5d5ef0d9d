import ArgumentParser
import AudioSession
import AudioSessionAnalysis
import PhoneSimulator
import TextFormats

/// `haptic session check`.
struct SessionCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Search every state of a phone with few apps and devices for broken invariants.",
    discussion: """
      A configuration is a category, optionally with a mode and options: playback, \
      playback/spokenAudio, playAndRecord+mixWithOthers. States from which an interruption can \
      never end are only counted, because they are also possible on a real phone. The extent of the \
      search, and everything it omits, is listed below the result.

      Examples:
        haptic session check
        haptic session check --apps 2 --scope siri,alarm
        haptic session check --apps 3 --configurations playback,ambient --scope none

      Exit status: 0 if every invariant holds in every state; 1 if one is broken, or if the search \
      stopped at its limit.
      """)

  @Option(help: .init("The number of apps: 1, 2 or 3.", valueName: "n"))
  var apps = 1

  @Option(
    help: .init(
      "The configurations that apps switch between; by default ten, or three if there are three apps.",
      valueName: "a,b,c"))
  var configurations: String?

  @Option(
    help: .init(
      "The system events to include: all, none, or \(Self.scopeNames). The default is a selection "
        + "that can be searched within seconds.", valueName: "a,b,c"))
  var scope: String?

  @Option(help: .init("The maximum number of states to search.", valueName: "states"))
  var limit = 20_000_000

  @OptionGroup var system: SystemOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  private static let scopeNames = SearchScope.named.map(\.name).joined(separator: ", ")

  func validate() throws {
    if !(1...3).contains(apps) { throw ValidationError("--apps is \(apps); it must be 1, 2 or 3.") }
    if limit < 1 { throw ValidationError("--limit is \(limit); it must be at least 1.") }
  }

  func run() throws {
    try SystemCall.checkThreads()
    let world = try world()
    TerminationSignals.cleanUpFiles()
    let report: SearchReport
    do {
      report = try SessionSearch.run(world) { known, done in
        StandardError.showProgress("\(known.counted("state")), \(known - done) to do")
      }
    } catch {
      throw Failure(.usage, "\(error)")
    }
    StandardError.showProgress("")
    let result = SearchResult(report, of: world, names: Self.names)
    try StandardOutput.offer {
      if json { try JSONOutput.write(result) } else { try StandardOutput.write(result.text) }
    }
    if !report.violations.isEmpty || report.isIncomplete { throw Failure(.checkFailed) }
  }

  private static let names = ["first", "second", "third"]

  private func world() throws(Failure) -> SearchWorld {
    let scope = try self.scope.map { words throws(Failure) in try Self.scope(words) }
    var configurations = apps < 3 ? SearchWorld.tenConfigurations : Self.reduced
    if let words = self.configurations {
      configurations = []
      for word in words.split(separator: ",") {
        configurations.append(try ConfigurationArgument(String(word)).configuration)
      }
      for configuration in configurations {
        let verdict = try system.phone().verdict(on: configuration)
        guard let error = verdict.error else { continue }
        throw Failure(
          .usage,
          "--configurations: setCategory refuses one of them with \(error.label): \(verdict.reason)"
        )
      }
      if configurations.isEmpty { throw Failure(.usage, "--configurations is empty") }
      // The process default is always included, whether or not it is named.
      let count = Set(configurations + [.processDefault]).count
      if count > SearchWorld.maximumConfigurations {
        throw Failure(
          .usage,
          "--configurations: there are \(count), including the process default, soloAmbient; at most "
            + "\(SearchWorld.maximumConfigurations) can be searched at a time")
      }
    }
    var world = SearchWorld(
      apps: apps, configurations: configurations, scope: scope ?? standardScope,
      system: OSVersion(covering: system.os) ?? .standard, policy: try system.policy())
    world.stateLimit = limit
    return world
  }

  /// The default scope, which can be searched within seconds.
  private var standardScope: SearchScope {
    switch apps {
    case 1: .systemHolders
    case 2: .calls
    default: []
    }
  }

  /// The configurations for three apps.
  ///
  /// Only the last configuration mixes with other apps.
  private static let reduced = [
    SessionConfiguration(.soloAmbient), SessionConfiguration(.playback),
    SessionConfiguration(.playback, options: .mixWithOthers),
  ]

  private static func scope(_ words: String) throws(Failure) -> SearchScope {
    var scope = SearchScope()
    for word in words.split(separator: ",") where word != "none" {
      if word == "all" { return .all }
      guard let found = SearchScope.named.first(where: { $0.name == word }) else {
        throw Failure.unknown(
          "scope", String(word), among: ["all", "none"] + SearchScope.named.map(\.name))
      }
      scope.formUnion(found.scope)
    }
    return scope
  }
}

/// The result of a search, for people and programs.
private struct SearchResult: Encodable {
  struct Broken: Encodable {
    let invariant: String
    let statement: String
    let steps: [String]
  }

  struct Stuck: Encodable {
    let app: String
    let states: Int
    let steps: [String]?
  }

  struct Checked: Encodable {
    let invariant: String
    let statement: String
    let coverage: String
  }

  let apps: Int
  let os: String
  let configurations: [String]
  let scope: [String]
  let scopeLeftOut: [String]
  let invariants: [Checked]
  let neverSearched: [String]
  let states: Int
  let transitions: Int
  let isComplete: Bool
  let violations: [Broken]
  let withoutEnd: [Stuck]

  init(_ report: SearchReport, of world: SearchWorld, names: [String]) {
    let extent = world.extent
    apps = world.apps
    os = world.system.rawValue
    configurations = extent.configurations.map(ConfigurationArgument.text)
    scope = extent.groups
    scopeLeftOut = extent.groupsLeftOut
    invariants = extent.invariants.map {
      Checked(
        invariant: $0.invariant.rawValue, statement: $0.invariant.statement,
        coverage: $0.coverage.rawValue)
    }
    neverSearched = extent.neverSearched
    let words = EventWords(names: names)
    states = report.states
    transitions = report.transitions
    isComplete = !report.isIncomplete
    violations = report.violations.map { violation in
      Broken(
        invariant: violation.invariant.rawValue, statement: violation.invariant.statement,
        steps: violation.path.map(words.words))
    }
    var examples = report.stuckExamples[...]
    withoutEnd = zip(names, report.stuckStates).map { name, count in
      let example = count > 0 ? examples.popFirst() : nil
      return Stuck(app: name, states: count, steps: example?.map(words.words))
    }
  }

  var text: String { found + covered }

  private var found: String {
    var text = "\(states) states, \(transitions) transitions, "
    text += "\(violations.count.counted("violation"))\n"
    if !isComplete { text += "the search stopped at its limit; not all states were visited\n" }
    for broken in violations {
      text += "\(broken.invariant) is broken: \(broken.statement)\n" + Self.list(broken.steps)
    }
    for stuck in withoutEnd where stuck.states > 0 {
      text +=
        "in \(stuck.states.counted("state")) the \(stuck.app) app can never receive an end notification"
      text += stuck.steps.map { ", for example after\n" + Self.list($0) } ?? "\n"
    }
    return text
  }

  /// The extent and the omissions of the search.
  private var covered: String {
    let everywhere = codes(.everywhere)
    let sampled = codes(.every64th)
    let vacuous = codes(.vacuous)
    var rows = [
      [
        "searched:", "\(apps.counted("app")), iOS \(os), \(configurations.joined(separator: ", "))",
      ],
      ["events:", (["calls by apps and their lifecycle"] + scope).joined(separator: ", ")],
      ["invariants:", "in every state and on every step \(everywhere)"],
    ]
    if !sampled.isEmpty { rows.append(["", "on steps from every 64th state \(sampled)"]) }
    if !vacuous.isEmpty { rows.append(["", "nothing here could break \(vacuous)"]) }
    rows.append(["", "(--json states each invariant in words)"])
    rows.append(["left out:", "events: " + list(scopeLeftOut)])
    rows += neverSearched.map { ["", $0] }
    return TextTable.text(rows)
  }

  private func list(_ groups: [String]) -> String {
    groups.isEmpty ? "none" : groups.joined(separator: ", ")
  }

  private func codes(_ coverage: SearchExtent.Coverage) -> String {
    invariants.filter { $0.coverage == coverage.rawValue }.map(\.invariant)
      .joined(separator: " ")
  }

  private static func list(_ steps: [String]) -> String {
    steps.map { "  \($0)\n" }.joined()
  }
}
