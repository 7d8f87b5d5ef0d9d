internal import CRealtime

extension HapticVoice {
  /// Begins the span at `position`, which is before `end`.
  @_noAllocation @_noLocks
  mutating func beginSpan(
    _ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse
  ) {
    phase = advanced(phase, step: step, change: stepChange, frames: position - spanStart)
    spanStart = position
    spanEnd = position + Self.longestSpan
    let piece = envelope.piece(at: position - onset)
    endSpan(noLaterThan: onset + piece.end)
    endSpan(noLaterThan: end)
    if isTransient {
      beginTransientSpan(piece, response)
    } else {
      beginContinuousSpan(piece, controls, map, response)
    }
  }

  @_noAllocation @_noLocks
  private mutating func endSpan(noLaterThan frame: Frame) {
    if frame < spanEnd { spanEnd = frame }
  }

  @_noAllocation @_noLocks
  private mutating func beginTransientSpan(_ piece: Envelope.Piece, _ response: HapticResponse) {
    if position == onset {
      step = phaseStep(cyclesPerFrame: response.cyclesPerFrame(sharpness))
      resonator.tune(step: step, decay: decay)
    }
    let decayed =
      position == onset ? level : level * crealtime_pow(decay, Double(position - onset))
    let seeded = setLevel(intensity: decayed, intensitySlope: 0, piece)
    resonator.seed(phase: phase, amplitude: seeded)
  }

  @_noAllocation @_noLocks
  private mutating func beginContinuousSpan(
    _ piece: Envelope.Piece, _ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse
  ) {
    let control =
      isFading
      ? ControlPiece(value: fadingIntensity, slope: 0, end: .never)
      : controls.piece(of: ControlIndex.hapticIntensity, at: position, map)
    endSpan(noLaterThan: control.end)
    beginFrequency(controls, map, response)
    // Both factors are in 0...1 already, so their product needs no clamp.
    let start = intensity * control.value
    let slope = intensity * control.slope
    let gain = response.gainContinuous
    var seeded = 1.0
    if response.exponent != 1 && slope != 0 {
      shape = .curved
      setLines(start, slope, piece.value * gain, piece.slope * gain)
    } else if stepChange != 0 {
      shape = .swept
      setLines(response.continuousLevel(clamp01(start)), slope * gain, piece.value, piece.slope)
    } else {
      seeded = setLevel(
        intensity: response.continuousLevel(clamp01(start)), intensitySlope: slope * gain, piece)
    }
    if stepChange != 0 {
      sweep = Sweep(phase: phase, step: step, change: stepChange)
      return
    }
    if resonatorStep != step {
      resonator.tune(step: step, decay: 1)
      resonatorStep = step
    }
    resonator.seed(phase: phase, amplitude: seeded)
  }

  /// Sets the frequency from the sharpness and its control: a straight line until the control bends
  /// or the sum reaches the end of the range.
  @_noAllocation @_noLocks
  private mutating func beginFrequency(
    _ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse
  ) {
    let control =
      isFading
      ? ControlPiece(value: fadingSharpness, slope: 0, end: .never)
      : controls.piece(of: ControlIndex.hapticSharpness, at: position, map)
    endSpan(noLaterThan: control.end)
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
        endSpan(noLaterThan: position + (crossing > 0 ? crossing : 1))
        if isBelow || isAbove { slope = 0 }
      }
    }
    step = phaseStep(cyclesPerFrame: response.cyclesPerFrame(clamp01(sum)))
    stepChange = phaseStepChange(cyclesPerFrame: response.cyclesPerFrame(change: slope))
  }

  /// Chooses the shape of a span at fixed frequency whose level is an intensity line times the
  /// envelope's; returns the amplitude for the resonator, which has the whole level where that is
  /// fixed.
  @_noAllocation @_noLocks
  private mutating func setLevel(
    intensity: Double, intensitySlope: Double, _ piece: Envelope.Piece
  ) -> Double {
    if intensitySlope == 0 && piece.slope == 0 {
      shape = .steady
      setLines(intensity, 0, piece.value, 0)
      return intensity * piece.value
    }
    if intensitySlope == 0 {
      shape = .ramped
      setLines(piece.value, piece.slope, 1, 0)
      return intensity
    }
    if piece.slope == 0 {
      shape = .ramped
      setLines(intensity, intensitySlope, 1, 0)
      return piece.value
    }
    shape = .shaped
    setLines(intensity, intensitySlope, piece.value, piece.slope)
    return 1
  }

  @_noAllocation @_noLocks
  private mutating func setLines(_ a: Double, _ aSlope: Double, _ b: Double, _ bSlope: Double) {
    line1 = laneIndices() * Float(aSlope) + Float(a)
    line1Step = Float(aSlope * Double(laneCount))
    line2 = laneIndices() * Float(bSlope) + Float(b)
    line2Step = Float(bSlope * Double(laneCount))
  }
}
