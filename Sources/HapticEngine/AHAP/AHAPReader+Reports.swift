internal import TextFormats

extension AHAPReader {
  /// Reports a problem with the value being read.
  ///
  /// The message is composed only if the problem is listed.
  mutating func report(
    _ code: AHAPDiagnostic.Code, at offset: Int, device: CoreHapticsError? = nil,
    suggestion: @autoclosure () -> String? = nil, _ message: (borrowing JSONReader) -> String
  ) {
    let json = json
    add(at: offset, code.severity) {
      Finding(
        code: code, path: json.path, message: message(json), suggestion: suggestion(),
        deviceError: device)
    }
  }

  /// Reports a problem with a value that has already been read.
  ///
  /// The message is composed only if the problem is listed.
  mutating func report(
    _ code: AHAPDiagnostic.Code, at offset: Int, _ valuePath: ValuePath,
    device: CoreHapticsError? = nil,
    suggestion: @autoclosure () -> String? = nil, _ message: () -> String
  ) {
    let json = json
    add(at: offset, code.severity) {
      Finding(
        code: code, path: valuePath.path(json), message: message(), suggestion: suggestion(),
        deviceError: device)
    }
  }

  /// Begins an object.
  ///
  /// For any other value, reports `rule`, which says that it must be an object, and returns false.
  mutating func beginObject(_ rule: StaticString, device: CoreHapticsError) -> Bool {
    let value = json.beginValue()
    if case .object = value { return true }
    refuse(value, rule.description, device: device)
    return false
  }

  /// Begins an array.
  ///
  /// For any other value, reports `rule`, which says that it must be an array, and returns false.
  mutating func beginArray(_ rule: StaticString, device: CoreHapticsError) -> Bool {
    let value = json.beginValue()
    if case .array = value { return true }
    refuse(value, rule.description, device: device)
    return false
  }

  /// Reports a value of the wrong type, and skips it.
  ///
  /// `rule` states the required type.
  mutating func refuse(_ value: JSONReader.Value, _ rule: String, device: CoreHapticsError) {
    if case .damaged = value { return }
    report(.wrongType, at: json.valueStart, device: device) { _ in "\(rule), not \(value.noun)" }
    json.skip(value)
  }

  private mutating func add(
    at offset: Int, _ severity: AHAPDiagnostic.Severity, _ make: () -> Finding
  ) {
    switch severity {
    case .error: errors.add(at: offset, make)
    case .warning: warnings.add(at: offset, make)
    }
  }
}

/// The path of a value in an object that has already been read: its key, and the path below the key.
struct ValuePath {
  /// The nesting depth of the object: the number of containers around it, plus 1 for the object itself.
  let depth: Int
  let key: String
  /// The index, if the value is an element of the key's array.
  var index: Int?
  /// The key in that element.
  var member: String?
  /// The key in the object that the first key contains.
  var inner: String?

  /// Returns the path as text, while the containers around the object are being read.
  func path(_ json: JSONReader) -> String {
    var path = json.path(frames: depth - 1)
    JSONPath.append(key: key, to: &path)
    if let index { path += "[\(index)]" }
    if let member { JSONPath.append(key: member, to: &path) }
    if let inner { JSONPath.append(key: inner, to: &path) }
    return path
  }
}

extension JSONReader.Value {
  /// The kind of value, for a message.
  var noun: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    case .damaged: "a damaged value"
    }
  }
}
