import HapticEditing
import HapticEngine
import HapticFormats
import TestSupport
import Testing

/// Comparisons of patterns by event.
@Suite struct PatternDifferenceTests {
  private func difference(_ words: String) throws -> PatternDifference {
    let document = try EditSample.document()
    return PatternDifference(
      from: document, to: try EditSample.edited(document, words).document)
  }

  private func lines(_ words: String) throws -> [String] {
    try difference(words).changes.map(\.text)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a pattern does not differ from itself in another spelling`(seed: UInt64) throws {
    var generator = PatternGenerator(
      seed: seed, sampleRate: 48_000, length: 1, extras: [.tones, .longEvents])
    let document = try EditSample.document(generator.pattern())
    #expect(PatternDifference(from: document, to: document).isEmpty)
    let spaced = EditSample.text(document).replacing(",", with: " ,\n ").replacing(": ", with: ":")
    let again = try EditSample.document(spaced)
    let difference = PatternDifference(from: document, to: again)
    #expect(difference.isEmpty && difference.sameCount == document.entryCount)
  }

  @Test(arguments: EditSample.operations)
  func `a file that takes all changes equals the other file`(words: String) throws {
    let document = try EditSample.document()
    let other = try EditSample.edited(document, words).document
    // Merged into an unchanged side, only the changes of the other side remain.
    let merged = PatternMerge(base: document, ours: document, theirs: other)
    #expect(merged.conflicts.isEmpty)
    let result = try EditDocument(merged.bytes)
    let left = PatternDifference(from: other, to: result)
    #expect(left.changes.isEmpty && left.otherChanges.isEmpty)
    let counts = PatternDifference(from: document, to: other).counts
    let back = PatternDifference(from: other, to: document).counts
    #expect(counts.added == back.removed && counts.removed == back.added)
    #expect(counts.moved == back.moved && counts.changed == back.changed)
  }

  @Test func `changes are reported with the values before and after`() throws {
    #expect(
      try lines("set Pattern[0].HapticIntensity 0.5 set Pattern[0].HapticSharpness 1") == [
        "! Pattern[0] HapticTransient at 0.1 s\n    HapticIntensity: 0.8 -> 0.5\n"
          + "    HapticSharpness: none -> 1"
      ])
    #expect(
      try lines("set Pattern[2].ParameterCurveControlPoints[1].ParameterValue 0.5") == [
        "! Pattern[2] curve of HapticIntensityControl at 0.2 s\n"
          + "    ParameterCurveControlPoints[1].ParameterValue: 0.6 -> 0.5"
      ])
  }

  @Test func `moved, added and removed events are reported with their times`() throws {
    #expect(
      try lines("select [1] shift 0.05") == [
        "> Pattern[1] HapticContinuous: 0.2 s -> 0.25 s (+0.05 s)"
      ])
    #expect(
      try lines("select [0] delete") == [
        "- Pattern[0] HapticTransient at 0.1 s: HapticIntensity 0.8"
      ])
    #expect(try lines("overlay x") == ["+ Pattern[6] HapticTransient at 0.05 s"])
  }

  @Test func `moving a whole pattern is one move per event`() throws {
    let difference = try difference("shift 0.1")
    #expect(difference.counts == (0, 0, 6, 0))
    let grid = try HapticPattern {
      for index in 0..<50 {
        Transient(at: Double(index) / 10, intensity: Double(index % 7 + 1) / 10)
      }
    }
    let document = try EditSample.document(grid)
    let shifted = PatternDifference(
      from: document, to: try EditSample.edited(document, "shift 0.1").document)
    #expect(shifted.counts == (0, 0, 50, 0))
    let scaled = PatternDifference(
      from: document, to: try EditSample.edited(document, "scale-intensity 0.5").document)
    #expect(scaled.counts == (0, 0, 0, 50))
  }

  @Test func `randomly moved and changed events are matched`() throws {
    var random = SplitMix64(seed: 3)
    let pattern = try HapticPattern {
      for index in 0..<400 {
        Transient(
          at: Double(index) / 10, intensity: random.number(in: 0.3...1),
          sharpness: random.number(in: 0...1))
      }
    }
    let document = try EditSample.document(pattern)
    let other = try EditSample.edited(
      document, "humanize 4 [7] delete".replacing(" [7] delete", with: " select [7] delete"))
    let counts = PatternDifference(from: document, to: other.document).counts
    #expect(counts == (0, 1, 0, 399))
  }

  @Test func `metadata, unknown keys and relevant order are compared`() throws {
    let document = try EditSample.document()
    let other = try EditSample.document(
      EditSample.text.replacing("2.50", with: "3").replacing("kept", with: "gone")
        .replacing("\"Unknown\": null", with: "\"Unknown\": 1"))
    let difference = PatternDifference(from: document, to: other)
    #expect(difference.otherChanges.map(\.name) == ["Metadata[\"Créé\"]", "Unknown"])
    #expect(difference.changes.map(\.text).count == 1)
    #expect(difference.changes[0].text.contains("other keys"))
    let swapped = try HapticPattern(entries: EditSample.pattern("select all").entries.reversed())
    let order = PatternDifference(
      from: try EditSample.document(EditSample.pattern("select all")),
      to: try EditSample.document(swapped))
    #expect(order.reorderedCount == 5 && order.changes.isEmpty && !order.isEmpty)
  }

  @Test func `patterns are compared by perceived energy, centroid, level and onsets`()
    throws
  {
    let pattern = try EditSample.pattern("select continuous,curve,audio,parameter delete")
    let document = try EditSample.document(pattern)
    func compare(_ words: String) throws -> SensationDifference {
      let other = try EditSample.edited(document, words).document
      return try SensationDifference(
        from: pattern, to: try #require(AHAP.read(other.bytes).pattern))
    }
    let same = try compare("select all")
    #expect(same.energyDecibels == 0 && same.levelDecibels == 0 && same.noticeableShare == 0)
    #expect(same.first.onsets.count == 2 && same.matchedOnsets == 2)
    let half = try compare("scale-intensity 0.5")
    #expect(abs(try #require(half.energyDecibels) + 6.02) < 0.5)
    #expect(half.largestDecibels < 6.1 && half.levelDecibels > 3 && half.onsetOffset == 0)
    #expect(half.noticeableShare > 0.5)
    let sharp = try compare("set HapticSharpness 1")
    #expect(try #require(sharp.second.centroid) > #require(sharp.first.centroid) + 40)
    let late = try compare("shift 0.02")
    #expect(late.matchedOnsets == 2 && abs(late.onsetOffset - 0.02) < 0.001)
    let silent = try compare("scale-intensity 0")
    #expect(silent.energyDecibels == nil && silent.second.centroid == nil)
  }
}

/// Merges of files by event.
@Suite struct PatternMergeTests {
  private func merge(_ ours: String, _ theirs: String) throws -> PatternMerge {
    let base = try EditSample.document()
    return PatternMerge(
      base: base, ours: try EditSample.edited(base, ours).document,
      theirs: try EditSample.edited(base, theirs).document)
  }

  @Test func `changes of different events are both kept`() throws {
    let merged = try merge(
      "set Pattern[0].HapticIntensity 0.5 select [5] delete",
      "select [1] shift 0.05 select all overlay x")
    #expect(merged.conflicts.isEmpty)
    let pattern = try #require(AHAP.read(merged.bytes).pattern)
    #expect(pattern.events.map(\.time) == [0.1, 0.25, 0.8, 0.05])
    #expect(pattern.events[0].value(of: .hapticIntensity) == 0.5)
    // Everything that neither side has changed stays the same.
    let text = String(decoding: merged.bytes, as: UTF8.self)
    for kept in ["\"Tag\": {\"a\": 1e0}", "\"Note\": \"kept\"", "[1, 2.50]", "\"Unknown\": null"] {
      #expect(text.contains(kept))
    }
  }

  @Test func `identical changes of both sides are made once`() throws {
    let merged = try merge("shift 0.5 overlay x", "shift 0.5 overlay x")
    #expect(merged.conflicts.isEmpty)
    #expect(
      try merged.bytes
        == EditSample.edited(EditSample.document(), "shift 0.5 overlay x").document.bytes)
    #expect(try EditDocument(merged.bytes).entryCount == 7)
  }

  @Test func `if one side is unchanged, the merge equals the other side`() throws {
    for words in EditSample.operations {
      let merged = try merge(words, "select all")
      let ours = try EditSample.edited(EditSample.document(), words).document
      #expect(merged.bytes == ours.bytes, "\(words)")
    }
  }

  @Test func `an event changed in two ways is a conflict that shows both versions`() throws {
    let merged = try merge("set Pattern[1].EventDuration 0.25", "set Pattern[1].EventDuration 0.75")
    #expect(
      merged.conflicts.map(\.description) == ["Pattern[1]: changed differently on both sides"])
    let text = String(decoding: merged.bytes, as: UTF8.self)
    let lines = text.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0 == "<<<<<<< ours" })
    let middle = try #require(lines.firstIndex { $0 == "=======" })
    let end = try #require(lines.firstIndex { $0 == ">>>>>>> theirs" })
    #expect(lines[start..<middle].joined().contains("\"EventDuration\": 0.25"))
    #expect(lines[middle..<end].joined().contains("\"EventDuration\": 0.75"))
    // Each side alone is a valid file.
    for sides in [(start...start, middle...end), (start...middle, end...end)] {
      let kept = lines.indices.filter { !sides.0.contains($0) && !sides.1.contains($0) }
      let resolved = kept.map { lines[$0] }.joined(separator: "\n")
      #expect(AHAP.read(Array(resolved.utf8)).pattern?.entries.count == 6)
    }
  }

  @Test func `an event that one side removes and the other changes is a conflict`() throws {
    let removed = try merge("select [1] delete", "set Pattern[1].EventDuration 0.75")
    #expect(removed.conflicts.map(\.reason) == ["removed here, changed there"])
    let changed = try merge("set Pattern[1].EventDuration 0.75", "select [1] delete")
    #expect(changed.conflicts.map(\.reason) == ["changed here, removed there"])
  }

  @Test func `a merge has the line endings of the side that changed them`() throws {
    let base = try EditSample.document()
    let ours = try EditSample.edited(base, "select [0] shift 0.01").document
    let changed = try EditSample.edited(base, "select [5] shift 0.01").document
    let theirs = try EditSample.document(
      EditSample.text(changed).split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n"))
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = PatternMerge(base: base, ours: ours, theirs: theirs)
      #expect(merged.conflicts.isEmpty, "\(merged.conflicts)")
      let ends = merged.bytes.indices.filter { merged.bytes[$0] == 0x0A }
      #expect(ends.allSatisfy { merged.bytes[$0 - 1] == 0x0D })
      let times = try #require(AHAP.read(merged.bytes).pattern).events.map(\.time)
      #expect(times == [0.11, 0.2, 0.8, 1.01])
    }
  }

  private static let taps = "tap 0.8/0.5, rest 1s, tap 1, rest 1s, buzz 200ms 0.4"

  /// The merge of the taps after the operations `ours` and `theirs`.
  private func mergeTaps(_ ours: String, _ theirs: String) throws -> PatternMerge {
    let base = try EditSample.document(HapticPattern(notation: Self.taps))
    return PatternMerge(
      base: base, ours: try EditSample.edited(base, ours).document,
      theirs: try EditSample.edited(base, theirs).document)
  }

  /// The number of entries in `merged` outside conflict markers.
  private func unmarked(_ merged: PatternMerge) throws -> Int {
    let text = String(decoding: merged.bytes, as: UTF8.self)
    let clean = text.replacing(/\n<<<<<<< ours\n(.|\n)*?\n>>>>>>> theirs/, with: "")
    return clean.split(separator: "EventType").count - 1
  }

  @Test(arguments: [
    ("select [0] shift 0.3 scale-sharpness 0.2", "select [0] shift 0.6 scale-sharpness 0.6", 1),
    ("stretch 2 scale-intensity 0.5", "stretch 3 scale-intensity 0.7", 3),
    ("select [0] delete", "select [0] shift 0.3 scale-sharpness 0.2", 1),
    ("select [0] shift 0.3 scale-sharpness 0.2", "select [0] delete", 1),
  ])
  func `an event that is moved and changed on both sides is one conflict, not two events`(
    ours: String, theirs: String, conflicts: Int
  ) throws {
    let merged = try mergeTaps(ours, theirs)
    #expect(merged.conflicts.count == conflicts)
    #expect(try unmarked(merged) == 3 - conflicts)
  }

  @Test(arguments: [("shift 0.1", 0.1, 1.0), ("stretch 2", 0, 2)])
  func `a shifted or stretched row of equal taps merges tap by tap`(
    edit: String, shift: Double, factor: Double
  ) throws {
    let base = try EditSample.document(HapticPattern(notation: "6x(tap 0.5/0.5, rest 100ms)"))
    let merged = PatternMerge(
      base: base, ours: try EditSample.edited(base, edit).document,
      theirs: try EditSample.edited(base, "set Pattern[2].HapticIntensity 0.3").document)
    #expect(merged.conflicts.isEmpty)
    let events = try #require(AHAP.read(merged.bytes).pattern).events
    #expect(events.map { $0.value(of: .hapticIntensity) } == [0.5, 0.5, 0.3, 0.5, 0.5, 0.5])
    #expect(
      zip(events, 0...5).allSatisfy { abs($0.time - (Double($1) / 10 * factor + shift)) < 1e-9 })
  }

  @Test(arguments: [
    ("shift 0.5", "scale-intensity 0.5", "scale-intensity 0.5 shift 0.5"),
    (
      "set Pattern[0].HapticIntensity 0.5", "set Pattern[0].HapticSharpness 0.25",
      "set Pattern[0].HapticIntensity 0.5 set Pattern[0].HapticSharpness 0.25"
    ),
    // A parameter that the base lacks, and a parameter of an event without any.
    (
      "set Pattern[1].HapticSharpness 0.123456789", "set Pattern[1].HapticIntensity 0.5",
      "set Pattern[1].HapticSharpness 0.123456789 set Pattern[1].HapticIntensity 0.5"
    ),
    (
      "set Pattern[2].EventDuration 0.3", "select [2] shift 0.1 scale-sharpness 0.5",
      "set Pattern[2].EventDuration 0.3 select [2] shift 0.1 scale-sharpness 0.5"
    ),
    (
      "scale-intensity 0.5 scale-sharpness 0.5", "scale-intensity 0.5 shift 0.3",
      "scale-intensity 0.5 scale-sharpness 0.5 shift 0.3"
    ),
  ])
  func `different fields of one event merge, regardless of the side`(
    ours: String, theirs: String, both: String
  ) throws {
    let base = try EditSample.document(HapticPattern(notation: Self.taps))
    let expected = try #require(
      AHAP.read(try EditSample.edited(base, both).document.bytes).pattern)
    for (ours, theirs) in [(ours, theirs), (theirs, ours)] {
      let merged = try mergeTaps(ours, theirs)
      #expect(merged.conflicts.isEmpty, "\(merged.conflicts)")
      let pattern = try #require(AHAP.read(merged.bytes).pattern)
      #expect(pattern.events.map(\.time) == expected.events.map(\.time))
      #expect(pattern.events.map(\.duration) == expected.events.map(\.duration))
      for id in [EventParameter.ID.hapticIntensity, .hapticSharpness] {
        #expect(pattern.events.map { $0.value(of: id) } == expected.events.map { $0.value(of: id) })
      }
    }
  }

  @Test func `points of one curve merge individually, and unknown keys of one side are kept`()
    throws
  {
    func document(_ first: Double, _ second: Double, _ key: String = "") throws -> EditDocument {
      try EditSample.document(
        """
        {"Pattern": [
          {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.25, \(key)
            "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": \(first)},
              {"Time": 1, "ParameterValue": \(second)}]}}
        ]}

        """)
    }
    let base = try document(1, 1)
    let sides = (try document(0.5, 1), try document(1, 0.25, "\"Note\": \"mine\","))
    for (ours, theirs) in [sides, (sides.1, sides.0)] {
      let merged = PatternMerge(base: base, ours: ours, theirs: theirs)
      #expect(merged.conflicts.isEmpty, "\(merged.conflicts)")
      #expect(merged.bytes == (try document(0.5, 0.25, "\"Note\": \"mine\",")).bytes)
    }
  }

  @Test func `a side that includes the changes of the other side wins`() throws {
    let further = "shift 0.1 set Pattern[0].HapticSharpness 0.1"
    for (ours, theirs) in [("shift 0.1", further), (further, "shift 0.1")] {
      let merged = try mergeTaps(ours, theirs)
      #expect(merged.conflicts.isEmpty)
      let pattern = try #require(AHAP.read(merged.bytes).pattern)
      #expect(pattern.events.map(\.time) == [0.1, 1.1, 2.1])
      #expect(pattern.events[0].value(of: .hapticSharpness) == 0.1)
    }
  }

  @Test(arguments: seeds(1..<61))
  func `a merge does not have more events than the base plus the additions of both sides`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let operations = [
      "select [0] shift 0.3 scale-sharpness 0.2", "stretch 2 scale-intensity 0.5", "reverse",
      "select [1] delete", "select transient scale-intensity 0.3 shift 0.7", "humanize 4 300ms 0.3",
      "select [0..1] duplicate 0.4 scale-sharpness 0.1", "select continuous set EventDuration 0.1",
      "select [2] move 0.05 set HapticIntensity 0.9", "overlay x", "split", "select all",
    ]
    func side(_ base: EditDocument) throws -> EditDocument {
      let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        random.choice(of: operations) + " select all"
      }
      return try EditSample.edited(base, words.joined(separator: " ")).document
    }
    let base = try EditSample.document(HapticPattern(notation: Self.taps + ", buzz 100ms, tap 0.3"))
    let (ours, theirs) = (try side(base), try side(base))
    let merged = PatternMerge(base: base, ours: ours, theirs: theirs)
    let added = [ours, theirs].map { max(0, $0.entryCount - base.entryCount) }.reduce(0, +)
    #expect(try unmarked(merged) + merged.conflicts.count <= base.entryCount + added)
    if merged.conflicts.isEmpty { #expect(AHAP.read(merged.bytes).pattern != nil) }
  }

  @Test func `metadata of different keys merges`() throws {
    func document(_ metadata: String?) throws -> EditDocument {
      try EditSample.document(
        "{\n  \"Version\": 1.0,\(metadata.map { "\n  \"Metadata\": \($0)," } ?? "")\n  \"Pattern\": []\n}\n"
      )
    }
    func merged(_ base: String?, _ ours: String?, _ theirs: String?) throws -> PatternMerge {
      PatternMerge(base: try document(base), ours: try document(ours), theirs: try document(theirs))
    }
    func lines(_ merge: PatternMerge) -> String { String(decoding: merge.bytes, as: UTF8.self) }
    let added = try merged(nil, "{ \"A\": 1.50 }", "{ \"B\": [2] }")
    #expect(added.conflicts.isEmpty)
    #expect(lines(added) == EditSample.text(try document("{ \"A\": 1.50, \"B\": [2] }")))
    let mixed = try merged(
      "{\"A\": 1, \"B\": 2, \"C\": 3}", "{\"A\": 9, \"B\": 2, \"C\": 3}",
      "{\"A\": 1, \"C\": 4, \"D\": 5}")
    #expect(mixed.conflicts.isEmpty)
    #expect(lines(mixed) == EditSample.text(try document("{\"A\": 9, \"C\": 4, \"D\": 5}")))
    let clash = try merged(
      "{\"A\": 1}", "{\"A\": \"mine\", \"B\": 1}", "{\"A\": \"yours\", \"C\": 2}")
    #expect(clash.conflicts.map(\.description) == ["Metadata.A: \"mine\" here, \"yours\" there"])
    #expect(
      lines(clash).contains(
        """
        <<<<<<< ours
         "A": "mine",
        =======
         "A": "yours",
        >>>>>>> theirs
         "B": 1, "C": 2}
        """), "\(lines(clash))")
    let gone = try merged("{\"A\": 1}", "{}", "{\"A\": \"x\"}")
    #expect(gone.conflicts.map(\.description) == ["Metadata.A: removed here, \"x\" there"])
  }

  @Test func `stretching a pattern moves each event, and matches it to itself`() throws {
    let notation = "4x(tap 0.9, buzz 160ms 0.45, rest 120ms, tap 0.6, rest 620ms)"
    let document = try EditSample.document(HapticPattern(notation: notation))
    for factor in ["1.5", "0.7", "2.0001"] {
      let other = try EditSample.edited(document, "stretch \(factor)").document
      let difference = PatternDifference(from: document, to: other)
      #expect(difference.counts.added == 0 && difference.counts.removed == 0)
      for change in difference.changes {
        switch change {
        case .moved(let old, let new), .changed(let old, let new, _):
          #expect(old.index == new.index)
        case .added, .removed: Issue.record("\(change.text)")
        }
      }
    }
  }

  @Test func `a weakened event has not moved, even if it is now as strong as another event was`()
    throws
  {
    let document = try EditSample.document(
      HapticPattern(notation: "4x(tap 0.9, rest 280ms, tap 0.6, rest 620ms)"))
    let other = try EditSample.edited(document, "scale-intensity 0.666666667").document
    let counts = PatternDifference(from: document, to: other).counts
    #expect(counts.changed == 8 && counts.moved == 0)
  }

  @Test func `metadata that both sides change is a conflict`() throws {
    let base = try EditSample.document()
    let sides = try ["y", "z"].map {
      try EditSample.document(EditSample.text.replacing("\"x\"", with: "\"\($0)\""))
    }
    let merged = PatternMerge(base: base, ours: sides[0], theirs: sides[1])
    #expect(merged.conflicts.map(\.path) == ["Metadata.Project"])
    let one = PatternMerge(base: base, ours: base, theirs: sides[1])
    #expect(one.conflicts.isEmpty && one.bytes == sides[1].bytes)
  }
}
