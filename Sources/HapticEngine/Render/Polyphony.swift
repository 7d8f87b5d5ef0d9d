/// How many voices a timeline needs, and when its last one ends: exact, found by asking every event.
struct Polyphony {
  /// The most voices that sound together.
  let voices: VoiceCapacity
  /// The first frame after the last that sounds, of a pattern played once from its start.
  let endFrame: Frame

  /// - Complexity: O(n log n) in the events.
  init(
    _ view: Timeline.View, profile: Profile, sampleRate: Double, rate: Double = 1,
    sharpnessOffset: Double = 0
  ) {
    var map = TimeMap(sampleRate: sampleRate)
    map.rate = rate
    var response = HapticResponse(profile, sampleRate: sampleRate)
    response.sharpnessOffset = sharpnessOffset
    let controls = ControlReader(view)
    defer { controls.deallocate() }
    var haptic = Overlap(capacity: view.hapticCount)
    for index in 0..<view.hapticCount {
      let event = unsafe view.haptics[index]
      let onset = map.onset(of: event.time)
      controls.advance(to: onset, map)
      haptic.add(onset, HapticVoice(event, onset: onset, controls, map, response).end)
    }
    controls.rewind()
    var audio = Overlap(capacity: view.audioCount)
    for index in 0..<view.audioCount {
      let event = unsafe view.audios[index]
      let onset = map.onset(of: event.time)
      controls.advance(to: onset, map)
      let sound = unsafe event.sound < 0 ? nil : view.sounds[event.sound]
      audio.add(
        onset,
        AudioVoice(event, onset: onset, sound: sound, controls, map, response.arithmetic).end)
    }
    voices = VoiceCapacity(haptic: haptic.deepest(), audio: audio.deepest())
    endFrame = max(haptic.lastEnd, audio.lastEnd)
  }
}

/// How many of a list of intervals overlap at most.
///
/// - Thread: control.        Realtime-safe: no.
private struct Overlap {
  private var onsets: [Frame] = []
  private var ends: [Frame] = []

  init(capacity: Int) {
    onsets.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
  }

  /// Adds an interval; those added before do not start later.
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
