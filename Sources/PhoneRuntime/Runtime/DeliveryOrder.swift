internal import AudioSession
internal import HapticEngine
internal import Realtime

/// When and in which order reports are delivered.
public enum DeliveryOrder: Hashable, Sendable {
  /// At once and in order, on the thread that caused them, unless another is at it.
  case immediate
  /// In order, when `settle()` is called.
  case queued
  /// As `immediate`, but notifications of route changes come at random places: between any two
  /// reports that follow. The same seed gives the same order.
  ///
  /// Source: `routeChangeNotification` is posted on a secondary thread, all others on the main one,
  /// so that nothing is promised between the two.
  case shuffled(seed: UInt64)
}

extension PhoneRuntime {
  /// When and in which order reports are delivered.
  ///
  /// Other modules need this alias where they declare a `DeliveryOrder` of their own: the class has the name
  /// of its module, so that `PhoneRuntime.DeliveryOrder` would be a member of the class.
  public typealias Order = DeliveryOrder
}

/// Reports that wait.
struct DeliveryQueue: Sendable {
  private var waiting = WaitingLine<Delivery>()
  /// Route changes, each of which comes at a random place.
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

  /// The next one; route changes keep their order among themselves.
  mutating func popFirst() -> Delivery? {
    if !routeChanges.isEmpty, waiting.isEmpty || (random?.next() ?? 1) % 2 == 0 {
      return routeChanges.popFirst()
    }
    return waiting.popFirst()
  }
}

/// A queue that forgets each element when it is taken.
///
/// A slice of an array would keep its former elements until the slice is empty or grows.
struct WaitingLine<Element: Sendable>: Sendable {
  private var elements: [Element?] = []
  private var first = 0

  /// The number of empty places before the first element, above which the elements move to the front if they are
  /// fewer than the empty places.
  ///
  /// Our choice: 64 places need little memory, and moves are rare.
  private static var maximumGap: Int { 64 }

  var isEmpty: Bool { first == elements.count }

  mutating func append(_ element: Element) { elements.append(element) }

  /// The oldest element, which leaves the queue.
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

/// Something that waits for its turn.
enum Delivery: Sendable {
  /// The sinks are notified of something, and when it happened.
  case report(PhoneReport, PhoneTime)
  /// A remote command reaches an app, with the value that was sent with it, and when it was sent.
  case command(AppID, RemoteCommand, value: Double?, PhoneTime)
  /// An app that behaves notices something.
  case signal(AppID, GuidelinesSignal)
  /// A process is gone, and its haptic engines stop.
  case processEnded(AppID, [HapticEngine])
  /// The user's answer to a request to record.
  case permission(@Sendable (Bool) -> Void, Bool)
  /// An app's code is notified that the time of its background task is nearly over.
  case expiration(AppID, @Sendable () -> Void)
}
