/// Renders one timeline frame by frame: its clock, its controls and its voices.
///
/// The cost of a block grows with the voices that are playing, not with the events of the timeline. All memory is
/// allocated in init.
///
/// - Thread: init and deinit control, all else render.        Realtime-safe: all except those two.
@safe
struct PatternRenderer: ~Copyable {
  /// The time, in seconds, in which a voice fades out when it is cut: the shortest release of the signal
  /// (`Documentation/Signal.md`, 3), so that nothing clicks.
  ///
  /// Our choice.
  static var fadeSeconds: Seconds {
    @_noAllocation @_noLocks get { 0.005 }
  }

  let view: Timeline.View
  /// The values from which the voices are computed, in separate memory so that they have an address.
  private let context: UnsafeMutablePointer<VoiceContext>
  private(set) var voices: PlayerVoices
  /// The next frame to render.
  private(set) var now: Frame = 0
  /// The pattern time before which events must start: a loop's end.
  var horizon: Seconds = .infinity

  /// Creates a renderer of the timeline in `view`, at its start.
  ///
  /// - Parameters:
  ///   - view: the timeline; its owner keeps it alive as long as the renderer is used.
  ///   - profile: the mapping from intensity and sharpness to a signal.
  ///   - sampleRate: the frame rate, in frames per second.
  ///   - voices: the maximum numbers of simultaneous haptic and audio voices.
  ///   - arithmetic: the arithmetic that computes the samples.
  init(
    _ view: Timeline.View, profile: Profile, sampleRate: Double, voices: VoiceCapacity,
    arithmetic: Arithmetic = .fastest
  ) {
    self.view = view
    let response = HapticResponse(profile, sampleRate: sampleRate, arithmetic: arithmetic)
    // SAFETY: initialized here, freed in deinit; voices use it only during calls.
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

  /// The position, in seconds of the pattern.
  var time: Seconds { @_noAllocation @_noLocks get { map.time(of: now) } }

  /// Whether all voices are silent and all events have started.
  var isFinished: Bool { @_noAllocation @_noLocks get { voices.areFinished(before: horizon) } }

  /// The first frame after the latest end of all voices that have ended.
  var lastEnd: Frame { @_noAllocation @_noLocks get { voices.lastEnd } }

  /// The number of events that did not find a free voice.
  var lostVoices: Int {
    @_noAllocation @_noLocks get { voices.haptics.lostVoices + voices.audios.lostVoices }
  }

  /// The number of rendered voice samples: the measure of work done.
  var voiceFrames: Int { voices.haptics.voiceFrames + voices.audios.voiceFrames }

  /// Adds the next `count` frames to the buses, from their frame `offset` on.
  ///
  /// If the player is not heard, only time advances.
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

  /// Advances by `count` silent frames.
  @_noAllocation @_noLocks
  mutating func passSilence(_ count: Int) { now += Frame(count) }

  // MARK: Where the pattern is

  /// Starts playing at the beginning of the pattern, at the current rate; voices that are playing fade out.
  @_noAllocation @_noLocks
  mutating func restart() {
    fadeOutVoices()
    map.origin = now
    map.originTime = 0
    controls.restart()
    voices.rewind()
  }

  /// Continues at pattern time `time`; voices that are playing fade out.
  ///
  /// - Parameters:
  ///   - time: the time in seconds from the start of the pattern.
  ///   - begun: the treatment of events that begin before `time`. Core Haptics leaves them out (iOS 15 release notes,
  ///     29274583), but a preview needs to play them. `continueBegun` starts them.
  @_noAllocation @_noLocks
  mutating func seek(to time: Seconds, begun: BegunEvents) {
    fadeOutVoices()
    map.origin = now
    map.originTime = time
    voices.seek(to: time, begun: begun)
    controls.go(to: map.snappedTime(of: now))
    controls.remap(at: now, after: map.snappedTime(of: now), map)
  }

  /// Continues the next events that had begun before the target of the seek, until about `limit` units of work
  /// (`CommandCost`) are done.
  ///
  /// The remaining events are continued by a later call; they fade in at the position that they have reached by then.
  ///
  /// - Returns: the number of units of work.
  /// - Complexity: O(k + log n) in the k events that may be playing at that time. The work for each of these events
  ///   also grows with the number of control pieces since the event began.
  @_noAllocation @_noLocks
  mutating func continueBegun(upTo limit: Int) -> Int {
    let work = unsafe voices.continueBegun(upTo: limit, at: now, context)
    controls.go(to: map.snappedTime(of: now))
    return work
  }

  /// Returns to the beginning without a gap, as a loop does.
  ///
  /// Voices continue to ring, and continuous events that outlast the loop's end begin their release.
  ///
  /// - Parameter end: the loop's end in pattern time, to which `now` is the nearest frame. The fraction of a frame
  ///   between them is carried over, so that a loop never drifts. A larger difference is not carried over; it occurs if
  ///   the loop was shortened to less than what had already been played.
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
    // All sources of the pattern start again, including sources at its very beginning.
    controls.remap(at: now, after: -.infinity, map)
    voices.rewind()
  }

  /// Stops starting events.
  @_noAllocation @_noLocks
  mutating func endEvents() { voices.endEvents() }

  // MARK: What changes while it plays

  /// Plays at `rate` times the speed from now on; the pitch does not change.
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

  /// Makes a sent source determine a control's value from now on.
  @_noAllocation @_noLocks
  mutating func setSource(_ source: SentControl, of control: Int) {
    cutSpans()
    controls.advance(to: now, map)
    controls.setSource(source, of: control, map)
  }

  /// Fades out all voices.
  @_noAllocation @_noLocks
  func fadeOutVoices() {
    voices.change(.fadeOut(over: Self.fadeSeconds * map.sampleRate), controls, map)
  }

  /// Ends all spans now, because the controls or the clock change at this frame.
  @_noAllocation @_noLocks
  func cutSpans() { voices.change(.cutSpan, controls, map) }

  // MARK: Pauses

  /// Keeps a copy of the voices for `resume`, and fades them out; no further events start.
  @_noAllocation @_noLocks
  mutating func hold() {
    voices.hold()
    fadeOutVoices()
    horizon = -1
  }

  /// Resumes the held voices, which fade in.
  @_noAllocation @_noLocks
  mutating func resumeHeld() { voices.resume(at: now) }

  /// Drops the held voices.
  @_noAllocation @_noLocks
  mutating func dropHeld() { voices.dropHeld() }

  /// Ends the spans of the held voices, because the controls or the clock change, and stretches the rest of continuous
  /// events by `factor`.
  @_noAllocation @_noLocks
  func cutHeld(stretchedBy factor: Double = 1) {
    voices.change(held: true, .cutSpan, controls, map)
    voices.change(held: true, .stretch(from: now, by: factor), controls, map)
  }

  /// Moves pattern time, and the held voices, later by `frames` frames, as a pause does.
  @_noAllocation @_noLocks
  mutating func shiftClock(by frames: Frame) {
    map.origin += frames
    controls.shift(by: frames)
    // Time has moved back, and cursors otherwise only move forward.
    controls.go(to: map.snappedTime(of: now))
    voices.change(held: true, .shift(by: frames), controls, map)
  }

  /// Exchanges the memory for voices with that of `loan`, unless `loan` is smaller.
  @_noAllocation @_noLocks
  mutating func exchangeRoom(with loan: UnsafeMutablePointer<VoiceLoan>) {
    unsafe voices.exchangeRoom(with: loan)
  }
}
