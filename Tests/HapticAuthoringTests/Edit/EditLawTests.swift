import Foundation
import HapticEditing
import HapticEngine
import HapticFormats
import TestSupport
import Testing

/// Laws that hold for every operation on every pattern.
@Suite struct EditLawTests {
  @Test(arguments: EditSample.operations)
  func `undo restores the file byte for byte, step by step`(words: String) throws {
    for document in try Self.documents() {
      var session = EditSession(document)
      var before: [EditDocument] = []
      for operation in try EditSample.operations(words) {
        before.append(session.document)
        do { try session.apply(operation) } catch { before.removeLast() }
      }
      while let expected = before.popLast() {
        #expect(session.undo() != nil)
        #expect(session.document.bytes == expected.bytes)
      }
      #expect(session.undo() == nil)
      #expect(session.document.bytes == document.bytes)
    }
  }

  @Test(arguments: EditSample.operations)
  func `an edit results in a valid pattern`(words: String) throws {
    for document in try Self.documents() {
      var session = EditSession(document)
      for operation in try EditSample.operations(words) {
        do { try session.apply(operation) } catch { guard error.isRefusal else { throw error } }
        let reading = AHAP.read(session.document.bytes)
        #expect(reading.pattern != nil, "\(operation.words): \(reading.diagnostics)")
      }
    }
  }

  @Test(arguments: EditSample.operations)
  func `replaying the log gives the same bytes, and undoing it the original file`(words: String)
    throws
  {
    let document = try EditSample.document()
    var session = EditSession(document)
    var log = EditLog()
    for operation in try EditSample.operations(words) {
      let before = session.document
      log.append(try session.apply(operation), from: before, to: session.document)
    }
    let read = try EditLog(log.bytes)
    #expect(read == log)
    var replayed = EditSession(document)
    for operation in read.operations { try replayed.apply(operation) }
    #expect(replayed.document.bytes == session.document.bytes)
    if session.document.bytes == document.bytes { return }
    #expect(try read.undoing(100, in: session.document).bytes == document.bytes)
  }

  @Test(arguments: EditSample.operations)
  func `an encoded operation is decoded as itself`(words: String) throws {
    let operations = try EditSample.operations(words)
    let data = try JSONEncoder().encode(operations)
    #expect(try JSONDecoder().decode([EditOperation].self, from: data) == operations)
  }

  @Test func `anything other than a single operation is not decoded`() {
    for text in [#"{"edit":[]}"#, #"{"edit":["shif"]}"#, #"{"edit":["split","split"]}"#, "{}"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(EditOperation.self, from: Data(text.utf8))
      }
    }
  }

  @Test(arguments: EditSample.operations)
  func `an operation written in words is read as itself`(words: String) throws {
    for operation in try EditSample.operations(words) where operation.words.first != "append" {
      let again = try EditWords.operations(operation.words) { name throws(EditError) in
        EditFragment(name: name, document: try EditDocument(Array("{\"Pattern\": []}".utf8)))
      }
      if operation.words.first != "overlay" { #expect(again == [operation]) }
    }
  }

  @Test func `every operation has an example and is documented`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let page = try String(
      contentsOf: folder.appending(path: "../../../Documentation/Editing.md"), encoding: .utf8)
    let examples = Set(
      try EditSample.operations.flatMap { try EditSample.operations($0) }.compactMap(\.words.first))
    for row in EditWords.rows {
      #expect(examples.contains(row.name))
      let call = ([row.name] + row.arguments.map(\.description)).joined(separator: " ")
      #expect(page.contains("`\(call)`"))
    }
  }

  @Test(
    arguments: EditSample.operations.filter {
      !$0.hasPrefix("select") && !$0.contains("trim") && !$0.contains("append")
        && !$0.hasPrefix("overlay")
    })
  func `an operation on an empty selection does not change the file`(words: String) throws {
    let first = try #require(words.split(separator: " ").first)
    let arguments = words.split(separator: " ").dropFirst().prefix {
      $0.first.map { $0.isNumber || $0 == "-" } ?? true
    }
    let one = ([first] + arguments).joined(separator: " ")
    guard !["set", "add-point", "delete-point"].contains(first) else { return }
    #expect(try EditSample.edited("select time>100 \(one)") == EditSample.text)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `neutral operations such as scaling by one do not change the file`(seed: UInt64) throws {
    let document = try EditSample.document(Self.pattern(seed))
    let neutral = [
      "scale-intensity 1", "raise-sharpness 0", "shift 0", "stretch 1", "humanize 3 0 0",
      "select all",
    ]
    for words in neutral {
      #expect(try EditSample.edited(document, words).document.bytes == document.bytes)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a split curve gives the same control`(seed: UInt64) throws {
    let pattern = try Self.longCurves(seed)
    let document = try EditSample.document(pattern)
    let split = try #require(
      AHAP.read(try EditSample.edited(document, "select curve split").document.bytes).pattern)
    #expect(split.curves.allSatisfy { $0.controlPoints.count <= 16 })
    #expect(split.curves.count >= pattern.curves.count)
    let (before, after) = (try Self.samples(pattern), try Self.samples(split))
    #expect(before.count == after.count)
    #expect(zip(before, after).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test(arguments: [0.25, 1, 3, 6])
  func `a simplified curve stays within its decibels when it is rendered`(decibels: Double) throws {
    var random = SplitMix64(seed: 5)
    var level = 0.5
    let points = (0...200).map { index -> (Double, Double) in
      level = min(1, max(0.05, level + random.number(in: -0.1...0.1)))
      return (Double(index) * 0.01, level)
    }
    let pattern = try HapticPattern {
      Continuous(at: 0, duration: 2, intensity: 1)
      Curve(.hapticIntensityControl, at: 0, points)
    }
    let edited = try EditSample.edited(EditSample.document(pattern), "simplify \(decibels)")
    let simple = try #require(AHAP.read(edited.document.bytes).pattern)
    #expect(simple.curves[0].controlPoints.count < 180)
    // At each maximum of the carrier, its level is the envelope.
    let (before, after) = (try Self.samples(pattern), try Self.samples(simple))
    let ratio = Float(pow(10, decibels / 20)) * 1.0001
    for index in 200..<before.count - 400 where abs(before[index]) > 0.02 {
      let quotient = after[index] / before[index]
      #expect(quotient < ratio && quotient > 1 / ratio)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a reversed control takes its values in reverse`(seed: UInt64) throws {
    let pattern = try Self.controls(seed)
    let edited = try EditSample.edited(EditSample.document(pattern), "reverse")
    let reversed = try #require(AHAP.read(edited.document.bytes).pattern)
    let end = try #require(pattern.entries.map(Self.end).max())
    for step in 1..<97 {
      let time = end * (Double(step) + 0.37) / 98
      let (old, new) = (Self.value(pattern, at: time), Self.value(reversed, at: end - time))
      #expect(abs(old - new) < 1e-5, "at \(time): \(old), \(new)")
    }
  }

  @Test(arguments: seeds(1..<41))
  func `each tap of a reversed pattern keeps its strength`(seed: UInt64) throws {
    let document = try EditSample.document(Self.tapsOnJumps(seed))
    let pattern = try #require(AHAP.read(document.bytes).pattern)
    for words in ["reverse", "reverse reverse"] {
      let edited = try EditSample.edited(document, words)
      let reversed = try #require(AHAP.read(edited.document.bytes).pattern)
      let (old, new) = (try Self.tapEnergies(pattern), try Self.tapEnergies(reversed))
      #expect(old.count == new.count)
      for (old, new) in zip(old, new) {
        #expect(abs(old - new) < 0.03 * old + 1e-6, "\(words): \(old), \(new)")
      }
    }
  }

  @Test(arguments: [
    "set intensity 0.5, tap 1, rest 1s, tap 1",
    "set intensity 0.5, tap 1, rest 1s, set intensity 0.2, tap 1, rest 1s, tap 0.5",
    "set intensity 0.5, (buzz 1s 0.8 & tap), set intensity 0.9, (buzz 1s & tap), rest 1s, tap",
    "(buzz 1s & curve intensity 0s 0.2 700ms 1 & tap), tap",
    "(buzz 1s & curve intensity 0s 0.2 400ms 0.7 & tap), set intensity 1, (tap & buzz 200ms)",
  ])
  func `reversing a pattern twice restores it`(notation: String) throws {
    let document = try EditSample.document(HapticPattern(notation: notation))
    let edited = try EditSample.edited(document, "reverse reverse")
    let difference = PatternDifference(from: document, to: edited.document)
    #expect(difference.changes.isEmpty, "\(difference.changes)")
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a trimmed part keeps its control`(seed: UInt64) throws {
    let pattern = try Self.controls(seed)
    let edited = try EditSample.edited(EditSample.document(pattern), "trim 0.4 1.1")
    let trimmed = try #require(AHAP.read(edited.document.bytes).pattern)
    for step in 0..<70 {
      let time = Double(step) * 0.01 + 0.0037
      let (old, new) = (Self.value(pattern, at: time + 0.4), Self.value(trimmed, at: time))
      #expect(abs(old - new) < 1e-5, "at \(time): \(old), \(new)")
    }
  }

  @Test func `damaged files are refused, or edited into valid ones`() throws {
    var random = SplitMix64(seed: 11)
    let sound = Array(EditSample.text.utf8)
    let operations = try EditSample.operations.map { try EditSample.operations($0) }
    var edited = 0
    for round in 0..<1_500 {
      var bytes = sound
      for _ in 0...(round % 3) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, index + Int.random(in: 1...60, using: &random))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.removeSubrange(index..<end)
        case 1: bytes[index] = random.choice(of: Array("0129.,:\"{}[]eE- ".utf8))
        default: bytes.insert(contentsOf: bytes[index..<end], at: index)
        }
      }
      guard let document = try? EditDocument(bytes) else { continue }
      edited += 1
      var session = EditSession(document)
      for operation in random.choice(of: operations) {
        do { try session.apply(operation) } catch { guard error.isRefusal else { throw error } }
        #expect(AHAP.read(session.document.bytes).pattern != nil, "\(operation.words)")
      }
      while session.undo() != nil {}
      #expect(session.document.bytes == bytes)
    }
    #expect(edited > 40)
  }

  // MARK: Patterns

  private static func documents() throws -> [EditDocument] {
    try [EditSample.document(), EditSample.document("{\"Pattern\":[]}")]
      + (1...6).map { try EditSample.document(pattern(UInt64($0))) }
  }

  private static func pattern(_ seed: UInt64) throws -> HapticPattern {
    var generator = PatternGenerator(
      seed: seed, sampleRate: 48_000, length: 1, extras: [.tones, .longEvents])
    return try generator.pattern()
  }

  /// A vibration under curves with many points and steps that take over from each other, all of them between
  /// sample times.
  private static func longCurves(_ seed: UInt64) throws -> HapticPattern {
    var random = SplitMix64(seed: seed)
    func time(_ range: ClosedRange<Double>) -> Double {
      EditSample.rounded((random.number(in: range) * 1000).rounded() / 1000 + 0.000_03)
    }
    var entries: [HapticPattern.Entry] = [
      .event(HapticEvent(.hapticContinuous, at: 0, duration: 2))
    ]
    for _ in 0..<4 {
      var points: [ParameterCurve.ControlPoint] = []
      var at = time(0...0.1)
      for _ in 0..<Int.random(in: 17...60, using: &random) {
        points.append(.init(at: at, random.number(in: 0...1)))
        if !random.oneIn(6) { at = EditSample.rounded(at + time(0.001...0.04)) }
      }
      entries.append(
        .curve(ParameterCurve(.hapticIntensityControl, at: time(0...0.5), controlPoints: points)))
      let step = DynamicParameter(
        .hapticIntensityControl, random.number(in: 0...1), at: time(0...2))
      entries.append(.parameter(step))
    }
    return try HapticPattern(entries: entries.shuffled(using: &random))
  }

  /// An event, and steps and curves of one control at separate times.
  private static func controls(_ seed: UInt64) throws -> HapticPattern {
    var random = SplitMix64(seed: seed)
    var entries: [HapticPattern.Entry] = []
    for index in 0..<Int.random(in: 1...5, using: &random) {
      let time = EditSample.rounded(Double(index) * 0.3 + random.number(in: 0...0.2))
      if random.oneIn(2) {
        let value = EditSample.rounded(random.number(in: 0...1))
        entries.append(.parameter(DynamicParameter(.hapticIntensityControl, value, at: time)))
      } else {
        let points = (0..<Int.random(in: 1...4, using: &random)).map {
          ParameterCurve.ControlPoint(
            at: Double($0) * 0.125, EditSample.rounded(random.number(in: 0...1)))
        }
        entries.append(
          .curve(ParameterCurve(.hapticIntensityControl, at: time, controlPoints: points)))
      }
    }
    return try HapticPattern(entries: entries.shuffled(using: &random))
  }

  /// Taps, most of which coincide with jumps of the intensity: at steps, at the first points of curves, and at two
  /// points with the same time.
  private static func tapsOnJumps(_ seed: UInt64) throws -> HapticPattern {
    var random = SplitMix64(seed: seed)
    var entries: [HapticPattern.Entry] = []
    func level() -> Double { EditSample.rounded(random.number(in: 0.1...1)) }
    for index in 0..<Int.random(in: 2...8, using: &random) {
      // At a frame, because elsewhere an event may be rounded to a frame before the jump.
      let time = EditSample.rounded(
        Double(index * 300 + Int.random(in: 0...50, using: &random)) / 1000)
      var taps = [time]
      switch Int.random(in: 0..<4, using: &random) {
      case 0: break
      case 1:
        entries.append(.parameter(DynamicParameter(.hapticIntensityControl, level(), at: time)))
      default:
        let ends = random.oneIn(2) ? 0.15 : 0.4
        var points: [ParameterCurve.ControlPoint] = [
          .init(at: 0, level()), .init(at: 0.1, level()), .init(at: ends, level()),
        ]
        if random.oneIn(2) {
          points.insert(.init(at: 0.1, level()), at: 2)
          taps.append(EditSample.rounded(time + 0.1))
        }
        entries.append(
          .curve(ParameterCurve(.hapticIntensityControl, at: time, controlPoints: points)))
      }
      for tap in taps where !random.oneIn(4) {
        entries.append(.event(HapticEvent(.hapticTransient, at: tap)))
      }
    }
    if random.oneIn(2) {
      entries.append(.event(HapticEvent(.hapticContinuous, at: 0.1, duration: 1)))
    }
    return try HapticPattern(entries: entries.shuffled(using: &random))
  }

  /// The energy of each transient, rendered alone under the controls, in the order of the file.
  private static func tapEnergies(_ pattern: HapticPattern) throws -> [Float] {
    let controls = pattern.entries.filter { if case .event = $0 { false } else { true } }
    return try pattern.events.filter { $0.type == .hapticTransient }.map { tap in
      let alone = try HapticPattern(entries: controls + [.event(tap)])
      return try samples(alone).reduce(0) { $0 + $1 * $1 }
    }
  }

  private static func end(_ entry: HapticPattern.Entry) -> Double {
    switch entry {
    case .event(let event): event.time + (event.duration ?? 0)
    case .parameter(let parameter): parameter.time
    case .curve(let curve): curve.time + (curve.controlPoints.map(\.time).max() ?? 0)
    }
  }

  /// The value of the intensity control, computed according to the specification.
  private static func value(_ pattern: HapticPattern, at time: Double) -> Double {
    var best: (start: Double, value: Double) = (-1, 1)
    for entry in pattern.entries {
      switch entry {
      case .event: break
      case .parameter(let step):
        if step.time <= time, step.time >= best.start { best = (step.time, step.value) }
      case .curve(let curve):
        let points = curve.controlPoints.map { (curve.time + $0.time, $0.value) }
        guard let first = points.first, first.0 <= time, first.0 >= best.start else { continue }
        let index = points.lastIndex { $0.0 <= time } ?? 0
        let point = points[index]
        var value = point.1
        if index + 1 < points.count {
          let next = points[index + 1]
          value += (next.1 - point.1) * (time - point.0) / (next.0 - point.0)
        }
        best = (first.0, value)
      }
    }
    return best.value
  }

  private static func samples(_ pattern: HapticPattern) throws -> [Float] {
    let renderer = try OfflineRenderer(pattern, sampleRate: 8_000)
    return renderer.hapticSamples()
  }
}

extension EditSample {
  /// The value rounded to the nanosecond.
  static func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
}
