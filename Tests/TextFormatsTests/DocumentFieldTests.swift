import Testing
import TextFormats
import YAMLText

/// Keys as rows: the values read, the problems reported, and the schema.
struct DocumentFieldTests {
  private struct Lamp: Hashable, Sendable {
    var name = ""
    var level = 0.5
    var isOn = false
    var colors: [String] = []
    var place = ""
  }

  private typealias Value<Element> = DocumentValue<PlainDocumentReader, Element>
  private typealias Field = DocumentField<PlainDocumentReader, Lamp>

  private static let place: Value<String> = .either(
    .choice("place", [("desk", "desk"), ("wall", "wall")]), Value<String>.text.under("room"),
    Value<String>.text.under("street"))

  private static let fields: [Field] = [
    Field("name", .name, "What it is called.", isRequired: true) { $0.name = $1 },
    Field("level", .number(in: 0...1)) { $0.level = $1 },
    Field("isOn", .truth) { $0.isOn = $1 },
    Field("colors", Value<String>.text.listOrOne) { $0.colors = $1 },
    Field("place", place) { $0.place = $1 },
  ]

  private static func read(_ yaml: String) -> (lamp: Lamp, problems: [String]) {
    let documents = YAMLDocuments(Array(yaml.utf8))
    return read(documents.roots[0], PlainDocumentReader())
  }

  private static func read(
    _ root: YAMLNode, _ reader: PlainDocumentReader
  ) -> (lamp: Lamp, problems: [String]) {
    var (lamp, reader) = (Lamp(), reader)
    reader.read(root, "a lamp", fields, into: &lamp)
    return (
      lamp, reader.problems.map { "\($0.place.line):\($0.place.column) \($0.message)" }
    )
  }

  @Test(arguments: [
    ("name: a", Lamp(name: "a")),
    (
      "{ name: a, level: 1, isOn: yes, colors: red, place: desk }",
      Lamp(name: "a", level: 1, isOn: true, colors: ["red"], place: "desk")
    ),
    (
      "{ name: 7, colors: [red, 2], place: { room: hall } }",
      Lamp(name: "7", colors: ["red", "2"], place: "hall")
    ),
    ("{ name: a, colors: }", Lamp(name: "a")),
  ])
  private func `a map sets the values of its rows`(yaml: String, lamp: Lamp) {
    let found = Self.read(yaml)
    #expect(found.lamp == lamp && found.problems.isEmpty, "\(found)")
  }

  @Test(arguments: [
    ("[]", ["1:1 a lamp must be a map with name, not a list"]),
    ("{}", ["1:1 missing key 'name'"]),
    ("nam: a", ["1:1 unknown key 'nam'; did you mean 'name'?"]),
    (
      "{ name: a, x: 1 }",
      ["1:12 unknown key 'x'; available: colors, isOn, level, name, place"]
    ),
    (
      "{ name: '', level: 2, isOn: 1 }",
      [
        "1:9 name must not be empty", "1:20 level must be from 0 to 1, not 2",
        "1:29 isOn must be true or false, not \"1\"",
      ]
    ),
    (
      "{ isOn: [], name: a, colors: [[]] }",
      ["1:9 isOn must be true or false, not a list", "1:31 colors must be a word, not a list"]
    ),
    ("{ name: a, place: dsk }", ["1:19 unknown place 'dsk'; did you mean 'desk'?"]),
    ("{ name: a, place: {} }", ["1:19 missing key 'room' or 'street'"]),
    ("{ name: a, place: { rom: x } }", ["1:21 unknown key 'rom'; did you mean 'room'?"]),
    (
      "{ name: a, place: { room: x, street: y } }",
      ["1:30 unknown key 'street'; available: room"]
    ),
  ])
  func `problems have locations and suggestions`(yaml: String, problems: [String]) {
    #expect(Self.read(yaml).problems == problems)
  }

  @Test
  func `JSON is read by the same rows, and a duplicate key is a problem`() {
    let text = #"{"name": "a", "level": 1e9999, "isOn": true, "isOn": false}"#
    let document = JSONDocument(Array(text.utf8), maximumNesting: 4, maximumFaults: 4)
    let found = Self.read(document.root, PlainDocumentReader(problems: document.problems))
    #expect(found.lamp.isOn)
    #expect(found.problems.contains("1:46 duplicate key 'isOn'"), "\(found.problems)")
  }

  @Test func `the schema is folded from the rows`() throws {
    let schema = DocumentShape(Self.fields).document(title: "Lamp", description: "A lamp.")
    let text = try JSONEncoding.text(schema, isOneLine: true)
    for part in [
      #""required":["name"]"#, #""minLength":1"#, #""description":"What it is called.""#,
      #""level":{"maximum":1,"minimum":0,"type":"number"}"#, #""isOn":{"type":"boolean"}"#,
      #""enum":["desk","wall"]"#, #""additionalProperties":false"#,
    ] { #expect(text.contains(part), "\(part) is not in \(text)") }
  }
}
