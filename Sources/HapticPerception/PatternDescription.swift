public import HapticEngine
private import TextFormats

/// A description of how a pattern feels: its transients, vibrations and sounds in order of time.
///
/// Strengths come from a `SensationTrack`, so they include envelopes, curves and the profile. The description is
/// also the alternative text of drawn patterns.
///
/// - Thread: any; creating a value takes as long as rendering.        Realtime-safe: no.
public struct PatternDescription: Hashable, Sendable, Encodable {
  /// A sensation and its start.
  public struct Line: Hashable, Sendable, Encodable {
    /// Seconds from the start of the pattern.
    public let time: Seconds
    /// The sensation, such as `a strong, crisp tap`.
    public let text: String
  }

  /// The maximum number of lines.
  ///
  /// Our choice: about as many as people read; `omitted` counts the remaining sensations.
  public static let maximumLines = 40

  /// The sensations in order of time.
  public let lines: [Line]
  /// The number of sensations that are not in `lines`.
  public let omitted: Int
  /// A one-sentence summary: the events, the duration, and the greatest strength.
  public let summary: String

  /// Describes `pattern` as played with `profile`.
  ///
  /// - Throws: `RenderError.profile` for a profile with values that are out of range.
  public init(of pattern: HapticPattern, profile: Profile = .wideband) throws(RenderError) {
    self.init(
      of: pattern, profile: profile, track: try SensationTrack(of: pattern, profile: profile))
  }

  /// Describes `pattern`, whose track with `profile` is `track`.
  public init(of pattern: HapticPattern, profile: Profile, track: SensationTrack) {
    // Simultaneous sensations of another kind must not affect how a tap or a vibration is described.
    let hasBoth = Set(pattern.events.map(\.type)).isSuperset(of: [
      .hapticTransient, .hapticContinuous,
    ])
    func alone(_ type: EventType) -> SensationTrack {
      let part = hasBoth ? pattern.events(ofType: type) : nil
      return part.flatMap { try? SensationTrack(of: $0, profile: profile) } ?? track
    }
    var writer = DescriptionWriter(
      profile: profile, track: track, taps: alone(.hapticTransient),
      vibrations: alone(.hapticContinuous), captions: pattern.captions)
    writer.read(pattern.events)
    let all = writer.lines.sorted { $0.time < $1.time }
    lines = Array(all.prefix(Self.maximumLines))
    omitted = all.count - lines.count
    summary = writer.summary(duration: pattern.duration)
  }

  /// The summary and all lines, each on its own line.
  public var text: String {
    var text = summary + "\n"
    for line in lines { text += "\(line.time.brief) s: \(line.text)\n" }
    if omitted > 0 { text += "and \(omitted.counted("more sensation"))\n" }
    return text
  }

  /// The summary and all lines as one paragraph, for alternative texts.
  public var paragraph: String {
    let end = omitted > 0 ? "; and \(omitted.counted("more sensation"))" : ""
    let list = lines.map { "at \($0.time.brief) s \($0.text)" }.joined(separator: "; ")
    return list.isEmpty ? summary : "\(summary) In order: \(list)\(end)."
  }
}

/// The strength of a sensation, in one word.
///
/// Our choice: steps of about two limens, relative to the strongest event of each kind. With the built-in profiles, a
/// transient at full intensity reaches about 18 dB above the threshold, and a vibration at full intensity 27 dB.
enum StrengthWord: String, CaseIterable {
  case imperceptible, faint, light, medium, strong

  /// Creates the word for a transient of `level` decibels above the threshold.
  init(transient level: Float) { self.init(level, steps: [0, 8, 13, 16]) }

  /// Creates the word for a vibration of `level` decibels above the threshold.
  init(vibration level: Float) { self.init(level, steps: [0, 13, 18, 23]) }

  private init(_ level: Float, steps: [Float]) {
    let words = Self.allCases
    self = words[steps.count { level > $0 }]
  }
}

extension HapticPattern {
  /// Returns the pattern with its controls, and only the events of one type.
  fileprivate func events(ofType type: EventType) -> HapticPattern? {
    let kept = entries.filter { entry in
      if case .event(let event) = entry { event.type == type } else { true }
    }
    return try? HapticPattern(entries: kept)
  }
}
