import Foundation
import HapticEngine
import Testing

/// Tests with files that other people wrote for real apps and tools, from the folder that `HAPTIC_CORPUS` names.
@Suite(.enabled(if: Corpus.folder != nil, "HAPTIC_CORPUS does not name a folder of patterns"))
struct AHAPCorpusTests {
  /// The files that their authors made invalid on purpose, and the locations of the errors.
  static let refused = [
    "ahap/meta-haptics-sdk/invalid.ahap": "21:13: error: unknown entry \"ParameterCurves\"",
    "ahap/nicevibrations/invalid_fields.ahap": "24:13: error: unknown entry \"ParameterCurves\"",
  ]

  @Test func `the corpus contains more than fifty patterns, among them every refused one`() {
    #expect(Corpus.paths.count > 50)
    #expect(Set(Self.refused.keys).isSubset(of: Corpus.paths))
  }

  @Test(arguments: Corpus.paths)
  func `every corpus pattern is read, and invalid ones are rejected with a location`(
    name: String
  ) throws {
    let reading = try AHAP.read(path: Corpus.file(name))
    let errors = reading.diagnostics.filter { $0.severity == .error }.map(\.description)
    if let place = Self.refused[name] {
      #expect(errors.count == 1)
      #expect(errors.first?.hasPrefix("\(Corpus.file(name)):\(place)") == true)
      #expect(reading.pattern == nil)
    } else {
      #expect(errors == [])
      #expect(reading.pattern != nil)
    }
  }

  @Test(arguments: Corpus.paths)
  func `a pattern that is read, written and read again is equal`(name: String) throws {
    guard let pattern = try AHAP.read(path: Corpus.file(name)).pattern else { return }
    let once = AHAP.encode(pattern)
    #expect(AHAP.read(once).pattern == pattern)
    #expect(AHAP.read(once).pattern.map(AHAP.encode) == once)
  }

  @Test(arguments: Corpus.paths)
  func `a pattern has the values that an independent JSON parser finds in the file`(name: String)
    throws
  {
    guard let pattern = try AHAP.read(path: Corpus.file(name)).pattern else { return }
    let data = try Data(contentsOf: URL(fileURLWithPath: Corpus.file(name)))
    let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let entries = try #require(root?["Pattern"] as? [[String: [String: Any]]])
    #expect(pattern.entries.count == entries.count)
    for (entry, found) in zip(pattern.entries, entries) {
      #expect(Self.summary(entry) == Self.summary(found))
    }
  }

  /// Returns a number to 12 digits, because JSONSerialization rounds the last ones.
  private static func digits(_ value: Double?) -> String {
    String(format: "%.12g", value ?? -1)
  }

  private static func summary(_ entry: HapticPattern.Entry) -> [String] {
    switch entry {
    case .event(let event):
      [digits(event.time), event.type.rawValue, digits(event.duration), event.waveform?.path ?? ""]
        + event.parameters.flatMap { [$0.id.rawValue, digits($0.value)] }
    case .parameter(let parameter):
      [digits(parameter.time), parameter.id.rawValue, digits(parameter.value)]
    case .curve(let curve):
      [digits(curve.time), curve.id.rawValue]
        + curve.controlPoints.flatMap { [digits($0.time), digits($0.value)] }
    }
  }

  private static func summary(_ found: [String: [String: Any]]) -> [String] {
    func number(_ value: Any?) -> String { digits((value as? NSNumber)?.doubleValue) }
    func word(_ value: Any?) -> String { value as? String ?? "" }
    guard let (kind, value) = found.first else { return [] }
    let head = [number(value["Time"])]
    switch kind {
    case "Event":
      let parameters = value["EventParameters"] as? [[String: Any]] ?? []
      return head
        + [
          word(value["EventType"]), number(value["EventDuration"]),
          word(value["EventWaveformPath"]),
        ] + parameters.flatMap { [word($0["ParameterID"]), number($0["ParameterValue"])] }
    case "Parameter":
      return head + [word(value["ParameterID"]), number(value["ParameterValue"])]
    default:
      let points = value["ParameterCurveControlPoints"] as? [[String: Any]] ?? []
      return head + [word(value["ParameterID"])]
        + points.flatMap { [number($0["Time"]), number($0["ParameterValue"])] }
    }
  }
}
