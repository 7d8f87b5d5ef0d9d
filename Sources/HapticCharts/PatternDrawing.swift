public import Drawing
public import HapticEngine
internal import HapticPerception
public import Realtime
private import TextFormats

/// A pattern to draw, with its name and sounds.
public struct DrawnPattern: Sendable {
  /// The name of the pattern.
  public var name: String
  /// The pattern.
  public var pattern: HapticPattern
  /// The decoded sounds of the pattern, at `SensationTrack.sampleRate`, by the path that events name.
  public var sounds: [String: DecodedSound]

  /// Creates a drawn pattern from `pattern`, with the name `name`.
  public init(_ pattern: HapticPattern, name: String, sounds: [String: DecodedSound] = [:]) {
    self.name = name
    self.pattern = pattern
    self.sounds = sounds
  }
}

extension Drawing {
  /// Draws patterns below each other on one time axis, and the difference between them if there are two.
  ///
  /// Each pattern is drawn with its duration, strength and description. Its lanes show the events by kind, intensity
  /// with envelopes and controls applied, sharpness, the controls, the rendered signal, its frequencies if they are
  /// given, and how strong the pattern feels. Nothing is drawn before the column in which it happens. The lanes of the
  /// signal and of the feeling are limited to `SensationTrack.maximumSeconds` from `start` on.
  ///
  /// - Parameters:
  ///   - patterns: one or more patterns.
  ///   - profile: the profile that maps intensity and sharpness to a signal.
  ///   - spectrograms: one spectrogram for each pattern, in the same order; none by default.
  ///   - start: the time at the left edge, in seconds of the patterns. Events at this time are drawn.
  ///   - end: the time at the right edge; at most the end of the longest pattern. If `end` is earlier, events at `end`
  ///     are not drawn.
  ///   - columns: the number of values side by side, 1...32_000: the width of the lanes in pixels or dots.
  /// - Throws: `RenderError.profile` for a profile with values that are out of range.
  /// - Thread: any; takes as long as rendering all patterns up to `end`.        Realtime-safe: no.
  public init(
    of patterns: [DrawnPattern], profile: Profile = .wideband, spectrograms: [Spectrogram] = [],
    from start: Seconds = 0, to end: Seconds = .infinity, columns: Int = 1_200
  ) throws(RenderError) {
    var renders: [PatternRender] = []
    for pattern in patterns { renders.append(try PatternRender(of: pattern, profile: profile)) }
    let whole = max(Self.shortest, renders.map(\.seconds).max() ?? 0)
    let (first, last) = (max(0, start), min(whole, end))
    let columns = ChartColumns(
      from: first, to: first < last ? last : first + Self.shortest, count: columns,
      includesEnd: end >= whole)
    let isWhole = first == 0 && last == whole
    let names =
      patterns.count == 1
      ? patterns.map(\.name) : patterns.enumerated().map { "\($0 + 1) \($1.name)" }
    let sketches = renders.map { PatternSketch($0, in: columns, profile: profile) }
    var panels = zip(sketches, names).enumerated().map { index, sketch in
      sketch.0.panel(
        title: sketch.1, isWhole: isWhole,
        spectrogram: spectrograms.indices.contains(index) ? spectrograms[index] : nil)
    }
    var sentences = try Self.sentences(patterns, names, profile: profile)
    if !isWhole {
      sentences.insert("Drawn from \(columns.start.brief) s to \(columns.end.brief) s.", at: 0)
    }
    if sketches.count == 2 {
      panels.append(
        sketches[0].difference(
          to: sketches[1], title: "difference: how much stronger \(names[1]) feels than \(names[0])"
        ))
    }
    self.init(
      // A nonbreaking space keeps a number and its name on the same line.
      title: names.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: ", ").printable,
      description: sentences.joined(separator: " "), start: columns.start,
      seconds: columns.seconds, panels: panels,
      keys: Self.keys(to: patterns.map(\.pattern), hasSpectrum: !spectrograms.isEmpty))
  }

  /// Returns the descriptions of the patterns, and the difference between them if there are two.
  private static func sentences(
    _ patterns: [DrawnPattern], _ names: [String], profile: Profile
  ) throws(RenderError) -> [String] {
    var tracks: [SensationTrack] = []
    for drawn in patterns {
      tracks.append(try SensationTrack(of: drawn.pattern, profile: profile))
    }
    var sentences = patterns.indices.map { index in
      let description = PatternDescription(
        of: patterns[index].pattern, profile: profile, track: tracks[index])
      return patterns.count == 1
        ? description.paragraph : "\(names[index]): \(description.paragraph)"
    }
    if tracks.count == 2 {
      sentences.append(tracks[0].difference(to: tracks[1]).sentence(names[0], names[1]))
    }
    return sentences
  }

  private static func keys(to patterns: [HapticPattern], hasSpectrum: Bool) -> [Key] {
    let events = patterns.flatMap(\.events)
    let hasControls = patterns.contains { !$0.curves.isEmpty || !$0.parameters.isEmpty }
    var keys: [Key] = []
    if events.contains(where: \.type.isHaptic) {
      keys += [
        Key(.sharpness(0), "sharpness 0, round"), Key(.sharpness(0.5), "0.5"),
        Key(.sharpness(1), "1, crisp"), Key(.signal, "signal, parts of full scale"),
        Key(.measure, "amplitude of the signal"),
      ]
    }
    if hasControls { keys.append(Key(.control, "control: × a factor, + added")) }
    if events.contains(where: { !$0.type.isHaptic }) {
      let names = events.soundNames
      let most = names.prefix(Self.namedSounds)
      let more = names.count > most.count ? " and \(names.count - most.count) more" : ""
      let files = names.isEmpty ? "" : " of " + most.joined(separator: ", ") + more
      keys.append(Key(.audio, "sound\(files), parts of full scale"))
    }
    if hasSpectrum {
      keys += [
        Key(.strength(0.34), "frequency at -40 dB"), Key(.strength(1), "at 0 dB, full scale"),
      ]
    }
    return keys
  }

  /// The maximum number of sound files that the legend names.
  ///
  /// Our choice: these names fill one line of the legend.
  private static let namedSounds = 3

  /// The shortest time that is drawn, in seconds, so that a single transient does not fill the width.
  ///
  /// Our choice.
  private static let shortest: Seconds = 0.25
}

extension [HapticEvent] {
  /// The names of the sound files without their folders and without duplicates.
  var soundNames: [String] {
    var seen: Set<String> = []
    return compactMap(\.waveform?.path).filter { seen.insert($0).inserted }.map { path in
      String(path.split(separator: "/").last ?? "").printable
    }
  }
}

extension SensationTrack.Difference {
  /// The difference in words.
  func sentence(_ one: String, _ two: String) -> String {
    guard isNoticeable else { return "\(one) and \(two) feel the same." }
    let share = (noticeableShare * 100).rounded(to: 0)
    return "\(one) and \(two) feel different for \(share) % of the time, by up to "
      + "\(largestLimens.rounded(to: 1)) just noticeable differences."
  }
}
