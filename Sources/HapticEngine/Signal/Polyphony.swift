/// The number of voices that a timeline needs, and the end of its last voice.
///
/// The result is exact for the pattern itself; it is determined by examining every event.
struct Polyphony {
  /// The maximum number of simultaneous voices.
  let voices: VoiceCapacity
  /// The maximum number of simultaneous voices if the pattern loops; zero if it does not loop.
  let loopVoices: VoiceCapacity
  /// The first frame after the last voice, for a pattern played once from its start.
  let endFrame: Frame

  /// - Complexity: O(n log n) in the events.
  init(
    _ view: Timeline.View, profile: Profile, sampleRate: Double, rate: Double = 1,
    sharpnessOffset: Double = 0, loop: LoopRange = .once
  ) {
    var map = TimeMap(sampleRate: sampleRate)
    map.rate = rate
    var response = HapticResponse(profile, sampleRate: sampleRate)
    response.sharpnessOffset = sharpnessOffset
    let controls = ControlReader(view)
    defer { controls.deallocate() }
    let horizon = loop.repeats > 0 ? loop.horizon(duration: view.duration) : -.infinity
    let pass = max(
      1, map.frame(atOrAfter: loop.repetitionLength(duration: view.duration, rate: rate)))
    var haptic = Overlap(capacity: view.hapticCount)
    var hapticLoop = PeriodicOverlap(period: pass)
    for index in 0..<view.hapticCount {
      let event = unsafe view.haptics[index]
      let onset = map.onset(of: event.time)
      controls.advance(to: onset, map)
      var voice = HapticVoice(event, onset: onset, controls, map, response)
      haptic.add(onset, voice.end)
      if event.time >= horizon { continue }
      voice.release(at: pass)
      hapticLoop.add(onset, voice.end)
    }
    controls.rewind()
    var audio = Overlap(capacity: view.audioCount)
    var audioLoop = PeriodicOverlap(period: pass)
    for index in 0..<view.audioCount {
      let event = unsafe view.audios[index]
      let onset = map.onset(of: event.time)
      controls.advance(to: onset, map)
      var voice = AudioVoice(event, onset: onset, controls, map, response)
      audio.add(onset, voice.end)
      if event.time >= horizon { continue }
      voice.release(at: pass)
      audioLoop.add(onset, voice.end)
    }
    loopVoices = VoiceCapacity(haptic: hapticLoop.deepest(), audio: audioLoop.deepest())
    voices = VoiceCapacity(haptic: haptic.deepest(), audio: audio.deepest())
    endFrame = max(haptic.lastEnd, audio.lastEnd)
  }
}

/// The maximum number of overlapping intervals in a list.
///
/// - Thread: control.        Realtime-safe: no.
private struct Overlap {
  private var onsets: [Frame] = []
  private var ends: [Frame] = []

  init(capacity: Int) {
    onsets.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
  }

  /// Adds an interval; earlier intervals must not start later.
  mutating func add(_ onset: Frame, _ end: Frame) {
    onsets.append(onset)
    ends.append(end)
  }

  var lastEnd: Frame { ends.max() ?? 0 }

  mutating func deepest() -> Int {
    ends.sort()
    var deepest = 0
    var ended = 0
    for (index, onset) in onsets.enumerated() {
      while ended < index && ends[ended] <= onset { ended += 1 }
      deepest = max(deepest, index + 1 - ended)
    }
    return deepest
  }
}

/// The maximum number of overlapping intervals in a list if all of them repeat after a period.
///
/// - Thread: control.        Realtime-safe: no.
private struct PeriodicOverlap {
  private let period: Frame
  /// The whole periods in the lengths of intervals, which overlap with their own repetitions.
  private var whole = 0
  /// The starts and ends of the remainders of the intervals, within the period.
  private var begins: [Frame] = []
  private var ends: [Frame] = []
  /// The number of remainders that begin in one period and end in the next.
  private var across = 0

  init(period: Frame) { self.period = period }

  mutating func add(_ onset: Frame, _ end: Frame) {
    // One frame is added, because a repetition may be a frame shorter than the others.
    let length = end - onset + 1
    whole += Int(length / period)
    let rest = length % period
    if rest == 0 { return }
    let begin = onset % period
    begins.append(begin)
    if begin + rest > period { across += 1 }
    ends.append((begin + rest - 1) % period + 1)
  }

  mutating func deepest() -> Int {
    begins.sort()
    ends.sort()
    var (deepest, ended) = (across, 0)
    for (index, begin) in begins.enumerated() {
      while ended < ends.count && ends[ended] <= begin { ended += 1 }
      deepest = max(deepest, across + index + 1 - ended)
    }
    return whole + deepest
  }
}
