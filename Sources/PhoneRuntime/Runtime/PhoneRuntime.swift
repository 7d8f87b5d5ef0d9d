public import AudioSession
public import HapticEngine
package import Realtime

/// Carries out the decisions of the audio session policy for one phone and its apps, and notifies its sinks.
///
///     any thread ──event──►[ lock: phone, apps, queue ]──► one thread that delivers ──► sinks, no lock held
///
/// The runtime judges an event immediately, and the call returns the event's error. The effects wait in a queue behind
/// earlier effects. They are delivered without the lock, one at a time: to the sinks, to the app's handlers of remote
/// commands, and to its haptic engines. When the queue is empty, automatic apps act upon their notifications, in the
/// order in which the notifications arrived.
///
/// The runtime does not read a clock. Time passes only in `advance(to:)`, and sounds end during that call.
///
/// - Thread: any.        Realtime-safe: no.
public final class PhoneRuntime: Sendable {
  /// The setup with which the phone was created.
  package let setup: PhoneSetup
  private let state: UserGuarded<RuntimeState>

  /// Creates a runtime for a phone.
  ///
  /// - Parameters:
  ///   - setup: The system, policy, device and apps.
  ///   - behaviors: The behavior of each app; `manual` for apps beyond the end of the list.
  ///   - delivery: When and in which order sinks are notified.
  /// - Throws: `SetupError` if the phone cannot be set up.
  public init(
    _ setup: PhoneSetup, behaviors: [AppBehavior] = [], delivery: DeliveryOrder = .immediate
  ) throws(SetupError) {
    let phone = try Phone(setup)
    self.setup = setup
    let residents = setup.apps.indices.map { place in
      Resident(
        behaviors.indices.contains(place) ? behaviors[place] : .manual,
        setup.apps[place].state.configuration)
    }
    state = UserGuarded(RuntimeState(phone, residents, delivery))
  }

  // MARK: State

  /// The current state of the phone, as the policy sees it.
  public var phone: Phone { read { $0.phone } }

  /// The time of the phone.
  public var now: PhoneTime { read { $0.now } }

  /// Returns the position of an app in its sound.
  ///
  /// The app must belong to the phone.
  public func position(of app: AppID) -> PhoneTime {
    read { $0.residents[app.index].clock.position(at: $0.now) }
  }

  /// Returns the families of an app's prepared feedback generators.
  ///
  /// The app must belong to the phone.
  public func preparedFeedback(of app: AppID) -> [FeedbackFamily] {
    read { state in
      FeedbackFamily.allCases.filter {
        state.residents[app.index].generators[$0]?.isPrepared(at: state.now) == true
      }
    }
  }

  /// Returns the composites that an app has requested to load, by the names of their patterns, and whether each
  /// is loaded.
  ///
  /// The app must belong to the phone.
  public func composites(of app: AppID) -> [String: Bool] {
    read { $0.residents[app.index].composites }
  }

  /// Returns the delivery fault for the notifications of an app's session.
  ///
  /// The app must belong to the phone.
  public func notificationDistortion(of app: AppID) -> NotificationDistortion? {
    read { $0.residents[app.index].distortion }
  }

  /// Returns why an action outside the policy is impossible now, such as changing a control that is not on the
  /// screen; nil if the action is possible.
  package func refusal(of action: AppAction, by app: AppID) -> RejectedEvent? {
    read { $0.refusal(of: action, by: app) }
  }

  /// Returns the controls of an app by name.
  ///
  /// The app must belong to the phone.
  public func controls(of app: AppID) -> [String: Control] {
    read { $0.residents[app.index].controls }
  }

  /// Puts controls on the screen of an app, which must belong to the phone.
  ///
  /// When the app is launched again, the controls return to these states.
  public func setControls(_ controls: [String: Control], of app: AppID) {
    change { state in
      state.residents[app.index].controls = controls
      state.residents[app.index].initialControls = controls
    }
  }

  /// Returns the decorative haptics of an app, by the names with which the app requests them.
  ///
  /// The app must belong to the phone.
  public func decorativeHaptics(of app: AppID) -> Set<String> {
    read { $0.residents[app.index].decorativeHaptics }
  }

  /// Declares an app's decorative haptics.
  ///
  /// While the user reduces motion, the app's own code requests them at `HapticRequest.reducedFactor` of their
  /// intensity. The app must belong to the phone.
  ///
  /// By default, no haptic is decorative: the system does not weaken haptics for Reduce Motion.
  public func setDecorativeHaptics(_ names: Set<String>, of app: AppID) {
    change { $0.residents[app.index].decorativeHaptics = names }
  }

  /// The time at which the next sound ends; nil if no sound with an end is playing.
  public var nextEnd: PhoneTime? { read { $0.nextEnd()?.1 } }

  /// The time at which something next happens automatically, because a sound ends or a timer fires; nil if nothing will
  /// happen.
  package var nextByItself: PhoneTime? {
    read { state in [state.nextEnd()?.1, state.timers.next?.due].compactMap(\.self).min() }
  }

  /// Sets the durations of sounds in seconds, by the names with which apps request them.
  ///
  /// Other sounds last one second.
  public func setSoundSeconds(_ seconds: [String: Double]) {
    state.withLock { $0.systemSound.seconds = seconds }
  }

  /// Sets the durations, in seconds, of the sounds in haptic patterns, by the names with which apps request the
  /// patterns.
  ///
  /// While such a sound is heard, the volume buttons control the media volume.
  package func setPatternSeconds(_ seconds: [String: Double]) {
    state.withLock { $0.patternSeconds = seconds }
  }

  /// The volume that the volume buttons change now: `Phone.buttonVolume`, or the volume of the app whose haptic pattern
  /// has an audible sound while nothing else is playing.
  public var buttonVolume: VolumeKind? {
    read { $0.phone.buttonVolume(hearing: $0.heardPattern) }
  }

  // MARK: Events

  /// Applies an event and delivers its effects.
  ///
  /// - Returns: The error of an app's call, if the event is a call.
  /// - Throws: `RejectedEvent` if the event is impossible now; nothing changes in that case.
  @discardableResult
  public func perform(_ event: SessionEvent) throws(RejectedEvent) -> SessionErrorCode? {
    try change { state throws(RejectedEvent) in try state.perform(event) }
  }

  /// Applies several events at the same time, before automatic apps act upon any of them.
  ///
  /// Impossible events are reported, and the other events are still applied.
  public func perform(_ events: [SessionEvent]) {
    change { state in
      for event in events { _ = try? state.perform(event) }
    }
  }

  /// Lets an app act, as its user or its code requests.
  ///
  /// - Returns: The error of the app's call, if the action is a call.
  /// - Throws: `RejectedEvent` if the action is impossible now, or the app does not exist.
  @discardableResult
  public func perform(
    _ action: AppAction, by app: AppID
  ) throws(RejectedEvent) -> SessionErrorCode? {
    try change { state throws(RejectedEvent) in
      guard state.residents.indices.contains(app.index) else { throw .unknownApp(app) }
      return try state.perform(action, by: app, byItself: false)
    }
  }

  /// Applies an event, and queries the phone immediately before it.
  ///
  /// Nothing else happens between the query and the event.
  ///
  /// - Returns: The answer.
  /// - Throws: `RejectedEvent` if the event is impossible now.
  package func perform<Answer: Sendable>(
    _ event: SessionEvent, asking question: (Phone) -> Answer
  ) throws(RejectedEvent) -> Answer {
    try change { state throws(RejectedEvent) in
      let answer = question(state.phone)
      _ = try state.perform(event)
      return answer
    }
  }

  /// Lets an app act, and queries the phone immediately before it.
  ///
  /// Nothing else happens between the query and the action.
  ///
  /// - Returns: The answer.
  /// - Throws: `RejectedEvent` if the action is impossible now, or the app does not exist.
  package func perform<Answer: Sendable>(
    _ action: AppAction, by app: AppID, asking question: (Phone) -> Answer
  ) throws(RejectedEvent) -> Answer {
    try change { state throws(RejectedEvent) in
      guard state.residents.indices.contains(app.index) else { throw .unknownApp(app) }
      let answer = question(state.phone)
      _ = try state.perform(action, by: app, byItself: false)
      return answer
    }
  }

  /// Lets time pass until `time`, and ends every sound that is due to end by then.
  ///
  /// - Parameters:
  ///   - time: The new time; if it has already passed, nothing happens.
  ///   - settles: Whether pending reports are delivered before more time passes, so that apps act at the time
  ///     of their notifications. This matters only with `DeliveryOrder.queued`.
  public func advance(to time: PhoneTime, settles: Bool = false) {
    while true {
      let (moment, sinks) = state.withLock { ($0.nextMoment(until: time), $0.sinks) }
      for sink in sinks { sink.timePasses(to: moment) }
      let hasEnded = change { $0.pass(until: moment) }
      if settles { settle() }
      if !hasEnded && moment >= time { return }
    }
  }

  /// Delivers pending reports until none remain.
  ///
  /// If another thread is already delivering, returns immediately.
  public func settle() { deliver(settling: true) }

  // MARK: Sinks and engines

  /// Adds a sink, which is notified after the existing sinks.
  public func add(_ sink: any PhoneSink) { state.withLock { $0.sinks.append(sink) } }

  /// Adds a sink that must be notified before the existing sinks.
  package func addFirst(_ sink: any PhoneSink) { state.withLock { $0.sinks.insert(sink, at: 0) } }

  /// Returns whether a haptic engine of the app is running.
  ///
  /// The app must belong to the phone.
  public func isHapticEngineRunning(_ app: AppID) -> Bool {
    read { $0.isEngineRunning(of: app) }
  }

  /// Adds a haptic engine of an app, which must belong to the phone.
  ///
  /// The engine stops when the app is interrupted or moves to the background, and is removed when the process ends. It
  /// is reset with the media services, and keeps running when the session is deactivated. While the phone does not let
  /// engines of the app start, its `start` throws `operationNotPermitted`; see `Phone.mayStartHapticEngine(_:)`.
  ///
  /// The engine plays to its own output. The phone mutes and attenuates it as a real phone would, for example while an
  /// app records without `setAllowHapticsAndSystemSoundsDuringRecording`; see `Phone.hapticGain(for:from:)`. The sounds
  /// of its patterns have the volume of the app's other sounds while `Phone.letsSoundOut(of:)` is true, and are silent
  /// otherwise. An engine that has already been added to the app is not added again.
  public func add(_ engine: HapticEngine, of app: AppID) { add(engine, of: app, isMixed: false) }

  /// Adds a haptic engine of an app; if `isMixed` is true, a mixer applies the gains instead of the runtime.
  package func add(_ engine: HapticEngine, of app: AppID, isMixed: Bool) {
    engine.requirePermission { [weak self] () throws(OutputError) in
      try self?.requirePermission(of: app)
    }
    state.withLock { state in
      if !state.handedOver[app.index].engines.contains(where: { $0 === engine }) {
        state.handedOver[app.index].engines.append(engine)
        if !isMixed { state.handedOver[app.index].unmixedEngines.append(engine) }
      }
      // The added engine is the engine that the first haptic has started.
      state.residents[app.index].hasRunningEngine = false
    }
    guard !isMixed else { return }
    EngineGains.applyCurrent({ EngineGains(of: app, on: phone) }, by: { $0.apply(to: engine) })
  }

  /// Removes a haptic engine of an app, which the phone no longer stops, resets or mutes.
  package func remove(_ engine: HapticEngine, of app: AppID) {
    state.withLock { state in
      state.handedOver[app.index].engines.removeAll { $0 === engine }
      state.handedOver[app.index].unmixedEngines.removeAll { $0 === engine }
    }
  }

  /// Returns the first sink of this type; nil if there is none.
  package func sink<Sink: PhoneSink>(_ type: Sink.Type) -> Sink? {
    state.withLock { state in state.sinks.lazy.compactMap { $0 as? Sink }.first }
  }

  /// Throws `notPermitted` unless a haptic engine of an app may start now.
  ///
  /// The app must belong to the phone.
  package func requirePermission(of app: AppID) throws(OutputError) {
    if phone.mayStartHapticEngine(app) { return }
    throw OutputError(
      .notPermitted, subject: phone.name(of: app),
      detail:
        "The app's session is interrupted, the media services are down, or the app is not in the "
        + "foreground. Start the engine when this is over.")
  }

  /// Notifies all sinks of an occurrence at `time`, which must not be before their last notification.
  package func report(_ report: PhoneReport, at time: PhoneTime) {
    change { $0.report(report, at: time) }
  }

  // MARK: For other modules

  /// A function that judges an event: it changes the phone and returns the effects.
  package typealias Judge =
    @Sendable (inout Phone, SessionEvent) throws(RejectedEvent) -> [SessionEffect]

  /// Wraps the policy in another function, such as a deliberate fault that the checks must detect.
  package func judge(with judge: @escaping Judge) { state.withLock { $0.judge = judge } }

  /// Reads the state under the lock.
  func read<Value: Sendable>(_ body: (RuntimeState) -> Value) -> Value {
    state.withLock { body($0) }
  }

  /// Changes the state under the lock, and delivers the reports that the change adds to the queue.
  func change<Value: Sendable, Failure: Error>(
    _ body: (inout RuntimeState) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    defer { deliver(settling: false) }
    return try state.withLock { state throws(Failure) in try body(&state) }
  }

  private func deliver(settling: Bool) {
    guard state.withLock({ $0.beginDelivery(settling: settling) }) else { return }
    while let step = state.withLock({ $0.next() }) { step.carryOut() }
  }
}
