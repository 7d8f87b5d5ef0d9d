import Testing

@testable import haptic

/// When the sound device of a program that plays nothing may sleep.
struct SilenceWatchTests {
  private static let minute: Int64 = 60_000_000_000

  @Test func `a minute without a sound or a key is over, and not before`() {
    let watch = SilenceWatch(now: 5)
    #expect(!watch.isOver(at: 5 + Self.minute - 1))
    #expect(watch.isOver(at: 5 + Self.minute))
    #expect(watch.millisecondsLeft(at: 5) == 60_000)
    // The wait ends when the minute is over, not a fraction of a millisecond before.
    #expect(watch.millisecondsLeft(at: 5 + Self.minute - 1) == 1)
    #expect(watch.millisecondsLeft(at: 5 + Self.minute) == 0)
  }

  @Test func `the minute begins anew with each interruption`() {
    var watch = SilenceWatch(now: 0)
    watch.interrupted(at: Self.minute - 1)
    #expect(!watch.isOver(at: 2 * Self.minute - 2))
    #expect(watch.isOver(at: 2 * Self.minute - 1))
  }
}
