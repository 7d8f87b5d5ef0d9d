internal import Realtime

/// The rendering of a loop's repetitions, and their gains.
extension RenderPlayer {
  /// Adds the next `count` frames to the buses, from their frame `offset` on.
  ///
  /// `scratch` has room for `count` frames of each bus.
  @_noAllocation @_noLocks
  mutating func render(
    into buses: inout BlockBuses, at offset: Int, count: Int,
    scratch: UnsafeMutablePointer<Float>
  ) {
    if isSilent {
      pattern.passSilence(count)
      gains.skip(count)
      return
    }
    // The block is cut where the gains come to rest, independent of block boundaries: samples that are summed in
    // `scratch` are rounded differently from samples that are added to the buses directly.
    let ramp = min(count, gains.framesLeft)
    if ramp > 0 { unsafe renderScaled(into: &buses, at: offset, ramp, scratch) }
    if ramp == count { return }
    let rest = count - ramp
    if gains.haptic.isZero && gains.audio.isZero {
      renderRepetitions(into: &buses, at: offset + ramp, rest, isHeard: false)
    } else if gains.haptic.isUnity && gains.audio.isUnity {
      renderRepetitions(into: &buses, at: offset + ramp, rest, isHeard: true)
    } else {
      unsafe renderScaled(into: &buses, at: offset + ramp, rest, scratch)
    }
  }

  /// Renders into `scratch` and adds the result, times the gains, to the buses.
  @_noAllocation @_noLocks
  private mutating func renderScaled(
    into buses: inout BlockBuses, at offset: Int, _ count: Int,
    _ scratch: UnsafeMutablePointer<Float>
  ) {
    var own = unsafe BlockBuses(
      BusBlock(
        haptic: scratch, audioLeft: scratch + count, audioRight: scratch + 2 * count,
        frameCount: count))
    renderRepetitions(into: &own, at: 0, count, isHeard: true)
    if own.hapticFrames > 0 {
      var gain = gains.haptic
      let source = unsafe own.haptic(upTo: count)
      let haptic = unsafe buses.haptic(upTo: offset + count) + offset
      var index = 0
      while index < count {
        unsafe haptic[index] += source[index] * gain.next()
        index += 1
      }
    }
    if own.audioFrames > 0 {
      var gain = gains.audio
      let source = unsafe own.audio(upTo: count)
      let audio = unsafe buses.audio(upTo: offset + count)
      var index = 0
      while index < count {
        let gain = gain.next()
        unsafe audio.left[offset + index] += source.left[index] * gain
        unsafe audio.right[offset + index] += source.right[index] * gain
        index += 1
      }
    }
    gains.skip(count)
  }

  /// Renders up to each loop's end, returns to the beginning, and continues.
  @_noAllocation @_noLocks
  private mutating func renderRepetitions(
    into buses: inout BlockBuses, at offset: Int, _ count: Int, isHeard: Bool
  ) {
    let start = pattern.now
    var done = 0
    while done < count {
      var part = count - done
      let loopEnd = loopEndFrame
      if loopEnd < pattern.now + Frame(part) { part = Int(max(loopEnd - pattern.now, 0)) }
      pattern.render(into: &buses, at: offset + done, count: part, isHeard: isHeard)
      done += part
      if pattern.now >= loopEndFrame { beginRepetition() }
    }
    finishIfOver(since: start)
  }

  /// The length of a repetition, in seconds of the pattern.
  var repetitionLength: Seconds {
    @_noAllocation @_noLocks get {
      loop.repetitionLength(duration: pattern.view.duration, rate: pattern.map.rate)
    }
  }

  /// The frame nearest to the end of the current repetition, for a player that loops.
  private var loopEndFrame: Frame {
    @_noAllocation @_noLocks get {
      switch transport {
      case .idle, .paused: .never
      case .playing:
        // A repetition has at least one frame: an empty repetition would never end.
        loopsLeft > 0
          ? max(pattern.map.onset(of: repetitionLength), pattern.map.origin + 1) : .never
      }
    }
  }

  @_noAllocation @_noLocks
  private mutating func beginRepetition() {
    if loopsLeft < Int.max { loopsLeft -= 1 }
    repetition += 1
    pattern.loop(from: repetitionLength)
    setHorizon()
    noteMotion()
  }

  /// Stops a player that has finished.
  ///
  /// It stops at the end of its pattern or of its last voice, but not before `start`, because it had not finished by
  /// then.
  @_noAllocation @_noLocks
  private mutating func finishIfOver(since start: Frame) {
    switch transport {
    case .idle, .paused: break
    case .playing:
      let duration = pattern.view.duration
      if loopsLeft > 0 || !pattern.isFinished || pattern.time < duration { return }
      let silence = max(pattern.map.frame(atOrAfter: duration), pattern.lastEnd)
      finish(at: min(max(silence, max(start, pattern.map.origin)), pattern.now))
    }
  }
}
