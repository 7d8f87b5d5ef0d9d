public import AudioSession

/// What an app can be told to do.
public enum AppAction: Hashable, Sendable {
  /// `setActive(true)`.
  case activate
  /// `setActive(false)`.
  case deactivate(SetActiveOptions)
  /// `setCategory`.
  case setCategory(SessionConfiguration, setsMode: Bool)
  /// `setMode`.
  case setMode(SessionMode)
  /// Its output begins where it was, for so many seconds or without end.
  case play(seconds: Double?)
  /// Its output ends, and keeps the position.
  case pause
  /// Its output ends, and forgets the position.
  case stop
  /// Its input begins.
  case record
  /// Its input ends.
  case stopRecording
  /// The user brings it to the front.
  case foreground
  /// The user leaves it.
  case background
  /// The system suspends it.
  case suspend
  /// It dies.
  case terminate
  /// It is started anew.
  case launch
  /// `overrideOutputAudioPort`.
  case overrideOutput(PortOverride)
  /// `setPreferredInput`.
  case preferInput(Port?)
  /// One or more of the `setPrefers...`.
  case setPrefers([SessionPreference: Bool])
  /// `setOutputMuted`.
  case setOutputMuted(Bool)
  /// It asks for a haptic: a preset or a pattern by its name.
  case playHaptic(String)
  /// It asks for a sound of the system.
  case playSound(SoundClass, name: String)
}
