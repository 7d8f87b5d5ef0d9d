public import ArgumentParser
public import AudioSession
import AudioSessionAnalysis

// An option may be one of these.
extension OSVersion: ExpressibleByArgument {}
extension ExplainedQuestion: ExpressibleByArgument {}

/// The policy and the version that a command works with.
struct SystemOptions: ParsableArguments {
  @Option(
    help: .init("The version of iOS: 7, 8, 10, 14.5, 16, 17, 26 or 27.", valueName: "version"))
  var os = OSVersion.standard

  @Option(
    name: .customLong("policy"),
    help: .init(
      "A knob and its answer; `haptic session policy` lists them.", valueName: "knob=answer"))
  var answers: [String] = []

  /// The policy with the answers that were given.
  func policy() throws(Failure) -> AudioPolicy {
    var policy = AudioPolicy.standard
    for answer in answers {
      let parts = answer.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Failure(.usage, "--policy \(answer): write KNOB=ANSWER, such as duckGain=0.3")
      }
      do throws(PolicyError) {
        try policy.set(parts[0], to: parts[1])
      } catch {
        throw Failure(.usage, "--policy \(answer): \(error)")
      }
    }
    return policy
  }

  /// The names of the tables, which are the same on every version.
  static func standardTableNames() throws -> [String] {
    try Phone(PhoneSetup(apps: [])).policyTables.map(\.name)
  }

  /// A phone without apps, for its tables.
  func phone() throws(Failure) -> Phone {
    var setup = PhoneSetup(apps: [])
    setup.system = os
    setup.policy = try policy()
    do throws(SetupError) {
      return try Phone(setup)
    } catch {
      throw Failure(error)
    }
  }
}
