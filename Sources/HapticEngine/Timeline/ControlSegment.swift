/// A straight piece of a control.
///
/// From `start` until the next segment, the control has the value `value + slope * (t - start)`.
package struct ControlSegment: BitwiseCopyable, Equatable {
  /// The start in seconds of pattern time.
  package var start: Seconds
  /// The value at `start`, already in the control's range.
  package var value: Double
  /// The change per second.
  package var slope: Double
  /// True for the first segment of a parameter or a curve, which takes over the control there.
  var beginsSource: Bool
}

extension ControlSegment {
  /// Returns the segments of control `id`, combined from all parameters and curves of a pattern.
  ///
  /// Each parameter or curve is a source. A source determines the control's value from its start until another source
  /// starts; a source that has been overridden never returns. If two sources start together, the second in `entries`
  /// takes effect. Law: at every time t, the control has the value of the source that is in effect. The points of a
  /// source are clamped and joined by straight lines, and its last value is held.
  package static func segments(
    of id: DynamicParameter.ID, in entries: [HapticPattern.Entry]
  ) -> [ControlSegment] {
    var sources: [[ControlSegment]] = []
    for entry in entries {
      switch entry {
      case .event: break
      case .parameter(let parameter):
        if parameter.id == id { sources.append(segments(of: parameter)) }
      case .curve(let curve):
        if curve.id == id { sources.append(segments(of: curve)) }
      }
    }
    return joined(sources, default: id.defaultValue)
  }

  static func segments(of parameter: DynamicParameter) -> [ControlSegment] {
    [
      ControlSegment(
        start: parameter.time, value: parameter.id.range.clamped(parameter.value), slope: 0,
        beginsSource: true)
    ]
  }

  static func segments(of curve: ParameterCurve) -> [ControlSegment] {
    // A stable sort: if two points have the same time, they must stay in the order of the file.
    let points = curve.controlPoints.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map { (time: curve.time + $0.element.time, value: curve.id.range.clamped($0.element.value)) }
    var segments: [ControlSegment] = []
    for (index, point) in points.enumerated() {
      let next = index + 1 < points.count ? points[index + 1] : nil
      if let next, next.time <= point.time { continue }
      let slope = next.map { ($0.value - point.value) / ($0.time - point.time) } ?? 0
      segments.append(
        ControlSegment(
          start: point.time, value: point.value, slope: slope, beginsSource: segments.isEmpty))
    }
    return segments
  }

  private static func joined(
    _ sources: [[ControlSegment]], default value: Double
  ) -> [ControlSegment] {
    let ordered = sources.filter { !$0.isEmpty }.enumerated().sorted {
      ($0.element[0].start, $0.offset) < ($1.element[0].start, $1.offset)
    }.map(\.element)
    var joined = [ControlSegment(start: 0, value: value, slope: 0, beginsSource: false)]
    for (index, source) in ordered.enumerated() {
      let end = index + 1 < ordered.count ? ordered[index + 1][0].start : .infinity
      joined.append(contentsOf: source.prefix { $0.start < end })
    }
    return joined
  }
}

/// The indices of the controls in the tables of a timeline.
///
/// These are plain numbers, because the render path cannot use the cases of `DynamicParameter.ID`. They are written out
/// by hand: using a raw value or an index in `allCases` is a call, and in unoptimized code the compiler cannot prove
/// that such a call does not allocate.
enum ControlIndex {
  static var hapticIntensity: Int { @_noAllocation @_noLocks get { 0 } }
  static var hapticSharpness: Int { @_noAllocation @_noLocks get { 1 } }
  static var hapticAttackTime: Int { @_noAllocation @_noLocks get { 2 } }
  static var hapticDecayTime: Int { @_noAllocation @_noLocks get { 3 } }
  static var hapticReleaseTime: Int { @_noAllocation @_noLocks get { 4 } }
  static var audioVolume: Int { @_noAllocation @_noLocks get { 5 } }
  static var audioPan: Int { @_noAllocation @_noLocks get { 6 } }
  static var audioBrightness: Int { @_noAllocation @_noLocks get { 7 } }
  static var audioPitch: Int { @_noAllocation @_noLocks get { 8 } }
  static var audioAttackTime: Int { @_noAllocation @_noLocks get { 9 } }
  static var audioDecayTime: Int { @_noAllocation @_noLocks get { 10 } }
  static var audioReleaseTime: Int { @_noAllocation @_noLocks get { 11 } }
  static var count: Int { @_noAllocation @_noLocks get { 12 } }
}

extension DynamicParameter.ID {
  /// The index of this control in the tables of a timeline, which are in order of `allCases`.
  var controlIndex: Int {
    switch self {
    case .hapticIntensityControl: ControlIndex.hapticIntensity
    case .hapticSharpnessControl: ControlIndex.hapticSharpness
    case .hapticAttackTimeControl: ControlIndex.hapticAttackTime
    case .hapticDecayTimeControl: ControlIndex.hapticDecayTime
    case .hapticReleaseTimeControl: ControlIndex.hapticReleaseTime
    case .audioVolumeControl: ControlIndex.audioVolume
    case .audioPanControl: ControlIndex.audioPan
    case .audioBrightnessControl: ControlIndex.audioBrightness
    case .audioPitchControl: ControlIndex.audioPitch
    case .audioAttackTimeControl: ControlIndex.audioAttackTime
    case .audioDecayTimeControl: ControlIndex.audioDecayTime
    case .audioReleaseTimeControl: ControlIndex.audioReleaseTime
    }
  }
}
