import Foundation
import HapticEngine
import HapticLint
import PhoneSimulator
import Realtime
import Testing
import TextFormats

/// Randomly changed documents: the schema and the reader give the same verdict on each.
///
/// Each format lists the rules that a schema cannot express: values that belong together, order,
/// and existing files. The documents are JSON, so the features that only YAML has are not covered:
/// the readers take yes, no, on and off for truth values, as YAML 1.1 does, and a schema does not.
struct SchemaMutationTests {
  /// The verdict of a reader on a document: its problems, each with its kind.
  private typealias Reading = (Data) -> [(kind: String, words: String)]

  /// The number of changed documents of each format, and the seeds.
  private static let count = 600

  /// Changes `documents`, and compares the verdicts on each; `beyond` is whether a schema cannot
  /// detect a problem.
  private func compare(
    _ format: String, _ documents: [Any], seed: UInt64, reading: Reading,
    beyond: (_ kind: String, _ words: String) -> Bool
  ) throws {
    let validator = try SchemaValidator(format)
    var mutation = DocumentMutation(seed: seed, words: documents)
    var (accepted, refused, beyondCount) = (0, 0, 0)
    for index in 0..<Self.count {
      let original = documents[index % documents.count]
      let document = mutation.changed(original)
      let text = try JSONSerialization.data(
        withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes])
      let found = reading(text)
      let unfit = try validator.problems(in: JSONSerialization.jsonObject(with: text))
      let words = String(decoding: text.prefix(2_000), as: UTF8.self)
      if unfit.isEmpty {
        let missed = found.filter { !beyond($0.kind, $0.words) }
        #expect(
          missed.isEmpty, "the schema takes what the reader does not: \(missed.prefix(2))\n\(words)"
        )
        if found.isEmpty { accepted += 1 } else { beyondCount += 1 }
      } else {
        #expect(
          !found.isEmpty, "the reader takes what the schema does not: \(unfit.prefix(2))\n\(words)")
        refused += 1
      }
    }
    // Otherwise the comparison would be empty.
    #expect(accepted > Self.count / 20 && refused > Self.count / 4, "\(accepted), \(refused)")
  }

  private static func files(_ folder: String, _ ending: String) -> [Data] {
    let folder = "\(Program.package)/\(folder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted()
      .compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `the schema of patterns agrees with the reader`(seed: UInt64) throws {
    let own = [TestPattern.mixed].map { Data($0.utf8) }
    let documents = try (Self.files("Patterns", ".ahap") + own).map {
      try JSONSerialization.jsonObject(with: $0)
    }.filter { try JSONSerialization.data(withJSONObject: $0).count < 20_000 }
    // Rules on several values together, and files.
    let beyond: Set<AHAPDiagnostic.Code> = [
      .duplicateParameter, .unorderedControlPoints, .equalControlPointTimes,
      .absoluteControlPointTimes, .lateCurve, .controlNotApplicable, .implausibleTime,
      .overlappingCurves, .escapingWaveformPath, .silentPattern,
    ]
    try compare("ahap", documents, seed: seed) { text in
      AHAP.read(Array(text), file: "x.ahap").diagnostics.map { ($0.code.rawValue, $0.message) }
    } beyond: { kind, _ in
      beyond.contains { $0.rawValue == kind }
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `the schema of profiles agrees with the reader`(seed: UInt64) throws {
    let listed = try Program.run("profiles", "--json", in: ScratchFolder()).json()
    let documents = try #require(listed as? [Any])
    try compare("profile", documents, seed: seed) { text in
      do throws(ProfileFileError) {
        _ = try Profile.read(Array(text), file: "x.json")
        return []
      } catch {
        guard case .invalid(let problems) = error else { return [("", "\(error)")] }
        return problems.map { ("", $0.message) }
      }
    } beyond: { _, words in
      words.contains("must not be below lowHertz")
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `the schema of manifests agrees with the reader`(seed: UInt64) throws {
    let documents = try Self.files("Examples/Lint", ".yaml").flatMap { data in
      (try? AppManifest(yaml: Array(data), file: "")) == nil
        ? [] : try SchemaValidator.documents(yaml: data)
    }
    #expect(documents.count >= 2)
    try compare("manifest", documents, seed: seed) { text in
      do throws(LintConfiguration.Invalid) {
        _ = try AppManifest(yaml: Array(text), file: "x.yaml")
        return []
      } catch {
        return error.problems.map { ("", $0.message) }
      }
    } beyond: { _, words in
      words.contains("is used twice")
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `the schema of scenarios agrees with the reader`(seed: UInt64) throws {
    let folder = ScenarioFolder(
      "\(Program.package)/Examples/Scenarios", libraries: ["\(Program.package)/Patterns"])
    func problems(_ text: Data) -> [(kind: String, words: String)] {
      do throws(ScenarioErrors) {
        _ = try ScenarioReader.read(Array(text), in: folder)
        return []
      } catch {
        return error.problems.map { ($0.code.rawValue, $0.message) }
      }
    }
    let folders =
      ["Examples/Scenarios"] + Self.folders("Examples/Guidelines")
      + Self.folders("Tests/PhoneSimulatorTests/Scenarios")
    let documents = try folders.flatMap { Self.files($0, ".yaml") }
      .flatMap { try SchemaValidator.documents(yaml: $0) }
      .filter {
        let text = try JSONSerialization.data(withJSONObject: $0)
        return text.count < 6_000 && problems(text).isEmpty
      }
    #expect(documents.count > 60)
    let names = ["app", "preset, pattern", "system sound", "voice or", "event", "actor", "switch"]
    try compare("scenario", documents, seed: seed, reading: problems) { kind, words in
      switch ScenarioProblem.Code(rawValue: kind) {
      case .timeOrder, .unusableFile, .illegalConfiguration: true
      case .unknownActor: true
      // Names of apps in expectations, and a second actor of a step.
      case .unknownKey: true
      case .missing: words.hasPrefix("a step needs an actor") || words.hasPrefix("'since' sets")
      case .outOfRange: words.hasPrefix("a listed port is built in") || words.hasPrefix("'os' is")
      // Names that the document or a folder defines, and values of more than a word.
      case .unknownWord:
        names.contains { words.hasPrefix("unknown \($0)") } || words.hasPrefix("'os' must be")
      default: false
      }
    }
  }

  private static func folders(_ folder: String) -> [String] {
    let whole = "\(Program.package)/\(folder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: whole)) ?? []
    return [folder] + names.sorted().map { "\(folder)/\($0)" }
  }
}

/// Changes JSON documents at random, one value or key at a time.
private struct DocumentMutation {
  private var random: SplitMix64
  /// The words in the documents, as values and as keys.
  private let words: [String]

  init(seed: UInt64, words documents: [Any]) {
    random = SplitMix64(seed: seed)
    var words: Set<String> = []
    func collect(_ value: Any) {
      if let text = value as? String { words.insert(text) }
      for (key, value) in value as? [String: Any] ?? [:] {
        words.insert(key)
        collect(value)
      }
      for value in value as? [Any] ?? [] { collect(value) }
    }
    for document in documents { collect(document) }
    self.words = words.sorted()
  }

  /// A step from a value to a value inside it.
  private enum Step {
    case key(String)
    case index(Int)
  }

  /// Returns the document with one change, or sometimes several.
  mutating func changed(_ document: Any) -> Any {
    var changed = document
    repeat {
      var paths: [[Step]] = []
      Self.collect(changed, [], &paths)
      guard let path = paths.randomElement(using: &random) else { return changed }
      changed = self.changed(changed, path[...])
    } while Int.random(in: 0..<4, using: &random) == 0
    return changed
  }

  /// Returns the paths of all values except the whole, in an order that is the same in every run.
  private static func collect(_ value: Any, _ path: [Step], _ paths: inout [[Step]]) {
    if !path.isEmpty { paths.append(path) }
    for (key, value) in (value as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) {
      collect(value, path + [.key(key)], &paths)
    }
    for (index, value) in (value as? [Any] ?? []).enumerated() {
      collect(value, path + [.index(index)], &paths)
    }
  }

  private mutating func changed(_ value: Any, _ path: ArraySlice<Step>) -> Any {
    guard let step = path.first else { return other(value) }
    let isLast = path.count == 1
    switch step {
    case .key(let key):
      var object = value as? [String: Any] ?? [:]
      switch isLast ? Int.random(in: 0..<6, using: &random) : 5 {
      case 0: object[key] = nil
      case 1: object[misspelt(key)] = object.removeValue(forKey: key)
      case 2: object[words.randomElement(using: &random) ?? "x"] = other(object[key] as Any)
      default: object[key] = changed(object[key] as Any, path.dropFirst())
      }
      return object
    case .index(let index):
      var list = value as? [Any] ?? []
      switch isLast ? Int.random(in: 0..<6, using: &random) : 5 {
      case 0: list.remove(at: index)
      case 1: list.insert(list[index], at: index)
      default: list[index] = changed(list[index], path.dropFirst())
      }
      return list
    }
  }

  private mutating func misspelt(_ word: String) -> String {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: word + "s"
    case 1: String(word.dropLast())
    default: word.uppercased() == word ? word.lowercased() : word.uppercased()
    }
  }

  /// Returns a replacement for `value`, of the same type or of another.
  private mutating func other(_ value: Any) -> Any {
    let isSame = Bool.random(using: &random)
    if isSame, let text = value as? String {
      return Bool.random(using: &random)
        ? misspelt(text) : words.randomElement(using: &random) ?? ""
    }
    if isSame, let number = value as? NSNumber {
      let factors: [Double] = [-1, 0, 0.5, 1.5, 2, 10, 1_000, 1e9]
      return number.doubleValue * (factors.randomElement(using: &random) ?? 0)
    }
    let others: [Any] = [
      NSNull(), true, false, 0, 1, -1, 0.5, 3, 1_000_000_000, "", "x", "1", "true", [Any](),
      [String: Any](), [value], ["x": value],
    ]
    return others.randomElement(using: &random) ?? NSNull()
  }
}
