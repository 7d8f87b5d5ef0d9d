import Testing

@testable import haptic

/// The time when a silent program may let its sound device sleep.
struct SilenceWatchTests {
  private static let minute: Int64 = 60_000_000_000

  @Test func `the device may sleep after a minute without sound or keys, not earlier`() {
    let watch = SilenceWatch(now: 5)
    #expect(!watch.isOver(at: 5 + Self.minute - 1))
    #expect(watch.isOver(at: 5 + Self.minute))
    #expect(watch.millisecondsLeft(at: 5) == 60_000)
    // The wait ends exactly when the minute is over, not a fraction of a millisecond earlier.
    #expect(watch.millisecondsLeft(at: 5 + Self.minute - 1) == 1)
    #expect(watch.millisecondsLeft(at: 5 + Self.minute) == 0)
  }

  @Test func `each interruption restarts the minute`() {
    var watch = SilenceWatch(now: 0)
    watch.interrupted(at: Self.minute - 1)
    #expect(!watch.isOver(at: 2 * Self.minute - 2))
    #expect(watch.isOver(at: 2 * Self.minute - 1))
  }
}
