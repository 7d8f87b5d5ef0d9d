import Dispatch
import Foundation
import PhoneRuntime
import Testing

@testable import AudioSessionTesting

/// Waiting until code under test has finished its delayed responses.
@MainActor
struct SettlingTests {
  let center = NotificationCenter()

  private final class Steps: @unchecked Sendable {
    var all: [String] = []
  }

  private func observe(
    _ name: Notification.Name = AVAudioSession.interruptionNotification,
    queue: OperationQueue? = nil, _ body: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    center.addObserver(forName: name, object: nil, queue: queue, using: body)
  }

  @Test func `settling waits for work on the main actor, and for the work that follows from it`()
    async throws
  {
    let phone = try SimulatedPhone(notificationCenter: center)
    let session = phone.app.session
    let steps = Steps()
    let observation = observe { notification in
      let words = notification.words
      Task { @MainActor in
        steps.all.append(words)
        await Task.yield()
        if words == "ended 1" { try? session.setActive(true) }
        DispatchQueue.main.async { steps.all.append("later") }
      }
    }
    try session.setActive(true)
    try phone.receiveCall()
    try phone.declineCall()
    #expect(steps.all == [])
    await phone.settle()
    #expect(steps.all.sorted() == ["began 0", "ended 1", "later", "later"])
    #expect(phone.app.isActive)
    center.removeObserver(observation)
  }

  @Test func `code that starts to observe in a task misses events before the first settling`()
    async throws
  {
    let phone = try SimulatedPhone(notificationCenter: center)
    let steps = Steps()
    let task = Task { [center] in
      for await notification in center.notifications(named: AVAudioSession.interruptionNotification)
      {
        steps.all.append(notification.words)
      }
    }
    try phone.app.session.setActive(true)
    try phone.receiveCall()
    await phone.settle()
    #expect(steps.all == [])
    try phone.declineCall()
    await phone.settle()
    #expect(steps.all == ["ended 1"])
    task.cancel()
  }

  @Test func `observers on the main queue are called if deliveries are queued`()
    async throws
  {
    let phone = try SimulatedPhone(notificationCenter: center, delivery: .queued)
    let steps = Steps()
    let observation = observe(queue: .main) { notification in
      let words = notification.words
      MainActor.assumeIsolated { steps.all.append(words) }
    }
    try phone.app.session.setActive(true)
    try phone.receiveCall()
    #expect(steps.all == [])
    await phone.settle()
    #expect(steps.all == ["began 0"])
    center.removeObserver(observation)
  }

  @Test(arguments: [RouteChangeThread.callingThread, .ownThread])
  func `observers on the main queue are called before the call that causes them returns`(
    _ thread: RouteChangeThread
  ) async throws {
    let phone = try SimulatedPhone(notificationCenter: center, routeChanges: thread)
    let steps = Steps()
    for queue in [OperationQueue.main, nil] {
      _ = observe(AVAudioSession.routeChangeNotification, queue: queue) { _ in
        if queue != nil {
          MainActor.assumeIsolated { steps.all.append("main") }
        } else {
          steps.all.append("none")
        }
      }
    }
    OperationQueue.main.addOperation {
      MainActor.assumeIsolated { steps.all.append("earlier work") }
    }
    try phone.connect(.headphones)
    #expect(steps.all.sorted() == ["earlier work", "main", "none"])
    try phone.disconnect(.headphones)
    #expect(steps.all.count == 5)
    await phone.settle()
    #expect(steps.all.count == 5)
  }

  @Test func `the main queue's operations run later as usual after a posting has taken some`()
    async throws
  {
    let phone = try SimulatedPhone(notificationCenter: center)
    let steps = Steps()
    let observation = observe(queue: .main) { steps.all.append($0.words) }
    try phone.app.session.setActive(true)
    try phone.receiveCall()
    center.removeObserver(observation)
    await withCheckedContinuation { done in
      for number in 1...3 { OperationQueue.main.addOperation { steps.all.append("\(number)") } }
      OperationQueue.main.addOperation { done.resume() }
    }
    #expect(steps.all == ["began 0", "1", "2", "3"])
  }

  @Test
  func `an observer that waits for the main queue ends the test with a message instead of hanging`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      PostingWatch.shared.setLimit(1)
      let center = NotificationCenter()
      let phone = try SimulatedPhone(notificationCenter: center)
      let observation = center.addObserver(
        forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
      ) { _ in
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { done.signal() }
        done.wait()
      }
      try phone.app.session.setActive(true)
      try phone.receiveCall()
      center.removeObserver(observation)
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("AVAudioSessionInterruptionNotification waits for an observer"))
    #expect(words.contains("await phone.settle()"))
  }

  @Test func `a condition waits for work on another queue`() async throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let session = phone.app.session
    let queue = DispatchQueue(label: "player")
    let observation = observe { notification in
      guard notification.words == "ended 1" else { return }
      queue.async { DispatchQueue.global().async { try? session.setActive(true) } }
    }
    try session.setActive(true)
    try phone.receiveCall()
    try phone.declineCall()
    try await phone.until("the session is active") { phone.app.isActive }
    #expect(phone.app.isActive)
    center.removeObserver(observation)
  }

  private actor Recorder {
    private(set) var isStopped = false
    func stop() { isStopped = true }
  }

  @Test func `a condition may ask an actor`() async throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let recorder = Recorder()
    let observation = observe { notification in
      if notification.words.hasPrefix("began") { Task { await recorder.stop() } }
    }
    try phone.app.session.setActive(true)
    #expect(await !recorder.isStopped)
    try phone.receiveCall()
    try await phone.until("the recorder has stopped") { await recorder.isStopped }
    #expect(await recorder.isStopped)
    center.removeObserver(observation)
  }

  @Test func `an event that never happens is an error that names it`() async throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let error = await #expect(throws: NeverHappened.self) {
      try await phone.until("music", within: .milliseconds(5)) { phone.app.isAudible }
    }
    #expect(error?.description.hasPrefix("music did not happen within") == true)
  }

  @Test func `a sequence keeps notifications that arrive before it is awaited`() async throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let sequence = center.notifications(
      named: AVAudioSession.interruptionNotification, object: phone.app.session)
    try phone.app.session.setActive(true)
    try phone.receiveCall()
    try phone.declineCall()
    var words: [String] = []
    for await notification in sequence {
      words.append(notification.words)
      if words.count == 2 { break }
    }
    #expect(words == ["began 0", "ended 1"])
  }

  @Test func `settling drives a loop over notifications`() async throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let (center, steps) = (center, Steps())
    let sequence = center.notifications(named: AVAudioSession.interruptionNotification)
    let task = Task { @MainActor in
      for await notification in sequence { steps.all.append(notification.words) }
    }
    try phone.app.session.setActive(true)
    try phone.receiveCall()
    try await phone.until { steps.all.count == 1 }
    #expect(steps.all == ["began 0"])
    task.cancel()
    await task.value
  }

  @Test func `route changes arrive in order from another thread on request`() throws {
    let phone = try SimulatedPhone(
      backgroundModes: .audio, notificationCenter: center, routeChanges: .ownThread)
    try phone.app.handleRemoteCommands([.play]) { _ in }
    try phone.app.session.setCategory(.playback)
    try phone.connect(.headphones)
    phone.app.player.play()
    let here = ObjectIdentifier(Thread.current)
    let steps = Steps()
    let names = [AVAudioSession.interruptionNotification, AVAudioSession.routeChangeNotification]
    let observations = names.map { name in
      observe(name) { notification in
        let isHere = ObjectIdentifier(Thread.current) == here
        steps.all.append(notification.words + (isHere ? " here" : " elsewhere"))
      }
    }
    try phone.disconnect(.headphones)
    #expect(steps.all == ["began 4 here", "route 2 elsewhere"])
    for observation in observations { center.removeObserver(observation) }
  }
}
