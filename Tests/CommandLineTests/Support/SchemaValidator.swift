import Foundation
import Testing
import TextFormats
import YAMLText

/// A small validator of JSON Schema, draft 2020-12.
///
/// It knows the keywords that the program's schemas use; one that it does not know is an error, so that none
/// is passed over.
struct SchemaValidator {
  /// A keyword that is not known, or a reference that leads nowhere.
  struct Unknown: Error { let keyword: String }

  private let root: [String: Any]

  /// The schema that `haptic schema FORMAT` prints.
  init(_ format: String) throws {
    let outcome = try Program.run("schema", format, in: ScratchFolder())
    root = try outcome.json() as? [String: Any] ?? [:]
  }

  /// A schema that is not the program's own.
  init(json: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
  }

  /// What of `value` does not fit, each with its path; empty if all does.
  func problems(in value: Any) throws -> [String] { try problems(value, root, at: "$") }

  private func problems(_ value: Any, _ schema: Any, at path: String) throws -> [String] {
    if let whether = schema as? NSNumber {
      return whether.boolValue ? [] : ["\(path): not allowed"]
    }
    let schema = schema as? [String: Any] ?? [:]
    return try schema.keys.sorted().flatMap { keyword in
      try self.problems(value, keyword, schema[keyword] as Any, of: schema, at: path)
    }
  }

  private func problems(
    _ value: Any, _ keyword: String, _ rule: Any, of schema: [String: Any], at path: String
  ) throws -> [String] {
    func expect(_ holds: Bool) -> [String] { holds ? [] : ["\(path): \(keyword)"] }
    let (object, array) = (value as? [String: Any], value as? [Any])
    let number = Self.isBoolean(value) ? nil : value as? NSNumber
    let limit = (rule as? NSNumber)?.doubleValue ?? 0
    switch keyword {
    case "$schema", "$defs", "title", "description", "then", "else": return []
    case "$ref":
      let parts = (rule as? String ?? "").dropFirst(2).split(separator: "/").map(String.init)
      let target = parts.reduce(root as Any?) { ($0 as? [String: Any])?[$1] }
      guard let target else { throw Unknown(keyword: "\(rule)") }
      return try problems(value, target, at: path)
    case "type":
      let types = rule as? [String] ?? [rule as? String ?? ""]
      return expect(types.contains { Self.isOf($0, value) })
    case "enum": return expect((rule as? [Any] ?? []).contains { Self.isEqual($0, value) })
    case "const": return expect(Self.isEqual(rule, value))
    case "minimum": return expect(number.map { $0.doubleValue >= limit } ?? true)
    case "exclusiveMinimum": return expect(number.map { $0.doubleValue > limit } ?? true)
    case "maximum": return expect(number.map { $0.doubleValue <= limit } ?? true)
    case "minItems": return expect(array.map { Double($0.count) >= limit } ?? true)
    case "maxItems": return expect(array.map { Double($0.count) <= limit } ?? true)
    case "minProperties": return expect(object.map { Double($0.count) >= limit } ?? true)
    case "maxProperties": return expect(object.map { Double($0.count) <= limit } ?? true)
    case "minLength": return expect((value as? String).map { Double($0.count) >= limit } ?? true)
    case "pattern":
      let pattern = try Regex(rule as? String ?? "")
      return expect((value as? String).map { $0.contains(pattern) } ?? true)
    case "required":
      let missing = (rule as? [String] ?? []).filter { object?[$0] == nil }
      return expect(object == nil || missing.isEmpty)
    case "items":
      return try (array ?? []).enumerated().flatMap {
        try problems($1, rule, at: "\(path)[\($0)]")
      }
    case "properties":
      return try (rule as? [String: Any] ?? [:]).sorted { $0.key < $1.key }.flatMap { key, rule in
        try object?[key].map { try problems($0, rule, at: "\(path).\(key)") } ?? []
      }
    case "additionalProperties":
      let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
      return try (object ?? [:]).filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
        .flatMap { try problems($1, rule, at: "\(path).\($0)") }
    case "propertyNames":
      return try (object ?? [:]).keys.sorted().flatMap {
        try problems($0, rule, at: "\(path).\($0)")
      }
    case "allOf":
      return try (rule as? [Any] ?? []).flatMap { try problems(value, $0, at: path) }
    case "anyOf":
      return expect(
        try (rule as? [Any] ?? []).contains { try problems(value, $0, at: path).isEmpty })
    case "if":
      let branch = try problems(value, rule, at: path).isEmpty ? "then" : "else"
      return try schema[branch].map { try problems(value, $0, at: path) } ?? []
    default: throw Unknown(keyword: keyword)
    }
  }

  private static func isBoolean(_ value: Any) -> Bool {
    // SAFETY: the type's name is a string that stays. A truth value is a number of one character.
    (value as? NSNumber).map { unsafe String(cString: $0.objCType) == "c" } ?? false
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isBoolean(value)
    case "number": value is NSNumber && !isBoolean(value)
    case "integer":
      !isBoolean(value)
        && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } == true
    case "null": value is NSNull
    default: false
    }
  }

  private static func isEqual(_ one: Any, _ two: Any) -> Bool {
    if isBoolean(one) != isBoolean(two) { return false }
    if let (one, two) = (one as? NSNumber).flatMap({ one in (two as? NSNumber).map { (one, $0) } })
    {
      return one.doubleValue == two.doubleValue
    }
    if let one = one as? String { return one == two as? String }
    return one is NSNull && two is NSNull
  }

  /// The documents of a file in YAML, as editors see them.
  static func documents(yaml: Data) throws -> [Any] {
    try #require(YAMLDocuments(Array(yaml)).problems.isEmpty)
    return YAMLDocuments(Array(yaml)).roots.filter { !$0.isNull }.map(value)
  }

  private static func value(of node: YAMLNode) -> Any {
    switch node.content {
    case .sequence(let items): return items.map(value)
    case .mapping(let entries):
      return Dictionary(entries.map { ($0.key, value(of: $0.value)) }, uniquingKeysWith: { $1 })
    case .scalar(let text, let isQuoted):
      if isQuoted { return text }
      if node.isNull { return NSNull() }
      if ["true", "false"].contains(text) { return NSNumber(value: text == "true") }
      return Double(text).map { NSNumber(value: $0) as Any } ?? text
    }
  }
}
