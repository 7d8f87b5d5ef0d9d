/// Why a session may not be activated.
public struct Refusal: Hashable, Sendable {
  /// The step that refuses.
  public let check: ActivationCheck
  /// The error that it gives.
  public let error: SessionErrorCode
}

extension Phone {
  /// Why the app's session may not be activated now, or nil if it may.
  ///
  /// With a configuration, whether it could be with that one. A session that is active and stays as
  /// it is was checked when it became so; only one that was destroyed is refused again. Source: the
  /// order and the steps are `ActivationCheck`'s.
  public func refusal(of app: AppID, with configuration: SessionConfiguration? = nil) -> Refusal? {
    let session = state[app]
    let isRepeated =
      session.isActive && (configuration ?? session.configuration) == session.configuration
    if isRepeated {
      return session.isExpired ? Refusal(check: .expired, error: .expiredSession) : nil
    }
    return firstRefusal(of: app, traits(of: configuration ?? session.configuration))
  }

  /// Why the app's input may not start now, whether its session is active or not; nil if it may.
  func refusalOfInput(_ app: AppID) -> Refusal? { firstRefusal(of: app, traits(of: app)) }

  /// Why a private session of the app's, such as that of a web view, may not begin now with that configuration;
  /// nil if it may.
  ///
  /// Our choice: it obeys what any session of the app's would, which is not itself destroyed and no call's.
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

  /// Whether the system keeps a session of no app, which plays and does not mix, from beginning now.
  ///
  /// Our choice: as it keeps one of an app's.
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

  /// Whether nothing else has the device, so that the app may be notified with `shouldResume`.
  ///
  /// Whether the app is in the background does not matter: whether it could activate its session
  /// there is another question. Source: `AVAudioSession.InterruptionOptions.shouldResume`; device
  /// logs show the option in the background (react-native-audio-api 1220, record 569, dictus-ios
  /// 353), none without it.
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

  /// The host of an active call sounds wherever it is.
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

  /// Whether the app was notified with `shouldResume`, and that counts in the background.
  func resumes(_ app: AppID) -> Bool {
    state[app].mayResume && policy.backgroundResumption == .accept
  }

  private func isBlockedByCall(_ app: AppID) -> Bool {
    state.device.calls.isUp && state.device.calls.calls.contains { takesInput($0, from: app) }
  }

  /// Whether a call keeps the app from input: somebody else's in any phase, or its own on hold.
  ///
  /// Not the host of the active call, which has the input whatever rings or waits beside it: CallKit
  /// activates its session for just that.
  /// Source: `CXProviderDelegate.provider(_:didActivate:)`, in which an app starts its audio;
  /// "Responding to VoIP Notifications from PushKit".
  package func takesInput(_ call: Call, from app: AppID) -> Bool {
    if hostsActiveCall(app) { return false }
    return call.host != .app(app) || call.phase == .held
  }

  /// What of the system keeps a session of the app, or one of no app, from being active now.
  ///
  /// A session of a higher priority does where neither allows mixing; an emergency always does. Siri
  /// that does not record leaves the output to others. The host of an active call is above all but
  /// alerts, and by the policy above the clock.
  ///
  /// Source: `setActive(_:options:)`: it fails if an active session has higher priority and neither of
  /// the two allows mixing; `PromptStyle.short` is there for prompts beside Siri; openradar 44895456
  /// for output beside Siri that does not mix.
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

  /// What of the system holds the device now.
  package var systemHolding: InterruptionSources {
    var holding: InterruptionSources = []
    for source in SystemSource.endingByThemselves where source.holds(state.device) {
      holding.insert(InterruptionSources(source))
    }
    return holding
  }

  /// Whether an incoming call, shown as a banner, leaves the app alone until it is accepted.
  package func isExemptFromBanner(_ app: AppID) -> Bool {
    state.device.callStyle == .banner && system >= .iOS14_5
      && state[app].preferences.noInterruptionsFromSystemAlerts
  }

  /// Whether the alarm and the timer leave the app alone.
  package func isExemptFromClock(_ app: AppID) -> Bool {
    policy.noInterruptionsCover == .callsAndClock && system >= .iOS14_5
      && state[app].preferences.noInterruptionsFromSystemAlerts
  }
}

extension AudioPolicy.BlockedOutputCode {
  /// The error itself.
  fileprivate var error: SessionErrorCode {
    switch self {
    case .insufficientPriority: .insufficientPriority
    case .cannotInterruptOthers: .cannotInterruptOthers
    case .missingEntitlement: .missingEntitlement
    }
  }
}
