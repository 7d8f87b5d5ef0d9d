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
  @inline(__always) @_noAllocation @_noLocks
  private func adding(to sum: Lanes) -> Lanes {
    switch shape {
    case .steady: sum + resonator.current
    case .ramped: multiplyAdd(resonator.current, line1, sum)
    case .shaped: multiplyAdd(resonator.current, line1 * line2, sum)
    case .swept: multiplyAdd(sine(sweep.phase), line1 * line2, sum)
    case .curved: multiplyAdd(carrier(), power(line1) * line2, sum)
    }
  }

  @inline(__always) @_noAllocation @_noLocks
  private func carrier() -> Lanes {
    stepChange == 0 ? resonator.current : sine(sweep.phase)
  }

  /// `base` to the power of `exponent`; lanes that rounding left below 0 are 0.
  @_noAllocation @_noLocks
  private func power(_ base: Lanes) -> Lanes {
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
  private func addLanes(_ from: Int, _ upTo: Int, to output: UnsafeMutablePointer<Float>) {
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
    case .steady: unsafe addSteady(count, to: output)
    case .ramped: unsafe addRamped(count, to: output)
    case .shaped: unsafe addShaped(count, to: output)
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

  @_noAllocation @_noLocks
  private mutating func addSteady(_ count: Int, to output: UnsafeMutablePointer<Float>) {
    var output = unsafe output
    var state = resonator
    var left = count
    while left > 0 {
      unsafe addVector(state.current, to: output)
      state.advance()
      unsafe output += laneCount
      left -= 1
    }
    resonator = state
  }

  @_noAllocation @_noLocks
  private mutating func addRamped(_ count: Int, to output: UnsafeMutablePointer<Float>) {
    var output = unsafe output
    var state = resonator
    var line = line1
    let lineStep = line1Step
    var left = count
    while left > 0 {
      unsafe addVector(state.current, times: line, to: output)
      state.advance()
      line += lineStep
      unsafe output += laneCount
      left -= 1
    }
    resonator = state
    line1 = line
  }

  @_noAllocation @_noLocks
  private mutating func addShaped(_ count: Int, to output: UnsafeMutablePointer<Float>) {
    var output = unsafe output
    var state = resonator
    var (a, b) = (line1, line2)
    let (aStep, bStep) = (line1Step, line2Step)
    var left = count
    while left > 0 {
      unsafe addVector(state.current, times: a * b, to: output)
      state.advance()
      a += aStep
      b += bStep
      unsafe output += laneCount
      left -= 1
    }
    resonator = state
    (line1, line2) = (a, b)
  }

  @_noAllocation @_noLocks
  private mutating func addSwept(_ count: Int, to output: UnsafeMutablePointer<Float>) {
    var output = unsafe output
    var state = sweep
    var (a, b) = (line1, line2)
    let (aStep, bStep) = (line1Step, line2Step)
    var left = count
    while left > 0 {
      unsafe addVector(sine(state.phase), times: a * b, to: output)
      state.advance()
      a += aStep
      b += bStep
      unsafe output += laneCount
      left -= 1
    }
    sweep = state
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
