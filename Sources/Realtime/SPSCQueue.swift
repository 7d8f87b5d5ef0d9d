public import Synchronization

/// A lock-free first-in first-out queue of fixed capacity between exactly one producer and one
/// consumer.
///
/// Law: `pop` returns the elements that `push` accepted, in the same order. A full queue rejects elements (`push`
/// returns false); it never waits, drops or overwrites. Elements are plain bits, so neither side ever counts
/// references.
///
/// The queue is a value over shared memory, so that a render thread can use it without counting references; copies
/// refer to the same queue. The threads that share it must ensure that at most one pushes at a time and at most one
/// pops at a time. One of them owns the queue and calls `deallocate` when neither side uses it any more.
///
/// - Thread: `push` producer, `pop` consumer.        Realtime-safe: both are; init and `deallocate` are
///   not.
@safe
public struct SPSCQueue<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // SAFETY (unchecked Sendable): slot i is written only by the producer between `tail` passing it
  // and the release store of `tail`, and read only by the consumer after the acquiring load of
  // `tail`; `head` protects reuse in the same way.
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let ends: UnsafeMutablePointer<Ends>

  /// The two ends, each on its own cache line, so that the sides do not slow each other down.
  @usableFromInline
  struct Ends: ~Copyable {
    @usableFromInline let head = Atomic<Int>(0)
    @usableFromInline let padding: (Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0)
    @usableFromInline let tail = Atomic<Int>(0)
  }

  /// The maximum number of elements.
  @inlinable public var capacity: Int { mask + 1 }

  /// Creates a queue for at least `minimumCapacity` elements; the capacity is the next power of two.
  public init(minimumCapacity: Int) {
    var capacity = 2
    while capacity < minimumCapacity { capacity *= 2 }
    // SAFETY: freed in `deallocate`; only slots that were pushed are read.
    unsafe slots = .allocate(capacity: capacity)
    // Touched here to avoid a page fault when a real-time thread first writes to it.
    unsafe UnsafeMutableRawPointer(slots).initializeMemory(
      as: UInt8.self, repeating: 0, count: capacity * MemoryLayout<Element>.stride)
    mask = capacity - 1
    unsafe ends = .allocate(capacity: 1)
    unsafe ends.initialize(to: Ends())
  }

  /// Frees the memory.
  ///
  /// Neither side may use the queue afterward.
  public func deallocate() {
    unsafe slots.deallocate()
    unsafe ends.deinitialize(count: 1)
    unsafe ends.deallocate()
  }

  /// Appends `element`, or returns false if the queue is full.
  @inlinable
  public func push(_ element: Element) -> Bool {
    let tail = unsafe ends.pointee.tail.load(ordering: .relaxed)
    let head = unsafe ends.pointee.head.load(ordering: .acquiring)
    if tail &- head > mask { return false }
    unsafe slots.advanced(by: tail & mask).initialize(to: element)
    unsafe ends.pointee.tail.store(tail &+ 1, ordering: .releasing)
    return true
  }

  /// Appends all of `elements`, so that the consumer sees either none or all of them.
  ///
  /// If there is not enough room, returns false and appends none.
  ///
  /// - Thread: producer.        Realtime-safe: no, because an array counts references.
  public func push(contentsOf elements: [Element]) -> Bool {
    let tail = unsafe ends.pointee.tail.load(ordering: .relaxed)
    let head = unsafe ends.pointee.head.load(ordering: .acquiring)
    if tail &- head + elements.count > capacity { return false }
    for (offset, element) in elements.enumerated() {
      unsafe slots.advanced(by: (tail &+ offset) & mask).initialize(to: element)
    }
    unsafe ends.pointee.tail.store(tail &+ elements.count, ordering: .releasing)
    return true
  }

  /// Removes and returns the oldest element, or nil if the queue is empty.
  @inlinable
  public func pop() -> Element? {
    let head = unsafe ends.pointee.head.load(ordering: .relaxed)
    let tail = unsafe ends.pointee.tail.load(ordering: .acquiring)
    if head == tail { return nil }
    let element = unsafe slots[head & mask]
    unsafe ends.pointee.head.store(head &+ 1, ordering: .releasing)
    return element
  }

  /// The number of queued elements as seen from either side; exact with respect to the caller's own
  /// operations.
  @inlinable
  public var count: Int {
    unsafe ends.pointee.tail.load(ordering: .acquiring)
      &- ends.pointee.head.load(ordering: .acquiring)
  }
}
