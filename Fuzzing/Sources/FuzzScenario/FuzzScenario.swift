import FuzzDriver
import PhoneSimulator

/// The reader of scenarios, and a run of the result.
///
/// Errors must have locations, every scenario that is read must be runnable, and invariants must hold.
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
        precondition(!errors.problems.isEmpty, "an error without a problem")
      } catch {
        preconditionFailure("the scenario was read but cannot be set up: \(error)")
      }
    }
  }
}
