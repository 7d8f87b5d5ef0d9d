internal import AudioSession
internal import HapticEngine
internal import Realtime

/// When and in which order reports are delivered.
public enum DeliveryOrder: Hashable, Sendable {
  /// Reports are delivered immediately and in order, on the thread that caused them, unless another thread is already
  /// delivering.
  case immediate
  /// Reports are delivered in order when `settle()` is called.
  case queued
  /// Like `immediate`, but notifications of route changes arrive at random positions: between any two of the
  /// reports that follow. The same seed produces the same order.
  ///
  /// Source: `routeChangeNotification` is posted on a secondary thread and all other notifications on the main
  /// thread, so their relative order is not guaranteed.
  case shuffled(seed: UInt64)
}

extension PhoneRuntime {
  /// When and in which order reports are delivered.
  ///
  /// Other modules need this alias if they declare their own `DeliveryOrder`: the class has the name of its
  /// module, so `PhoneRuntime.DeliveryOrder` would be a member of the class.
  public typealias Order = DeliveryOrder
}

/// Reports that wait for delivery.
struct DeliveryQueue: Sendable {
  private var waiting = WaitingLine<Delivery>()
  /// Route changes, each of which is delivered at a random position.
  private var routeChanges = WaitingLine<Delivery>()
  private var random: SplitMix64?

  init(_ order: DeliveryOrder) {
    if case .shuffled(let seed) = order { random = SplitMix64(seed: seed) }
  }

  mutating func append(_ delivery: Delivery) {
    if random != nil, case .report(.effect(.notified(_, .routeChange)), _) = delivery {
      routeChanges.append(delivery)
    } else {
      waiting.append(delivery)
    }
  }

  mutating func append(_ deliveries: [Delivery]) {
    for delivery in deliveries { append(delivery) }
  }

  /// Removes and returns the next delivery.
  ///
  /// Route changes keep their relative order.
  mutating func popFirst() -> Delivery? {
    if !routeChanges.isEmpty, waiting.isEmpty || (random?.next() ?? 1) % 2 == 0 {
      return routeChanges.popFirst()
    }
    return waiting.popFirst()
  }
}

/// A queue that releases each element when the element is removed.
///
/// A slice of an array would keep its former elements until the slice is empty or grows.
struct WaitingLine<Element: Sendable>: Sendable {
  private var elements: [Element?] = []
  private var first = 0

  /// The number of empty places that are always allowed before the first element.
  ///
  /// If there are more empty places than this, and also more than elements, the elements move to the front.
  ///
  /// Our choice: 64 places need little memory, and moves are rare.
  private static var maximumGap: Int { 64 }

  var isEmpty: Bool { first == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the oldest element.
  mutating func popFirst() -> Element? {
    guard first < elements.count else { return nil }
    let element = elements[first].take()
    first += 1
    if first == elements.count {
      elements.removeAll(keepingCapacity: true)
      first = 0
    } else if first > Self.maximumGap, first > elements.count - first {
      elements.removeSubrange(..<first)
      first = 0
    }
    return element
  }
}

/// A delivery that is waiting for its turn.
enum Delivery: Sendable {
  /// A report to the sinks, with the time of its event.
  case report(PhoneReport, PhoneTime)
  /// A remote command to an app, with the value that was sent along and the time when it was sent.
  case command(AppID, RemoteCommand, value: Double?, PhoneTime)
  /// A signal to an app that behaves automatically.
  case signal(AppID, GuidelinesSignal)
  /// The end of an app's process, which stops the given haptic engines.
  case processEnded(AppID, [HapticEngine])
  /// The user's answer to a request for permission to record.
  case permission(@Sendable (Bool) -> Void, Bool)
  /// A warning to an app's code that the time of its background task is nearly over.
  case expiration(AppID, @Sendable () -> Void)
}
