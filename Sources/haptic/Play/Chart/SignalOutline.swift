import Glibc
import HapticEngine
import Realtime

/// The intensity, sharpness and loudness of a pattern over time, coarse enough to be drawn.
///
/// Made from the rendered signal and not from the numbers of the pattern, so that envelopes, curves,
/// events that overlap, the rate and the profile's actuator are all in it. Times are the pattern's,
/// at whatever rate it is played.
struct SignalOutline: Hashable, Sendable {
  /// A short stretch of time.
  struct Cell: Hashable, Sendable {
    /// The amplitude of the haptic bus, full scale 1.
    var level: Float = 0
    /// The sharpness that the profile gives the measured frequency, 0...1; 0 in silence.
    var sharpness: Float = 0
    /// The peak of the audio bus, full scale 1.
    var audio: Float = 0
  }

  /// The amplitudes of single events at intensity 1, full scale 1.
  ///
  /// A transient decays before it is as high as a continuous event of the same intensity, and
  /// profiles have a gain for each, so that each kind is drawn against its own.
  struct FullLevels: Hashable, Sendable {
    let transient: Float
    let vibration: Float
  }

  /// The duration of a cell, in seconds.
  let cellSeconds: Seconds
  /// The cells from time 0 on; none while they are being rendered.
  var cells: [Cell]
  /// Whether the cells are still to be rendered.
  var isPending: Bool { cells.isEmpty && length > 0 }
  /// The time at which the last event has decayed, in seconds.
  let length: Seconds
  /// The times of transients, in seconds, in order.
  let transients: [Seconds]
  /// The times of all haptic events, in seconds, in order.
  let onsets: [Seconds]
  /// Whether the pattern has audio events.
  let hasAudio: Bool
  /// The levels that a full bar stands for.
  let fullLevels: FullLevels
  /// The time in which a vibration reaches its peak, in seconds: half a cycle of the lowest frequency.
  let halfCycle: Seconds

  /// The index of the cell at `time`, which may be past the last one.
  func index(of time: Seconds) -> Int { Int((max(0, time) / cellSeconds + 1e-6).rounded(.down)) }

  /// The maxima of the cells of `range`, with the sharpness of the strongest; silence outside the
  /// pattern.
  func cell(of range: Range<Int>) -> Cell {
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

  /// The maxima of the cells from `start` to before `end`, in seconds: those whose middle is there, at
  /// least one.
  func cell(from start: Seconds, to end: Seconds) -> Cell { cell(of: range(from: start, to: end)) }

  /// The cells whose middle is from `start` to before `end`; at least one.
  func range(from start: Seconds, to end: Seconds) -> Range<Int> {
    let first = max(0, Int((start / cellSeconds - 0.5).rounded(.up)))
    let last = max(0, Int((end / cellSeconds - 0.5).rounded(.up)))
    return first < last ? first..<last : index(of: start)..<index(of: start) + 1
  }
}

extension SignalOutline {
  /// Frames per second of the render that is drawn.
  ///
  /// Our choice: the lowest there is. It holds every frequency of every built-in profile, a peak is
  /// within a tenth of its height, and a minute is drawn in a few milliseconds.
  static let sampleRate = 8_000

  /// The outline of `pattern`, rendered with `profile`.
  ///
  /// - Parameters:
  ///   - pattern: what is drawn.
  ///   - profile: what turns intensity and sharpness into a signal.
  ///   - sounds: the decoded sounds at `sampleRate`, by the path that events name.
  ///   - playback: how fast it is played; once.
  /// - Throws: `RenderError` for a rate out of range.
  init(
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

/// The render behind an outline: what is known of it at once, and the cells, which take a while.
struct OutlineRendering {
  /// The outline without its cells: the length, the transients and the scale.
  let empty: SignalOutline

  private let renderer: OfflineRenderer
  private let profile: Profile
  private let cellFrames: Int

  /// The most cells there are.
  ///
  /// Our choice: a few megabytes.
  private static let maximumCells = 400_000

  /// The shortest cell, in seconds of the render.
  ///
  /// Our choice: finer than any column of a terminal.
  private static let shortestCell: Seconds = 0.001

  /// Prepares the outline of `pattern`; nothing of it is rendered yet.
  ///
  /// - Parameters:
  ///   - pattern: what is drawn.
  ///   - profile: what turns intensity and sharpness into a signal.
  ///   - fullLevels: the levels of single events with `profile`.
  ///   - sounds: the decoded sounds at `SignalOutline.sampleRate`, by the path that events name.
  ///   - playback: how fast it is played; once.
  /// - Throws: `RenderError` for a rate out of range.
  init(
    of pattern: HapticPattern, profile: Profile, fullLevels: SignalOutline.FullLevels,
    sounds: [String: DecodedSound], playback: Playback
  ) throws(RenderError) {
    let renderer = try OfflineRenderer(
      pattern, sampleRate: Double(SignalOutline.sampleRate), profile: profile, sounds: sounds,
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

  /// Renders everything, once.
  ///
  /// - Parameter isWanted: is asked now and then.
  /// - Returns: the cells, in order; nil as soon as they are not wanted any more.
  func cells(while isWanted: () -> Bool) -> [SignalOutline.Cell]? {
    let cellSeconds = empty.cellSeconds
    return Measuring.cells(
      of: renderer, cellFrames: cellFrames, profile: profile,
      onsets: Set(empty.onsets.map { Int(($0 / cellSeconds + 1e-6).rounded(.down)) }),
      halfCycle: Int((empty.halfCycle / cellSeconds).rounded(.up)), while: isWanted)
  }
}

extension SignalOutline.FullLevels {
  /// The highest peaks that a transient and a vibration have with `profile`, each alone and at
  /// intensity 1, whatever their sharpness.
  ///
  /// - Throws: `RenderError` for a profile with values out of their ranges.
  init(of profile: Profile) throws(RenderError) {
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
      pattern, sampleRate: Double(SignalOutline.sampleRate), profile: profile)
    return SignalSummary(of: renderer, parts: 1).peak
  }
}

/// Adds up what is in each cell, frame by frame.
private struct Measuring {
  private struct Sums {
    var peak: Float = 0
    var audio: Float = 0
    /// The sums of the squares of samples, and of their slopes per frame.
    var energy: Float = 0
    var slopeEnergy: Float = 0
    var prediction = Prediction()
  }

  /// How well each sample follows from the two before it: exactly, for one sine that dies away or not,
  /// however little of its cycle there is.
  ///
  /// x(n) = 2 d cos(w) x(n-1) - d² x(n-2), with w the angular frequency and d the decay of a frame.
  private struct Prediction {
    private var squares = (0.0, 0.0, 0.0)
    private var products = (first: 0.0, second: 0.0, both: 0.0)

    /// The largest part of the energy that may be left over.
    ///
    /// Our choice: above it there is more than one sine.
    private static let tolerance = 1e-3

    mutating func add(_ sample: Double, after first: Double, _ second: Double) {
      squares.0 += sample * sample
      squares.1 += first * first
      squares.2 += second * second
      products.first += sample * first
      products.second += sample * second
      products.both += first * second
    }

    mutating func add(_ other: Prediction) {
      squares.0 += other.squares.0
      squares.1 += other.squares.1
      squares.2 += other.squares.2
      products.first += other.products.first
      products.second += other.products.second
      products.both += other.products.both
    }

    /// The angular frequency, in radians a frame; nil if it is not one sine.
    var frequency: Double? {
      let determinant = squares.1 * squares.2 - products.both * products.both
      guard determinant > 1e-9 * squares.1 * squares.2 else { return nil }
      let one = (products.first * squares.2 - products.second * products.both) / determinant
      let two = (products.second * squares.1 - products.first * products.both) / determinant
      let rest = squares.0 - one * products.first - two * products.second
      guard two < 0, rest < Self.tolerance * squares.0 else { return nil }
      let cosine = one / (2 * (-two).squareRoot())
      return cosine.magnitude < 1 ? acos(cosine) : nil
    }
  }

  private let cellFrames: Int
  private var sums: [Sums]
  private var frame = 0
  /// The two samples before the present one.
  private var before: (Float, Float) = (0, 0)

  private init(cellFrames: Int, count: Int) {
    self.cellFrames = cellFrames
    sums = Array(repeating: Sums(), count: count)
  }

  /// Renders all of `renderer`, and says what is in each cell of `cellFrames` frames.
  ///
  /// - Parameters:
  ///   - renderer: at its start.
  ///   - cellFrames: how many frames a cell has.
  ///   - profile: that of the render.
  ///   - onsets: the cells in which something begins.
  ///   - halfCycle: how many cells half a cycle of the lowest frequency takes.
  ///   - isWanted: is asked now and then.
  /// - Returns: the cells, in order; nil as soon as they are not wanted any more.
  static func cells(
    of renderer: OfflineRenderer, cellFrames: Int, profile: Profile, onsets: Set<Int>,
    halfCycle: Int, while isWanted: () -> Bool
  ) -> [SignalOutline.Cell]? {
    let count = (renderer.frameCount + cellFrames - 1) / cellFrames
    var measuring = Measuring(cellFrames: cellFrames, count: count)
    let buffers = BusBuffers(capacity: 4_096)
    while renderer.position < renderer.frameCount {
      guard isWanted() else { return nil }
      let block = buffers.block(
        frames: min(buffers.capacity, renderer.frameCount - renderer.position))
      renderer.render(into: block)
      measuring.add(block)
    }
    return measuring.cells(
      halfCycle: halfCycle, sampleRate: renderer.sampleRate, profile: profile, onsets: onsets)
  }

  private mutating func add(_ block: BusBlock) {
    for index in 0..<block.frameCount {
      // SAFETY: the block's buffers hold `frameCount` samples.
      let (haptic, left, right) = unsafe (
        block.haptic[index], block.audioLeft[index], block.audioRight[index]
      )
      let slope = (haptic - before.0) / 2
      let cell = frame / cellFrames
      sums[cell].peak = max(sums[cell].peak, haptic.magnitude)
      sums[cell].audio = max(sums[cell].audio, max(left.magnitude, right.magnitude))
      sums[cell].energy += before.1 * before.1
      sums[cell].slopeEnergy += slope * slope
      sums[cell].prediction.add(Double(haptic), after: Double(before.1), Double(before.0))
      before = (before.1, haptic)
      frame += 1
    }
  }

  /// What the sums mean, each cell with those around it.
  ///
  /// A vibration is at its peak once in half a cycle, and has its frequency only over a whole one.
  /// A cell is never seen together with silence, or with what begins later: nothing shows before it
  /// begins, or after it has ended.
  private func cells(
    halfCycle: Int, sampleRate: Double, profile: Profile, onsets: Set<Int>
  ) -> [SignalOutline.Cell] {
    let near = (halfCycle + 1) / 2
    return sums.indices.map { index in
      var cell = SignalOutline.Cell(audio: sums[index].audio)
      guard sums[index].peak > 1e-6 else { return cell }
      var (energy, slopeEnergy) = (Float(0), Float(0))
      var prediction = Prediction()
      let first = reach(from: index, by: -1, most: halfCycle, onsets)
      let last = reach(from: index, by: 1, most: halfCycle, onsets)
      for other in first...last {
        energy += sums[other].energy
        slopeEnergy += sums[other].slopeEnergy
        prediction.add(sums[other].prediction)
        if abs(other - index) <= near { cell.level = max(cell.level, sums[other].peak) }
      }
      guard energy > 1e-9, cell.level > 0 else { return cell }
      // Where several sound at once, the central difference of a sine of angular frequency w is sin(w)
      // times as large.
      let slope = min(Double(slopeEnergy / energy).squareRoot(), 1)
      cell.sharpness = Self.sharpness(
        of: (prediction.frequency ?? asin(slope)) * sampleRate / (2 * .pi), profile)
      return cell
    }
  }

  /// The cell that is up to `most` steps from `index`, without silence or a beginning between.
  private func reach(from index: Int, by step: Int, most: Int, _ onsets: Set<Int>) -> Int {
    var cell = index
    for _ in 0..<most {
      // Backwards the beginning itself is reached, forwards the one before it.
      if step < 0 && onsets.contains(cell) { break }
      let next = cell + step
      guard sums.indices.contains(next), sums[next].peak > 1e-6 else { break }
      if step > 0 && onsets.contains(next) { break }
      cell = next
    }
    return cell
  }

  /// The sharpness that `profile` gives a frequency.
  private static func sharpness(of hertz: Double, _ profile: Profile) -> Float {
    let span = profile.highHertz - profile.lowHertz
    guard span > 0 else { return 0 }
    return Float(min(1, max(0, (hertz - profile.lowHertz) / span)))
  }
}
