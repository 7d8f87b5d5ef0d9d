public import AudioSession

/// The source of an app's actions.
public enum AppBehavior: String, Hashable, Sendable, CaseIterable {
  /// Only the driver of the phone, which is a scenario, a test or a person.
  case manual
  /// The driver of the phone and the app itself. As the design guidelines require, the app pauses, resumes playback,
  /// gives way to other apps, and notifies them when it stops. It does not resume a recording after an interruption.
  case guidelines
}

/// A signal to an app that behaves as the design guidelines require.
public enum GuidelinesSignal: Hashable, Sendable {
  /// The app's output was running and was stopped.
  case outputStopped(IOStopReason)
  /// The app's input was running and was stopped.
  case inputStopped(IOStopReason)
  /// The app was notified.
  case notified(SessionNotification)
  /// A remote command reached the app.
  case command(RemoteCommand)
  /// The user has brought the app to the foreground.
  case cameToForeground
  /// The app's sound has played to its end.
  case finished
  /// The user started playback.
  case userPlayed
  /// The user paused playback.
  case userPaused
  /// The user stopped playback or recording.
  case userStopped
  /// A call that the app made automatically has failed, such as starting playback.
  case refused
}

/// The facts that an app knows when it reacts to a signal.
public struct GuidelinesView: Hashable, Sendable {
  /// Whether the app's output is running.
  public var isPlaying: Bool
  /// The category, mode and options of the session.
  public var configuration: SessionConfiguration
  /// The value of `secondaryAudioShouldBeSilencedHint`: whether another app that does not mix is playing.
  public var secondaryAudioShouldBeSilenced: Bool

  /// Creates an app's view of its situation.
  public init(
    isPlaying: Bool, configuration: SessionConfiguration,
    secondaryAudioShouldBeSilenced: Bool = false
  ) {
    self.isPlaying = isPlaying
    self.configuration = configuration
    self.secondaryAudioShouldBeSilenced = secondaryAudioShouldBeSilenced
  }

  /// Whether the app's sound is an accompaniment that gives way to another app's music.
  ///
  /// Source: Human Interface Guidelines, "Playing audio", and `secondaryAudioShouldBeSilencedHint`.
  var isSecondary: Bool {
    let options = configuration.options
    if options.contains(.duckOthers) { return false }
    if options.contains(.interruptSpokenAudioAndMixWithOthers) { return false }
    return configuration.category == .ambient || options.contains(.mixWithOthers)
  }

  /// Whether continuing would interrupt another app that the user has started in the meantime.
  ///
  /// Source: github.com/music-assistant/mobile-app/pull/504 and the code in
  /// github.com/noreasonprojects/ModernAVPlayer/issues/174: both check the hint before they continue.
  var wouldTakeOver: Bool {
    let isMixing =
      configuration.category == .ambient || !configuration.options.isDisjoint(with: Self.mixing)
    return secondaryAudioShouldBeSilenced && !isMixing
  }

  private static let mixing: CategoryOptions = [.mixWithOthers, .duckOthers]

  /// Whether the app's active session disturbs other apps.
  var disturbsOthers: Bool { !isSecondary && configuration.category != .ambient }
}

/// An app that pauses, resumes playback, gives way to other apps and notifies them when it stops, as the design guidelines
/// require.
///
/// It is a value that handles a signal by changing its state and returning actions.
///
/// Source: Human Interface Guidelines, "Playing audio" and "Multitasking": resume only audio that was playing,
/// and only after a resumable interruption; pause when headphones are unplugged; notify others when they may
/// resume.
public struct GuidelinesApp: Hashable, Sendable {
  /// Whether the app would continue if the interruption ended with the right to resume.
  public private(set) var isWaitingForEnd = false
  /// Whether the app would continue if it came to the foreground.
  public private(set) var isWaitingForForeground = false
  /// Whether the app is waiting to restart its engine, which a format change stopped.
  public private(set) var isWaitingForEngine = false
  /// Whether the app is waiting to restart its engine's input, after a format change stopped the engine.
  public private(set) var isWaitingForEngineInput = false
  /// Whether the app would continue if the other app's music ended.
  public private(set) var isWaitingForHint = false

  /// Creates an idle app.
  public init() {}

  /// Handles a signal.
  ///
  /// - Returns: The resulting actions of the app, in order.
  public mutating func notice(
    _ signal: GuidelinesSignal, _ view: GuidelinesView
  ) -> [AppAction] {
    let (next, actions) = transition(signal, view)
    self = next
    return actions
  }

  private static let goOn: [AppAction] = [
    .session(.activate), .resident(.play(seconds: nil)),
  ]

  private func transition(
    _ signal: GuidelinesSignal, _ view: GuidelinesView
  ) -> (GuidelinesApp, [AppAction]) {
    switch signal {
    case .outputStopped(let reason): (stopped(reason), [])
    case .inputStopped(let reason): (inputStopped(reason), [])
    case .notified(let notification): notified(notification, view)
    case .command(let command): commanded(command, view)
    case .cameToForeground:
      // The end notification may have been lost, so coming to the foreground is another chance to continue.
      isWaitingForForeground || isWaitingForEnd ? (GuidelinesApp(), Self.goOn) : (self, [])
    case .finished, .userStopped:
      (
        GuidelinesApp(),
        view.disturbsOthers && !view.isPlaying
          ? [.session(.deactivate(.notifyOthersOnDeactivation))] : []
      )
    case .userPlayed, .userPaused: (GuidelinesApp(), [])
    case .refused: (waiting(forEnd: true), [])
    }
  }

  private func waiting(
    forEnd: Bool = false, forForeground: Bool = false, forEngine: Bool = false
  ) -> GuidelinesApp {
    var next = self
    next.isWaitingForEngine = isWaitingForEngine || forEngine
    next.isWaitingForEnd = isWaitingForEnd || forEnd
    next.isWaitingForForeground = isWaitingForForeground || forForeground
    return next
  }

  /// Updates the state after the input has stopped.
  ///
  /// Recording resumes automatically only in an engine that stopped because of a format change.
  ///
  /// After an interruption, recording waits for the user. Source: Audio Session Programming Guide, "Audio
  /// Guidelines by App Type": a chat app does not activate its session after an interruption until the user
  /// answers or initiates a call. Our choice is that other recording apps also wait: a microphone that opens
  /// when a call ends would surprise the user.
  private func inputStopped(_ reason: IOStopReason) -> GuidelinesApp {
    var next = self
    next.isWaitingForEngineInput = reason == .configurationChanged
    return next
  }

  private func stopped(_ reason: IOStopReason) -> GuidelinesApp {
    switch reason {
    case .interrupted: waiting(forEnd: true)
    case .backgrounded, .suspended: waiting(forForeground: true)
    case .configurationChanged: waiting(forEngine: true)
    case .outputUnplugged, .inputUnplugged, .terminated, .mediaServicesLost, .deactivated,
      .categoryChanged:
      GuidelinesApp()
    }
  }

  private func notified(
    _ notification: SessionNotification, _ view: GuidelinesView
  ) -> (GuidelinesApp, [AppAction]) {
    switch notification {
    case .interruptionBegan(.routeDisconnected): (GuidelinesApp(), [])
    // The system does not pause the app's own engine, and an app that is waiting to resume must not continue on the
    // speaker either. Our choice: recording continues from another input.
    case .routeChange(.oldDeviceUnavailable, _):
      (recordingAlone, view.isPlaying ? [.resident(.pause)] : [])
    case .audioEngineConfigurationChange: engineChanged()
    case .interruptionEnded(let options):
      ended(isResumable: options.contains(.shouldResume), view)
    case .resumptionRecommendation(let context):
      ended(isResumable: context.recommendation == .shouldResume, view)
    case .silenceSecondaryAudioHint(let type): hinted(type, view)
    case .mediaServicesWereReset:
      // All settings are lost: the category is set again, and nothing starts automatically.
      (GuidelinesApp(), [.session(.setConfiguration(view.configuration))])
    case .interruptionBegan, .routeChange, .mediaServicesWereLost, .outputMuteStateChange,
      .inputMuteStateChange, .accessibilityChange,
      .userIntentToUnmuteOutput, .availableInputsChange, .didBecomeActive, .didBecomeInactive:
      (self, [])
    }
  }

  /// The state of an app that will not resume playback automatically.
  ///
  /// If the input of its engine is waiting to restart, it continues to wait.
  private var recordingAlone: GuidelinesApp {
    var next = GuidelinesApp()
    next.isWaitingForEngineInput = isWaitingForEngineInput
    return next
  }

  /// Restarts the input or output of the app's engine, or both.
  private func engineChanged() -> (GuidelinesApp, [AppAction]) {
    let actions: [AppAction] =
      (isWaitingForEngineInput ? [.session(.startInput)] : [])
      + (isWaitingForEngine ? [.resident(.play(seconds: nil))] : [])
    if isWaitingForEngine { return (GuidelinesApp(), actions) }
    var next = self
    next.isWaitingForEngineInput = false
    return (next, actions)
  }

  /// Handles the end of an interruption.
  ///
  /// If resuming would interrupt another app, the app waits for its user.
  private func ended(
    isResumable: Bool, _ view: GuidelinesView
  ) -> (GuidelinesApp, [AppAction]) {
    var next = self
    next.isWaitingForEnd = false
    guard isWaitingForEnd, isResumable, !view.wouldTakeOver else { return (next, []) }
    return (next, Self.goOn)
  }

  private func hinted(
    _ type: SecondaryAudioHintType, _ view: GuidelinesView
  ) -> (GuidelinesApp, [AppAction]) {
    var next = self
    switch type {
    case .begin:
      guard view.isPlaying, view.isSecondary else { return (self, []) }
      next.isWaitingForHint = true
      return (next, [.resident(.pause)])
    case .end:
      next.isWaitingForHint = false
      return (next, isWaitingForHint ? [.resident(.play(seconds: nil))] : [])
    }
  }

  private func commanded(
    _ command: RemoteCommand, _ view: GuidelinesView
  ) -> (GuidelinesApp, [AppAction]) {
    switch command {
    case .play: (GuidelinesApp(), view.isPlaying ? [] : Self.goOn)
    case .pause: (GuidelinesApp(), [.resident(.pause)])
    case .togglePlayPause: (GuidelinesApp(), view.isPlaying ? [.resident(.pause)] : Self.goOn)
    case .stop: (GuidelinesApp(), [.resident(.stop)])
    case .next, .previous, .skipForward, .skipBackward, .seekForward, .seekBackward,
      .changePlaybackPosition, .changePlaybackRate, .changeShuffleMode, .changeRepeatMode, .rating,
      .like, .dislike, .bookmark, .enableLanguageOption, .disableLanguageOption:
      (self, [])
    }
  }
}
