extension Phone {
  /// Returns whether the app is audible.
  ///
  /// At volume 0, no app is audible.
  public func isAudible(_ app: AppID) -> Bool { silences(of: app).isEmpty }

  /// Returns whether the app's output is lowered by another session, VoiceOver or an alert.
  ///
  /// Returns false if the app's session is inactive or its category does not have output.
  ///
  /// Source: R10. Ducking lasts from the ducking session's activation to its deactivation, whether or not that session
  /// is playing.
  public func isDucked(_ app: AppID) -> Bool { state[app].isActive && isLowered(app) }

  /// Returns whether the app's output would be lowered if the app's session were active.
  private func isLowered(_ app: AppID) -> Bool {
    (state.ids.contains { ducks($0, app) } || isDuckedByVoiceOver || state.device.isAlertDucking)
      && categoryRow(of: app).hasOutput
  }

  /// Returns the gain to which other audio lowers the sounds of the app's haptic patterns, or 1 if nothing lowers them.
  ///
  /// Our choice: an engine with its own session is lowered in the same way as the app's session. This is also true
  /// while the app's session is inactive, because the engine is still heard alongside the ducking audio.
  package func patternDucking(of app: AppID) -> Double { isLowered(app) ? policy.duckGain : 1 }

  /// Whether VoiceOver is currently lowering other audio.
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

  /// Returns whether the first app lowers the second app's output.
  package func ducks(_ other: AppID, _ app: AppID) -> Bool {
    other != app && state[other].isActive && traits(of: other).ducksOthers
  }

  /// Returns the gain of the app's output, 0...1: the product of volume, ducking and route gain.
  ///
  /// The gain is 0 while the app is not audible.
  public func gain(of app: AppID) -> Double { gain(of: app, on: currentRoute) }

  /// Returns the app's gain on the current route, for callers that have already determined the route.
  func gain(of app: AppID, on route: Route) -> Double {
    guard state[app].isOutputRunning, silences(of: app, on: route).isEmpty else { return 0 }
    return gainFactors(of: app, on: route).product
  }

  /// Returns the factors of the app's gain, whether or not the app is audible.
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

  /// Returns whether the sounds of the app's haptic patterns can be heard now.
  ///
  /// The sounds are audible only if a haptic engine may start. An engine that uses the shared session also requires
  /// that session to be active. An engine that plays only haptics does not play any sounds. Whether the app's own
  /// output is running does not matter.
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

  /// `secondaryAudioShouldBeSilencedHint`: returns whether another app's nonmixable session is playing, a web view is
  /// playing, or a system call is active.
  ///
  /// A web view's sound belongs to another process, no matter which app shows the web view.
  ///
  /// Source: QA1882; header: "another application with a non-mixable audio session is playing audio". The Phone app and
  /// FaceTime are such applications; see `isOtherAudioPlaying(for:)`. Including web views is our choice.
  public func secondaryAudioShouldBeSilenced(for app: AppID) -> Bool {
    state.device[.webView] || isSystemCallActive
      || state.ids.contains { $0 != app && sounds($0) && !traits(of: $0).isMixable }
  }

  /// `isOtherAudioPlaying`: returns whether another app or a web view is playing, or a call that no simulated app hosts
  /// is active.
  ///
  /// Source: the property's page, "another app is playing audio", which includes the Phone app and FaceTime;
  /// rileytestut/Delta 308: a game that reads the property is silent during a FaceTime call.
  public func isOtherAudioPlaying(for app: AppID) -> Bool {
    state.device[.webView] || isSystemCallActive
      || state.ids.contains { $0 != app && sounds($0) }
  }

  /// Whether the active call is a system call, which no simulated app hosts.
  package var isSystemCallActive: Bool {
    state.device.calls.call(in: .active)?.host.isOfSystem == true
  }

  /// Returns whether the app's output is running, is not muted by the app, and may be audible in the app's lifecycle
  /// state.
  package func sounds(_ app: AppID) -> Bool {
    isPlaying(app) && !state[app].isOutputMuted && !isSilencedBehind(app)
  }

  /// Returns whether the app is silent because it has left the foreground and may play only there.
  func isSilencedBehind(_ app: AppID) -> Bool {
    state[app].lifecycle != .foreground && !goesOnBehind(app) && !isKeptBehind(app)
  }

  /// Returns everything that keeps the app silent, in the order of the signal path.
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
      // The receiver is not treated as headphones: all built-in outputs obey the switch.
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

  /// Returns the app whose recording session silences this app, or nil.
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
  /// The user's volume for the kind of audio that the app plays; 1 if the output has its own volume.
  public let volume: Double
  /// The gain to which other audio lowers the app; 1 if nothing lowers it.
  public let ducking: Double
  /// The combined gain of the current output and the mode.
  public let route: Double

  /// The resulting gain.
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
