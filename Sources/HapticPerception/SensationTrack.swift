public import HapticEngine
private import Realtime

/// The felt strength of a pattern over time: its rendered haptic bus, in decibels above the detection threshold.
///
/// Charts, comparison, lint and descriptions share this model:
/// - The signal comes from the renderer, so it includes envelopes, controls, overlaps and the profile's actuator.
/// - In windows of `windowSeconds`, one every `frameSeconds`, the signal is replaced by a sine with the same energy and
///   the same slope. The amplitude and frequency of that sine are used.
/// - Full scale is `fullScaleG` of acceleration. The level is the amplitude in decibels re 1 g minus
///   `DetectionThreshold` at the frequency: the sensation level.
///
/// The model ignores that vibrations are easier to detect the longer they last, up to about 200 ms. A tap is therefore
/// rated a little too strong compared with a long vibration. It also ignores masking, temperature, grip, and individual
/// differences of several decibels. Levels of two patterns with the same profile can be compared; an absolute level is
/// as accurate as `fullScaleG`.
///
/// - Thread: any; creating a value takes as long as rendering.        Realtime-safe: no.
public struct SensationTrack: Hashable, Sendable {
  /// The sensation in one window.
  public struct Frame: Hashable, Sendable {
    /// Decibels above the threshold; 0 or less if the frame cannot be felt, minus infinity for silence.
    public let level: Float
    /// The frequency in hertz; 0 in silence.
    public let hertz: Float

    /// A silent frame.
    public static let silence = Frame(level: -.infinity, hertz: 0)
    /// Whether the frame can be felt.
    public var isPerceptible: Bool { level > 0 }
  }

  /// The time from one frame to the next, in seconds.
  ///
  /// Our choice: the shortest interval at which two taps are perceived as two (`DifferenceLimen.onsetSeconds`).
  public static let frameSeconds: Seconds = 0.010
  /// The time over which the energy of a frame is measured, up to the frame's end, in seconds.
  ///
  /// Our choice: more than a cycle of the lowest frequency of any built-in profile, 65 Hz.
  public static let windowSeconds: Seconds = 0.020
  /// The peak acceleration of a full-scale signal, in g.
  ///
  /// Our choice: the order of magnitude of phones (the clicks and buzzes of linear actuators in Texas Instruments'
  /// DRV2605L data sheet are 1 to 2 g); no manufacturer publishes the value for its phones.
  public static let fullScaleG = 1.0
  /// The maximum length of a track, in seconds.
  ///
  /// If a pattern is longer, the remaining part is omitted.
  ///
  /// Our choice: an hour, which takes 3 MB of frames.
  public static let maximumSeconds: Seconds = 3_600
  /// The sample rate of the render.
  ///
  /// Our choice: the lowest rate of the renderer; it covers every frequency that can be felt.
  public static let sampleRate = 8_000.0

  /// The frames; the first is at time 0.
  public let frames: [Frame]

  /// Creates a track of `frames`.
  public init(frames: [Frame]) { self.frames = frames }

  /// Creates the track of `pattern` played with `profile`.
  ///
  /// - Parameters:
  ///   - pattern: the pattern, played once; its sounds are omitted.
  ///   - profile: the profile that maps intensity and sharpness to a signal.
  /// - Throws: `RenderError.profile` for a profile with values that are out of range.
  public init(of pattern: HapticPattern, profile: Profile = .wideband) throws(RenderError) {
    self = try Self.measuring(pattern, profile: profile).track
  }

  /// Returns the track of `pattern` played with `profile`, and its largest sample, relative to full scale 1.
  package static func measuring(
    _ pattern: HapticPattern, profile: Profile
  ) throws(RenderError) -> (track: SensationTrack, peak: Double) {
    let renderer = try OfflineRenderer(pattern, sampleRate: Self.sampleRate, profile: profile)
    let meter = SignalMeter(
      of: renderer, cellFrames: Int(Self.frameSeconds * Self.sampleRate),
      maximumSeconds: Self.maximumSeconds)
    let frames = meter.cells.indices.map { frame(of: meter.cells, upTo: $0) }
    return (SensationTrack(frames: frames), Double(meter.peak))
  }

  /// Returns the frame that ends with cell `last`, from the energy of the cells in its window.
  private static func frame(of cells: [SignalMeter.Cell], upTo last: Int) -> Frame {
    let count = Int((windowSeconds / frameSeconds).rounded())
    let window = cells[max(0, last + 1 - count)...last]
    let energy = window.reduce(0) { $0 + Double($1.energy) }
    let slope = window.reduce(0) { $0 + Double($1.slope) }
    guard energy > 1e-12, slope > 0 else { return .silence }
    let samples = windowSeconds * sampleRate
    let hertz = SignalMeter.frequency(energy: energy, slope: slope) * sampleRate / (2 * .pi)
    let level = level(amplitude: (2 * energy / samples).squareRoot(), hertz: hertz)
    return Frame(level: Float(level), hertz: Float(hertz))
  }

  /// Returns the frame at `seconds`; silence outside the track, and for NaN.
  public subscript(seconds: Seconds) -> Frame {
    let index = Self.index(of: seconds)
    return frames.indices.contains(index) ? frames[index] : .silence
  }

  /// Returns the strongest frame from `start` to `end` seconds, both included; NaN counts as a time before the track.
  public func strongest(from start: Seconds = 0, to end: Seconds = .infinity) -> Frame {
    frames(from: start, to: end).max { $0.level < $1.level } ?? .silence
  }

  /// Returns the strongest frame while `event` plays; a transient plays for one window.
  package func strongest(during event: HapticEvent) -> Frame {
    let duration = event.duration ?? PatternLimits.maximumContinuousDuration
    let length = event.type == .hapticTransient ? 0 : duration
    return strongest(from: event.time, to: event.time + max(length, Self.windowSeconds))
  }

  /// Returns the weakest frame from `start` to `end` seconds, both included; silence if the track ends earlier.
  public func weakest(from start: Seconds = 0, to end: Seconds = .infinity) -> Frame {
    let part = frames(from: start, to: end)
    guard end == .infinity || Self.index(of: end) < frames.count else { return .silence }
    return part.min { $0.level < $1.level } ?? .silence
  }

  /// Returns the frames from `start` to `end` seconds, both included.
  func frames(from start: Seconds, to end: Seconds) -> ArraySlice<Frame> {
    let first = max(0, Self.index(of: start))
    let last = min(frames.count - 1, Self.index(of: end))
    return first <= last ? frames[first...last] : []
  }

  /// The total time during which anything can be felt, in seconds.
  public var perceptibleSeconds: Seconds {
    Double(frames.count(where: \.isPerceptible)) * Self.frameSeconds
  }

  private static func index(of seconds: Seconds) -> Int {
    // If compared with NaN, `max` returns its first argument.
    Int(min(max(-1, seconds / frameSeconds + 1e-6), maximumSeconds * 1_000))
  }

  /// Returns the level, in decibels above the threshold, of a sine at `hertz` with this amplitude; full scale is 1.
  public static func level(amplitude: Double, hertz: Double) -> Double {
    amplitude > 0
      ? Decibels.level(amplitude * fullScaleG) - DetectionThreshold.decibels(atHertz: hertz)
      : -.infinity
  }

  /// Returns the amplitude of a sine at `hertz` that is `level` decibels above the threshold; full scale is 1.
  public static func amplitude(level: Double, hertz: Double) -> Double {
    Decibels.ratio(level + DetectionThreshold.decibels(atHertz: hertz)) / fullScaleG
  }
}

extension SensationTrack {
  /// A measure of how differently two patterns feel.
  public struct Difference: Hashable, Sendable {
    /// The fraction of the perceptible time during which the tracks differ by more than a limen, 0...1.
    ///
    /// The perceptible time is the time during which either track can be felt.
    public let noticeableShare: Double
    /// The largest difference, in limens of strength or frequency, whichever is greater.
    public let largestLimens: Double
    /// The mean difference while either track can be felt, in limens.
    public let meanLimens: Double
    /// The difference of the strongest frames, in decibels; positive if the other track is stronger.
    public let peakDecibels: Double
    /// The difference of the times during which the tracks can be felt, in seconds; positive if the other track lasts
    /// longer.
    public let perceptibleSeconds: Seconds

    /// Whether the difference can be noticed at any time.
    public var isNoticeable: Bool { noticeableShare > 0 }
  }

  /// Returns how differently this track and `other` feel.
  ///
  /// Each frame of either track is compared with the strengths and frequencies of the other track from
  /// `frameSeconds` earlier to `frameSeconds` later, so shifts that are too small to perceive are ignored. Frames
  /// that cannot be felt count as frames at the threshold. Frequencies are compared only if both frames can be felt.
  public func difference(to other: SensationTrack) -> Difference {
    let count = max(frames.count, other.frames.count)
    var (perceptible, noticeable) = (0, 0)
    var (sum, largest) = (0.0, 0.0)
    for index in 0..<count {
      let (one, two) = (frame(index), other.frame(index))
      guard one.isPerceptible || two.isPerceptible else { continue }
      let limens = max(other.limens(to: self, at: index), self.limens(to: other, at: index))
      perceptible += 1
      noticeable += limens > 1 ? 1 : 0
      sum += limens
      largest = max(largest, limens)
    }
    let (peak, otherPeak) = (strongest().level, other.strongest().level)
    return Difference(
      noticeableShare: perceptible > 0 ? Double(noticeable) / Double(perceptible) : 0,
      largestLimens: largest,
      meanLimens: perceptible > 0 ? sum / Double(perceptible) : 0,
      peakDecibels: Double(max(otherPeak, 0) - max(peak, 0)),
      perceptibleSeconds: other.perceptibleSeconds - perceptibleSeconds)
  }

  private func frame(_ index: Int) -> Frame {
    frames.indices.contains(index) ? frames[index] : .silence
  }

  /// Returns the difference of levels at frame `index`, in decibels above the threshold, between each track and the
  /// adjacent frames of the other track; 0 if neither differs.
  package func levelDifference(to other: SensationTrack, at index: Int) -> Double {
    Double(max(levelDistance(to: other, at: index), other.levelDistance(to: self, at: index)))
  }

  /// Returns the distance of frame `index` of `other` from the levels around it in this track.
  private func levelDistance(to other: SensationTrack, at index: Int) -> Float {
    let near = (index - 1...index + 1).map { max(frame($0).level, 0) }
    let level = max(other.frame(index).level, 0)
    return max(0, level - (near.max() ?? 0), (near.min() ?? 0) - level)
  }

  /// Returns the number of limens between frame `index` of `other` and the frames around it in this track.
  private func limens(to other: SensationTrack, at index: Int) -> Double {
    let strength = Double(levelDistance(to: other, at: index)) / DifferenceLimen.decibels
    let near = (index - 1...index + 1).map(frame).filter(\.isPerceptible).map { Double($0.hertz) }
    let hertz = Double(other.frame(index).hertz)
    guard other.hasFrequency(at: index), let low = near.min(), let high = near.max(),
      hertz < low || hertz > high
    else { return strength }
    return max(
      strength, DifferenceLimen.limens(betweenHertz: hertz, and: hertz < low ? low : high))
  }

  /// Whether frame `index` can be felt and its window is not partly silent, as at the edge of a sensation.
  ///
  /// A partly silent window does not have a meaningful frequency.
  private func hasFrequency(at index: Int) -> Bool {
    let (before, this, after) = (frame(index - 1), frame(index), frame(index + 1))
    let isEdge = !before.isPerceptible || !after.isPerceptible
    // Our choice: half a decibel is a tenth of the energy of the window.
    return this.isPerceptible && !(isEdge && this.level < max(before.level, after.level) - 0.5)
  }
}
