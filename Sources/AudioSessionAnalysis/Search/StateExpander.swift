internal import AudioSession

/// The results from expanding one state.
struct StateExpansion: Sendable {
  /// The invariants that the state breaks.
  var broken: [Invariant]
  /// The apps that wait for an end in the state, one bit each.
  var waiting: UInt8
  /// The steps from the state, in the order of the events.
  var steps: [Step]

  /// One step.
  struct Step: Sendable {
    /// The index of the event among all events.
    var event: UInt16
    /// The resulting state; nil if nothing changes.
    var target: PackedState?
    /// The calling app, and the apps that it notified of an end; see `StepGraph`.
    var mark: UInt8
    /// The apps that the step released without posting an end, one bit each.
    var lost: UInt8
    /// The invariants that the step breaks.
    var broken: [Invariant]
  }
}

/// Takes and checks every step from one state of a world.
///
/// - Thread: Use on one thread at a time; each thread has its own expander.
struct StateExpander: Sendable {
  private let mutant: Mutant?
  private let events: [SessionEvent]
  private let packer: StatePacker
  private var phone: Phone
  /// The state that the search starts from.
  let start: PackedState

  /// Creates an expander with its own phone.
  init(_ world: SearchWorld, _ events: [SessionEvent]) throws(SetupError) {
    mutant = world.mutant
    self.events = events
    phone = try world.start()
    packer = StatePacker(configurations: world.configurations, start: phone.state)
    start = packer.pack(phone.state)
  }

  /// Checks a state and takes every step from it.
  ///
  /// At every 64th state, this also checks the invariants that require a second run: repetition and the laws.
  mutating func expand(_ state: PackedState, at place: Int) -> StateExpansion {
    phone.state = packer.unpack(state)
    var expansion = StateExpansion(
      broken: phone.brokenInvariants, waiting: StepGraph.waiting(phone.state), steps: [])
    expansion.steps.reserveCapacity(events.count)
    let before = phone
    for (number, event) in events.enumerated() where !before.surelyRejects(event) {
      guard let effects = try? phone.handle(event, with: mutant) else { continue }
      var broken = phone.brokenInvariants(after: event, from: before, effects)
      if place & 0x3f == 0 { broken += brokenLaws(after: event, from: before, effects) }
      // Half of all steps are calls that do not change anything.
      let isSame = phone.state == before.state
      let (mark, lost) = StepGraph.mark(
        event.caller, effects, from: before.state, to: phone.state)
      expansion.steps.append(
        StateExpansion.Step(
          event: UInt16(number), target: isSame ? nil : packer.pack(phone.state), mark: mark,
          lost: lost, broken: broken))
      if !isSame { phone.state = before.state }
    }
    return expansion
  }

  private func brokenLaws(
    after event: SessionEvent, from before: Phone, _ effects: [SessionEffect]
  ) -> [Invariant] {
    var again = before
    let repeated = try? again.handle(event, with: mutant)
    let isSame = repeated == effects && again == phone
    let mutant = mutant
    return (isSame ? [] : [.sameEventsSameEffects])
      + phone.brokenLaws(after: event, from: before, effects) {
        try? $0.handle($1, with: mutant)
      }
  }
}

extension Phone {
  /// Returns whether the event would obviously be rejected.
  ///
  /// Half of all events would be rejected, and a test run captures a backtrace of every thrown error.
  fileprivate func surelyRejects(_ event: SessionEvent) -> Bool {
    if let caller = event.caller { return !state.apps[caller.index].lifecycle.isRunning }
    let device = state.device
    if device.isLocked, case .app(_, .enterForeground) = event { return true }
    guard case .phone(let event) = event else { return false }
    return switch event {
    case .callAnswered, .callDeclined: device.calls.call(in: .ringing) == nil
    case .callEnded, .callEndedRemotely, .callHeld, .callUnheld, .callsSwapped: !device.calls.isUp
    case .alertBegan(let alert): device[alert]
    case .alertEnded(let alert, _): !device[alert]
    case .callAudioClosed: !device.isCallAudioClosing
    case .siriRecorded, .siriEnded: device.siri == .off
    case .siriBegan: device.siri != .off
    default: false
    }
  }
}
