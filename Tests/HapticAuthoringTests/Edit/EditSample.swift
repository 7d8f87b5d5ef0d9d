import HapticEditing
import HapticEngine
import Realtime
import Testing

/// Patterns to be edited, and operations in words.
enum EditSample {
  /// A file with unknown keys, odd spellings of numbers, two styles of indentation, and a curve.
  static let text = """
    {
      "Version": 1, "Metadata": {"Project": "x", "Créé": [1, 2.50]},
      "Pattern": [
        {"Event": {"Time": 0.10, "EventType": "HapticTransient", "Tag": {"a": 1e0},
          "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 0.80}]}},
        { "Event": { "EventType": "HapticContinuous", "Time": 2e-1, "EventDuration": 0.5 },
          "Note": "kept" } ,
        {
          "ParameterCurve": {
            "ParameterID": "HapticIntensityControl", "Time": 0.2,
            "ParameterCurveControlPoints": [
              { "Time": 0, "ParameterValue": 0.20 },
              { "Time": 0.25, "ParameterValue": 0.6 },
              { "Time": 0.5, "ParameterValue": 1.0 }
            ]
          }
        },
        {"Parameter": {"ParameterID": "HapticSharpnessControl", "ParameterValue": 0.25, "Time": 0.6}},
        {"Event": {"EventType": "AudioContinuous", "Time": 0.8, "EventDuration": 0.2,
          "EventParameters": []}},
        {"Event": {"EventType": "HapticTransient", "Time": 1}},
      ],
      "Unknown": null
    }

    """

  static func document(_ text: String = text) throws -> EditDocument {
    try EditDocument(Array(text.utf8))
  }

  static func document(_ pattern: HapticPattern) throws -> EditDocument {
    try EditDocument(AHAP.encode(pattern))
  }

  /// The text of `document`.
  static func text(_ document: EditDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
  }

  /// The operations in `words`, separated by spaces; within a selection, `_` stands for a space.
  static func operations(_ words: String) throws -> [EditOperation] {
    let other = try document(
      #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0.05, "Mine": true}}]}"#)
    return try EditWords.operations(
      words.split(separator: " ").map { String($0).replacing("_", with: " ") }
    ) { EditFragment(name: $0, document: other) }
  }

  /// `document` after the operations in `words`.
  static func edited(_ document: EditDocument, _ words: String) throws -> EditSession {
    var session = EditSession(document)
    for operation in try operations(words) { try session.apply(operation) }
    return session
  }

  /// The sample after the operations in `words`, as text.
  static func edited(_ words: String) throws -> String {
    text(try edited(document(), words).document)
  }

  /// The pattern of the sample after the operations in `words`.
  static func pattern(_ words: String) throws -> HapticPattern {
    try #require(AHAP.read(try edited(document(), words).document.bytes).pattern)
  }

  /// Examples of every operation.
  static let operations = [
    "scale-intensity 0.5", "scale-intensity 3", "scale-sharpness 0.3", "raise-intensity -0.25",
    "raise-intensity 0.5", "raise-sharpness 0.125", "normalize", "normalize 0.5",
    "humanize 7", "humanize 9 20ms 0.2", "set HapticSharpness 0.25", "set EventDuration 0.125",
    "shift 0.25", "move 3", "stretch 1.5", "stretch 0.1", "stretch 750ms", "reverse",
    "quantize 0.25",
    "snap 120", "snap 90 1/12", "trim 0.15 0.7", "trim 0.3 0.35", "trim 5 6", "delete",
    "duplicate", "duplicate 0.01", "append x", "overlay x",
    "add-point Pattern[2] 0.1 0.9", "add-point [2] 250ms 0 delete-point Pattern[2] 1",
    "delete-point Pattern[2] 0", "delete-point Pattern[2] 2 scale-intensity 0.5",
    "simplify 1", "simplify 6dB", "split",
    "select time=0.2..0.7 delete", "select transient duplicate scale-intensity 0.3",
    "select curve,_[1] reverse", "select not_haptic shift 0.1 delete", "select [0..1] delete",
    "select [5] delete", "select event_intensity>=0.8 stretch 2", "select event stretch 3s",
    "select curve simplify 0.5",
    "reverse reverse", "duplicate reverse trim 0.2 1 append x split",
  ]
}

extension EditError {
  /// Whether the pattern does not allow the operation, because of an entry or because the entry does not exist.
  var isRefusal: Bool {
    switch self {
    case .entry: true
    case .operation(_, let reason): reason.contains("does not exist")
    case .invalid, .words, .log, .otherFile: false
    }
  }
}

extension OfflineRenderer {
  /// All samples of the haptic bus.
  func hapticSamples() -> [Float] {
    let buffers = BusBuffers(capacity: max(1, frameCount))
    let block = buffers.block(frames: frameCount)
    RealtimeScope.run { render(into: block) }
    return unsafe Array(UnsafeBufferPointer(start: block.haptic, count: block.frameCount))
  }
}
