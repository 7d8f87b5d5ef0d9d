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

  /// A command that ends or pauses a player.
  ///
  /// The call that sends it always succeeds. If there is not enough room for several halts, only the strongest is sent.
  enum Halt: Int, Comparable {
    case pause
    case stop
    case cancel

    static func < (a: Halt, b: Halt) -> Bool { a.rawValue < b.rawValue }
  }

  let pattern: HapticPattern
  /// The compiled pattern.
  var timeline: Timeline
  /// The rate for which the sounds in `timeline` are decoded; nil for a pattern without sounds, which can be played at
  /// any rate.
  var soundRate: Double?
  var rate = 1.0
  var loop = LoopRange.once
  var isMuted = false
  var master = MasterControls.neutral
  /// The settings that could not be sent yet.
  var unsent: Settings = []
  /// A halt that could not be sent yet.
  var unsentHalt: Halt?
  /// The thread to whose batch the unsent settings and halt belong; nil if they do not belong to a batch.
  var unsentSender: Sender?
  var completion: (@Sendable (EngineError?) -> Void)?
  /// The number of starts sent in this run of the engine, and the number of those that are over.
  var startsSent = 0
  var startsOver = 0
  /// Whether the player was released and now only plays to the end what it has started.
  var isReleased = false
  /// Whether the release still has to be sent.
  ///
  /// The release is the last command for the player: afterward, the render side may already have returned the player.
  var isReleaseUnsent = false

  // MARK: The render side, while the engine runs

  var render: UnsafeMutablePointer<RenderPlayer>?
  /// The counters of the render side; freed with it.
  var counters: UnsafeMutablePointer<PlayerCounters>?
  /// The number of voices that the render side has room for, and the speed, sharpness and loop for which it was
  /// computed.
  var voices = VoiceNeed(rate: 1, sharpness: 0, loop: .once)
  /// Room for more voices that could not be sent yet.
  var unsentVoices: UnsafeMutablePointer<VoiceLoan>?
  /// The numbers of urgent and of other commands that were sent to the render side.
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

  /// Whether a start is not over yet: the player is playing or is about to play.
  var isActive: Bool { startsOver < startsSent }

  /// The number of commands that were sent but not yet carried out, without urgent ones.
  var underway: Int {
    guard let counters = unsafe counters else { return 0 }
    return unsafe ordinarySent - counters.pointee.ordinaryDone.load(ordering: .acquiring)
  }

  /// The number of urgent commands that were sent but not yet carried out.
  var urgentUnderway: Int {
    guard let counters = unsafe counters else { return 0 }
    return unsafe urgentSent - counters.pointee.urgentDone.load(ordering: .acquiring)
  }

  /// Whether some commands could not be sent for lack of room.
  var hasUnsent: Bool {
    unsafe !unsent.isEmpty || unsentHalt != nil || unsentVoices != nil || isReleaseUnsent
  }

  /// Records that `sender` sets or halts something.
  ///
  /// If several threads have unsent settings, the settings do not wait for a batch.
  mutating func isSet(by sender: Sender) {
    let isOthers = (!unsent.isEmpty || unsentHalt != nil) && unsentSender != sender
    unsentSender = isOthers ? nil : sender
  }

  func suits(_ sampleRate: Double) -> Bool { soundRate == nil || soundRate == sampleRate }

  /// Returns whether a render side with the voices of `need` can play it at `sampleRate` with the current settings.
  func isServed(by need: VoiceNeed?, at sampleRate: Double) -> Bool {
    guard let need, suits(sampleRate) else { return false }
    return need.covers(self)
  }

  /// Records that `count` starts are over, and returns the handler once for each that was not over before.
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

  /// Detaches the render side, which its owner frees.
  mutating func detach() {
    unsafe render = nil
    unsafe counters = nil
    unsafe unsentVoices = nil
    unsent = []
    unsentHalt = nil
  }
}

/// The number of voices that a player needs, and the settings for which it needs them.
struct VoiceNeed: Hashable, Sendable {
  /// The fastest speed and the lowest master sharpness for which the capacity is enough: at a higher speed more events
  /// overlap, at a lower sharpness transients last longer.
  var rate: Double
  var sharpness: Double
  /// The loop for which the capacity is enough, in addition to playing the pattern once.
  ///
  /// If events ring longer than the loop, they need additional voices for each repetition that begins while they ring.
  var loop: LoopRange
  var capacity = VoiceCapacity(haptic: 0, audio: 0)
  /// The time for which the last events still ring after the end of the pattern, in seconds of output.
  var ring: Seconds = 0

  /// Returns whether the capacity is enough for the current settings of `record`.
  func covers(_ record: PlayerRecord) -> Bool {
    record.rate <= rate && record.master.sharpness >= sharpness
      && (record.loop.repeats == 0 || (loop.repeats > 0 && record.loop.end == loop.end))
  }
}

/// The render side of a player that is not yet part of a run; freed with this object unless a run takes it over.
///
/// - Thread: control, one at a time.        Realtime-safe: no.
@safe
final class PreparedPlayer: @unchecked Sendable {
  // SAFETY (unchecked Sendable): made by one thread, and taken over under the engine's lock.

  /// The number of the player in the engine.
  let id: Int
  let need: VoiceNeed
  private let render: UnsafeMutablePointer<RenderPlayer>
  private var isTaken = false

  /// Creates the render side of a player of `timeline`, with room for `need`.
  init(
    id: Int, _ timeline: Timeline, _ need: VoiceNeed, profile: Profile, sampleRate: Double
  ) {
    self.id = id
    self.need = need
    // SAFETY: initialized here; freed in deinit, by the collector when it is returned, or with the run.
    unsafe render = .allocate(capacity: 1)
    unsafe render.initialize(
      to: RenderPlayer(
        id: id, timeline.view, profile: profile, sampleRate: sampleRate, voices: need.capacity))
  }

  deinit {
    if !isTaken { unsafe RenderPlayer.free(render) }
  }

  /// Returns the render side, which the caller must free.
  func take() -> UnsafeMutablePointer<RenderPlayer> {
    isTaken = true
    return unsafe render
  }
}

extension Polyphony {
  /// Returns the capacity for a pattern that can be paused, and that may restart or loop while events still ring.
  func forLivePlay(spare: Int) -> VoiceCapacity {
    let limit = EngineCore.maximumVoices
    let spare = min(max(0, spare), limit)
    // There is room for all voices of the loop and, in addition, for a restart.
    let haptic = voices.haptic + max(voices.haptic, min(loopVoices.haptic, limit))
    let audio = voices.audio + max(voices.audio, min(loopVoices.audio, limit))
    return VoiceCapacity(haptic: haptic + spare, audio: audio + min(spare, audio))
  }
}
