import FuzzDriver
import PhoneSimulator

/// The reader of scenarios and, where something is read, a run of it: an error without a place, a
/// scenario that cannot be set up, or a broken invariant, is no sense.
@main struct FuzzScenario {
  static func main() {
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16 else { return }
      do {
        for scenario in try ScenarioReader.read(bytes) {
          let run = try ScenarioRun(scenario, checks: .invariants)
          run.run()
          precondition(!run.hasFailed, "\(run.failures)")
        }
      } catch let errors as ScenarioErrors {
        precondition(!errors.problems.isEmpty, "an error that says nothing")
      } catch {
        preconditionFailure("a scenario was read that cannot be set up: \(error)")
      }
    }
  }
}
