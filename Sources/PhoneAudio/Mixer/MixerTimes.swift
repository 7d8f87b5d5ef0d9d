/// The durations of the mixer's ramps and fades.
public enum MixerTimes {
  /// The duration, in seconds, of starting in the middle of a sound, of stopping, of muting, and of
  /// changing a volume.
  ///
  /// Our choice: the 5 ms of the haptic engine's fades, short enough to go unnoticed and long
  /// enough not to click.
  public static let fadeSeconds = 0.005

  /// The time, in seconds, to lower an app's gain when another app ducks it.
  ///
  /// Our choice, because iOS does not publish it: a quarter of a second, so that the first word of
  /// a prompt is not covered.
  public static let duckSeconds = 0.25

  /// The time, in seconds, to raise a ducked app to exactly its former gain.
  ///
  /// Our choice, because iOS does not publish it: half a second, which is not heard as a jump.
  public static let unduckSeconds = 0.5

  /// The time, in seconds, for which a scenario is still heard after its last step.
  ///
  /// Our choice: long enough to hear the beginning of the last step's effects.
  public static let tailSeconds = 1.0
}
