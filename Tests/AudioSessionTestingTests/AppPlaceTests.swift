import AudioSession
import AudioSessionTesting
import Dispatch
import PhoneRuntime
import Realtime
import Testing

/// Players and engines that move to another phone.
struct AppPlaceTests {
  @Test func `moves of several threads follow one another`() throws {
    let phones = try (0..<3).map { _ in try SimulatedPhone() }
    let owners = phones.map { $0.app.session.owner }
    let place = AppPlace(owners[0], 0)
    // Where the occupant is registered. A move that began before another has ended would find it elsewhere.
    let members = Guarded<[ObjectIdentifier]>([ObjectIdentifier(phones[0].runtime)])
    let faults = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for turn in 0..<200 {
        let next = owners[(turn + thread) % owners.count]
        place.move(to: next) { moves, former in
          guard let former else { return }
          moves += 1
          let isHere = members.withLock { members in
            defer { members = [ObjectIdentifier(next.runtime)] }
            return members == [ObjectIdentifier(former.runtime)]
          }
          if !isHere { faults.withLock { $0 += 1 } }
        }
      }
    }
    #expect(faults.withLock { $0 } == 0)
    #expect(members.withLock { $0 } == [ObjectIdentifier(place.owner.runtime)])
    #expect(place.occupant > 0)
  }

  @Test func `a move to the same app leaves no former app`() throws {
    let phone = try SimulatedPhone()
    let place = AppPlace(phone.app.session.owner, "")
    place.move(to: phone.app.session.owner) { occupant, former in
      occupant = former == nil ? "stays" : "moves"
    }
    #expect(place.occupant == "stays")
    place.move(to: phone.otherApp.session.owner) { occupant, former in
      occupant = former?.app == 0 ? "moves" : "stays"
    }
    #expect(place.occupant == "moves" && place.owner.app == 1)
  }
}
