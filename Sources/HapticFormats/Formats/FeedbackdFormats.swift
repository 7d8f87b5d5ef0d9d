internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// A theme of feedbackd, the feedback daemon of Linux phones: one event in the profile `quiet`.
  ///
  /// Rules: `VibraPattern` with `magnitudes` (intensities) and `durations` in milliseconds, at most ten steps.
  /// Longer sequences become the best piecewise-constant fit by least squares, whose error is a loss. Source:
  /// PhoshMobi/feedbackd, `doc/feedback-themes.rst`; the limit of ten steps is the limit of a `Vibrate` call, so
  /// that theme and call play the same (our choice).
  public static let feedbackdTheme = PatternFormat(
    name: "feedbackd-theme", summary: "feedbackd theme with one event",
    extensions: [], sharedExtension: "json", holds: [.intensity], reader: nil,
    writer: { pattern, options throws(ConversionError) in
      try FeedbackdSteps(pattern, for: "feedbackd-theme", options).theme(options.name)
    })

  /// A call to feedbackd's `Vibrate` with `gdbus`, as a shell command.
  ///
  /// Rules: an array of at most ten pairs of a strength and a duration in milliseconds, none longer than 10 s. The
  /// daemon drops everything beyond these limits. Source: PhoshMobi/feedbackd, `org.sigxcpu.Feedback.xml` and
  /// `fbd-haptic-manager.c` (`MAX_ITEMS`, `MAX_LEN`).
  public static let feedbackdCall = PatternFormat(
    name: "feedbackd-vibrate", summary: "shell command for feedbackd",
    extensions: [], sharedExtension: "sh", holds: [.intensity], reader: nil,
    writer: { pattern, options throws(ConversionError) in
      try FeedbackdSteps(pattern, for: "feedbackd-vibrate", options).call(options.name)
    })
}

/// A pattern in ten steps.
private struct FeedbackdSteps {
  static let maximumSteps = 10
  static let longestStep = 10_000
  /// The maximum number of cells in which a signal is fitted.
  ///
  /// Our choice: accurate to a hundredth of a second for patterns of five seconds, and quick.
  static let maximumCells = 500

  private var steps: [StepSequence.Timed]
  private var losses: ConversionLosses

  init(
    _ pattern: HapticPattern, for format: String, _ options: ConversionOptions
  ) throws(ConversionError) {
    let sequence = try MillisecondSteps(pattern, for: format, options)
    (steps, losses) = (sequence.steps, sequence.losses)
    if steps.count > Self.maximumSteps { fit() }
    cutLongSteps()
  }

  /// Splits steps that are too long, as far as the number of steps allows; the excess is lost.
  private mutating func cutLongSteps() {
    var free = max(0, Self.maximumSteps - steps.count)
    var cut: [StepSequence.Timed] = []
    for (index, step) in steps.enumerated() {
      var rest = step.milliseconds
      while rest > Self.longestStep, free > 0 {
        cut.append(.init(milliseconds: Self.longestStep, level: step.level))
        rest -= Self.longestStep
        free -= 1
      }
      if rest > Self.longestStep {
        losses.add(
          .length, "step \(index + 1)", Double(rest - Self.longestStep) / 1_000, .seconds,
          because: "feedbackd plays at most ten steps of 10 s")
        rest = Self.longestStep
      }
      cut.append(.init(milliseconds: rest, level: step.level))
    }
    steps = cut
  }

  /// Replaces the steps with the ten steps that fit best.
  private mutating func fit() {
    let total = steps.reduce(0) { $0 + $1.milliseconds }
    let cell = max(1, (total + Self.maximumCells - 1) / Self.maximumCells)
    let signal = StepSequence.cells(of: steps, length: cell).map(\.mean)
    let fit = StepFit(signal, pieces: Self.maximumSteps)
    losses.add(
      .intensity, "", fit.error, .share,
      because: "\(steps.count) steps become the \(fit.pieces.count) that fit best; this is the "
        + "root mean square of the difference, whose maximum is \(fit.maximumError.brief)")
    var start = 0
    steps = fit.pieces.map { piece in
      let end = min(start + piece.cells * cell, total)
      defer { start = end }
      return .init(milliseconds: end - start, level: min(max(piece.level, 0), 1))
    }
  }

  /// Returns the file of a theme.
  func theme(_ name: String) -> ExportedPattern {
    var event: [UInt8] = []
    JSONText.append(name, to: &event)
    let magnitudes = steps.map { "\($0.level)" }.joined(separator: ", ")
    let durations = steps.map { "\($0.milliseconds)" }.joined(separator: ", ")
    return ExportedPattern(
      """
      {
        "name": \(String(decoding: event, as: UTF8.self)),
        "parent-name": "default",
        "profiles": [
          {
            "name": "quiet",
            "feedbacks": [
              {
                "event-name": \(String(decoding: event, as: UTF8.self)),
                "type": "VibraPattern",
                "magnitudes": [\(magnitudes)],
                "durations": [\(durations)]
              }
            ]
          }
        ]
      }

      """, losses: losses)
  }

  /// Returns the call; `name` becomes the application's identifier.
  func call(_ name: String) -> ExportedPattern {
    let pairs = steps.map { "(\($0.level), \($0.milliseconds))" }
    return ExportedPattern(
      """
      gdbus call --session --dest org.sigxcpu.Feedback --object-path /org/sigxcpu/Feedback \\
        --method org.sigxcpu.Feedback.Haptic.Vibrate \\
        '\(name.identifier)' '@a(du) [\(pairs.joined(separator: ", "))]'

      """, losses: losses)
  }
}
