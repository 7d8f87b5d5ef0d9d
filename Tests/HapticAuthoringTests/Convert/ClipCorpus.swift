import Foundation
import HapticEngine
import Realtime

/// Clips from other projects, in the folder that the environment variable `HAPTIC_CORPUS` names.
enum ClipCorpus {
  static let folder = ProcessInfo.processInfo.environment["HAPTIC_CORPUS"]

  /// The files that end in `ending`, relative to the folder and sorted by name.
  static func paths(_ ending: String) -> [String] {
    guard let folder, let paths = FileManager.default.enumerator(atPath: folder) else { return [] }
    return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.sorted()
  }

  /// The valid clips.
  ///
  /// The names of the other clips say that they must be refused.
  static let clips = paths(".haptic").filter { !isRefused($0) }
  static let refused = paths(".haptic").filter(isRefused)

  private static func isRefused(_ path: String) -> Bool {
    // Lofelt's own clips share this fault, and both their readers and ours accept it.
    if path.hasSuffix("/invalid_freq_bp_outside_amp_env.haptic") { return false }
    return path.contains("/invalid")
      || (path.contains("/validation") && !path.contains("optionals"))
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: (folder ?? "") + "/" + path)))
  }

  static func pattern(_ path: String) throws -> HapticPattern? {
    AHAP.read(try bytes(path)).pattern
  }
}

/// The strength of a rendered pattern over time.
struct RenderedEnvelope {
  /// The root mean square, starting every 10 ms.
  let levels: [Double]

  /// The levels of `pattern`, each over `window` times 10 ms.
  ///
  /// With 4, a level covers several cycles of the lowest frequency and does not depend on their phase.
  init(_ pattern: HapticPattern, window: Int = 1) throws {
    let renderer = try OfflineRenderer(pattern, sampleRate: 8_000)
    let buffers = BusBuffers(capacity: max(renderer.frameCount, 1))
    let block = buffers.block(frames: renderer.frameCount)
    RealtimeScope.run { renderer.render(into: block) }
    let samples = unsafe Array(UnsafeBufferPointer(start: block.haptic, count: block.frameCount))
    levels = stride(from: 0, to: samples.count, by: 80).map { start in
      let part = samples[start..<min(start + 80 * window, samples.count)]
      let energy = part.reduce(0) { $0 + Double($1) * Double($1) }
      return (energy / Double(80 * window)).squareRoot()
    }
  }

  /// The largest difference from `other` in decibels, where either is above `floor` dB of full scale.
  ///
  /// With `edges`, a level is also compared with the levels up to `edges` times 10 ms around it. A smaller shift
  /// at a start, an end, or in the phase of a cycle is not a difference.
  func distance(to other: RenderedEnvelope, edges: Int = 0, floor: Double = -50) -> Double {
    let floor = pow(10, floor / 20)
    let count = max(levels.count, other.levels.count)
    return (0..<count).reduce(0) { worst, index in
      let first = index < levels.count ? levels[index] : 0
      let nearest = (max(index - edges, 0)...(index + edges)).map { near in
        let second = near < other.levels.count ? other.levels[near] : 0
        guard max(first, second) > floor else { return 0.0 }
        return abs(20 * log10(max(first, floor) / max(second, floor)))
      }
      return max(worst, nearest.min() ?? 0)
    }
  }
}

extension HapticPattern {
  /// The start times of the haptic events: taps and vibrations.
  var onsets: [Double] {
    events.filter { $0.type.isHaptic }.map(\.time).sorted()
  }
}
