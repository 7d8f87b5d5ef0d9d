internal import CRealtime

/// The envelope of one event: straight pieces, in frames from the event's onset.
///
/// ```
/// sustained   /‾‾‾‾‾\        attack, hold until D, release
/// not         /\             attack, decay; or, where D comes first, release from there
/// ```
struct Envelope: BitwiseCopyable {
  /// A straight piece.
  struct Piece {
    /// The value at the requested frame.
    let value: Double
    /// The change per frame.
    let slope: Double
    /// The first frame, from the onset, after this piece.
    let end: Frame
  }

  /// Lengths in frames, not necessarily whole.
  private let attack: Double
  private let decay: Double
  private var release: Double
  private let sustained: Bool
  /// The start of the release; infinite for never.
  private var hold: Double
  /// The level at which the release begins.
  private var releaseLevel: Double
  /// The first frame, from the onset, after the end of the event.
  private(set) var end: Frame

  /// Creates the envelope of an event that lasts `hold` frames before its release.
  @_noAllocation @_noLocks
  init(attack: Double, decay: Double, release: Double, sustained: Bool, hold: Double) {
    self.attack = attack
    self.decay = decay
    self.release = release
    self.sustained = sustained
    self.hold = hold
    releaseLevel = 1
    end = 0
    releaseLevel = level(hold)
    end = endFrame
  }

  /// Creates the envelope of a sound that plays at full level until `frames` and then stops.
  @_noAllocation @_noLocks
  init(rectangular frames: Double) {
    attack = 0
    decay = 0
    release = 0
    sustained = true
    hold = frames
    releaseLevel = 0
    end = frameAtOrAfter(frames)
  }

  /// Returns the level `frames` after the onset, before any release.
  @_noAllocation @_noLocks
  private func level(_ frames: Double) -> Double {
    if frames < attack { return frames / attack }
    if sustained { return 1 }
    let level = 1 - (frames - attack) / decay
    return level > 0 ? level : 0
  }

  private var endFrame: Frame {
    @_noAllocation @_noLocks get {
      let decayed = sustained ? Double.infinity : attack + decay
      if decayed <= hold { return frameAtOrAfter(decayed) }
      return releaseLevel > 0 ? frameAtOrAfter(hold + release) : frameAtOrAfter(hold)
    }
  }

  /// Returns the piece at `frame` frames after the onset, which must be before `end`.
  @_noAllocation @_noLocks
  func piece(at frame: Frame) -> Piece {
    let x = Double(frame)
    let holdEnd = frameAtOrAfter(hold)
    if frame >= holdEnd {
      let slope = -releaseLevel / release
      return Piece(value: releaseLevel + slope * (x - hold), slope: slope, end: end)
    }
    let attackEnd = frameAtOrAfter(attack)
    if frame < attackEnd {
      return Piece(
        value: x / attack, slope: 1 / attack, end: attackEnd < holdEnd ? attackEnd : holdEnd)
    }
    if sustained { return Piece(value: 1, slope: 0, end: holdEnd) }
    let slope = -1 / decay
    return Piece(value: 1 + slope * (x - attack), slope: slope, end: end < holdEnd ? end : holdEnd)
  }

  /// Begins a release of `frames` at `frame`, from the level reached there, unless the event ends sooner.
  @_noAllocation @_noLocks
  mutating func fadeOut(from frame: Frame, over frames: Double) {
    if frame >= end { return }
    let level = piece(at: frame).value
    if end - frame <= Frame(frames) { return }
    hold = Double(frame)
    release = frames
    releaseLevel = level > 0 ? level : 0
    // `endFrame` is not used, because the release may outlast the decay that it replaces.
    end = level > 0 ? frameAtOrAfter(hold + release) : frame
  }

  /// Moves a release that has not begun at `frame`, so that the rest of the event takes `factor` times as long.
  @_noAllocation @_noLocks
  mutating func stretchHold(after frame: Frame, by factor: Double) {
    let x = Double(frame)
    if !(hold > x) || !hold.isFinite { return }
    hold = x + (hold - x) * factor
    releaseLevel = level(hold)
    end = endFrame
  }

  /// Makes the release begin at `frame` at the latest.
  @_noAllocation @_noLocks
  mutating func releaseNoLater(than frame: Frame) {
    if !(hold > Double(frame)) || !hold.isFinite { return }
    hold = Double(frame)
    releaseLevel = level(hold)
    end = endFrame
  }
}

/// The normalized envelope times (0...1) in seconds: exponential, `min * (max / min)^p`.
///
/// Core Haptics states that the time grows exponentially, but does not publish seconds; these are our choice
/// (`Documentation/Signal.md`, 3).
package enum EnvelopeTime {
  /// The attack time, 2 ms...1 s.
  @_noAllocation @_noLocks
  package static func attackSeconds(_ p: Double) -> Seconds { exponential(p, 0.002, 1) }

  /// The decay time, 20 ms...2 s.
  @_noAllocation @_noLocks
  package static func decaySeconds(_ p: Double) -> Seconds { exponential(p, 0.020, 2) }

  /// The release time, 5 ms...2 s.
  @_noAllocation @_noLocks
  package static func releaseSeconds(_ p: Double) -> Seconds { exponential(p, 0.005, 2) }

  @_noAllocation @_noLocks
  private static func exponential(_ p: Double, _ shortest: Seconds, _ longest: Seconds) -> Seconds {
    p <= 0 ? shortest : shortest * crealtime_pow(longest / shortest, p)
  }

  /// Returns the normalized value, 0...1 and rounded up to nine decimals, for which `length` returns `seconds` or the
  /// nearest possible time.
  ///
  /// Realtime-safe: no.
  package static func value(_ seconds: Seconds, _ length: (Double) -> Seconds) -> Double {
    var (low, high) = (0.0, 1.0)
    if seconds <= length(0) { return 0 }
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if length(middle) < seconds { low = middle } else { high = middle }
    }
    return min((high * 1e9 - 1e-3).rounded(.up) / 1e9, 1)
  }
}
