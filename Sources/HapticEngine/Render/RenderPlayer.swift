/// The render side of one player: a pattern renderer with a transport, a loop and a mute.
///
/// Made and freed on the control side; in between only the render side touches it.
///
/// - Thread: render, but for init and `deallocate`.        Realtime-safe: all but those two.
@safe
struct RenderPlayer {
  /// Which player of the engine this is.
  let id: Int
  private(set) var pattern: PatternRenderer
  private(set) var transport = Transport.idle
  private var loop = LoopRange.once
  private var loopsLeft = 0
  private var mute: GainRamp
  /// The voices that a pause holds, as they were.
  private var heldHaptics: VoiceArray<HapticVoice>
  private var heldAudios: VoiceArray<AudioVoice>
  /// How often the player was started.
  private(set) var runs = 0
  /// Whether the control side still has to be told that the player has finished.
  private(set) var isFinishUnreported = false

  /// A player of the timeline that `view` shows.
  init(
    id: Int, _ view: Timeline.View, profile: Profile, sampleRate: Double, voices: VoiceCapacity
  ) {
    self.id = id
    pattern = PatternRenderer(view, profile: profile, sampleRate: sampleRate, voices: voices)
    mute = GainRamp(1, seconds: PatternRenderer.fadeSeconds, sampleRate: sampleRate)
    heldHaptics = VoiceArray(capacity: voices.haptic)
    heldAudios = VoiceArray(capacity: voices.audio)
  }

  /// Frees the memory; the player must not be used afterwards.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    pattern.deallocate()
    heldHaptics.deallocate()
    heldAudios.deallocate()
  }

  /// True when nothing sounds and nothing will by itself.
  var isSilent: Bool {
    @_noAllocation @_noLocks get {
      switch transport {
      case .idle, .paused: pattern.haptics.count == 0 && pattern.audios.count == 0
      case .playing: false
      }
    }
  }

  // MARK: Commands

  /// Plays from the beginning, whatever the player was doing.
  @_noAllocation @_noLocks
  mutating func start() {
    releaseHeld()
    pattern.restart()
    loopsLeft = loop.repeats
    setHorizon()
    transport = .playing
    isFinishUnreported = false
    runs += 1
  }

  /// A start that was dropped before its frame counts as a run that is over.
  @_noAllocation @_noLocks
  mutating func skipRun() {
    runs += 1
    isFinishUnreported = true
  }

  /// Stops; what sounds fades.
  ///
  /// A stopped player starts again from the beginning.
  @_noAllocation @_noLocks
  mutating func stop() {
    switch transport {
    case .idle: pattern.fadeOutVoices()
    case .playing, .paused:
      releaseHeld()
      pattern.fadeOutVoices()
      finish()
    }
  }

  /// Lets time stand still; what sounds fades, and is kept as it was for `resume`.
  @_noAllocation @_noLocks
  mutating func pause() {
    switch transport {
    case .idle, .paused: break
    case .playing:
      holdVoices()
      pattern.fadeOutVoices()
      pattern.horizon = -1
      transport = .paused(since: pattern.now)
    }
  }

  /// Goes on exactly where `pause` left off.
  @_noAllocation @_noLocks
  mutating func resume() {
    switch transport {
    case .idle, .playing: break
    case .paused(let since):
      pattern.shiftClock(by: pattern.now - since)
      returnHeld(shiftedBy: pattern.now - since)
      setHorizon()
      transport = .playing
    }
  }

  /// Goes on at `time` seconds of the pattern; an idle player stays idle.
  @_noAllocation @_noLocks
  mutating func seek(to time: Seconds, begun: BegunEvents) {
    switch transport {
    case .idle: break
    case .playing, .paused:
      releaseHeld()
      let isLooping = loopsLeft > 0
      let end = loop.end(duration: pattern.view.duration)
      let isPaused = if case .paused = transport { true } else { false }
      // What still fades from the pause must not be taken for what the new place begins with.
      if isPaused { pattern.removeVoices() }
      pattern.seek(to: isLooping && time >= end ? 0 : time, begun: begun)
      if isPaused {
        holdVoices()
        pattern.removeVoices()
        transport = .paused(since: pattern.now)
      }
    }
  }

  /// Plays at `rate` times the speed; not more than 0 changes nothing.
  @_noAllocation @_noLocks
  mutating func setRate(_ rate: Double) {
    if rate > 0 && rate.isFinite { pattern.setRate(rate) }
  }

  /// Sets the loop; the present pass goes on to the new end.
  @_noAllocation @_noLocks
  mutating func setLoop(_ loop: LoopRange) {
    self.loop = loop
    loopsLeft = loop.repeats
    switch transport {
    case .idle, .paused: break
    case .playing: setHorizon()
    }
  }

  @_noAllocation @_noLocks
  mutating func setMuted(_ isMuted: Bool) { mute.move(to: isMuted ? 0 : 1) }

  /// Lets a source that was sent govern `control` from now on.
  @_noAllocation @_noLocks
  mutating func send(_ source: SentControl, to control: Int) {
    var source = source
    source.start = pattern.now
    pattern.send(source, to: control)
  }

  /// Forgets what was sent; whoever calls has given the curves back.
  @_noAllocation @_noLocks
  mutating func forgetSent() { pattern.controls.forgetSent() }

  /// The control side has been told that the player has finished.
  @_noAllocation @_noLocks
  mutating func finishReported() { isFinishUnreported = false }

  // MARK: Rendering

  /// Adds the next `count` frames to the buses.
  ///
  /// `scratch` holds `count` frames of each bus.
  @_noAllocation @_noLocks
  mutating func render(
    haptic: UnsafeMutablePointer<Float>, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>, count: Int
  ) {
    if isSilent {
      pattern.passSilence(count)
      return
    }
    if mute.isUnity {
      unsafe renderPasses(haptic, left, right, count)
    } else if mute.isZero {
      unsafe renderPasses(nil, nil, nil, count)
    } else {
      unsafe renderRamp(haptic, left, right, scratch, count)
    }
  }

  @_noAllocation @_noLocks
  private mutating func renderRamp(
    _ haptic: UnsafeMutablePointer<Float>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, _ scratch: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var index = 0
    while index < 3 * count {
      unsafe scratch[index] = 0
      index += 1
    }
    unsafe renderPasses(scratch, scratch + count, scratch + 2 * count, count)
    index = 0
    while index < count {
      let gain = mute.next()
      unsafe haptic[index] += scratch[index] * gain
      unsafe left[index] += scratch[count + index] * gain
      unsafe right[index] += scratch[2 * count + index] * gain
      index += 1
    }
  }

  /// Renders up to each loop's end, goes back, and on.
  @_noAllocation @_noLocks
  private mutating func renderPasses(
    _ haptic: UnsafeMutablePointer<Float>?, _ left: UnsafeMutablePointer<Float>?,
    _ right: UnsafeMutablePointer<Float>?, _ count: Int
  ) {
    var done = 0
    while done < count {
      var part = count - done
      let loopEnd = loopEndFrame
      if loopEnd < pattern.now + Frame(part) { part = Int(max(loopEnd - pattern.now, 0)) }
      unsafe pattern.render(
        haptic: haptic.map { unsafe $0 + done }, left: left.map { unsafe $0 + done },
        right: right.map { unsafe $0 + done }, count: part)
      done += part
      if pattern.now >= loopEndFrame { passLoopEnd() }
    }
    finishIfOver()
  }

  /// The frame at which the present pass ends, for a player that loops.
  private var loopEndFrame: Frame {
    @_noAllocation @_noLocks get {
      switch transport {
      case .idle, .paused: .never
      case .playing:
        loopsLeft > 0
          ? pattern.map.frame(atOrAfter: loop.end(duration: pattern.view.duration)) : .never
      }
    }
  }

  @_noAllocation @_noLocks
  private mutating func passLoopEnd() {
    if loopsLeft < Int.max { loopsLeft -= 1 }
    pattern.loop(from: loop.end(duration: pattern.view.duration))
    setHorizon()
  }

  @_noAllocation @_noLocks
  private mutating func finishIfOver() {
    switch transport {
    case .idle, .paused: break
    case .playing:
      if loopsLeft == 0 && pattern.isFinished && pattern.time >= pattern.view.duration { finish() }
    }
  }

  @_noAllocation @_noLocks
  private mutating func finish() {
    transport = .idle
    pattern.endEvents()
    isFinishUnreported = true
  }

  @_noAllocation @_noLocks
  private mutating func setHorizon() {
    pattern.horizon = loopsLeft > 0 ? loop.end(duration: pattern.view.duration) : .infinity
  }

  // MARK: Pausing

  @_noAllocation @_noLocks
  private mutating func holdVoices() {
    pattern.cutSpans()
    heldHaptics.count = 0
    while heldHaptics.count < pattern.haptics.count {
      unsafe heldHaptics.storage[heldHaptics.count] = pattern.haptics.storage[heldHaptics.count]
      heldHaptics.count += 1
    }
    heldAudios.count = 0
    while heldAudios.count < pattern.audios.count {
      unsafe heldAudios.storage[heldAudios.count] = pattern.audios.storage[heldAudios.count]
      heldAudios.count += 1
    }
  }

  @_noAllocation @_noLocks
  private mutating func returnHeld(shiftedBy frames: Frame) {
    var index = 0
    while index < heldHaptics.count {
      unsafe heldHaptics.storage[index].shift(by: frames)
      unsafe pattern.add(heldHaptics.storage[index])
      index += 1
    }
    index = 0
    while index < heldAudios.count {
      unsafe heldAudios.storage[index].shift(by: frames)
      unsafe pattern.add(heldAudios.storage[index])
      index += 1
    }
    releaseHeld()
  }

  @_noAllocation @_noLocks
  private mutating func releaseHeld() {
    heldHaptics.count = 0
    heldAudios.count = 0
  }
}
