public import HapticEngine

/// One control of a pattern, evaluated as the signal specification describes it: at each time, find the
/// source that governs, then find the value of that source.
///
/// "For each dynamic parameter ID, all `Parameter` entries and curves of a pattern make one
/// piecewise-linear function of pattern time, its *control*."
public struct ReferenceControl: Sendable {
  struct Point: Sendable {
    let time: Seconds
    let value: Double
  }

  /// A `Parameter` or a curve; a `Parameter` is a source of one point.
  struct Source: Sendable {
    /// The points in order of time, in seconds from the start of the pattern.
    let points: [Point]

    /// "a `Parameter` starts at its time, a curve at its first point".
    var start: Seconds { points[0].time }

    /// The source with points that are almost at a sample moved to it.
    ///
    /// A time within a millionth of a frame of a sample counts as that sample, so that 0.1 s plus 0.2 s
    /// is 0.3 s.
    func onGrid(sampleRate: Double) -> Source {
      Source(
        points: points.map { point in
          let frame = (point.time * sampleRate).rounded()
          let isAlmost = abs(point.time * sampleRate - frame) <= 1e-6
          return Point(time: isAlmost ? frame / sampleRate : point.time, value: point.value)
        })
    }
  }

  let sources: [Source]
  /// The value of the control before any source has started.
  ///
  /// "Default: 1 for `HapticIntensityControl` and `AudioVolumeControl`, 0 for every other."
  let defaultValue: Double

  /// Creates the control of `id` in `pattern`, for `sampleRate` hertz.
  public init(_ id: DynamicParameter.ID, of pattern: HapticPattern, sampleRate: Double) {
    let multiplies = id == .hapticIntensityControl || id == .audioVolumeControl
    defaultValue = multiplies ? 1 : 0
    // "Values are clamped to the ID's range first."
    let lowest: Double = multiplies ? 0 : -1

    var sources: [Source] = []
    for entry in pattern.entries {
      switch entry {
      case .parameter(let parameter) where parameter.id == id:
        // "A `Parameter` at time `t` sets the value from `t` on (a step)."
        let value = min(max(parameter.value, lowest), 1)
        sources.append(Source(points: [Point(time: parameter.time, value: value)]))
      case .curve(let curve) where curve.id == id:
        // "Points are taken in order of time", "`t_k` relative to `t`". The sort is stable, so points
        // at one time stay in file order.
        let points = curve.controlPoints.stablySorted { $0.time < $1.time }
        sources.append(
          Source(
            points: points.map {
              Point(time: curve.time + $0.time, value: min(max($0.value, lowest), 1))
            }))
      default: continue
      }
    }
    // "the one that *starts* later governs from its start; for equal starts, the later in file order":
    // in this order, the last source that has started governs. Because starts never decrease, "a source
    // that has been overridden never comes back".
    self.sources = sources.stablySorted { $0.start < $1.start }
      .map { $0.onGrid(sampleRate: sampleRate) }
  }

  /// The value at `time`, in seconds from the start of the pattern.
  public func value(at time: Seconds) -> Double {
    let started = sources.countOfLeading { $0.start <= time }
    return started == 0 ? defaultValue : sources[started - 1].value(at: time)
  }
}

extension ReferenceControl.Source {
  /// The value at `time`, which must not be before the start.
  ///
  /// "from `t + t_0` on, linear between points; the last value holds"; "two at one time make a step,
  /// the later in file order winning": among points at one time, the last one counts from that time on,
  /// and the first one is the end of the line before it.
  func value(at time: Seconds) -> Double {
    let passed = points.countOfLeading { $0.time <= time }
    let before = points[passed - 1]
    if passed == points.count { return before.value }
    let after = points[passed]
    let way = (time - before.time) / (after.time - before.time)
    return before.value + (after.value - before.value) * way
  }
}

extension Array {
  /// The elements in sorted order; equal elements keep their order.
  func stablySorted(by isBefore: (Element, Element) -> Bool) -> [Element] {
    enumerated().sorted { one, other in
      if isBefore(one.element, other.element) { return true }
      if isBefore(other.element, one.element) { return false }
      return one.offset < other.offset
    }.map(\.element)
  }

  /// The number of leading elements that satisfy `condition`; all before some index must, and none from
  /// it on.
  func countOfLeading(where condition: (Element) -> Bool) -> Int {
    var known = 0
    var limit = count
    while known < limit {
      let middle = (known + limit) / 2
      if condition(self[middle]) { known = middle + 1 } else { limit = middle }
    }
    return known
  }
}
