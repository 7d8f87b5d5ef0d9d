// Both are in this file, because the compiler can prove generic code only if it sees the voices' implementation.
extension HapticVoice: RenderVoice {}
extension AudioVoice: RenderVoice {}

/// The events of one kind of a timeline, and the voices of the events that are playing.
///
/// Starts events when they are due, adds voices to their bus, drops them when they have ended, keeps them during a
/// pause, and continues events from the middle after a seek. Generic functions cannot carry `@_noAllocation` and
/// `@_noLocks`. The compiler proves them as part of the functions of `PlayerVoices` that call them and carry these
/// attributes, so both types must be in one file.
///
/// - Thread: render, except init and deinit.        Realtime-safe: by its callers; all except those two.
@safe
struct VoiceBank<Voice: RenderVoice>: ~Copyable {
  private let events: UnsafePointer<Voice.Event>
  private let eventCount: Int
  /// The first event that has not started.
  private var nextEvent = 0
  /// Finds the events that may be playing at the target of a seek.
  private let reach: EventReach
  /// The events that still have to be continued after a seek.
  private var continuation = Continuation.none
  private var room: VoiceRoom<Voice>
  /// The number of events that did not find a free voice.
  private(set) var lostVoices = 0
  /// The number of rendered voice samples: the measure of work done.
  private(set) var voiceFrames = 0
  /// The number of examined events: the measure of work done for events.
  private(set) var looks = 0
  /// The length of a fade, in frames.
  private let fadeFrames: Int
  /// The buffers in which voices that fade in are rendered before they are added: left, then right.
  private let fadeScratch: VoiceOutput

  /// Creates a bank for `count` events in order of time, with room for `capacity` voices.
  init(
    _ events: UnsafePointer<Voice.Event>, count: Int, _ reach: consuming EventReach, capacity: Int,
    fadeFrames: Int
  ) {
    unsafe self.events = events
    eventCount = count
    self.reach = reach
    room = VoiceRoom(capacity: capacity)
    self.fadeFrames = fadeFrames
    fadeScratch = .silent(buffers: Voice.bufferCount, frames: max(1, fadeFrames))
  }

  deinit { unsafe fadeScratch.left.deallocate() }

  var capacity: Int { room.sounding.capacity }
  var count: Int { room.sounding.count }
  var heldCount: Int { room.held.count }
  /// The latest end of the voices that have ended since the memory was last exchanged.
  var lastEnd: Frame { room.ends.last }
  var isContinued: Bool { continuation.isOver }

  /// Returns whether an event still has to start before `horizon`.
  func hasEventsLeft(before horizon: Seconds) -> Bool {
    unsafe nextEvent < eventCount && Voice.time(of: events[nextEvent]) < horizon
  }

  // MARK: Rendering

  /// Adds the frames of `part` to the bus.
  mutating func render(
    into buses: inout BlockBuses, _ part: RenderPart, _ context: UnsafePointer<VoiceContext>
  ) {
    room.ends.forget()
    var kept = 0
    var index = 0
    while index < room.sounding.count {
      let voice = unsafe room.sounding.storage + index
      unsafe render(voice, into: &buses, part, context)
      if unsafe voice.pointee.nextFrame < voice.pointee.end {
        if kept != index { unsafe room.sounding.storage[kept] = voice.pointee }
        kept += 1
      } else {
        room.ends.note(unsafe voice.pointee.end)
      }
      index += 1
    }
    room.sounding.count = kept
    while nextEvent < eventCount {
      let event = unsafe events[nextEvent]
      let time = Voice.time(of: event)
      let onset = unsafe context.pointee.map.onset(of: time)
      if onset >= part.end || time >= part.horizon { break }
      looks += 1
      let first = max(onset, part.start)
      if room.ends.leavesNoPlace(at: first, beside: room.sounding.count) {
        unsafe drop(before: min(room.ends.next, part.end), part.horizon, context.pointee.map)
      } else {
        nextEvent += 1
        unsafe start(event, onset: first, into: &buses, part, context)
      }
    }
  }

  /// Drops and counts the next event, and all others that begin before `frame` and `horizon`.
  ///
  /// - Complexity: O(log n) in the events of the pattern, however many are dropped.
  private mutating func drop(before frame: Frame, _ horizon: Seconds, _ map: TimeMap) {
    var (low, high) = (nextEvent + 1, eventCount)
    while low < high {
      let middle = (low + high) / 2
      let time = unsafe Voice.time(of: events[middle])
      looks += 1
      if time < horizon && map.onset(of: time) < frame { low = middle + 1 } else { high = middle }
    }
    lostVoices += low - nextEvent
    nextEvent = low
  }

  /// Starts a voice, for which there must be a place, and renders its part of the block; a voice that outlasts the
  /// block is kept.
  private mutating func start(
    _ event: Voice.Event, onset: Frame, into buses: inout BlockBuses, _ part: RenderPart,
    _ context: UnsafePointer<VoiceContext>
  ) {
    // The voice is created where it is kept, because a voice is too large to be copied needlessly.
    let voice = unsafe room.sounding.storage + room.sounding.count
    unsafe voice.pointee = Voice(
      event, onset: onset, context.pointee.controls, context.pointee.map, context.pointee.response)
    unsafe render(voice, into: &buses, part, context)
    if unsafe voice.pointee.nextFrame < voice.pointee.end {
      room.sounding.count += 1
    } else {
      room.ends.note(unsafe voice.pointee.end)
    }
  }

  /// The voice is passed by pointer, because the compiler copies `inout` arguments in and out, and a voice is large.
  private mutating func render(
    _ voice: UnsafeMutablePointer<Voice>, into buses: inout BlockBuses, _ part: RenderPart,
    _ context: UnsafePointer<VoiceContext>
  ) {
    let first = unsafe voice.pointee.nextFrame
    let last = unsafe min(voice.pointee.end, part.end)
    if last <= first { return }
    voiceFrames += Int(last - first)
    let output =
      part.isHeard
      ? Voice.output(of: &buses, upTo: part.offset + Int(last - part.start)).from(part.offset) : nil
    if unsafe first < voice.pointee.endOfFadeIn, let output {
      unsafe fadeIn(voice, into: output, part.start, until: last, context)
    }
    while unsafe voice.pointee.nextFrame < last {
      let position = unsafe voice.pointee.nextFrame
      if unsafe position >= voice.pointee.endOfSpan {
        unsafe voice.pointee.beginSpan(
          context.pointee.controls, context.pointee.map, context.pointee.response)
      }
      let upTo = unsafe min(voice.pointee.endOfSpan, last)
      if let output {
        unsafe voice.pointee.emit(into: output.from(Int(position - part.start)), until: upTo)
      } else {
        unsafe voice.pointee.skip(until: upTo)
      }
    }
  }

  /// Renders the part of a voice that fades in, up to `last` at most; `output` begins at the frame `start`.
  @inline(never)
  private func fadeIn(
    _ voice: UnsafeMutablePointer<Voice>, into output: VoiceOutput, _ start: Frame,
    until last: Frame, _ context: UnsafePointer<VoiceContext>
  ) {
    let end = unsafe min(last, voice.pointee.endOfFadeIn)
    while unsafe voice.pointee.nextFrame < end {
      let position = unsafe voice.pointee.nextFrame
      if unsafe position >= voice.pointee.endOfSpan {
        unsafe voice.pointee.beginSpan(
          context.pointee.controls, context.pointee.map, context.pointee.response)
      }
      let upTo = unsafe min(voice.pointee.endOfSpan, end)
      let left = unsafe Int(voice.pointee.endOfFadeIn - position)
      let count = Int(upTo - position)
      fadeScratch.clear(count)
      unsafe voice.pointee.emit(into: fadeScratch, until: upTo)
      output.from(Int(position - start)).add(
        fadeScratch, count, fadingInOver: fadeFrames, left: left)
    }
  }

  /// Adds a voice; if there is no room for the voice, it is counted as lost.
  private mutating func add(_ voice: Voice) {
    if room.sounding.count == room.sounding.capacity {
      lostVoices += 1
      return
    }
    unsafe room.sounding.storage[room.sounding.count] = voice
    room.sounding.count += 1
  }

  mutating func rewind() {
    nextEvent = 0
    continuation = .none
  }

  mutating func endEvents() {
    nextEvent = eventCount
    continuation = .none
  }

  /// Starts, at `now`, all events that still have to start before `horizon`: events at the very end of a loop.
  mutating func startRemaining(
    at now: Frame, before horizon: Seconds, _ context: UnsafePointer<VoiceContext>
  ) {
    while hasEventsLeft(before: horizon) {
      looks += 1
      if room.sounding.count == room.sounding.capacity {
        return unsafe drop(before: .never, horizon, context.pointee.map)
      }
      add(
        unsafe Voice(
          events[nextEvent], onset: now, context.pointee.controls, context.pointee.map,
          context.pointee.response))
      nextEvent += 1
    }
  }

  // MARK: After a seek

  /// Continues with the first event that starts at or after `time`, in seconds of the pattern.
  mutating func seek(to time: Seconds, begun: BegunEvents) {
    var (low, high) = (0, eventCount)
    while low < high {
      let middle = (low + high) / 2
      if unsafe Voice.time(of: events[middle]) < time { low = middle + 1 } else { high = middle }
    }
    nextEvent = low
    switch begun {
    case .leftOut: continuation = .none
    case .continued: continuation = Continuation(at: time, count: low)
    }
  }

  /// Continues events that had begun before the target of a seek, until `work` is at least `limit`.
  mutating func continueBegun(
    upTo limit: Int, _ work: inout Int, at now: Frame, _ context: UnsafePointer<VoiceContext>
  ) {
    let frame = unsafe context.pointee.map.rate / context.pointee.map.sampleRate
    while work < limit, continuation.nextBlock < .max {
      let block = unsafe reach.block(
        from: continuation.nextBlock, at: continuation.time, rate: context.pointee.map.rate,
        work: &work)
      guard let block, block * EventReach.blockSize < continuation.count else {
        continuation.nextBlock = .max
        return
      }
      continuation.nextBlock = block + 1
      let first = block * EventReach.blockSize
      unsafe context.pointee.controls.go(to: Voice.time(of: events[first]) - frame)
      // The cost of finding the controls again, and of examining each event.
      work += 4
      var index = first
      while index < min(continuation.count, first + EventReach.blockSize) {
        work += unsafe continueEvent(events[index], at: now, context)
        index += 1
      }
    }
  }

  /// Makes `event`, which has begun, fade in at `now`, and returns the number of units of work.
  private mutating func continueEvent(
    _ event: Voice.Event, at now: Frame, _ context: UnsafePointer<VoiceContext>
  ) -> Int {
    let onset = unsafe context.pointee.map.onset(of: Voice.time(of: event))
    if unsafe Voice.isOver(event, onset: onset, at: now, context.pointee.response) { return 0 }
    if room.sounding.count == room.sounding.capacity {
      let it = unsafe context.pointee
      if Voice(event, onset: onset, it.controls, it.map, it.response).end > now { lostVoices += 1 }
      return Voice.lookingCost
    }
    // The voice is created where it is kept, because a voice is too large to be copied needlessly.
    let voice = unsafe room.sounding.storage + room.sounding.count
    unsafe voice.pointee = Voice(
      event, onset: onset, context.pointee.controls, context.pointee.map, context.pointee.response)
    if unsafe voice.pointee.end <= now { return Voice.lookingCost }
    let work = unsafe voice.pointee.jump(
      to: now, context.pointee.controls, context.pointee.map, context.pointee.response)
    unsafe voice.pointee.fadeIn(from: now, over: fadeFrames)
    room.sounding.count += 1
    return Voice.lookingCost + work
  }

  // MARK: Changes, pauses, room

  /// Applies `change` to the voices that are playing, or to the voices that a pause holds.
  func change(
    held: Bool, _ change: VoiceChange, _ controls: ControlReader, _ map: TimeMap
  ) {
    if held {
      self.change(room.held, change, controls, map)
    } else {
      self.change(room.sounding, change, controls, map)
    }
  }

  private func change(
    _ voices: borrowing VoiceArray<Voice>, _ change: VoiceChange, _ controls: ControlReader,
    _ map: TimeMap
  ) {
    var index = 0
    while index < voices.count {
      let voice = unsafe voices.storage + index
      switch change {
      case .cutSpan: unsafe voice.pointee.cutSpan()
      case .stretch(let frame, let factor): unsafe voice.pointee.stretch(from: frame, by: factor)
      case .release(let frame): unsafe voice.pointee.release(at: frame)
      case .fadeOut(let frames): unsafe voice.pointee.fadeOut(over: frames, controls, map)
      case .shift(let frames): unsafe voice.pointee.shift(by: frames)
      }
      index += 1
    }
  }

  /// Keeps a copy of the playing voices for `resume`.
  mutating func hold() { Self.copy(room.sounding, to: &room.held) }

  /// Resumes the held voices, which fade in from `now` on, except voices that were fading out.
  mutating func resume(at now: Frame) {
    dropFading(room.sounding.count + room.held.count - capacity)
    var index = 0
    while index < room.held.count {
      let voice = unsafe room.held.storage + index
      index += 1
      if unsafe voice.pointee.isFadingOut { continue }
      unsafe voice.pointee.fadeIn(from: now, over: fadeFrames)
      unsafe add(voice.pointee)
    }
    room.held.count = 0
  }

  /// Ends the first `count` of the voices that fade out; the others keep their order.
  private mutating func dropFading(_ count: Int) {
    if count <= 0 { return }
    var (kept, index) = (0, 0)
    while index < room.sounding.count {
      let voice = unsafe room.sounding.storage + index
      if unsafe index - kept == count || !voice.pointee.isFadingOut {
        unsafe room.sounding.storage[kept] = voice.pointee
        kept += 1
      }
      index += 1
    }
    room.sounding.count = kept
  }

  mutating func dropHeld() { room.held.count = 0 }

  /// Exchanges the memory with that of `other`, which must be larger and empty.
  mutating func exchangeRoom(with other: inout VoiceRoom<Voice>) {
    Self.copy(room.sounding, to: &other.sounding)
    Self.copy(room.held, to: &other.held)
    // The previous block's ends are no longer needed.
    swap(&room, &other)
  }

  /// Copies `source` to `target`, which must have room for it.
  private static func copy(
    _ source: borrowing VoiceArray<Voice>, to target: inout VoiceArray<Voice>
  ) {
    var index = 0
    while index < source.count {
      unsafe target.storage[index] = source.storage[index]
      index += 1
    }
    target.count = source.count
  }
}

/// All voices of a player, for haptic and for audio events.
///
/// Methods without a comment call the method with the same name on both banks.
///
/// - Thread: render, except init and deinit.        Realtime-safe: all except those two.
@safe
struct PlayerVoices: ~Copyable {
  private(set) var haptics: VoiceBank<HapticVoice>
  private(set) var audios: VoiceBank<AudioVoice>

  /// Creates the voices of the timeline in `view`, with room for `capacity`.
  init(
    _ view: Timeline.View, _ response: HapticResponse, sampleRate: Double,
    capacity: VoiceCapacity, fadeFrames: Int
  ) {
    haptics = unsafe VoiceBank(
      view.haptics, count: view.hapticCount,
      EventReach(haptics: view, response, sampleRate: sampleRate), capacity: capacity.haptic,
      fadeFrames: fadeFrames)
    audios = unsafe VoiceBank(
      view.audios, count: view.audioCount, EventReach(audios: view, sampleRate: sampleRate),
      capacity: capacity.audio, fadeFrames: fadeFrames)
  }

  var count: Int { @_noAllocation @_noLocks get { haptics.count + audios.count } }

  var heldCount: Int { @_noAllocation @_noLocks get { haptics.heldCount + audios.heldCount } }

  var lastEnd: Frame { @_noAllocation @_noLocks get { max(haptics.lastEnd, audios.lastEnd) } }

  var areContinued: Bool {
    @_noAllocation @_noLocks get { haptics.isContinued && audios.isContinued }
  }

  /// Whether all voices are silent and all events before `horizon` have started.
  @_noAllocation @_noLocks
  func areFinished(before horizon: Seconds) -> Bool {
    count == 0 && areContinued && !haptics.hasEventsLeft(before: horizon)
      && !audios.hasEventsLeft(before: horizon)
  }

  @_noAllocation @_noLocks
  mutating func render(
    into buses: inout BlockBuses, _ part: RenderPart, _ context: UnsafePointer<VoiceContext>
  ) {
    unsafe haptics.render(into: &buses, part, context)
    unsafe audios.render(into: &buses, part, context)
  }

  @_noAllocation @_noLocks
  mutating func rewind() {
    haptics.rewind()
    audios.rewind()
  }

  @_noAllocation @_noLocks
  mutating func endEvents() {
    haptics.endEvents()
    audios.endEvents()
  }

  @_noAllocation @_noLocks
  mutating func startRemaining(
    at now: Frame, before horizon: Seconds, _ context: UnsafePointer<VoiceContext>
  ) {
    unsafe haptics.startRemaining(at: now, before: horizon, context)
    unsafe audios.startRemaining(at: now, before: horizon, context)
  }

  @_noAllocation @_noLocks
  mutating func seek(to time: Seconds, begun: BegunEvents) {
    haptics.seek(to: time, begun: begun)
    audios.seek(to: time, begun: begun)
  }

  /// Continues events that had begun before the target of a seek, and returns the number of units of work: about
  /// `limit`, or less if no events remain.
  ///
  /// Moves the cursors of the controls, which the caller must restore.
  @_noAllocation @_noLocks
  mutating func continueBegun(
    upTo limit: Int, at now: Frame, _ context: UnsafePointer<VoiceContext>
  ) -> Int {
    var work = 0
    unsafe haptics.continueBegun(upTo: limit, &work, at: now, context)
    unsafe audios.continueBegun(upTo: limit, &work, at: now, context)
    return work
  }

  @_noAllocation @_noLocks
  func change(
    held: Bool = false, _ change: VoiceChange, _ controls: ControlReader, _ map: TimeMap
  ) {
    haptics.change(held: held, change, controls, map)
    audios.change(held: held, change, controls, map)
  }

  @_noAllocation @_noLocks
  mutating func hold() {
    haptics.hold()
    audios.hold()
  }

  @_noAllocation @_noLocks
  mutating func resume(at now: Frame) {
    haptics.resume(at: now)
    audios.resume(at: now)
  }

  @_noAllocation @_noLocks
  mutating func dropHeld() {
    haptics.dropHeld()
    audios.dropHeld()
  }

  /// Exchanges the memory for voices with that of `loan`, unless `loan` is smaller: playing voices need a place.
  @_noAllocation @_noLocks
  mutating func exchangeRoom(with loan: UnsafeMutablePointer<VoiceLoan>) {
    if unsafe loan.pointee.haptics.sounding.capacity < haptics.capacity
      || loan.pointee.audios.sounding.capacity < audios.capacity
    {
      return
    }
    unsafe haptics.exchangeRoom(with: &loan.pointee.haptics)
    unsafe audios.exchangeRoom(with: &loan.pointee.audios)
  }
}
