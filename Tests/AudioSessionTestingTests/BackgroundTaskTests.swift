import AudioSessionTesting
import Foundation
import PhoneRuntime
import Testing

/// Background tasks that an app's own code begins and ends, with UIKit's names.
struct BackgroundTaskTests {
  /// Saves its state in the background, as iPhone apps do.
  @MainActor
  private final class StateSaver {
    private var task: UIBackgroundTaskIdentifier = .invalid
    private var observation: (any NSObjectProtocol)?
    private let center: NotificationCenter
    private(set) var expirations = 0
    private(set) var secondsLeft = 0.0

    init(_ center: NotificationCenter, ends: Bool, hops: Bool = false) {
      self.center = center
      observation = center.addObserver(
        forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
      ) { [weak self] _ in
        MainActor.assumeIsolated { self?.begin(ends: ends, hops: hops) }
      }
    }

    isolated deinit {
      if let observation { center.removeObserver(observation) }
    }

    private func begin(ends: Bool, hops: Bool) {
      task = UIApplication.shared.beginBackgroundTask(withName: "save") { [weak self] in
        self?.expirations += 1
        self?.secondsLeft = UIApplication.shared.backgroundTimeRemaining
        if hops {
          Task { @MainActor in self?.finish() }
        } else if ends {
          self?.finish()
        }
      }
    }

    func finish() {
      guard task != .invalid else { return }
      UIApplication.shared.endBackgroundTask(task)
      task = .invalid
    }
  }

  private func phone(_ policy: AudioPolicy = .standard) throws -> SimulatedPhone {
    try SimulatedPhone(policy: policy, notificationCenter: NotificationCenter())
  }

  @Test @MainActor func `an app that never ends a background task is warned, then terminated`()
    async throws
  {
    let phone = try phone()
    try await phone.runAsCurrent {
      let saver = StateSaver(phone.app.notificationCenter, ends: false)
      try phone.app.enterBackground()
      #expect(phone.app.openBackgroundTasks == ["save"])
      #expect(UIApplication.shared.backgroundTimeRemaining == 30)
      phone.advance(by: 24)
      #expect(saver.expirations == 0 && phone.app.lifecycle == .background)
      phone.advance(by: 1)
      #expect(saver.expirations == 1 && saver.secondsLeft == 5)
      phone.advance(by: 5)
      #expect(phone.app.lifecycle == .terminated)
      #expect(phone.app.leakedBackgroundTasks == ["save"] && phone.app.openBackgroundTasks.isEmpty)
      try phone.app.launch()
      #expect(phone.app.leakedBackgroundTasks.isEmpty)
    }
  }

  @Test @MainActor func `an app that ends its task in the handler is suspended`() async throws {
    let phone = try phone()
    try await phone.runAsCurrent {
      let saver = StateSaver(phone.app.notificationCenter, ends: true)
      try phone.app.enterBackground()
      phone.advance(by: 60)
      #expect(saver.expirations == 1)
      #expect(phone.app.lifecycle == .suspended && phone.app.leakedBackgroundTasks.isEmpty)
    }
  }

  @Test @MainActor func `a handler has the remaining seconds to end its task on the main actor`()
    async throws
  {
    let phone = try phone()
    try await phone.runAsCurrent {
      let saver = StateSaver(phone.app.notificationCenter, ends: false, hops: true)
      try phone.app.enterBackground()
      phone.advance(by: 26)
      await phone.settle()
      phone.advance(by: 60)
      #expect(saver.expirations == 1)
      #expect(phone.app.lifecycle == .suspended)
    }
  }

  @Test @MainActor
  func `an app that ends its task early is not warned, and is suspended after its grace period`()
    async throws
  {
    let phone = try phone()
    try await phone.runAsCurrent {
      let saver = StateSaver(phone.app.notificationCenter, ends: false)
      try phone.app.enterBackground()
      phone.advance(by: 2)
      saver.finish()
      #expect(phone.app.openBackgroundTasks.isEmpty && phone.app.lifecycle == .background)
      phone.advance(by: 3)
      #expect(phone.app.lifecycle == .suspended)
      phone.advance(by: 60)
      #expect(saver.expirations == 0)
    }
  }

  @Test @MainActor func `an app that returns has its full background time again`() async throws {
    let phone = try phone()
    try await phone.runAsCurrent {
      let saver = StateSaver(phone.app.notificationCenter, ends: false)
      try phone.app.enterBackground()
      phone.advance(by: 26)
      try phone.app.enterForeground()
      #expect(UIApplication.shared.backgroundTimeRemaining == .greatestFiniteMagnitude)
      phone.advance(by: 60)
      saver.finish()
      try phone.app.enterBackground()
      phone.advance(by: 26)
      #expect(saver.expirations == 2 && phone.app.lifecycle == .background)
    }
  }

  @Test func `every task must be ended, and handlers are called on the main thread`() async throws {
    let phone = try phone()
    await phone.runAsCurrent {
      let app = UIApplication.shared
      let first = app.beginBackgroundTask { MainActor.assertIsolated() }
      let second = app.beginBackgroundTask()
      #expect(first != second && phone.app.openBackgroundTasks == ["task 1", "task 2"])
      app.endBackgroundTask(first)
      app.endBackgroundTask(first)
      app.endBackgroundTask(.invalid)
      #expect(phone.app.openBackgroundTasks == ["task 2"])
      let third = app.beginBackgroundTask {
        MainActor.assertIsolated()
        UIApplication.shared.endBackgroundTask(second)
      }
      #expect((try? phone.app.enterBackground()) != nil)
      phone.advance(by: 40)
      #expect(phone.app.leakedBackgroundTasks == ["task 3"])
      app.endBackgroundTask(third)
      #expect(app.beginBackgroundTask() == .invalid, "the app is no longer running")
    }
  }

  @Test func `sound in the background does not use up a task's time`() async throws {
    let phone = try SimulatedPhone(
      backgroundModes: .audio, notificationCenter: NotificationCenter())
    try await phone.runAsCurrent {
      try phone.app.session.setCategory(.playback)
      _ = UIApplication.shared.beginBackgroundTask()
      phone.app.player.play()
      try phone.app.enterBackground()
      phone.advance(by: 300)
      #expect(phone.app.isAudible)
      phone.app.player.pause()
      #expect(UIApplication.shared.backgroundTimeRemaining == 30)
      phone.advance(by: 31)
      #expect(phone.app.leakedBackgroundTasks == ["task 1"])
    }
  }

  @Test func `a task may continue without a limit, and queued handlers run when the phone settles`()
    async throws
  {
    var policy = AudioPolicy.standard
    policy.backgroundTime = .unlimited
    let free = try phone(policy)
    try await free.runAsCurrent {
      _ = UIApplication.shared.beginBackgroundTask()
      try free.app.enterBackground()
      #expect(UIApplication.shared.backgroundTimeRemaining == .greatestFiniteMagnitude)
      free.advance(by: 3_600)
      #expect(free.app.lifecycle == .background)
    }
    let queued = try SimulatedPhone(
      notificationCenter: NotificationCenter(), delivery: .queued)
    try await queued.runAsCurrent {
      let task = UIApplication.shared.beginBackgroundTask(withName: "queued") {}
      try queued.app.enterBackground()
      queued.advance(by: 26)
      await queued.settle()
      #expect(queued.app.openBackgroundTasks == ["queued"])
      queued.advance(by: 5)
      await queued.settle()
      #expect(queued.app.leakedBackgroundTasks == ["queued"])
      UIApplication.shared.endBackgroundTask(task)
    }
  }

  // MARK: Accessibility

  @Test func `an app reads accessibility settings, and is notified of each change`()
    async throws
  {
    let phone = try phone()
    try await phone.runAsCurrent {
      #expect(!UIAccessibility.isReduceMotionEnabled && !UIAccessibility.isVoiceOverRunning)
      let heard = Heard(phone.app.notificationCenter)
      try phone.setAccessibility([.reduceMotion, .monoAudio])
      #expect(UIAccessibility.isReduceMotionEnabled && UIAccessibility.isMonoAudioEnabled)
      #expect(!UIAccessibility.isVoiceOverRunning && !UIAccessibility.isClosedCaptioningEnabled)
      try phone.setAccessibility([.voiceOver, .monoAudio, .closedCaptioning])
      #expect(UIAccessibility.isVoiceOverRunning && UIAccessibility.isClosedCaptioningEnabled)
      #expect(
        heard.notifications.map(\.name) == [
          UIAccessibility.reduceMotionStatusDidChangeNotification,
          UIAccessibility.monoAudioStatusDidChangeNotification,
          UIAccessibility.reduceMotionStatusDidChangeNotification,
          UIAccessibility.voiceOverStatusDidChangeNotification,
          UIAccessibility.closedCaptioningStatusDidChangeNotification,
        ])
      #expect(heard.notifications.allSatisfy { $0.object == nil && $0.userInfo == nil })
      #expect(
        UIAccessibility.voiceOverStatusDidChangeNotification.rawValue
          == "UIAccessibilityVoiceOverStatusDidChangeNotification")
    }
  }
}
