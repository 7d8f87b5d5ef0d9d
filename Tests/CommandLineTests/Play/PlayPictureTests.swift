import Foundation
import HapticEngine
import HapticFormats
import HapticListening
import HapticPerception
import TestSupport
import Testing

@testable import haptic

/// The picture of a playing pattern, at all sizes.
struct PlayPictureTests {
  /// A tap, a vibration that grows, and a tone.
  private static func pattern() throws -> HapticPattern {
    try HapticPattern {
      Transient(at: 0, intensity: 1, sharpness: 0.2)
      Continuous(at: 0.5, duration: 1, intensity: 1, sharpness: 0.6)
      Tone(at: 1, duration: 0.8, volume: 0.5)
      Curve(.hapticIntensityControl, at: 0.5, [(0, 0), (1, 1)])
    }
  }

  private static func outline() throws -> SignalOutline {
    try SignalOutline(of: pattern(), profile: .wideband)
  }

  private static func state(_ outline: SignalOutline, at position: Seconds) -> PlayState {
    var state = PlayState(name: "growing", description: "A tap, then something that grows.")
    state.position = position
    state.duration = outline.length
    state.haptic.feed(peak: 0.5, seconds: 0.03)
    state.device = [
      "default: 48000 Hz, 2 channels, latency 20 ms, profile wideband",
      "default: 48000 Hz, 2 channels", "default",
    ]
    return state
  }

  @Test(arguments: [(100, 24), (80, 16), (40, 9), (16, 4), (8, 2)], [true, false])
  func `the picture matches its snapshot`(size: (columns: Int, rows: Int), isUnicode: Bool) throws {
    let outline = try Self.outline()
    let picture = PlayPicture(outline: outline, symbols: isUnicode ? .unicode : .ascii)
    let canvas = picture.canvas(
      Self.state(outline, at: 0.7), columns: size.columns, rows: size.rows)
    let symbols = isUnicode ? "unicode" : "ascii"
    try Snapshot.expect(
      canvas.text, is: "play-\(size.columns)x\(size.rows)-\(symbols)", in: ScratchFolder())
  }

  @Test func `inputs have a separate row, and their keys are listed with the others`() throws {
    let pattern = try HapticPattern(
      entries: Self.pattern().entries,
      metadata: [
        "Inputs": .json(
          #"{"height":{"Range":[0,5],"Default":0.5,"Unit":"m","Time":{"Factor":[[0,1]]}},"#
            + #""speed":{"Range":[0,1],"Default":1,"Time":{"Factor":[[0,1]]}}}"#)
      ])
    let outline = try Self.outline()
    var state = Self.state(outline, at: 0.7)
    let plain = PlayPicture(outline: outline, symbols: .ascii).canvas(state, columns: 100, rows: 24)
    state.inputs = try pattern.inputs().enumerated().map { index, input in
      InputReading(input, value: [2.5, 0.25][index], isSelected: index == 0)
    }
    let canvas = PlayPicture(outline: outline, symbols: .ascii).canvas(
      state, columns: 100, rows: 24)
    let row = "1 height 2.5 m ##########----------  2 speed 0.25"
    #expect(canvas.text.split(separator: "\n").contains { $0.hasPrefix(row) }, "\(canvas.text)")
    #expect(canvas.text.contains("1-2 , . 0 input"))
    #expect(!plain.text.contains("input"))
    // If space is short, this row is one of the last to disappear.
    let small = PlayPicture(outline: outline, symbols: .ascii).canvas(state, columns: 20, rows: 7)
    #expect(small.text.contains("1 height 2.5 m ###--"))
  }

  @Test(arguments: [40, 60, 80, 100, 200], [true, false])
  func `the row of controls shows their number, and its keys change them`(
    columns: Int, isTuned: Bool
  ) throws {
    let outline = try Self.outline()
    let tuning = SoundTuning(ListenOptions()) { _ in try Self.pattern() }
    var state = Self.state(outline, at: 0.7)
    state.inputs = tuning.readings
    if isTuned { state.inputNoun = "control" }
    let lines = PlayPicture(outline: outline, symbols: .unicode).canvas(
      state, columns: columns, rows: 24
    ).text.split(separator: "\n")
    let row = try #require(lines.first { $0.contains("haptic-gain") })
    #expect(row.hasPrefix("1 haptic-gain"))
    // All six controls, or their numbers.
    #expect(row.hasSuffix("6 density all") || row.hasSuffix("  1-6"), "\(row)")
    #expect(row.hasSuffix("6 density all") == (columns == 200), "\(row)")
    let help = try #require(lines.last)
    #expect(help.contains(" , . 0"), "\(help)")
    let noun = isTuned ? "control" : "input"
    if columns > 40 { #expect(help.contains(" , . 0 \(noun)"), "\(help)") }
    if columns == 200 { #expect(help.contains("1-6 , . 0 \(noun)"), "\(help)") }
    #expect(PlayText(state: state, symbols: .ascii).help(columns: 80).contains(", . 0 \(noun)"))
  }

  @Test func `keys lower the density from 'all' by about a third each time`() throws {
    let tuning = SoundTuning(ListenOptions()) { _ in try Self.pattern() }
    _ = tuning.handle(.input(6))
    func density() -> String { tuning.readings[5].text }
    #expect(density() == "density all")
    // At the end of the range, the value stays.
    #expect(!tuning.handle(.moreInput))
    var densities: [Double] = [ListenOptions.densities.upperBound]
    while tuning.handle(.lessInput) { densities.append(try #require(tuning.options.density)) }
    #expect(densities.last == ListenOptions.densities.lowerBound)
    for (upper, lower) in zip(densities, densities.dropFirst()) {
      #expect((0.5...0.8).contains(lower / upper), "\(upper) to \(lower)")
    }
    #expect(density() == "density 0.1 /s")
    #expect(tuning.turned == "--density 0.1")
    for _ in 1..<densities.count { #expect(tuning.handle(.moreInput)) }
    #expect(tuning.options.density == nil)
    #expect(tuning.turned == nil)
    // A value between two steps moves to its neighbors.
    var options = ListenOptions()
    options.density = 4
    let between = SoundTuning(options) { _ in try Self.pattern() }
    _ = between.handle(.input(6))
    _ = between.handle(.lessInput)
    #expect(between.options.density == 3)
    _ = between.handle(.moreInput)
    #expect(between.options.density == 5)
    _ = between.handle(.defaultInput)
    #expect(between.options.density == nil)
  }

  @Test func `every size has a picture of exactly that size`() throws {
    let outline = try Self.outline()
    for columns in [0, 1, 2, 3, 5, 9, 17, 33, 79, 80, 81, 300] {
      for rows in 0..<30 {
        for position in [0, 0.5, 1.7999, outline.length, 99] {
          let canvas = PlayPicture(outline: outline, symbols: .unicode).canvas(
            Self.state(outline, at: position), columns: columns, rows: rows)
          #expect(canvas.rows.count == rows)
          #expect(canvas.rows.allSatisfy { $0.count == columns })
        }
      }
    }
  }

  @Test(arguments: [(40, 12), (80, 24), (200, 60), (300, 100)])
  func `a tall terminal has a tall picture, and a tap at full intensity reaches its top`(
    columns: Int, rows: Int
  ) throws {
    let outline = try SignalOutline(
      of: HapticPattern {
        Transient(at: 0.1, intensity: 1, sharpness: 0.2)
        Transient(at: 0.5, intensity: 0.5, sharpness: 0.8)
        Continuous(at: 0.9, duration: 0.4, intensity: 1, sharpness: 0.5)
      }, profile: .wideband)
    let canvas = PlayPicture(outline: outline, symbols: .unicode).canvas(
      Self.state(outline, at: 0), columns: columns, rows: rows)
    let lines = canvas.rows.map { $0.map(\.character) }
    #expect(lines[1].contains("┃") && lines[1].contains("█"))
    #expect(!canvas.text.contains("▲"))
    // The heights of the taps in half rows, without the legend.
    let heights = lines[1].indices.map { index in
      lines.dropLast(4).reduce(0) { $0 + ($1[index] == "┃" ? 2 : $1[index] == "╻" ? 1 : 0) }
    }.filter { $0 > 0 }
    try #require(heights.count == 2)
    #expect((heights[0] - 2 * heights[1]).magnitude <= 2)
    // The taps take all of the space that the text leaves, but are not taller than the picture is wide.
    #expect(heights[0] / 2 >= min(rows - 8, columns / 2))
    #expect(!lines.dropLast().suffix(3).contains { $0.allSatisfy { $0 == " " } } || rows > 60)
  }

  @Test(arguments: [true, false])
  func `a title that does not fit is truncated with an ellipsis`(isUnicode: Bool) throws {
    let outline = try Self.outline()
    var state = Self.state(outline, at: 0)
    state.description = String(repeating: "a heart that beats, ", count: 6)
    let picture = PlayPicture(outline: outline, symbols: isUnicode ? .unicode : .ascii)
    func title() -> String {
      String(picture.canvas(state, columns: 80, rows: 24).text.prefix { $0 != "\n" })
    }
    #expect(title().hasPrefix("growing  a heart that beats, ") && title().count == 80)
    #expect(title().hasSuffix(isUnicode ? "…" : "~"))
    state.description = "short"
    #expect(title() == "growing  short")
  }

  @Test func `intensity and sharpness both have labels, or neither does`() throws {
    let outline = try Self.outline()
    var state = Self.state(outline, at: 0)
    state.repetitions = nil
    for columns in 20..<120 {
      let line = PlayText(state: state, symbols: .unicode).status(columns: columns)
      #expect(line.count <= columns)
      #expect(line.contains("intensity 1.00  ") == (columns >= 69), "\(columns)")
      #expect(!line.contains(" I ") && !line.contains(" S "))
    }
  }

  @Test func `a pattern that is still being drawn is not shown as silent`() throws {
    var outline = try Self.outline()
    outline.cells = []
    let text = PlayPicture(outline: outline, symbols: .unicode).canvas(
      Self.state(outline, at: 0), columns: 80, rows: 24
    ).text
    #expect(text.contains("drawing"))
    #expect(text.contains("00:01.805"))
  }

  @Test func `the cursor is at the position and moves to the right`() throws {
    let outline = try Self.outline()
    let picture = PlayPicture(outline: outline, symbols: .ascii)
    let columns = stride(from: 0, to: outline.length, by: 0.05).map { position in
      let canvas = picture.canvas(Self.state(outline, at: position), columns: 60, rows: 20)
      return canvas.rows[1].firstIndex { $0.ink == .cursor || $0.isReversed }
    }
    #expect(!columns.contains(nil))
    #expect(columns.compactMap(\.self) == columns.compactMap(\.self).sorted())
    #expect(columns.first == PlayPicture.gutter)
    #expect(try #require(columns.last ?? nil) >= 57)
  }

  @Test func `sharpness is visible without color`() throws {
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 1, intensity: 1, sharpness: 0)
      Continuous(at: 1, duration: 1, intensity: 1, sharpness: 1)
    }
    let outline = try SignalOutline(of: pattern, profile: .wideband)
    let picture = PlayPicture(outline: outline, symbols: .ascii)
    let lines = picture.canvas(Self.state(outline, at: 0), columns: 80, rows: 24).text
      .split(separator: "\n")
    let lane = try #require(lines.first { $0.hasPrefix("sharp|") })
    // The measured values of the signal are a tenth off in places.
    let digits = lane.dropFirst(6).compactMap(\.wholeNumberValue)
    #expect(digits.count > 60)
    #expect(digits.prefix(digits.count / 2 - 2).allSatisfy { $0 <= 1 })
    #expect(digits.suffix(digits.count / 2 - 2).allSatisfy { $0 == 9 })
    #expect(lines.contains { $0.contains("0123456789 round to crisp") })
    #expect(lines.contains { $0.hasPrefix("  1.0+") } && lines.contains { $0.hasPrefix("    0+") })
  }

  @Test func `a title of wide characters takes the right number of columns`() {
    var canvas = TextCanvas(columns: 12, rows: 1)
    canvas.put("心拍 x", row: 0)
    #expect(canvas.text == "心拍 x\n")
    #expect(canvas.rows[0][5].character == "x")
    let painter = CanvasPainter(depth: .none)
    #expect(painter.line(canvas.rows[0]) == "心拍 x")
  }

  @Test func `untrusted text cannot control the terminal`() throws {
    var canvas = TextCanvas(columns: 40, rows: 1)
    canvas.put("a\u{1B}[31m\u{7}\u{202E}é漢\u{301}👩‍👩‍👧z", row: 0)
    #expect(canvas.text == "a?[31m??é漢👩z\n")
  }

  @Test func `an updated screen shows the canvas`() {
    var random = SplitMix64(seed: 3)
    var painter = CanvasPainter(depth: .trueColor)
    var screen = Screen(columns: 12, rows: 5)
    var canvas = TextCanvas(columns: 12, rows: 5)
    for turn in 0..<300 {
      for _ in 0..<random.next() % 6 {
        canvas.put(
          Glyph(
            character: random.choice(of: [" ", "x", "█", "?"]),
            ink: random.choice(of: [.plain, .bold, .cursor, .audio]),
            isReversed: random.oneIn(3)),
          row: Int(random.next() % 5), column: Int(random.next() % 12))
      }
      if turn % 50 == 49 { painter.forget() }
      screen.receive(painter.update(to: canvas))
      #expect(screen.characters == canvas.rows.map { $0.map(\.character) })
      #expect(screen.reversed == canvas.rows.map { $0.map(\.isReversed) })
    }
    #expect(painter.update(to: canvas).isEmpty)
  }
}

/// The part of a terminal that the painter uses.
private struct Screen {
  var characters: [[Character]]
  var reversed: [[Bool]]
  private var place = (row: 0, column: 0)
  private var isReversed = false

  init(columns: Int, rows: Int) {
    characters = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    reversed = Array(repeating: Array(repeating: false, count: columns), count: rows)
  }

  mutating func receive(_ text: String) {
    var rest = text[...]
    while let first = rest.popFirst() {
      guard first == "\u{1B}" else {
        characters[place.row][place.column] = first
        reversed[place.row][place.column] = isReversed
        place.column += 1
        continue
      }
      rest = rest.dropFirst()
      let end = rest.firstIndex { $0.isLetter } ?? rest.endIndex
      obey(rest[end], String(rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
  }

  private mutating func obey(_ command: Character, _ arguments: String) {
    switch command {
    case "H":
      let numbers = arguments.split(separator: ";").compactMap { Int($0) }
      place = (numbers[0] - 1, numbers[1] - 1)
    case "J":
      for row in characters.indices { clear(row) }
    case "K": clear(place.row)
    case "m":
      isReversed = arguments.split(separator: ";").last == "7"
    case "h", "l": break
    default: Issue.record("an unknown sequence \(arguments)\(command)")
    }
  }

  private mutating func clear(_ row: Int) {
    for column in characters[row].indices {
      characters[row][column] = " "
      reversed[row][column] = false
    }
  }
}
