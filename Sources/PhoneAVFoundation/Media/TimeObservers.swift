internal import AudioSessionTesting
internal import Dispatch
internal import Foundation
internal import PhoneRuntime

/// The closures that a player calls at positions of its item.
///
/// - Thread: main.
final class TimeObservers {
  /// When a closure is called.
  enum Rule {
    /// At every multiple of a number of seconds, and when playing starts, stops or jumps.
    case every(Double)
    /// At these positions in seconds.
    case at([Double])

    /// Returns the next position after another, if any.
    func next(after position: Double) -> Double? {
      switch self {
      case .every(let interval): (position / interval + 1e-9).rounded(.down) * interval + interval
      case .at(let positions): positions.filter { $0 > position + 1e-9 }.min()
      }
    }
  }

  private struct Observer {
    let rule: Rule
    let queue: DispatchQueue?
    let block: (CMTime) -> Void
    /// The alarm of the next call, and the phone that it belongs to.
    var alarm: Int?
    weak var phone: SimulatedPhone?
  }

  private var observers: [Int: Observer] = [:]
  private var last = 0
  private let seat: PlayerSeat

  init(_ seat: PlayerSeat) { self.seat = seat }

  deinit { for id in observers.keys { cancel(id) } }

  /// Adds a closure, and returns its number.
  func add(_ rule: Rule, _ queue: DispatchQueue?, _ block: @escaping (CMTime) -> Void) -> Int {
    last += 1
    observers[last] = Observer(rule: rule, queue: queue, block: block)
    schedule(last, after: seat.player.currentTime)
    return last
  }

  /// Removes a closure.
  func remove(_ id: Int) {
    cancel(id)
    observers[id] = nil
  }

  /// Schedules all calls again, because playing has started, stopped or jumped, and calls the periodic closures.
  func restart() {
    let position = seat.player.currentTime
    for id in observers.keys.sorted() {
      schedule(id, after: position)
      if case .every? = observers[id]?.rule { call(id, at: position) }
    }
  }

  private func cancel(_ id: Int) {
    guard let alarm = observers[id]?.alarm else { return }
    observers[id]?.phone?.cancelAlarm(alarm)
    observers[id]?.alarm = nil
  }

  private func schedule(_ id: Int, after position: Double) {
    cancel(id)
    let core = seat.player
    guard core.isPlaying, let phone = seat.phone,
      let next = observers[id]?.rule.next(after: position), next <= core.duration ?? .infinity
    else { return }
    let frames = (next - core.currentTime) / core.rate * PhoneTime.framesPerSecond
    let time = phone.runtime.now + PhoneTime(frames: Int64(max(0, frames - 1e-6).rounded(.up)))
    let observers = Unchecked(WeakObservers(observers: self))
    self.observers[id]?.phone = phone
    self.observers[id]?.alarm = phone.setAlarm(at: time) {
      MainThread.run { observers.value.observers?.ring(id, at: next) }
    }
  }

  private func ring(_ id: Int, at position: Double) {
    observers[id]?.alarm = nil
    schedule(id, after: position)
    call(id, at: position)
  }

  /// Calls a closure: immediately if it belongs to the main queue, otherwise later on its queue.
  private func call(_ id: Int, at position: Double) {
    guard let observer = observers[id] else { return }
    let time = CMTime(media: position)
    if let queue = observer.queue, !MainThread.isQueue(queue) {
      let block = Unchecked(observer.block)
      queue.async { block.value(time) }
    } else {
      observer.block(time)
    }
  }
}

private struct WeakObservers {
  weak var observers: TimeObservers?
}

/// The number of a closure, which an app keeps to remove it.
final class TimeObserverToken: NSObject {
  let id: Int

  init(_ id: Int) { self.id = id }
}
