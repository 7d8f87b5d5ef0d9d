import HapticEngine
import TextFormats

/// The length of a pattern in a loop, for both `haptic play` and `haptic render`.
///
/// Source: Core Haptics, `CHHapticAdvancedPatternPlayer.loopEnd`: the pattern's duration if no end
/// is set; and `CHHapticEvent.duration`: a transient's duration pads the loop. The behavior for a
/// pattern without length, such as a single transient, is not documented.
struct LoopLength: Hashable, Sendable {
  /// The time from one beginning to the next, in seconds of the pattern.
  let seconds: Seconds
  /// Whether the pattern is too short to define its own loop length.
  let isSpaced: Bool

  /// The longest duration, in seconds, that is too short to define a loop length.
  ///
  /// Source: the engine's shortest loop. A transient that repeats without a pause would buzz.
  private static let shortest: Seconds = 0.010
  /// The loop length of a pattern that is too short to define one, in seconds.
  ///
  /// Our choice: repeated transients are slow enough to be counted.
  private static let spaced: Seconds = 0.250

  /// The loop length of `pattern`.
  init(of pattern: HapticPattern) {
    isSpaced = pattern.duration <= Self.shortest
    seconds = isSpaced ? Self.spaced : pattern.duration
  }

  /// The value for a player's `loopEnd`.
  var loopEnd: Seconds { isSpaced ? seconds : 0 }

  /// `pattern` padded with silence to a duration of `seconds`.
  ///
  /// - Throws: never in practice: a valid pattern stays valid with another valid event.
  func padded(_ pattern: HapticPattern) throws(PatternError) -> HapticPattern {
    guard isSpaced else { return pattern }
    let silence = HapticEvent(
      .hapticTransient, at: 0, duration: seconds,
      parameters: [EventParameter(.hapticIntensity, 0)])
    return try HapticPattern(
      entries: pattern.entries + [.event(silence)], metadata: pattern.metadata)
  }

  /// Returns a note if the loop over `pattern` may surprise the user.
  ///
  /// - Parameters:
  ///   - pattern: the repeated pattern.
  ///   - sounding: the time for which a single repetition sounds, in seconds of the pattern.
  /// - Returns: A sentence to follow the pattern's name; nil for an ordinary loop.
  func note(on pattern: HapticPattern, sounding: Seconds) -> String? {
    if pattern.events.isEmpty { return nil }
    if isSpaced {
      return "the pattern does not define its own length and repeats every \(seconds.brief) s; an "
        + "EventDuration on its last event changes that"
    }
    let lastTransient = pattern.events.filter { $0.type == .hapticTransient }.map(\.time).max() ?? 0
    if lastTransient > 0 && lastTransient >= seconds - Self.shortest {
      return
        "the loop is \(seconds.brief) s long, so its last transient coincides with the start of "
        + "the next repetition; an EventDuration on that event makes the loop longer"
    }
    // Our choice: releases and resonances usually end in the first half of the next repetition.
    if sounding > 1.5 * seconds {
      return
        "the loop is \(seconds.brief) s long but the pattern sounds for \(sounding.brief) s, so "
        + "repetitions overlap; an EventDuration on its last event makes the loop longer"
    }
    return nil
  }
}
