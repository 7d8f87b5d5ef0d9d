internal import Realtime
internal import Synchronization

/// The render side of one player: a pattern renderer with a transport, a loop and a mute.
///
/// Made and freed on the control side; in between only the render side touches it.
///
/// - Thread: render, but for init and deinit.        Realtime-safe: all but those two.
@safe
struct RenderPlayer: ~Copyable {
  /// Which player of the engine this is.
  let id: Int
  var pattern: PatternRenderer
  private(set) var transport = Transport.idle
  /// The reports to the control side.
  var account = PlayerAccount()
  var loop = LoopRange.once
  var loopsLeft = 0
  /// The number of repetitions since it was started.
  var repetition = 0
  /// Mute and master intensity.
  var gains: PlayerGains
  /// When its commands are carried out.
  var turn = CommandTurn()
  /// The position at the last stop, in seconds of the pattern.
  private var stoppedTime: Seconds = 0
  /// Whether the player was released: it plays what it has started to its end, and is returned.
  private var isReleased = false
  /// The engine's frame minus the player's own.
  private var engineOffset: Frame = 0

  /// A player of the timeline that `view` shows.
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

  /// True when nothing sounds and nothing will by itself.
  var isSilent: Bool {
    @_noAllocation @_noLocks get {
      switch transport {
      case .idle, .paused: pattern.voices.count == 0
      case .playing: false
      }
    }
  }

  /// Whether nothing of it will be to be reported, unless a command comes.
  var isQuiet: Bool {
    @_noAllocation @_noLocks get { isSilent && account.isReported && !isOver }
  }

  /// Whether the renderer can give the player back.
  var isOver: Bool {
    @_noAllocation @_noLocks get {
      switch transport {
      case .idle: isReleased && account.pendingStarts == 0 && isSilent
      case .playing, .paused: false
      }
    }
  }

  /// How many voices sound or are held.
  var voiceCount: Int {
    @_noAllocation @_noLocks get { pattern.voices.count + pattern.voices.heldCount }
  }

  // MARK: Reports to the control side

  /// The renderer has the player from `frame` of the engine on.
  @_noAllocation @_noLocks
  mutating func isAdded(at frame: Frame) {
    engineOffset = frame - pattern.now
    noteMotion()
  }

  /// Writes down what the player does from now on.
  @_noAllocation @_noLocks
  func noteMotion() { noteMotion(at: pattern.now) }

  /// Writes down what the player does from `frame` of its own on, which was rendered last.
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

  /// Nobody holds the player any more: it plays what it has started to its end.
  ///
  /// A loop without end ends with its present repetition, and a pause is a stop, since nobody could
  /// ever end either.
  @_noAllocation @_noLocks
  mutating func release() {
    isReleased = true
    if loop.repeats == Int.max { setRepeats(0) }
    switch transport {
    case .idle, .playing: break
    case .paused: stop()
    }
  }

  /// Stops; what sounds fades.
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

  /// Lets time stand still; what sounds fades, and is kept as it was for `resume`.
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

  /// Goes on exactly where `pause` left off; what sounded fades in.
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

  /// Goes on at `time` seconds of the pattern; an idle player stays idle.
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

  /// Whether events are yet to be continued after a seek; while the player is paused they wait.
  var isContinuing: Bool {
    @_noAllocation @_noLocks get {
      switch transport {
      case .idle, .paused: false
      case .playing: !pattern.voices.areContinued
      }
    }
  }

  /// Continues the next of them, up to about `limit` units of work, and returns how much was done.
  @_noAllocation @_noLocks
  mutating func continueBegun(upTo limit: Int) -> Int { pattern.continueBegun(upTo: limit) }

  /// Plays at `rate` times the speed; not more than 0 changes nothing.
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

  /// Begins again so many times from now on; for ever only for a player that was not released.
  @_noAllocation @_noLocks
  mutating func setRepeats(_ repeats: Int) {
    loop.repeats = isReleased && repeats == Int.max ? 0 : repeats
    loopsLeft = loop.repeats
    loopHasChanged()
  }

  /// Sets the end of the loop; the present repetition goes on to the new end.
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

  /// Mutes or unmutes; at once where nothing is heard.
  @_noAllocation @_noLocks
  mutating func setMuted(_ isMuted: Bool) {
    gains.isMuted = isMuted
    gains.move(isHeard: !isSilent)
  }

  /// Sets what multiplies the intensity and is added to the sharpness of all haptic events.
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

  /// Exchanges the room for voices with that of `loan`, unless that is smaller.
  @_noAllocation @_noLocks
  mutating func exchangeVoices(with loan: UnsafeMutablePointer<VoiceLoan>) {
    unsafe pattern.exchangeRoom(with: loan)
  }

  /// Lets a source that was sent govern `control` from now on; from where it stands, if it is
  /// paused.
  @_noAllocation @_noLocks
  mutating func setSource(_ source: SentControl, of control: Int) {
    holdClock()
    pattern.cutHeld()
    var source = source
    source.start = pattern.now
    pattern.setSource(source, of: control)
  }

  /// Forgets what was sent; the caller has given the curves back.
  @_noAllocation @_noLocks
  mutating func forgetSent() { pattern.controls.forgetSent() }

  // MARK: The end and the loop

  /// Ends what was started, at `frame` of the player: now, or in what was rendered last.
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

  /// Moves the clock of a paused player, and what it holds, on to now: pattern time stands still.
  @_noAllocation @_noLocks
  private mutating func holdClock() {
    guard case .paused(let since) = transport, since < pattern.now else { return }
    let frames = pattern.now - since
    pattern.shiftClock(by: frames)
    transport = .paused(since: pattern.now)
  }
}
