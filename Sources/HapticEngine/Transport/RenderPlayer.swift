internal import Realtime
internal import Synchronization

/// The render side of one player: a pattern renderer with a transport, a loop and a mute.
///
/// A render player is made and freed on the control side; in between, only the render side uses it.
///
/// - Thread: render, except init and deinit.        Realtime-safe: all except those two.
@safe
struct RenderPlayer: ~Copyable {
  /// The player's number in the engine.
  let id: Int
  var pattern: PatternRenderer
  private(set) var transport = Transport.idle
  /// The reports to the control side.
  var account = PlayerAccount()
  var loop = LoopRange.once
  var loopsLeft = 0
  /// The number of repetitions since the player was started.
  var repetition = 0
  /// The gains of the mute and the master intensity.
  var gains: PlayerGains
  /// The turn that decides when the player's commands are carried out.
  var turn = CommandTurn()
  /// The position at the last stop, in seconds of the pattern.
  private var stoppedTime: Seconds = 0
  /// Whether the player was released.
  ///
  /// It then plays to the end everything that it has started, and is returned.
  private var isReleased = false
  /// The engine's frame minus the player's own.
  private var engineOffset: Frame = 0

  /// Creates a player of the timeline in `view`.
  init(
    id: Int, _ view: Timeline.View, profile: Profile, sampleRate: Double, voices: VoiceCapacity,
    arithmetic: Arithmetic = .fastest
  ) {
    self.id = id
    pattern = PatternRenderer(
      view, profile: profile, sampleRate: sampleRate, voices: voices, arithmetic: arithmetic)
    gains = PlayerGains(sampleRate: sampleRate)
  }

  /// Frees `player` and its memory.
  ///
  /// - Thread: control.        Realtime-safe: no.
  static func free(_ player: UnsafeMutablePointer<RenderPlayer>) {
    unsafe player.deinitialize(count: 1)
    unsafe player.deallocate()
  }

  /// Whether the player is silent and stays silent without a command.
  var isSilent: Bool {
    @_noAllocation @_noLocks get {
      switch transport {
      case .idle, .paused: pattern.voices.count == 0
      case .playing: false
      }
    }
  }

  /// Whether the player will not cause reports unless a command arrives.
  var isQuiet: Bool {
    @_noAllocation @_noLocks get { isSilent && account.isReported && !isOver }
  }

  /// Whether the renderer can return the player.
  var isOver: Bool {
    @_noAllocation @_noLocks get {
      switch transport {
      case .idle: isReleased && account.pendingStarts == 0 && isSilent
      case .playing, .paused: false
      }
    }
  }

  /// The number of voices that are playing or held.
  var voiceCount: Int {
    @_noAllocation @_noLocks get { pattern.voices.count + pattern.voices.heldCount }
  }

  // MARK: Reports to the control side

  /// Records that the player belongs to the renderer from `frame` of the engine on.
  @_noAllocation @_noLocks
  mutating func isAdded(at frame: Frame) {
    engineOffset = frame - pattern.now
    noteMotion()
  }

  /// Records the player's motion from now on.
  @_noAllocation @_noLocks
  func noteMotion() { noteMotion(at: pattern.now) }

  /// Records the player's motion from the player's own `frame` on, which is in the part that was rendered last.
  @_noAllocation @_noLocks
  private func noteMotion(at frame: Frame) {
    let motion: TransportLog.Motion
    let time: Seconds
    switch transport {
    case .idle:
      motion = .stopped
      time = stoppedTime
    case .playing:
      motion = .playing
      time = pattern.map.time(of: frame)
    case .paused(let since):
      motion = .paused
      time = pattern.map.time(of: since)
    }
    unsafe account.counters.pointee.log.note(
      TransportLog.Entry(
        frame: frame + engineOffset, motion: motion, time: time,
        timePerFrame: pattern.map.rate / pattern.map.sampleRate,
        loopEnd: repetitionLength, repetition: repetition,
        repeatsLeft: loopsLeft))
  }

  // MARK: Commands

  /// Plays from the beginning, whatever the player was doing.
  @_noAllocation @_noLocks
  mutating func start() {
    account.startIsCarriedOut()
    play()
  }

  /// Plays from the beginning.
  @_noAllocation @_noLocks
  mutating func play() {
    pattern.dropHeld()
    switch transport {
    case .idle: break
    case .playing, .paused: account.startIsOver(at: pattern.now + engineOffset)
    }
    pattern.restart()
    loopsLeft = loop.repeats
    repetition = 0
    setHorizon()
    transport = .playing
    noteMotion()
  }

  /// Releases the player, which then has no owner and plays everything that it has started to the end.
  ///
  /// An endless loop ends with its current repetition, and a pause becomes a stop, because nobody could end them.
  @_noAllocation @_noLocks
  mutating func release() {
    isReleased = true
    if loop.repeats == Int.max { setRepeats(0) }
    switch transport {
    case .idle, .playing: break
    case .paused: stop()
    }
  }

  /// Stops; voices fade out.
  ///
  /// A stopped player starts again from the beginning.
  @_noAllocation @_noLocks
  mutating func stop() {
    switch transport {
    case .idle: pattern.fadeOutVoices()
    case .playing, .paused:
      pattern.dropHeld()
      pattern.fadeOutVoices()
      finish(at: pattern.now)
    }
  }

  /// Stops the player's time; voices fade out, and are kept for `resume`.
  @_noAllocation @_noLocks
  mutating func pause() {
    if isReleased {
      stop()
      return
    }
    switch transport {
    case .idle, .paused: break
    case .playing:
      pattern.hold()
      transport = .paused(since: pattern.now)
      noteMotion()
    }
  }

  /// Continues exactly at the position of the `pause`; the held voices fade in.
  @_noAllocation @_noLocks
  mutating func resume() {
    switch transport {
    case .idle, .playing: break
    case .paused:
      holdClock()
      pattern.resumeHeld()
      setHorizon()
      transport = .playing
      noteMotion()
    }
  }

  /// Continues at `time` seconds of the pattern; an idle player stays idle.
  @_noAllocation @_noLocks
  mutating func seek(to time: Seconds, begun: BegunEvents) {
    switch transport {
    case .idle: return
    case .playing, .paused: break
    }
    holdClock()
    pattern.dropHeld()
    let end = loop.end(duration: pattern.view.duration)
    pattern.seek(to: loopsLeft > 0 && time >= end ? 0 : time, begun: begun)
    noteMotion()
  }

  /// Whether events still have to be continued after a seek.
  ///
  /// They wait while the player is paused.
  var isContinuing: Bool {
    @_noAllocation @_noLocks get {
      switch transport {
      case .idle, .paused: false
      case .playing: !pattern.voices.areContinued
      }
    }
  }

  /// Continues the next of these events, up to about `limit` units of work, and returns the work done.
  @_noAllocation @_noLocks
  mutating func continueBegun(upTo limit: Int) -> Int { pattern.continueBegun(upTo: limit) }

  /// Plays at `rate` times the speed; rates that are not above 0 are ignored.
  @_noAllocation @_noLocks
  mutating func setRate(_ rate: Double) {
    if !(rate > 0) { return }
    let rate = TimeMap.clamped(rate: rate)
    if rate == pattern.map.rate { return }
    holdClock()
    pattern.cutHeld(stretchedBy: pattern.map.rate / rate)
    pattern.setRate(rate)
    noteMotion()
  }

  /// Sets the number of remaining repetitions, which can be infinite only for a player that was not released.
  @_noAllocation @_noLocks
  mutating func setRepeats(_ repeats: Int) {
    loop.repeats = isReleased && repeats == Int.max ? 0 : repeats
    loopsLeft = loop.repeats
    loopHasChanged()
  }

  /// Sets the end of the loop; the current repetition continues to the new end.
  @_noAllocation @_noLocks
  mutating func setLoopEnd(_ end: Seconds) {
    loop.end = end
    loopHasChanged()
  }

  @_noAllocation @_noLocks
  private mutating func loopHasChanged() {
    switch transport {
    case .idle, .paused: break
    case .playing: setHorizon()
    }
    noteMotion()
  }

  /// Mutes or unmutes the player; without a ramp if the player is not heard.
  @_noAllocation @_noLocks
  mutating func setMuted(_ isMuted: Bool) {
    gains.isMuted = isMuted
    gains.move(isHeard: !isSilent)
  }

  /// Sets the factor of the intensity and the offset of the sharpness of all haptic events.
  @_noAllocation @_noLocks
  mutating func setMaster(_ master: MasterControls) {
    gains.master = Float(pattern.response.masterGain(master.intensity))
    gains.move(isHeard: !isSilent)
    if pattern.response.sharpnessOffset == master.sharpness { return }
    holdClock()
    pattern.cutHeld()
    pattern.cutSpans()
    pattern.response.sharpnessOffset = master.sharpness
  }

  /// Exchanges the memory for voices with that of `loan`, unless `loan` is smaller.
  @_noAllocation @_noLocks
  mutating func exchangeVoices(with loan: UnsafeMutablePointer<VoiceLoan>) {
    unsafe pattern.exchangeRoom(with: loan)
  }

  /// Makes a sent source determine the value of `control` from now on.
  ///
  /// If the player is paused, the source takes effect from the player's current position on.
  @_noAllocation @_noLocks
  mutating func setSource(_ source: SentControl, of control: Int) {
    holdClock()
    pattern.cutHeld()
    var source = source
    source.start = pattern.now
    pattern.setSource(source, of: control)
  }

  /// Forgets the sent controls; the caller has returned the curves.
  @_noAllocation @_noLocks
  mutating func forgetSent() { pattern.controls.forgetSent() }

  // MARK: The end and the loop

  /// Ends the current start, at `frame` of the player: now, or in the part that was rendered last.
  @_noAllocation @_noLocks
  mutating func finish(at frame: Frame) {
    switch transport {
    case .idle: break
    case .playing: stoppedTime = pattern.map.time(of: frame)
    case .paused(let since): stoppedTime = pattern.map.time(of: since)
    }
    transport = .idle
    pattern.endEvents()
    account.startIsOver(at: frame + engineOffset)
    noteMotion(at: frame)
  }

  @_noAllocation @_noLocks
  mutating func setHorizon() {
    if loopsLeft == 0 {
      pattern.horizon = .infinity
    } else {
      pattern.horizon = loop.horizon(duration: pattern.view.duration)
    }
  }

  // MARK: Pausing

  /// Moves the clock and the held voices of a paused player to the current frame, so that pattern time stands still.
  @_noAllocation @_noLocks
  private mutating func holdClock() {
    guard case .paused(let since) = transport, since < pattern.now else { return }
    let frames = pattern.now - since
    pattern.shiftClock(by: frames)
    transport = .paused(since: pattern.now)
  }
}
