public import Synchronization

/// A first-in first-out queue between exactly one producer and one consumer, of fixed capacity,
/// without locks.
///
/// Law: what `pop` returns, in order, is what `push` accepted, in order. A full queue refuses
/// (`push` returns false); it never waits, drops or overwrites. Elements are plain bits, so that
/// neither side ever counts a reference.
///
/// The queue is a class so that both sides can hold it; sides that share it promise that at most one
/// thread pushes at a time and at most one pops at a time.
///
/// - Thread: `push` producer, `pop` consumer.        Realtime-safe: yes, both; init and deinit no.
@safe
public final class SPSCQueue<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // SAFETY (unchecked Sendable): slot i is written only by the producer between `tail` passing it
  // and the release store of `tail`, and read only by the consumer after the acquiring load of
  // `tail`; `head` protects reuse in the same way.
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let head = Atomic<Int>(0)
  @usableFromInline let tail = Atomic<Int>(0)

  /// How many elements fit.
  public var capacity: Int { mask + 1 }

  /// A queue for at least `minimumCapacity` elements; the capacity is the next power of two.
  public init(minimumCapacity: Int) {
    var capacity = 2
    while capacity < minimumCapacity { capacity *= 2 }
    unsafe slots = .allocate(capacity: capacity)
    mask = capacity - 1
  }

  deinit { unsafe slots.deallocate() }

  /// Appends `element`, or returns false if the queue is full.
  @inlinable
  public func push(_ element: Element) -> Bool {
    let tail = self.tail.load(ordering: .relaxed)
    let head = self.head.load(ordering: .acquiring)
    if tail &- head > mask { return false }
    unsafe slots.advanced(by: tail & mask).initialize(to: element)
    self.tail.store(tail &+ 1, ordering: .releasing)
    return true
  }

  /// Removes and returns the oldest element, or nil if the queue is empty.
  @inlinable
  public func pop() -> Element? {
    let head = self.head.load(ordering: .relaxed)
    let tail = self.tail.load(ordering: .acquiring)
    if head == tail { return nil }
    let element = unsafe slots[head & mask]
    self.head.store(head &+ 1, ordering: .releasing)
    return element
  }

  /// How many elements are queued, as seen from either side: exact for what this side did itself.
  @inlinable
  public var count: Int {
    tail.load(ordering: .acquiring) &- head.load(ordering: .acquiring)
  }
}
