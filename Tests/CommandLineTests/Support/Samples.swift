import AudioOutput
import Realtime

/// The samples of a sound file that the program wrote.
enum Samples {
  /// The channels of the file called `name`, exactly as they are stored.
  static func of(
    _ name: String, in folder: ScratchFolder, sampleRate: Double = 48_000
  ) throws -> [[Float]] {
    try SoundFileDecoder().decode(
      path: folder.path(name), sampleRate: sampleRate, byteLimit: 1 << 30
    ).channels
  }
}

/// Pattern files of the tests.
enum TestPattern {
  /// A tap, a vibration with a curve, and a tone.
  static let mixed = """
    {"Version": 1.0, "Pattern": [
      {"Event": {"EventType": "HapticTransient", "Time": 0.1}},
      {"Event": {"EventType": "HapticContinuous", "Time": 0.2, "EventDuration": 0.5,
        "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 0.5}]}},
      {"Event": {"EventType": "AudioContinuous", "Time": 0.3, "EventDuration": 0.3,
        "EventParameters": [{"ParameterID": "AudioVolume", "ParameterValue": 0.3}]}},
      {"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": 0.2,
        "ParameterCurveControlPoints": [{"Time": 0, "ParameterValue": 0.2},
          {"Time": 0.5, "ParameterValue": 1}]}}
    ]}
    """

  /// One error and one warning.
  static let broken = """
    {"Pattern": [
      {"Event": {"EventType": "HapticTransien", "Time": 0}},
      {"Event": {"EventType": "HapticContinuous", "Time": 1, "EventDuration": 1,
        "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 2}]}}
    ]}
    """

  /// A warning: an intensity that is clamped.
  static let clamped = """
    {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0,
      "EventParameters": [{"ParameterID": "HapticIntensity", "ParameterValue": 1.5}]}}]}
    """

  /// Hours, so that a render does not finish by chance, but not more than a WAV stream can hold.
  static let long = """
    {"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 10000}}]}
    """
}
