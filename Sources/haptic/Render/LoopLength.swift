import HapticEngine
import TextFormats

/// How long a pattern is each time that it is repeated, for `haptic play` and `haptic render` alike.
///
/// Source: Core Haptics, `CHHapticAdvancedPatternPlayer.loopEnd`: the pattern's duration where no end
/// is set; and `CHHapticEvent.duration`: that of a tap pads the loop. What it does with a pattern of
/// no length, such as a single tap, is not documented.
struct LoopLength: Hashable, Sendable {
  /// The time from one beginning to the next, in seconds of the pattern.
  let seconds: Seconds
  /// Whether the pattern has no length of its own.
  let isSpaced: Bool

  /// A pattern that lasts no longer than this, in seconds, has no length of its own.
  ///
  /// Source: the engine's shortest loop. A tap repeated at once would be a buzz.
  private static let shortest: Seconds = 0.010
  /// How often such a pattern is repeated, in seconds.
  ///
  /// Our choice: taps that one can count.
  private static let spaced: Seconds = 0.250

  /// The length of `pattern` in a loop.
  init(of pattern: HapticPattern) {
    isSpaced = pattern.duration <= Self.shortest
    seconds = isSpaced ? Self.spaced : pattern.duration
  }

  /// What a player's `loopEnd` is to be.
  var loopEnd: Seconds { isSpaced ? seconds : 0 }

  /// `pattern` with a duration of `seconds`: what is missing is silence.
  ///
  /// - Throws: `PatternError` never: one more event that is valid leaves a pattern valid.
  func padded(_ pattern: HapticPattern) throws(PatternError) -> HapticPattern {
    guard isSpaced else { return pattern }
    let silence = HapticEvent(
      .hapticTransient, at: 0, duration: seconds,
      parameters: [EventParameter(.hapticIntensity, 0)])
    return try HapticPattern(
      entries: pattern.entries + [.event(silence)], metadata: pattern.metadata)
  }

  /// What to know of a loop over `pattern` that may not be what was meant.
  ///
  /// - Parameters:
  ///   - pattern: what is repeated.
  ///   - sounding: how long it sounds when it is played once, in seconds of the pattern.
  /// - Returns: a sentence to put after its name; nil if there is nothing to say.
  func note(on pattern: HapticPattern, sounding: Seconds) -> String? {
    if pattern.events.isEmpty { return nil }
    if isSpaced {
      return "it has no length to repeat it by, and begins every \(seconds.brief) s; an "
        + "EventDuration of its last event sets another"
    }
    let lastTap = pattern.events.filter { $0.type == .hapticTransient }.map(\.time).max() ?? 0
    if lastTap > 0 && lastTap >= seconds - Self.shortest {
      return "its loop is \(seconds.brief) s long, and its last tap falls on the beginning of the "
        + "next repetition; an EventDuration of that tap makes it longer"
    }
    // Our choice: a release or a ring that ends in the first half of the next repetition is usual.
    if sounding > 1.5 * seconds {
      return "its loop is \(seconds.brief) s long, and it sounds for \(sounding.brief) s: the "
        + "repetitions overlap; an EventDuration of its last event makes the loop longer"
    }
    return nil
  }
}
