extension Phone {
  /// Whether the app is heard; at volume 0 nothing is.
  public func isAudible(_ app: AppID) -> Bool { silences(of: app).isEmpty }

  /// Whether somebody else lowers the app's output; false if its session is not active, or has none.
  ///
  /// Source: R10. Lasts from the activation of the one that ducks to its deactivation, whether it
  /// plays or not.
  public func isDucked(_ app: AppID) -> Bool { state[app].isActive && isLowered(app) }

  /// Whether somebody else lowers what the app lets out, if its session is active.
  private func isLowered(_ app: AppID) -> Bool {
    (state.ids.contains { ducks($0, app) } || isDuckedByVoiceOver || state.device.isAlertDucking)
      && categoryRow(of: app).hasOutput
  }

  /// What others lower the sounds of the app's haptic patterns to; 1 if none does.
  ///
  /// Our choice: an engine with a session of its own is lowered as the app's session would be, also while
  /// that is not active, for it sounds beside the prompt all the same.
  package func patternDucking(of app: AppID) -> Double { isLowered(app) ? policy.duckGain : 1 }

  /// Whether VoiceOver lowers what plays.
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

  /// What the app's output is multiplied by on its way out: volume times ducking, 0...1.
  ///
  /// 0 while it is not audible.
  public func gain(of app: AppID) -> Double { gain(of: app, on: currentRoute) }

  /// The same on the present route, for callers that have it at hand.
  func gain(of app: AppID, on route: Route) -> Double {
    guard state[app].isOutputRunning, silences(of: app, on: route).isEmpty else { return 0 }
    return gainFactors(of: app, on: route).product
  }

  /// What the gain of an app that is heard is made of; whether it is heard does not matter.
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

  /// Whether the app would be heard if its session were active and its output ran: what else is part
  /// of it, such as the sounds of a haptic pattern, is heard then.
  ///
  /// A pattern is played by a haptic engine: where none may start, nothing is heard of it. With an engine on
  /// the shared session that has to be active; one that plays haptics only lets none out.
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

  /// `secondaryAudioShouldBeSilencedHint`: another app's session that does not mix plays, a web view, whose
  /// sound is another process's whoever shows it, or an active call of the system's.
  ///
  /// Source: QA1882; header: "another application with a non-mixable audio session is playing audio", which the
  /// Phone app and FaceTime are, see `isOtherAudioPlaying(for:)`. That a web view counts is our choice.
  public func secondaryAudioShouldBeSilenced(for app: AppID) -> Bool {
    state.device[.webView] || isSystemCallActive
      || state.ids.contains { $0 != app && sounds($0) && !traits(of: $0).isMixable }
  }

  /// `isOtherAudioPlaying`: any other app plays, a web view, or a call of the system's that is not on hold.
  ///
  /// Source: its page, "another app is playing audio", which the Phone app and FaceTime are; rileytestut/Delta
  /// 308: a game that asks is silent in a FaceTime call.
  public func isOtherAudioPlaying(for app: AppID) -> Bool {
    state.device[.webView] || isSystemCallActive
      || state.ids.contains { $0 != app && sounds($0) }
  }

  /// Whether a call that no simulated app hosts is active.
  package var isSystemCallActive: Bool {
    state.device.calls.call(in: .active)?.host.isOfSystem == true
  }

  /// Whether an app's output runs, it has not muted it itself, and it may sound where it is.
  package func sounds(_ app: AppID) -> Bool {
    isPlaying(app) && !state[app].isOutputMuted && !isSilencedBehind(app)
  }

  /// Whether the app is silent because it is not in the foreground and may not sound elsewhere.
  func isSilencedBehind(_ app: AppID) -> Bool {
    state[app].lifecycle != .foreground && !goesOnBehind(app) && !isKeptBehind(app)
  }

  /// Why an app is not heard: everything that keeps it silent, in the order of its way out.
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
      // The receiver is no headphone: what is built in obeys the switch.
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

/// What the gain of an app is made of; each factor is 0...1.
public struct GainFactors: Hashable, Sendable {
  /// The user's volume of the kind that the app plays at; 1 at an output that has a volume of its own.
  public let volume: Double
  /// What other apps lower it to; 1 if none does.
  public let ducking: Double
  /// What the output in use and the mode make of it.
  public let route: Double

  /// The gain.
  public var product: Double { volume * ducking * route }
}

/// What keeps an app silent.
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
