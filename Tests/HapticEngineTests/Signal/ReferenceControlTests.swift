import HapticEngine
import TestSupport
import Testing

/// Tests of the reference's controls: which source governs, and its value.
@Suite struct ReferenceControlTests {
  private let id = DynamicParameter.ID.hapticIntensityControl

  private func control(
    _ id: DynamicParameter.ID = .hapticIntensityControl, sampleRate: Double = 8_000,
    @PatternBuilder _ content: () -> [HapticPattern.Entry]
  ) throws -> ReferenceControl {
    ReferenceControl(id, of: try HapticPattern(content), sampleRate: sampleRate)
  }

  @Test(arguments: DynamicParameter.ID.allCases)
  func `a control without sources is neutral`(id: DynamicParameter.ID) throws {
    let neutral: Double = [.hapticIntensityControl, .audioVolumeControl].contains(id) ? 1 : 0
    let others = DynamicParameter.ID.allCases.filter { $0 != id }
    let pattern = try HapticPattern(
      events: [], parameters: others.map { DynamicParameter($0, 0.5) })
    #expect(ReferenceControl(id, of: pattern, sampleRate: 8_000).value(at: 3) == neutral)
  }

  @Test(arguments: signalRates)
  func `a step takes effect at the frame of its time and not before`(sampleRate: Double) throws {
    for hundredths in 0..<200 {
      let time = Double(hundredths) / 100
      let control = try control(sampleRate: sampleRate) {
        DynamicParameter(id, 0.25, at: time)
      }
      let frame = (Double(hundredths) * sampleRate / 100).rounded(.up)
      #expect(control.value(at: frame / sampleRate) == 0.25, "\(time) s")
      if frame > 0 { #expect(control.value(at: (frame - 1) / sampleRate) == 1, "\(time) s") }
    }
  }

  @Test func `a time within rounding error after a sample counts as the sample`() throws {
    let control = try control(sampleRate: 48_000) {
      DynamicParameter(id, 0.25, at: 0.1 + 0.2)
      Curve(id, at: 0.1, [(0.5, 0.5), (0.7, 0.75)])
    }
    #expect(0.1 + 0.2 > 0.3)
    #expect(control.value(at: 14_400 / 48_000) == 0.25)
    #expect(control.value(at: 14_399 / 48_000) == 1)
    #expect(control.value(at: 38_400 / 48_000) == 0.75)
  }

  @Test func `if two sources start within rounding error, the later one governs`() throws {
    let control = try control {
      DynamicParameter(id, 0.25, at: 0.1 + 0.2)
      DynamicParameter(id, 0.5, at: 0.3)
    }
    #expect(control.value(at: 0.3) == 0.25)
  }

  @Test func `a curve starts at its first point, joins its points, then holds`()
    throws
  {
    let control = try control { Curve(id, at: 1, [(0.5, 0.25), (1, 0.75), (3, 0)]) }
    let expected: [(Seconds, Double)] = [
      (1, 1), (1.4999, 1), (1.5, 0.25), (1.75, 0.5), (2, 0.75), (3, 0.375), (4, 0), (99, 0),
    ]
    for (time, value) in expected { #expect(control.value(at: time) == value, "\(time) s") }
  }

  @Test func `points are used in order of time`() throws {
    let control = try control { Curve(id, [(2, 0), (0, 0.5), (1, 1)]) }
    #expect(control.value(at: 0.5) == 0.75)
    #expect(control.value(at: 1.5) == 0.5)
  }

  @Test func `two points at one time make a step to the second in the file`() throws {
    let control = try control { Curve(id, [(0, 0), (1, 1), (1, 0.25), (2, 0.75)]) }
    #expect(control.value(at: 0.75) == 0.75)
    #expect(control.value(at: 1) == 0.25)
    #expect(control.value(at: 1.5) == 0.5)
    let swapped = try self.control { Curve(id, [(2, 0.75), (1, 0.25), (1, 1), (0, 0)]) }
    #expect(swapped.value(at: 0.75) == 0.1875)
    #expect(swapped.value(at: 1) == 1)
  }

  @Test func `a curve of one point is a step`() throws {
    let control = try control { Curve(id, at: 1, [(1, 0.5)]) }
    #expect(control.value(at: 1.9999) == 1)
    #expect(control.value(at: 2) == 0.5)
    #expect(control.value(at: 3) == 0.5)
  }

  @Test func `a source that starts later governs, and the earlier one never returns`() throws {
    // The long curve starts at 0, the short one at its first point, 1.
    let control = try control {
      Curve(id, at: 0.5, [(0.5, 0.5), (1, 0.25)])
      Curve(id, [(0, 0), (4, 1)])
    }
    #expect(control.value(at: 0.5) == 0.125)
    #expect(control.value(at: 1) == 0.5)
    #expect(control.value(at: 3) == 0.25)
  }

  @Test func `if sources start at the same time, the last in the file governs`() throws {
    let stepLast = try control {
      Curve(id, at: 0.5, [(0.5, 0), (1, 1)])
      DynamicParameter(id, 0.25, at: 1)
    }
    #expect(stepLast.value(at: 1.25) == 0.25)
    let curveLast = try control {
      DynamicParameter(id, 0.25, at: 1)
      Curve(id, at: 0.5, [(0.5, 0), (1, 1)])
    }
    #expect(curveLast.value(at: 1.25) == 0.5)
  }

  @Test func `points and steps are clamped before lines are drawn between them`() throws {
    let intensity = try control { Curve(id, [(0, -3), (1, 9)]) }
    #expect(intensity.value(at: 0.5) == 0.5)
    let sharpness = try control(.hapticSharpnessControl) {
      Curve(.hapticSharpnessControl, [(0, -3), (1, 9)])
      DynamicParameter(.hapticSharpnessControl, -8, at: 2)
    }
    #expect(sharpness.value(at: 0.25) == -0.5)
    #expect(sharpness.value(at: 2) == -1)
  }

  @Test(arguments: seeds(0..<50))
  func `the governing source matches an exhaustive search`(seed: UInt64) throws {
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 1)
    let pattern = try generator.pattern()
    let id = DynamicParameter.ID.hapticIntensityControl
    let control = ReferenceControl(id, of: pattern, sampleRate: 8_000)
    // Between the samples, where times are not rounded.
    let times = (0..<2_000).map { (Double($0) + 0.37) / 8_000 }
    let wrong = times.filter {
      abs(control.value(at: $0) - value(of: id, in: pattern, at: $0)) > 1e-9
    }
    #expect(wrong.isEmpty, "seed \(seed)")
  }

  /// Returns the value of an intensity control by examining every source and every point.
  private func value(
    of id: DynamicParameter.ID, in pattern: HapticPattern, at time: Seconds
  ) -> Double {
    var latest = -1.0
    var value = 1.0
    for entry in pattern.entries {
      switch entry {
      case .parameter(let step) where step.id == id && step.time <= time && step.time >= latest:
        (latest, value) = (step.time, min(max(step.value, 0), 1))
      case .curve(let curve) where curve.id == id:
        let start = curve.controlPoints.map { curve.time + $0.time }.reduce(.infinity, min)
        if start <= time && start >= latest { (latest, value) = (start, curve.level(at: time)) }
      default: continue
      }
    }
    return value
  }
}

extension ParameterCurve {
  /// Returns the value at `time` seconds of the pattern, not before the first point, clamped to 0...1.
  fileprivate func level(at time: Seconds) -> Double {
    func position(_ point: ControlPoint) -> Seconds { self.time + point.time }
    func level(_ point: ControlPoint) -> Double { Swift.min(Swift.max(point.value, 0), 1) }
    var before: ControlPoint?
    var after: ControlPoint?
    for point in controlPoints {
      if position(point) <= time {
        if before.map({ point.time >= $0.time }) ?? true { before = point }
      } else if after.map({ point.time < $0.time }) ?? true {
        after = point
      }
    }
    guard let before else { return .nan }
    guard let after else { return level(before) }
    let way = (time - position(before)) / (position(after) - position(before))
    return level(before) + way * (level(after) - level(before))
  }
}
