import Foundation
import HapticEngine
import Testing

@Suite struct AHAPHostileTests {
  @Test(arguments: ["[", "{\"a\":", "[{\"Pattern\":"])
  func `nesting a hundred thousand deep is one clear error`(bracket: String) {
    let text = "{\"x\": " + String(repeating: bracket, count: 100_000)
    let reading = AHAP.read(text: text)
    #expect(reading.diagnostics.count { $0.code == .tooDeep } == 1)
    #expect(reading.errorCount == 1)
  }

  @Test func `the maximum nesting is read`() {
    let depth = AHAP.maximumNesting - 2
    let nest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let reading = AHAP.read(text: "{\"Metadata\": {\"a\": \(nest)}, \"Pattern\": []}")
    #expect(reading.errorCount == 0)
    #expect(reading.pattern.map(AHAP.encode).map { AHAP.read($0).pattern } == reading.pattern)
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B], [0x00, 0x7B], [0x7B, 0x00],
      Array(repeating: 0, count: 100),
    ] as [[UInt8]])
  func `other encodings and binary files are one error`(bytes: [UInt8]) {
    #expect(AHAP.read(bytes).diagnostics.map(\.code) == [.notUTF8])
  }

  @Test func `an image file is reported as a single error`() {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + (0..<5000).map { UInt8($0 & 0xFF) }
    let reading = AHAP.read(jpeg)
    #expect(reading.diagnostics.map(\.code) == [.unexpectedCharacter])
  }

  @Test(
    arguments: [
      [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
      [0xE2, 0x82], [0x80], [0xE0, 0x9F, 0xBF],
    ] as [[UInt8]])
  func `bytes that only resemble UTF-8 are rejected`(bytes: [UInt8]) {
    let text = Array("{\"Pattern\": [], \"x\": \"".utf8) + bytes + Array("\"}".utf8)
    let reading = AHAP.read(text)
    #expect(reading.diagnostics.filter { $0.severity == .error }.map(\.code) == [.invalidUTF8])
  }

  @Test func `numbers of a million digits are harmless`() {
    let digits = String(repeating: "9", count: 1_000_000)
    let small = "0." + String(repeating: "0", count: 1_000_000) + "1"
    let reading = AHAP.read(
      text: "{\"Version\": \(digits), \"Pattern\": [], \"Metadata\": {\"a\": \(small)}}")
    #expect(reading.diagnostics.map(\.code) == [.numberTooLarge])
  }

  @Test func `an exponent of many digits does not overflow`() {
    let nines = String(repeating: "9", count: 100)
    let reading = AHAP.read(
      text: "{\"Pattern\": [], \"Metadata\": {\"a\": 1e-\(nines), \"b\": -1e\(nines)}}")
    #expect(reading.diagnostics.map(\.code) == [.numberTooLarge])
    #expect(
      AHAP.read(text: "{\"Pattern\": [], \"Metadata\": {\"a\": 1e-\(nines)}}")
        .pattern?.metadata == ["a": .number(0)])
  }

  @Test func `each of many unknown keys is reported, and only similar ones count as misspelled`() {
    let keys = (0..<20_000).map { "\"Tme\($0)\": 0" }.joined(separator: ",")
    let reading = AHAP.read(
      text:
        "{\"Pattern\": [{\"Event\": {\"Tim\": 0, \"EventType\": \"HapticTransient\", \(keys)}}]}")
    #expect(reading.errorCount == 1)
    #expect(reading.warningCount == 20_000)
    #expect(reading.diagnostics.first?.path == "Pattern[0].Event.Tim")
  }

  @Test func `a string of many line ends is not searched from each of them`() {
    let ends = String(repeating: "\n", count: 300_000)
    let reading = AHAP.read(text: "{\"Metadata\": {\"a\": \"\(ends)x\"}, \"Pattern\": []}")
    #expect(reading.diagnostics.first?.code == .unterminatedString)
    #expect(reading.diagnostics.first?.line == 1)
  }

  @Test func `metadata that is too long is ignored with a warning`() {
    let name = String(repeating: "x", count: AHAP.maximumMetadataSize)
    let reading = AHAP.read(text: "{\"Metadata\": {\"a\": 1, \"\(name)\": 1}, \"Pattern\": []}")
    #expect(reading.diagnostics.map(\.code) == [.ignoredMetadata, .emptyPattern])
    #expect(reading.pattern?.metadata == [:])
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `a randomly damaged file gives a valid pattern or an error with a location`(
    seed: UInt64
  ) throws {
    var generator = HostilePatterns(seed: seed)
    for _ in 0..<10 {
      let whole = AHAP.encode(try generator.pattern())
      for _ in 0..<10 {
        var damaged = whole
        for _ in 0...generator.number(below: 3) { generator.damage(&damaged) }
        try expectSense(AHAP.read(damaged), of: damaged)
      }
    }
  }

  @Test func `files that once broke the reader are handled`() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../Fuzzing/FailCases/FuzzAHAP").standardized
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      try expectSense(AHAP.read(bytes), of: bytes)
    }
  }

  /// Expects that the reading of `bytes` makes sense.
  ///
  /// The result must be an error without a pattern, or a valid pattern that can be written. All problems must be in
  /// order, and inside the file.
  private func expectSense(_ reading: AHAPReading, of bytes: [UInt8]) throws {
    #expect((reading.pattern == nil) == (reading.errorCount > 0))
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var last = (0, 0)
    for problem in reading.diagnostics {
      #expect((problem.line, problem.column) >= last)
      last = (problem.line, problem.column)
      #expect((1...lines.count).contains(problem.line))
      #expect((1...bytes.count + 1).contains(problem.column))
      #expect(!problem.message.contains("\n"))
    }
    if let pattern = reading.pattern {
      #expect(
        throws: Never.self,
        performing: { _ = try HapticPattern(entries: pattern.entries, metadata: pattern.metadata) })
      #expect(AHAP.read(AHAP.encode(pattern)).pattern == pattern)
    }
  }
}

extension HostilePatterns {
  /// Changes, adds, removes or repeats a few bytes.
  mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = number(below: bytes.count)
    let length = min(bytes.count - place, 1 + number(below: 12))
    switch number(below: 5) {
    case 0: bytes[place] = UInt8(number(below: 256))
    case 1: bytes.removeSubrange(place..<(place + length))
    case 2: bytes.insert(contentsOf: Array(bytes[place..<(place + length)]), at: place)
    case 3:
      let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "1e999", "-", "//", "'", "null", "\n",
      ]
      bytes.insert(contentsOf: pieces[number(below: pieces.count)].utf8, at: place)
    default: bytes.removeSubrange(place...)
    }
  }
}
