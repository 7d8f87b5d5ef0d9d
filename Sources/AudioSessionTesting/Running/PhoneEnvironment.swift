internal import AudioSession
private import Foundation
internal import PhoneRuntime

/// The default phone, as variables of the environment describe it.
///
/// `HAPTIC_SCENARIO` is the path of a scenario that happens to the phone in real time, and `HAPTIC_OUTPUT` names the
/// output of the app's haptic engines. Both need `ProgramParts`, except `HAPTIC_OUTPUT=null`.
///
/// `HAPTIC_PHONE` contains words with spaces between them, such as `17.4 silent denied`:
///
/// - a release of the system;
/// - `iPhone`, `iPad` or `simulator`;
/// - `silent` for a phone in silent mode;
/// - `undetermined`, `denied` or `granted` for the permission to record;
/// - `audio` for an app that may play in the background;
/// - `running` for a phone whose time follows the clock, for tests that were written for a phone.
enum PhoneEnvironment {
  typealias Problem = ProgramParts.Problem

  /// Returns the phone that the environment describes; without the variables, a phone with the defaults.
  ///
  /// A text that does not describe a phone ends the process, because tests on another phone would prove nothing.
  static func phone() -> SimulatedPhone {
    do throws(Problem) {
      return try phone(ProcessInfo.processInfo.environment, ProgramParts.registered)
    } catch {
      fatalError(error.description)
    }
  }

  /// Returns the phone that `variables` describe.
  ///
  /// - Throws: `Problem`, which begins with the name of the variable.
  static func phone(
    _ variables: [String: String], _ parts: ProgramParts?
  ) throws(Problem) -> SimulatedPhone {
    var outputs: EngineOutputs.Maker?
    if let output = variables["HAPTIC_OUTPUT"], output != "null" {
      outputs = try naming("HAPTIC_OUTPUT") { () throws(Problem) in
        try required(parts, for: output).outputMaker(output)
      }
    }
    let phone: SimulatedPhone
    if let scenario = variables["HAPTIC_SCENARIO"] {
      phone = try naming("HAPTIC_SCENARIO") { () throws(Problem) in
        guard variables["HAPTIC_PHONE"] == nil else {
          throw Problem(description: "the scenario describes the phone; do not set HAPTIC_PHONE")
        }
        return try required(parts, for: scenario).makePhone(scenario)
      }
    } else {
      phone = try naming("HAPTIC_PHONE") { () throws(Problem) in
        let text = variables["HAPTIC_PHONE"] ?? ""
        let described = try setup(text)
        do throws(SetupError) {
          let phone = try SimulatedPhone(described)
          if text.split(separator: " ").contains("running") { RunningClock.drive(phone) }
          return phone
        } catch {
          throw Problem(description: "\(error)")
        }
      }
    }
    if let outputs { phone.runtime.add(EngineOutputs(outputs)) }
    return phone
  }

  /// Calls `body`, and puts the name of a variable before its problem.
  private static func naming<Value>(
    _ variable: String, _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    do throws(Problem) {
      return try body()
    } catch {
      throw Problem(description: "\(variable): \(error.description)")
    }
  }

  private static func required(
    _ parts: ProgramParts?, for value: String
  ) throws(Problem) -> ProgramParts {
    if let parts { return parts }
    throw Problem(
      description:
        "\(value) needs the product PhoneProgram of swift-haptic-engine; add it to the dependencies of "
        + "the program's target")
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
