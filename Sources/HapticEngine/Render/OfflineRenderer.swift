public import Realtime

/// Renders one pattern from its start, as fast as it goes, by the same voices that play it live.
///
/// Law: the blocks of any sizes, joined, are the same samples bit for bit; and they are those of a
/// live player that starts the pattern once.
///
/// - Thread: one at a time.        Realtime-safe: `render` yes, init no.
@safe
public final class OfflineRenderer {
  /// Frames per second.
  public let sampleRate: Double
  /// How long the whole render is, in frames: the pattern's duration, or the end of its last
  /// sounding sample (the actuator's ringing included), whichever is later.
  public let frameCount: Int
  /// The most voices that sound together.
  public let polyphony: Int

  private let timeline: Timeline
  private var renderer: PatternRenderer
  private var bus: HapticBus

  /// A renderer for `pattern`.
  ///
  /// - Parameters:
  ///   - pattern: what to render.
  ///   - sampleRate: frames per second, 8 000...192 000.
  ///   - profile: what turns intensity and sharpness into a signal.
  ///   - sounds: the decoded sounds, at `sampleRate`, by the path that events name; an event whose
  ///     sound is missing is silent.
  /// - Throws: `RenderError.sampleRate` for a rate out of range.
  public init(
    _ pattern: HapticPattern, sampleRate: Double = 48_000, profile: Profile = .wideband,
    sounds: [String: DecodedSound] = [:]
  ) throws(RenderError) {
    guard RenderLimits.sampleRates.contains(sampleRate) else {
      throw .sampleRate(sampleRate)
    }
    self.sampleRate = sampleRate
    timeline = Timeline(pattern, sounds: sounds.mapValues(SoundBuffer.init))
    let polyphony = Polyphony(timeline.view, profile: profile, sampleRate: sampleRate)
    self.polyphony = polyphony.voices.haptic + polyphony.voices.audio
    bus = HapticBus(profile, sampleRate: sampleRate)
    let sounding = polyphony.endFrame + (polyphony.endFrame > 0 ? Frame(bus.ringFrames) : 0)
    let duration = TimeMap(sampleRate: sampleRate).onset(of: pattern.duration)
    frameCount = Int(max(sounding, duration))
    renderer = PatternRenderer(
      timeline.view, profile: profile, sampleRate: sampleRate, voices: polyphony.voices)
  }

  deinit { renderer.deallocate() }

  /// The frames rendered so far.
  public var position: Int { Int(renderer.now) }

  /// How many samples of voices were rendered so far: the measure of work done.
  public var voiceFrames: Int { renderer.voiceFrames }

  /// Renders the next `block.frameCount` frames over whatever the buffers hold; silence after the
  /// end.
  @_noAllocation @_noLocks
  public func render(into block: BusBlock) {
    let count = block.frameCount
    unsafe block.haptic.update(repeating: 0, count: count)
    unsafe block.audioLeft.update(repeating: 0, count: count)
    unsafe block.audioRight.update(repeating: 0, count: count)
    unsafe renderer.render(
      haptic: block.haptic, left: block.audioLeft, right: block.audioRight, count: count)
    unsafe bus.apply(block.haptic, count: count)
  }
}

/// The limits of rendering.
public enum RenderLimits {
  /// The sample rates that are accepted, in frames per second.
  ///
  /// Source: the signal specification.
  public static let sampleRates: ClosedRange<Double> = 8_000...192_000
}

/// Why a pattern cannot be rendered.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sample rate, in frames per second, is out of `RenderLimits.sampleRates`.
  case sampleRate(Double)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .sampleRate(let rate):
      "the sample rate \(rate) is not in 8000...192000 frames per second"
    }
  }
}
