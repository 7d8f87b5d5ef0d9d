import HapticEngine
import Realtime

/// One pattern that is going to be played.
struct PlayItem: Sendable {
  let argument: PatternArgument
  let loaded: LoadedPattern
  let profile: Profile
  /// Its sounds at the rate of the outline.
  private let sounds: [String: DecodedSound]

  /// Reads the pattern and its sounds, and says what is wrong with them.
  ///
  /// - Throws: `Failure` if it cannot be played, or is over before `options` let it begin.
  init(_ argument: PatternArgument, _ options: PlayOptions, profile: Profile) throws(Failure) {
    self.argument = argument
    self.profile = profile
    loaded = try argument.load(resources: options.resources)
    let sounds = SoundFolder(loaded.folder).sounds(
      for: loaded, sampleRate: SignalOutline.sampleRate)
    loaded.sayWarnings(besides: sounds.problems)
    self.sounds = sounds.decoded
    try RenderLimit.check(loaded.pattern, loaded.name)
  }

  /// Whether it has sounds from files.
  var hasSounds: Bool { loaded.pattern.events.contains { $0.type == .audioCustom } }

  /// What draws it at `rate` times the speed under `controls`.
  func outlineRendering(
    _ controls: LiveControls = LiveControls(), rate: Double = 1
  ) throws(RenderError) -> OutlineRendering {
    try OutlineRendering(
      of: loaded.pattern, profile: profile, sounds: sounds,
      playback: Playback(
        rate: rate, masterIntensity: controls.intensity, masterSharpness: controls.sharpness))
  }
}
