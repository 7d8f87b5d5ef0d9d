import AudioSession
import AudioSessionAnalysis
import PhoneSimulator

/// The findings about one setting or one pair of changes.
struct SweepDependency {
  /// The setting or the changes that a scenario depends on.
  enum Subjects {
    /// The answer to a question; nil for the iOS version.
    case one(PolicyOption?)
    /// A description of two simultaneous changes.
    case pair(String)
  }

  /// Answers with the same consequence.
  struct Group {
    /// The answers, such as `refused, done`; nil for a pair, whose description contains them.
    var answers: String?
    let consequence: ScenarioDependency
  }

  let subjects: Subjects
  fileprivate(set) var groups: [Group]

  /// The changes of each group, such as `claimRelease: ownEnd`, with their consequence.
  var changes: [(words: String, consequence: ScenarioDependency)] {
    groups.map { group in
      switch subjects {
      case .one(let question):
        ("\(question?.key ?? "os"): \(group.answers ?? "")", group.consequence)
      case .pair(let words): (words, group.consequence)
      }
    }
  }
}

extension ScenarioSweep {
  /// The keys of the settings that are not swept.
  var decidedKeys: [String] {
    PolicyOption.all.filter(sweep.decided.contains).map(\.key) + (decidesVersion ? ["os"] : [])
  }

  /// The findings by setting.
  ///
  /// Answers that have the same consequence are grouped.
  var dependencies: [SweepDependency] {
    var all: [SweepDependency] = []
    var last: PolicyVariation.Subject?
    for finding in sweep.findings {
      guard finding.changes.count == 1, let change = finding.changes.first else {
        let words = finding.changes.map(\.description).joined(separator: " with ")
        let group = SweepDependency.Group(answers: nil, consequence: finding.failure)
        all.append(SweepDependency(subjects: .pair(words), groups: [group]))
        continue
      }
      if change.subject != last {
        all.append(SweepDependency(subjects: .one(change.question), groups: []))
        last = change.subject
      }
      all[all.count - 1].add(change.answer, finding.failure)
    }
    return all
  }
}

extension SweepDependency {
  fileprivate mutating func add(_ answer: String, _ consequence: ScenarioDependency) {
    if let place = groups.firstIndex(where: { $0.consequence == consequence }) {
      groups[place].answers = groups[place].answers.map { "\($0), \(answer)" }
    } else {
      groups.append(Group(answers: answer, consequence: consequence))
    }
  }
}
