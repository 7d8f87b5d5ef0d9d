import AudioSession
import AudioSessionAnalysis
import PhoneSimulator
import TextFormats

/// The findings of a sweep as a JSON object.
struct SweepJSON: Encodable {
  /// A changed setting, as it is written in a scenario.
  private struct Change: Encodable {
    let setting: String
    let answer: String
    /// The question behind the setting, its default, and the evidence; nil if the setting is the iOS version.
    let question: String?
    let `default`: String?
    let defaultGrade: String?
    /// The grade of the strongest source for a non-default answer; nil without such a source.
    let otherGrade: String?

    init(_ change: PolicyVariation) {
      setting = change.key
      answer = change.answer
      question = change.question?.question
      `default` = change.question?.standard
      defaultGrade = change.question?.evidence.grade.meaning
      otherGrade = change.question?.evidence.contradictingGrade?.meaning
    }
  }

  private struct Failure: Encodable {
    let line: Int
    let column: Int
    let time: Double
    let message: String
    let found: JSONValue?
    let expected: JSONValue?

    init(_ failure: ScenarioFailure) {
      (line, column) = (failure.place.line, failure.place.column)
      (time, message) = (failure.time, failure.message)
      switch failure.reason {
      case .fact(_, of: _, let found, let expected):
        (self.found, self.expected) = (JSONValue(found), JSONValue(expected))
      case .call(let expected, let found):
        self.found = .text(found?.fourCharacters ?? "success")
        self.expected = .text(expected?.fourCharacters ?? "success")
      case .impossible, .endlessReactions, .invariant, .disagreement, .severalInFront,
        .manyCategories, .includesOldEvents, .microphoneMutedOnPhone:
        (found, expected) = (nil, nil)
      }
    }
  }

  private struct Difference: Encodable {
    let time: Double
    /// The trace lines with their times; nil if the trace has ended.
    let own: String?
    let other: String?

    init(_ difference: TraceDifference) {
      time = difference.time
      own = difference.own.map(SweepText.line)
      other = difference.other.map(SweepText.line)
    }
  }

  private struct Finding: Encodable {
    let changes: [Change]
    let failure: Failure
    let difference: Difference?
  }

  private struct Pairs: Encodable {
    let tried: Int
    let omitted: Int
  }

  private let file: String
  private let scenario: String
  private let line: Int
  private let holds: Bool
  private let questions: Int
  private let versions: Int
  private let decided: [String]
  private let failures: [Failure]
  private let findings: [Finding]
  private let harmless: [Change]
  private let notApplicable: [Change]
  private let pairs: Pairs

  /// Creates the object for the sweep of a scenario in `file`.
  init(_ sweep: ScenarioSweep, of file: String) {
    let all = sweep.sweep
    self.file = file
    scenario = sweep.scenario
    line = sweep.place.line
    holds = sweep.holds
    questions = all.questionCount
    versions = all.versionCount
    decided = sweep.decidedKeys
    failures = sweep.report.failures.map(Failure.init)
    findings = all.findings.map { finding in
      Finding(
        changes: finding.changes.map(Change.init), failure: Failure(finding.failure.failure),
        difference: finding.failure.difference.map(Difference.init))
    }
    harmless = all.harmless.map(Change.init)
    notApplicable = all.notApplicable.map(Change.init)
    pairs = Pairs(tried: all.triedPairs, omitted: all.omittedPairs)
  }

  /// Returns the object on one line, including the line end.
  ///
  /// - Throws: `EncodingError` if a number is not finite.
  func text() throws -> String { try JSONEncoding.text(self, isOneLine: true) + "\n" }
}

extension JSONValue {
  /// Creates the found or expected value of a fact.
  fileprivate init(_ value: FactValue) {
    self =
      switch value {
      case .truth(let truth): .boolean(truth)
      case .number(let number): .number(number)
      case .word(let word): .text(word)
      case .words(let words), .lines(let words): .array(words.map { .text($0) })
      case .numbers(let numbers): .object(numbers.mapValues { .number($0) })
      case .truths(let truths): .object(truths.mapValues { .boolean($0) })
      }
  }
}
