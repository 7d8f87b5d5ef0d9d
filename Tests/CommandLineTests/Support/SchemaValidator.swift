import Foundation
import Testing
import TextFormats
import YAMLText

/// A small validator of JSON Schema, draft 2020-12.
///
/// It supports the keywords that the program's schemas use. An unknown keyword is an error, so that
/// none is ignored.
struct SchemaValidator {
  /// An unknown keyword, or a reference without a target.
  struct Unknown: Error { let keyword: String }

  private let root: JSONValue

  /// The schema that `haptic schema FORMAT` prints.
  init(_ format: String) throws {
    let outcome = try Program.run("schema", format, in: ScratchFolder())
    root = JSONValue(try outcome.json())
  }

  /// Creates a validator for a schema that is not the program's own.
  init(json: String) throws {
    root = JSONValue(try JSONSerialization.jsonObject(with: Data(json.utf8)))
  }

  /// Returns the parts of `value`, as Foundation reads JSON, that do not fit, each with its path;
  /// empty if all fit.
  func problems(in value: Any) throws -> [String] { try problems(JSONValue(value), root, at: "$") }

  private func problems(
    _ value: JSONValue, _ schema: JSONValue, at path: String
  ) throws -> [String] {
    if case .truth(let isAllowed) = schema { return isAllowed ? [] : ["\(path): not allowed"] }
    let rules = schema.object ?? [:]
    return try rules.keys.sorted().flatMap { keyword in
      try problems(value, keyword, rules[keyword] ?? .null, of: rules, at: path)
    }
  }

  private func problems(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, of schema: [String: JSONValue],
    at path: String
  ) throws -> [String] {
    func expect(_ holds: Bool) -> [String] { holds ? [] : ["\(path): \(keyword)"] }
    let (object, array, number) = (value.object, value.array, value.number)
    let limit = rule.number ?? 0
    switch keyword {
    case "$schema", "$defs", "title", "description", "then", "else": return []
    case "$ref":
      let parts = (rule.text ?? "").dropFirst(2).split(separator: "/").map(String.init)
      let target = parts.reduce(root as JSONValue?) { $0?.object?[$1] }
      guard let target else { throw Unknown(keyword: "\(rule)") }
      return try problems(value, target, at: path)
    case "type":
      let types = rule.array?.compactMap(\.text) ?? [rule.text ?? ""]
      return expect(types.contains(where: value.isOf))
    case "enum": return expect((rule.array ?? []).contains(value))
    case "const": return expect(rule == value)
    case "minimum": return expect(number.map { $0 >= limit } ?? true)
    case "exclusiveMinimum": return expect(number.map { $0 > limit } ?? true)
    case "maximum": return expect(number.map { $0 <= limit } ?? true)
    case "minItems": return expect(array.map { Double($0.count) >= limit } ?? true)
    case "maxItems": return expect(array.map { Double($0.count) <= limit } ?? true)
    case "minProperties": return expect(object.map { Double($0.count) >= limit } ?? true)
    case "maxProperties": return expect(object.map { Double($0.count) <= limit } ?? true)
    case "minLength": return expect(value.text.map { Double($0.count) >= limit } ?? true)
    case "pattern":
      let pattern = try Regex(rule.text ?? "")
      return expect(value.text.map { $0.contains(pattern) } ?? true)
    case "required":
      let missing = (rule.array ?? []).compactMap(\.text).filter { object?[$0] == nil }
      return expect(object == nil || missing.isEmpty)
    case "items":
      return try (array ?? []).enumerated().flatMap {
        try problems($1, rule, at: "\(path)[\($0)]")
      }
    case "properties":
      return try members(of: object) { key, member in
        try rule.object?[key].map { try problems(member, $0, at: "\(path).\(key)") } ?? []
      }
    case "additionalProperties":
      let known = schema["properties"]?.object ?? [:]
      return try members(of: object) { key, member in
        known[key] == nil ? try problems(member, rule, at: "\(path).\(key)") : []
      }
    case "propertyNames":
      return try members(of: object) { key, _ in
        try problems(.text(key), rule, at: "\(path).\(key)")
      }
    case "allOf":
      return try (rule.array ?? []).flatMap { try problems(value, $0, at: path) }
    case "anyOf":
      return expect(try (rule.array ?? []).contains { try problems(value, $0, at: path).isEmpty })
    case "if":
      let branch = try problems(value, rule, at: path).isEmpty ? "then" : "else"
      return try schema[branch].map { try problems(value, $0, at: path) } ?? []
    default: throw Unknown(keyword: keyword)
    }
  }

  /// Returns the problems of the members of an object, in alphabetical order.
  private func members(
    of object: [String: JSONValue]?, _ problems: (String, JSONValue) throws -> [String]
  ) rethrows -> [String] {
    try (object ?? [:]).sorted { $0.key < $1.key }.flatMap { try problems($0.key, $0.value) }
  }

  /// Returns the documents of a YAML file, as editors see them.
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

/// A JSON value without Foundation's classes, which are slow to query.
private enum JSONValue: Equatable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Converts the value that Foundation has read.
  init(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let number as NSNumber:
      // SAFETY: the type's name is a static string. A truth value is a number of one character.
      let isTruth = unsafe String(cString: number.objCType) == "c"
      self = isTruth ? .truth(number.boolValue) : .number(number.doubleValue)
    case let items as [Any]: self = .array(items.map { JSONValue($0) })
    case let members as [String: Any]: self = .object(members.mapValues { JSONValue($0) })
    default: self = .null
    }
  }

  var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }
  var array: [JSONValue]? { if case .array(let items) = self { items } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// Whether the value is of the JSON Schema type of that name.
  func isOf(_ type: String) -> Bool {
    switch (type, self) {
    case ("object", .object), ("array", .array), ("string", .text), ("boolean", .truth),
      ("number", .number), ("null", .null):
      true
    case ("integer", .number(let number)): number.rounded() == number
    default: false
    }
  }
}
