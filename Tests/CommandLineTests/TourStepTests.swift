import HapticEngine
import HapticFormats
import Testing

@testable import haptic

/// The steps of the guided tour.
struct TourStepTests {
  @Test(arguments: 0..<TourStep.all.count)
  func `each step has a pattern; its solution solves the task, and silence does not`(
    index: Int
  ) throws {
    let step = TourStep.all[index]
    #expect(try !step.pattern().events.isEmpty)
    guard let task = step.task else { return }
    #expect(task.missing(in: try HapticPattern(notation: task.solution)) == nil)
    let silence = try HapticPattern(entries: [])
    #expect(task.missing(in: silence)?.hasSuffix(".") == true)
  }

  @Test(arguments: [
    (0, "tap, rest 100ms, tap", "The taps are 100 ms apart"), (0, "tap", "It has 1 tap"),
    (1, "tap 1, rest 200ms, tap 0.9", "intensities are 1 and 0.9"), (2, "tap 1/0.2", "0.2"),
    (3, "buzz 300ms", "It lasts 300 ms"), (4, "buzz 300ms", "Its attack is 0"),
    (5, "buzz 1s 0.2..1", "It ends at 1"), (5, "buzz 1s", "does not have an intensity curve"),
    (4, "buzz 10ms attack 0.6", "ends before"), (10, "(tap & tone 100ms 0)", "is silent"),
    (6, "4x(tap), rest 10ms", "at the same time"),
    (6, "tap, rest 1s, 3x(tap, rest 50ms)", "not evenly spaced"),
    (0, "tap 0, rest 120ms, tap 0", "The tap at 0 s cannot be felt."),
    (0, "tap, rest 120ms, tap, buzz 1s", "1 event too many"),
    (1, "(tap 1 & tap 0.5)", "at the same time"), (1, "tap 0, rest 200ms, tap 0", "cannot be felt"),
    (2, "tap 0/1", "cannot be felt"), (2, "tap 1/0.9, rest 100ms, tap 1/0", "2 taps, not one"),
    (3, "buzz 250ms 0.01", "The vibration at 0 s cannot be felt."),
    (9, "tap, rest 150ms, tap", "They are 150 ms apart"),
    (10, "tap, rest 30ms, tone 100ms", "30 ms apart"),
    (10, "tap", "a tap and a tone"), (11, "tap, rest 100ms, buzz 9.9s 1/0.5", "It lasts 10 s"),
    (11, "(buzz 1s 1/0.5 & buzz 1s 1/0.5)", "L-16"),
  ])
  func `a wrong solution is answered with the reason`(index: Int, answer: String, words: String)
    throws
  {
    let task = try #require(TourStep.all[index].task)
    let missing = task.missing(in: try HapticPattern(notation: answer))
    #expect(missing?.contains(words) == true, "\(missing ?? "solved")")
  }
}
