internal import AudioSession
internal import Realtime

/// Collects what phones do, so that `PhoneCoverage` can tell what they exercise.
///
/// A step that comes again on a phone of the same rules is kept once.
package final class CoverageLog: Sendable {
  /// What was collected so far.
  struct Logged: Sendable {
    var phones = 0
    /// The steps of the phones that began with a setup.
    var steps: [PhoneSetup: [SettledEvent]] = [:]
    var notifications: Set<CoverageEntry> = []
    fileprivate var decided: Set<CoverageDecision> = []
  }

  private let state = Guarded(Logged())

  var logged: Logged { state.withLock { $0 } }

  /// A log of no phone.
  package init() {}

  /// Collects what a phone does from now on; it may do so while other phones of the log run.
  package func watch(_ runtime: PhoneRuntime) {
    state.withLock {
      $0.phones += 1
      $0.steps[runtime.setup, default: []] += []
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
        logged.steps[setup, default: []].append(step)
      }
    }
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
