internal import HapticEngine
internal import TextFormats

/// How a sensation changes in its course, in words: whether it stays, goes one way, or up and down.
///
/// - Thread: any.        Realtime-safe: no.
struct SensationCourse {
  /// What the values of a course do.
  private enum Shape {
    case steady, rising, falling
    /// To the highest and back, or to the lowest and back.
    case peak, dip
    /// Up and down, with so many highest places.
    case wave(peaks: Int)

    /// What `values` do: a way, or a way back, is of at least `least`.
    init(_ values: [Float], least: Float) {
      var (low, high) = (values.first ?? 0, values.first ?? 0)
      // 1 is up, -1 down; the first way, the present one, and how many followed the first.
      var (first, direction, turns) = (0, 0, 0)
      for value in values {
        (low, high) = (min(low, value), max(high, value))
        if direction <= 0, value >= low + least {
          if direction < 0 { turns += 1 }
          (direction, low, high) = (1, value, value)
        } else if direction >= 0, value <= high - least {
          if direction > 0 { turns += 1 }
          (direction, low, high) = (-1, value, value)
        }
        if first == 0 { first = direction }
      }
      switch (first, turns) {
      case (0, _): self = .steady
      case (1, 0): self = .rising
      case (_, 0): self = .falling
      case (1, 1): self = .peak
      case (_, 1): self = .dip
      // Ways up end at a highest place, and what begins downwards begins at one.
      default: self = .wave(peaks: first > 0 ? turns / 2 + 1 : (turns + 1) / 2 + 1)
      }
    }
  }

  /// Turns are of this many just noticeable differences.
  ///
  /// Our choice: what is said to come back is noticed to come back.
  private static let limens: Float = 2
  /// How many frames of `SensationTrack` the edge of a pause takes at most; our choice.
  private static let edgeFrames = 4

  private let frames: [SensationTrack.Frame]
  private let isVibration: Bool
  private let words: (StrengthWord, Float) -> String
  private let first: SensationTrack.Frame
  private let last: SensationTrack.Frame

  /// The course of `frames`: of several taps, or of a vibration every `SensationTrack.frameSeconds`.
  ///
  /// `words` says a strength and what a frequency is like.
  init(
    _ frames: [SensationTrack.Frame], isVibration: Bool,
    words: @escaping (StrengthWord, Float) -> String
  ) {
    self.frames = frames
    self.isVibration = isVibration
    self.words = words
    first = frames.first ?? .silence
    last = frames.last ?? .silence
  }

  private func word(_ frame: SensationTrack.Frame) -> StrengthWord {
    isVibration ? StrengthWord(vibration: frame.level) : StrengthWord(transient: frame.level)
  }

  /// The course in words.
  var text: String { strength + pitch }

  private var strength: String {
    // What cannot be felt is all alike.
    let levels = frames.map { max($0.level, 0) }
    let strongest = frames.max { $0.level < $1.level } ?? .silence
    let weakest = word(frames.min { $0.level < $1.level } ?? .silence)
    let limen = Float(DifferenceLimen.decibels)
    switch Shape(levels, least: Self.limens * limen) {
    case .peak:
      let peak = words(word(strongest), strongest.hertz)
      return isVibration ? "that swells to \(peak) and fades" : "growing to \(peak) and fading"
    case .dip where weakest != word(strongest):
      if let pause { return "\(words(word(first), first.hertz)), with a pause of \(pause) ms" }
      return "fading from \(word(first).rawValue) to \(weakest.rawValue) and growing again"
    case .wave(let peaks) where weakest != word(strongest):
      return "up and down, \(peaks.counted("time")) \(word(strongest).rawValue), between them "
        + weakest.rawValue
    case .steady, .rising, .falling, .dip, .wave: break
    }
    let (from, to) = (word(first), word(last))
    let difference = max(last.level, 0) - max(first.level, 0)
    if from != to, difference >= limen { return "growing from \(from.rawValue) to \(to.rawValue)" }
    if from != to, difference <= -limen { return "fading from \(from.rawValue) to \(to.rawValue)" }
    return words(from, first.hertz)
  }

  /// The milliseconds for which a vibration stops; nil if it fades out or in beside them.
  private var pause: Int? {
    guard isVibration, let start = frames.firstIndex(where: { !$0.isPerceptible }),
      let end = frames.lastIndex(where: { !$0.isPerceptible }),
      start >= Self.edgeFrames, end + Self.edgeFrames < frames.count,
      word(frames[start - Self.edgeFrames]) == word(first),
      word(frames[end + Self.edgeFrames]) == word(last)
    else { return nil }
    return Int((Double(end - start + 1) * SensationTrack.frameSeconds * 1_000).rounded())
  }

  /// What the sharpness does; empty where it stays.
  private var pitch: String {
    let hertz = frames.filter { $0.isPerceptible && $0.hertz > 0 }.map { Double($0.hertz) }
    // A frequency that is one limen higher is so by a ratio.
    let limens = hertz.map { Float(DifferenceLimen.limens(betweenHertz: $0, and: 1)) }
    switch Shape(limens, least: Self.limens) {
    case .peak: return ", getting crisper and softer again"
    case .dip: return ", getting softer and crisper again"
    case .wave: return ", now softer and now crisper"
    case .steady, .rising, .falling: break
    }
    guard first.isPerceptible, last.isPerceptible,
      DifferenceLimen.limens(betweenHertz: Double(first.hertz), and: Double(last.hertz)) > 1
    else { return "" }
    return last.hertz > first.hertz ? ", getting crisper" : ", getting softer"
  }
}
