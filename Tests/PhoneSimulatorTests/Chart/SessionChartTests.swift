import AudioSession
import HapticEngine
import PhoneRuntime
import Testing

@testable import Drawing
@testable import PhoneSimulator

/// Tests of scenario charts.
struct SessionChartTests {
  @Test func `a pause without a duration leaves no seam, and an inactive app is labeled`()
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

  @Test func `background, suspension and remote commands have marks with a meaning`() throws {
    let scenario = try #require(
      try ScenarioReader.read(
        """
        scenario: A player in the background
        apps:
          music:
            category: playback
            backgroundAudio: true
            remoteCommands: [play, pause]
            behavior: guidelines
          notes: { category: ambient, state: background }
        steps:
          - music: play
          - at: 1
            music: background
          - at: 2
            device: { remote: pause }
          - at: 3
            device: { remote: next }
          - at: 20
            music: foreground
        """
      ).first)
    let run = try ScenarioRun(scenario, checks: .all)
    let chart = SessionChart(run.phone)
    run.runtime.add(chart)
    run.run()
    let drawing = chart.drawing(title: "a")
    let signs = drawing.panels[0].lanes.map { lane in
      lane.marks.compactMap { mark -> String? in
        if case .sign(let time, let letter, _) = mark { "\(letter) \(time)" } else { nil }
      }.sorted { Double($0.dropFirst(2)) ?? 0 < Double($1.dropFirst(2)) ?? 0 }
    }
    // The app pauses at 2 s. It is not kept running, so it is suspended five seconds later.
    #expect(signs[0] == ["b 1.0", "A 2.0", "u 7.0", "f 20.0"])
    #expect(signs[1] == [], "the setup is not an event")
    #expect(signs.last == ["i 3.0"])
    let keys = drawing.keys.filter { $0.sign != nil }.map { "\($0.sign ?? " ") \($0.text)" }
    #expect(
      keys == [
        "u suspended", "i remote command without a receiver", "A remote pause",
        "b in the background", "f in the foreground",
      ])
    #expect(drawing.description.contains("remote pause at 2 s"))
  }

  @Test func `every mark has a distinct letter`() {
    let letters = SessionChart.Mark.all.map(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  @Test func `ten thousand haptics give a drawing of bounded size, without overlapping letters`()
    throws
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
    // Even with five kinds or more in one place, letters do not overlap.
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
