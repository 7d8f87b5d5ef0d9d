import AudioSession
import PhoneRuntime
import Realtime
import Testing

/// The delivery order and the time of a runtime.
struct RuntimeTests {
  /// Records reports, and acts upon them.
  private final class Recorder: PhoneSink {
    private let lines = Guarded<[String]>([])
    private let react: @Sendable (PhoneReport) -> Void

    init(_ react: @escaping @Sendable (PhoneReport) -> Void = { _ in }) { self.react = react }

    var all: [String] { lines.withLock { $0 } }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      let line: String? =
        switch report {
        case .called(_, let action, let isByItself, let error):
          "\(action)\(isByItself ? " by itself" : "")\(error.map { " \($0.name)" } ?? "")"
        case .effect(.notified(_, let notification)): "\(notification)"
        case .settled: "settled"
        case .rejected: "rejected"
        case .finishedPlaying: "finished"
        case .moved(_, let position): "moved to \(position.seconds)"
        case .reactedWithoutEnd: "without end"
        case .effect, .hapticRequested, .feedbackExpired, .control, .composite, .haptic, .vibration,
          .soundEnded,
          .engineStopped, .notificationDistorted, .engineReset:
          nil
        }
      if let line { lines.withLock { $0.append(line) } }
      react(report)
    }
  }

  /// Records the times of reports.
  private final class Clock: PhoneSink {
    private let all = Guarded<[PhoneTime]>([])
    private let finished = Guarded<[PhoneTime]>([])
    private let now: @Sendable () -> PhoneTime

    /// `now` is the time of the phone.
    init(_ now: @escaping @Sendable () -> PhoneTime = { .zero }) { self.now = now }

    /// The distinct times.
    var times: [PhoneTime] { all.withLock { $0 } }
    /// The time at which the end of a sound was delivered.
    var delivered: [PhoneTime] { finished.withLock { $0 } }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      all.withLock { if $0.last != time { $0.append(time) } }
      if case .finishedPlaying = report { finished.withLock { $0.append(now()) } }
    }
  }

  private func phone(
    _ behavior: AppBehavior = .manual, delivery: DeliveryOrder = .immediate
  ) throws -> PhoneRuntime {
    var setup = PhoneSetup()
    var app = AppState()
    app.configuration = SessionConfiguration(.playback)
    setup.apps = [("app", app)]
    return try PhoneRuntime(setup, behaviors: [behavior], delivery: delivery)
  }

  @Test func `reports that a sink causes are delivered after earlier ones`() throws {
    let runtime = try phone()
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    let recorder = Recorder { [unowned runtime] report in
      guard case .effect(.notified(_, .interruptionBegan)) = report else { return }
      _ = try? runtime.perform(.resident(.stop), by: 0)
    }
    runtime.add(recorder)
    try runtime.perform(.phone(.callRang(.phone)))
    let began = "\(SessionNotification.interruptionBegan(.default))"
    #expect(recorder.all == [began, "settled", "\(AppAction.resident(.stop))", "settled"])
  }

  @Test func `automatic apps act after all sinks have been notified`() throws {
    let runtime = try phone(.guidelines)
    let recorder = Recorder()
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.phone(.callRang(.phone)))
    runtime.add(recorder)
    try runtime.perform(.phone(.callDeclined(.resumable)))
    #expect(
      recorder.all == [
        "\(SessionNotification.interruptionEnded(.shouldResume))", "settled",
        "\(AppAction.session(.activate)) by itself", "settled",
        "\(AppAction.resident(.play(seconds: nil))) by itself", "settled",
      ])
    #expect(runtime.phone.isPlaying(0))
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `automatic apps keep their relative order, regardless of their order in the list`(
    places: [Int]
  ) throws {
    let names = ["ride", "film", "talk"]
    var setup = PhoneSetup()
    setup.apps = places.map { place in
      var app = AppState()
      app.configuration = SessionConfiguration(.playback, options: .mixWithOthers)
      return (names[place], app)
    }
    let runtime = try PhoneRuntime(
      setup, behaviors: places.map { _ in .guidelines })
    func id(_ name: String) throws -> AppID {
      try #require(runtime.phone.apps.first { runtime.phone.name(of: $0) == name })
    }
    func order() -> [String] { runtime.phone.state.startOrder.map { runtime.phone.name(of: $0) } }
    for name in names { try runtime.perform(.resident(.play(seconds: nil)), by: try id(name)) }
    try runtime.perform(.phone(.emergencyBegan))
    #expect(order() == [])
    try runtime.perform(.phone(.emergencyEnded()))
    #expect(order() == names.reversed())
    // An app that plays again later has started last, and is last afterwards.
    try runtime.perform(.resident(.pause), by: try id("ride"))
    try runtime.perform(.resident(.play(seconds: nil)), by: try id("ride"))
    try runtime.perform(.phone(.emergencyBegan))
    try runtime.perform(.phone(.emergencyEnded()))
    #expect(order() == ["ride", "talk", "film"])
  }

  @Test
  func `queued reports are delivered only on request, although the phone has already changed`()
    throws
  {
    let runtime = try phone(delivery: .queued)
    let recorder = Recorder()
    runtime.add(recorder)
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    #expect(recorder.all.isEmpty)
    #expect(runtime.phone.isPlaying(0))
    runtime.settle()
    #expect(recorder.all.count == 2)
    runtime.settle()
    #expect(recorder.all.count == 2)
  }

  @Test func `an impossible event is thrown and reported without a change`() throws {
    let runtime = try phone()
    let recorder = Recorder()
    runtime.add(recorder)
    let before = runtime.phone
    #expect(throws: RejectedEvent.self) { try runtime.perform(.phone(.callAnswered)) }
    #expect(recorder.all == ["rejected"])
    #expect(runtime.phone == before)
  }

  @Test func `sounds end in the order of their ends, at their frame`() throws {
    var setup = PhoneSetup()
    var app = AppState()
    app.configuration = SessionConfiguration(.playback, options: .mixWithOthers)
    setup.apps = [("late", app), ("early", app)]
    let runtime = try PhoneRuntime(setup)
    try runtime.perform(.resident(.play(seconds: 2)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 0.5))
    try runtime.perform(.resident(.play(seconds: 1)), by: 1)
    #expect(runtime.nextEnd == PhoneTime(seconds: 1.5))
    runtime.advance(to: PhoneTime(frames: 71_999))
    #expect(runtime.phone.isPlaying(1))
    runtime.advance(to: PhoneTime(frames: 72_000))
    #expect(!runtime.phone.isPlaying(1))
    #expect(runtime.position(of: 0) == PhoneTime(seconds: 1.5))
    runtime.advance(to: PhoneTime(seconds: 9))
    #expect(!runtime.phone.isPlaying(0))
    #expect(runtime.now == PhoneTime(seconds: 9))
    // After its end, a sound is at its beginning.
    #expect(runtime.position(of: 0) == .zero)
    #expect(runtime.nextEnd == nil)
    runtime.advance(to: .zero)
    #expect(runtime.now == PhoneTime(seconds: 9))
  }

  @Test(
    arguments: [
      (0.0, 0), (1.0, 48_000), (-1.0, -48_000), (0.5 / 48_000, 1), (0.49 / 48_000, 0),
      (.nan, 0), (.infinity, 9_000_000_000_000_000), (-1e300, -9_000_000_000_000_000),
    ] as [(Double, Int64)])
  func `every number of seconds converts to a time`(_ seconds: Double, _ frames: Int64) {
    #expect(PhoneTime(seconds: seconds).frames == frames)
  }

  @Test(arguments: [DeliveryOrder.immediate, .queued])
  func `a report carries the time of its event, not that of its delivery`(
    order: DeliveryOrder
  ) throws {
    let runtime = try phone(delivery: order)
    let clock = Clock()
    runtime.add(clock)
    try runtime.perform(.resident(.play(seconds: 1.5)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 9))
    runtime.settle()
    #expect(clock.times == [PhoneTime.zero, PhoneTime(seconds: 1.5)])
  }

  @Test func `an app acts when its sound ends, not when all the time has passed`() throws {
    let runtime = try phone(delivery: .queued)
    let clock = Clock { [unowned runtime] in runtime.now }
    runtime.add(clock)
    try runtime.perform(.resident(.play(seconds: 1)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 5), settles: true)
    #expect(clock.delivered == [PhoneTime(seconds: 1)])
  }

  @Test func `extreme sound durations and times are accepted`() throws {
    let runtime = try phone()
    try runtime.perform(.resident(.play(seconds: -1)), by: 0)
    #expect(runtime.position(of: 0) == .zero)
    try runtime.perform(.resident(.stop), by: 0)
    runtime.advance(to: PhoneTime(frames: .max))
    try runtime.perform(.resident(.play(seconds: 1e300)), by: 0)
    #expect(runtime.nextEnd == PhoneTime(frames: .max))
  }

  @Test func `several threads may drive a phone, and each report is delivered once`() async throws {
    let runtime = try phone()
    let recorder = Recorder()
    runtime.add(recorder)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            _ = try? runtime.perform(.resident(.play(seconds: nil)), by: 0)
            _ = try? runtime.perform(.resident(.pause), by: 0)
          }
        }
      }
    }
    runtime.settle()
    #expect(recorder.all.count { $0 == "settled" } == 800)
    #expect(recorder.all.count { $0 == "\(AppAction.resident(.play(seconds: nil)))" } == 400)
  }
}
