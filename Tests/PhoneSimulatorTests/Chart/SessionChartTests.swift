import AudioSession
import Drawing
import HapticEngine
import PhoneRuntime
import Testing

@testable import PhoneSimulator

/// What the chart of a scenario shows.
struct SessionChartTests {
  /// The chart of a scenario, in eighty columns.
  private func chart(_ text: String, title: String = "title") throws -> String {
    let scenario = try #require(try ScenarioReader.read(text).first)
    let run = try ScenarioRun(scenario, checks: .all)
    let chart = SessionChart(run.phone, patterns: scenario.patterns)
    run.runtime.add(chart)
    run.run()
    return chart.text(title: title)
  }

  private func lane(_ name: String, of chart: String) -> [Substring] {
    let lines = chart.split(separator: "\n")
    guard let first = lines.firstIndex(where: { $0.hasPrefix(name) }) else { return [] }
    return [lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix("   ") }
  }

  @Test func `what happens at one moment stands below each other, and nothing is hidden`() throws {
    let text = try chart(
      """
      scenario: Sounds, haptics and a refused call at one time
      device: { silentMode: true }
      apps: { a: { category: playAndRecord } }
      steps:
        - a: { playHaptic: impact.light }
        - a: { playSystemSound: ding }
        - phone: ring
        - { a: activate, fails: "!pri" }
        - at: 4
          phone: decline
      """)
    let rows = lane("a ", of: text)
    let marks = rows.compactMap { $0.dropFirst(6).first { $0 != " " } }
    #expect(marks == ["e", "z", "h"] || marks == ["e", "x", "z", "h"], "\(text)")
    #expect(text.contains("e call refused") && text.contains("z sound suppressed"))
    #expect(text.contains("▓ present"))
  }

  @Test func `an interruptor that an app is named after has a lane of its own`() throws {
    let text = try chart(
      """
      scenario: An app called call
      apps: { call: { category: playback } }
      steps:
        - call: play
        - at: 2
          phone: ring
        - at: 4
          phone: decline
      """)
    #expect(lane("call  ", of: text).first?.contains("░") == true, "\(text)")
    #expect(lane("call (phone)", of: text).first?.contains("▓") == true, "\(text)")
  }

  @Test func `muted input, VoiceOver and dead media services are seen`() throws {
    let text = try chart(
      """
      scenario: Three causes
      device: { accessibility: { voiceOver: true } }
      apps: { rec: { category: playAndRecord } }
      steps:
        - rec: record
        - at: 2
          rec: { setInputMuted: true }
        - at: 4
          device: { voiceOverSpeaks: true }
        - at: 6
          device: { voiceOverSpeaks: false }
        - at: 8
          mediaServices: crash
        - at: 9
          mediaServices: recover
      """)
    #expect(text.contains("▫ input muted"), "\(text)")
    #expect(lane("VoiceOver", of: text).first?.contains("▓") == true, "\(text)")
    #expect(lane("media serv", of: text).first?.contains("▓") == true, "\(text)")
  }

  @Test
  func `an AR session has a lane, in which its interruption and the search for its place are seen`()
    throws
  {
    let text = try chart(
      """
      scenario: AR
      apps: { game: { category: ambient }, other: { category: ambient, state: background } }
      steps:
        - game: { runAR: attempted }
        - game: recognizePlace
        - at: 4
          game: background
        - at: 6
          game: foreground
        - at: 10
      """)
    let row = lane("game AR", of: text).first ?? ""
    #expect(row.contains("■■■") && row.contains("░░░") && row.contains("???"), "\(text)")
    #expect(!text.contains("other AR"))
    #expect(text.contains("? looks for its place") && text.contains("■ tracks its place"))
  }

  @Test func `lanes begin in one column, whatever the writing of their names`() throws {
    let text = try chart(
      """
      scenario: 音楽とゲーム
      apps:
        音楽プレーヤー: { category: playback, options: [mixWithOthers] }
        موسيقى: { category: playback, options: [mixWithOthers] }
        game: { category: ambient }
        とても長い名前のアプリケーション: { category: ambient }
      steps:
        - 音楽プレーヤー: play
        - موسيقى: play
        - game: play
        - とても長い名前のアプリケーション: play
        - at: 2
      """, title: String(repeating: "音", count: 60))
    let lines = text.split(separator: "\n").map(String.init)
    // Sixteen columns for a name, of which a wide character takes two, and two blanks.
    #expect(lines[0] == String(repeating: "音", count: 26) + "…" + String(repeating: "音", count: 13))
    let names = [
      "音楽プレーヤー    ", "موسيقى            ", "game              ", "とても長い…ョン   ",
    ]
    for (line, name) in zip(lines.dropFirst(2), names) {
      #expect(line == name + String(repeating: "█", count: 62), "\(text)")
    }
  }

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
    let areas = lanes[0].marks.filter { if case .area = $0 { true } else { false } }
    #expect(areas.count == 1)
    #expect(lanes[1].marks == [.text(.init(0, 0.3), "neither plays nor records")])
    #expect(chart.text(title: "a").contains("\nidle  neither plays nor records\n"))
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
    #expect(drawing.panels[0].lanes[0].marks.count < 3_000)
    #expect(drawing.description.utf8.count < 1_000)
    #expect(drawing.description.contains("game: haptic 10001 times from 0 s to 61 s"))
    // Five kinds or more in one place: no letter lies upon another.
    let letters = drawing.panels[0].lanes[0].marks.compactMap { mark -> Drawing.Point? in
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

  @Test func `long names keep their ends, long titles fit, and an instant has a scale`() throws {
    let text = try chart(
      """
      scenario: Long
      apps:
        a-name-that-is-long-number-one: { category: playback }
        a-name-that-is-long-number-two: { category: playback }
      steps: [{ a-name-that-is-long-number-one: play }]
      """, title: String(repeating: "long ", count: 40))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(text.contains("…r-one") && text.contains("…r-two"), "\(text)")
    #expect(text.contains("┬0.5 s") && text.contains("1 s┐"), "\(text)")
  }
}
