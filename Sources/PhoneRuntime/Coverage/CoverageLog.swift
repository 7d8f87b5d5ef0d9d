internal import AudioSession
internal import Realtime

/// Collects what phones do, so that `PhoneCoverage` can tell what they exercise.
///
/// The log keeps a few steps. When it has `mostKept` of them, it adds what they exercise to a coverage, and removes
/// them. So its size does not depend on the number of phones and steps.
package final class CoverageLog: Sendable {
  /// What was collected so far.
  struct Logged: Sendable {
    var phones = 0
    /// The coverage of the steps that are no longer kept.
    fileprivate(set) var coverage = PhoneCoverage()
    /// The steps that are kept, of the phones that began with a setup.
    ///
    /// A step that is repeated on a phone of the same rules is kept once.
    fileprivate(set) var steps: [PhoneSetup: [SettledEvent]] = [:]
    var notifications: Set<CoverageEntry> = []
    fileprivate var decided: Set<CoverageDecision> = []
  }

  /// The number of steps and setups that a log keeps at most.
  ///
  /// Our choice: few, so that a test pauses for a short time only, and enough to set up the varied phones once for
  /// many steps.
  static let mostKept = 64

  private let state = Guarded(Logged())

  var logged: Logged { state.withLock { $0 } }

  /// A log of no phone.
  package init() {}

  /// Collects what a phone does from now on; it may do so while other phones of the log run.
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
