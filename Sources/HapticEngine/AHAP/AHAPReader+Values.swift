internal import TextFormats

extension AHAPReader {
  /// What became of a key's value.
  enum Slot<Value> {
    /// The key is not there.
    case absent
    /// It has a value that was reported.
    case unreadable
    /// It is null, at an offset, where only the whole object says whether that matters.
    case null(at: Int)
    /// It has a value, which begins at an offset.
    case given(Value, at: Int)

    /// The value, if there is one.
    var value: Value? { if case .given(let value, _) = self { value } else { nil } }
  }

  /// Reads a number.
  ///
  /// true and false count as 1 and 0.
  mutating func readNumber(_ name: String, device: CoreHapticsError) -> Slot<Double> {
    let value = json.beginValue()
    let start = json.valueStart
    switch value {
    case .number(let number): return .given(number, at: start)
    case .boolean(let boolean):
      report(.booleanForNumber, at: start) { _ in
        "\(name) is a number; \(boolean) counts as \(boolean ? 1 : 0)"
      }
      return .given(boolean ? 1 : 0, at: start)
    case .string(let string):
      let text = JSONText.text(string, in: json.bytes, maximumBytes: 64)
      let hint = Double(text) == nil ? "" : "; leave out the quotes"
      report(.wrongType, at: start, device: device) { _ in
        "\(name) must be a number, not a text\(hint)"
      }
      return .unreadable
    case .object, .array, .null, .damaged:
      refuse(value, "\(name) must be a number", device: device)
      return .unreadable
    }
  }

  /// Reads a time or duration in seconds.
  mutating func readSeconds(
    _ name: String, _ code: AHAPDiagnostic.Code, refused: CoreHapticsError,
    device: CoreHapticsError
  ) -> Slot<Seconds> {
    let slot = readNumber(name, device: device)
    guard case .given(let seconds, let start) = slot else { return slot }
    if seconds >= 0 && seconds <= PatternLimits.latestTime { return slot }
    report(code, at: start, device: refused) { _ in
      seconds < 0
        ? "\(name) is \(seconds): it cannot be negative"
        : "\(name) is \(seconds) seconds, more than the \(PatternLimits.latestTime) that a pattern "
          + "can last"
    }
    return .unreadable
  }

  /// Reads true or false.
  ///
  /// Numbers count, 0 as false.
  mutating func readBoolean(
    _ name: String, device: CoreHapticsError, orNull: Bool = false
  ) -> Slot<Bool> {
    let value = json.beginValue()
    let start = json.valueStart
    switch value {
    case .boolean(let boolean): return .given(boolean, at: start)
    case .number(let number):
      report(.numberForBoolean, at: start) { _ in
        "\(name) is true or false; \(number) counts as \(number != 0)"
      }
      return .given(number != 0, at: start)
    case .null where orNull: return .null(at: start)
    case .object, .array, .string, .null, .damaged:
      refuse(value, "\(name) must be true or false", device: device)
      return .unreadable
    }
  }

  /// Reads a text.
  mutating func readText(
    _ name: String, device: CoreHapticsError, orNull: Bool = false
  ) -> Slot<String> {
    let value = json.beginValue()
    if orNull, case .null = value { return .null(at: json.valueStart) }
    guard case .string(let string) = value else {
      refuse(value, "\(name) must be a text", device: device)
      return .unreadable
    }
    return .given(JSONText.text(string, in: json.bytes), at: json.valueStart)
  }

  /// Reads one of the words of `vocabulary`; `kind` says what they are.
  mutating func readWord<Word: AHAPKey>(
    _ name: String, of vocabulary: Vocabulary<Word>, _ kind: String,
    unknown: (code: AHAPDiagnostic.Code, device: CoreHapticsError), device: CoreHapticsError
  ) -> Slot<Word> {
    let value = json.beginValue()
    let start = json.valueStart
    guard case .string(let string) = value else {
      refuse(value, "\(name) must be a text", device: device)
      return .unreadable
    }
    if let item = vocabulary.item(string, in: json.bytes) { return .given(item.word, at: start) }
    let bytes = json.bytes
    let written = { JSONText.text(string, in: bytes, maximumBytes: 64) }
    report(
      unknown.code, at: start, device: unknown.device,
      suggestion: vocabulary.nearest(to: written())
    ) { _ in "\(Quoted.words(written())) is not \(kind)" }
    return .unreadable
  }

  /// Reports a value that is clamped.
  mutating func checkRange(
    _ name: String, _ slot: Slot<Double>, _ range: ClosedRange<Double>, _ spot: Spot
  ) {
    guard case .given(let value, let start) = slot, !range.contains(value) else { return }
    report(.valueOutOfRange, at: start, spot) {
      "\(name) goes from \(range.lowerBound) to \(range.upperBound); \(value) is clamped to "
        + "\(range.clamp(value))"
    }
  }
}
