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

  /// Words that people write for others, too far from them in letters; `written` is in small letters.
  ///
  /// The first that is a word of the place is meant. `Duration` and `Value` are in Apple's own
  /// article on the format; the rest is our choice.
  static func meanings(of written: String) -> [String] {
    switch written {
    case "duration", "length": ["EventDuration"]
    case "value": ["ParameterValue"]
    case "type": ["EventType"]
    case "parameters": ["EventParameters", "Parameter"]
    case "params": ["EventParameters"]
    case "id", "parameter": ["ParameterID"]
    case "points", "controlpoints": ["ParameterCurveControlPoints"]
    case "curve": ["ParameterCurve"]
    case "relativetime", "starttime", "eventtime", "timestamp": ["Time"]
    case "path", "waveform": ["EventWaveformPath"]
    case "dynamicparameter": ["Parameter"]
    case "events": ["Event", "Pattern"]
    case "audio": ["AudioCustom"]
    case "tap": ["HapticTransient"]
    case "continuous": ["HapticContinuous"]
    case "intensity": ["HapticIntensity", "HapticIntensityControl"]
    case "sharpness": ["HapticSharpness", "HapticSharpnessControl"]
    case "attacktime": ["HapticAttackTimeControl"]
    case "decaytime": ["HapticDecayTimeControl"]
    case "releasetime": ["HapticReleaseTimeControl"]
    case "volume": ["AudioVolume", "AudioVolumeControl"]
    default: []
    }
  }
}
