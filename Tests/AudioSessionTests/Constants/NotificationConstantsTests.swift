import AudioSession
import Testing

/// Based on the reference of the notifications and their dictionaries.
@Suite struct NotificationConstantsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let notification: SessionNotification
    let name: String
    let keys: [String]
    var queue = NotificationQueue.main
    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      notification: .interruptionBegan(.default), name: "AVAudioSessionInterruptionNotification",
      keys: ["AVAudioSessionInterruptionTypeKey", "AVAudioSessionInterruptionReasonKey"]),
    Row(
      notification: .interruptionEnded(.shouldResume),
      name: "AVAudioSessionInterruptionNotification",
      keys: ["AVAudioSessionInterruptionTypeKey", "AVAudioSessionInterruptionOptionKey"]),
    Row(
      notification: .routeChange(.override, previous: Route()),
      name: "AVAudioSessionRouteChangeNotification",
      keys: ["AVAudioSessionRouteChangeReasonKey", "AVAudioSessionRouteChangePreviousRouteKey"],
      queue: .secondary),
    Row(
      notification: .mediaServicesWereLost,
      name: "AVAudioSessionMediaServicesWereLostNotification", keys: []),
    Row(
      notification: .mediaServicesWereReset,
      name: "AVAudioSessionMediaServicesWereResetNotification", keys: []),
    Row(
      notification: .silenceSecondaryAudioHint(.begin),
      name: "AVAudioSessionSilenceSecondaryAudioHintNotification",
      keys: ["AVAudioSessionSilenceSecondaryAudioHintTypeKey"]),
    Row(
      notification: .outputMuteStateChange(muted: true),
      name: "AVAudioSessionOutputMuteStateChangeNotification",
      keys: ["AVAudioSessionMuteStateKey"]),
    Row(
      notification: .inputMuteStateChange(muted: true),
      name: "AVAudioApplicationInputMuteStateChangeNotification",
      keys: ["AVAudioApplicationMuteStateKey"]),
    Row(
      notification: .accessibilityChange(.reduceMotion),
      name: "UIAccessibilityReduceMotionStatusDidChangeNotification", keys: []),
    Row(
      notification: .accessibilityChange(.voiceOver),
      name: "UIAccessibilityVoiceOverStatusDidChangeNotification", keys: []),
    Row(
      notification: .accessibilityChange(.monoAudio),
      name: "UIAccessibilityMonoAudioStatusDidChangeNotification", keys: []),
    Row(
      notification: .accessibilityChange(.closedCaptioning),
      name: "UIAccessibilityClosedCaptioningStatusDidChangeNotification", keys: []),
    Row(
      notification: .userIntentToUnmuteOutput,
      name: "AVAudioSessionUserIntentToUnmuteOutputNotification", keys: []),
    Row(
      notification: .availableInputsChange,
      name: "AVAudioSessionAvailableInputsChangeNotification", keys: []),
    Row(
      notification: .didBecomeActive, name: "AVAudioSessionDidBecomeActiveNotification", keys: []),
    Row(
      notification: .didBecomeInactive(
        DeactivationContext(source: .system, interruptionReason: .default)),
      name: "AVAudioSessionDidBecomeInactiveNotification",
      keys: ["AVAudioSessionDeactivationContextKey"]),
    Row(
      notification: .resumptionRecommendation(ResumptionContext(recommendation: .shouldResume)),
      name: "AVAudioSessionResumptionRecommendationNotification",
      keys: ["AVAudioSessionResumptionContextKey"]),
  ]

  @Test(arguments: rows)
  func `a notification has Apple's name, keys and queue`(row: Row) {
    let payload = row.notification.payload(on: .iOS27)
    #expect(payload.name == row.name)
    #expect(payload.entries.map(\.key) == row.keys)
    #expect(payload.queue == row.queue)
  }

  @Test func `the values of an interruption are numbers`() {
    let began = SessionNotification.interruptionBegan(.builtInMicMuted).payload(on: .iOS17)
    #expect(began["AVAudioSessionInterruptionTypeKey"] == .unsigned(1))
    #expect(began["AVAudioSessionInterruptionReasonKey"] == .unsigned(2))
    let ended = SessionNotification.interruptionEnded([]).payload(on: .iOS17)
    #expect(ended["AVAudioSessionInterruptionTypeKey"] == .unsigned(0))
    #expect(ended["AVAudioSessionInterruptionOptionKey"] == .unsigned(0))
  }

  @Test(arguments: OSVersion.allCases)
  func `began has a reason from iOS 14.5 on, and a key for suspension before`(system: OSVersion) {
    let began = SessionNotification.interruptionBegan(.appWasSuspended).payload(on: system)
    let reason = began["AVAudioSessionInterruptionReasonKey"]
    let wasSuspended = began["AVAudioSessionInterruptionWasSuspendedKey"]
    #expect(reason == (system >= .iOS14_5 ? .unsigned(1) : nil))
    #expect(wasSuspended == (system >= .iOS14_5 ? nil : .boolean(true)))
  }
}
