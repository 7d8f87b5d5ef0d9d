/// How many voices a player needs, and for what.
struct VoiceNeed: Hashable, Sendable {
  /// The fastest speed, and the least master sharpness, that the capacity is enough for: faster, more
  /// events overlap; lower, transients last longer.
  var rate: Double
  var sharpness: Double
  /// The loop that it is enough for, beside playing once: one that is shorter than what rings in it
  /// needs a voice for each time that this begins while it rings.
  var loop: LoopRange
  var capacity = VoiceCapacity(haptic: 0, audio: 0)
  /// How long the last events ring after the end of the pattern, in seconds of output.
  var ring: Seconds = 0

  /// Whether the capacity is enough for `record` as it is set.
  func covers(_ record: PlayerRecord) -> Bool {
    record.rate <= rate && record.master.sharpness >= sharpness
      && (record.loop.repeats == 0 || (loop.repeats > 0 && record.loop.end == loop.end))
  }
}

/// The render side of a player that is not yet part of a run: frees it, unless a run takes it over.
///
/// - Thread: control, one at a time.        Realtime-safe: no.
@safe
final class PreparedPlayer: @unchecked Sendable {
  // SAFETY (unchecked Sendable): made by one thread, and taken over under the engine's lock.

  /// The player of the engine that it is for.
  let id: Int
  let need: VoiceNeed
  private let render: UnsafeMutablePointer<RenderPlayer>
  private var isTaken = false

  /// The render side of a player of `timeline`, with room for what `need` says.
  init(
    id: Int, _ timeline: Timeline, _ need: VoiceNeed, profile: Profile, sampleRate: Double
  ) {
    self.id = id
    self.need = need
    // SAFETY: initialized here; freed in deinit, by the collector when it comes back, or with
    // the run.
    unsafe render = .allocate(capacity: 1)
    unsafe render.initialize(
      to: RenderPlayer(
        id: id, timeline.view, profile: profile, sampleRate: sampleRate, voices: need.capacity))
  }

  deinit {
    if !isTaken { unsafe RenderPlayer.free(render) }
  }

  /// The render side, which is the caller's to free from now on.
  func take() -> UnsafeMutablePointer<RenderPlayer> {
    isTaken = true
    return unsafe render
  }
}

extension Polyphony {
  /// Room for a pattern that may be restarted or loop while it still rings, and be paused.
  func forLivePlay(spare: Int) -> VoiceCapacity {
    let limit = EngineCore.maximumVoices
    let spare = min(max(0, spare), limit)
    // A loop is counted as it is; beside it there may be a restart.
    let haptic = voices.haptic + max(voices.haptic, min(loopVoices.haptic, limit))
    let audio = voices.audio + max(voices.audio, min(loopVoices.audio, limit))
    return VoiceCapacity(haptic: haptic + spare, audio: audio + min(spare, audio))
  }
}
