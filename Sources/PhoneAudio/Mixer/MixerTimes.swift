/// How fast the mixer changes what is heard.
public enum MixerTimes {
  /// The time to start in the middle of a sound, to stop, to mute, and to change a volume, in
  /// seconds.
  ///
  /// Our choice: the 5 ms of the haptic engine's fades, short enough not to be noticed and long enough
  /// not to click.
  public static let fadeSeconds = 0.005

  /// The time to lower an app when another one ducks it, in seconds.
  ///
  /// Our choice, for iOS publishes none: a quarter of a second, so that the first word of a prompt is
  /// not covered.
  public static let duckSeconds = 0.25

  /// The time to raise a ducked app again, to exactly its former gain, in seconds.
  ///
  /// Our choice, for iOS publishes none: half a second, which is not heard as a jump.
  public static let unduckSeconds = 0.5

  /// How long a scenario is heard after its last step, in seconds.
  ///
  /// Our choice: what the last step begins is to be heard.
  public static let tailSeconds = 1.0
}
