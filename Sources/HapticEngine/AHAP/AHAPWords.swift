/// The words of an AHAP file, by the object they are keys of.
///
/// Source: Core Haptics, `CHHapticPattern.Key`.
enum AHAPWords {
  /// Keys of the file.
  enum RootKey: String, CaseIterable {
    case version = "Version"
    case metadata = "Metadata"
    case pattern = "Pattern"
    /// No key of Core Haptics, which ignores it: where editors find the schema.
    case schema = "$schema"
  }

  /// Keys of an entry of the pattern.
  enum EntryKey: String, CaseIterable {
    case event = "Event"
    case parameter = "Parameter"
    case curve = "ParameterCurve"
  }

  /// Keys of an event.
  enum EventKey: String, CaseIterable {
    case type = "EventType"
    case time = "Time"
    case duration = "EventDuration"
    case parameters = "EventParameters"
    case waveformPath = "EventWaveformPath"
    case usesVolumeEnvelope = "EventWaveformUseVolumeEnvelope"
    case loops = "EventWaveformLoopEnabled"
  }

  /// Keys of a parameter of an event.
  enum EventParameterKey: String, CaseIterable {
    case id = "ParameterID"
    case value = "ParameterValue"
  }

  /// Keys of a dynamic parameter.
  enum ParameterKey: String, CaseIterable {
    case id = "ParameterID"
    case value = "ParameterValue"
    case time = "Time"
  }

  /// Keys of a parameter curve.
  enum CurveKey: String, CaseIterable {
    case id = "ParameterID"
    case time = "Time"
    case controlPoints = "ParameterCurveControlPoints"
  }

  /// Keys of a control point.
  enum PointKey: String, CaseIterable {
    case time = "Time"
    case value = "ParameterValue"
  }

  static let root = Vocabulary<RootKey>(required: [.pattern])
  static let entry = Vocabulary<EntryKey>()
  static let event = Vocabulary<EventKey>(required: [.type, .time])
  static let eventParameter = Vocabulary<EventParameterKey>(required: [.id, .value])
  static let parameter = Vocabulary<ParameterKey>(required: [.id, .value, .time])
  static let curve = Vocabulary<CurveKey>(required: [.id, .time, .controlPoints])
  static let point = Vocabulary<PointKey>(required: [.time, .value])
  static let eventTypes = Vocabulary<EventType>()
  static let eventParameters = Vocabulary<EventParameter.ID>()
  static let controls = Vocabulary<DynamicParameter.ID>()
}
