import FuzzDriver
import HapticLint

/// The reader of configurations of `haptic lint`.
///
/// The result must name existing rules, and give reasons.
@main struct FuzzLintConfiguration {
  static func main() {
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16 else { return }
      do throws(LintConfiguration.Invalid) {
        let configuration = try LintConfiguration(yaml: bytes)
        for rule in configuration.off.keys {
          precondition(Lint.rule(rule) != nil, "unknown rule \(rule)")
        }
        for acceptance in configuration.accepted {
          precondition(Lint.rule(acceptance.rule) != nil, "unknown rule \(acceptance.rule)")
          precondition(!acceptance.reason.isEmpty, "accepted without a reason")
        }
      } catch {
        precondition(!error.problems.isEmpty, "an error without a problem")
      }
    }
  }
}
