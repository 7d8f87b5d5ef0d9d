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
  /// With a configuration, whether it could be with that one. Source: the order and the steps are
  /// `ActivationCheck`'s.
  public func refusal(of app: AppID, with configuration: SessionConfiguration? = nil) -> Refusal? {
    let traits = traits(of: configuration ?? state[app].configuration)
    for check in policy.activationOrder {
      if let error = error(of: check, for: app, traits) {
        return Refusal(check: check, error: error)
      }
    }
    return nil
  }

  /// Whether the app could activate its session where it learns of the end of an interruption: one
  /// that learns of it only when it comes to the front, from there.
  ///
  /// Source: R4 and T3, for the moment in which the option is read.
  package func mayResume(_ app: AppID) -> Bool {
    let lifecycle = state[app].lifecycle
    let waits = lifecycle == .background && policy.endedInBackground == .onForeground
    guard waits || !lifecycle.isRunning else { return refusal(of: app) == nil }
    var later = self
    later.state[app].lifecycle = .foreground
    return later.refusal(of: app) == nil
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
      return takesInput && isBlockedByCall(app) ? .insufficientPriority : nil
    case .siriRecording:
      return takesInput && device.siri == .recording ? .siriIsRecording : nil
    case .systemOwnsOutput: return systemError(for: app)
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
    let goesOn = !session.running.isEmpty
    if traits.isMixable {
      if traits.base.hasInput, !session.isInputRunning { return .cannotStartRecording }
      let asserts = session.hasRuntimeAssertion || goesOn
      return policy.backgroundMixableStart == .reject && !asserts ? .cannotStartPlaying : nil
    }
    return goesOn || state.device.nowPlaying == app ? nil : .cannotInterruptOthers
  }

  private func isBlockedByCall(_ app: AppID) -> Bool {
    state.device.calls.calls.contains { takesInput($0, from: app) }
  }

  /// Whether a call keeps the app from input: somebody else's in any phase, or its own on hold.
  package func takesInput(_ call: Call, from app: AppID) -> Bool {
    call.host != .app(app) || call.phase == .held
  }

  private func systemError(for app: AppID) -> SessionErrorCode? {
    var holding = systemHolding
    if state.device.calls.call(in: .ringing) == nil || isExemptFromBanner(app) {
      holding.remove(.call)
    }
    if hostsActiveCall(app) {
      holding.formIntersection(.emergency)
    }
    guard !holding.isEmpty else { return nil }
    return policy.blockedOutputCode == .cannotInterruptOthers
      ? .cannotInterruptOthers : .insufficientPriority
  }

  /// What of the system holds the device now.
  package var systemHolding: InterruptionSources {
    var holding: InterruptionSources = []
    for source in SystemSource.passing where source.holds(state.device) {
      holding.insert(InterruptionSources(source))
    }
    return holding
  }

  /// Whether an incoming call, shown as a banner, leaves the app alone until it is accepted.
  package func isExemptFromBanner(_ app: AppID) -> Bool {
    state.device.callStyle == .banner && system >= .iOS14_5
      && state[app].preferences.noInterruptionsFromSystemAlerts
  }
}
