public import AudioSession
internal import Dispatch
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Searches all states of a world breadth first with the state machine itself, and checks every state.
///
/// Each state is stored in two words. Several threads take the steps from the known states, a batch at a time.
/// A single thread then stores the results in the order of the states, so the outcome does not depend on the number of
/// threads. The search does not use a clock, and reports progress only on request.
public struct SessionSearch {
  /// The number of states that are expanded before their results are stored.
  ///
  /// Our choice: this takes a few milliseconds of work on each thread, and a few megabytes.
  private static let batch = 1_024

  private let world: SearchWorld
  private let events: [SessionEvent]
  private var expanders: [StateExpander] = []
  private var table = StateTable()
  private var steps = StepGraph()
  private var report = SearchReport()
  /// For each app, the first step that released the app without a notification, as a state and an event.
  private var lostWays: [AppID: (place: Int, event: Int)] = [:]

  /// Searches a world.
  ///
  /// - Parameters:
  ///   - world: The world to search.
  ///   - threads: The number of threads that take steps, at least one; nil for one per processor.
  ///   - progress: Called occasionally with the number of known states and the number of finished states.
  /// - Returns: The numbers of states and steps, the broken invariants, and the states in which an app waits for an end
  ///   that cannot come.
  /// - Throws: `SetupError` if the world has a configuration that `setCategory` would refuse.
  /// - Complexity: O(states × events), with about 40 bytes for each state and 5 for each step.
  public static func run(
    _ world: SearchWorld, threads: Int? = nil,
    progress: (_ known: Int, _ done: Int) -> Void = { _, _ in }
  ) throws(SetupError) -> SearchReport {
    var search = try SessionSearch(world, threads: threads)
    search.explore(progress)
    search.findStuck()
    return search.report
  }

  private init(_ world: SearchWorld, threads: Int?) throws(SetupError) {
    self.world = world
    events = world.events
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    // Each expander has its own phone, including the rules, so they do not share anything that is
    // reference-counted.
    for _ in 0..<min(max(threads ?? processors, 1), 64) {
      expanders.append(try StateExpander(world, events))
    }
  }

  /// Stores the results of one batch while the steps of the next batch are being taken.
  private mutating func explore(_ progress: (Int, Int) -> Void) {
    if let start = expanders.first?.start { _ = table.insert(start, from: 0, by: 0) }
    var expanded = 0
    var entered = 0
    var ready: [StateExpansion] = []
    while expanded < table.count || !ready.isEmpty {
      let first = expanded
      expanded = min(first + Self.batch, table.count)
      let batch = StateBatch(Array(table.states[first..<expanded]), from: first, by: expanders)
      for expansion in ready {
        if entered & 0xfff == 0 { progress(table.count, entered) }
        if table.count > world.stateLimit {
          report.isIncomplete = true
          break
        }
        enter(expansion, at: entered)
        entered += 1
      }
      ready = batch.result
      if report.isIncomplete { break }
    }
    report.states = table.count
    progress(table.count, entered)
  }

  /// Stores the results from one state.
  private mutating func enter(_ expansion: StateExpansion, at place: Int) {
    note(expansion.broken, at: place)
    steps.open(expansion.waiting)
    for step in expansion.steps {
      report.transitions += 1
      if !step.broken.isEmpty { note(step.broken, at: place, Int(step.event)) }
      let target =
        step.target.map { table.insert($0, from: place, by: Int(step.event)).place } ?? place
      steps.add(to: target, step.mark, lost: step.lost)
      guard step.lost != 0 else { continue }
      for app in 0..<world.apps where step.lost & 1 << UInt8(app) != 0 {
        if lostWays[AppID(app)] == nil { lostWays[AppID(app)] = (place, Int(step.event)) }
      }
    }
  }

  /// Keeps the first violation found of each invariant, because no other violation of it has a shorter path.
  private mutating func note(_ broken: [Invariant], at place: Int, _ last: Int? = nil) {
    for invariant in broken where !report.violations.contains(where: { $0.invariant == invariant })
    {
      var path = table.path(to: place).map { events[$0] }
      if let last { path.append(events[last]) }
      report.violations.append(SearchReport.Violation(invariant: invariant, path: path))
    }
  }

  private mutating func findStuck() {
    guard !report.isIncomplete else { return }
    let steps = steps
    let stuck = inParallel(world.apps) { steps.stuck(AppID($0)) }
    for (app, stuck) in stuck.enumerated() {
      report.stuckStates.append(stuck.count)
      if let way = lostWays[AppID(app)] {
        let path = table.path(to: way.place) + [way.event]
        report.stuckExamples.append(path.map { events[$0] })
      } else if let nearest = stuck.first {
        report.stuckExamples.append(table.path(to: nearest).map { events[$0] })
      }
    }
  }
}

/// The steps from some states, which are taken concurrently with other work.
private struct StateBatch {
  private let group = DispatchGroup()
  private let found: Found

  /// The results, once they are complete.
  private final class Found: Sendable {
    let expansions = Mutex<[StateExpansion]>([])
  }

  /// Starts taking the steps from consecutive states, given the position of the first state.
  ///
  /// Each part runs on a separate thread with its own expander.
  init(_ states: [PackedState], from place: Int, by expanders: [StateExpander]) {
    let found = Found()
    self.found = found
    guard !states.isEmpty else { return }
    let count = states.count >= 4 * expanders.count ? expanders.count : 1
    DispatchQueue.global().async(group: group) {
      let parts = inParallel(count) { number in
        var expander = expanders[number]
        let part = states.count * number / count..<states.count * (number + 1) / count
        return part.map { expander.expand(states[$0], at: place + $0) }
      }
      found.expansions.withLock { $0 = parts.flatMap(\.self) }
    }
  }

  /// The results; blocks until they are complete.
  var result: [StateExpansion] {
    group.wait()
    return found.expansions.withLock { expansions in
      defer { expansions = [] }
      return expansions
    }
  }
}

/// Computes a value for each number below `count`, on as many threads as there are processors.
private func inParallel<Value: Sendable>(
  _ count: Int, _ body: @Sendable (Int) -> Value
) -> [Value] {
  let values = Mutex([Value?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { number in
    let value = body(number)
    values.withLock { $0[number] = value }
  }
  return values.withLock { $0.compactMap(\.self) }
}
