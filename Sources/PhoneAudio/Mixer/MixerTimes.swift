/// The durations of the mixer's ramps and fades.
public enum MixerTimes {
  /// The duration, in seconds, of the fade when a sound starts in the middle, stops, is muted, or changes its volume.
  ///
  /// Our choice: the 5 ms of the haptic engine's fades, short enough to go unnoticed and long
  /// enough not to click.
  public static let fadeSeconds = 0.005

  /// The time, in seconds, in which an app's gain is lowered when another app ducks it.
  ///
  /// Our choice, because iOS does not publish it: a quarter of a second, so that the first word of
  /// a prompt is not covered.
  public static let duckSeconds = 0.25

  /// The time, in seconds, in which the gain of a ducked app returns to exactly its former value.
  ///
  /// Our choice, because iOS does not publish it: half a second, which is not heard as a jump.
  public static let unduckSeconds = 0.5

  /// The time, in seconds, for which a scenario can still be heard after its last step.
  ///
  /// Our choice: long enough to hear the beginning of the last step's effects.
  public static let tailSeconds = 1.0
}
