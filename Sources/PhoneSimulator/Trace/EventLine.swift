internal import AudioSession
internal import HapticEngine

/// What apps receive, in a line of words each.
enum EventLine {
  /// Every line there is, but for volumes, of which there is one for each number.
  static let all: [String] =
    InterruptionReason.allCases.map { "interruption began \($0.name)" }
    + ["interruption ended", "interruption ended shouldResume"]
    + routeReasons.map { "routeChange \($0)" }
    + ["hint begin", "hint end", "mediaServices lost", "mediaServices reset"]
    + RemoteCommand.allCases.map { "remote \($0.name)" }
    + engineStops.map { "engine stopped \($0)" } + ["engine reset"]
    + CallKitMessage.allCases.map { "callKit \($0.rawValue)" }
    + ARMessage.allCases.map { "arSession \($0.rawValue)" }
    + [audioEngine, "active", "inactive app", "inputMute on", "inputMute off"]
    + ["outputMute on", "outputMute off", "unmuteIntent", "availableInputs"]
    + PromptStyle.allCases.map { "promptStyle \($0.name)" }
    + AccessibilitySettings.named.map { "accessibility \($0.name)" }
    + InterruptionReason.allCases.map { "inactive system \($0.name)" }
    + ["resumption shouldResume", "resumption shouldNotResume"]

  private static let audioEngine = "audioEngine configurationChange"

  private static let routeReasons = [
    "unknown", "newDeviceAvailable", "oldDeviceUnavailable", "categoryChange", "override",
    "wakeFromSleep", "noSuitableRouteForCategory", "routeConfigurationChange",
  ]

  /// The reasons for which a phone stops the engines of its apps.
  private static let engineStops: [StoppedReason] = [.audioSessionInterrupt, .applicationSuspended]

  private static let known = Set(all)

  /// Whether a scenario may expect `line`.
  static func isValid(_ line: String) -> Bool {
    if known.contains(line) { return true }
    let words = line.split(separator: " ")
    guard words.count == 2, words[0] == "outputVolume", let volume = Double(words[1]) else {
      return false
    }
    return (0...1).contains(volume)
  }

  /// The line of a notification.
  static func line(_ notification: SessionNotification) -> String {
    switch notification {
    case .interruptionBegan(let reason): "interruption began \(reason.name)"
    case .interruptionEnded(let options):
      options.contains(.shouldResume) ? "interruption ended shouldResume" : "interruption ended"
    case .routeChange(let reason, _): "routeChange \(reason)"
    case .silenceSecondaryAudioHint(let type): type == .begin ? "hint begin" : "hint end"
    case .mediaServicesWereLost: "mediaServices lost"
    case .mediaServicesWereReset: "mediaServices reset"
    case .didBecomeActive: "active"
    case .didBecomeInactive(let context): line(context)
    case .resumptionRecommendation(let context): "resumption \(context.recommendation)"
    case .audioEngineConfigurationChange: audioEngine
    case .inputMuteStateChange(let muted): muted ? "inputMute on" : "inputMute off"
    case .accessibilityChange(let setting): "accessibility \(setting.names.joined())"
    case .outputMuteStateChange(let muted): muted ? "outputMute on" : "outputMute off"
    case .userIntentToUnmuteOutput: "unmuteIntent"
    case .availableInputsChange: "availableInputs"
    }
  }

  private static func line(_ context: DeactivationContext) -> String {
    switch context.source {
    case .app: "inactive app"
    case .system: "inactive system \((context.interruptionReason ?? .default).name)"
    }
  }

  /// Whether a line that was found is the one that was expected: numbers match within 0.001.
  static func matches(_ found: String, _ expected: String) -> Bool {
    if found == expected { return true }
    let (first, second) = (found.split(separator: " "), expected.split(separator: " "))
    guard first.count == 2, second.count == 2, first[0] == "outputVolume", second[0] == first[0],
      let one = Double(first[1]), let other = Double(second[1])
    else { return false }
    return (one - other).magnitude <= 0.001
  }
}
