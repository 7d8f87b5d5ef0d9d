public import ArgumentParser
public import AudioSession
import AudioSessionAnalysis

/// `haptic session`.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Simulate a phone's audio sessions, calls and routes.",
    discussion: """
      A scenario is a YAML file. It describes a phone and its apps, the events that happen, and \
      the expectations that must then hold.

      Examples:
        haptic session new call.yaml
        haptic session run call-over-music.yaml
        haptic session render call-over-music.yaml -o heard.wav
        haptic session chart call-over-music.yaml
        haptic session sweep call-over-music.yaml
        haptic session live
        haptic session table categories
        haptic session explain call-over-music.yaml --at 6
      """,
    groupedSubcommands: [
      CommandGroup(
        name: "Make", subcommands: [SessionNewCommand.self, SessionRecommendCommand.self]),
      CommandGroup(
        name: "Hear",
        subcommands: [
          SessionPlayCommand.self, SessionRenderCommand.self, SessionLiveCommand.self,
        ]),
      CommandGroup(
        name: "Judge",
        subcommands: [
          SessionRunCommand.self, SessionChartCommand.self, SessionExplainCommand.self,
          SessionSweepCommand.self, SessionFuzzCommand.self, SessionCoverageCommand.self,
        ]),
      CommandGroup(
        name: "Rules",
        subcommands: [
          SessionTableCommand.self, SessionPolicyCommand.self, SessionEvidenceCommand.self,
          SessionCheckCommand.self,
        ]),
    ])
}

// Types of the values of options.
extension SystemRelease: ExpressibleByArgument {
  /// Creates a release that an iOS version covers, such as 17.4.
  public init?(argument: String) {
    guard let release = SystemRelease(argument), OSVersion(covering: release) != nil else {
      return nil
    }
    self = release
  }
}
extension ExplainedQuestion: ExpressibleByArgument {}

/// The policy and the iOS version that a command uses.
struct SystemOptions: ParsableArguments {
  @Option(
    help: .init(
      "The version of iOS, from 7 on. A version without its own behavior, such as 18, behaves like "
        + "the version before it.", valueName: "version"))
  var os = OSVersion.standard.release

  @Option(
    name: .customLong("policy"),
    help: .init(
      "A policy option and its value; `haptic session policy` lists them.",
      valueName: "option=value"))
  var answers: [String] = []

  /// Returns the policy with the given options.
  func policy() throws(Failure) -> AudioPolicy {
    var policy = AudioPolicy.standard
    for answer in answers {
      let parts = answer.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Failure(.usage, "--policy \(answer): write OPTION=VALUE, such as duckGain=0.3")
      }
      do throws(PolicyError) {
        try policy.set(parts[0], to: parts[1])
      } catch {
        throw Failure(.usage, "--policy \(answer): \(error)")
      }
    }
    return policy
  }

  /// Returns the names of the tables, which are the same for every iOS version.
  static func standardTableNames() throws -> [String] {
    try Phone(PhoneSetup(apps: [])).policyTables.map(\.name)
  }

  /// Returns a phone without apps, for its tables.
  func phone() throws(Failure) -> Phone {
    var setup = PhoneSetup(apps: [])
    setup.release = os
    setup.policy = try policy()
    do throws(SetupError) {
      return try Phone(setup)
    } catch {
      throw Failure(error)
    }
  }
}

/// A category with its mode and options, written as one word: `playback`, `playback+duckOthers`,
/// `playback/spokenAudio`, `playAndRecord/voiceChat+mixWithOthers`.
struct ConfigurationArgument {
  let configuration: SessionConfiguration

  /// Parses the word.
  ///
  /// - Throws: a usage `Failure` that suggests the nearest valid word.
  init(_ word: String) throws(Failure) {
    var parts = word.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    let head = parts.removeFirst()
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = head.first ?? ""
    guard let category = SessionCategory(named: name) else {
      throw Failure.unknown("category", name, among: SessionCategory.allCases.map { "\($0)" })
    }
    var configuration = SessionConfiguration(category)
    if head.count > 1 {
      guard let mode = SessionMode(named: head[1]) else {
        throw Failure.unknown("mode", head[1], among: SessionMode.allCases.map(\.name))
      }
      configuration.mode = mode
    }
    for name in parts {
      guard let option = CategoryOptions(named: name) else {
        throw Failure.unknown("option", name, among: CategoryOptions.named.map(\.name))
      }
      configuration.options.formUnion(option)
    }
    self.configuration = configuration
  }

  /// Returns `configuration` as one word.
  static func text(_ configuration: SessionConfiguration) -> String {
    let mode = configuration.mode == .default ? "" : "/\(configuration.mode.name)"
    // An option whose bits include another option implies that option.
    let names = CategoryOptions.named.filter { _, option in
      configuration.options.isSuperset(of: option)
        && !CategoryOptions.named.contains {
          $0.option != option && $0.option.isSuperset(of: option)
            && configuration.options.isSuperset(of: $0.option)
        }
    }
    return ([configuration.category.name + mode] + names.map(\.name)).joined(separator: "+")
  }
}
