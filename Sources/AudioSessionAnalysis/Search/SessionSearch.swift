public import AudioSession
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Searches all states of a world breadth first, by the machine itself, and checks every one.
///
/// States are kept as two words each. Several threads take the steps from the states that are known,
/// a batch at a time; what they found is entered by one, in the order of the states, so that the result
/// does not depend on how many there are. Takes no clock and reports nothing on its way unless asked.
public struct SessionSearch {
  /// How many states are expanded before what was found is entered.
  ///
  /// Our choice: a few milliseconds of work for each thread, and a few megabytes.
  private static let batch = 1_024

  private let world: SearchWorld
  private let events: [SessionEvent]
  private var expanders: [StateExpander] = []
  private var table = StateTable()
  private var steps = StepGraph()
  private var report = SearchReport()
  /// For each app the first step that let it go without a word: state and event.
  private var lostWays: [AppID: (place: Int, event: Int)] = [:]

  /// Searches a world.
  ///
  /// - Parameters:
  ///   - world: what is searched.
  ///   - threads: how many threads take steps, at least one; nil for one for each processor.
  ///   - progress: called now and then with how many states are known and how many are done.
  /// - Returns: the numbers, what is broken, and from where no end can come.
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
    // Each has a phone of its own, rules included: they share nothing that is counted.
    for _ in 0..<min(max(threads ?? processors, 1), 64) {
      expanders.append(try StateExpander(world, events))
    }
  }

  private mutating func explore(_ progress: (Int, Int) -> Void) {
    if let start = expanders.first?.start { _ = table.insert(start, from: 0, by: 0) }
    var place = 0
    search: while place < table.count {
      let states = table.states[place..<min(place + Self.batch, table.count)]
      for expansion in expand(states) {
        if place & 0xfff == 0 { progress(table.count, place) }
        if table.count > world.stateLimit {
          report.isIncomplete = true
          break search
        }
        enter(expansion, at: place)
        place += 1
      }
    }
    report.states = table.count
    progress(table.count, place)
  }

  /// Takes every step from some states, whose places are those of the slice.
  private mutating func expand(_ states: ArraySlice<PackedState>) -> [StateExpansion] {
    let count = states.count >= 4 * expanders.count ? expanders.count : 1
    guard count > 1 else { return states.indices.map { expanders[0].expand(states[$0], at: $0) } }
    let found = Mutex([[StateExpansion]](repeating: [], count: count))
    let prototypes = expanders
    DispatchQueue.concurrentPerform(iterations: count) { number in
      var expander = prototypes[number]
      let first = states.startIndex + states.count * number / count
      let last = states.startIndex + states.count * (number + 1) / count
      let part = (first..<last).map { expander.expand(states[$0], at: $0) }
      found.withLock { $0[number] = part }
    }
    return found.withLock { $0.flatMap(\.self) }
  }

  /// Enters what was found from one state.
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

  /// Keeps the first violation of each invariant, which is a nearest one.
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
    for app in 0..<world.apps {
      let stuck = steps.stuck(AppID(app))
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
