/// Renders one timeline from frame to frame: its clock, its controls and its voices.
///
/// The cost of a block grows with the voices that sound in it, not with the events of the timeline.
/// All memory is allocated in init.
///
/// - Thread: init and deinit control, all else render.        Realtime-safe: all but those two.
@safe
struct PatternRenderer: ~Copyable {
  /// How long a voice takes to fade where it is cut short, in seconds: the shortest release of the
  /// signal (`Documentation/Signal.md`, 3), so that nothing clicks.
  ///
  /// Our choice.
  static var fadeSeconds: Seconds {
    @_noAllocation @_noLocks get { 0.005 }
  }

  let view: Timeline.View
  /// What the voices are computed from; in memory of its own, where it has an address.
  private let context: UnsafeMutablePointer<VoiceContext>
  private(set) var voices: PlayerVoices
  /// The next frame to render.
  private(set) var now: Frame = 0
  /// Events before this pattern time only; a loop's end.
  var horizon: Seconds = .infinity

  /// A renderer of the timeline that `view` shows, at its start.
  ///
  /// - Parameters:
  ///   - view: the timeline; its owner keeps it for as long as the renderer is used.
  ///   - profile: what turns intensity and sharpness into a signal.
  ///   - sampleRate: frames per second.
  ///   - voices: the most haptic voices, and the most audio voices, that sound together.
  ///   - arithmetic: what the samples are computed with.
  init(
    _ view: Timeline.View, profile: Profile, sampleRate: Double, voices: VoiceCapacity,
    arithmetic: Arithmetic = .fastest
  ) {
    self.view = view
    let response = HapticResponse(profile, sampleRate: sampleRate, arithmetic: arithmetic)
    // SAFETY: initialized here, freed in deinit; voices use it only while they are called.
    unsafe context = .allocate(capacity: 1)
    unsafe context.initialize(
      to: VoiceContext(
        controls: ControlReader(view), map: TimeMap(sampleRate: sampleRate), response: response))
    self.voices = PlayerVoices(
      view, response, sampleRate: sampleRate, capacity: voices,
      fadeFrames: Int(Self.fadeSeconds * sampleRate))
  }

  deinit {
    unsafe context.pointee.controls.deallocate()
    unsafe context.deallocate()
  }

  var controls: ControlReader { @_noAllocation @_noLocks get { unsafe context.pointee.controls } }

  private(set) var map: TimeMap {
    @_noAllocation @_noLocks get { unsafe context.pointee.map }
    @_noAllocation @_noLocks set { unsafe context.pointee.map = newValue }
  }

  var response: HapticResponse {
    @_noAllocation @_noLocks get { unsafe context.pointee.response }
    @_noAllocation @_noLocks set { unsafe context.pointee.response = newValue }
  }

  /// Where the pattern is, in seconds of its own time.
  var time: Seconds { @_noAllocation @_noLocks get { map.time(of: now) } }

  /// True when nothing sounds and no event is left to start.
  var isFinished: Bool { @_noAllocation @_noLocks get { voices.areFinished(before: horizon) } }

  /// The first frame after the latest that sounded of all voices that have ended.
  var lastEnd: Frame { @_noAllocation @_noLocks get { voices.lastEnd } }

  /// How many events found no free voice.
  var lostVoices: Int {
    @_noAllocation @_noLocks get { voices.haptics.lostVoices + voices.audios.lostVoices }
  }

  /// How many samples of voices were rendered: the measure of work done.
  var voiceFrames: Int { voices.haptics.voiceFrames + voices.audios.voiceFrames }

  /// Adds the next `count` frames to the buses, from their frame `offset` on.
  ///
  /// If it is not heard, nothing is added, and time advances all the same.
  @_noAllocation @_noLocks
  mutating func render(
    into buses: inout BlockBuses, at offset: Int, count: Int, isHeard: Bool = true
  ) {
    let part = RenderPart(
      offset: offset, start: now, end: now + Frame(count), horizon: horizon, isHeard: isHeard)
    unsafe context.pointee.controls.advance(to: now, context.pointee.map)
    unsafe voices.render(into: &buses, part, context)
    now = part.end
  }

  /// Lets `count` frames go by in which nothing sounds.
  @_noAllocation @_noLocks
  mutating func passSilence(_ count: Int) { now += Frame(count) }

  // MARK: Where the pattern is

  /// Plays from the beginning of the pattern, at the present rate; what sounds fades.
  @_noAllocation @_noLocks
  mutating func restart() {
    fadeOutVoices()
    map.origin = now
    map.originTime = 0
    controls.restart()
    voices.rewind()
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
    voices.seek(to: time, begun: begun)
    controls.go(to: map.snappedTime(of: now))
    controls.remap(at: now, after: map.snappedTime(of: now), map)
  }

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
    let work = unsafe voices.continueBegun(upTo: limit, at: now, context)
    controls.go(to: map.snappedTime(of: now))
    return work
  }

  /// Goes back to the beginning without a pause, as a loop does: what sounds rings on, and
  /// continuous events that outlast the loop's end go into their release.
  ///
  /// - Parameter end: the loop's end in pattern time, to which `now` is the nearest frame; the fraction
  ///   of a frame between them is carried over, so that a loop never drifts. More is not: it comes of
  ///   a loop that was made shorter than what had been played.
  @_noAllocation @_noLocks
  mutating func loop(from end: Seconds) {
    let excess = map.time(of: now) - end
    let isFraction = excess.magnitude < 2 * map.rate / map.sampleRate
    cutSpans()
    unsafe voices.startRemaining(at: now, before: horizon, context)
    voices.change(.release(at: now), controls, map)
    map.origin = now
    map.originTime = isFraction ? excess : 0
    controls.rewind()
    // All sources of the pattern start again, including those at its very beginning.
    controls.remap(at: now, after: -.infinity, map)
    voices.rewind()
  }

  /// Starts no further event.
  @_noAllocation @_noLocks
  mutating func endEvents() { voices.endEvents() }

  // MARK: What changes while it plays

  /// Plays at `rate` times the speed from now on; pitch stays.
  @_noAllocation @_noLocks
  mutating func setRate(_ rate: Double) {
    if rate == map.rate { return }
    let factor = map.rate / rate
    map.originTime = map.time(of: now)
    map.origin = now
    map.rate = rate
    cutSpans()
    voices.change(.stretch(from: now, by: factor), controls, map)
    controls.remap(at: now, after: map.snappedTime(of: now), map)
  }

  /// Lets a source that was sent govern a control from now on.
  @_noAllocation @_noLocks
  mutating func setSource(_ source: SentControl, of control: Int) {
    cutSpans()
    controls.advance(to: now, map)
    controls.setSource(source, of: control, map)
  }

  /// Lets all that sounds fade out.
  @_noAllocation @_noLocks
  func fadeOutVoices() {
    voices.change(.fadeOut(over: Self.fadeSeconds * map.sampleRate), controls, map)
  }

  /// Ends all spans now, because the controls or the clock change here.
  @_noAllocation @_noLocks
  func cutSpans() { voices.change(.cutSpan, controls, map) }

  // MARK: Pauses

  /// Keeps what sounds as it is, for `resume`, and lets it fade out; no event starts.
  @_noAllocation @_noLocks
  mutating func hold() {
    voices.hold()
    fadeOutVoices()
    horizon = -1
  }

  /// Lets what is held sound again, where it fades in.
  @_noAllocation @_noLocks
  mutating func resumeHeld() { voices.resume(at: now) }

  /// Forgets what is held.
  @_noAllocation @_noLocks
  mutating func dropHeld() { voices.dropHeld() }

  /// Ends the spans of what is held, because the controls or the clock change, and lets what is left of
  /// continuous events take `factor` times as long.
  @_noAllocation @_noLocks
  func cutHeld(stretchedBy factor: Double = 1) {
    voices.change(held: true, .cutSpan, controls, map)
    voices.change(held: true, .stretch(from: now, by: factor), controls, map)
  }

  /// Moves pattern time, and what is held, `frames` frames later, as a pause does.
  @_noAllocation @_noLocks
  mutating func shiftClock(by frames: Frame) {
    map.origin += frames
    controls.shift(by: frames)
    // Time has gone back, and cursors only go forward by themselves.
    controls.go(to: map.snappedTime(of: now))
    voices.change(held: true, .shift(by: frames), controls, map)
  }

  /// Exchanges the room for voices with that of `loan`, unless that is smaller.
  @_noAllocation @_noLocks
  mutating func exchangeRoom(with loan: UnsafeMutablePointer<VoiceLoan>) {
    unsafe voices.exchangeRoom(with: loan)
  }
}
