internal import Foundation
internal import HapticEngine
internal import PhoneFoundation
internal import TextFormats

/// A pattern's dictionary as the text of a pattern file, so that the reader of files also checks dictionaries.
struct DictionaryText {
  private(set) var output: [UInt8] = []
  /// The keys and indices that lead to the value being written.
  private var path: [String] = []

  /// Appends a value.
  ///
  /// - Throws: `CHHapticError` if the value, or a value inside it, cannot be part of a pattern.
  mutating func write(_ value: Any) throws {
    guard path.count <= AHAP.maximumNesting else {
      throw refusal("the dictionary is nested more than \(AHAP.maximumNesting) levels deep")
    }
    if let key = value as? AnyHashable, type(of: value) == AnyHashable.self {
      try write(key.base)
    } else if let word = value as? any _StringNewtype {
      JSONText.append(word.rawValue, to: &output)
    } else if value is NSNull {
      append("null")
    } else if let number = try number(value) {
      append(number)
    } else if let text = value as? String {
      JSONText.append(text, to: &output)
    } else if let elements = value as? [Any] {
      try write(elements)
    } else if let members = value as? [AnyHashable: Any] {
      try write(members)
    } else {
      throw refusal("a value of type \(type(of: value)) cannot be part of a pattern")
    }
  }

  private mutating func write(_ elements: [Any]) throws {
    append("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      path.append("[\(index)]")
      try write(element)
      path.removeLast()
    }
    append("]")
  }

  private mutating func write(_ members: [AnyHashable: Any]) throws {
    var named: [(key: String, value: Any)] = []
    for (key, value) in members {
      guard let name = key.base as? String else {
        throw refusal("the key \(key.base) is not a string")
      }
      named.append((name, value))
    }
    append("{")
    for (index, member) in named.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { append(",") }
      JSONText.append(member.key, to: &output)
      append(":")
      path.append(path.isEmpty ? member.key : ".\(member.key)")
      try write(member.value)
      path.removeLast()
    }
    append("}")
  }

  /// Returns the text of a number or truth value; nil if the value is neither.
  private func number(_ value: Any) throws -> String? {
    // A cast also converts between numbers and truth values, so the type decides.
    if type(of: value) == Bool.self, let flag = value as? Bool { return flag ? "true" : "false" }
    let number: Double
    switch value {
    case let object as NSNumber where value is NSObject:
      // The class of the truth values is private.
      if "\(type(of: object))".contains("Boolean") { return object.boolValue ? "true" : "false" }
      number = object.doubleValue
    // The shortest text of a Float is the number that the app has written.
    case let float as Float where type(of: value) == Float.self:
      number = Double("\(float)") ?? Double(float)
    case let float as any BinaryFloatingPoint: number = Double(float)
    case let integer as any BinaryInteger: return "\(integer)"
    default: return nil
    }
    guard number.isFinite else {
      throw CHHapticError(
        .badParameterEntry, "\(path.joined()): the value is \(number); it must be a finite number")
    }
    return "\(number)"
  }

  private func refusal(_ detail: String) -> CHHapticError {
    let place = path.joined()
    return CHHapticError(
      .invalidPatternDictionary, place.isEmpty ? detail : "\(place): \(detail)")
  }

  private mutating func append(_ text: String) { output += Array(text.utf8) }
}

extension PatternContent {
  /// The pattern as a dictionary of strings and numbers that casts to Apple's types and to Swift's.
  var dictionary: [CHHapticPattern.Key: Any] {
    let entries = pattern.entries.map { entry -> [CHHapticPattern.Key: Any] in
      switch entry {
      case .event(let event): [.event: event.dictionary]
      case .parameter(let parameter): [.parameter: parameter.dictionary]
      case .curve(let curve): [.parameterCurve: curve.dictionary]
      }
    }
    return [.version: NSNumber(value: 1.0), .pattern: entries]
  }
}

extension HapticEvent {
  fileprivate var dictionary: [CHHapticPattern.Key: Any] {
    let parameters = parameters.map { parameter -> [CHHapticPattern.Key: Any] in
      [
        .parameterID: NSString(string: parameter.id.rawValue),
        .parameterValue: NSNumber(value: Float(parameter.value)),
      ]
    }
    var members: [CHHapticPattern.Key: Any] = [
      .eventType: NSString(string: type.rawValue), .time: NSNumber(value: time),
      .eventDuration: NSNumber(value: duration ?? 0), .eventParameters: parameters,
    ]
    if let waveform {
      members[.eventWaveformPath] = NSString(string: waveform.path)
      members[.eventWaveformUseVolumeEnvelope] = NSNumber(value: waveform.usesVolumeEnvelope)
      members[.eventWaveformLoopEnabled] = NSNumber(value: waveform.loops)
    }
    return members
  }
}

extension DynamicParameter {
  fileprivate var dictionary: [CHHapticPattern.Key: Any] {
    [
      .parameterID: NSString(string: id.rawValue), .time: NSNumber(value: time),
      .parameterValue: NSNumber(value: Float(value)),
    ]
  }
}

extension ParameterCurve {
  fileprivate var dictionary: [CHHapticPattern.Key: Any] {
    let points = controlPoints.map { point -> [CHHapticPattern.Key: Any] in
      [.time: NSNumber(value: point.time), .parameterValue: NSNumber(value: Float(point.value))]
    }
    return [
      .parameterID: NSString(string: id.rawValue), .time: NSNumber(value: time),
      .parameterCurveControlPoints: points,
    ]
  }
}
