internal import AudioSession
internal import Realtime

/// Collects the steps of phones, so that `PhoneCoverage` can determine which parts they exercise.
///
/// The log keeps only a few steps. When it has `mostKept` steps, it adds their coverage to its own and removes them.
/// Its size therefore does not depend on the number of phones and steps.
package final class CoverageLog: Sendable {
  /// The data collected so far.
  struct Logged: Sendable {
    var phones = 0
    /// The coverage of the steps that are no longer kept.
    fileprivate(set) var coverage = PhoneCoverage()
    /// The kept steps, by the setup with which their phones began.
    ///
    /// A step that is repeated on a phone with the same rules is kept only once.
    fileprivate(set) var steps: [PhoneSetup: [SettledEvent]] = [:]
    var notifications: Set<CoverageEntry> = []
    fileprivate var decided: Set<CoverageDecision> = []
  }

  /// The maximum number of steps and setups in a log.
  ///
  /// Our choice: few enough that a test pauses only briefly, and enough to reuse the varied phones for many
  /// steps.
  static let mostKept = 64

  private let state = Guarded(Logged())

  var logged: Logged { state.withLock { $0 } }

  /// Creates an empty log.
  package init() {}

  /// Collects the steps of a phone from now on.
  ///
  /// Other phones of the log may run at the same time.
  package func watch(_ runtime: PhoneRuntime) {
    state.withLock {
      $0.phones += 1
      $0.keep([], of: runtime.setup)
    }
    runtime.add(CoverageSink(setup: runtime.setup, log: self))
  }

  fileprivate func note(_ report: PhoneReport, of setup: PhoneSetup) {
    state.withLock { logged in
      if let notice = report.received?.notice {
        logged.notifications.insert(CoverageEntry(notice))
      }
      guard case .settled(let step) = report else { return }
      if logged.decided.insert(CoverageDecision(step.before, step.event)).inserted {
        logged.keep([step], of: setup)
      }
    }
  }
}

extension CoverageLog.Logged {
  fileprivate mutating func keep(_ further: [SettledEvent], of setup: PhoneSetup) {
    steps[setup, default: []] += further
    guard steps.count + decided.count >= CoverageLog.mostKept else { return }
    coverage.add(steps)
    (steps, decided) = ([:], [])
  }
}

/// Passes the reports of one phone to the log.
private final class CoverageSink: PhoneSink {
  private let setup: PhoneSetup
  private let log: CoverageLog

  init(setup: PhoneSetup, log: CoverageLog) {
    self.setup = setup
    self.log = log
  }

  func receive(_ report: PhoneReport, at time: PhoneTime) { log.note(report, of: setup) }
}
