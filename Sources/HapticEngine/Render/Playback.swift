/// How often, how fast and how strongly a pattern is played.
public struct Playback: Hashable, Sendable {
  /// How fast time passes, more than 0; 1 is the pattern's own speed.
  ///
  /// Pitch stays.
  public var rate: Double
  /// How often the pattern is played, one after the other; at least 1.
  public var loopCount: Int
  /// Multiplies the intensity of all haptic events, whatever the pattern's own controls make of it:
  /// 0...1.
  public var masterIntensity: Double
  /// Is added to the sharpness of all haptic events, whatever the pattern's own controls make of it:
  /// -1...1.
  public var masterSharpness: Double

  /// A playback at `rate` times the speed, `loopCount` times; what is left out changes nothing.
  public init(
    rate: Double = 1, loopCount: Int = 1, masterIntensity: Double = 1, masterSharpness: Double = 0
  ) {
    self.rate = rate
    self.loopCount = loopCount
    self.masterIntensity = masterIntensity
    self.masterSharpness = masterSharpness
  }

  /// The part of it that is set on a player beside its speed and its loop.
  var master: MasterControls {
    MasterControls(intensity: masterIntensity, sharpness: masterSharpness)
  }
}
