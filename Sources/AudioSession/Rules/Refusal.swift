/// The reason why a session cannot be activated.
public struct Refusal: Hashable, Sendable {
  /// The check that refuses.
  public let check: ActivationCheck
  /// The error of the refused activation.
  public let error: SessionErrorCode
}

extension Phone {
  /// Returns the reason why the app's session cannot be activated now, or nil if it can be activated.
  ///
  /// If a configuration is passed, the result is for that configuration. A session that is already active was checked
  /// when it became active. If its configuration does not change, activation is refused only if the session has been
  /// destroyed. Source: the order and the steps are those of `ActivationCheck`.
  public func refusal(of app: AppID, with configuration: SessionConfiguration? = nil) -> Refusal? {
    let session = state[app]
    let isRepeated =
      session.isActive && (configuration ?? session.configuration) == session.configuration
    if isRepeated {
      return session.isExpired ? Refusal(check: .expired, error: .expiredSession) : nil
    }
    return firstRefusal(of: app, traits(of: configuration ?? session.configuration))
  }

  /// Returns the reason why the app's input cannot start now, even if the session is active, or nil if the input can
  /// start.
  func refusalOfInput(_ app: AppID) -> Refusal? { firstRefusal(of: app, traits(of: app)) }

  /// Returns the reason why a private session of the app, such as a web view's session, cannot begin now with that
  /// configuration, or nil if it can begin.
  ///
  /// Our choice: a private session follows the same rules as the app's own session, except for the rules about
  /// destroyed sessions and the app's own calls.
  package func refusalOfPrivateSession(
    of app: AppID, with configuration: SessionConfiguration
  ) -> Refusal? {
    let traits = traits(of: configuration)
    for check in policy.activationOrder where check != .expired && check != .ownCall {
      if let error = error(of: check, for: app, traits) {
        return Refusal(check: check, error: error)
      }
    }
    return nil
  }

  /// Whether a call, alert or Siri prevents a nonmixable session that does not belong to an app from starting playback
  /// now.
  ///
  /// Our choice: the rules for apps' sessions apply.
  var systemHasOutput: Bool {
    !holders(against: nil, traits(of: SessionConfiguration(.playback))).isEmpty
  }

  private func firstRefusal(of app: AppID, _ traits: SessionTraits) -> Refusal? {
    for check in policy.activationOrder {
      if let error = error(of: check, for: app, traits) {
        return Refusal(check: check, error: error)
      }
    }
    return nil
  }

  /// Returns whether nothing else holds the device, so that the app may be notified with `shouldResume`.
  ///
  /// It does not matter whether the app is in the background. Whether the app could activate its session there is a
  /// separate question. Source: `AVAudioSession.InterruptionOptions.shouldResume`; device logs show the option in the
  /// background (react-native-audio-api 1220, record 569, dictus-ios 353), and no log shows an end without the option.
  package func othersAllow(_ app: AppID) -> Bool {
    let traits = traits(of: app)
    if policy.endedWhileOthersPlay == .withoutOption, !traits.isMixable,
      secondaryAudioShouldBeSilenced(for: app)
    {
      return false
    }
    return ActivationCheck.ofHolders.allSatisfy { error(of: $0, for: app, traits) == nil }
  }

  private func error(
    of check: ActivationCheck, for app: AppID, _ traits: SessionTraits
  ) -> SessionErrorCode? {
    let device = state.device
    let takesInput = traits.base.hasInput
    switch check {
    case .mediaServices: return device.isMediaServerDown ? .mediaServicesFailed : nil
    case .expired: return state[app].isExpired ? .expiredSession : nil
    case .background: return backgroundError(for: app, traits)
    case .foreignCall:
      return takesInput && isBlockedByCall(app) ? policy.blockedOutputCode.error : nil
    case .siriRecording:
      return takesInput && device.siri == .recording ? .siriIsRecording : nil
    case .ownCall:
      guard !state[app].isActive, hostsActiveCall(app) else { return nil }
      return policy.ownCallReactivation == .missingEntitlement ? .missingEntitlement : nil
    case .callAudio:
      guard !state[app].isActive, device.isCallAudioClosing else { return nil }
      return policy.refusalAfterCall == .none ? nil : .cannotStartPlaying
    case .systemOwnsOutput:
      return holders(against: app, traits).isEmpty ? nil : policy.blockedOutputCode.error
    case .inputHardware: return takesInput && !isInputAvailable ? .resourceNotAvailable : nil
    case .recordPermission: return nil
    }
  }

  /// The error of activating a session in the background.
  ///
  /// The host of an active call may play anywhere.
  private func backgroundError(for app: AppID, _ traits: SessionTraits) -> SessionErrorCode? {
    let session = state[app]
    guard session.lifecycle != .foreground else { return nil }
    if hostsActiveCall(app) { return nil }
    guard session.hasBackgroundAudio, traits.base.runsInBackground else {
      return .cannotStartPlaying
    }
    let goesOn = session.isActive || resumes(app)
    if traits.isMixable {
      if traits.base.hasInput, !goesOn { return .cannotStartRecording }
      let asserts = session.hasRuntimeAssertion || goesOn
      return policy.backgroundMixableStart == .reject && !asserts ? .cannotStartPlaying : nil
    }
    return goesOn || state.device.nowPlaying == app ? nil : .cannotInterruptOthers
  }

  /// Whether the app was notified with `shouldResume`, and the policy lets such apps resume in the background.
  func resumes(_ app: AppID) -> Bool {
    state[app].mayResume && policy.backgroundResumption == .accept
  }

  private func isBlockedByCall(_ app: AppID) -> Bool {
    state.device.calls.isUp && state.device.calls.calls.contains { takesInput($0, from: app) }
  }

  /// Whether a call keeps the app from using input: another host's call in any phase, or the app's own call on hold.
  ///
  /// The host of the active call is exempt. That app may use input even if another call is ringing or on hold, because
  /// CallKit activates its session for this purpose. Source: `CXProviderDelegate.provider(_:didActivate:)`, in which an
  /// app starts its audio; "Responding to VoIP Notifications from PushKit".
  package func takesInput(_ call: Call, from app: AppID) -> Bool {
    if hostsActiveCall(app) { return false }
    return call.host != .app(app) || call.phase == .held
  }

  /// Returns the system sources that currently prevent a session from being active.
  ///
  /// If `app` is nil, the session does not belong to an app.
  ///
  /// A source with a higher priority prevents it if neither the source nor the session allows mixing. An emergency
  /// always prevents it. Siri leaves the output to others while it is not recording. The host of an active call takes
  /// precedence over everything except alerts. Policy option `clockDuringOwnCall` decides whether alarms and timers are
  /// among these alerts.
  ///
  /// Source: `setActive(_:options:)`: it fails if an active session has higher priority and neither of the two allows
  /// mixing; `PromptStyle.short` exists for prompts alongside Siri; openradar 44895456 for nonmixable output alongside
  /// Siri.
  package func holders(against app: AppID?, _ traits: SessionTraits) -> InterruptionSources {
    let device = state.device
    if traits.isMixable { return device.alerts.intersection(.emergency) }
    var holding = device.alerts.subtracting(.clock).subtracting(.likeAnApp)
    let isHost = app.map(hostsActiveCall) ?? false
    let isExempt = app.map(isExemptFromClock) ?? false
    let isSpared = isHost ? policy.clockDuringOwnCall == .spares : isExempt
    if !isSpared { holding.formUnion(device.alerts.intersection(.clock)) }
    if isHost { return holding }
    let isExemptFromRing = app.map(isExemptFromBanner) ?? false
    if device.calls.call(in: .ringing) != nil, !isExemptFromRing { holding.insert(.call) }
    if device.siri == .recording || device.siri == .listening && traits.base.hasInput {
      holding.insert(.siri)
    }
    return holding
  }

  /// The system sources that currently hold the device.
  package var systemHolding: InterruptionSources {
    var holding: InterruptionSources = []
    for source in SystemSource.endingByThemselves where source.holds(state.device) {
      holding.insert(InterruptionSources(source))
    }
    return holding
  }

  /// Returns whether an incoming call that appears as a banner spares the app until the call is answered.
  package func isExemptFromBanner(_ app: AppID) -> Bool {
    state.device.callStyle == .banner && system >= .iOS14_5
      && state[app].preferences.noInterruptionsFromSystemAlerts
  }

  /// Returns whether alarms and timers spare the app.
  package func isExemptFromClock(_ app: AppID) -> Bool {
    policy.noInterruptionsCover == .callsAndClock && system >= .iOS14_5
      && state[app].preferences.noInterruptionsFromSystemAlerts
  }
}

extension AudioPolicy.BlockedOutputCode {
  fileprivate var error: SessionErrorCode {
    switch self {
    case .insufficientPriority: .insufficientPriority
    case .cannotInterruptOthers: .cannotInterruptOthers
    case .missingEntitlement: .missingEntitlement
    }
  }
}
