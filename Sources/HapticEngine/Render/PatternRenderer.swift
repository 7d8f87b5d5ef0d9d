/// Renders one timeline from frame to frame: starts events when they are due, adds what sounds to
/// the buses, and drops what has ended.
///
/// The cost of a block grows with the voices that sound in it, not with the events of the timeline.
/// All memory is made in `init`; the owner calls `deallocate`.
///
/// - Thread: `init` and `deallocate` control, all else render.        Realtime-safe: all but those two.
@safe
struct PatternRenderer {
  let view: Timeline.View
  var response: HapticResponse
  var map: TimeMap
  var controls: ControlReader
  var haptics: VoiceArray<HapticVoice>
  var audios: VoiceArray<AudioVoice>
  /// Where voices of the present block have ended: until then they have their places.
  private var hapticEnds: VoiceArray<Frame>
  private var audioEnds: VoiceArray<Frame>
  /// Where voices that fade in are rendered before they are added: left, then right.
  private let fadeScratch: UnsafeMutablePointer<Float>
  /// How many frames a fade takes.
  let fadeFrames: Int

  /// What may still sound at a time that is sought.
  let hapticReach: EventReach
  let audioReach: EventReach
  /// The events that are yet to be continued after a seek.
  var continuation = Continuation.none

  /// The next frame to render.
  private(set) var now: Frame = 0
  /// The first events that have not started.
  private(set) var nextHaptic = 0
  private(set) var nextAudio = 0
  /// Events before this pattern time only; a loop's end.
  var horizon: Seconds = .infinity
  /// How many events found no free voice.
  private(set) var lostVoices = 0
  /// How many samples of voices were rendered: the measure of work done.
  private(set) var voiceFrames = 0

  /// A renderer of the timeline that `view` shows, at its start.
  ///
  /// - Parameters:
  ///   - view: the timeline; whoever owns it keeps it for as long as the renderer is used.
  ///   - profile: what turns intensity and sharpness into a signal.
  ///   - sampleRate: frames per second.
  ///   - voices: the most haptic voices, and the most audio voices, that sound together.
  ///   - arithmetic: what the samples are computed with.
  init(
    _ view: Timeline.View, profile: Profile, sampleRate: Double, voices: VoiceCapacity,
    arithmetic: Arithmetic = .fastest
  ) {
    self.view = view
    response = HapticResponse(profile, sampleRate: sampleRate, arithmetic: arithmetic)
    hapticReach = EventReach(haptics: view, response, sampleRate: sampleRate)
    audioReach = EventReach(audios: view, sampleRate: sampleRate)
    map = TimeMap(sampleRate: sampleRate)
    controls = ControlReader(view)
    haptics = VoiceArray<HapticVoice>(capacity: voices.haptic)
    audios = VoiceArray<AudioVoice>(capacity: voices.audio)
    hapticEnds = VoiceArray<Frame>(capacity: voices.haptic)
    audioEnds = VoiceArray<Frame>(capacity: voices.audio)
    fadeFrames = Int(Self.fadeSeconds * sampleRate)
    unsafe fadeScratch = .allocate(capacity: 2 * max(1, fadeFrames))
    unsafe fadeScratch.initialize(repeating: 0, count: 2 * max(1, fadeFrames))
  }

  /// Frees the memory; the renderer must not be used afterwards.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    controls.deallocate()
    hapticReach.deallocate()
    audioReach.deallocate()
    haptics.deallocate()
    audios.deallocate()
    hapticEnds.deallocate()
    audioEnds.deallocate()
    unsafe fadeScratch.deallocate()
  }

  /// Takes the room for voices in `loan`, which is larger, and puts that it had there.
  @_noAllocation @_noLocks
  mutating func exchangeVoices(with loan: UnsafeMutablePointer<VoiceLoan>) {
    let (newHaptics, newAudios) = unsafe (loan.pointee.haptics, loan.pointee.audios)
    let (newHapticEnds, newAudioEnds) = unsafe (loan.pointee.hapticEnds, loan.pointee.audioEnds)
    copyVoices(haptics, to: newHaptics)
    copyVoices(audios, to: newAudios)
    // Ends that are noted are of the block before: they are looked at no more.
    unsafe loan.pointee.haptics = haptics
    unsafe loan.pointee.audios = audios
    unsafe loan.pointee.hapticEnds = hapticEnds
    unsafe loan.pointee.audioEnds = audioEnds
    let counts = (haptics.count, audios.count)
    (haptics, audios, hapticEnds, audioEnds) = (newHaptics, newAudios, newHapticEnds, newAudioEnds)
    (haptics.count, audios.count) = counts
  }

  /// True when nothing sounds and no event is left to start.
  var isFinished: Bool {
    @_noAllocation @_noLocks get {
      haptics.count == 0 && audios.count == 0 && !hasEventsLeft && continuation.isOver
    }
  }

  private var hasEventsLeft: Bool {
    @_noAllocation @_noLocks get {
      (unsafe nextHaptic < view.hapticCount && view.haptics[nextHaptic].time < horizon)
        || (unsafe nextAudio < view.audioCount && view.audios[nextAudio].time < horizon)
    }
  }

  /// Adds the next `count` frames to the buses, from their frame `offset` on.
  ///
  /// Where nobody hears it nothing is added, and time goes on all the same.
  @_noAllocation @_noLocks
  mutating func render(
    into buses: inout BlockBuses, at offset: Int, count: Int, isHeard: Bool = true
  ) {
    let end = now + Frame(count)
    let place = Place(frame: offset, isHeard: isHeard)
    controls.advance(to: now, map)
    hapticEnds.count = 0
    audioEnds.count = 0
    renderHaptics(into: &buses, at: place, until: end)
    renderAudios(into: &buses, at: place, until: end)
    now = end
  }

  /// Where in a block the frame `now` is.
  private struct Place: BitwiseCopyable {
    let frame: Int
    /// Whether anything is to be added there.
    let isHeard: Bool

    @_noAllocation @_noLocks
    init(frame: Int, isHeard: Bool) {
      self.frame = frame
      self.isHeard = isHeard
    }
  }

  /// Chooses which events are the next to start.
  @_noAllocation @_noLocks
  mutating func setNextEvents(_ haptic: Int, _ audio: Int) {
    nextHaptic = haptic
    nextAudio = audio
  }

  /// Lets `count` frames go by in which nothing sounds.
  @_noAllocation @_noLocks
  mutating func passSilence(_ count: Int) { now += Frame(count) }

  /// Adds a voice that was held; one that finds no room is counted.
  @_noAllocation @_noLocks
  mutating func add(_ voice: HapticVoice) {
    if haptics.count == haptics.capacity {
      lostVoices += 1
      return
    }
    unsafe haptics.storage[haptics.count] = voice
    haptics.count += 1
  }

  /// Adds a voice that was held; one that finds no room is counted.
  @_noAllocation @_noLocks
  mutating func add(_ voice: AudioVoice) {
    if audios.count == audios.capacity {
      lostVoices += 1
      return
    }
    unsafe audios.storage[audios.count] = voice
    audios.count += 1
  }

  /// Moves pattern time `frames` frames later, as a pause does.
  @_noAllocation @_noLocks
  mutating func shiftClock(by frames: Frame) {
    map.origin += frames
    controls.shift(by: frames)
    // Time has gone back, and cursors only go forward by themselves.
    controls.go(to: map.snappedTime(of: now))
  }

  // MARK: Haptic events

  @_noAllocation @_noLocks
  private mutating func renderHaptics(
    into buses: inout BlockBuses, at place: Place, until end: Frame
  ) {
    var kept = 0
    var index = 0
    while index < haptics.count {
      let voice = unsafe haptics.storage + index
      unsafe render(voice, into: &buses, at: place, until: end)
      if unsafe voice.pointee.position < voice.pointee.end {
        if kept != index { unsafe haptics.storage[kept] = voice.pointee }
        kept += 1
      } else {
        hapticEnds.note(unsafe voice.pointee.end)
      }
      index += 1
    }
    haptics.count = kept
    while nextHaptic < view.hapticCount {
      let event = unsafe view.haptics[nextHaptic]
      let onset = map.onset(of: event.time)
      if onset >= end || event.time >= horizon { break }
      nextHaptic += 1
      startHaptic(event, onset: max(onset, now), into: &buses, at: place, until: end)
    }
  }

  /// Starts a voice and renders its part of the block; one that outlasts the block is kept.
  @_noAllocation @_noLocks
  private mutating func startHaptic(
    _ event: TimelineHapticEvent, onset: Frame, into buses: inout BlockBuses, at place: Place,
    until end: Frame
  ) {
    if hapticEnds.leavesNoPlace(at: onset, beside: haptics.count) {
      lostVoices += 1
      return
    }
    // Made where it is kept: a voice is too large to be copied for nothing.
    let voice = unsafe haptics.storage + haptics.count
    unsafe voice.pointee = HapticVoice(event, onset: onset, controls, map, response)
    unsafe render(voice, into: &buses, at: place, until: end)
    if unsafe voice.pointee.position < voice.pointee.end {
      haptics.count += 1
    } else {
      hapticEnds.note(unsafe voice.pointee.end)
    }
  }

  /// By pointer, because the compiler copies what is passed `inout` in and out, and a voice is large.
  @_noAllocation @_noLocks
  private mutating func render(
    _ voice: UnsafeMutablePointer<HapticVoice>, into buses: inout BlockBuses, at place: Place,
    until end: Frame
  ) {
    let first = unsafe voice.pointee.position
    let last = unsafe min(voice.pointee.end, end)
    if last <= first { return }
    voiceFrames += Int(last - first)
    let output =
      unsafe place.isHeard ? buses.haptic(upTo: place.frame + Int(last - now)) + place.frame : nil
    if unsafe first < voice.pointee.fadeInEnd, let output = unsafe output {
      unsafe fadeIn(voice, into: output, until: last)
    }
    while unsafe voice.pointee.position < last {
      let position = unsafe voice.pointee.position
      if unsafe position >= voice.pointee.spanEnd {
        unsafe voice.pointee.beginSpan(controls, map, response)
      }
      let upTo = unsafe min(voice.pointee.spanEnd, last)
      if let output = unsafe output {
        unsafe voice.pointee.emit(into: output + Int(position - now), until: upTo)
      } else {
        unsafe voice.pointee.skip(until: upTo)
      }
    }
  }

  /// Renders the part of a voice that fades in, up to `last` at most.
  @inline(never) @_noAllocation @_noLocks
  private func fadeIn(
    _ voice: UnsafeMutablePointer<HapticVoice>, into output: UnsafeMutablePointer<Float>,
    until last: Frame
  ) {
    let end = unsafe min(last, voice.pointee.fadeInEnd)
    while unsafe voice.pointee.position < end {
      let position = unsafe voice.pointee.position
      if unsafe position >= voice.pointee.spanEnd {
        unsafe voice.pointee.beginSpan(controls, map, response)
      }
      let upTo = unsafe min(voice.pointee.spanEnd, end)
      let left = unsafe Int(voice.pointee.fadeInEnd - position)
      let count = Int(upTo - position)
      clearFadeScratch(count)
      unsafe voice.pointee.emit(into: fadeScratch, until: upTo)
      unsafe addFadingIn(fadeScratch, to: output + Int(position - now), count, framesLeft: left)
    }
  }

  @_noAllocation @_noLocks
  private func clearFadeScratch(_ count: Int) {
    var index = 0
    while index < count {
      unsafe fadeScratch[index] = 0
      unsafe fadeScratch[fadeFrames + index] = 0
      index += 1
    }
  }

  /// Adds `count` samples times a gain that reaches 1 after `framesLeft` frames.
  @_noAllocation @_noLocks
  private func addFadingIn(
    _ samples: UnsafeMutablePointer<Float>, to output: UnsafeMutablePointer<Float>, _ count: Int,
    framesLeft: Int
  ) {
    let step = 1 / Float(fadeFrames)
    var index = 0
    while index < count {
      unsafe output[index] += samples[index] * Float(fadeFrames - framesLeft + index) * step
      index += 1
    }
  }

  // MARK: Audio events

  @_noAllocation @_noLocks
  private mutating func renderAudios(
    into buses: inout BlockBuses, at place: Place, until end: Frame
  ) {
    var kept = 0
    var index = 0
    while index < audios.count {
      let voice = unsafe audios.storage + index
      unsafe render(voice, into: &buses, at: place, until: end)
      if unsafe voice.pointee.position < voice.pointee.end {
        if kept != index { unsafe audios.storage[kept] = voice.pointee }
        kept += 1
      } else {
        audioEnds.note(unsafe voice.pointee.end)
      }
      index += 1
    }
    audios.count = kept
    while nextAudio < view.audioCount {
      let event = unsafe view.audios[nextAudio]
      let onset = map.onset(of: event.time)
      if onset >= end || event.time >= horizon { break }
      nextAudio += 1
      startAudio(event, onset: max(onset, now), into: &buses, at: place, until: end)
    }
  }

  /// Starts a voice and renders its part of the block; one that outlasts the block is kept.
  @_noAllocation @_noLocks
  private mutating func startAudio(
    _ event: TimelineAudioEvent, onset: Frame, into buses: inout BlockBuses, at place: Place,
    until end: Frame
  ) {
    if audioEnds.leavesNoPlace(at: onset, beside: audios.count) {
      lostVoices += 1
      return
    }
    let sound = unsafe event.sound < 0 ? nil : view.sounds[event.sound]
    let voice = unsafe audios.storage + audios.count
    unsafe voice.pointee = AudioVoice(
      event, onset: onset, sound: sound, controls, map, response.arithmetic)
    unsafe render(voice, into: &buses, at: place, until: end)
    if unsafe voice.pointee.position < voice.pointee.end {
      audios.count += 1
    } else {
      audioEnds.note(unsafe voice.pointee.end)
    }
  }

  @_noAllocation @_noLocks
  private mutating func render(
    _ voice: UnsafeMutablePointer<AudioVoice>, into buses: inout BlockBuses, at place: Place,
    until end: Frame
  ) {
    let first = unsafe voice.pointee.position
    let last = unsafe min(voice.pointee.end, end)
    if last <= first { return }
    voiceFrames += Int(last - first)
    let audio = unsafe place.isHeard ? buses.audio(upTo: place.frame + Int(last - now)) : nil
    if unsafe first < voice.pointee.fadeInEnd, let (left, right) = unsafe audio {
      unsafe fadeIn(voice, left + place.frame, right + place.frame, until: last)
    }
    while unsafe voice.pointee.position < last {
      let position = unsafe voice.pointee.position
      if unsafe position >= voice.pointee.spanEnd { unsafe voice.pointee.beginSpan(controls, map) }
      let upTo = unsafe min(voice.pointee.spanEnd, last)
      if let (left, right) = unsafe audio {
        let offset = place.frame + Int(position - now)
        unsafe voice.pointee.emit(left: left + offset, right: right + offset, until: upTo)
      } else {
        unsafe voice.pointee.skip(until: upTo)
      }
    }
  }

  /// Renders the part of a voice that fades in, up to `last` at most.
  @inline(never) @_noAllocation @_noLocks
  private func fadeIn(
    _ voice: UnsafeMutablePointer<AudioVoice>, _ left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, until last: Frame
  ) {
    let end = unsafe min(last, voice.pointee.fadeInEnd)
    let scratch = unsafe (left: fadeScratch, right: fadeScratch + fadeFrames)
    while unsafe voice.pointee.position < end {
      let position = unsafe voice.pointee.position
      if unsafe position >= voice.pointee.spanEnd { unsafe voice.pointee.beginSpan(controls, map) }
      let upTo = unsafe min(voice.pointee.spanEnd, end)
      let framesLeft = unsafe Int(voice.pointee.fadeInEnd - position)
      let (offset, count) = (Int(position - now), Int(upTo - position))
      clearFadeScratch(count)
      unsafe voice.pointee.emit(left: scratch.left, right: scratch.right, until: upTo)
      unsafe addFadingIn(scratch.left, to: left + offset, count, framesLeft: framesLeft)
      unsafe addFadingIn(scratch.right, to: right + offset, count, framesLeft: framesLeft)
    }
  }
}
