internal import Drawing
internal import HapticEngine
internal import HapticFormats
internal import Realtime
internal import TextFormats

/// The strongest vibration and the strongest transient in each column.
struct VibrationOutline {
  private let columns: ChartColumns
  private(set) var intensity: [Double]
  private(set) var sharpness: [Double]
  private(set) var transients: [VibrationTransient?]

  init(_ columns: ChartColumns) {
    self.columns = columns
    intensity = Array(repeating: 0, count: columns.count)
    sharpness = Array(repeating: 0, count: columns.count)
    transients = Array(repeating: nil, count: columns.count)
  }

  mutating func add(_ pattern: HapticPattern) {
    let controls = PatternControls(pattern)
    // The losses of a conversion do not matter for a chart.
    var losses = ConversionLosses()
    for (index, entry) in pattern.entries.enumerated() {
      guard case .event(let event) = entry else { continue }
      switch event.type {
      case .hapticTransient: add(controls.transient(event, at: index, isScaled: true))
      case .hapticContinuous: add(controls.voice(event, at: index, losses: &losses))
      case .audioContinuous, .audioCustom: break
      }
    }
  }

  private mutating func add(_ transient: VibrationTransient) {
    guard columns.contains(transient.time) else { return }
    let column = columns.column(of: transient.time)
    if transient.intensity > transients[column]?.intensity ?? 0 { transients[column] = transient }
  }

  private mutating func add(_ voice: VibrationVoice) {
    guard let part = columns.part(from: voice.start, to: voice.end) else { return }
    let (first, last) = (columns.column(of: part.start), columns.column(of: part.end - 1e-9))
    guard first <= last else { return }
    for index in first...last {
      let time = max(voice.start, columns.start(of: index))
      let level = voice.intensity.value(after: time)
      guard level > intensity[index] else { continue }
      intensity[index] = level
      sharpness[index] = voice.sharpness.value(after: time)
    }
    // A corner between two columns must not be lost.
    for point in voice.intensity.points where point.time < voice.end && columns.contains(point.time)
    {
      let index = columns.column(of: point.time)
      guard point.value > intensity[index] else { continue }
      intensity[index] = point.value
      sharpness[index] = voice.sharpness.value(after: point.time)
    }
  }

  /// Runs of columns with nearly the same sharpness.
  private var runs: [(Range<Int>, Drawing.Tone)] {
    var runs: [(Range<Int>, Int)] = []
    for index in intensity.indices where intensity[index] > 0 {
      let step = Int((sharpness[index] * 16).rounded())
      if let last = runs.last, last.0.upperBound == index, last.1 == step {
        runs[runs.count - 1].0 = last.0.lowerBound..<index + 1
      } else {
        runs.append((index..<index + 1, step))
      }
    }
    return runs.map { ($0.0, .sharpness(Double($0.1) / 16)) }
  }

  var intensityMarks: [Drawing.Mark] {
    runs.map { range, tone in
      .area(points(intensity, range), tone)
    }
      + transients.compactMap { $0 }.map {
        .stem(.init($0.time, $0.intensity), .sharpness($0.sharpness))
      }
  }

  var sharpnessMarks: [Drawing.Mark] {
    runs.map { range, tone in
      .line(points(sharpness, range), tone)
    }
      + transients.compactMap { $0 }.map {
        .dot(.init($0.time, $0.sharpness), .sharpness($0.sharpness))
      }
  }

  /// The greatest rise from one column to the next that is drawn as a slope.
  ///
  /// Our choice: less than a row of pixels in most lanes. A steeper rise is the start of an event, and is drawn at
  /// its exact column.
  private static let steepest = 0.02

  /// Returns the values of `range`, each at the start of its column, and the last value again at the end of its column.
  ///
  /// Of consecutive equal values, only the first and the last are kept.
  private func points(_ values: [Double], _ range: Range<Int>) -> [Drawing.Point] {
    var points: [Drawing.Point] = []
    for index in range {
      let isInside = index > range.lowerBound && index + 1 < range.upperBound
      if isInside && values[index - 1] == values[index] && values[index] == values[index + 1] {
        continue
      }
      let time = columns.start(of: index)
      if index > range.lowerBound, values[index] - values[index - 1] > Self.steepest {
        points.append(.init(time, values[index - 1]))
      }
      points.append(.init(time, values[index]))
    }
    // Extends to the next value if the vibration continues with another sharpness, and is otherwise flat.
    let end = range.upperBound
    let last = values[end - 1]
    let goesOn = end < values.count && intensity[end] > 0 && values[end] - last <= Self.steepest
    points.append(.init(columns.start(of: end), goesOn ? values[end] : last))
    return points
  }
}
