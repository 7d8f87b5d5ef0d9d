internal import HapticEngine
internal import HapticPerception
internal import Realtime

/// The sound of one state of a pattern, as `haptic render` writes it, and its course.
///
/// - Thread: one at a time.        Realtime-safe: no.
final class PatternSound {
  /// The maximum length of the sound, in seconds.
  ///
  /// Our choice: the length of the course. Times of a pattern may be as late as 1e9 s.
  static let maximumSeconds = SensationTrack.maximumSeconds

  /// The samples.
  let blocks: SoundBlocks
  /// Whether the pattern is longer than `maximumSeconds`.
  let isTruncated: Bool
  /// The course of the sound over the whole pattern.
  let course: SoundCourse

  /// Renders `pattern`, at most `maximumSeconds`; keeps the blocks if there are at most `keptBlocks`.
  ///
  /// - Throws: `RenderError` for a profile that is not valid.
  init(
    _ pattern: HapticPattern, sounds: [String: DecodedSound], profile: Profile,
    maximumSeconds: Seconds = PatternSound.maximumSeconds,
    keptBlocks: Int = SoundBlocks.keptBlocks
  ) throws(RenderError) {
    let source = SoundSource(pattern: pattern, sounds: sounds, profile: profile)
    let whole = try source.renderer().frameCount
    let frames = min(whole, Int(maximumSeconds * SoundBlocks.sampleRate))
    var course = SoundCourse()
    blocks = try SoundBlocks(source, frames: frames, keptBlocks: keptBlocks) { course.append($0) }
    course.append(try SensationTrack(of: pattern, profile: profile))
    self.course = course
    isTruncated = frames < whole
  }
}

/// The sound of a part of a pattern that is repeated, as the engine renders loops.
///
/// The passes differ only in what is still ringing from the passes before. So as many frames are rendered as one pass
/// and everything that it starts take, and from then on the last pass repeats itself.
struct LoopedSound {
  /// The samples.
  let blocks: SoundBlocks
  /// The number of frames of each pass.
  let passFrames: Int

  /// The shortest and the longest loop, in seconds.
  ///
  /// Our choice: the shortest is that of the engine, and the longest that of a sound.
  static let lengths = 0.01...PatternSound.maximumSeconds

  /// Renders `source` repeated after `passFrames`.
  ///
  /// - Parameters:
  ///   - source: the pattern, from the start of the loop on.
  ///   - passFrames: the number of frames of each pass.
  ///   - includesEnd: whether an event exactly at the end of a pass is part of the loop.
  /// - Throws: `RenderError` for a profile that is not valid.
  init(_ source: SoundSource, passFrames: Int, includesEnd: Bool) throws(RenderError) {
    var source = source
    let once = try source.renderer().frameCount
    let frames = max(
      passFrames, min(once, 2 * Int(Self.lengths.upperBound * SoundBlocks.sampleRate)))
    let end = Double(passFrames) / SoundBlocks.sampleRate
    source.playback = Playback(
      loopCount: frames / passFrames + 2, loopEnd: includesEnd ? end.nextUp : end)
    self.passFrames = passFrames
    blocks = try SoundBlocks(source, frames: frames)
  }
}
