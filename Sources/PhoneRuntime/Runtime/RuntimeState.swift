internal import AudioSession
internal import HapticEngine

/// The state that the lock of a runtime protects.
struct RuntimeState: Sendable {
  /// The policy.
  var phone: Phone
  /// The function that judges events in place of the policy; nil to use the policy itself.
  var judge: PhoneRuntime.Judge?
  /// The state of each app outside the policy.
  var residents: [Resident]
  /// The closures and objects that each app's code has registered.
  var handedOver: [HandedOver]
  /// The sinks to notify.
  var sinks: [any PhoneSink] = []
  /// The current time.
  private(set) var now = PhoneTime.zero
  /// The automatic occurrences, including the end of the system sound that is playing.
  var timers = Timers()
  var systemSound = SystemSoundChannel()
  /// The durations, in seconds, of the sounds in haptic patterns, by the names with which apps request the patterns.
  var patternSeconds: [String: Double] = [:]

  private let order: DeliveryOrder
  private var queue: DeliveryQueue
  private var isDelivering = false
  /// The signals that automatic apps have noticed but not yet acted upon.
  private var noticed = NoticedSignals()
  /// The pending actions of one automatic app.
  private var intentions: (app: AppID, actions: ArraySlice<AppAction>)?
  /// The number of automatic actions of apps since the delivery began.
  private var reactions = 0

  /// The maximum number of automatic actions in one delivery.
  ///
  /// If it is exceeded, the apps are assumed to react to each other endlessly.
  ///
  /// Our choice: each app of a full phone could act about fifty times.
  private static let maximumReactions = 1_000

  init(_ phone: Phone, _ residents: [Resident], _ order: DeliveryOrder) {
    self.phone = phone
    self.residents = residents
    handedOver = residents.map { _ in HandedOver() }
    self.order = order
    queue = DeliveryQueue(order)
  }

  // MARK: Events

  /// Applies an event and queues its effects; `value` is the value of a remote command.
  mutating func perform(
    _ event: SessionEvent, value: Double? = nil
  ) throws(RejectedEvent) -> SessionErrorCode? {
    do throws(RejectedEvent) {
      var followed: [Delivery] = []
      let error = try handle(completed(event), value: value, &followed)
      queue.append(followed)
      return error
    } catch {
      report(.rejected(error))
      throw error
    }
  }

  /// Lets an app act; `byItself` means that the app itself decided to act.
  mutating func perform(
    _ action: AppAction, by app: AppID, byItself: Bool
  ) throws(RejectedEvent) -> SessionErrorCode? {
    var followed: [Delivery] = []
    var error: SessionErrorCode?
    var rejection: RejectedEvent?
    var events = action.events(of: app)
    // An engine on the shared session starts only together with the session.
    if case .resident(.playHaptic) = action, phone.hapticEngineActivates(app) {
      events.insert(.app(app, .activate), at: 0)
    }
    if case .resident(let action) = action, let configuration = action.privateSession {
      let isRunning = phone.state[app].lifecycle.isRunning
      if isRunning { error = phone.refusalOfPrivateSession(of: app, with: configuration)?.error }
      if error != nil || !isRunning { events = [] }
    }
    for event in events where error == nil && rejection == nil {
      if case .app(app, .requestHardware(let request)) = event {
        error = self.error(of: request, by: app)
        if error != nil { break }
      }
      do throws(RejectedEvent) {
        error = try handle(event, &followed)
      } catch {
        rejection = error
      }
    }
    if rejection == nil { rejection = refusal(of: action, by: app) }
    report(.called(app, action, byItself: byItself, error: error))
    if error == nil, rejection == nil { requestHaptic(action, by: app) }
    queue.append(followed)
    if let rejection {
      report(.rejected(rejection))
      throw rejection
    }
    if error != nil { return error }
    if case .resident(let action) = action { finish(action, by: app) }
    if !byItself, let signal = action.signal { queue.append(.signal(app, signal)) }
    return nil
  }

  /// Applies an event to the policy, and to the state outside the policy.
  private mutating func handle(
    _ event: SessionEvent, value: Double? = nil, _ followed: inout [Delivery]
  ) throws(RejectedEvent) -> SessionErrorCode? {
    let before = phone
    let effects =
      if let judge { try judge(&phone, event) } else { try phone.handle(event) }
    followPhone()
    let time = now
    followed += lateDeliveries()
    for effect in effects { followed += deliveries(of: effect, value: value, since: before) }
    setTimers(since: before)
    let settled = SettledEvent(
      event: event, time: now, before: before, after: phone, effects: effects,
      positions: residents.map { $0.clock.position(at: now) })
    followed.append(.report(.settled(settled), time))
    var error: SessionErrorCode?
    for case .callResult(_, let code) in effects { error = code }
    if error == nil { changeResidents(after: event, &followed) }
    for app in phone.apps where settled.endsProcess(of: app) { endProcess(of: app, &followed) }
    endAbandonedSession(&followed)
    return error
  }

  /// Ends a private session when its process is suspended or ends.
  ///
  /// Our choice, as for any session: Apple publishes nothing about the private session of a capture session or
  /// a web view in this case.
  private mutating func endAbandonedSession(_ followed: inout [Delivery]) {
    for app in phone.apps {
      for alert in residents[app.index].privateSessions {
        let isThere = phone.state.device[alert]
        if isThere, phone.state[app].lifecycle.isRunning { continue }
        residents[app.index].privateSessions.remove(alert)
        if isThere { _ = try? handle(.phone(.alertEnded(alert)), &followed) }
      }
    }
  }

  /// Applies the event, which did not fail, to the state outside the policy.
  private mutating func changeResidents(
    after event: SessionEvent, _ followed: inout [Delivery]
  ) {
    switch event {
    case .phone(.mediaServicesLost): loseComposites()
    case .app(let app, .launch):
      residents[app.index].clock.begin(at: residents[app.index].savedPosition ?? .zero, now)
    case .app(let app, .setCategory), .app(let app, .setMode):
      residents[app.index].configuration = phone.state[app].configuration
    case .app(let app, .setRecordPermission(let permission)):
      guard permission != .undetermined else { return }
      let requests = handedOver[app.index].permissionRequests
      handedOver[app.index].permissionRequests = []
      followed += requests.map { .permission($0, permission == .granted) }
    case .app, .phone: break
    }
  }

  /// Applies a successful action to the state outside the policy.
  private mutating func finish(_ action: ResidentAction, by app: AppID) {
    switch action {
    case .play(let seconds):
      residents[app.index].clock.limit(to: seconds.map { PhoneTime(seconds: max(0, $0)) }, at: now)
    case .stop: residents[app.index].clock.rewind(at: now)
    case .setSleepTimer(let seconds):
      timers.cancel(.sleep(app))
      if let seconds { timers.set(.sleep(app), at: now + PhoneTime(seconds: seconds)) }
    case .savePosition:
      residents[app.index].savedPosition = residents[app.index].clock.position(at: now)
    case .playFrom(let seconds):
      let position = PhoneTime(seconds: max(0, seconds))
      residents[app.index].clock.seek(to: position, at: now)
      report(.moved(app, to: position))
    case .distortNotification(let distortion): residents[app.index].distortion = distortion
    case .setWebViewPlaying(true): residents[app.index].privateSessions.insert(.webView)
    case .setWebViewPlaying(false): residents[app.index].privateSessions.remove(.webView)
    case .startCapture(.privateSession):
      residents[app.index].privateSessions.insert(.privateSession)
    case .prepareFeedback(let family):
      residents[app.index].generators[family, default: FeedbackGenerator()].prepare(at: now)
      if let expiry = residents[app.index].generators[family]?.expiry {
        timers.set(.feedback(app, family), at: expiry)
      }
    case .loadComposite(let name, let seconds): loadComposite(name, seconds: seconds, for: app)
    case .playComposite(let name): playComposite(name, for: app)
    case .operate(let name, let event): operate(name, event, of: app)
    case .turnPicker(let name, let turn):
      // A finger on a turning wheel stops the turn.
      timers.cancelTurn(of: app, name, wheel: turn.wheel)
      for (after, event) in turn.events { timers.add(.control(app, name, event), at: now + after) }
    case .playSound(let sound, let name): play(sound, name, by: app)
    case .pause, .stopCapture, .startCapture, .setPrefers, .playHaptic, .triggerFeedback: break
    }
  }

  // MARK: Time

  /// Lets time pass until the next sound ends, the next timer fires, or `target`, whichever is first.
  ///
  /// - Returns: Whether a sound ended or a timer fired.
  mutating func pass(until target: PhoneTime) -> Bool {
    let next = nextEnd()
    if let timer = timers.next, timer.due <= target, next.map({ timer.due < $0.1 }) ?? true {
      now = max(now, timer.due)
      if let key = timers.removeNext() { fire(key) }
      return true
    }
    guard let (app, end) = next, end <= target else {
      now = max(now, target)
      return false
    }
    now = max(now, end)
    report(.finishedPlaying(app))
    residents[app.index].clock.forgetEnd()
    _ = try? perform(.app(app, .stopOutput))
    residents[app.index].clock.rewind(at: now)
    queue.append(.signal(app, .finished))
    return true
  }

  /// Handles a timer that fires.
  private mutating func fire(_ key: TimerKey) {
    switch key {
    case .backgroundTask(let app):
      let ends = !isTaskHeldByCode(of: app)
      _ = try? perform(.session(.backgroundTimeExpired(endsTask: ends)), by: app, byItself: true)
    case .backgroundWarning(let app):
      if let handler = handedOver[app.index].expirationHandler {
        residents[app.index].expirationWarning = .queued
        queue.append(.expiration(app, handler))
      }
    case .suspension(let app): _ = try? perform(.app(app, .suspend))
    case .relocalization(let app): _ = try? perform(.app(app, .relocalizationGivenUp))
    case .handsFree: _ = try? perform(.phone(.handsFreeOpened))
    case .callAudio: _ = try? perform(.phone(.callAudioClosed))
    case .sleep(let app):
      guard phone.state[app].lifecycle.isRunning else { return }
      if phone.isPlaying(app) { _ = try? perform(.resident(.pause), by: app, byItself: true) }
      // The app must not resume after an interruption, because its user is asleep.
      queue.append(.signal(app, .userPaused))
    case .notification(let effect): deliverLate(effect)
    case .systemSound, .snooze, .banner: fireAlert(key)
    case .feedback(let app, let family):
      residents[app.index].generators[family] = nil
      report(.feedbackExpired(app, family))
    case .composite(let app, let name): finishLoading(name, for: app)
    case .control(let app, let name, let event): operate(name, event, of: app)
    case .tick(let app, let name, _, let feedback): vibrate(feedback, by: name, of: app)
    }
  }

  /// Returns the time at which the next sound ends or the next timer fires, or `target` if that is earlier.
  func nextMoment(until target: PhoneTime) -> PhoneTime {
    max(now, min(target, nextEnd()?.1 ?? target, timers.next?.due ?? target))
  }

  /// Returns the app whose sound ends next, with the time of the end.
  func nextEnd() -> (AppID, PhoneTime)? {
    var next: (AppID, PhoneTime)?
    for app in phone.apps {
      guard let end = residents[app.index].clock.endTime else { continue }
      if next.map({ end < $0.1 }) ?? true { next = (app, end) }
    }
    return next
  }

  // MARK: Delivery

  /// Queues a report of an occurrence now.
  mutating func report(_ report: PhoneReport) { self.report(report, at: now) }

  /// Queues a report of an occurrence at `time`.
  mutating func report(_ report: PhoneReport, at time: PhoneTime) {
    queue.append(.report(report, time))
  }

  /// Queues an answer to a request for permission.
  mutating func answer(_ response: @escaping @Sendable (Bool) -> Void, _ isGranted: Bool) {
    queue.append(.permission(response, isGranted))
  }

  /// Returns whether the caller must now empty the queue.
  mutating func beginDelivery(settling: Bool) -> Bool {
    guard !isDelivering, settling || order != .queued else { return false }
    isDelivering = true
    reactions = 0
    return true
  }

  /// Returns the next step to be carried out without the lock, or nil to end the delivery.
  mutating func next() -> DeliveryStep? {
    while true {
      switch queue.popFirst() {
      case .permission(let response, let isGranted)?:
        return DeliveryStep { response(isGranted) }
      case .expiration(let app, let handler)?:
        residents[app.index].expirationWarning = .given
        return DeliveryStep { handler() }
      case .processEnded(let app, let engines)?:
        residents[app.index].hasRunningEngine = false
        return DeliveryStep { for engine in engines { engine.stop() } }
      case .signal(let app, let signal)?: notice(app, signal)
      case .command(let app, let command, let value, let time)?:
        var step = DeliveryStep(.effect(.remoteCommand(app, command)), at: time, sinks)
        if let handler = handedOver[app.index].remoteHandler {
          step.beforehand = { handler(command, value) }
        }
        notice(app, .command(command))
        return step
      case .report(let report, let time)?:
        var step = DeliveryStep(report, at: time, sinks)
        if case .effect(let effect) = report { changeResidents(by: effect, &step) }
        if case .settled(let event) = report {
          noticed.endEvent(event.after)
          noteFirstHaptic(event)
          stopInterruptedEngines(event, &step)
          if event.event == .phone(.mediaServicesLost) { loseEngines(&step) }
          applyGains(event, &step)
        }
        return step
      case nil:
        if react() { continue }
        isDelivering = false
        return nil
      }
    }
  }

  /// Applies an effect to the state of its app outside the policy.
  private mutating func changeResidents(by effect: SessionEffect, _ step: inout DeliveryStep) {
    switch effect {
    case .notified(let app, let notification):
      // On iOS 27, *became inactive* may be the only notification of an interruption.
      if notification.isBeginning { stopEngines(of: app, .audioSessionInterrupt, &step) }
      if notification == .mediaServicesWereReset { resetEngines(of: app, &step) }
      notice(app, .notified(notification))
    case .ioStopped(let app, .input, let reason): notice(app, .inputStopped(reason))
    case .ioStopped(let app, .output, let reason):
      notice(app, .outputStopped(reason))
      if reason == .suspended { stopEngines(of: app, .applicationSuspended, &step) }
    // Source: header of `CHHapticEngineStoppedReasonApplicationSuspended`: "suspended (i.e., put into the
    // background)", which iOS 27's header gives only as an example.
    case .lifecycleChanged(let app, .background), .lifecycleChanged(let app, .suspended):
      stopEngines(of: app, .applicationSuspended, &step)
      forgetPreparations(of: app, &step)
    case .ioStarted, .observed, .queued, .remoteCommand, .remoteIgnored, .remoteDeferred, .callKit,
      .arSession, .haptic, .sound, .vibration, .notificationPlaced, .lifecycleChanged, .gainChanged,
      .callResult:
      break
    }
  }

  // MARK: Automatic apps

  private mutating func notice(_ app: AppID, _ signal: GuidelinesSignal) {
    guard residents[app.index].behavior == .guidelines else { return }
    noticed.append(app, signal)
  }

  /// Lets an automatic app perform its next action.
  ///
  /// - Returns: False if no app has an action left to perform.
  private mutating func react() -> Bool {
    guard let app = intentions?.app, let action = intentions?.actions.popFirst() else {
      intentions = nil
      guard let (app, signal) = noticed.popFirst() else { return false }
      let view = GuidelinesView(
        isPlaying: phone.isPlaying(app), configuration: residents[app.index].configuration,
        secondaryAudioShouldBeSilenced: phone.secondaryAudioShouldBeSilenced(for: app))
      intentions = (app, residents[app.index].guidelines.notice(signal, view)[...])
      return true
    }
    reactions += 1
    if reactions > Self.maximumReactions {
      report(.reactedWithoutEnd)
      noticed.removeAll()
      intentions = nil
      return true
    }
    guard phone.state[app].lifecycle.isRunning else {
      intentions = nil
      return true
    }
    if let error = try? perform(action, by: app, byItself: true) {
      if error != .isBusy { queue.append(.signal(app, .refused)) }
      intentions = nil
    }
    return true
  }
}
