package import HapticEngine
package import Realtime

/// The intensity, sharpness and loudness of a pattern over time, coarse enough for drawing.
///
/// It is made from the rendered signal instead of the numbers of the pattern. Therefore it includes envelopes,
/// curves, overlapping events, the rate and the profile's actuator. Times are the pattern's own times,
/// regardless of the playback rate.
package struct SignalOutline: Hashable, Sendable {
  /// A short stretch of time.
  package struct Cell: Hashable, Sendable {
    /// The amplitude of the haptic bus, full scale 1.
    package var level: Float = 0
    /// The sharpness to which the profile maps the measured frequency, 0...1; 0 in silence.
    package var sharpness: Float = 0
    /// The peak of the audio bus, full scale 1.
    package var audio: Float = 0
  }

  /// The amplitudes of single events at intensity 1, full scale 1.
  ///
  /// A transient decays before it reaches the level of a continuous event of the same intensity, and profiles have
  /// a separate gain for each kind. Therefore each kind is drawn relative to its own full level.
  package struct FullLevels: Hashable, Sendable {
    package let transient: Float
    package let vibration: Float
  }

  /// The duration of a cell, in seconds.
  package let cellSeconds: Seconds
  /// The cells from time 0 on; empty until they are rendered.
  package var cells: [Cell]
  /// Whether the cells have not been rendered yet.
  package var isPending: Bool { cells.isEmpty && length > 0 }
  /// The time at which the last event has decayed, in seconds.
  package let length: Seconds
  /// The times of transients, in seconds, in order.
  package let transients: [Seconds]
  /// The times of all haptic events, in seconds, in order.
  package let onsets: [Seconds]
  /// Whether the pattern has audio events.
  package let hasAudio: Bool
  /// The levels at which a bar is drawn full.
  package let fullLevels: FullLevels
  /// The time in which a vibration reaches its peak, in seconds: half a cycle of the lowest frequency.
  package let halfCycle: Seconds

  /// Returns the index of the cell at `time`, which may be past the last cell.
  package func index(of time: Seconds) -> Int {
    Int((max(0, time) / cellSeconds + 1e-6).rounded(.down))
  }

  /// Returns the maxima of the cells of `range`, with the sharpness of the strongest cell; silence outside the pattern.
  package func cell(of range: Range<Int>) -> Cell {
    var whole = Cell()
    for cell in cells[range.clamped(to: 0..<cells.count)] {
      if cell.level > whole.level {
        whole.level = cell.level
        whole.sharpness = cell.sharpness
      }
      whole.audio = max(whole.audio, cell.audio)
    }
    return whole
  }

  /// Returns the maxima of the cells whose middle lies between `start` and `end`, in seconds; at least one cell is
  /// used.
  package func cell(from start: Seconds, to end: Seconds) -> Cell {
    cell(of: range(from: start, to: end))
  }

  /// Returns the cells whose middle lies between `start` and `end`; at least one cell.
  package func range(from start: Seconds, to end: Seconds) -> Range<Int> {
    let first = max(0, Int((start / cellSeconds - 0.5).rounded(.up)))
    let last = max(0, Int((end / cellSeconds - 0.5).rounded(.up)))
    return first < last ? first..<last : index(of: start)..<index(of: start) + 1
  }
}

extension [Seconds] {
  /// Returns the index of the first time not before `time`; the number of times if all are earlier.
  package func firstIndex(notBefore time: Seconds) -> Int {
    partitioningIndex { $0 >= time }
  }
}

extension SignalOutline {
  /// Creates the outline of `pattern`, rendered with `profile`.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to draw.
  ///   - profile: the profile that maps intensity and sharpness to a signal.
  ///   - sounds: the decoded sounds at `SensationTrack.sampleRate`, by the path that events name.
  ///   - playback: the speed at which the pattern is played, once.
  /// - Throws: `RenderError` for a rate out of range.
  package init(
    of pattern: HapticPattern, profile: Profile, sounds: [String: DecodedSound] = [:],
    playback: Playback = Playback()
  ) throws(RenderError) {
    let rendering = try OutlineRendering(
      of: pattern, profile: profile, fullLevels: try FullLevels(of: profile), sounds: sounds,
      playback: playback)
    self = rendering.empty
    cells = rendering.cells { true } ?? []
  }
}

/// The rendering of an outline: the properties that are known immediately, and the cells, which take time.
package struct OutlineRendering {
  /// The outline without its cells: the length, the transients and the scale.
  package let empty: SignalOutline

  private let renderer: OfflineRenderer
  private let profile: Profile
  private let cellFrames: Int

  /// The maximum number of cells.
  ///
  /// Our choice: a few megabytes.
  private static let maximumCells = 400_000

  /// The shortest cell, in seconds of the render.
  ///
  /// Our choice: finer than any column of a terminal.
  private static let shortestCell: Seconds = 0.001

  /// Prepares the outline of `pattern` without rendering it.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to draw.
  ///   - profile: the profile that maps intensity and sharpness to a signal.
  ///   - fullLevels: the levels of single events with `profile`.
  ///   - sounds: the decoded sounds at `SensationTrack.sampleRate`, by the path that events name.
  ///   - playback: the speed at which the pattern is played, once.
  /// - Throws: `RenderError` for a rate out of range.
  package init(
    of pattern: HapticPattern, profile: Profile, fullLevels: SignalOutline.FullLevels,
    sounds: [String: DecodedSound], playback: Playback
  ) throws(RenderError) {
    let renderer = try OfflineRenderer(
      pattern, sampleRate: SensationTrack.sampleRate, profile: profile, sounds: sounds,
      playback: playback)
    self.renderer = renderer
    self.profile = profile
    let seconds = Double(renderer.frameCount) / renderer.sampleRate
    cellFrames = Int(
      max(Self.shortestCell, seconds / Double(Self.maximumCells)) * renderer.sampleRate)
    let haptics = pattern.events.filter(\.type.isHaptic)
    // A render ends with a whole frame.
    let isToTheEnd =
      seconds * playback.rate - pattern.duration < playback.rate / renderer.sampleRate
    empty = SignalOutline(
      cellSeconds: Double(cellFrames) / renderer.sampleRate * playback.rate, cells: [],
      length: isToTheEnd ? pattern.duration : seconds * playback.rate,
      transients: haptics.filter { $0.type == .hapticTransient }.map(\.time).sorted(),
      onsets: haptics.map(\.time).sorted(), hasAudio: haptics.count < pattern.events.count,
      fullLevels: fullLevels,
      halfCycle: 0.5 / profile.lowHertz * playback.rate)
  }

  /// Renders all cells, once.
  ///
  /// - Parameter isWanted: called repeatedly while rendering.
  /// - Returns: the cells, in order; nil if `isWanted` returned false.
  package func cells(while isWanted: () -> Bool) -> [SignalOutline.Cell]? {
    let meter = SignalMeter(
      of: renderer, cellFrames: cellFrames, predicts: true, while: isWanted)
    guard meter.isComplete else { return nil }
    let cellSeconds = empty.cellSeconds
    let onsets = Set(empty.onsets.map { Int(($0 / cellSeconds + 1e-6).rounded(.down)) })
    let halfCycle = Int((empty.halfCycle / cellSeconds).rounded(.up))
    return meter.cells.indices.map { cell(at: $0, of: meter, halfCycle: halfCycle, onsets) }
  }

  /// Returns a cell, computed from the sums of the cell and its neighbors.
  ///
  /// A vibration reaches its peak once in half a cycle, and has its frequency only over a whole cycle. Silence and
  /// later events are never merged into a cell, so an event is not visible before it starts or after it ends.
  private func cell(
    at index: Int, of meter: SignalMeter, halfCycle: Int, _ onsets: Set<Int>
  ) -> SignalOutline.Cell {
    let cells = meter.cells
    var cell = SignalOutline.Cell(audio: cells[index].audio)
    guard cells[index].peak > 1e-6 else { return cell }
    let near = (halfCycle + 1) / 2
    var (energy, slope) = (Float(0), Float(0))
    var prediction = SignalPrediction()
    let first = Self.reach(from: index, by: -1, most: halfCycle, cells, onsets)
    let last = Self.reach(from: index, by: 1, most: halfCycle, cells, onsets)
    for other in first...last {
      energy += cells[other].energy
      slope += cells[other].slope
      prediction += meter.predictions[other]
      if abs(other - index) <= near { cell.level = max(cell.level, cells[other].peak) }
    }
    guard energy > 1e-9, cell.level > 0 else { return cell }
    // The prediction is nil if several events sound at the same time.
    let frequency =
      prediction.frequency
      ?? SignalMeter.frequency(energy: Double(energy), slope: Double(slope))
    let span = profile.highHertz - profile.lowHertz
    guard span > 0 else { return cell }
    let hertz = frequency * renderer.sampleRate / (2 * .pi)
    cell.sharpness = Float(min(1, max(0, (hertz - profile.lowHertz) / span)))
    return cell
  }

  /// Returns the cell up to `most` steps from `index`, without crossing silence or the start of an event.
  private static func reach(
    from index: Int, by step: Int, most: Int, _ cells: [SignalMeter.Cell], _ onsets: Set<Int>
  ) -> Int {
    var cell = index
    for _ in 0..<most {
      // Backward, the search includes the cell in which an event starts; forward, it stops before that cell.
      if step < 0 && onsets.contains(cell) { break }
      let next = cell + step
      guard cells.indices.contains(next), cells[next].peak > 1e-6 else { break }
      if step > 0 && onsets.contains(next) { break }
      cell = next
    }
    return cell
  }
}

extension SignalOutline.FullLevels {
  /// Measures the highest peaks of a transient and of a vibration with `profile`, each on its own at intensity 1,
  /// over all sharpness values.
  ///
  /// - Throws: `RenderError` for a profile with values that are out of range.
  package init(of profile: Profile) throws(RenderError) {
    var (transient, vibration) = (Float(0), Float(0))
    for sharpness in [0, 0.5, 1] {
      let parameters = [
        EventParameter(.hapticIntensity, 1), EventParameter(.hapticSharpness, sharpness),
      ]
      transient = max(
        transient,
        try Self.peak(HapticEvent(.hapticTransient, at: 0, parameters: parameters), profile))
      vibration = max(
        vibration,
        try Self.peak(
          HapticEvent(.hapticContinuous, at: 0, duration: 0.3, parameters: parameters), profile))
    }
    self.init(transient: transient, vibration: vibration)
  }

  private static func peak(
    _ event: HapticEvent, _ profile: Profile
  ) throws(RenderError) -> Float {
    guard let pattern = try? HapticPattern(events: [event]) else { return 0 }
    let renderer = try OfflineRenderer(
      pattern, sampleRate: SensationTrack.sampleRate, profile: profile)
    return SignalSummary(of: renderer, parts: 1).peak
  }
}
