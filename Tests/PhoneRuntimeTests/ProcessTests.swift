import AudioSession
import HapticEngine
import PacedOutput
import PhoneRuntime
import Realtime
import Testing

/// The state that belongs to the process of an app: its haptic engines and its memory.
struct ProcessTests {
  private func phone(
    _ behavior: AppBehavior = .manual, _ version: OSVersion = .standard,
    delivery: DeliveryOrder = .immediate, legacyOn27: AudioPolicy.YesOrNo = .yes
  ) throws -> PhoneRuntime {
    var setup = PhoneSetup()
    setup.system = version
    setup.policy.legacyOn27 = legacyOn27
    var app = AppState()
    app.configuration = SessionConfiguration(.playback)
    setup.apps = [("app", app)]
    return try PhoneRuntime(setup, behaviors: [behavior], delivery: delivery)
  }

  /// Adds an engine to the app when it is launched.
  private final class Launcher: PhoneSink {
    let engine: HapticEngine
    let runtime: @Sendable () -> PhoneRuntime?

    init(_ engine: HapticEngine, _ runtime: PhoneRuntime) {
      self.engine = engine
      self.runtime = { [weak runtime] in runtime }
    }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      guard case .effect(.lifecycleChanged(let app, .foreground)) = report else { return }
      runtime()?.add(engine, of: app)
    }
  }

  @Test(arguments: AudioPolicy.YesOrNo.allCases)
  func `an interruption stops engines, regardless of its notification`(
    _ legacy: AudioPolicy.YesOrNo
  ) throws {
    let runtime = try phone(.manual, .iOS27, legacyOn27: legacy)
    let engine = HapticEngine(output: ManualOutput())
    try engine.start()
    runtime.add(engine, of: 0)
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.phone(.callRang(.phone)))
    #expect(!engine.isRunning)
  }

  /// Source: header of `CHHapticEngine`: interruptions and the background stop engines.
  ///
  /// Our choice: they may not start until the interruption or the background is over.
  @Test func `an app's engine does not start while the phone refuses it, and starts afterwards`()
    throws
  {
    let runtime = try phone()
    let engine = HapticEngine(output: ManualOutput())
    runtime.add(engine, of: 0)
    let reasons: [(begin: SessionEvent, end: SessionEvent)] = [
      (.phone(.callStarted(.phone)), .phone(.callEnded())),
      (.phone(.alarmFired), .phone(.alarmDismissed())),
      (.phone(.mediaServicesLost), .phone(.mediaServicesReset)),
      (.app(0, .enterBackground), .app(0, .enterForeground)),
    ]
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    for (begin, end) in reasons {
      try engine.start()
      try runtime.perform(begin)
      #expect(runtime.phone.mayStartHapticEngine(0) == false && !engine.isRunning, "\(begin)")
      #expect(throws: EngineError.self) { try engine.start() }
      do throws(EngineError) {
        try engine.start()
      } catch {
        #expect(error.code == .operationNotPermitted)
      }
      #expect(!engine.isRunning)
      try runtime.perform(end)
    }
    try engine.start()
    #expect(engine.isRunning)
  }

  /// Ways to end the process of an app.
  private static let ends: [[AppAction]] = [
    [.session(.terminate)], [.session(.setRecordPermission(.denied))],
    [
      .session(.setRuntimeAssertion(true)), .session(.enterBackground),
      .session(.backgroundTimeExpired(endsTask: false)),
    ],
  ]

  @Test(arguments: ends)
  func `deactivation leaves engines running, and the end of the process stops them`(
    end: [AppAction]
  ) throws {
    let runtime = try phone()
    let engine = HapticEngine(output: ManualOutput())
    try engine.start()
    runtime.add(engine, of: 0)
    try runtime.perform(.session(.activate), by: 0)
    try runtime.perform(.session(.deactivate([])), by: 0)
    #expect(engine.isRunning)
    for action in end { try runtime.perform(action, by: 0) }
    #expect(!engine.isRunning && runtime.phone.state[0].lifecycle == .terminated)
    // An engine that is added now belongs to the next process.
    let next = HapticEngine(output: ManualOutput())
    try next.start()
    runtime.add(next, of: 0)
    try runtime.perform(.session(.launch), by: 0)
    #expect(next.isRunning)
  }

  @Test(arguments: [DeliveryOrder.immediate, .queued])
  func `an engine that is added while its app is launched stays`(_ delivery: DeliveryOrder) throws {
    let runtime = try phone(delivery: delivery)
    let engine = HapticEngine(output: ManualOutput())
    try engine.start()
    try runtime.perform(.session(.terminate), by: 0)
    if delivery == .immediate {
      runtime.add(Launcher(engine, runtime))
      try runtime.perform(.session(.launch), by: 0)
    } else {
      try runtime.perform(.session(.launch), by: 0)
      runtime.add(engine, of: 0)
      runtime.settle()
    }
    #expect(engine.isRunning)
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.phone(.callRang(.phone)))
    runtime.settle()
    #expect(!engine.isRunning)
  }

  @Test func `a new process does not wait for the same events as the previous process`() throws {
    let runtime = try phone(.guidelines)
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.phone(.callRang(.phone)))
    try runtime.perform(.session(.terminate), by: 0)
    try runtime.perform(.phone(.callDeclined()))
    try runtime.perform(.session(.launch), by: 0)
    try runtime.perform(.session(.enterBackground), by: 0)
    try runtime.perform(.session(.enterForeground), by: 0)
    #expect(!runtime.phone.isPlaying(0))
  }

  @Test func `actions of an app that the phone does not have are rejected`() throws {
    let runtime = try phone()
    #expect(throws: RejectedEvent.unknownApp(7)) {
      try runtime.perform(.resident(.play(seconds: 1)), by: 7)
    }
  }

  /// An object of an app, which queries the phone when it is released.
  private final class Owner: Sendable {
    private let runtime: PhoneRuntime
    private let end: @Sendable () -> Void

    init(_ runtime: PhoneRuntime, _ end: @escaping @Sendable () -> Void) {
      self.runtime = runtime
      self.end = end
    }

    deinit {
      _ = runtime.now
      end()
    }

    func work() {}
  }

  @Test func `an engine is released when its process ends, with an object that queries the phone`()
    async throws
  {
    let runtime = try phone()
    let hasEnded = Guarded(false)
    func add() throws {
      let owner = Owner(runtime) { hasEnded.withLock { $0 = true } }
      let engine = HapticEngine(output: ManualOutput())
      engine.resetHandler = { owner.work() }
      runtime.add(engine, of: 0)
      try engine.start()
    }
    try add()
    #expect(!hasEnded.withLock { $0 })
    try runtime.perform(.session(.terminate), by: 0)
    // An engine stops on its own queue.
    let end = ContinuousClock.now + .seconds(10)
    while !hasEnded.withLock({ $0 }), .now < end { try await Task.sleep(for: .milliseconds(1)) }
    #expect(hasEnded.withLock { $0 })
  }

  @Test(arguments: [DeliveryOrder.immediate, .queued, .shuffled(seed: 1)])
  func `an answer is released when it was delivered, not together with later answers`(
    _ order: DeliveryOrder
  ) throws {
    var setup = PhoneSetup()
    var app = AppState()
    app.recordPermission = .undetermined
    setup.apps = [("app", app)]
    let runtime = try PhoneRuntime(setup, delivery: order)
    let ended = Guarded(0)
    let late = Guarded<[Int]>([])
    for place in 0..<200 {
      let owner = Owner(runtime) { ended.withLock { $0 += 1 } }
      runtime.requestRecordPermission(of: 0) { _ in
        owner.work()
        if ended.withLock({ $0 }) != place { late.withLock { $0.append(place) } }
      }
    }
    try runtime.setRecordPermission(of: 0, .granted)
    runtime.settle()
    #expect(late.withLock { $0 } == [] && ended.withLock { $0 } == 200)
  }
}
