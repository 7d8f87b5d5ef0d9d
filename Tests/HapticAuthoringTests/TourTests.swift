import HapticAuthoring
import HapticEngine
import Testing

/// The steps of the guided walk.
struct TourTests {
  @Test(arguments: 0..<TourStep.all.count)
  func `a step has a pattern, and its solution solves its task, which silence does not`(
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
    (1, "tap 1, rest 200ms, tap 0.9", "intensity 1 and 0.9"), (2, "tap 1/0.2", "0.2"),
    (3, "buzz 300ms", "It lasts 300 ms"), (4, "buzz 300ms", "Its attack is 0"),
    (5, "buzz 1s 0.2..1", "It ends at 1"), (5, "buzz 1s", "does not move"),
    (6, "4x(tap), rest 10ms", "at one time"), (6, "tap, rest 1s, 3x(tap, rest 50ms)", "differ"),
    (9, "buzz 5s 1/0.5, tap", "L-07"),
  ])
  func `what does not solve a task is told why`(index: Int, answer: String, words: String) throws {
    let task = try #require(TourStep.all[index].task)
    let missing = task.missing(in: try HapticPattern(notation: answer))
    #expect(missing?.contains(words) == true, "\(missing ?? "solved")")
  }
}
