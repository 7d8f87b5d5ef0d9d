import FuzzDriver
import HapticEngine

/// The profile reader.
///
/// The result must be usable for rendering.
@main struct FuzzProfile {
  static func main() throws {
    let pattern = HapticPreset.impactHeavy.pattern
    FuzzDriver.run { bytes in
      do {
        let profile = try Profile.read(bytes, file: "fuzz.json")
        _ = try OfflineRenderer(pattern, sampleRate: 48_000, profile: profile)
      } catch let error as ProfileFileError {
        precondition(!error.description.isEmpty, "an error without words")
      } catch {
        preconditionFailure("the profile was read but cannot be used: \(error)")
      }
    }
  }
}
