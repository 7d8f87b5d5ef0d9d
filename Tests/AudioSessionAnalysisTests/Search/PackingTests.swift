import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// A search keeps every part of a state that the rules read.
@Suite struct PackingTests {
  @Test(arguments: [1, 2, 3], OSVersion.allCases)
  func `packing and unpacking preserves a state`(apps: Int, system: OSVersion) throws {
    let policy = AudioPolicy.standard.with(\.refusalAfterCall, .fourSeconds)
    let world = SearchWorld(apps: apps, scope: .all, system: system, policy: policy)
    var phone = try world.start()
    let packer = StatePacker(configurations: world.configurations, start: phone.state)
    let events = world.events
    var generator = SplitMix64(seed: UInt64(apps))
    for _ in 0..<500 {
      _ = try? phone.handle(generator.choice(of: events))
      let repacked = packer.repacked(phone.state)
      guard repacked == phone.state.asRulesReadIt else {
        Issue.record("\(repacked) instead of \(phone.state)")
        return
      }
    }
  }

  @Test func `state that is not packed does not affect the rules`() throws {
    let world = SearchWorld(apps: 2, scope: .all, system: .iOS27)
    var phone = try world.start()
    var generator = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      let event = generator.choice(of: world.events)
      var forgetful = try Phone(world, phone.state.asRulesReadIt)
      let isTaken = (try? phone.handle(event)) != nil
      let isTakenAlike = (try? forgetful.handle(event)) != nil
      #expect(isTaken == isTakenAlike)
      #expect(phone.state.asRulesReadIt == forgetful.state.asRulesReadIt)
    }
  }
}

extension PhoneState {
  /// The state without the letters and the outputs that were running, which no rule reads.
  fileprivate var asRulesReadIt: PhoneState {
    var state = self
    state.mailbox = []
    for app in state.ids {
      guard case .interrupted(var interruption) = state[app].activity else { continue }
      interruption.wasPlaying = false
      state[app].activity = .interrupted(interruption)
    }
    return state
  }
}

extension Phone {
  /// Returns a phone of this world in this state.
  fileprivate init(_ world: SearchWorld, _ state: PhoneState) throws {
    var setup = PhoneSetup(apps: state.apps)
    setup.system = world.system
    setup.device = state.device
    try self.init(setup)
  }
}
