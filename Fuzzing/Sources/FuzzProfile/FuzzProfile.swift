import FuzzDriver
import HapticEngine

/// The profile reader: a profile with which nothing can be rendered is no sense.
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
        preconditionFailure("a profile was read that cannot be used: \(error)")
      }
    }
  }
}
