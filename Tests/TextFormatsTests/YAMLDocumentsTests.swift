import TestSupport
import Testing
import TextFormats
import YAMLText

/// The reader of YAML, and files meant to take endless time or memory.
///
/// Without bounds, none of these tests would end.
struct YAMLDocumentsTests {
  private func kinds(_ text: String) -> [YAMLProblem.Kind] {
    YAMLDocuments(Array(text.utf8)).problems.map(\.kind)
  }

  @Test func `every value, key and alias has its location`() throws {
    let text = "a: &x [1, 'zwei']\nb:\n  - *x\n  - {é: ü, \"c\": }\n"
    let root = try #require(YAMLDocuments(Array(text.utf8)).roots.first)
    guard case .mapping(let entries) = root.content else { throw Unexpected() }
    #expect(entries.map(\.key) == ["a", "b"])
    #expect(entries.map(\.place.description) == ["1:1", "2:1"])
    #expect(entries.map(\.value.place.description) == ["1:4", "3:3"])
    guard case .sequence(let items) = entries[1].value.content,
      case .mapping(let inner) = items[1].content
    else { throw Unexpected() }
    #expect(items[0] == entries[0].value)
    #expect(inner.map(\.place.description) == ["4:6", "4:12"])
    #expect(inner.map(\.value.place.description) == ["4:9", "4:17"])
  }

  @Test func `a duplicate key is reported at its location, and the rest is read`() throws {
    let documents = YAMLDocuments(Array("{a: 1, b: 2, a: 3}\n---\nc: 4\n".utf8))
    #expect(documents.problems.map(\.place.description) == ["1:14"])
    #expect(documents.problems.map(\.kind) == [.duplicateKey])
    #expect(documents.roots.count == 2)
  }

  @Test(arguments: [
    "[", "{", "[\n", "{a: ", "- ", "? ", "[a, ", "!", "&", "*", "\"", "'", "|\n", "%", "a: ", "\t",
    "!!", "%TAG ! tag:", "{a: b, ", "\"\\x", "# ", "--- ", "...\n", "&a [",
  ])
  func `a megabyte of repetitions is read or rejected`(piece: String) {
    let text = String(repeating: piece, count: 1_048_576 / piece.utf8.count)
    let documents = YAMLDocuments(Array(text.utf8))
    #expect(documents.roots.count <= 1_048_576)
  }

  @Test func `a document with too many directives is rejected`() {
    let tags = (0..<100_000).map { "%TAG !t\($0)! tag:x\n" }.joined()
    #expect(kinds(tags + "--- 1\n") == [.tooMuch])
    let few = "%YAML 1.1\n%TAG !t! tag:x,2000:\n--- !t!a 1\n"
    #expect(
      kinds(String(repeating: few, count: 100).replacing("\n%YAML", with: "\n...\n%YAML")).isEmpty)
  }

  @Test(arguments: ["'", "\"", "{", "[", "|\n  a\n b: '"])
  func `an unclosed construct is reported`(opening: String) {
    let kinds = kinds("a: \(opening)b\nc: d\n" + String(repeating: "x: y\n", count: 10_000))
    #expect(kinds.contains(.syntax))
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x61], [0x61, 0x3A, 0x20, 0xC3, 0x28], [0x61, 0x00, 0x62],
      [0xEF, 0xBB, 0xBF, 0xED, 0xA0, 0x80],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are reported without a crash`(bytes: [UInt8]) {
    #expect(YAMLDocuments(bytes).problems.map(\.kind) == [.syntax])
  }

  @Test(arguments: seeds(0..<200))
  func `random pieces of YAML are read or rejected, with locations in the text`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "[", "]", "{", "}", ": ", "- ", ", ", "? ", "\n", "\n  ", "\n    ", "\"", "'", "&a ", "*a",
      "!t ", "|\n", ">-\n", "#", "%", "---\n", "...\n", "\t", "\r\n", "é", "\u{2028}", "\u{1}", "x",
      "true", "1e9", "\\", "a: b", "*", "&",
    ]
    let count = Int.random(in: 1...400, using: &random)
    let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let lines = text.count { $0.isNewline } + 2
    for problem in YAMLDocuments(Array(text.utf8)).problems {
      #expect((1...lines).contains(problem.place.line))
      #expect(problem.place.column >= 1)
      #expect(!problem.message.isEmpty)
    }
  }

  private struct Unexpected: Error {}
}
