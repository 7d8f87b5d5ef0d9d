public import HapticEngine
private import Realtime

/// How strong a pattern feels over time: its rendered haptic bus, in decibels above the threshold of
/// detection.
///
/// The model, which chart, diff, lint and descriptions share:
/// - The signal is the renderer's, so that envelopes, controls, overlaps and the profile's actuator are
///   all in it.
/// - In windows of `windowSeconds`, one every `frameSeconds`, it is taken for a sine with the same energy
///   and the same slope. That sine has an amplitude and a frequency.
/// - Full scale is `fullScaleG` of acceleration. The level is the amplitude in decibels re 1 g minus
///   `DetectionThreshold` at the frequency: the sensation level.
///
/// Left out: that a vibration is detected more easily the longer it lasts, up to some 200 ms (a tap is
/// judged a little too strong beside a long vibration), masking, temperature, grip and people, who
/// differ by several decibels. Levels of two patterns with one profile can be compared; a level by
/// itself is as right as `fullScaleG`.
///
/// - Thread: any; making one takes as long as rendering.        Realtime-safe: no.
public struct SensationTrack: Hashable, Sendable {
  /// The sensation in one window.
  public struct Frame: Hashable, Sendable {
    /// Decibels above the threshold; 0 or less for what cannot be felt, minus infinity for silence.
    public let level: Float
    /// The frequency in hertz; 0 in silence.
    public let hertz: Float

    /// Nothing at all.
    public static let silence = Frame(level: -.infinity, hertz: 0)
    /// Whether the frame can be felt.
    public var isPerceptible: Bool { level > 0 }
  }

  /// The time from one frame to the next, in seconds.
  ///
  /// Our choice: as short as two taps that are perceived as two (`DifferenceLimen.onsetSeconds`).
  public static let frameSeconds: Seconds = 0.010
  /// The time over which the energy of a frame is taken, up to the frame's end, in seconds.
  ///
  /// Our choice: more than a cycle of the lowest frequency of any built-in profile, 65 Hz.
  public static let windowSeconds: Seconds = 0.020
  /// The acceleration of a full-scale signal, in g of peak.
  ///
  /// Our choice: the order of what phones reach (the clicks and buzzes of linear actuators in Texas
  /// Instruments' DRV2605L data sheet are 1 to 2 g); no phone publishes its own.
  public static let fullScaleG = 1.0
  /// The longest pattern of which a track is made, in seconds.
  ///
  /// The rest is left out.
  ///
  /// Our choice: an hour, 3 MB of frames.
  public static let maximumSeconds: Seconds = 3_600
  /// Frames per second of the render.
  ///
  /// Our choice: the lowest there is; it holds every frequency that is felt.
  public static let sampleRate = 8_000.0

  /// The frames, the first at time 0.
  public let frames: [Frame]

  /// A track of `frames`.
  public init(frames: [Frame]) { self.frames = frames }

  /// The track of `pattern` played with `profile`.
  ///
  /// - Parameters:
  ///   - pattern: what is played, once; its sounds are left out.
  ///   - profile: what turns intensity and sharpness into a signal.
  /// - Throws: `RenderError.profile` for a profile with values out of their ranges.
  public init(of pattern: HapticPattern, profile: Profile = .wideband) throws(RenderError) {
    self = try Self.measuring(pattern, profile: profile).track
  }

  /// The track of `pattern` played with `profile`, and its largest sample, full scale 1.
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

  /// The frame that ends with cell `last`: the energy of the cells in its window.
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

  /// The frame at `seconds`; silence outside the track, and for NaN.
  public subscript(seconds: Seconds) -> Frame {
    let index = Self.index(of: seconds)
    return frames.indices.contains(index) ? frames[index] : .silence
  }

  /// The strongest frame from `start` to `end` seconds, both included; NaN is before the track.
  public func strongest(from start: Seconds = 0, to end: Seconds = .infinity) -> Frame {
    frames(from: start, to: end).max { $0.level < $1.level } ?? .silence
  }

  /// The weakest frame from `start` to `end` seconds, both included; silence if the track ends earlier.
  public func weakest(from start: Seconds = 0, to end: Seconds = .infinity) -> Frame {
    let part = frames(from: start, to: end)
    guard end == .infinity || Self.index(of: end) < frames.count else { return .silence }
    return part.min { $0.level < $1.level } ?? .silence
  }

  /// The frames from `start` to `end` seconds, both included.
  func frames(from start: Seconds, to end: Seconds) -> ArraySlice<Frame> {
    let first = max(0, Self.index(of: start))
    let last = min(frames.count - 1, Self.index(of: end))
    return first <= last ? frames[first...last] : []
  }

  /// How long anything can be felt, in seconds.
  public var perceptibleSeconds: Seconds {
    Double(frames.count(where: \.isPerceptible)) * Self.frameSeconds
  }

  private static func index(of seconds: Seconds) -> Int {
    // Of a comparison with NaN `max` returns its first argument.
    Int(min(max(-1, seconds / frameSeconds + 1e-6), maximumSeconds * 1_000))
  }

  /// The level of a sine of `amplitude`, full scale 1, at `hertz`: decibels above the threshold.
  public static func level(amplitude: Double, hertz: Double) -> Double {
    amplitude > 0
      ? Decibels.level(amplitude * fullScaleG) - DetectionThreshold.decibels(atHertz: hertz)
      : -.infinity
  }

  /// The amplitude, full scale 1, of a sine at `hertz` that is `level` decibels above the threshold.
  public static func amplitude(level: Double, hertz: Double) -> Double {
    Decibels.ratio(level + DetectionThreshold.decibels(atHertz: hertz)) / fullScaleG
  }
}

extension SensationTrack {
  /// How different two patterns feel.
  public struct Difference: Hashable, Sendable {
    /// Of the time in which either can be felt, the part in which they differ by more than a limen, 0...1.
    public let noticeableShare: Double
    /// The largest difference, in limens of strength or frequency, whichever is more.
    public let largestLimens: Double
    /// The mean difference while either can be felt, in limens.
    public let meanLimens: Double
    /// The difference of the strongest frames, in decibels; more than 0 if the other is stronger.
    public let peakDecibels: Double
    /// The difference of the times for which they can be felt, in seconds; more than 0 if the
    /// other lasts longer.
    public let perceptibleSeconds: Seconds

    /// Whether anything of it can be noticed.
    public var isNoticeable: Bool { noticeableShare > 0 }
  }

  /// How different `other` feels from this.
  ///
  /// Frame by frame, each of either against the strengths and frequencies of the other from `frameSeconds` earlier to
  /// `frameSeconds` later, so that what is shifted by less than can be perceived is the same. What cannot be felt counts
  /// as the threshold itself; frequencies count where both can be felt.
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

  /// The difference of levels at frame `index`, in decibels above the threshold, of each track to the frames of the
  /// other one from just before it to just after it; 0 if neither differs.
  package func levelDifference(to other: SensationTrack, at index: Int) -> Double {
    Double(max(levelDistance(to: other, at: index), other.levelDistance(to: self, at: index)))
  }

  /// How far frame `index` of `other` is from the levels around it in this track.
  private func levelDistance(to other: SensationTrack, at index: Int) -> Float {
    let near = (index - 1...index + 1).map { max(frame($0).level, 0) }
    let level = max(other.frame(index).level, 0)
    return max(0, level - (near.max() ?? 0), (near.min() ?? 0) - level)
  }

  /// The number of limens between frame `index` of `other` and the frames around it in this track.
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

  /// Whether frame `index` can be felt, and its window is not partly silent, as at the edge of a sensation: such a window
  /// has no frequency of its own.
  private func hasFrequency(at index: Int) -> Bool {
    let (before, this, after) = (frame(index - 1), frame(index), frame(index + 1))
    let isEdge = !before.isPerceptible || !after.isPerceptible
    // Our choice: half a decibel is a tenth of the energy of the window.
    return this.isPerceptible && !(isEdge && this.level < max(before.level, after.level) - 0.5)
  }
}
