import HapticEditing
import HapticEngine
import TestSupport
import Testing

/// Random sequences of operations on random patterns.
@Suite struct EditSequenceTests {
  /// A session after random operations, its log, and the documents before each step.
  private struct Story {
    var session: EditSession
    var log = EditLog()
    var documents: [EditDocument] = []

    init(_ seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      var generator = PatternGenerator(
        seed: seed, sampleRate: 48_000, length: 2, extras: [.tones, .longEvents])
      session = EditSession(
        try seed % 4 == 0 ? EditSample.document() : EditSample.document(generator.pattern()))
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        for operation in try Self.operations(on: session.document, &random) {
          let before = session.document
          do throws(EditError) {
            let step = try session.apply(operation)
            documents.append(before)
            log.append(step, from: before, to: session.document)
          } catch {
            // An operation that fails leaves the pattern unchanged.
            #expect(session.document == before)
          }
        }
      }
    }

    /// Operations of an example, or on the points of a random curve of `document`.
    private static func operations(
      on document: EditDocument, _ random: inout SplitMix64
    ) throws -> [EditOperation] {
      let entries = AHAP.read(document.bytes).pattern?.entries ?? []
      let curves = entries.indices.filter { if case .curve = entries[$0] { true } else { false } }
      guard random.oneIn(4), let curve = curves.randomElement(using: &random) else {
        return try EditSample.operations(random.choice(of: EditSample.operations))
      }
      let index = Int.random(in: 0..<3, using: &random)
      return [
        .addPoint(
          entry: curve, time: random.number(in: 0...2), value: random.number(in: 0...1)),
        .deletePoint(entry: curve, index: index),
      ]
    }
  }

  @Test(arguments: seeds(0..<150))
  func `every step is undone byte for byte, and redone identically`(seed: UInt64) throws {
    let story = try Story(seed)
    var session = story.session
    for before in story.documents.reversed() {
      let after = session.document
      let undone = session.undo()
      let step = try #require(undone)
      #expect(session.document.bytes == before.bytes)
      var again = session
      let redone = try again.apply(step.operation)
      #expect(redone.changed == step.changed)
      #expect(again.document.bytes == after.bytes)
      #expect(AHAP.read(after.bytes).pattern != nil)
    }
    #expect(session.undo() == nil)
  }

  @Test(arguments: seeds(0..<150))
  func `a log that is read again replays to the same bytes, and undoes to the original`(
    seed: UInt64
  ) throws {
    let story = try Story(seed)
    guard let first = story.documents.first else { return }
    var log = try EditLog(story.log.bytes)
    #expect(log == story.log)
    var replayed = EditSession(first)
    for operation in log.operations { try replayed.apply(operation) }
    #expect(replayed.document.bytes == story.session.document.bytes)
    var document = story.session.document
    for _ in 0..<story.log.lines.count where document.bytes != first.bytes {
      document = try log.undo(in: document)
    }
    #expect(document.bytes == first.bytes)
  }
}
