import AudioSessionTesting
import Dispatch
import Foundation
import Realtime
import Testing

/// Handlers that are called on the main thread.
@MainActor struct MainThreadTests {
  private let center = NotificationCenter()

  /// Source: the page of `routeChangeNotification`: "The system posts this notification on a secondary thread".
  @Test func `an observer on the secondary thread may call handlers on the main thread`() throws {
    let phone = try SimulatedPhone(notificationCenter: center, routeChanges: .ownThread)
    try phone.app.session.setActive(true)
    let places = Guarded<[Bool]>([])
    let observer = center.addObserver(
      forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
    ) { _ in
      MainThread.run {
        MainActor.preconditionIsolated()
        places.withLock { $0.append(MainThread.isQueue(.main)) }
      }
    }
    defer { center.removeObserver(observer) }
    try phone.connect(.headphones)
    #expect(places.withLock { $0 } == [true])
  }

  @Test func `calls from several threads are made in their order while another post follows`()
    throws
  {
    let phone = try SimulatedPhone(notificationCenter: center, routeChanges: .ownThread)
    try phone.app.session.setActive(true)
    let calls = Guarded<[Int]>([])
    let observer = center.addObserver(
      forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
    ) { _ in
      for number in 0..<20 {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          MainThread.run { calls.withLock { $0.append(number) } }
          done.signal()
        }
        done.wait()
      }
    }
    defer { center.removeObserver(observer) }
    try phone.connect(.headphones)
    try phone.disconnect(.headphones)
    #expect(calls.withLock { $0 } == Array(0..<20) + Array(0..<20))
  }

  @Test func `a call is also made while the main thread is free`() async {
    let calls = Guarded(0)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        MainThread.run {
          MainActor.preconditionIsolated()
          calls.withLock { $0 += 1 }
        }
        continuation.resume()
      }
    }
    #expect(calls.withLock { $0 } == 1)
  }
}
