import AudioSession
import PhoneRuntime
import Realtime
import Testing

/// Automatic occurrences, and notifications with delivery faults.
struct TimerTests {
  /// Records the notifications of an app with their times.
  private final class Received: PhoneSink {
    private let lines = Guarded<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      guard case .effect(.notified(_, let notification)) = report else { return }
      switch notification {
      case .interruptionBegan: lines.withLock { $0.append("\(time.seconds) began") }
      case .interruptionEnded: lines.withLock { $0.append("\(time.seconds) ended") }
      default: break
      }
    }
  }

  private static func runtime(
    _ category: SessionCategory = .playback, system: OSVersion = .standard,
    policy: AudioPolicy = .standard
  ) throws -> (PhoneRuntime, Received) {
    var app = AppState()
    app.configuration = SessionConfiguration(category)
    app.hasBackgroundAudio = true
    var setup = PhoneSetup(apps: [app])
    setup.system = system
    setup.policy = policy
    let runtime = try PhoneRuntime(setup)
    let received = Received()
    runtime.add(received)
    return (runtime, received)
  }

  @Test(arguments: [(OSVersion.iOS10, 180.0), (.iOS26, 30)])
  func `a background task ends a fixed time after its app left the foreground`(
    system: OSVersion, seconds: Double
  ) throws {
    let (runtime, _) = try Self.runtime(.ambient, system: system)
    try runtime.perform(.session(.setRuntimeAssertion(true)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 100))
    try runtime.perform(.session(.enterBackground), by: 0)
    runtime.advance(to: PhoneTime(seconds: 100 + seconds) - PhoneTime(frames: 1))
    #expect(runtime.phone.state[0].lifecycle == .background)
    runtime.advance(to: PhoneTime(seconds: 100 + seconds))
    #expect(runtime.phone.isSuspended(0))
  }

  @Test func `returning to the foreground resets the time of a task`() throws {
    let (runtime, _) = try Self.runtime(.ambient)
    try runtime.perform(.session(.setRuntimeAssertion(true)), by: 0)
    try runtime.perform(.session(.enterBackground), by: 0)
    runtime.advance(to: PhoneTime(seconds: 20))
    try runtime.perform(.session(.enterForeground), by: 0)
    try runtime.perform(.session(.enterBackground), by: 0)
    runtime.advance(to: PhoneTime(seconds: 49))
    #expect(!runtime.phone.isSuspended(0))
    runtime.advance(to: PhoneTime(seconds: 50))
    #expect(runtime.phone.isSuspended(0))
  }

  @Test
  func `background time is unlimited while playing or under a policy option`()
    throws
  {
    let (player, _) = try Self.runtime(.playback)
    try player.perform(.session(.setRuntimeAssertion(true)), by: 0)
    try player.perform(.resident(.play(seconds: nil)), by: 0)
    let policy = AudioPolicy.standard.with(\.backgroundTime, .unlimited)
    let (idle, _) = try Self.runtime(.ambient, policy: policy)
    try idle.perform(.session(.setRuntimeAssertion(true)), by: 0)
    for runtime in [player, idle] {
      try runtime.perform(.session(.enterBackground), by: 0)
      runtime.advance(to: PhoneTime(seconds: 10_000))
      #expect(runtime.phone.state[0].lifecycle == .background)
    }
  }

  @Test
  func `an app without a task is suspended after its grace period, whether or not it was active`()
    throws
  {
    for category in [SessionCategory.ambient, .playback] {
      let (runtime, _) = try Self.runtime(category)
      runtime.advance(to: PhoneTime(seconds: 3))
      try runtime.perform(.session(.enterBackground), by: 0)
      runtime.advance(to: PhoneTime(seconds: 8) - PhoneTime(frames: 1))
      #expect(runtime.phone.state[0].lifecycle == .background)
      runtime.advance(to: PhoneTime(seconds: 8))
      #expect(runtime.phone.isSuspended(0))
    }
  }

  @Test
  func
    `an app that pauses in the background with an active session is suspended after its grace period`()
    throws
  {
    let (runtime, _) = try Self.runtime()
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.session(.enterBackground), by: 0)
    runtime.advance(to: PhoneTime(seconds: 100))
    #expect(runtime.phone.isPlaying(0))
    try runtime.perform(.resident(.pause), by: 0)
    runtime.advance(to: PhoneTime(seconds: 104))
    #expect(runtime.phone.state[0].lifecycle == .background)
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 200))
    #expect(runtime.phone.isPlaying(0), "playing again cancels the suspension")
    try runtime.perform(.resident(.pause), by: 0)
    runtime.advance(to: PhoneTime(seconds: 205))
    #expect(runtime.phone.isSuspended(0))
  }

  @Test func `an app that is interrupted in the background stays alive for the end notification`()
    throws
  {
    let (runtime, received) = try Self.runtime()
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.session(.enterBackground), by: 0)
    try runtime.perform(.phone(.alarmFired))
    runtime.advance(to: PhoneTime(seconds: 60))
    try runtime.perform(.phone(.alarmDismissed()))
    #expect(received.all == ["0.0 began", "60.0 ended"])
    runtime.advance(to: PhoneTime(seconds: 65))
    #expect(runtime.phone.isSuspended(0))
  }

  @Test func `a task extends the time before suspension and never shortens it`() throws {
    let (runtime, _) = try Self.runtime(.ambient)
    try runtime.perform(.session(.setRuntimeAssertion(true)), by: 0)
    try runtime.perform(.session(.enterBackground), by: 0)
    runtime.advance(to: PhoneTime(seconds: 2))
    try runtime.perform(.session(.setRuntimeAssertion(false)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 4))
    #expect(runtime.phone.state[0].lifecycle == .background)
    runtime.advance(to: PhoneTime(seconds: 5))
    #expect(runtime.phone.isSuspended(0))
  }

  @Test
  func `an app that pauses in the background with a task has the task's time from the pause on`()
    throws
  {
    let (runtime, _) = try Self.runtime()
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.session(.setRuntimeAssertion(true)), by: 0)
    try runtime.perform(.session(.enterBackground), by: 0)
    runtime.advance(to: PhoneTime(seconds: 40))
    try runtime.perform(.resident(.pause), by: 0)
    runtime.advance(to: PhoneTime(seconds: 69))
    #expect(runtime.phone.state[0].lifecycle == .background)
    runtime.advance(to: PhoneTime(seconds: 70))
    #expect(runtime.phone.isSuspended(0) && !runtime.phone.isActive(0))
  }

  @Test func `an app is suspended when a task ends after the grace period`() throws {
    let (runtime, _) = try Self.runtime(.ambient)
    try runtime.perform(.session(.setRuntimeAssertion(true)), by: 0)
    try runtime.perform(.session(.enterBackground), by: 0)
    runtime.advance(to: PhoneTime(seconds: 20))
    try runtime.perform(.session(.setRuntimeAssertion(false)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 20))
    #expect(runtime.phone.isSuspended(0))
  }

  @Test func `an app that is in the background from the beginning stays there`() throws {
    var app = AppState()
    app.lifecycle = .background
    let runtime = try PhoneRuntime(PhoneSetup(apps: [app]))
    try runtime.perform(.phone(.alarmFired))
    runtime.advance(to: PhoneTime(seconds: 1_000))
    #expect(runtime.phone.state[0].lifecycle == .background)
  }

  @Test func `a lost notification does not affect the next one`() throws {
    let (runtime, received) = try Self.runtime()
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.resident(.distortNotification(.missing)), by: 0)
    try runtime.perform(.phone(.alarmFired))
    #expect(runtime.phone.isInterrupted(0) && received.all == [])
    try runtime.perform(.phone(.alarmDismissed()))
    #expect(received.all == ["0.0 ended"])
  }

  @Test
  func `a notification is delivered twice, or late and after the notifications in the meantime`()
    throws
  {
    let (runtime, received) = try Self.runtime()
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.resident(.distortNotification(.twice)), by: 0)
    try runtime.perform(.phone(.alarmFired))
    #expect(received.all == ["0.0 began", "0.0 began"])
    try runtime.perform(.resident(.distortNotification(.late(seconds: 3))), by: 0)
    try runtime.perform(.phone(.alarmDismissed()))
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 1))
    try runtime.perform(.phone(.alarmFired))
    runtime.advance(to: PhoneTime(seconds: 5))
    #expect(received.all.suffix(2) == ["1.0 began", "3.0 ended"])
  }

  @Test
  func
    `a fault affects the next notification of its kind, or all such notifications until the fault is removed`()
    throws
  {
    let (runtime, received) = try Self.runtime()
    let end = NotificationDistortion(.missing, of: .interruptionEnded)
    for isLasting in [false, true] {
      var distortion = end
      distortion.isLasting = isLasting
      try runtime.perform(.resident(.distortNotification(distortion)), by: 0)
      for _ in 0..<2 {
        try runtime.perform(.resident(.play(seconds: nil)), by: 0)
        try runtime.perform(.phone(.alarmFired))
        try runtime.perform(.phone(.alarmDismissed()))
      }
      let began = "0.0 began"
      let ends = isLasting ? [] : ["0.0 ended"]
      #expect(received.all.suffix(isLasting ? 2 : 3) == [began, began] + ends)
      #expect(runtime.notificationDistortion(of: 0) == (isLasting ? distortion : nil))
    }
    try runtime.perform(.resident(.distortNotification(nil)), by: 0)
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.phone(.alarmFired))
    try runtime.perform(.phone(.alarmDismissed()))
    #expect(received.all.last == "0.0 ended")
  }

  @Test(arguments: NotificationKind.allCases)
  func `every kind has a notification`(kind: NotificationKind) {
    let all: [SessionNotification] = [
      .interruptionBegan(.default), .interruptionEnded([]),
      .routeChange(.override, previous: Route()),
      .silenceSecondaryAudioHint(.begin), .mediaServicesWereLost, .mediaServicesWereReset,
      .outputMuteStateChange(muted: true), .inputMuteStateChange(muted: true),
      .accessibilityChange(.reduceMotion), .userIntentToUnmuteOutput, .availableInputsChange,
      .audioEngineConfigurationChange, .didBecomeActive,
      .didBecomeInactive(DeactivationContext(source: .app, interruptionReason: nil)),
      .resumptionRecommendation(ResumptionContext(recommendation: .shouldResume)),
    ]
    #expect(all.contains { $0.kind == kind })
  }

  @Test func `two identical late notifications are both delivered`() throws {
    let (runtime, received) = try Self.runtime()
    for second in [2.0, 5] {
      runtime.advance(to: PhoneTime(seconds: second))
      try runtime.perform(.resident(.play(seconds: nil)), by: 0)
      try runtime.perform(.resident(.distortNotification(.late(seconds: 10))), by: 0)
      try runtime.perform(.phone(.alarmFired))
      try runtime.perform(.resident(.distortNotification(.missing)), by: 0)
      try runtime.perform(.phone(.alarmDismissed()))
    }
    runtime.advance(to: PhoneTime(seconds: 20))
    #expect(received.all == ["12.0 began", "15.0 began"])
  }

  @Test func `a sleep timer pauses at the present position, and nil cancels it`() throws {
    let (runtime, _) = try Self.runtime()
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.resident(.setSleepTimer(seconds: 5)), by: 0)
    try runtime.perform(.resident(.setSleepTimer(seconds: 8)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 7))
    #expect(runtime.phone.isPlaying(0))
    runtime.advance(to: PhoneTime(seconds: 20))
    #expect(!runtime.phone.isPlaying(0) && runtime.position(of: 0).seconds == 8)
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    try runtime.perform(.resident(.setSleepTimer(seconds: 5)), by: 0)
    try runtime.perform(.resident(.setSleepTimer(seconds: nil)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 40))
    #expect(runtime.phone.isPlaying(0))
  }

  @Test func `only a stored position survives the process`() throws {
    let (runtime, _) = try Self.runtime()
    try runtime.perform(.resident(.play(seconds: nil)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 4))
    try runtime.perform(.resident(.savePosition), by: 0)
    runtime.advance(to: PhoneTime(seconds: 6))
    try runtime.perform(.session(.terminate), by: 0)
    try runtime.perform(.session(.launch), by: 0)
    #expect(runtime.position(of: 0).seconds == 4)
    try runtime.perform(.resident(.playFrom(seconds: 100)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 7))
    #expect(runtime.position(of: 0).seconds == 101)
  }

  @Test func `a policy option refuses activation for four seconds after each phone call`() throws {
    let policy = AudioPolicy.standard.with(\.refusalAfterCall, .fourSeconds)
    let (runtime, _) = try Self.runtime(policy: policy)
    try runtime.perform(.phone(.callStarted(.phone)))
    try runtime.perform(.phone(.callEnded()))
    runtime.advance(to: PhoneTime(seconds: 3))
    // The time starts again at the end of the next call.
    try runtime.perform(.phone(.callStarted(.phone)))
    runtime.advance(to: PhoneTime(seconds: 10))
    try runtime.perform(.phone(.callEnded()))
    runtime.advance(to: PhoneTime(seconds: 14) - PhoneTime(frames: 1))
    #expect(try runtime.perform(.session(.activate), by: 0) == .cannotStartPlaying)
    runtime.advance(to: PhoneTime(seconds: 14))
    #expect(try runtime.perform(.session(.activate), by: 0) == nil)
    #expect(runtime.phone.isActive(0))
  }

  @Test func `hands-free opens one second after an app starts recording from it`() throws {
    var app = AppState()
    app.configuration = SessionConfiguration(.playAndRecord, options: .allowBluetoothHFP)
    var setup = PhoneSetup(apps: [app])
    setup.policy.bluetoothSwitch = .inSteps
    setup.device.connected = DeviceStack(oldestFirst: [.bluetoothHFP])
    let runtime = try PhoneRuntime(setup)
    try runtime.perform(.session(.startInput), by: 0)
    #expect(runtime.phone.inputs == [.builtInMic] && runtime.hardwareSampleRate == 48_000)
    runtime.advance(to: PhoneTime(seconds: 0.99))
    #expect(runtime.phone.inputs == [.builtInMic])
    runtime.advance(to: PhoneTime(seconds: 1))
    #expect(runtime.phone.inputs == [.bluetoothHFP] && runtime.hardwareSampleRate == 16_000)
  }
}
