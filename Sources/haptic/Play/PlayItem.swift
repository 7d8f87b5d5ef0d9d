import HapticEngine
import HapticFormats
import HapticPerception
import Realtime
import TextFormats

/// A loaded pattern that is ready to play.
struct PlayItem: Sendable {
  let argument: PatternArgument
  /// The command that plays the pattern.
  let command: PlayingCommand
  let loaded: LoadedPattern
  let profile: Profile
  /// The inputs that the pattern follows while it plays, and the pattern for a player.
  let live: LiveInputs
  /// The decoded sounds, at the rate of the outline.
  private let sounds: [String: DecodedSound]
  /// The levels of single events with the profile.
  ///
  /// Finding the levels takes several renders.
  private let fullLevels: SignalOutline.FullLevels

  /// Reads the pattern and its sounds, and prints their problems.
  ///
  /// If `isLive` is true, the inputs may change while the pattern plays.
  ///
  /// - Throws: `Failure` if the pattern cannot be played.
  init(
    _ argument: PatternArgument, _ options: PlayOptions, profile: Profile,
    playedBy command: PlayingCommand = .play, isLive: Bool = false
  ) throws(Failure) {
    let loaded = try argument.load(options.pattern, isLive: isLive)
    let live = isLive ? try options.pattern.values.live(loaded.pattern, loaded.name) : nil
    try self.init(loaded, argument, profile: profile, playedBy: command, live: live)
  }

  /// Creates an item from a pattern that was already read for `argument`.
  ///
  /// - Throws: `Failure` if the pattern cannot be played.
  init(
    _ loaded: LoadedPattern, _ argument: PatternArgument, profile: Profile,
    playedBy command: PlayingCommand = .play, live: LiveInputs? = nil
  ) throws(Failure) {
    self.live = live ?? LiveInputs(fixed: loaded.pattern)
    self.argument = argument
    self.command = command
    self.profile = profile
    self.loaded = loaded
    let (sounds, problems) = SoundLibrary(of: loaded.folder).load(
      for: loaded.pattern, sampleRate: SensationTrack.sampleRate)
    self.sounds = sounds
    loaded.printWarnings(besides: problems)
    try RenderLimit.check(loaded.pattern, loaded.name)
    do throws(RenderError) {
      fullLevels = try SignalOutline.FullLevels(of: profile)
    } catch {
      throw Failure(error)
    }
  }

  /// Creates a copy of `item` with a different pattern that has the same sounds.
  init(_ item: PlayItem, playing pattern: HapticPattern) {
    (argument, command, profile) = (item.argument, item.command, item.profile)
    (sounds, fullLevels) = (item.sounds, item.fullLevels)
    loaded = LoadedPattern(pattern, name: item.loaded.name, folder: item.loaded.folder)
    live = LiveInputs(fixed: pattern)
  }

  /// Whether the pattern has sounds from files.
  var hasSounds: Bool { loaded.pattern.events.contains { $0.type == .audioCustom } }

  /// Checks that `--from` is not after the end of the pattern.
  ///
  /// - Throws: a usage `Failure` if `--from` is after the end.
  func checkStart(_ options: PlayOptions) throws(Failure) {
    guard options.start > 0 else { return }
    let length: Seconds
    do throws(RenderError) {
      length = try outlineRendering(live.settings).empty.length
    } catch {
      throw Failure(error)
    }
    guard options.start >= length else { return }
    throw Failure(
      .usage,
      "\(loaded.name): the pattern ends after \(length.brief) s, before "
        + "--from \(options.start.brief)")
  }

  /// Returns the outline rendering for a player with the given settings.
  func outlineRendering(_ settings: LiveInputs.Settings) throws(RenderError) -> OutlineRendering {
    try OutlineRendering(
      of: live.pattern.seamed(atRate: settings.rate), profile: profile, fullLevels: fullLevels,
      sounds: sounds,
      playback: Playback(
        rate: settings.rate, masterIntensity: settings.intensity,
        masterSharpness: settings.sharpness))
  }
}
