extension PatternRenderer {
  /// How long a voice takes to fade where it is cut short, in seconds: the shortest release of the
  /// signal (`Documentation/Signal.md`, 3), so that nothing clicks.
  ///
  /// Our choice.
  static var fadeSeconds: Seconds {
    @_noAllocation @_noLocks get { 0.005 }
  }

  /// Where the pattern is, in seconds of its own time.
  var time: Seconds { @_noAllocation @_noLocks get { map.time(of: now) } }

  /// Plays from the beginning of the pattern, at the present rate; what sounds fades.
  @_noAllocation @_noLocks
  mutating func restart() {
    fadeOutVoices()
    continuation = .none
    map.origin = now
    map.originTime = 0
    controls.restart()
    setNextEvents(0, 0)
  }

  /// Goes on at pattern time `time`; what sounds fades.
  ///
  /// - Parameters:
  ///   - time: seconds from the start of the pattern.
  ///   - begun: what becomes of events that have begun by then: Core Haptics leaves them out (iOS 15
  ///     release notes, 29274583); a preview wants to hear them. They begin with `continueBegun`.
  @_noAllocation @_noLocks
  mutating func seek(to time: Seconds, begun: BegunEvents) {
    fadeOutVoices()
    map.origin = now
    map.originTime = time
    let haptic = firstHaptic(from: time)
    let audio = firstAudio(from: time)
    setNextEvents(haptic, audio)
    switch begun {
    case .leftOut: continuation = .none
    case .continued: continuation = Continuation(at: time, haptics: haptic, audios: audio)
    }
    controls.go(to: map.snappedTime(of: now))
    controls.remap(at: now, after: map.snappedTime(of: now), map)
  }

  /// Goes back to the beginning without a pause, as a loop does: what sounds rings on, and
  /// continuous events that outlast the loop's end go into their release.
  ///
  /// - Parameter end: the loop's end in pattern time, at or before `now`; a fraction of a frame
  ///   between them is carried over, so that a loop never drifts. More is not: it comes of a loop
  ///   that was made shorter than what had been played.
  @_noAllocation @_noLocks
  mutating func loop(from end: Seconds) {
    let excess = map.time(of: now) - end
    let isFraction = excess > 0 && excess < 2 * map.rate / map.sampleRate
    cutSpans()
    continuation = .none
    startRemaining()
    var index = 0
    while index < haptics.count {
      let voice = unsafe haptics.storage + index
      unsafe voice.pointee.release(at: now)
      index += 1
    }
    index = 0
    while index < audios.count {
      let voice = unsafe audios.storage + index
      unsafe voice.pointee.release(at: now)
      index += 1
    }
    map.origin = now
    map.originTime = isFraction ? excess : 0
    controls.rewind()
    // All sources of the pattern start anew, those at its very beginning included.
    controls.remap(at: now, after: -.infinity, map)
    setNextEvents(0, 0)
  }

  /// Starts, now, what should still start before the horizon: events at the very end of a loop.
  @_noAllocation @_noLocks
  private mutating func startRemaining() {
    while unsafe nextHaptic < view.hapticCount && view.haptics[nextHaptic].time < horizon {
      add(unsafe HapticVoice(view.haptics[nextHaptic], onset: now, controls, map, response))
      setNextEvents(nextHaptic + 1, nextAudio)
    }
    while unsafe nextAudio < view.audioCount && view.audios[nextAudio].time < horizon {
      let event = unsafe view.audios[nextAudio]
      let sound = unsafe event.sound < 0 ? nil : view.sounds[event.sound]
      add(AudioVoice(event, onset: now, sound: sound, controls, map, response.arithmetic))
      setNextEvents(nextHaptic, nextAudio + 1)
    }
  }

  /// Plays at `rate` times the speed from now on; pitch stays.
  @_noAllocation @_noLocks
  mutating func setRate(_ rate: Double) {
    if rate == map.rate { return }
    let factor = map.rate / rate
    map.originTime = map.time(of: now)
    map.origin = now
    map.rate = rate
    cutSpans()
    var index = 0
    while index < haptics.count {
      let voice = unsafe haptics.storage + index
      unsafe voice.pointee.stretch(from: now, by: factor)
      index += 1
    }
    index = 0
    while index < audios.count {
      let voice = unsafe audios.storage + index
      unsafe voice.pointee.stretch(from: now, by: factor)
      index += 1
    }
    controls.remap(at: now, after: map.snappedTime(of: now), map)
  }

  /// Lets a source that was sent govern a control from now on.
  @_noAllocation @_noLocks
  mutating func send(_ source: SentControl, to control: Int) {
    cutSpans()
    controls.advance(to: now, map)
    controls.send(source, to: control, map)
  }

  /// Lets all that sounds fade out.
  @_noAllocation @_noLocks
  mutating func fadeOutVoices() {
    let frames = Self.fadeSeconds * map.sampleRate
    var index = 0
    while index < haptics.count {
      unsafe (haptics.storage + index).pointee.fadeOut(over: frames, controls, map)
      index += 1
    }
    index = 0
    while index < audios.count {
      unsafe (audios.storage + index).pointee.fadeOut(over: frames, controls, map)
      index += 1
    }
  }

  /// Starts no further event.
  @_noAllocation @_noLocks
  mutating func endEvents() {
    setNextEvents(view.hapticCount, view.audioCount)
    continuation = .none
  }

  /// Ends all spans now, because the controls or the clock change here.
  @_noAllocation @_noLocks
  mutating func cutSpans() {
    var index = 0
    while index < haptics.count {
      unsafe (haptics.storage + index).pointee.cutSpan()
      index += 1
    }
    index = 0
    while index < audios.count {
      unsafe (audios.storage + index).pointee.cutSpan()
      index += 1
    }
  }

  // MARK: After a seek

  /// Lets events sound, now, that had begun before the time that was sought: the next ones, until
  /// about `limit` units of work are done (`CommandCost`).
  ///
  /// Those that come later fade in later, where they are by then.
  ///
  /// - Returns: the units that were done.
  /// - Complexity: O(k + log n) in the k events that may sound there, times the pieces of the controls
  ///   since each of them began.
  @_noAllocation @_noLocks
  mutating func continueBegun(upTo limit: Int) -> Int {
    var work = 0
    let frame = map.rate / map.sampleRate
    while work < limit, continuation.hapticBlock < .max {
      let first = nextBlock(hapticReach, continuation.hapticBlock, continuation.haptics, &work)
      continuation.hapticBlock = first == .max ? .max : first + 1
      if first == .max { break }
      let events = range(of: first, upTo: continuation.haptics)
      unsafe controls.go(to: view.haptics[events.lowerBound].time - frame)
      work += continueHaptics(events)
    }
    while work < limit, continuation.audioBlock < .max {
      let first = nextBlock(audioReach, continuation.audioBlock, continuation.audios, &work)
      continuation.audioBlock = first == .max ? .max : first + 1
      if first == .max { break }
      let events = range(of: first, upTo: continuation.audios)
      unsafe controls.go(to: view.audios[events.lowerBound].time - frame)
      work += continueAudios(events)
    }
    controls.go(to: map.snappedTime(of: now))
    return work
  }

  /// The next block of events to be looked at; `Int.max` for none.
  @_noAllocation @_noLocks
  private func nextBlock(
    _ reach: EventReach, _ block: Int, _ count: Int, _ work: inout Int
  ) -> Int {
    let found = reach.block(from: block, at: continuation.time, rate: map.rate, work: &work)
    guard let found, found * EventReach.blockSize < count else { return .max }
    return found
  }

  @_noAllocation @_noLocks
  private func range(of block: Int, upTo count: Int) -> Range<Int> {
    let first = block * EventReach.blockSize
    return first..<min(count, first + EventReach.blockSize)
  }

  @_noAllocation @_noLocks
  private mutating func continueHaptics(_ begun: Range<Int>) -> Int {
    // The controls are found anew, and each event is looked at.
    var work = 4
    var index = begun.lowerBound
    while index < begun.upperBound {
      let event = unsafe view.haptics[index]
      index += 1
      let onset = map.onset(of: event.time)
      // Taps are many and short: most are over, and are not made into voices to find that out.
      if event.isTransient
        && onset
          + response.transientEnd(
            response.transientSharpness(event.sharpness)) <= now
      {
        continue
      }
      work += 2
      if haptics.count == haptics.capacity {
        let voice = HapticVoice(event, onset: onset, controls, map, response)
        if voice.end > now { add(voice) }
        continue
      }
      // Made where it is kept: a voice is too large to be copied for nothing.
      let voice = unsafe haptics.storage + haptics.count
      unsafe voice.pointee = HapticVoice(event, onset: onset, controls, map, response)
      if unsafe voice.pointee.end <= now { continue }
      unsafe work += voice.pointee.jump(to: now, controls, map, response) / 4
      unsafe voice.pointee.fadeIn(from: now, over: fadeFrames)
      haptics.count += 1
    }
    return work
  }

  @_noAllocation @_noLocks
  private mutating func continueAudios(_ begun: Range<Int>) -> Int {
    var work = 4
    var index = begun.lowerBound
    while index < begun.upperBound {
      let event = unsafe view.audios[index]
      index += 1
      work += 4
      let sound = unsafe event.sound < 0 ? nil : view.sounds[event.sound]
      var voice = AudioVoice(
        event, onset: map.onset(of: event.time), sound: sound, controls, map, response.arithmetic)
      if voice.end <= now { continue }
      work += voice.jump(to: now, controls, map) / 2
      voice.fadeIn(from: now, over: fadeFrames)
      add(voice)
    }
    return work
  }

  /// The first haptic event at `time` or later.
  @_noAllocation @_noLocks
  private func firstHaptic(from time: Seconds) -> Int {
    var (low, high) = (0, view.hapticCount)
    while low < high {
      let middle = (low + high) / 2
      if unsafe view.haptics[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The first audio event at `time` or later.
  @_noAllocation @_noLocks
  private func firstAudio(from time: Seconds) -> Int {
    var (low, high) = (0, view.audioCount)
    while low < high {
      let middle = (low + high) / 2
      if unsafe view.audios[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The events that are yet to be continued after a seek.
struct Continuation: BitwiseCopyable {
  /// The time that was sought, in seconds of the pattern.
  let time: Seconds
  /// The events before these had begun by then.
  let haptics: Int
  let audios: Int
  /// The first blocks of events that were not looked at; `Int.max` when all were.
  var hapticBlock: Int
  var audioBlock: Int

  /// After a seek to `time`, before which so many events had begun.
  @_noAllocation @_noLocks
  init(at time: Seconds, haptics: Int, audios: Int) {
    self.time = time
    self.haptics = haptics
    self.audios = audios
    hapticBlock = haptics == 0 ? .max : 0
    audioBlock = audios == 0 ? .max : 0
  }

  /// Nothing is to be continued.
  static var none: Continuation {
    @_noAllocation @_noLocks get { Continuation(at: 0, haptics: 0, audios: 0) }
  }

  /// Whether nothing is left to be continued.
  var isOver: Bool { @_noAllocation @_noLocks get { hapticBlock == .max && audioBlock == .max } }
}

/// What becomes of events that have begun before the time that is sought.
public enum BegunEvents: Hashable, Sendable, BitwiseCopyable {
  /// They stay silent, as in Core Haptics.
  case leftOut
  /// They are heard from their middle.
  case continued
}
