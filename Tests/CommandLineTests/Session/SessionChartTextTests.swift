import AudioSession
import PhoneRuntime
import PhoneSimulator
import Testing

@testable import haptic

/// The chart of a scenario in a terminal.
struct SessionChartTextTests {
  /// Returns the chart of a scenario in eighty columns.
  private func chart(_ text: String, title: String = "title") throws -> String {
    let scenario = try #require(try ScenarioReader.read(text).first)
    let run = try ScenarioRun(scenario, checks: .all)
    let chart = SessionChart(run.phone, patterns: scenario.patterns)
    run.runtime.add(chart)
    run.run()
    return DrawingCanvas(chart.drawing(title: title), columns: 80, symbols: .unicode).canvas.text
  }

  private func lane(_ name: String, of chart: String) -> [Substring] {
    let lines = chart.split(separator: "\n")
    guard let first = lines.firstIndex(where: { $0.hasPrefix(name) }) else { return [] }
    return [lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix("   ") }
  }

  @Test func `marks of the same moment are below one another, and none is hidden`() throws {
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
    #expect(text.contains("e error thrown") && text.contains("z sound suppressed"))
    #expect(text.contains("▓ present"))
  }

  @Test(
    .enabled(if: PseudoTerminal.isAvailable),
    arguments: [("chart", 20, "playing"), ("explain", 30, "interrupted")])
  func `charts and explanations fit in a narrow terminal, with whole words`(
    command: String, columns: Int, words: String
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(
      "scenario: A\napps: { a: { category: playback } }\nsteps: [{ a: play }, { at: 4, phone: ring }]\n",
      to: "s.yaml")
    let terminal = try PseudoTerminal(
      "stty columns \(columns); $haptic session \(command) s.yaml 2> /dev/null; echo finished",
      in: folder, adding: ["NO_COLOR": "1"])
    #expect(terminal.shows("finished"))
    let lines = terminal.drawn.split(whereSeparator: \.isNewline)
    #expect(lines.contains { $0.contains(words) })
    #expect(lines.allSatisfy { $0.count <= columns }, "\(terminal.drawn)")
  }

  @Test func `an interruptor with the name of an app has a separate lane`() throws {
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

  @Test func `the chart shows muted input, VoiceOver and dead media services`() throws {
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
  func `an AR session has a lane that shows its interruption and its relocalization`()
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
    #expect(text.contains("? finding position") && text.contains("■ tracking position"))
  }

  @Test func `lanes start in the same column, whatever the script of their names`() throws {
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
    // Sixteen columns for a name, in which wide characters take two, a space and the scale.
    // Of 60 characters with two columns each, 39 fit together with an ellipsis.
    #expect(lines[0].count == 40 && lines[0].contains("…"))
    let names = [
      "音楽プレーヤー   │", "موسيقى           │", "game             │", "とても長い…ョン  │",
    ]
    for (line, name) in zip(lines.dropFirst(), names) {
      #expect(line == name + String(repeating: "█", count: 62), "\(text)")
    }
  }

  @Test
  func `long names keep their ends, long titles fit, and the chart of an instant has a scale`()
    throws
  {
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
    #expect(text.contains("┬0.2s") && text.contains("┬0.8s"), "\(text)")
  }
}
