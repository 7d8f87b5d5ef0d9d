import AudioSession
import Testing

@testable import PhoneRuntime

/// The gains of an engine that is added while events change them.
struct EngineGainTests {
  /// A step of another thread.
  private enum Step: Hashable, CaseIterable {
    /// An event changes the gains that the phone applies now.
    case judge
    /// The gains of the oldest event that waits are applied to the engine.
    case deliver
  }

  /// A phone, an engine, and another thread that takes some steps at some of the points that the adding thread passes.
  private struct World {
    let gains: [EngineGains]
    let steps: [(point: Int, step: Step)]
    var point = 0
    var taken = 0
    var current = 0
    var waiting: [EngineGains] = []
    var engine: EngineGains?

    mutating func pass() {
      while taken < steps.count, steps[taken].point <= point { take() }
      point += 1
    }

    mutating func take() {
      switch steps[taken].step {
      case .judge:
        current = (current + 1) % gains.count
        waiting.append(gains[current])
      case .deliver: if !waiting.isEmpty { engine = waiting.removeFirst() }
      }
      taken += 1
    }
  }

  /// Gains that differ by the volume.
  private func gains() throws -> [EngineGains] {
    var setup = PhoneSetup()
    setup.apps = [("app", AppState())]
    var phone = try Phone(setup)
    let full = EngineGains(of: 0, on: phone)
    _ = try phone.handle(.phone(.silentModeSet(true)))
    let silent = EngineGains(of: 0, on: phone)
    #expect(full != silent)
    return [full, silent]
  }

  /// Returns every way to distribute steps over points.
  private func schedules(_ order: [Step], from first: Int = 0, points: Int) -> [[(
    point: Int, step: Step
  )]] {
    guard let step = order.first else { return [[]] }
    return (first...points).flatMap { point in
      schedules(Array(order.dropFirst()), from: point, points: points).map {
        [(point, step)] + $0
      }
    }
  }

  @Test func `an added engine has the phone's gains, whenever events change them`() throws {
    let gains = try gains()
    let orders: [[Step]] = [
      [.judge, .deliver], [.judge, .judge, .deliver, .deliver],
      [.judge, .deliver, .judge, .deliver],
    ]
    var count = 0
    for schedule in orders.flatMap({ schedules($0, points: 6) }) {
      var world = World(gains: gains, steps: schedule)
      EngineGains.applyCurrent {
        world.pass()
        defer { world.pass() }
        return world.gains[world.current]
      } by: { gains in
        world.engine = gains
      }
      while world.taken < schedule.count { world.take() }
      #expect(world.engine == gains[world.current], "\(schedule)")
      count += 1
    }
    #expect(count == 28 + 2 * 210)
  }
}
