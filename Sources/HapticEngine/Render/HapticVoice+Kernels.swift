internal import CRealtime

extension HapticVoice {
  /// Adds the frames `position ..< until` to `output`, whose first sample is the frame `position`;
  /// `until` is in the span.
  @_noAllocation @_noLocks
  mutating func emit(into output: UnsafeMutablePointer<Float>, until: Frame) {
    var output = unsafe output
    let lane = Int(truncatingIfNeeded: position - spanStart) & (laneCount - 1)
    if lane != 0 {
      let upTo = min(laneCount, lane + Int(until - position))
      unsafe addLanes(lane, upTo, to: output)
      unsafe output += upTo - lane
      position += Frame(upTo - lane)
      if upTo < laneCount { return }
      advanceVector()
    }
    let vectors = Int(truncatingIfNeeded: until - position) / laneCount
    if vectors > 0 {
      unsafe addVectors(vectors, to: output)
      unsafe output += vectors * laneCount
      position += Frame(vectors * laneCount)
    }
    let rest = Int(truncatingIfNeeded: until - position)
    if rest > 0 {
      unsafe addLanes(0, rest, to: output)
      position = until
    }
  }

  /// Moves on to `until` without adding anything, for a voice that is not heard.
  @_noAllocation @_noLocks
  mutating func skip(until: Frame) {
    var vectors =
      Int(truncatingIfNeeded: until - spanStart) / laneCount
      - Int(truncatingIfNeeded: position - spanStart) / laneCount
    while vectors > 0 {
      advanceVector()
      vectors -= 1
    }
    position = until
  }

  /// Moves on to `frame`, span by span, for a voice that is to be heard from its middle.
  @_noAllocation @_noLocks
  mutating func jump(
    to frame: Frame, _ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse
  ) {
    while position < frame && position < end {
      if position >= spanEnd { beginSpan(controls, map, response) }
      if spanEnd <= frame {
        // The next span starts from the exact phase: nothing need be computed in between.
        position = spanEnd
      } else {
        skip(until: frame)
      }
    }
  }

  /// What `sum` becomes when the vector that sounds now is added to it: the same arithmetic as that
  /// of the loops below, so that a lane is the same in a part of a vector as in a whole one.
  ///
  /// Mutating though it changes nothing, and so are those around it: the compiler lets methods that
  /// are not work on a copy of the voice, which is large.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func adding(to sum: Lanes) -> Lanes {
    switch shape {
    case .steady: sum + resonator.current
    case .ramped: multiplyAdd(resonator.current, line1, sum)
    case .shaped: multiplyAdd(resonator.current, line1 * line2, sum)
    case .swept: multiplyAdd(sine(sweep.phase), line1 * line2, sum)
    case .curved: multiplyAdd(carrier(), power(line1) * line2, sum)
    }
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func carrier() -> Lanes {
    stepChange == 0 ? resonator.current : sine(sweep.phase)
  }

  /// `base` to the power of `exponent`; lanes that rounding left below 0 are 0.
  @_noAllocation @_noLocks
  private mutating func power(_ base: Lanes) -> Lanes {
    if exponent == 2 { return base * base }
    var result = Lanes()
    var lane = 0
    while lane < laneCount {
      let value = base[lane]
      result[lane] = value > 0 ? crealtime_powf(value, exponent) : 0
      lane += 1
    }
    return result
  }

  /// Moves on by one vector.
  @_noAllocation @_noLocks
  private mutating func advanceVector() {
    switch shape {
    case .steady: resonator.advance()
    case .ramped:
      resonator.advance()
      line1 += line1Step
    case .shaped:
      resonator.advance()
      line1 += line1Step
      line2 += line2Step
    case .swept:
      sweep.advance()
      line1 += line1Step
      line2 += line2Step
    case .curved:
      if stepChange == 0 { resonator.advance() } else { sweep.advance() }
      line1 += line1Step
      line2 += line2Step
    }
  }

  /// Adds lanes `from ..< upTo` of the vector that sounds now.
  @_noAllocation @_noLocks
  private mutating func addLanes(_ from: Int, _ upTo: Int, to output: UnsafeMutablePointer<Float>) {
    var sum = Lanes()
    var lane = from
    while lane < upTo {
      sum[lane] = unsafe output[lane - from]
      lane += 1
    }
    sum = adding(to: sum)
    lane = from
    while lane < upTo {
      unsafe output[lane - from] = sum[lane]
      lane += 1
    }
  }

  /// Adds `count` whole vectors and moves on by as many.
  @_noAllocation @_noLocks
  private mutating func addVectors(_ count: Int, to output: UnsafeMutablePointer<Float>) {
    switch shape {
    case .steady:
      if let law = resonator.recurrence.undamped {
        unsafe addSteady(count, law, to: output)
      } else {
        unsafe addSteady(count, resonator.recurrence, to: output)
      }
    case .ramped:
      if let law = resonator.recurrence.undamped {
        unsafe addRamped(count, law, to: output)
      } else {
        unsafe addRamped(count, resonator.recurrence, to: output)
      }
    case .shaped: unsafe addShaped(count, resonator.recurrence, to: output)
    case .swept: unsafe addSwept(count, to: output)
    case .curved:
      var output = unsafe output
      var left = count
      while left > 0 {
        let raw = UnsafeMutableRawPointer(output)
        let sum = unsafe adding(to: raw.loadUnaligned(as: Lanes.self))
        unsafe raw.storeBytes(of: sum, as: Lanes.self)
        advanceVector()
        unsafe output += laneCount
        left -= 1
      }
    }
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func addSteady(
    _ count: Int, _ law: Resonator.Recurrence, to output: UnsafeMutablePointer<Float>
  ) {
    var output = unsafe output
    var (first, second) = (resonator.first, resonator.second)
    var (third, fourth) = (resonator.third, resonator.fourth)
    var left = count
    while left >= Resonator.chainCount {
      unsafe addVector(first.current, to: output)
      unsafe addVector(second.current, to: output + laneCount)
      unsafe addVector(third.current, to: output + 2 * laneCount)
      unsafe addVector(fourth.current, to: output + 3 * laneCount)
      first.advance(law)
      second.advance(law)
      third.advance(law)
      fourth.advance(law)
      unsafe output += Resonator.chainCount * laneCount
      left -= Resonator.chainCount
    }
    while left > 0 {
      unsafe addVector(first.current, to: output)
      first.advance(law)
      (first, second, third, fourth) = (second, third, fourth, first)
      unsafe output += laneCount
      left -= 1
    }
    resonator.keep(first, second, third, fourth)
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func addRamped(
    _ count: Int, _ law: Resonator.Recurrence, to output: UnsafeMutablePointer<Float>
  ) {
    var output = unsafe output
    var (first, second) = (resonator.first, resonator.second)
    var (third, fourth) = (resonator.third, resonator.fourth)
    var line = line1
    let lineStep = line1Step
    var left = count
    while left >= Resonator.chainCount {
      unsafe addVector(first.current, times: line, to: output)
      line += lineStep
      unsafe addVector(second.current, times: line, to: output + laneCount)
      line += lineStep
      unsafe addVector(third.current, times: line, to: output + 2 * laneCount)
      line += lineStep
      unsafe addVector(fourth.current, times: line, to: output + 3 * laneCount)
      line += lineStep
      first.advance(law)
      second.advance(law)
      third.advance(law)
      fourth.advance(law)
      unsafe output += Resonator.chainCount * laneCount
      left -= Resonator.chainCount
    }
    while left > 0 {
      unsafe addVector(first.current, times: line, to: output)
      first.advance(law)
      (first, second, third, fourth) = (second, third, fourth, first)
      line += lineStep
      unsafe output += laneCount
      left -= 1
    }
    resonator.keep(first, second, third, fourth)
    line1 = line
  }

  @_noAllocation @_noLocks
  private mutating func addShaped(
    _ count: Int, _ law: Resonator.Recurrence, to output: UnsafeMutablePointer<Float>
  ) {
    var output = unsafe output
    var (first, second) = (resonator.first, resonator.second)
    var (third, fourth) = (resonator.third, resonator.fourth)
    var (a, b) = (line1, line2)
    let (aStep, bStep) = (line1Step, line2Step)
    var left = count
    while left >= Resonator.chainCount {
      unsafe addVector(first.current, times: a * b, to: output)
      a += aStep
      b += bStep
      unsafe addVector(second.current, times: a * b, to: output + laneCount)
      a += aStep
      b += bStep
      unsafe addVector(third.current, times: a * b, to: output + 2 * laneCount)
      a += aStep
      b += bStep
      unsafe addVector(fourth.current, times: a * b, to: output + 3 * laneCount)
      a += aStep
      b += bStep
      first.advance(law)
      second.advance(law)
      third.advance(law)
      fourth.advance(law)
      unsafe output += Resonator.chainCount * laneCount
      left -= Resonator.chainCount
    }
    while left > 0 {
      unsafe addVector(first.current, times: a * b, to: output)
      first.advance(law)
      (first, second, third, fourth) = (second, third, fourth, first)
      a += aStep
      b += bStep
      unsafe output += laneCount
      left -= 1
    }
    resonator.keep(first, second, third, fourth)
    (line1, line2) = (a, b)
  }

  @_noAllocation @_noLocks
  private mutating func addSwept(_ count: Int, to output: UnsafeMutablePointer<Float>) {
    var output = unsafe output
    var (phase, step) = (sweep.phase, sweep.step)
    let stepChange = PhaseLanes(repeating: sweep.stepChange)
    var (a, b) = (line1, line2)
    let (aStep, bStep) = (line1Step, line2Step)
    var left = count
    while left > 0 {
      unsafe addVector(sine(phase), times: a * b, to: output)
      phase = phase &+ step
      step = step &+ stepChange
      a += aStep
      b += bStep
      unsafe output += laneCount
      left -= 1
    }
    (sweep.phase, sweep.step) = (phase, step)
    (line1, line2) = (a, b)
  }
}

@inline(__always) @_noAllocation @_noLocks
private func addVector(_ samples: Lanes, to output: UnsafeMutablePointer<Float>) {
  let raw = UnsafeMutableRawPointer(output)
  let sum = unsafe raw.loadUnaligned(as: Lanes.self) + samples
  unsafe raw.storeBytes(of: sum, as: Lanes.self)
}

@inline(__always) @_noAllocation @_noLocks
private func addVector(
  _ samples: Lanes, times level: Lanes, to output: UnsafeMutablePointer<Float>
) {
  let raw = UnsafeMutableRawPointer(output)
  let sum = unsafe multiplyAdd(samples, level, raw.loadUnaligned(as: Lanes.self))
  unsafe raw.storeBytes(of: sum, as: Lanes.self)
}
