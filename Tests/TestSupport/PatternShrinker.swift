public import HapticEngine

/// Reduces a pattern that makes a test fail, as long as the test still fails, so that the report can be
/// understood.
public struct PatternShrinker {
  private let fails: (HapticPattern) throws -> Bool

  /// Creates a shrinker for a test that fails with the patterns for which `fails` returns true.
  public init(fails: @escaping (HapticPattern) throws -> Bool) { self.fails = fails }

  /// Returns a pattern with which the test still fails, but would pass after any further reduction.
  ///
  /// - Throws: the error of `fails`.
  public func smallest(of pattern: HapticPattern) throws -> HapticPattern {
    var smallest = pattern
    while let smaller = try smallest.simplerPatterns.first(where: fails) { smallest = smaller }
    return smallest
  }
}

extension HapticPattern {
  /// The patterns with one reduction: first those without one entry, then those with a simpler entry.
  fileprivate var simplerPatterns: some Sequence<HapticPattern> {
    let shorter = entries.indices.lazy.map { index in
      var rest = entries
      rest.remove(at: index)
      return rest
    }
    let simpler = entries.indices.lazy.flatMap { index in
      entries[index].simplerEntries.map { entry in
        var changed = entries
        changed[index] = entry
        return changed
      }
    }
    // Removing something from a valid pattern leaves a valid one; otherwise it is not a simpler
    // pattern.
    return [AnySequence(shorter), AnySequence(simpler)].lazy.joined()
      .compactMap { try? HapticPattern(entries: $0) }
  }
}

extension HapticPattern.Entry {
  fileprivate var simplerEntries: [HapticPattern.Entry] {
    switch self {
    case .event(let event): event.simplerEvents.map(HapticPattern.Entry.event)
    case .parameter(let parameter): parameter.simplerParameters.map(HapticPattern.Entry.parameter)
    case .curve(let curve): curve.simplerCurves.map(HapticPattern.Entry.curve)
    }
  }
}

extension HapticEvent {
  fileprivate var simplerEvents: [HapticEvent] {
    var simpler: [HapticEvent] = []
    for index in parameters.indices {
      var event = self
      event.parameters.remove(at: index)
      simpler.append(event)
    }
    for (time, duration) in [(0, duration), (time.inHundredths, duration?.inHundredths)]
    where time != self.time || duration != self.duration {
      simpler.append(
        HapticEvent(type, at: time, duration: duration, parameters: parameters, waveform: waveform))
    }
    return simpler
  }
}

extension DynamicParameter {
  fileprivate var simplerParameters: [DynamicParameter] {
    [
      DynamicParameter(id, value, at: 0), DynamicParameter(id, value, at: time.inHundredths),
      DynamicParameter(id, value.rounded(), at: time),
    ].filter { $0 != self }
  }
}

extension ParameterCurve {
  fileprivate var simplerCurves: [ParameterCurve] {
    var simpler: [ParameterCurve] = []
    for index in controlPoints.indices {
      var curve = self
      curve.controlPoints.remove(at: index)
      if !curve.controlPoints.isEmpty { simpler.append(curve) }
      curve = self
      curve.controlPoints[index].time = curve.controlPoints[index].time.inHundredths
      simpler.append(curve)
      curve = self
      curve.controlPoints[index].value.round()
      simpler.append(curve)
    }
    simpler.append(ParameterCurve(id, at: 0, controlPoints: controlPoints))
    simpler.append(ParameterCurve(id, at: time.inHundredths, controlPoints: controlPoints))
    return simpler.filter { $0 != self }
  }
}

extension Double {
  fileprivate var inHundredths: Double { (self * 100).rounded() / 100 }
}
