/// The durations of the mixer's ramps and fades.
public enum MixerTimes {
  /// The time, in seconds, to start in the middle of a sound, to stop, to mute, and to change a
  /// volume.
  ///
  /// Our choice: the 5 ms of the haptic engine's fades, short enough to go unnoticed and long
  /// enough not to click.
  public static let fadeSeconds = 0.005

  /// The time to lower an app when another one ducks it, in seconds.
  ///
  /// Our choice, because iOS does not publish it: a quarter of a second, so that the first word of
  /// a prompt is not covered.
  public static let duckSeconds = 0.25

  /// The time to raise a ducked app again to exactly its former gain, in seconds.
  ///
  /// Our choice, because iOS does not publish it: half a second, which is not heard as a jump.
  public static let unduckSeconds = 0.5

  /// How long a scenario continues to be heard after its last step, in seconds.
  ///
  /// Our choice: long enough to hear the beginning of the last step's effects.
  public static let tailSeconds = 1.0
}
