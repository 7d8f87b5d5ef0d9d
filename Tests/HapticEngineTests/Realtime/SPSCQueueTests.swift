import Dispatch
import Realtime
import Synchronization
import TestSupport
import Testing

/// Tests of the queue between the two sides.
@Suite struct SPSCQueueTests {
  @Test(arguments: 8_000..<8_020 as Range<UInt64>)
  func `the queue behaves like an array that is limited to the capacity`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let queue = SPSCQueue<Int>(minimumCapacity: Int.random(in: 1...20, using: &random))
    defer { queue.deallocate() }
    var model: [Int] = []
    // Runs of pushes and of pops, so that the queue is repeatedly full and empty.
    var pushes = true
    for number in 0..<2_000 {
      if random.oneIn(10) { pushes.toggle() }
      if pushes {
        let isTaken = model.count < queue.capacity
        if isTaken { model.append(number) }
        #expect(queue.push(number) == isTaken)
      } else {
        #expect(queue.pop() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(queue.count == model.count)
    }
  }

  @Test(arguments: [(1, 2), (2, 2), (3, 4), (64, 64), (65, 128)])
  func `the capacity is the next power of two, and all of it can be used`(
    minimum: Int, capacity: Int
  ) {
    let queue = SPSCQueue<Int>(minimumCapacity: minimum)
    defer { queue.deallocate() }
    #expect(queue.capacity == capacity)
    for number in 0..<capacity { #expect(queue.push(number)) }
    #expect(!queue.push(99))
    #expect(queue.count == capacity)
    #expect(queue.pop() == 0)
    #expect(queue.push(99))
  }

  /// An element that reveals whether it was read while it was being written.
  private struct Element: BitwiseCopyable, Sendable, Equatable {
    var a: Int
    var b: Int
    var c: Int

    init(_ number: Int) { (a, b, c) = (number, number &* 3, ~number) }
  }

  @Test func `two threads do not lose, tear or reorder elements`() {
    let queue = SPSCQueue<Element>(minimumCapacity: 16)
    defer { queue.deallocate() }
    let count = 200_000
    let refusals = Atomic<Int>(0)
    let group = DispatchGroup()
    DispatchQueue(label: "producer").async(group: group) {
      for number in 0..<count {
        while !queue.push(Element(number)) { refusals.add(1, ordering: .relaxed) }
      }
    }
    var wrong = 0
    for number in 0..<count {
      var element = queue.pop()
      while element == nil { element = queue.pop() }
      if element != Element(number) { wrong += 1 }
    }
    group.wait()
    #expect(wrong == 0)
    #expect(queue.pop() == nil)
  }
}
