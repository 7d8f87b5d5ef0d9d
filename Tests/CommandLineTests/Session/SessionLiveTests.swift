import AudioSession
import Foundation
import PhoneRuntime
import Testing
import TextFormats

@testable import PhoneSimulator
@testable import haptic

/// The keys and the picture of a phone in a terminal.
struct SessionLiveTests {
  /// Returns a phone after some keys, each pressed half a second after the previous one.
  private static func control(after keys: String = "") throws -> (LiveControl, SessionChart) {
    let session = try LiveSession(ScenarioReader.read(LiveSession.phone)[0])
    let chart = SessionChart(session.run.phone)
    session.run.runtime.add(chart)
    var control = LiveControl(session)
    for byte in keys.utf8 {
      session.advance(to: session.run.runtime.now + PhoneTime(seconds: 0.5))
      control.press(LiveKey(.character(byte)))
    }
    return (control, chart)
  }

  private static func state(
    _ control: LiveControl, _ chart: SessionChart, rows: Int
  ) -> LiveState {
    var state = LiveState(control, chart, title: "A phone", traceRows: rows)
    if control.isExplaining { state.explanation = control.explanation }
    state.device = ["null output: silent, in real time: 48000 Hz, period 5 ms", "null output"]
    return state
  }

  @Test func `each key has the effect that the help states`() throws {
    let phone = { (keys: String) in try Self.control(after: keys).0.session.run.phone }
    let (music, recorder) = (AppID(0), AppID(4))
    #expect(try phone("s").state.device.isSilent)
    #expect(try !phone("ss").state.device.isSilent)
    #expect(try phone(" +").volumes.media > phone(" -").volumes.media)
    #expect(try phone("h").outputs == [.headphones])
    #expect(try phone("b").outputs == [.bluetoothA2DP])
    #expect(try phone("hh").outputs == phone("").outputs)
    #expect(try phone("c").state.device.calls.call(in: .ringing) != nil)
    #expect(try phone("cc").state.device.calls.call(in: .active) != nil)
    #expect(try phone("ccc").state.device.calls == phone("cd").state.device.calls)
    #expect(try phone("a").state.device.isAlarmRinging)
    #expect(try phone("i").state.device.siri == .listening)
    #expect(try phone("l").state.device.isLocked)
    #expect(try phone("o").apps.allSatisfy { try phone("o").state[$0].lifecycle != .foreground })
    #expect(try phone(" ").isPlaying(music))
    #expect(try !phone("  ").isPlaying(music))
    #expect(try phone("v").isActive(music))
    #expect(try !phone("vv").isActive(music))
    let front = try phone("5f")
    #expect(front.state[recorder].lifecycle == .foreground)
    #expect(front.state[music].lifecycle != .foreground)
    #expect(try phone("5fr").isRecording(recorder))
    let (haptic, _) = try Self.control(after: "gn")
    let texts = haptic.session.run.trace.map(\.text)
    #expect(texts.contains("a haptic is played"))
    #expect(texts.contains { $0.contains("is delivered from music") })
  }

  @Test func `impossible keys and failing calls are reported`() throws {
    #expect(try Self.control(after: "d").0.message == "That is not possible: no call is ringing.")
    #expect(
      try Self.control(after: " 2 ").0.message
        == "Refused: an app in the background that neither mixes nor is Now Playing; the error is "
        + "cannotInterruptOthers (!int).")
    #expect(try Self.control(after: "d").0.isProblem)
    #expect(
      try Self.control(after: "ccd").0.message
        == "That is not possible: no call is ringing; c ends the call.")
    // The next key removes the message.
    let next = try Self.control(after: "ds").0
    #expect(next.message.contains("is switched to silent") && !next.isProblem)
  }

  @Test(arguments: [
    ("g", "asks for the haptic impact.heavy, a haptic is played"), (" ", "music plays"),
    ("2", "The keys now act on podcast."), ("9", "There is no app 9."),
    ("<", "The lanes show 60 s."), (">>>>", "The lanes show 5 s."), ("c", "phone rings"),
    ("+", "so the ringer volume is 56 %"), (" -", "so the media volume is 44 %"),
  ])
  func `a row shows the effect of the last key, even below the keys`(
    keys: String, words: String
  ) throws {
    let (control, chart) = try Self.control(after: keys)
    #expect(control.message.contains(words), "\(control.message)")
    for showsHelp in [true, false] {
      var state = Self.state(control, chart, rows: 24)
      state.showsHelp = showsHelp
      let canvas = LivePicture(symbols: .unicode).canvas(state, columns: 80, rows: 24)
      let words = canvas.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      #expect(words.contains(control.message), "\(canvas.text)")
    }
  }

  @Test func `a long reason for a refusal has two rows if the trace leaves one`() throws {
    let (control, chart) = try Self.control(after: " 2 ")
    let picture = { (rows: Int) in
      LivePicture(symbols: .unicode).canvas(
        Self.state(control, chart, rows: rows), columns: 80, rows: rows
      ).text
    }
    let reason = "\nRefused: an app in the background that neither mixes nor is Now Playing; the"
    #expect(picture(24).contains("\(reason)\nerror is cannotInterruptOthers (!int).\n"))
    #expect(picture(6).contains("\(reason) er…"), "\(picture(6))")
  }

  @Test func `a key without an action is answered`() throws {
    #expect(try Self.control(after: "sx").0.message == "The key x does nothing.")
    #expect(try Self.control(after: "?\r").0.message.contains("Enter does nothing. Press ?"))
    #expect(LiveKey(.left) == .unknown("Left"))
    for line in [LiveKey.help(app: "", columns: 400), [LiveKey.shortHelp(columns: 400)]] {
      #expect(!line.joined().contains("nothing"))
    }
  }

  @Test func `the explanation names a refused attempt and a recording`() throws {
    let refused = try Self.control(after: " 2 ").0.explanation.joined(separator: "\n")
    #expect(
      refused.contains("it tried to play at 1.5 s, which failed with cannotInterruptOthers (!int)"))
    #expect(refused.contains("activation refuses an app in the background"))
    let recorder = try Self.control(after: "5fr").0.explanation
    #expect(recorder.contains("recorder is recording"))
    #expect(
      try !Self.control(after: " ").0.explanation.contains { $0.contains("is not recording") })
  }

  @Test func `the status is labeled and uses everyday words`() throws {
    let status = { (keys: String) in
      LiveState.descriptions(of: try Self.control(after: keys).0.session.run.phone)
    }
    let plain = try status("")
    #expect(
      plain[0]
        == "Output: Speaker   Silent mode: off   Media volume 50 %   Remote control: none   "
        + "Foreground: music   Ringer volume 50 %")
    #expect(
      PlayText.fitting(plain, 80)
        == "Output: Speaker  Silent mode: off  Media volume 50 %  Remote control: none")
    let driven = try #require(status("sh +").first)
    #expect(driven.contains("Output: Headphones") && driven.contains("Silent mode: on"))
    #expect(driven.contains("Remote control: music") && !driven.contains("Media volume 50 %"))
    let locked = try #require(status("l").first)
    #expect(locked.contains("Locked") && !locked.contains("Foreground"))
    #expect(try status("b")[0].contains("Output: Bluetooth "))
    #expect(plain.last == "Output: Speaker")
  }

  @Test func `the trace shows milliseconds instead of frames`() {
    let haptic = TraceEntry(
      time: 1, actor: "music", what: .hapticBegan("tick", requested: 48_000, first: 48_240))
    let vibration = TraceEntry(
      time: 12, actor: "device", what: .vibrationBegan(requested: 480_000, first: 480_012))
    let exact = TraceEntry(
      time: 13, actor: "device", what: .vibrationBegan(requested: 528_000, first: 528_001))
    #expect(
      LiveState.trace([haptic, vibration, exact]) == [
        " 1.00 s  music   the haptic tick begins 5 ms after the request",
        "12.00 s  device  the vibration begins 0.3 ms after the request",
        "13.00 s  device  the vibration begins",
      ])
  }

  /// Returns the rows of `text` that are lines of the trace.
  private static func traceLines(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { line in
      line.prefix { $0 != "s" }.trimmingCharacters(in: .whitespaces).wholeMatch(of: /\d+\.\d\d/)
        != nil
    }
  }

  @Test func `the keys leave room for the trace, and a large terminal is used`() throws {
    let (control, chart) = try Self.control(after: " 4   1gh  n cd 5fr g2 ")
    let picture = { (columns: Int, rows: Int) in
      LivePicture(symbols: .unicode).canvas(
        Self.state(control, chart, rows: rows), columns: columns, rows: rows)
    }
    let small = picture(80, 24)
    #expect(small.text.contains("q quit") && Self.traceLines(small.text).count >= 5)
    let large = picture(200, 50)
    #expect(Self.traceLines(large.text).count >= 50 / 3)
    // The lane of the music is two rows higher than its symbols require.
    let music = try #require(
      large.rows.firstIndex { $0.prefix(9).map(\.character) == Array(" 1 music ") })
    let bar = { (row: Int) in large.rows[row][20..<160].count { "█▄░".contains($0.character) } }
    #expect(bar(music) > 0 && bar(music) == bar(music + 1) && bar(music + 2) == 0)
    let meters = { (canvas: TextCanvas) in
      canvas.text.split(separator: "\n").first { $0.hasPrefix("haptic ") }?.count { $0 == "─" } ?? 0
    }
    #expect(meters(large) > 2 * meters(small))
    #expect(large.rows.dropFirst(music).allSatisfy { $0.count == 200 })
  }

  @Test(arguments: [true, false])
  func `lines that do not fit are cut with an ellipsis`(isUnicode: Bool) throws {
    let (control, chart) = try Self.control(after: " 4gc")
    var state = Self.state(control, chart, rows: 24)
    state.title = String(repeating: "title ", count: 20)
    state.message = String(repeating: "message ", count: 20)
    let symbols: ChartSymbols = isUnicode ? .unicode : .ascii
    let lines = LivePicture(symbols: symbols).canvas(state, columns: 60, rows: 24).text
      .split(separator: "\n")
    let sign = isUnicode ? "…" : "~"
    #expect(lines[0].contains("\(sign) 2.00 s"))
    #expect(lines.contains { $0.hasPrefix("message ") && $0.hasSuffix(sign) && $0.count == 60 })
  }

  @Test func `the last picture shows the lanes and the end of the trace, without keys`() throws {
    let (control, chart) = try Self.control(after: " 4   1gh  n cd 5fr g2 ")
    let state = Self.state(control, chart, rows: 50)
    let canvas = LivePicture(symbols: .unicode).still(state, columns: 80, traceRows: 8)
    #expect(canvas.rows.count == 3 + state.lanes.count + 8)
    let text = canvas.text
    #expect(text.hasPrefix("A phone") && text.contains("Output: Headphones"))
    #expect(text.contains("5 recorder") && !text.contains("q quit"))
    #expect(Self.traceLines(text).last == state.trace.last?[...])
  }

  @Test func `the selected app is explained`() throws {
    let (control, _) = try Self.control(after: " sc1e")
    #expect(control.isExplaining)
    #expect(control.explanation.first == "music is silent")
    #expect(control.explanation.contains { $0.contains("phone") || $0.contains("call") })
  }

  @Test(arguments: [(80, 24), (60, 16), (140, 40)])
  func `an explanation can be read to its end, page by page`(columns: Int, rows: Int) throws {
    let (opened, chart) = try Self.control(after: " scai1e")
    var control = opened
    func shown() -> String {
      let state = Self.state(control, chart, rows: rows)
      return LivePicture(symbols: .unicode).canvas(state, columns: columns, rows: rows).text
    }
    var pages = [shown()]
    for _ in 0..<20 {
      control.press(.pageDown)
      pages.append(shown())
    }
    let text = pages.joined()
    for words in control.explanation.flatMap({ $0.split(separator: " ") }) {
      #expect(text.contains(words), "\(words)")
    }
    #expect(pages.dropLast().allSatisfy { $0.split(separator: "\n").count <= rows })
    for _ in 0..<20 { control.press(.pageUp) }
    #expect(shown() == pages[0])
  }

  @Test func `a title in wide characters does not cut off the time`() throws {
    let (control, chart) = try Self.control()
    var state = Self.state(control, chart, rows: 12)
    state.title = String(repeating: "音", count: 40)
    let canvas = LivePicture(symbols: .unicode).canvas(state, columns: 40, rows: 12)
    let wide = canvas.rows[0].count { $0.character == "音" }
    let halves = canvas.rows[0].count { $0.character == Glyph.secondHalf }
    #expect(wide == halves && wide > 10)
    #expect(canvas.text.split(separator: "\n")[0].hasSuffix(" 0.00 s"))
  }

  @Test(arguments: [(200, 50), (140, 40), (80, 24), (40, 12), (20, 6)], [true, false])
  func `the picture matches its snapshot`(size: (columns: Int, rows: Int), isUnicode: Bool) throws {
    // Music, ducked by the navigation, a haptic, headphones, a call that starts and ends, and a recording.
    let (control, chart) = try Self.control(after: " 4   1gh  n cd 5fr g2 ")
    let picture = LivePicture(symbols: isUnicode ? .unicode : .ascii)
    let canvas = picture.canvas(
      Self.state(control, chart, rows: size.rows), columns: size.columns,
      rows: size.rows)
    let symbols = isUnicode ? "unicode" : "ascii"
    try Snapshot.expect(
      canvas.text, is: "live-\(size.columns)x\(size.rows)-\(symbols)", in: ScratchFolder())
  }

  @Test(arguments: [(40, 12), (40, 16), (60, 10), (80, 12)])
  func `a small terminal shows the most useful keys in one row`(columns: Int, rows: Int) throws {
    let (control, chart) = try Self.control(after: " ")
    var state = Self.state(control, chart, rows: rows)
    state.lanes.removeSubrange(3...)
    let text = LivePicture(symbols: .unicode).canvas(state, columns: columns, rows: rows).text
    let keys = text.split(separator: "\n").last { $0.contains("q quit") } ?? ""
    #expect(keys.contains("space play") && keys.contains("c call"), "\(text)")
  }

  @Test(arguments: [(20, 6), (29, 7), (24, 4)])
  func `a tiny terminal shows keys until there is a message`(columns: Int, rows: Int) throws {
    let (control, chart) = try Self.control()
    var state = Self.state(control, chart, rows: rows)
    state.message = ""
    let picture = LivePicture(symbols: .unicode)
    #expect(picture.canvas(state, columns: columns, rows: rows).text.contains("q quit"))
    state.message = "locked"
    let text = picture.canvas(state, columns: columns, rows: rows).text
    #expect(text.contains("locked") && !text.contains("q quit"))
  }

  @Test(arguments: [20, 30, 40, 80])
  func `the keys for the pages of an explanation are never cut`(columns: Int) throws {
    let (control, chart) = try Self.control(after: "e")
    var state = Self.state(control, chart, rows: 12)
    state.explanation = control.explanation
    let text = LivePicture(symbols: .unicode).canvas(state, columns: columns, rows: 12).text
    let line = try #require(
      text.split(separator: "\n").first { $0.contains("Down") || $0.contains("PgDn") })
    #expect(!line.contains("…") && line.contains(columns < 26 ? " e" : "e "), "\(text)")
  }

  @Test func `every terminal size has a picture of exactly that size`() throws {
    let (control, chart) = try Self.control(after: " 4 1gcce")
    for columns in [0, 1, 2, 3, 5, 9, 17, 33, 45, 46, 69, 70, 79, 80, 300] {
      for rows in 0..<32 {
        let state = Self.state(control, chart, rows: rows)
        let canvas = LivePicture(symbols: .unicode).canvas(state, columns: columns, rows: rows)
        #expect(canvas.rows.count == rows)
        #expect(canvas.rows.allSatisfy { $0.count == columns })
      }
    }
  }

  @Test func `without a terminal, an alternative is suggested`() throws {
    let outcome = try Program.run(
      "session", "live", "--output", "null", in: ScratchFolder())
    #expect(outcome.status == 64)
    #expect(outcome.words.contains("session play"))
  }
}
