public import AudioSession
public import HapticEngine
package import Realtime

/// Carries out what the policy of audio sessions decides: one phone, its apps, and everyone who is
/// notified.
///
///     any thread ──event──►[ lock: phone, apps, queue ]──► one thread that delivers ──► sinks, no lock held
///
/// An event is judged at once, and its call returns its error. What follows from it waits in a queue
/// behind what was there before, and is delivered without the lock, one thing at a time: to the
/// sinks, to the app's handlers of remote commands, to its haptic engines. When nothing is left to
/// deliver, apps that behave act upon their notifications, in the order of arrival.
///
/// It reads no clock: time passes when `advance(to:)` says so, and sounds end then.
///
/// - Thread: any.        Realtime-safe: no.
public final class PhoneRuntime: Sendable {
  /// What the phone began with.
  package let setup: PhoneSetup
  private let state: UserGuarded<RuntimeState>

  /// A phone.
  ///
  /// - Parameters:
  ///   - setup: system, policy, device and apps.
  ///   - behaviors: who decides what each app does; `manual` where there are fewer than apps.
  ///   - delivery: when, and in which order, sinks are notified.
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

  // MARK: What is

  /// The phone as the policy sees it now.
  public var phone: Phone { read { $0.phone } }

  /// The time of the phone.
  public var now: PhoneTime { read { $0.now } }

  /// What an app has played of its sound; it has to be one of the phone's.
  public func position(of app: AppID) -> PhoneTime {
    read { $0.residents[app.index].clock.position(at: $0.now) }
  }

  /// The families whose feedback generators an app has prepared, which has to be one of the phone's.
  public func preparedFeedback(of app: AppID) -> [FeedbackFamily] {
    read { state in
      FeedbackFamily.allCases.filter {
        state.residents[app.index].generators[$0]?.isPrepared(at: state.now) == true
      }
    }
  }

  /// The composites that an app has asked to load, by the names of their patterns, and whether each is
  /// loaded; it has to be one of the phone's.
  public func composites(of app: AppID) -> [String: Bool] {
    read { $0.residents[app.index].composites }
  }

  /// Which notifications of an app's session are not delivered as they should be; it has to be one of the
  /// phone's.
  public func notificationDistortion(of app: AppID) -> NotificationDistortion? {
    read { $0.residents[app.index].distortion }
  }

  /// Why an action that is not the policy's makes no sense now, such as changing a control that is not
  /// on the screen; nil if it does.
  package func refusal(of action: AppAction, by app: AppID) -> RejectedEvent? {
    read { $0.refusal(of: action, by: app) }
  }

  /// The controls of an app's by their names; it has to be one of the phone's.
  public func controls(of app: AppID) -> [String: Control] {
    read { $0.residents[app.index].controls }
  }

  /// Puts controls on the screen of an app, which has to be one of the phone's: as they are now, they
  /// are when it is launched again.
  public func setControls(_ controls: [String: Control], of app: AppID) {
    change { state in
      state.residents[app.index].controls = controls
      state.residents[app.index].initialControls = controls
    }
  }

  /// The haptics of an app's that only decorate, by the names that it asks with; it has to be one of the
  /// phone's.
  public func decorativeHaptics(of app: AppID) -> Set<String> {
    read { $0.residents[app.index].decorativeHaptics }
  }

  /// Says which haptics of an app's only decorate, which has to be one of the phone's: its own code asks
  /// for them at `HapticRequest.reducedFactor` of their intensity while the user reduces motion.
  ///
  /// There are none unless this says so: the system weakens no haptic for Reduce Motion.
  public func setDecorativeHaptics(_ names: Set<String>, of app: AppID) {
    change { $0.residents[app.index].decorativeHaptics = names }
  }

  /// When the next sound ends; nil if none plays that has an end.
  public var nextEnd: PhoneTime? { read { $0.nextEnd()?.1 } }

  /// When something happens by itself next: a sound ends, or a time is over; nil if nothing will.
  package var nextByItself: PhoneTime? {
    read { state in [state.nextEnd()?.1, state.timers.next?.due].compactMap(\.self).min() }
  }

  /// Lets the phone know how long the sounds are that apps ask for by these names, in seconds; others
  /// last a second.
  public func setSoundSeconds(_ seconds: [String: Double]) {
    state.withLock { $0.systemSound.seconds = seconds }
  }

  /// Lets the phone know how long the sounds of the haptic patterns are that apps ask for by these names, in
  /// seconds: while one is heard, the volume buttons are for media.
  package func setPatternSeconds(_ seconds: [String: Double]) {
    state.withLock { $0.patternSeconds = seconds }
  }

  /// Which volume the buttons change now: `Phone.buttonVolume`, and that of the app of whose haptic patterns a
  /// sound is heard while nothing else plays.
  public var buttonVolume: VolumeKind? {
    read { $0.phone.buttonVolume(hearing: $0.heardPattern) }
  }

  // MARK: What happens

  /// Applies an event that no app causes, and delivers what follows from it.
  ///
  /// - Returns: the error that a call of an app gives, if the event is one.
  /// - Throws: `RejectedEvent` if it makes no sense now; nothing has changed then.
  @discardableResult
  public func perform(_ event: SessionEvent) throws(RejectedEvent) -> SessionErrorCode? {
    try change { state throws(RejectedEvent) in try state.perform(event) }
  }

  /// Lets several things happen at one time, before apps that behave act upon any of them; what makes
  /// no sense is reported, and the others happen all the same.
  public func perform(_ events: [SessionEvent]) {
    change { state in
      for event in events { _ = try? state.perform(event) }
    }
  }

  /// Lets an app do something, as its user or its code has it.
  ///
  /// - Returns: the error that its call gives.
  /// - Throws: `RejectedEvent` if it makes no sense now, or there is no such app.
  @discardableResult
  public func perform(
    _ action: AppAction, by app: AppID
  ) throws(RejectedEvent) -> SessionErrorCode? {
    try change { state throws(RejectedEvent) in
      guard state.residents.indices.contains(app.index) else { throw .unknownApp(app) }
      return try state.perform(action, by: app, byItself: false)
    }
  }

  /// Applies an event, and asks the phone of the very moment before it: nothing else happens between
  /// the question and the event.
  ///
  /// - Returns: the answer.
  /// - Throws: `RejectedEvent` if the event makes no sense now.
  package func perform<Answer: Sendable>(
    _ event: SessionEvent, asking question: (Phone) -> Answer
  ) throws(RejectedEvent) -> Answer {
    try change { state throws(RejectedEvent) in
      let answer = question(state.phone)
      _ = try state.perform(event)
      return answer
    }
  }

  /// Lets an app do something, and asks the phone of the very moment before it: nothing else happens
  /// between the question and the action.
  ///
  /// - Returns: the answer.
  /// - Throws: `RejectedEvent` if the action makes no sense now, or there is no such app.
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

  /// Lets the time pass until `time`, and every sound end that ends until then.
  ///
  /// - Parameters:
  ///   - time: until when; nothing happens if that is over already.
  ///   - settles: whether what waits is delivered before more time passes, so that apps act at the
  ///     time at which they are notified; only with `DeliveryOrder.queued` it is not by itself.
  public func advance(to time: PhoneTime, settles: Bool = false) {
    while true {
      let (moment, sinks) = state.withLock { ($0.nextMoment(until: time), $0.sinks) }
      for sink in sinks { sink.timePasses(to: moment) }
      let hasEnded = change { $0.pass(until: moment) }
      if settles { settle() }
      if !hasEnded && moment >= time { return }
    }
  }

  /// Delivers what waits, until nothing does; on another thread than the one that delivers already
  /// it returns at once.
  public func settle() { deliver(settling: true) }

  // MARK: Who is notified

  /// Adds a sink, which is notified after those that are there.
  public func add(_ sink: any PhoneSink) { state.withLock { $0.sinks.append(sink) } }

  /// Adds a sink that is notified before those that are there: one that has to be in time.
  package func addFirst(_ sink: any PhoneSink) { state.withLock { $0.sinks.insert(sink, at: 0) } }

  /// Whether a haptic engine of the app's runs; it has to be one of the phone's.
  public func isHapticEngineRunning(_ app: AppID) -> Bool {
    read { $0.isEngineRunning(of: app) }
  }

  /// Adds a haptic engine of an app's, which has to be one of the phone's.
  ///
  /// An interruption of the app and its going to the background stop it, its end removes it, and it is reset with
  /// the media services. That the session is deactivated leaves it running. While the phone does not let engines of
  /// the app start, its `start` throws `operationNotPermitted`: see `Phone.mayStartHapticEngine(_:)`.
  ///
  /// The engine plays to its own output, which the phone neither mutes nor attenuates, for example while an app
  /// records without `setAllowHapticsAndSystemSoundsDuringRecording`. `Phone.hapticGain(for:from:)` is the gain
  /// on a phone. Engines that a `PhoneMixer` makes are played at that gain.
  public func add(_ engine: HapticEngine, of app: AppID) {
    engine.requirePermission { [weak self] () throws(OutputError) in
      try self?.requirePermission(of: app)
    }
    state.withLock { state in
      state.handedOver[app.index].engines.append(engine)
      // What the first haptic has started is this one.
      state.residents[app.index].hasRunningEngine = false
    }
  }

  /// Throws `notPermitted` unless a haptic engine of an app's may start now; it has to be one of the phone's.
  package func requirePermission(of app: AppID) throws(OutputError) {
    if phone.mayStartHapticEngine(app) { return }
    throw OutputError(
      .notPermitted, subject: phone.name(of: app),
      detail: "Its session is interrupted, the media services are down, or it is not in the "
        + "foreground; start the engine when that is over.")
  }

  /// Notifies all sinks of something that happened at `time`, which is not before their last
  /// notification.
  package func report(_ report: PhoneReport, at time: PhoneTime) {
    change { $0.report(report, at: time) }
  }

  // MARK: For the faces

  /// What judges an event: changes the phone and says what follows.
  package typealias Judge =
    @Sendable (inout Phone, SessionEvent) throws(RejectedEvent) -> [SessionEffect]

  /// Puts something around the policy, such as a fault on purpose that the checks have to notice.
  package func judge(with judge: @escaping Judge) { state.withLock { $0.judge = judge } }

  /// Reads something, all at one time.
  func read<Value: Sendable>(_ body: (RuntimeState) -> Value) -> Value {
    state.withLock { body($0) }
  }

  /// Changes something, and delivers what that puts in the queue.
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
