internal import AudioSession
internal import HapticEngine
internal import Realtime

/// When and in which order reports are delivered.
public enum DeliveryOrder: Hashable, Sendable {
  /// At once and in order, on the thread that caused them, unless another is at it.
  case immediate
  /// In order, when `settle()` is called.
  case queued
  /// As `immediate`, but notifications of route changes come when it pleases them: between any two
  /// reports that follow. The same seed gives the same order.
  ///
  /// Source: `routeChangeNotification` is posted on a secondary thread, all others on the main one,
  /// so that nothing is promised between the two.
  case shuffled(seed: UInt64)
}

/// Reports that wait.
struct DeliveryQueue: Sendable {
  private var waiting: ArraySlice<Delivery> = []
  /// Route changes that come when it pleases them.
  private var straying: ArraySlice<Delivery> = []
  private var chance: SplitMix64?

  init(_ order: DeliveryOrder) {
    if case .shuffled(let seed) = order { chance = SplitMix64(seed: seed) }
  }

  mutating func append(_ delivery: Delivery) {
    if chance != nil, case .report(.effect(.notified(_, .routeChange)), _) = delivery {
      straying.append(delivery)
    } else {
      waiting.append(delivery)
    }
  }

  mutating func append(_ deliveries: [Delivery]) {
    for delivery in deliveries { append(delivery) }
  }

  /// The next one; route changes keep their order among themselves.
  mutating func popFirst() -> Delivery? {
    if !straying.isEmpty, waiting.isEmpty || (chance?.next() ?? 1) % 2 == 0 {
      return straying.popFirst()
    }
    return waiting.popFirst()
  }
}

/// Something that waits for its turn.
enum Delivery: Sendable {
  /// The sinks are notified of something, and when it happened.
  case report(PhoneReport, PhoneTime)
  /// An app that behaves notices something.
  case signal(AppID, GuidelinesSignal)
  /// A process is gone, and its haptic engines stop.
  case processEnded(AppID, [HapticEngine])
  /// The user's answer to a request to record.
  case permission(@Sendable (Bool) -> Void, Bool)
}
