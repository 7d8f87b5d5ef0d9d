internal import AudioSession
internal import AudioSessionAnalysis
internal import AudioSessionTesting
public import Testing

/// Fails a test that depends on an assumption about iOS, and names the assumption.
///
///     @Test(.phone(.iOS26, backgroundModes: .audio), .sweep) @MainActor
///     func `a call pauses the radio`() throws { … }
///
/// The trait `phone` runs the test. If the test passes, it runs once more under every other answer to every
/// question that Apple leaves open, and under every other version of iOS, one change at a time and each time on a
/// new phone. The issues of these runs are not recorded. For each question that makes the test fail, the trait
/// records one issue with the question, its default, the evidence, and the first issue under each answer. It records
/// one issue for the versions in the same way. It also attaches this report as `sweep.txt`.
///
/// Answers in the policy of `phone` that are not defaults are regarded as decisions and are not varied. The same
/// applies to a version other than `OSVersion.standard`. For a test that is known to depend on a default, write
/// `.sweep(allowing: "refusalAfterCall")`.
///
/// A sweep runs the test several hundred times.
///
/// - Thread: the test's.
public struct SweepTrait: TestTrait {
  /// The key that scenarios and sweep reports use for the version.
  private static let version = "os"

  /// The keys of the settings that are not varied.
  let allowed: [String]

  /// Checks that the test has a phone that can be varied, and that the allowed settings exist.
  ///
  /// - Parameter test: the test.
  /// - Throws: `SweepTraitError`.
  public func prepare(for test: Test) async throws {
    guard test.traits.contains(where: { $0 is PhoneTrait }) else { throw SweepTraitError.noPhone }
    for key in allowed where key != Self.version && PolicyOption(key: key) == nil {
      throw SweepTraitError.unknownSetting(key)
    }
  }

  /// Returns a sweep for a test that runs with this policy under this version.
  func sweep(_ policy: AudioPolicy, _ system: OSVersion) -> PolicySweep<Issue> {
    PolicySweep(
      policy: policy, decided: Set(allowed.compactMap { PolicyOption(key: $0) }),
      system: system == .standard && !allowed.contains(Self.version) ? system : nil)
  }
}

extension Trait where Self == SweepTrait {
  /// Repeats the test under other answers and versions, and fails the test if it depends on one of them.
  public static var sweep: SweepTrait { SweepTrait(allowed: []) }

  /// Repeats the test under other answers and versions, except for settings on which the test may depend.
  ///
  /// - Parameter settings: the settings that are not varied, as the report of `sweep` names them: keys of
  ///   questions, such as `refusalAfterCall`, and `os` for the version of iOS.
  /// - Returns: the trait.
  public static func sweep(allowing settings: String...) -> SweepTrait {
    SweepTrait(allowed: settings)
  }
}

/// A reason why a test cannot be swept.
public enum SweepTraitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The test does not have the trait `phone`.
  case noPhone
  /// `allowing` names a setting that does not exist.
  case unknownSetting(String)

  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .noPhone:
      "`.sweep` varies the phone of the trait `.phone(…)`; also give the test that trait"
    case .unknownSetting(let key):
      "`.sweep(allowing:)` does not know the setting '\(key)'; give the key of a question that "
        + "`haptic session policy` lists, or os for the version of iOS"
    }
  }
}

extension PhoneTrait {
  /// Runs a test, which has passed, under every other answer and version.
  ///
  /// Records an issue for each setting on which the test depends.
  ///
  /// - Throws: `CancellationError`.
  func sweep(
    _ test: Test, _ testCase: Test.Case?, by trait: SweepTrait,
    _ function: @Sendable () async throws -> Void
  ) async throws {
    var sweep = trait.sweep(policy, system)
    while let changes = sweep.trial {
      let outcome = await outcome(of: changes, test, testCase, function)
      try Task.checkCancellation()
      sweep.record(outcome)
    }
    let dependencies = sweep.findingsBySetting.map { findings in
      (words: Self.words(for: findings), place: findings.first?.failure.sourceLocation)
    }
    for dependency in dependencies {
      Issue.record(
        Comment(rawValue: dependency.words),
        sourceLocation: dependency.place ?? test.sourceLocation)
    }
    let report =
      dependencies.isEmpty
      ? "holds under \(sweep.extent)" : dependencies.map(\.words).joined(separator: "\n\n")
    attach(report + "\n", "sweep.txt", test.sourceLocation)
  }

  private func outcome(
    of changes: [PolicyVariation], _ test: Test, _ testCase: Test.Case?,
    _ function: @Sendable () async throws -> Void
  ) async -> SweepOutcome<Issue> {
    var (policy, system) = (policy, system)
    for change in changes { change.apply(to: &policy, &system) }
    return await TestRunCoverage.$isPaused.withValue(true) {
      // The phone's setup may be invalid under the changed policy or version.
      guard let phone = try? makePhone(system, policy) else { return .notApplicable }
      let issues = NoticedIssues()
      await phone.runAsCurrent {
        await issues.silence(test, testCase) {
          try await function()
          await phone.settle()
        }
      }
      return issues.first.map { .failed($0) } ?? .unchanged
    }
  }

  /// The setting with its evidence, and the first issue under each of its values.
  private static func words(for findings: [PolicySweep<Issue>.Finding]) -> String {
    let statement = findings[0].changes[0].subject.statement
    let answers = findings.map { finding in
      let place = finding.failure.sourceLocation.map { "\($0.fileName):\($0.line): " } ?? ""
      return "\(finding.changes[0].answer): \(place)\(finding.failure)"
    }
    return "depends on " + (statement + answers).joined(separator: "\n")
  }
}
