internal import AudioSession
private import Foundation
internal import PhoneRuntime

/// The default phone, as `HAPTIC_PHONE` in the environment describes it.
///
/// The variable contains words with spaces between them, such as `17.4 silent denied`:
///
/// - a release of the system;
/// - `iPhone`, `iPad` or `simulator`;
/// - `silent` for a phone in silent mode;
/// - `undetermined`, `denied` or `granted` for the permission to record;
/// - `audio` for an app that may play in the background;
/// - `running` for a phone whose time follows the clock, for tests that were written for a phone.
enum PhoneEnvironment {
  /// The reason why a text does not describe a phone.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the phone that `HAPTIC_PHONE` describes; without the variable, a phone with the defaults.
  ///
  /// A text that does not describe a phone ends the process, because tests on another phone would prove nothing.
  static func phone() -> SimulatedPhone {
    do {
      let text = ProcessInfo.processInfo.environment["HAPTIC_PHONE"] ?? ""
      let phone = try SimulatedPhone(try setup(text))
      if text.split(separator: " ").contains("running") { RunningClock.drive(phone) }
      return phone
    } catch {
      fatalError("HAPTIC_PHONE: \(error)")
    }
  }

  /// Returns the setup that `text` describes.
  ///
  /// - Throws: `Problem` if a word is not known, or if two words contradict each other.
  static func setup(_ text: String) throws(Problem) -> PhoneSetup {
    var (setup, app) = (PhoneSetup(), AppState())
    app.player = .own
    app.recordPermission = .granted
    var kinds: Set<String> = []
    for word in text.split(separator: " ").map(String.init) {
      guard let kind = apply(word, to: &setup, &app) else {
        throw Problem(
          description:
            "\(word) is not known; give a release such as 17.4, iPhone, iPad, simulator, silent, undetermined, denied, granted, audio or running"
        )
      }
      guard kinds.insert(kind).inserted else {
        throw Problem(description: "\(word) is the second word for the \(kind); give only one")
      }
    }
    var other = AppState()
    (other.player, other.hasBackgroundAudio) = (.own, true)
    setup.apps = [("app", app), ("other", other)]
    setup.device.supportsHaptics = setup.platform.supportsHaptics
    return setup
  }

  /// Applies `word`, and returns what it determines; nil if the word is not known.
  private static func apply(_ word: String, to setup: inout PhoneSetup, _ app: inout AppState)
    -> String?
  {
    if let release = SystemRelease(word) {
      setup.release = release
      return "release"
    }
    if let platform = Platform(rawValue: word) {
      setup.platform = platform
      return "device"
    }
    if let permission = RecordPermission.allCases.first(where: { $0.name == word }) {
      app.recordPermission = permission
      return "permission"
    }
    switch word {
    case "silent":
      setup.device.isSilent = true
      return "silent mode"
    case "audio":
      app.hasBackgroundAudio = true
      return "background mode"
    case "running": return "time"
    default: return nil
    }
  }
}
