internal import CKernels
internal import CRealtime

extension HapticVoice {
  /// The straight lines that a voice follows from `position` on.
  private struct Course {
    let envelope: Envelope.Piece
    let intensity: ControlPiece
    /// The cycles per frame at `position`, and their change per frame.
    var cycles = 0.0
    var cyclesChange = 0.0
    /// The first frame after the range in which all lines are valid.
    var end: Frame

    @_noAllocation @_noLocks
    init(_ envelope: Envelope.Piece, _ intensity: ControlPiece, end: Frame) {
      self.envelope = envelope
      self.intensity = intensity
      self.end = end
    }

    @_noAllocation @_noLocks
    mutating func end(noLaterThan frame: Frame) {
      if frame < end { end = frame }
    }
  }

  /// Begins the span at `position`, which is before `end`.
  @_noAllocation @_noLocks
  mutating func beginSpan(
    _ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse
  ) {
    let course = setCourse(controls, map, response)
    tune(course, response)
  }

  /// Advances to `frame`, for a voice that is played from its middle.
  ///
  /// The state at `frame` is computed from the pieces of the controls, however long they are.
  ///
  /// - Returns: the number of units of work.
  @_noAllocation @_noLocks
  mutating func jump(
    to frame: Frame, _ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse
  ) -> Int {
    var pieces = 0
    while position < frame && position < end {
      pieces += 1
      let course = setCourse(controls, map, response)
      let straight = min(course.end, frame) - position
      if straight >= 2 * Self.longestSpan {
        // Skips whole spans, up to a frame at which a span would have begun anyway.
        pass(straight / Self.longestSpan * Self.longestSpan, course)
      } else if spanEnd <= frame {
        // The next span starts from the exact phase, so the frames in between need not be computed.
        position = spanEnd
      } else {
        tune(course, response)
        skip(until: frame)
      }
    }
    return pieces / 4
  }

  /// Advances by `frames` frames of `course`.
  @_noAllocation @_noLocks
  private mutating func pass(_ frames: Frame, _ course: Course) {
    if course.cyclesChange == 0 {
      phase = advanced(phase, step: step, change: 0, frames: frames)
    } else {
      // Computed in doubles, because each span continues the line from the line's value at that frame. Adding the
      // change per frame, rounded to a phase, that many times would lead to a different value.
      let n = Double(frames)
      phase = phase &+ Phase(wrapping: n * course.cycles + n * (n - 1) / 2 * course.cyclesChange)
    }
    position += frames
    spanStart = position
    spanEnd = position
  }

  /// Finds the lines that are valid from `position` on, and with them the span and the motion of its phase.
  @_noAllocation @_noLocks
  private mutating func setCourse(
    _ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse
  ) -> Course {
    phase = advanced(phase, step: step, change: stepChange, frames: position - spanStart)
    spanStart = position
    let piece = envelope.piece(at: position - onset)
    let isSteered = !isTransient && !isFading
    let intensity =
      isSteered
      ? controls.piece(of: ControlIndex.hapticIntensity, at: position, map)
      : ControlPiece(value: fadingIntensity, slope: 0, end: .never)
    var course = Course(piece, intensity, end: min(end, onset + piece.end))
    course.end(noLaterThan: intensity.end)
    if isTransient {
      course.cycles = response.cyclesPerFrame(sharpness)
    } else {
      setFrequency(
        of: &course,
        isSteered
          ? controls.piece(of: ControlIndex.hapticSharpness, at: position, map)
          : ControlPiece(value: fadingSharpness, slope: 0, end: .never), response)
    }
    step = phaseStep(cyclesPerFrame: course.cycles)
    stepChange = phaseStepChange(cyclesPerFrame: course.cyclesChange)
    spanEnd = min(course.end, position + Self.longestSpan)
    return course
  }

  /// Sets the frequency from the sharpness and its control: a straight line until the control bends or the sum reaches
  /// the end of the range.
  ///
  /// The method is mutating for performance: the compiler runs nonmutating methods on a copy of the voice, which is
  /// large.
  @_noAllocation @_noLocks
  private mutating func setFrequency(
    of course: inout Course, _ control: ControlPiece, _ response: HapticResponse
  ) {
    course.end(noLaterThan: control.end)
    let sum = sharpness + control.value + response.sharpnessOffset
    var slope = control.slope
    if slope != 0 {
      // The first frame at which the straight line is on the other side of a bound.
      let isBelow = sum < 0
      let isAbove = sum > 1
      if (isBelow && slope < 0) || (isAbove && slope > 0) {
        slope = 0
      } else {
        let bound: Double = isBelow ? 0 : (isAbove ? 1 : (slope > 0 ? 1 : 0))
        let crossing = frameAtOrAfter((bound - sum) / slope)
        course.end(noLaterThan: position + (crossing > 0 ? crossing : 1))
        if isBelow || isAbove { slope = 0 }
      }
    }
    course.cycles = response.cyclesPerFrame(clamp01(sum))
    course.cyclesChange = response.cyclesPerFrame(change: slope)
  }

  /// Prepares the kernels for the span.
  @_noAllocation @_noLocks
  private mutating func tune(_ course: Course, _ response: HapticResponse) {
    let envelope = ckernels_line(value: course.envelope.value, slope: course.envelope.slope)
    if isTransient {
      let decayed =
        position == onset ? level : level * crealtime_pow(decay, Double(position - onset))
      tune(ckernels_line(value: decayed, slope: 0), envelope)
      return
    }
    // Both factors are already in 0...1, so their product does not have to be clamped.
    let start = intensity * course.intensity.value
    let slope = intensity * course.intensity.slope
    let gain = response.gainContinuous
    if response.exponent != 1 && slope != 0 {
      let shaped = ckernels_line(value: envelope.value * gain, slope: envelope.slope * gain)
      begin(.curved, amplitude: 1, ckernels_line(value: start, slope: slope), shaped)
      return
    }
    let line = ckernels_line(value: response.continuousLevel(clamp01(start)), slope: slope * gain)
    if stepChange != 0 {
      begin(.swept, amplitude: 1, line, envelope)
    } else {
      tune(line, envelope)
    }
  }

  /// Chooses the shape of a span at fixed frequency whose level is the product of an intensity line and an envelope
  /// line; the resonator contains the fixed factors.
  @_noAllocation @_noLocks
  private mutating func tune(_ intensity: ckernels_line, _ envelope: ckernels_line) {
    let none = ckernels_line(value: 1, slope: 0)
    if intensity.slope == 0 && envelope.slope == 0 {
      begin(.steady, amplitude: intensity.value * envelope.value, none, none)
    } else if intensity.slope == 0 {
      begin(.ramped, amplitude: intensity.value, envelope, none)
    } else if envelope.slope == 0 {
      begin(.ramped, amplitude: envelope.value, intensity, none)
    } else {
      begin(.shaped, amplitude: 1, intensity, envelope)
    }
  }

  @_noAllocation @_noLocks
  private mutating func begin(
    _ shape: ckernels_shape, amplitude: Double, _ line1: ckernels_line, _ line2: ckernels_line
  ) {
    unsafe ckernels_haptic_begin(
      &kernel, shape, phase, step, stepChange, decay, amplitude, line1, line2, exponent)
  }
}

extension HapticVoice {
  /// The number of frames in a vector; vectors are counted from the span's start.
  private static var lanes: Frame { @_noAllocation @_noLocks get { Frame(CKERNELS_LANES) } }

  /// Adds the frames `position ..< until` to `output`, whose first sample is the frame `position`; `until` must be in
  /// the span.
  @_noAllocation @_noLocks
  mutating func emit(into output: VoiceOutput, until: Frame) {
    // SAFETY: the caller has `until - position` samples in the buffer.
    let lane = (position - spanStart) % Self.lanes
    unsafe ckernels_haptic_add(&kernel, output.left, lane, until - position)
    position = until
  }

  /// Advances to `until` without adding anything, for a muted voice.
  @_noAllocation @_noLocks
  mutating func skip(until: Frame) {
    let vectors = (until - spanStart) / Self.lanes - (position - spanStart) / Self.lanes
    if vectors > 0 { unsafe ckernels_haptic_skip(&kernel, vectors) }
    position = until
  }
}
