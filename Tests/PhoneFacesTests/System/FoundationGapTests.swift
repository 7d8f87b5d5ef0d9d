import AudioSessionTestTraits
import AudioSessionTesting
import Dispatch
import Foundation
import PhoneAVFoundation
import PhoneFoundation
import PhoneOS
import Realtime
import Testing

/// What Apple's Foundation has and Foundation on Linux lacks.
struct FoundationGapTests {
  private static let name = Notification.Name("FoundationGapTests")

  @MainActor private final class Notes {
    var all: [String] = []
  }

  @MainActor @Test func `an observer with the main queue is called in place on the main queue`() {
    let (center, notes) = (NotificationCenter(), Notes())
    let token = center.addObserver(forName: Self.name, object: nil, queue: .main) { _ in
      MainActor.assumeIsolated { notes.all.append("called") }
    }
    center.post(name: Self.name, object: nil)
    #expect(notes.all == ["called"])
    center.removeObserver(token as Any)
    center.post(name: Self.name, object: nil)
    #expect(notes.all == ["called"])
  }

  @Test func `a thread that posts waits for an observer with the main queue`() async {
    let center = NotificationCenter()
    let calls = Guarded<[Bool]>([])
    let token = center.addObserver(forName: Self.name, object: nil, queue: .main) { _ in
      calls.withLock { $0.append(MainThread.isHere || Thread.isMainThread) }
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        center.post(name: Self.name, object: nil)
        calls.withLock { $0.append(false) }
        continuation.resume()
      }
    }
    #expect(calls.withLock { $0 } == [true, false])
    center.removeObserver(token as Any)
  }

  @Test @MainActor func `the main actor is on the main queue, and another thread is not`() async {
    #expect(Thread.isOnMainQueue)
    let other = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: Thread.isOnMainQueue) }
    }
    #expect(!other)
    #expect(Thread.isOnMainQueue)
  }

  @Test func `an observer without a queue, and one with another queue, are called`() {
    let center = NotificationCenter()
    let calls = Guarded(0)
    let queue = OperationQueue()
    let tokens = [
      center.addObserver(forName: Self.name, object: nil, queue: nil) { _ in
        calls.withLock { $0 += 1 }
      },
      center.addObserver(forName: Self.name, object: nil, queue: queue) { _ in
        calls.withLock { $0 += 1 }
      },
    ]
    center.post(name: Self.name, object: nil)
    #expect(calls.withLock { $0 } == 2)
    for token in tokens { center.removeObserver(token as Any) }
  }

  @Test(.phone()) func `a property reports its old and new values until the observation ends`()
    throws
  {
    let changes = Guarded<[String]>([])
    let session = AVAudioSession.sharedInstance()
    let observation = session.observe(\.outputVolume, options: [.initial, .old, .new]) {
      session, change in
      let old = change.oldValue.map { "\($0)" } ?? "nothing"
      let new = change.newValue.map { "\($0)" } ?? "nothing"
      changes.withLock { $0.append("\(old) \(new) \(session.outputVolume)") }
    }
    let first = session.outputVolume
    try SimulatedPhone.current.setVolume(0.25)
    observation.invalidate()
    try SimulatedPhone.current.setVolume(0.5)
    #expect(changes.withLock { $0 } == ["nothing \(first) \(first)", "\(first) 0.25 0.25"])
  }

  @Test(.phone()) func `a property that Apple does not document as observable is not reported`()
    throws
  {
    let changes = Guarded(0)
    let session = AVAudioSession.sharedInstance()
    let observation = session.observe(\.category, options: .initial) { _, _ in
      changes.withLock { $0 += 1 }
    }
    try session.setCategory(.playback)
    #expect(changes.withLock { $0 } == 1)
    observation.invalidate()
  }

  @Test func `success is zero`() { #expect(noErr == 0 && OSStatus(-50) == -50) }

  /// A lock of C at a fixed place.
  @safe private final class Lock: @unchecked Sendable {
    // SAFETY (unchecked Sendable): the pointer does not change, and threads may use the lock at the same time.
    private let lock: os_unfair_lock_t

    init() {
      unsafe lock = os_unfair_lock_t.allocate(capacity: 1)
      unsafe lock.initialize(to: os_unfair_lock())
    }

    deinit { unsafe lock.deallocate() }

    func isFree() -> Bool {
      guard unsafe os_unfair_lock_trylock(lock) else { return false }
      unsafe os_unfair_lock_unlock(lock)
      return true
    }

    func withLock<Result>(_ body: () -> Result) -> Result {
      unsafe os_unfair_lock_lock(lock)
      defer { unsafe os_unfair_lock_unlock(lock) }
      return body()
    }
  }

  /// Source: `os/lock.h`.
  @Test func `a lock of C excludes other threads until it is unlocked`() {
    let lock = Lock()
    let isFree = Guarded(true)
    let isDone = DispatchSemaphore(value: 0)
    lock.withLock {
      Thread.detachNewThread {
        let isFreeThere = lock.isFree()
        isFree.withLock { $0 = isFreeThere }
        isDone.signal()
      }
      isDone.wait()
    }
    #expect(!isFree.withLock { $0 } && lock.isFree())
  }

  @Test func `user defaults are set by key-value coding`() throws {
    let name = "FoundationGapTests-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    defaults.setValue(3, forKey: "rate")
    #expect(defaults.value(forKey: "rate") as? Int == 3 && defaults.integer(forKey: "rate") == 3)
    defaults.setValue(nil, forKey: "rate")
    #expect(defaults.value(forKey: "rate") == nil)
  }
}
