import HapticEngine
import TestSupport

/// A random chain of ramps and holds, as a notation and as its intended strength.
struct SeamChain {
  var items: [String] = []
  var stretches: [SeamStretch] = []
  var taps: [(time: Double, level: Double)] = []

  var notation: String { items.joined(separator: ", ") }

  /// - Parameters:
  ///   - seed: Chooses everything.
  ///   - shortest: The shortest length of an item, in milliseconds.
  ///   - hasTaps: Whether there may be taps.
  init(seed: UInt64, shortest: Int = 5, hasTaps: Bool = true) {
    var random = SplitMix64(seed: seed)
    var time = 0.0
    var last = 1.0
    var sharpness = random.choice(of: ["", "/0.2", "/0.8"])
    for _ in 0..<Int.random(in: 2...7, using: &random) {
      let length = Int.random(
        in: shortest...(random.oneIn(2) ? max(50, shortest) : 300), using: &random)
      if random.oneIn(3) { sharpness = random.choice(of: ["", "/0", "/0.2", "/0.8", "/1"]) }
      func level() -> Double {
        random.choice(of: [0, 0.05, 0.1, 0.11, 0.2, 0.35, 0.5, 0.8, 1, last])
      }
      if random.oneIn(6) {
        let rest = Int.random(in: 1...20, using: &random)
        items.append("rest \(rest)ms")
        time += Double(rest) / 1_000
      } else if hasTaps, random.oneIn(5) {
        let tap = level()
        items.append("tap \(tap)/0.5")
        taps.append((time, tap))
      }
      let first = random.oneIn(3) ? level() : last
      let end = random.oneIn(3) ? first : level()
      let moves = sharpness.isEmpty || !random.oneIn(5) ? "" : "..0.5"
      let shape = end == first ? "" : random.choice(of: ["", "", " ease-in", " ease-out"])
      items.append(
        first == end
          ? "buzz \(length)ms \(first)\(sharpness)\(moves)"
          : "buzz \(length)ms \(first)..\(end)\(sharpness)\(moves)\(shape)")
      let seconds = Double(length) / 1_000
      // A shape, approximated by eight straight pieces.
      for piece in 0..<8 {
        let shares = (Double(piece) / 8, Double(piece + 1) / 8)
        func value(_ share: Double) -> Double {
          let progress =
            switch shape {
            case " ease-in": share * share
            case " ease-out": share * (2 - share)
            default: share
            }
          return first + (end - first) * progress
        }
        stretches.append(
          SeamStretch(
            start: time + seconds * shares.0, end: time + seconds * shares.1,
            first: value(shares.0), last: value(shares.1)))
      }
      time = ((time + seconds) * 1e9).rounded() / 1e9
      last = end
    }
  }
}
