internal import AudioSession

/// The states that were found and how each state was reached, in an open-addressing table of integers.
struct StateTable {
  /// The states in the order in which they were found.
  private(set) var states: [PackedState] = []
  /// The state from which each state was reached.
  private(set) var parents: [UInt32] = []
  /// The event by which each state was reached.
  private(set) var events: [UInt16] = []
  private var slots = [UInt32](repeating: 0, count: 1 << 12)

  /// The number of states.
  var count: Int { states.count }

  /// Returns the index of a state, and adds the state if it is new.
  mutating func insert(
    _ state: PackedState, from parent: Int, by event: Int
  ) -> (place: Int, isNew: Bool) {
    if (states.count + 1) * 10 > slots.count * 6 { grow() }
    var slot = Self.hash(state) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if states[place] == state { return (place, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    states.append(state)
    parents.append(UInt32(parent))
    events.append(UInt16(event))
    slots[slot] = UInt32(states.count)
    return (states.count - 1, true)
  }

  /// Returns the events of a shortest path to a state, in order.
  func path(to place: Int) -> [Int] {
    var path: [Int] = []
    var place = place
    while place != 0 {
      path.append(Int(events[place]))
      place = Int(parents[place])
    }
    return path.reversed()
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (place, state) in states.enumerated() {
      var slot = Self.hash(state) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(place + 1)
    }
  }

  /// Hashes a state with two rounds of multiplication, which mix all bits upwards, and then folds the result.
  private static func hash(_ state: PackedState) -> Int {
    var mixed = (state.low ^ state.low >> 32) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ mixed >> 29 ^ state.high) &* 0xbf58_476d_1ce4_e5b9
    return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) & 0x7fff_ffff)
  }
}
