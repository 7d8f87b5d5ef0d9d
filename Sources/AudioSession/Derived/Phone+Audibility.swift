extension Phone {
  /// Whether the app is audible. At volume 0, no app is.
  public func isAudible(_ app: AppID) -> Bool { silences(of: app).isEmpty }

  /// Whether another session lowers the app's output. False if the app's session is inactive or lacks output.
  ///
  /// Source: R10. Ducking lasts from the activation of the ducking session to its deactivation, whether or not it
  /// plays.
  public func isDucked(_ app: AppID) -> Bool { state[app].isActive && isLowered(app) }

  /// Whether another session lowers the app's output, if the app's session is active.
  private func isLowered(_ app: AppID) -> Bool {
    (state.ids.contains { ducks($0, app) } || isDuckedByVoiceOver || state.device.isAlertDucking)
      && categoryRow(of: app).hasOutput
  }

  /// The gain to which others lower the sounds of the app's haptic patterns; 1 if no one does.
  ///
  /// Our choice: an engine with its own session is lowered like the app's session would be. This also holds while the
  /// app's session is not active, because the engine plays alongside the prompt anyway.
  package func patternDucking(of app: AppID) -> Double { isLowered(app) ? policy.duckGain : 1 }

  /// Whether VoiceOver lowers other audio.
  ///
  /// Source: option `voiceOverDucks`.
  package var isDuckedByVoiceOver: Bool {
    let device = state.device
    guard device.accessibility.contains(.voiceOver) else { return false }
    switch policy.voiceOverDucks {
    case .whileSpeaking: return device.isVoiceOverSpeaking
    case .always: return true
    case .never: return false
    }
  }

  /// Whether the first app lowers the second one's output.
  package func ducks(_ other: AppID, _ app: AppID) -> Bool {
    other != app && state[other].isActive && traits(of: other).ducksOthers
  }

  /// The gain of the app's output, 0...1: volume times ducking.
  ///
  /// 0 while the app is not audible.
  public func gain(of app: AppID) -> Double { gain(of: app, on: currentRoute) }

  /// The gain on the current route, for callers that already have it.
  func gain(of app: AppID, on route: Route) -> Double {
    guard state[app].isOutputRunning, silences(of: app, on: route).isEmpty else { return 0 }
    return gainFactors(of: app, on: route).product
  }

  /// The factors of the app's gain, whether or not the app is audible.
  public func gainFactors(of app: AppID) -> GainFactors { gainFactors(of: app, on: currentRoute) }

  private func gainFactors(of app: AppID, on present: Route) -> GainFactors {
    var route = 1.0
    if present.outputs.contains(.builtInReceiver) { route *= policy.receiverGain }
    if state[app].configuration.mode == .voiceChat { route *= policy.voiceChatGain }
    let isFixed = present.outputs.intersects(.fixedVolume)
    return GainFactors(
      volume: isFixed ? 1 : outputVolume(for: app), ducking: isDucked(app) ? policy.duckGain : 1,
      route: route)
  }

  /// Whether other sound of the app, such as the sounds of haptic patterns, would be audible if its session were active
  /// and its output ran.
  ///
  /// A haptic engine plays a pattern. The pattern is audible only if an engine may start. An engine on the shared
  /// session also requires that session to be active. An engine that plays only haptics does not let any sound out.
  public func letsSoundOut(of app: AppID) -> Bool {
    let session = state[app]
    guard mayStartHapticEngine(app) else { return false }
    switch session.hapticEngine {
    case .own: break
    case .shared: if !session.isActive { return false }
    case .hapticsOnly: return false
    }
    return silences(of: app).subtracting([.inactive, .notPlaying]).isEmpty
      && !currentRoute.outputs.isEmpty
  }

  /// `secondaryAudioShouldBeSilencedHint`: another app's nonmixable session is playing, a web view is playing, or a
  /// system call is active. The sound of a web view belongs to another process, whichever app shows it.
  ///
  /// Source: QA1882; header: "another application with a non-mixable audio session is playing audio", which the Phone
  /// app and FaceTime do, see `isOtherAudioPlaying(for:)`. Counting a web view is our choice.
  public func secondaryAudioShouldBeSilenced(for app: AppID) -> Bool {
    state.device[.webView] || isSystemCallActive
      || state.ids.contains { $0 != app && sounds($0) && !traits(of: $0).isMixable }
  }

  /// `isOtherAudioPlaying`: another app or a web view is playing, or a call that no simulated app hosts is
  /// active.
  ///
  /// Source: its page, "another app is playing audio", which the Phone app and FaceTime do; rileytestut/Delta 308: a
  /// game that asks is silent in a FaceTime call.
  public func isOtherAudioPlaying(for app: AppID) -> Bool {
    state.device[.webView] || isSystemCallActive
      || state.ids.contains { $0 != app && sounds($0) }
  }

  /// Whether a call that no simulated app hosts is active.
  package var isSystemCallActive: Bool {
    state.device.calls.call(in: .active)?.host.isOfSystem == true
  }

  /// Whether the app's output runs, is not muted by the app, and may be audible in its lifecycle state.
  package func sounds(_ app: AppID) -> Bool {
    isPlaying(app) && !state[app].isOutputMuted && !isSilencedBehind(app)
  }

  /// Whether the app is silent because it has left the foreground and may play only there.
  func isSilencedBehind(_ app: AppID) -> Bool {
    state[app].lifecycle != .foreground && !goesOnBehind(app) && !isKeptBehind(app)
  }

  /// Everything that keeps the app silent, in the order of the signal path.
  package func silences(of app: AppID) -> Silences { silences(of: app, on: currentRoute) }

  private func silences(of app: AppID, on route: Route) -> Silences {
    let session = state[app]
    let traits = traits(of: app)
    var found: Silences = []
    if !session.isActive { found.insert(.inactive) }
    if !session.isOutputRunning { found.insert(.notPlaying) }
    if !traits.base.hasOutput { found.insert(.noOutput) }
    if session.isOutputMuted { found.insert(.mutedByItself) }
    if traits.base.isSilencedBySwitch, state.device.isSilent {
      // The receiver is not a headphone: built-in outputs obey the switch.
      let inHeadphones = !route.outputs.intersects(.builtIn)
      if !inHeadphones || policy.switchAffectsHeadphones == .yes { found.insert(.silentMode) }
    }
    if isSilencedBehind(app) { found.insert(.behind) }
    if recorder(silencing: app) != nil { found.insert(.recording) }
    if outputVolume(for: app) == 0, !route.outputs.intersects(.fixedVolume) {
      found.insert(.volume)
    }
    if route.outputs.isEmpty, found.isEmpty { found.insert(.noRoute) }
    return found
  }

  /// The session whose recording silences the app, or nil.
  package func recorder(silencing app: AppID) -> AppID? {
    guard policy.recordAndMixablePeers != .mix else { return nil }
    return state.ids.first {
      $0 != app && state[$0].isActive
        && categoryRow(of: $0).silencesOthers
    }
  }
}

/// The factors of an app's gain, each 0...1.
public struct GainFactors: Hashable, Sendable {
  /// The user's volume of the kind that the app plays at; 1 at an output with its own volume.
  public let volume: Double
  /// The gain to which other apps lower the app; 1 if none does.
  public let ducking: Double
  /// The gain of the output in use and of the mode.
  public let route: Double

  /// The gain.
  public var product: Double { volume * ducking * route }
}

/// The reasons that keep an app silent.
package struct Silences: OptionSet {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let inactive = Silences(rawValue: 1)
  package static let notPlaying = Silences(rawValue: 1 << 1)
  package static let noOutput = Silences(rawValue: 1 << 2)
  package static let mutedByItself = Silences(rawValue: 1 << 3)
  package static let silentMode = Silences(rawValue: 1 << 4)
  package static let behind = Silences(rawValue: 1 << 5)
  package static let recording = Silences(rawValue: 1 << 6)
  package static let noRoute = Silences(rawValue: 1 << 7)
  package static let volume = Silences(rawValue: 1 << 8)
}
