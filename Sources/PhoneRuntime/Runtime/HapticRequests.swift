internal import AudioSession
internal import HapticEngine

/// What apps and their controls ask of the haptic hardware, beside the policy.
extension RuntimeState {
  /// Why an action that is not the policy's makes no sense now; nil if it does.
  func refusal(of action: AppAction, by app: AppID) -> RejectedEvent? {
    if case .operate(let name, let event) = action { return refusal(of: event, on: name, of: app) }
    if case .turnPicker(let name, let turn) = action {
      return refusal(of: .rested(wheel: turn.wheel), on: name, of: app)
    }
    if case .prepareFeedback = action, let missing = phone.missing(.generator) { return missing }
    if case .playComposite = action, let missing = phone.missing(.engine) { return missing }
    if case .requestHardware(.echoCancelledInput) = action, !phone.has(.echoCancelledInput) {
      return .notAvailable(
        "echo-cancelled input", since: SystemRelease.echoCancelledInput.description)
    }
    let lifecycle = phone.state[app].lifecycle
    return action.needsProcess && !lifecycle.isRunning ? .callerNotRunning(app, lifecycle) : nil
  }

  /// Why a control cannot be changed so; nil if it can.
  private func refusal(
    of event: ControlEvent, on name: String, of app: AppID
  ) -> RejectedEvent? {
    guard phone.state[app].lifecycle == .foreground else {
      return .notThere("\(name) on the screen")
    }
    guard var control = residents[app.index].controls[name] else {
      return .notThere("control called \(name)")
    }
    do throws(ControlError) {
      _ = try control.handle(event, at: now)
      return nil
    } catch {
      return .notThere("\(error)")
    }
  }

  /// Reports which haptic an action asks for, and how much later it begins.
  mutating func requestHaptic(_ action: AppAction, by app: AppID) {
    if case .playHaptic(let name) = action { request(HapticRequest(name), by: app) }
    guard case .triggerFeedback(let feedback) = action else { return }
    let family = feedback.preset.family
    timers.cancel(.feedback(app, family))
    let delay =
      residents[app.index].generators[family, default: FeedbackGenerator()].trigger(at: now)
    request(HapticRequest(feedback, delay: delay, cause: .generator), by: app)
  }

  /// Reports a haptic that an app asks for, as the app's own code has it.
  ///
  /// Source: Human Interface Guidelines, "Motion": make motion optional, where the user reduces it. That an
  /// app does the same with haptics that only decorate is for the app to decide: the system weakens none.
  private mutating func request(_ request: HapticRequest, by app: AppID) {
    let isReduced =
      phone.state.device.accessibility.contains(.reduceMotion)
      && residents[app.index].decorativeHaptics.contains(request.name)
    report(.hapticRequested(app, isReduced ? request.reduced() : request))
  }

  /// Nothing stays prepared for an app that leaves the screen.
  ///
  /// Source: our choice; the page of `UIFeedbackGenerator` says that feedback is for an app in front, and of
  /// preparing only that it lasts for a short time.
  mutating func forgetPreparations(of app: AppID, _ step: inout DeliveryStep) {
    for family in FeedbackFamily.allCases where residents[app.index].generators[family] != nil {
      let wasPrepared = residents[app.index].generators[family]?.isPrepared(at: now) ?? false
      residents[app.index].generators[family] = nil
      timers.cancel(.feedback(app, family))
      if wasPrepared { step.reports.append(.feedbackExpired(app, family)) }
    }
  }

  /// Begins to load a composite.
  mutating func loadComposite(_ name: String, seconds: Double, for app: AppID) {
    residents[app.index].composites[name] = false
    timers.set(.composite(app, name), at: now + PhoneTime(seconds: seconds))
  }

  /// A composite is loaded, unless its app has ended meanwhile.
  mutating func finishLoading(_ name: String, for app: AppID) {
    guard residents[app.index].composites[name] == false else { return }
    residents[app.index].composites[name] = true
    report(.composite(app, name, .loaded))
  }

  /// Plays a composite, whole or not at all: with an engine on the shared session that has to be active, and
  /// is activated as for every other haptic.
  mutating func playComposite(_ name: String, for app: AppID) {
    var hasSession = true
    if residents[app.index].composites[name] == true, phone.hapticEngineActivates(app) {
      do throws(RejectedEvent) {
        hasSession = try perform(.activate(app)) == nil
      } catch {
        hasSession = false
      }
    }
    guard hasSession, residents[app.index].composites[name] == true else {
      report(.composite(app, name, .still))
      return
    }
    report(.composite(app, name, .played))
    report(.hapticRequested(app, HapticRequest(name)))
    _ = try? perform(.playHaptic(app))
  }

  /// Changes a control, and lets happen what follows.
  mutating func operate(_ name: String, _ event: ControlEvent, of app: AppID) {
    guard let effects = try? residents[app.index].controls[name]?.handle(event, at: now) else {
      return
    }
    let state = residents[app.index].controls[name]?.words ?? ""
    for effect in effects {
      switch effect {
      case .haptic(let feedback, let delay):
        // The system is prepared: a finger has been on the control.
        report(.hapticRequested(app, HapticRequest(feedback, delay: delay, cause: .control(name))))
        _ = try? perform(.playHaptic(app, .control))
      case .turnsOff(let others):
        report(.control(app, name, effect, state: state))
        for other in others { operate(other, .switched(false), of: app) }
      case .changed, .coalesced, .chosen: report(.control(app, name, effect, state: state))
      }
    }
  }
}

extension AppAction {
  /// Whether only an app that runs can do it, of what the policy is not asked about.
  fileprivate var needsProcess: Bool {
    switch self {
    case .prepareFeedback, .loadComposite, .playComposite, .requestHardware: true
    case .activate, .deactivate, .setCategory, .setMode, .play, .pause, .stop, .record,
      .stopRecording, .foreground, .background, .suspend, .terminate, .launch, .setBackgroundTask,
      .expireBackgroundTime, .setPictureInPicture, .setFailingCallActions, .failCallAction,
      .runARSession,
      .resetARTracking,
      .pauseARSession, .recognizePlace, .giveUpRelocalizing, .setInputMuted, .setSleepTimer,
      .savePosition,
      .playFrom, .distortNotification, .startCapture, .stopCapture, .setWebViewPlaying,
      .overrideOutput, .preferInput, .pickInput, .setInputProperty, .setPrefers, .setOutputMuted,
      .setPlayer,
      .setRemoteCommands, .setCaptures, .setInputView, .setFrontPresentation,
      .setNotificationSettings, .setRecordPermission, .expireSession,
      .playHaptic, .triggerFeedback, .operate, .turnPicker, .playSound:
      false
    }
  }
}
