public import Realtime

/// Renders one pattern from its start as fast as possible, with the same voices that play it live.
///
/// Law: the block sizes do not affect the samples, which are identical bit for bit. They are also identical to the
/// samples of a live player that starts the pattern once.
///
/// - Thread: one at a time. Realtime-safe: `render` is, init is not.
@safe
public final class OfflineRenderer {
  /// The frame rate, in frames per second.
  public let sampleRate: Double
  /// The length of the whole render, in frames: the pattern's duration or the end of the last event, whichever is
  /// later.
  ///
  /// Includes the actuator's ringing until it has decayed to 1e-4 of its initial level.
  public let frameCount: Int
  /// The maximum number of simultaneous voices.
  public let polyphony: Int

  private let timeline: Timeline
  private var player: RenderPlayer
  private var bus: HapticBus
  /// The memory in which a player scales its signal.
  private let scratch: UnsafeMutablePointer<Float>
  /// The maximum number of frames that are rendered in one step.
  private let longestPart: Int

  /// Creates a renderer for `pattern`.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to render.
  ///   - sampleRate: the frame rate, 8 000...192 000 frames per second.
  ///   - profile: the mapping from intensity and sharpness to a signal.
  ///   - sounds: the decoded sounds, at `sampleRate`, by the path that events name; an event whose
  ///     sound is missing is silent.
  ///   - playback: the speed, repetitions and controls. By default, the pattern is played once and unchanged.
  ///   - arithmetic: the arithmetic that computes the samples; with `portable`, they are identical on every machine.
  /// - Throws: `RenderError` for a sample rate or a playback that is out of range.
  public init(
    _ pattern: HapticPattern, sampleRate: Double = 48_000, profile: Profile = .wideband,
    sounds: [String: DecodedSound] = [:], playback: Playback = Playback(),
    arithmetic: Arithmetic = .fastest
  ) throws(RenderError) {
    guard RenderLimits.sampleRates.contains(sampleRate) else { throw .sampleRate(sampleRate) }
    guard RenderLimits.rates.contains(playback.rate) else { throw .rate(playback.rate) }
    guard playback.loopCount >= 1 else { throw .loopCount(playback.loopCount) }
    guard playback.loopEnd >= 0, playback.loopEnd.isFinite else { throw .loopEnd(playback.loopEnd) }
    guard MasterControls.intensities.contains(playback.masterIntensity) else {
      throw .masterIntensity(playback.masterIntensity)
    }
    guard MasterControls.sharpnesses.contains(playback.masterSharpness) else {
      throw .masterSharpness(playback.masterSharpness)
    }
    try profile.check { RenderError.profile($0) }
    timeline = Timeline(pattern, sounds: sounds.mapValues(SoundBuffer.init))
    (self.sampleRate, bus) = (sampleRate, HapticBus(profile, sampleRate: sampleRate))
    let loop = LoopRange(repeats: playback.loopCount - 1, end: playback.loopEnd)
    let polyphony = Polyphony(
      timeline.view, profile: profile, sampleRate: sampleRate, rate: playback.rate,
      sharpnessOffset: playback.masterSharpness, loop: loop)
    self.polyphony = polyphony.voices.haptic + polyphony.voices.audio
    frameCount = Self.frameCount(
      pattern, polyphony, playback, loop, ringFrames: bus.ringFrames, sampleRate: sampleRate)
    player = RenderPlayer(
      id: 0, timeline.view, profile: profile, sampleRate: sampleRate,
      voices: loop.repeats > 0 ? polyphony.forLivePlay(spare: 16) : polyphony.voices,
      arithmetic: arithmetic)
    player.setRate(playback.rate)
    player.setMaster(playback.master)
    player.setLoopEnd(loop.end)
    player.setRepeats(loop.repeats)
    player.play()
    // Used only if the master intensity is not 1.
    let scratchFrames = playback.masterIntensity == 1 ? 0 : Renderer.longestPart
    // SAFETY: freed in deinit; a player only reads the parts that it has written.
    unsafe scratch = .allocate(capacity: 3 * scratchFrames + 1)
    longestPart = scratchFrames == 0 ? Int.max : scratchFrames
  }

  deinit { unsafe scratch.deallocate() }

  /// Returns the length of all repetitions, including the decay of the last one.
  ///
  /// - Thread: control.        Realtime-safe: no.
  private static func frameCount(
    _ pattern: HapticPattern, _ polyphony: Polyphony, _ playback: Playback, _ loop: LoopRange,
    ringFrames: Int, sampleRate: Double
  ) -> Int {
    var map = TimeMap(sampleRate: sampleRate)
    map.rate = playback.rate
    let sounding = polyphony.endFrame + (polyphony.endFrame > 0 ? Frame(ringFrames) : 0)
    let lastRepetition = max(sounding, map.onset(of: pattern.duration))
    // Each repetition ends at a whole frame and carries the rest of that frame over to the next. So all repetitions
    // together are as long as one repetition of their total length would be.
    let repetitions = map.frame(
      atOrAfter: loop.repetitionLength(duration: pattern.duration, rate: playback.rate)
        * Double(loop.repeats))
    return Int(min((loop.repeats > 0 ? repetitions : 0) + lastRepetition, .never))
  }

  /// Whether the signal is rendered by optimized code, as in a release build.
  public static var isOptimized: Bool {
    var isOptimized = true
    // Only unoptimized builds evaluate the argument.
    assert(
      {
        isOptimized = false
        return true
      }())
    return isOptimized
  }

  /// The number of frames rendered so far.
  public var position: Int { Int(player.pattern.now) }

  /// The number of voice samples rendered so far, a measure of the work done.
  public var voiceFrames: Int { player.pattern.voiceFrames }

  /// The number of events that were dropped because no voice was free.
  ///
  /// The number is 0 unless a loop is so much shorter than its ringing events that it would take more than 2 048 voices
  /// in addition to those of the pattern.
  public var lostVoices: Int { player.pattern.lostVoices }

  /// Renders the next `block.frameCount` frames, overwriting the buffers; renders silence after the end.
  ///
  /// If the block requests the set of buses that carry a signal, the set is stored in the block, and the other buses
  /// are not written.
  @_noAllocation @_noLocks
  public func render(into block: BusBlock) {
    var buses = BlockBuses(block)
    var done = 0
    while done < block.frameCount {
      let part = min(block.frameCount - done, longestPart)
      unsafe player.render(into: &buses, at: done, count: part, scratch: scratch)
      done += part
    }
    bus.apply(to: &buses, at: 0, count: block.frameCount)
    buses.finish()
  }
}
