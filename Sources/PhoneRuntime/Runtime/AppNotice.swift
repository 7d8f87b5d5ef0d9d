public import AudioSession
public import HapticEngine
internal import TextFormats

/// A notification to an app.
///
/// Scenarios can expect it.
public enum AppNotice: Hashable, Sendable {
  /// An interruption of the app's session began.
  case interruptionBegan(InterruptionReason)
  /// The interruption ended, with or without `shouldResume`.
  case interruptionEnded(shouldResume: Bool)
  /// The route changed.
  case routeChange(RouteChangeReason)
  /// Another app that does not mix started or stopped playing.
  case hint(SecondaryAudioHintType)
  /// The media services were lost or reset.
  case mediaServicesLost, mediaServicesReset
  /// A remote command.
  case remote(RemoteCommand)
  /// The haptic engines of the app stopped or were reset.
  case engineStopped(StoppedReason)
  case engineReset
  /// CallKit requests an action from the app's provider, or notifies it.
  case callKit(CallKitMessage)
  /// The delegate of the app's AR session is called.
  case arSession(ARMessage)
  /// The configuration of the app's audio engine changed.
  case audioEngineConfigurationChange
  /// The session became active or inactive. The reason is given if the app did not deactivate the session itself.
  case active
  case inactive(InterruptionReason?)
  /// The input of the app was muted or unmuted.
  case inputMute(Bool)
  /// The output of the app was muted or unmuted.
  case outputMute(Bool)
  /// The user wants to hear the app again.
  case unmuteIntent
  /// Inputs were connected or disconnected.
  case availableInputs
  /// The style of the prompts that the app may play has changed.
  case promptStyle(PromptStyle)
  /// An accessibility setting changed.
  case accessibility(AccessibilitySettings)
  /// The recommendation on whether to resume after an interruption.
  case resumption(ResumptionRecommendation)
  /// The output volume changed to this value in 0...1.
  case outputVolume(Double)
}

extension AppNotice {
  /// Creates the notice for a notification of the app's session.
  package init(_ notification: SessionNotification) {
    self =
      switch notification {
      case .interruptionBegan(let reason): .interruptionBegan(reason)
      case .interruptionEnded(let options):
        .interruptionEnded(shouldResume: options.contains(.shouldResume))
      case .routeChange(let reason, _): .routeChange(reason)
      case .silenceSecondaryAudioHint(let type): .hint(type)
      case .mediaServicesWereLost: .mediaServicesLost
      case .mediaServicesWereReset: .mediaServicesReset
      case .didBecomeActive: .active
      case .didBecomeInactive(let context):
        .inactive(context.source == .app ? nil : context.interruptionReason ?? .default)
      case .resumptionRecommendation(let context): .resumption(context.recommendation)
      case .audioEngineConfigurationChange: .audioEngineConfigurationChange
      case .inputMuteStateChange(let muted): .inputMute(muted)
      case .accessibilityChange(let setting): .accessibility(setting)
      case .outputMuteStateChange(let muted): .outputMute(muted)
      case .userIntentToUnmuteOutput: .unmuteIntent
      case .availableInputsChange: .availableInputs
      }
  }

  /// The notice as scenarios write it.
  public var line: String {
    switch self {
    case .interruptionBegan(let reason): "interruption began \(reason.name)"
    case .interruptionEnded(let shouldResume):
      shouldResume ? "interruption ended shouldResume" : "interruption ended"
    case .routeChange(let reason): "routeChange \(reason)"
    case .hint(let type): type == .begin ? "hint begin" : "hint end"
    case .mediaServicesLost: "mediaServices lost"
    case .mediaServicesReset: "mediaServices reset"
    case .remote(let command): "remote \(command.name)"
    case .engineStopped(let reason): "engine stopped \(reason)"
    case .engineReset: "engine reset"
    case .callKit(let message): "callKit \(message.rawValue)"
    case .arSession(let message): "arSession \(message.rawValue)"
    case .audioEngineConfigurationChange: "audioEngine configurationChange"
    case .active: "active"
    case .inactive(let reason): reason.map { "inactive system \($0.name)" } ?? "inactive app"
    case .inputMute(let muted): muted ? "inputMute on" : "inputMute off"
    case .outputMute(let muted): muted ? "outputMute on" : "outputMute off"
    case .unmuteIntent: "unmuteIntent"
    case .availableInputs: "availableInputs"
    case .promptStyle(let style): "promptStyle \(style.name)"
    case .accessibility(let setting): "accessibility \(setting.names.joined())"
    case .resumption(let recommendation): "resumption \(recommendation)"
    case .outputVolume(let volume): "outputVolume \(volume.rounded(to: 6))"
    }
  }

  /// Every notice except those for volumes, because each volume is a separate notice.
  package static let all: [AppNotice] =
    InterruptionReason.allCases.map { .interruptionBegan($0) }
    + [.interruptionEnded(shouldResume: false), .interruptionEnded(shouldResume: true)]
    + RouteChangeReason.allCases.map { .routeChange($0) }
    + [.hint(.begin), .hint(.end), .mediaServicesLost, .mediaServicesReset]
    + RemoteCommand.allCases.map { .remote($0) }
    // The reasons for which a phone stops its apps' engines.
    + [.engineStopped(.audioSessionInterrupt), .engineStopped(.applicationSuspended), .engineReset]
    + CallKitMessage.allCases.map { .callKit($0) } + ARMessage.allCases.map { .arSession($0) }
    + [.audioEngineConfigurationChange, .active, .inactive(nil), .inputMute(true)]
    + [.inputMute(false), .outputMute(true), .outputMute(false), .unmuteIntent, .availableInputs]
    + PromptStyle.allCases.map { .promptStyle($0) }
    + AccessibilitySettings.named.map { .accessibility($0.setting) }
    + InterruptionReason.allCases.map { .inactive($0) }
    + [.resumption(.shouldResume), .resumption(.shouldNotResume)]

  private static let known = Dictionary(uniqueKeysWithValues: all.map { ($0.line, $0) })

  /// Creates the notice that scenarios write as `line`.
  ///
  /// Returns nil for any other text.
  package init?(line: String) {
    if let known = Self.known[line] {
      self = known
      return
    }
    let words = line.split(separator: " ")
    guard words.count == 2, words[0] == "outputVolume", let volume = Double(words[1]),
      (0...1).contains(volume)
    else { return nil }
    self = .outputVolume(volume)
  }

  /// Returns whether a found line matches the expected line.
  ///
  /// Numbers match within 0.001.
  package static func matches(_ found: String, _ expected: String) -> Bool {
    if found == expected { return true }
    guard case .outputVolume(let one) = AppNotice(line: found),
      case .outputVolume(let other) = AppNotice(line: expected)
    else { return false }
    return (one - other).magnitude <= 0.001
  }
}

extension PhoneReport {
  /// The notice that an app receives with this report; nil if no app receives a notice.
  package var received: (app: AppID, notice: AppNotice)? {
    switch self {
    case .effect(let effect): effect.received
    case .engineStopped(let app, let reason): (app, .engineStopped(reason))
    case .engineReset(let app): (app, .engineReset)
    case .called, .notificationDistorted, .hapticRequested, .feedbackExpired, .composite, .control,
      .haptic, .vibration, .soundEnded, .settled, .rejected, .moved, .finishedPlaying,
      .reactedWithoutEnd:
      nil
    }
  }
}

extension SessionEffect {
  fileprivate var received: (app: AppID, notice: AppNotice)? {
    switch self {
    case .notified(let app, let notification): (app, AppNotice(notification))
    case .observed(let app, .outputVolume(_, let volume)): (app, .outputVolume(volume))
    case .observed(let app, .promptStyle(_, let style)): (app, .promptStyle(style))
    case .remoteCommand(let app, let command): (app, .remote(command))
    case .callKit(let app, let message): (app, .callKit(message))
    case .arSession(let app, let message): (app, .arSession(message))
    case .ioStopped, .ioStarted, .observed(_, .isInputAvailable), .queued, .remoteIgnored,
      .remoteDeferred, .haptic, .sound, .notificationPlaced, .vibration, .lifecycleChanged,
      .gainChanged, .callResult:
      nil
    }
  }
}
