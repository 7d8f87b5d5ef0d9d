import Foundation
import HapticLint
import Testing

/// `haptic lint --sarif`, checked against the specification of the format.
struct SARIFTests {
  /// The requirements of SARIF 2.1.0 on the objects that lint writes, as a JSON Schema.
  ///
  /// Written from the specification; the numbers are its sections. Every object is closed, so that
  /// misspelled properties are found. The official schema, of which this is a part, also closes
  /// them.
  ///
  /// Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", errata 01.
  private static let schema = #"""
    {
      "title": "3.13 sarifLog", "type": "object", "required": ["version", "runs"],
      "additionalProperties": false,
      "properties": {
        "$schema": { "type": "string", "pattern": "^https://" },
        "version": { "const": "2.1.0" },
        "runs": { "type": "array", "items": { "$ref": "#/$defs/run" } }
      },
      "$defs": {
        "run": {
          "title": "3.14 run", "type": "object", "required": ["tool"],
          "additionalProperties": false,
          "properties": {
            "tool": {
              "title": "3.18 tool", "type": "object", "required": ["driver"],
              "additionalProperties": false,
              "properties": { "driver": { "$ref": "#/$defs/toolComponent" } }
            },
            "invocations": {
              "type": "array",
              "items": {
                "title": "3.20 invocation", "type": "object", "required": ["executionSuccessful"],
                "additionalProperties": false,
                "properties": {
                  "executionSuccessful": { "type": "boolean" },
                  "toolExecutionNotifications": {
                    "type": "array",
                    "items": {
                      "title": "3.58 notification", "type": "object", "required": ["message"],
                      "additionalProperties": false,
                      "properties": {
                        "message": { "$ref": "#/$defs/message" },
                        "level": { "enum": ["none", "note", "warning", "error"] }
                      }
                    }
                  }
                }
              }
            },
            "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
            "results": { "type": "array", "items": { "$ref": "#/$defs/result" } }
          }
        },
        "toolComponent": {
          "title": "3.19 toolComponent", "type": "object", "required": ["name"],
          "additionalProperties": false,
          "properties": {
            "name": { "type": "string" }, "version": { "type": "string" },
            "rules": { "type": "array", "items": { "$ref": "#/$defs/reportingDescriptor" } }
          }
        },
        "reportingDescriptor": {
          "title": "3.49 reportingDescriptor", "type": "object", "required": ["id"],
          "additionalProperties": false,
          "properties": {
            "id": { "type": "string", "pattern": "^[LP]-[0-9]{2}$" },
            "name": { "type": "string" },
            "shortDescription": { "$ref": "#/$defs/message" },
            "fullDescription": { "$ref": "#/$defs/message" },
            "help": { "$ref": "#/$defs/message" }
          }
        },
        "message": {
          "title": "3.11 message, 3.12 multiformatMessageString", "type": "object",
          "required": ["text"], "additionalProperties": false,
          "properties": { "text": { "type": "string", "minLength": 1 } }
        },
        "result": {
          "title": "3.27 result", "type": "object", "required": ["message"],
          "additionalProperties": false,
          "properties": {
            "ruleId": { "type": "string" },
            "ruleIndex": { "type": "integer", "minimum": -1 },
            "level": { "enum": ["none", "note", "warning", "error"] },
            "message": { "$ref": "#/$defs/message" },
            "locations": { "type": "array", "items": { "$ref": "#/$defs/location" } },
            "suppressions": { "type": "array", "items": { "$ref": "#/$defs/suppression" } },
            "properties": { "$ref": "#/$defs/propertyBag" }
          }
        },
        "propertyBag": {
          "title": "3.8 property bag", "type": "object",
          "properties": { "tags": { "type": "array", "items": { "type": "string" } } }
        },
        "location": {
          "title": "3.28 location", "type": "object", "additionalProperties": false,
          "properties": {
            "physicalLocation": { "$ref": "#/$defs/physicalLocation" },
            "logicalLocations": {
              "type": "array", "minItems": 0,
              "items": {
                "title": "3.33 logicalLocation", "type": "object", "additionalProperties": false,
                "properties": { "fullyQualifiedName": { "type": "string" } }
              }
            }
          }
        },
        "physicalLocation": {
          "title": "3.29 physicalLocation", "type": "object", "required": ["artifactLocation"],
          "additionalProperties": false,
          "properties": {
            "artifactLocation": {
              "title": "3.4 artifactLocation; 3.10.1: a URI reference", "type": "object",
              "required": ["uri"], "additionalProperties": false,
              "properties": {
                "uri": { "type": "string", "pattern": "^([A-Za-z0-9._~/-]|%[0-9A-F]{2})+$" }
              }
            },
            "region": {
              "title": "3.30 region: lines and columns from 1", "type": "object",
              "required": ["startLine"], "additionalProperties": false,
              "properties": {
                "startLine": { "type": "integer", "minimum": 1 },
                "startColumn": { "type": "integer", "minimum": 1 }
              }
            }
          }
        },
        "suppression": {
          "title": "3.35 suppression", "type": "object", "required": ["kind"],
          "additionalProperties": false,
          "properties": {
            "kind": { "enum": ["inSource", "external"] }, "justification": { "type": "string" }
          }
        }
      }
    }
    """#

  /// The log of all files of the project with findings, and of a file with a strange name.
  private static func log() throws -> [String: Any] {
    let folder = try ScratchFolder()
    try folder.write(
      #"{"Pattern": [{"Event": {"EventType": "HapticContinuous", "Time": 0}}]}"#,
      to: "a ü%&.ahap")
    try folder.write("{", to: "broken.ahap")
    try folder.write(
      "accept: [{ rule: L-16, file: broken.ahap, reason: kept }]", to: "haptic-lint.yaml")
    let outcome = try Program.run(
      "lint", "--sarif", "a ü%&.ahap", "broken.ahap",
      "\(Program.package)/Examples/Lint/faults.yaml", in: folder)
    #expect(outcome.status == 1)
    return try #require(try outcome.json() as? [String: Any])
  }

  @Test func `a result has only the thresholds that it was measured against`() throws {
    let folder = try ScratchFolder()
    try folder.write(TestPattern.clamped, to: "clamped.ahap")
    try Data(
      try Program.run("new", "-", "--notation", "(buzz 1s 1 & buzz 1s 1)", in: folder).output
    )
    .write(to: folder.url.appendingPathComponent("loud.ahap"))
    for (file, thresholds) in [("clamped.ahap", [[]]), ("loud.ahap", [["L-16.peak"]])] {
      let outcome = try Program.run("lint", file, "--sarif", in: folder)
      let log = try #require(try outcome.json() as? [String: Any])
      let runs = try #require(log["runs"] as? [[String: Any]])
      let results = (runs[0]["results"] as? [[String: Any]] ?? [])
        .filter { $0["ruleId"] as? String == "L-16" }
      let found = results.map { result in
        let properties = result["properties"] as? [String: Any]
        return (properties?["thresholds"] as? [[String: Any]] ?? []).map { $0["name"] as? String }
      }
      #expect(found == thresholds, "\(outcome.text)")
    }
  }

  @Test func `a log is valid by the schema of the specification`() throws {
    let log = try Self.log()
    #expect(try SchemaValidator(json: Self.schema).problems(in: log) == [])
    let failed = try Program.run("lint", "--sarif", "missing.ahap", in: ScratchFolder())
    let other = try #require(try failed.json() as? [String: Any])
    #expect(try SchemaValidator(json: Self.schema).problems(in: other) == [])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(Set(results.compactMap { $0["level"] as? String }) == ["note", "warning", "error"])
    #expect(results.contains { ($0["suppressions"] as? [Any])?.isEmpty == false })
  }

  @Test(arguments: [
    ("\"version\":\"2.1.0\"", "\"version\":\"2.0.0\""), ("\"text\"", "\"txt\""),
    ("\"level\":\"error\"", "\"level\":\"info\""), ("\"startLine\":1}", "\"startLine\":0}"),
    ("\"uri\":\"broken", "\"uri\":\"broken file"), ("\"driver\"", "\"drivers\""),
    ("\"kind\":\"external\"", "\"kind\":\"accepted\""),
  ])
  func `the schema rejects a log with a fault`(right: String, wrong: String) throws {
    let bytes = try JSONSerialization.data(
      withJSONObject: try Self.log(), options: [.sortedKeys, .withoutEscapingSlashes])
    let text = String(decoding: bytes, as: UTF8.self)
    try #require(text.contains(right))
    let faulty = try JSONSerialization.jsonObject(
      with: Data(text.replacing(right, with: wrong, maxReplacements: 1).utf8))
    #expect(try !SchemaValidator(json: Self.schema).problems(in: faulty).isEmpty)
  }
}
