public import AudioSession

/// The result of a run under changed settings, compared with the run under the original settings.
public enum SweepOutcome<Failure: Sendable>: Sendable {
  /// The same events happen.
  case unchanged
  /// Other events happen, and every expectation holds.
  case changed
  /// An expectation fails.
  case failed(Failure)
  /// The changed settings contradict others, so the test cannot run.
  case notApplicable
}

/// A search for the assumptions that a test depends on: the answers to open questions, and the iOS versions, that make
/// the test fail.
///
/// A sweep does not run anything itself. It proposes changes, first one at a time and then, if requested, two
/// at a time, and collects the outcomes. It can therefore be used with any test that can run under given settings:
///
/// ```swift
/// var sweep = PolicySweep<String>()
/// while let changes = sweep.trial {
///   var policy = AudioPolicy.standard
///   var system = OSVersion.standard
///   for change in changes { change.apply(to: &policy, &system) }
///   sweep.record(await runTest(policy, system) ? .unchanged : .failed("the radio plays on"))
/// }
/// for finding in sweep.findings { print(finding.changes, finding.failure) }
/// ```
///
/// Source: `Documentation/Scenarios.md`, Sweeping.
public struct PolicySweep<Failure: Sendable>: Sendable {
  /// A dependency: changes under which an expectation fails.
  public struct Finding: Sendable {
    /// The change, or two changes that fail only together.
    public let changes: [PolicyVariation]
    /// The failed expectation.
    public let failure: Failure
  }

  /// The single changes that the sweep tries.
  public let variations: [PolicyVariation]
  /// The questions that are not swept because they are already decided.
  public let decided: Set<PolicyOption>
  /// The dependencies, in the order in which they were tried.
  public private(set) var findings: [Finding] = []
  /// The single changes that change the behavior without failing an expectation.
  public private(set) var harmless: [PolicyVariation] = []
  /// The single changes that contradict other settings.
  public private(set) var notApplicable: [PolicyVariation] = []
  /// The number of pairs that were tried.
  public private(set) var triedPairs = 0
  /// The number of pairs that were not tried because there are more than `mostPairs` pairs.
  public private(set) var omittedPairs = 0

  private let mostPairs: Int
  private var unchanged: [PolicyVariation] = []
  private var trials: ArraySlice<[PolicyVariation]>

  /// Creates a sweep in which nothing has been tried.
  ///
  /// - Parameters:
  ///   - policy: The test's own policy; questions that it answers differently from the default are not swept.
  ///   - decided: Further questions that are not swept.
  ///   - system: The test's own iOS version; nil if the test decides the version, which is then not swept.
  ///   - mostPairs: The maximum number of pairs of changes to try; 0 for single changes only.
  public init(
    policy: AudioPolicy = .standard, decided: Set<PolicyOption> = [],
    system: OSVersion? = .standard, mostPairs: Int = 0
  ) {
    let answers = PolicyVariation.answers(in: policy, except: decided)
    let versions = system.map(PolicyVariation.versions) ?? []
    variations = answers + versions
    self.decided = Set(PolicyOption.all).subtracting(answers.compactMap(\.question))
    self.mostPairs = max(0, mostPairs)
    trials = variations.map { [$0] }[...]
  }

  /// The single changes tried so far that do not contradict other settings.
  private var applicable: [PolicyVariation] {
    let contradicting = Set(notApplicable)
    return variations.filter { !contradicting.contains($0) }
  }

  /// The number of questions for which another answer is tried.
  ///
  /// Questions that are already decided are omitted. So are questions whose other answers all contradict other
  /// settings.
  public var questionCount: Int { Set(applicable.compactMap(\.question)).count }

  /// The number of iOS versions under which the test runs, including the original version; 1 if the test decides the
  /// version.
  public var versionCount: Int { applicable.count { $0.question == nil } + 1 }

  /// The number of questions and versions in words, such as `all 76 questions and 10 versions` or
  /// `every answer to the 75 questions that were tried; 1 question is pinned`.
  ///
  /// The versions are omitted if the test decides the version. Questions are pinned if they are in `decided`.
  public var extent: String {
    func tried(_ count: Int, _ noun: String) -> String {
      count == 1 ? "the 1 \(noun) that was tried" : "the \(count) \(noun)s that were tried"
    }
    let (count, versions) = (questionCount, OSVersion.allCases.count)
    var text =
      count == PolicyOption.all.count
      ? "all \(count) questions" : "every answer to \(tried(count, "question"))"
    if versionCount > 1 {
      text += " and "
      text += versionCount == versions ? "\(versions) versions" : tried(versionCount, "version")
    }
    if decided.isEmpty { return text }
    return text
      + (decided.count == 1 ? "; 1 question is pinned" : "; \(decided.count) questions are pinned")
  }

  /// The dependencies on single changes, grouped by setting, in the order in which they were tried.
  public var findingsBySetting: [[Finding]] {
    var settings: [[Finding]] = []
    for finding in findings where finding.changes.count == 1 {
      if settings.last?.first?.changes[0].subject == finding.changes[0].subject {
        settings[settings.count - 1].append(finding)
      } else {
        settings.append([finding])
      }
    }
    return settings
  }

  /// The changes to try next; nil if all have been tried.
  public var trial: [PolicyVariation]? { trials.first }

  /// Records the outcome of `trial` and advances to the next trial.
  ///
  /// - Parameter outcome: The outcome of a run under the changes of `trial`.
  /// - Precondition: `trial` is not nil.
  public mutating func record(_ outcome: SweepOutcome<Failure>) {
    let changes = trials.removeFirst()
    if case .failed(let failure) = outcome {
      findings.append(Finding(changes: changes, failure: failure))
    }
    guard changes.count == 1 else {
      triedPairs += 1
      return
    }
    switch outcome {
    case .unchanged: unchanged += changes
    case .changed: harmless += changes
    case .notApplicable: notApplicable += changes
    case .failed: break
    }
    if trials.isEmpty { addPairs() }
  }

  /// Tries all changes.
  ///
  /// - Parameter run: Runs the test under the given changes.
  /// - Throws: Any error that `run` throws.
  public mutating func tryAll<Problem: Error>(
    _ run: ([PolicyVariation]) throws(Problem) -> SweepOutcome<Failure>
  ) throws(Problem) {
    while let changes = trial { record(try run(changes)) }
  }

  /// Adds the pairs of changes to different settings that do not fail alone, up to `mostPairs`.
  ///
  /// Pairs of two changes that each affect the behavior come first. Pairs of two changes without an effect come last:
  /// our choice, because they are the least likely to interact.
  private mutating func addPairs() {
    guard mostPairs > 0 else { return }
    let pairs =
      Self.pairs(in: harmless)
      + harmless.flatMap { change in unchanged.map { [change, $0] } }
      + Self.pairs(in: unchanged)
    let possible = pairs.filter { $0[0].subject != $0[1].subject }
    omittedPairs = max(0, possible.count - mostPairs)
    trials = possible.prefix(mostPairs)
  }

  private static func pairs(in changes: [PolicyVariation]) -> [[PolicyVariation]] {
    changes.indices.flatMap { first in
      changes[(first + 1)...].map { [changes[first], $0] }
    }
  }
}
