import FuzzDriver
import HapticLint

/// The reader of manifests, and the rules on the result.
@main struct FuzzManifest {
  static func main() {
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16 else { return }
      do throws(LintConfiguration.Invalid) {
        let manifest = try AppManifest(yaml: bytes, file: "app.yaml")
        for finding in Lint.check(LintSubjects(manifest: manifest)) {
          precondition(!finding.message.isEmpty, "a finding without words")
        }
      } catch {
        precondition(!error.problems.isEmpty, "an error without a problem")
      }
    }
  }
}
