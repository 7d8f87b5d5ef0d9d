internal import Realtime
internal import Synchronization

/// The control side's record of one player.
@safe
struct PlayerRecord {
  /// The settings of a player that outlive the engine's runs.
  struct Settings: OptionSet, Sendable {
    let rawValue: Int

    static let rate = Settings(rawValue: 1)
    static let loopEnd = Settings(rawValue: 2)
    static let repeats = Settings(rawValue: 16)
    static let isMuted = Settings(rawValue: 4)
    static let master = Settings(rawValue: 8)
  }

  /// A command that ends or pauses a player: a call that always succeeds, and of which only the
  /// strongest counts where there is no room for all.
  enum Halt: Int, Comparable {
    case pause
    case stop
    case cancel

    static func < (a: Halt, b: Halt) -> Bool { a.rawValue < b.rawValue }
  }

  let pattern: HapticPattern
  /// The pattern compiled.
  var timeline: Timeline
  /// The rate that the sounds in `timeline` are decoded for; nil for a pattern without sounds, which
  /// does for every rate.
  var soundRate: Double?
  var rate = 1.0
  var loop = LoopRange.once
  var isMuted = false
  var master = MasterControls.neutral
  /// The settings that could not be sent yet.
  var unsent: Settings = []
  /// A halt that could not be sent yet.
  var unsentHalt: Halt?
  /// The thread whose batch they belong to, if it has one; nil for none.
  var unsentSender: Sender?
  var completion: (@Sendable (EngineError?) -> Void)?
  /// How many starts were sent in this run of the engine, and how many of them are over.
  var startsSent = 0
  var startsOver = 0
  /// Whether the player was released: it plays what it has started to its end.
  var isReleased = false
  /// Whether the release is yet to be sent: the last command for the player, after which none
  /// may be sent, since the render side may have given the player back by then.
  var isReleaseUnsent = false

  // MARK: The render side, while the engine runs

  var render: UnsafeMutablePointer<RenderPlayer>?
  /// The counters of the render side; freed with it.
  var counters: UnsafeMutablePointer<PlayerCounters>?
  /// How many voices it has room for, and the speed, sharpness and loop for which that was worked out.
  var voices = VoiceNeed(rate: 1, sharpness: 0, loop: .once)
  /// Room for more that could not be sent yet.
  var unsentVoices: UnsafeMutablePointer<VoiceLoan>?
  /// How many commands were sent to it: urgent ones, and the others.
  var urgentSent = 0
  var ordinarySent = 0

  init(pattern: HapticPattern, timeline: Timeline, soundRate: Double?) {
    self.pattern = pattern
    self.timeline = timeline
    self.soundRate = soundRate
    unsafe render = nil
    unsafe counters = nil
    unsafe unsentVoices = nil
  }

  /// Whether a start is not over yet: the player plays, or is to play.
  var isActive: Bool { startsOver < startsSent }

  /// How many commands are under way that are not urgent.
  var underway: Int {
    guard let counters = unsafe counters else { return 0 }
    return unsafe ordinarySent - counters.pointee.ordinaryDone.load(ordering: .acquiring)
  }

  /// How many urgent commands are under way.
  var urgentUnderway: Int {
    guard let counters = unsafe counters else { return 0 }
    return unsafe urgentSent - counters.pointee.urgentDone.load(ordering: .acquiring)
  }

  /// Whether something could not be sent for want of room.
  var hasUnsent: Bool {
    unsafe !unsent.isEmpty || unsentHalt != nil || unsentVoices != nil || isReleaseUnsent
  }

  /// Notes that `sender` sets or halts something: what several threads have set waits for no batch.
  mutating func isSet(by sender: Sender) {
    let isOthers = (!unsent.isEmpty || unsentHalt != nil) && unsentSender != sender
    unsentSender = isOthers ? nil : sender
  }

  /// Whether the timeline can be played at `sampleRate`.
  func suits(_ sampleRate: Double) -> Bool { soundRate == nil || soundRate == sampleRate }

  /// Whether a render side with the voices of `need` can play it at `sampleRate` as it is set now.
  func isServed(by need: VoiceNeed?, at sampleRate: Double) -> Bool {
    guard let need, suits(sampleRate) else { return false }
    return need.covers(self)
  }

  /// Notes that `count` starts are over, and returns the handler once for each that was not before.
  mutating func startsAreOver(_ count: Int) -> [@Sendable (EngineError?) -> Void] {
    let new = count - startsOver
    startsOver = count
    guard let completion, new > 0 else { return [] }
    return Array(repeating: completion, count: new)
  }

  /// Attaches the render side that was made for the player.
  mutating func attach(_ made: UnsafeMutablePointer<RenderPlayer>, _ need: VoiceNeed) {
    unsafe render = made
    unsafe counters = made.pointee.account.counters
    voices = need
    ordinarySent = 0
    urgentSent = 0
    startsSent = 0
    startsOver = 0
    unsent = []
    unsentHalt = nil
  }

  /// Forgets the render side, which is freed by its owner.
  mutating func detach() {
    unsafe render = nil
    unsafe counters = nil
    unsafe unsentVoices = nil
    unsent = []
    unsentHalt = nil
  }
}

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
