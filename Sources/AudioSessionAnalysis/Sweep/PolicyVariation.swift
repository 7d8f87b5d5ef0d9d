public import AudioSession

/// One change to a phone's settings: another answer to an open question, or another iOS version.
///
/// The variations come from the rows of `PolicyOption` and the cases of `OSVersion`.
public struct PolicyVariation: Hashable, Sendable {
  /// The setting that a variation changes.
  public enum Subject: Hashable, Sendable {
    /// The answer to an open question.
    case question(PolicyOption)
    /// The version of iOS.
    case version
  }

  private enum Change: Hashable, Sendable {
    case answer(PolicyOption, String)
    case version(OSVersion)
  }

  private let change: Change

  /// The setting that the variation changes.
  public var subject: Subject {
    switch change {
    case .answer(let option, _): .question(option)
    case .version: .version
    }
  }

  /// The question whose answer the variation changes; nil for the version.
  public var question: PolicyOption? {
    switch subject {
    case .question(let option): option
    case .version: nil
    }
  }

  /// The key of the setting in a scenario: the option's key, or `os`.
  public var key: String {
    switch change {
    case .answer(let option, _): option.key
    case .version: "os"
    }
  }

  /// The new value of the setting, as it is written in a scenario.
  public var answer: String {
    switch change {
    case .answer(_, let answer): answer
    case .version(let version): version.rawValue
    }
  }

  /// Changes the setting in a policy, or the version.
  ///
  /// - Parameters:
  ///   - policy: The policy; a variation of the version does not change the policy.
  ///   - system: The version; a variation of an answer does not change the version.
  public func apply(to policy: inout AudioPolicy, _ system: inout OSVersion) {
    switch change {
    case .version(let version): system = version
    case .answer(let option, let answer):
      do throws(PolicyError) {
        try option.set(&policy, to: answer)
      } catch {
        preconditionFailure("a variation must have an answer that its option allows: \(error)")
      }
    }
  }

  /// Changes the setting in a phone's setup.
  ///
  /// A variation of an answer does not change the OS release.
  public func apply(to setup: inout PhoneSetup) {
    var system = setup.system
    apply(to: &setup.policy, &system)
    // Setting the version would also reset the release, which may be a later release of the same version.
    if system != setup.system { setup.system = system }
  }

  /// The other answers to the questions that `policy` leaves at their defaults.
  ///
  /// A question that `policy` answers differently from its default is regarded as decided by the author of the
  /// policy. A number is tried at half and at twice its default, within its range. Our choice: an expectation
  /// that depends on the number fails at one of the two values, and neither value is degenerate, unlike a gain of 0.
  ///
  /// - Parameters:
  ///   - policy: The policy that is varied.
  ///   - decided: Further questions to omit, in addition to the questions that `policy` decides.
  /// - Returns: The variations in the order of `PolicyOption.all`, grouped by question.
  public static func answers(
    in policy: AudioPolicy = .standard, except decided: Set<PolicyOption> = []
  ) -> [PolicyVariation] {
    PolicyOption.all.filter { !decided.contains($0) && $0.text(in: policy) == $0.standard }
      .flatMap { option in otherAnswers(to: option).map { Self(change: .answer(option, $0)) } }
  }

  /// The iOS versions that differ in behavior, except `system`, oldest first.
  public static func versions(except system: OSVersion) -> [PolicyVariation] {
    OSVersion.allCases.filter { $0 != system }.map { Self(change: .version($0)) }
  }

  private static func otherAnswers(to option: PolicyOption) -> [String] {
    switch option.values {
    case .answers(let answers): return answers.filter { $0 != option.standard }
    case .number(let range, _):
      guard let standard = Double(option.standard) else { return [] }
      return [0.5, 2].map { min(max(standard * $0, range.lowerBound), range.upperBound) }
        .filter { $0 != standard }.map { "\($0)" }
    }
  }
}

extension PolicyVariation.Subject {
  /// The setting in words: the question with its default and evidence on a second line, or the version.
  public var statement: [String] {
    switch self {
    case .question(let option):
      [
        "\(option.key): \(option.question)",
        "default \(option.standard): \(option.evidence.grade.meaning); other answers: "
          + (option.evidence.contradictingGrade?.meaning ?? "no source"),
      ]
    case .version: ["os: the version of iOS"]
    }
  }
}

extension PolicyVariation: CustomStringConvertible {
  /// The setting as it is written in a scenario, such as `claimRelease: ownEnd` or `os: 17`.
  public var description: String { "\(key): \(answer)" }
}
