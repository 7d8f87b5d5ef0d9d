import Glibc
import HapticEngine
import Realtime

extension SignalOutline {
  /// Frames per second of the render that is drawn.
  ///
  /// Our choice: the lowest there is. It holds every frequency of every built-in profile, a peak is
  /// within a tenth of its height, and a minute is drawn in a few milliseconds.
  static let sampleRate = 8_000

  /// The most cells there are.
  ///
  /// Our choice: a few megabytes.
  private static let mostCells = 400_000

  /// The shortest cell, in seconds.
  ///
  /// Our choice: finer than any column of a terminal.
  private static let shortestCell: Seconds = 0.001

  /// The outline of `pattern`, rendered with `profile`.
  ///
  /// - Parameters:
  ///   - pattern: what is drawn.
  ///   - profile: what turns intensity and sharpness into a signal.
  ///   - sounds: the decoded sounds at `sampleRate`, by the path that events name.
  /// - Throws: `RenderError`, never for the rate that is used.
  init(
    of pattern: HapticPattern, profile: Profile, sounds: [String: DecodedSound] = [:]
  ) throws(RenderError) {
    let renderer = try OfflineRenderer(
      pattern, sampleRate: Double(Self.sampleRate), profile: profile, sounds: sounds)
    let seconds = Double(renderer.frameCount) / renderer.sampleRate
    let cellFrames = Int(
      max(Self.shortestCell, seconds / Double(Self.mostCells)) * renderer.sampleRate)
    var measuring = Measuring(cellFrames: cellFrames, count: renderer.frameCount / cellFrames + 1)
    let buffers = BusBuffers(capacity: 4_096)
    while renderer.position < renderer.frameCount {
      let block = buffers.block(
        frames: min(buffers.capacity, renderer.frameCount - renderer.position))
      renderer.render(into: block)
      measuring.add(block)
    }
    let events = pattern.events
    cellSeconds = Double(cellFrames) / renderer.sampleRate
    halfCycle = 0.5 / profile.lowHertz
    cells = measuring.cells(
      halfCycle: Int((halfCycle / cellSeconds).rounded(.up)), sampleRate: renderer.sampleRate,
      profile: profile)
    duration = pattern.duration
    taps = events.filter { $0.type == .hapticTransient }.map(\.time).sorted()
    hasAudio = events.contains { !$0.type.isHaptic }
    fullLevel = Float(max(profile.gainContinuous, profile.gainTransient) * profile.gain)
  }
}

/// Adds up what is in each cell, frame by frame.
private struct Measuring {
  private struct Sums {
    var peak: Float = 0
    var audio: Float = 0
    /// Of the squares of samples, and of their slopes per frame.
    var energy: Float = 0
    var slopeEnergy: Float = 0
  }

  private let cellFrames: Int
  private var sums: [Sums]
  private var frame = 0
  /// The two samples before the present one.
  private var before: (Float, Float) = (0, 0)

  init(cellFrames: Int, count: Int) {
    self.cellFrames = cellFrames
    sums = Array(repeating: Sums(), count: count)
  }

  mutating func add(_ block: BusBlock) {
    for index in 0..<block.frameCount {
      // SAFETY: the block's buffers hold `frameCount` samples.
      let (felt, left, right) = unsafe (
        block.haptic[index], block.audioLeft[index], block.audioRight[index]
      )
      let slope = (felt - before.0) / 2
      let cell = frame / cellFrames
      sums[cell].peak = max(sums[cell].peak, felt.magnitude)
      sums[cell].audio = max(sums[cell].audio, max(left.magnitude, right.magnitude))
      sums[cell].energy += before.1 * before.1
      sums[cell].slopeEnergy += slope * slope
      before = (before.1, felt)
      frame += 1
    }
  }

  /// What the sums mean, each cell with `halfCycle` cells around it: a vibration is at its peak once
  /// in half a cycle, and has its frequency only over a whole one.
  func cells(halfCycle: Int, sampleRate: Double, profile: Profile) -> [SignalOutline.Cell] {
    let near = (halfCycle + 1) / 2
    return sums.indices.map { index in
      var cell = SignalOutline.Cell(audio: sums[index].audio)
      var (energy, slopeEnergy) = (Float(0), Float(0))
      for other in max(0, index - halfCycle)...min(sums.count - 1, index + halfCycle) {
        energy += sums[other].energy
        slopeEnergy += sums[other].slopeEnergy
        if abs(other - index) <= near { cell.level = max(cell.level, sums[other].peak) }
      }
      guard energy > 1e-9, cell.level > 0 else { return cell }
      cell.sharpness = Self.sharpness(
        slope: Double(slopeEnergy / energy).squareRoot(), sampleRate: sampleRate, profile)
      return cell
    }
  }

  /// The sharpness of a vibration whose slope, over two frames, is `slope` times its level.
  ///
  /// The central difference of a sine of angular frequency w is sin(w) times as large.
  private static func sharpness(slope: Double, sampleRate: Double, _ profile: Profile) -> Float {
    let hertz = asin(min(slope, 1)) * sampleRate / (2 * .pi)
    let span = profile.highHertz - profile.lowHertz
    guard span > 0 else { return 0 }
    return Float(min(1, max(0, (hertz - profile.lowHertz) / span)))
  }
}
