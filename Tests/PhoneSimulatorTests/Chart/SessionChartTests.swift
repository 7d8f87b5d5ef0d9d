import AudioSession
import HapticEngine
import PhoneRuntime
import Testing

@testable import Drawing
@testable import PhoneSimulator

/// What the chart of a scenario shows.
struct SessionChartTests {
  @Test func `what lasts no time leaves no seam, and an app without anything is said to be so`()
    throws
  {
    let scenario = try #require(
      try ScenarioReader.read(
        """
        scenario: A pause of no time
        apps: { film: { category: playback }, idle: { category: ambient } }
        steps:
          - film: play
          - at: 2
            film: pause
          - film: play
          - at: 4
        """
      ).first)
    let run = try ScenarioRun(scenario, checks: .all)
    let chart = SessionChart(run.phone)
    run.runtime.add(chart)
    run.run()
    let lanes = chart.drawing(title: "a").panels[0].lanes
    #expect(lanes[0].marks == [.block(from: 0, to: .infinity, .full, "playing")])
    #expect(lanes[1].marks == [.text(.init(0, 0.3), "neither plays nor records")])
  }

  @Test func `ten thousand haptics are one picture of bounded size, and letters keep apart`() throws
  {
    let steps = (0..<10_000).map {
      "  - at: \(Double($0) * 0.006)\n    game: { playHaptic: impact.light }\n"
    }
    let crowd =
      "  - at: 61\n    game: { playHaptic: impact.light }\n  - game: { playSystemSound: ding }\n"
      + "  - game: { playAlertSound: bell }\n  - phone: ring\n  - { game: activate, fails: \"!pri\" }\n"
      + "  - game: { playHaptic: impact.light }\n  - game: terminate\n"
    let text = "scenario: a\napps: { game: { category: playback } }\nsteps:\n"
    let scenario = try #require(try ScenarioReader.read(text + steps.joined() + crowd).first)
    let run = try ScenarioRun(scenario)
    let chart = SessionChart(run.phone)
    run.runtime.add(chart)
    run.run()
    let drawing = chart.drawing(title: "a", until: 61)
    let marks = drawing.panels[0].lanes[0].spelledOut(from: 0, until: drawing.seconds)
    #expect(marks.count < 3_000)
    #expect(drawing.description.utf8.count < 1_000)
    #expect(drawing.description.contains("game: haptic 10001 times from 0 s to 61 s"))
    // Five kinds or more in one place: no letter lies upon another.
    let letters = marks.compactMap { mark -> Drawing.Point? in
      if case .text(let point, _) = mark, point.time > 60.5 { point } else { nil }
    }
    #expect(letters.count >= 5)
    for (index, letter) in letters.enumerated() {
      for other in letters[..<index] {
        let isApart =
          (letter.value - other.value).magnitude > 0.2 || (letter.time - other.time) > 0.8
        #expect(isApart && letter.value >= 0)
      }
    }
  }

}
