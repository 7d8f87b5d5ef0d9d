extension Phone {
  /// Whether the app is heard.
  public func isAudible(_ app: AppID) -> Bool { false }

  /// Whether somebody else lowers the app's output; false if its session is not active.
  public func isDucked(_ app: AppID) -> Bool { false }

  /// What the app's output is multiplied by on its way out: volume times ducking, 0...1.
  ///
  /// 0 while it is not audible.
  public func gain(of app: AppID) -> Double { 0 }

  /// `secondaryAudioShouldBeSilencedHint`: another app's session that does not mix plays.
  public func secondaryAudioShouldBeSilenced(for app: AppID) -> Bool { false }

  /// `isOtherAudioPlaying`: any other app plays.
  public func isOtherAudioPlaying(for app: AppID) -> Bool { false }

  /// `outputVolume`: the user's volume of the kind that the app's session plays at, 0...1.
  public func outputVolume(for app: AppID) -> Double { 0 }

  /// Which volume the buttons change now.
  public var buttonVolume: VolumeKind { .ringer }

  /// How loud a sound is that does not go through a session: 0...1.
  public func gain(of sound: SoundClass) -> Double { 0 }
}
