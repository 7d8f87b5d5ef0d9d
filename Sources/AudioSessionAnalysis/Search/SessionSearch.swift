public import AudioSession

/// Searches all states of a world breadth first, by the machine itself, and checks every one.
///
/// States are kept as two words each. Takes no clock and reports nothing on its way unless asked.
public struct SessionSearch {
  private let world: SearchWorld
  private let events: [SessionEvent]
  private let packer: StatePacker
  private var phone: Phone
  private var table = StateTable()
  private var steps = StepGraph()
  private var report = SearchReport()
  /// For each app the first step that let it go without a word: state and event.
  private var lostWays: [AppID: (place: Int, event: Int)] = [:]

  /// Searches a world.
  ///
  /// - Parameters:
  ///   - world: what is searched.
  ///   - progress: called now and then with how many states are known and how many are done.
  /// - Returns: the numbers, what is broken, and from where no end can come.
  /// - Throws: `SetupError` if the world has a configuration that `setCategory` would refuse.
  /// - Complexity: O(states × events), with about 40 bytes for each state and 5 for each step.
  public static func run(
    _ world: SearchWorld, progress: (_ known: Int, _ done: Int) -> Void = { _, _ in }
  ) throws(SetupError) -> SearchReport {
    var search = try SessionSearch(world)
    search.explore(progress)
    search.findStuck()
    return search.report
  }

  private init(_ world: SearchWorld) throws(SetupError) {
    self.world = world
    events = world.events
    phone = try world.start()
    packer = StatePacker(configurations: world.configurations, start: phone.state)
  }

  private mutating func explore(_ progress: (Int, Int) -> Void) {
    _ = table.insert(packer.pack(phone.state), from: 0, by: 0)
    var place = 0
    while place < table.count {
      if place & 0xfff == 0 { progress(table.count, place) }
      if table.count > world.stateLimit {
        report.isIncomplete = true
        break
      }
      expand(place)
      place += 1
    }
    report.states = table.count
    progress(table.count, place)
  }

  /// Checks one state and takes every step from it.
  private mutating func expand(_ place: Int) {
    phone.state = packer.unpack(table.states[place])
    note(phone.brokenInvariants, at: place)
    let before = phone
    steps.open(before.state.apps.map(\.isInterrupted))
    for (number, event) in events.enumerated() where !before.surelyRejects(event) {
      phone.state = before.state
      guard let effects = try? phone.handle(event, with: world.mutant) else { continue }
      report.transitions += 1
      note(phone.brokenInvariants(after: event, from: before, effects), at: place, number)
      if place & 0x3f == 0 { checkRepetition(of: event, from: before, effects, at: place, number) }
      // Half of all steps are calls that change nothing.
      let isSame = phone.state == before.state
      let target =
        isSame ? place : table.insert(packer.pack(phone.state), from: place, by: number).place
      let lost = steps.add(
        to: target, by: event.caller, effects, from: before.state, to: phone.state)
      for app in lost where lostWays[app] == nil { lostWays[app] = (place, number) }
    }
  }

  private mutating func checkRepetition(
    of event: SessionEvent, from before: Phone, _ effects: [SessionEffect], at place: Int,
    _ number: Int
  ) {
    var again = before
    let repeated = try? again.handle(event, with: world.mutant)
    if repeated != effects || again != phone { note([.sameEventsSameEffects], at: place, number) }
    let mutant = world.mutant
    let broken = phone.brokenLaws(after: event, from: before, effects) {
      try? $0.handle($1, with: mutant)
    }
    note(broken, at: place, number)
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

extension Phone {
  /// Whether the event would be rejected, for those of which that is plain to see.
  ///
  /// Half of all events are, and a test run takes a backtrace of every error that is thrown.
  fileprivate func surelyRejects(_ event: SessionEvent) -> Bool {
    if let caller = event.caller { return !state.apps[caller.index].lifecycle.isRunning }
    let device = state.device
    if device.isLocked, case .enterForeground = event { return true }
    return switch event {
    case .callAnswered, .callDeclined: device.calls.call(in: .ringing) == nil
    case .callEnded, .callEndedRemotely, .callHeld, .callUnheld: !device.calls.isUp
    case .alertBegan(let alert): device[alert]
    case .alertEnded(let alert, _): !device[alert]
    case .siriRecorded, .siriEnded: device.siri == .off
    case .siriBegan: device.siri != .off
    case .setCategory, .setMode, .activate, .deactivate, .startOutput, .stopOutput, .startInput,
      .stopInput, .overrideOutput, .setPreferredInput, .setInputProperty, .setPreference,
      .setOutputMuted, .setRemoteCommands, .setCaptures, .setInputView, .playHaptic,
      .playSound, .callStarted, .enterForeground, .enterBackground, .suspend, .terminate, .launch,
      .setRecordPermission,
      .setPlayer,
      .setRuntimeAssertion, .expireSession, .callRang, .notificationDelivered, .microphoneMuted,
      .microphoneUnmuted, .mediaServicesLost, .mediaServicesReset, .silentModeSet, .locked,
      .unlocked, .volumeSet, .volumeButtonPressed, .portConnected, .portDisconnected,
      .deviceConnected, .deviceDisconnected,
      .wokeFromSleep, .settingsChanged, .callStyleSet, .remoteCommandSent:
      false
    }
  }
}
