internal import AudioSession
internal import HapticEngine

/// Requests to the haptic hardware by apps and their controls, outside the policy.
extension RuntimeState {
  /// Returns why an action outside the policy is impossible now; nil if the action is possible.
  func refusal(of action: AppAction, by app: AppID) -> RejectedEvent? {
    let lifecycle = phone.state[app].lifecycle
    let notRunning: RejectedEvent? = lifecycle.isRunning ? nil : .callerNotRunning(app, lifecycle)
    return switch action {
    case .resident(.operate(let name, let event)): refusal(of: event, on: name, of: app)
    case .resident(.turnPicker(let name, let turn)):
      refusal(of: .rested(wheel: turn.wheel), on: name, of: app)
    case .resident(.prepareFeedback): phone.missing(.generator) ?? notRunning
    case .resident(.playComposite): phone.missing(.engine) ?? notRunning
    case .session(.requestHardware(.echoCancelledInput)) where !phone.has(.echoCancelledInput):
      .notAvailable("echo-cancelled input", since: SystemRelease.echoCancelledInput.description)
    case .session(.requestHardware), .resident(.loadComposite), .resident(.startCapture),
      .resident(.setWebViewPlaying):
      notRunning
    case .session, .resident: nil
    }
  }

  /// Returns why a control cannot be changed in this way; nil if the change is possible.
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

  /// Reports the haptic that an action requests, and the haptic's delay.
  mutating func requestHaptic(_ action: AppAction, by app: AppID) {
    if case .resident(.playHaptic(let name)) = action {
      noteSound(of: name, by: app)
      request(HapticRequest(name), by: app)
    }
    guard case .resident(.triggerFeedback(let feedback)) = action else { return }
    let family = feedback.preset.family
    timers.cancel(.feedback(app, family))
    let delay =
      residents[app.index].generators[family, default: FeedbackGenerator()].trigger(at: now)
    request(HapticRequest(feedback, delay: delay, cause: .generator), by: app)
  }

  /// Notes the time at which the sound of a pattern ends, if the app may play the sound.
  private mutating func noteSound(of name: String, by app: AppID) {
    // A sound ends with the engine that played it.
    if !isEngineRunning(of: app) { residents[app.index].patternEnd = now }
    guard let seconds = patternSeconds[name], phone.mayStartHapticEngine(app) else { return }
    let end = now + PhoneTime(seconds: seconds)
    residents[app.index].patternEnd = max(residents[app.index].patternEnd, end)
  }

  /// The app whose haptic engine determines what the volume buttons change if nothing else is playing: a sound in one
  /// of its patterns is heard or, depending on the policy, its engine is running.
  ///
  /// If there are several such apps, this is the first of them.
  var heardPattern: AppID? {
    phone.apps.first { app in
      let isHeard = now < residents[app.index].patternEnd && phone.letsSoundOut(of: app)
      return isEngineRunning(of: app)
        && (isHeard || phone.hapticEngineTakesButtons(of: app))
    }
  }

  /// Returns an event, completed with those facts from outside the policy that the policy needs.
  func completed(_ event: SessionEvent) -> SessionEvent {
    guard case .phone(.volumeButtonPressed(let button, nil)) = event else { return event }
    return .phone(.volumeButtonPressed(button, hearing: heardPattern))
  }

  /// Reports a haptic that an app requests, as modified by the app's own code.
  ///
  /// Source: Human Interface Guidelines, "Motion": make motion optional if the user reduces it. Whether an
  /// app also reduces decorative haptics is its own decision: the system does not weaken any haptic.
  private mutating func request(_ request: HapticRequest, by app: AppID) {
    let isReduced =
      phone.state.device.accessibility.contains(.reduceMotion)
      && residents[app.index].decorativeHaptics.contains(request.name)
    report(.hapticRequested(app, isReduced ? request.reduced() : request))
  }

  /// Clears the preparations of an app that leaves the screen.
  ///
  /// Our choice: the page of `UIFeedbackGenerator` says that feedback is for an app in the foreground. About
  /// preparation, the page only says that it lasts for a short time.
  mutating func forgetPreparations(of app: AppID, _ step: inout DeliveryStep) {
    for family in FeedbackFamily.allCases where residents[app.index].generators[family] != nil {
      let wasPrepared = residents[app.index].generators[family]?.isPrepared(at: now) ?? false
      residents[app.index].generators[family] = nil
      timers.cancel(.feedback(app, family))
      if wasPrepared { step.reports.append(.feedbackExpired(app, family)) }
    }
  }

  /// Removes every composite, loaded or not, when the media services are lost.
  ///
  /// Each composite has to be loaded again after the services are reset. Until then, only its still image can be shown.
  ///
  /// Source: page of `CHHapticEngine.resetHandler`: after a reset, resources are registered again. Our choice:
  /// composites are lost when the services are lost, and not when the services are reset.
  mutating func loseComposites() {
    for app in phone.apps {
      for name in residents[app.index].composites.keys.sorted() { lose(name, of: app) }
    }
  }

  private mutating func lose(_ name: String, of app: AppID) {
    residents[app.index].composites[name] = nil
    timers.cancel(.composite(app, name))
    report(.composite(app, name, .lost))
  }

  /// Starts loading a composite.
  mutating func loadComposite(_ name: String, seconds: Double, for app: AppID) {
    residents[app.index].composites[name] = false
    timers.set(.composite(app, name), at: now + PhoneTime(seconds: seconds))
  }

  /// Finishes loading a composite, unless its app has terminated in the meantime.
  mutating func finishLoading(_ name: String, for app: AppID) {
    guard residents[app.index].composites[name] == false else { return }
    if phone.state.device.isMediaServerDown { return lose(name, of: app) }
    residents[app.index].composites[name] = true
    report(.composite(app, name, .loaded))
  }

  /// Plays a composite, completely or not at all.
  ///
  /// An engine on the shared session requires that session to be active, and activates it as for every other haptic.
  mutating func playComposite(_ name: String, for app: AppID) {
    var hasSession = true
    if residents[app.index].composites[name] == true, phone.hapticEngineActivates(app) {
      do throws(RejectedEvent) {
        hasSession = try perform(.app(app, .activate)) == nil
      } catch {
        hasSession = false
      }
    }
    guard hasSession, residents[app.index].composites[name] == true else {
      report(.composite(app, name, .still))
      return
    }
    noteSound(of: name, by: app)
    report(.composite(app, name, .played))
    report(.hapticRequested(app, HapticRequest(name)))
    _ = try? perform(.app(app, .playHaptic()))
  }

  /// Makes a control vibrate immediately.
  ///
  /// The haptic hardware is already prepared because a finger is on the control.
  mutating func vibrate(_ feedback: Feedback, by control: String, of app: AppID) {
    report(.hapticRequested(app, HapticRequest(feedback, cause: .control(control))))
    _ = try? perform(.app(app, .playHaptic(.control)))
  }

  /// Changes a control, and applies the effects.
  mutating func operate(_ name: String, _ event: ControlEvent, of app: AppID) {
    guard let effects = try? residents[app.index].controls[name]?.handle(event, at: now) else {
      return
    }
    let state = residents[app.index].controls[name]?.words ?? ""
    for effect in effects {
      switch effect {
      case .haptic(let feedback, let delay) where delay > .zero:
        timers.add(
          .tick(app, name, wheel: event.wheel ?? 0, feedback), at: now + delay)
      case .haptic(let feedback, _):
        vibrate(feedback, by: name, of: app)
      case .turnsOff(let others):
        report(.control(app, name, effect, state: state))
        for other in others { operate(other, .switched(false), of: app) }
      case .chosen:
        timers.cancelTick(of: app, name, wheel: event.wheel ?? 0)
        report(.control(app, name, effect, state: state))
      case .changed, .coalesced: report(.control(app, name, effect, state: state))
      }
    }
  }
}
