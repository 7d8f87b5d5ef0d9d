internal import Realtime
internal import Synchronization

extension EngineCore {
  /// The rate for which sounds are decoded as long as the output's rate is unknown.
  static let assumedSampleRate = 48_000.0

  /// The maximum number of voices that one player receives for playback at a higher speed; events beyond that are
  /// dropped and counted.
  ///
  /// The limit also bounds the work in a block. A voice plays for milliseconds at least, so the number of events that
  /// can start in a block is at most the number of voices. Events without a voice are dropped together.
  ///
  /// Our choice: far more than a person can distinguish, in addition to the number that the pattern needs at its own
  /// speed.
  static let maximumVoices = 2_048

  /// Creates a player of `pattern` and returns its number.
  ///
  /// - Throws: `EngineError` if a sound is missing, or there are too many players.
  func addPlayer(_ pattern: HapticPattern) throws(EngineError) -> Int {
    while true {
      let (id, rate) = state.withLock { ($0.nextID(), $0.run?.sampleRate) }
      // This is not done under the lock: decoding takes long and calls foreign code; counting voices also takes long.
      let soundRate = rate ?? Self.assumedSampleRate
      let sounds = try sounds(for: pattern, sampleRate: soundRate)
      let record = PlayerRecord(
        pattern: pattern, timeline: Timeline(pattern, sounds: sounds.mapValues(SoundBuffer.init)),
        soundRate: pattern.waveformPaths.isEmpty ? nil : soundRate)
      let prepared = rate.map { prepare(id, record, sampleRate: $0) }
      let isAdded = try state.withLock { state throws(EngineError) in
        try state.requirePlace()
        // Fails if the engine was started or stopped in the meantime.
        guard state.run?.sampleRate == rate else { return false }
        state.players[id] = record
        if let prepared { state.attach(prepared) }
        return true
      }
      if isAdded { return id }
    }
  }

  /// Creates the render side of player `id`, with the settings of `record`.
  private func prepare(_ id: Int, _ record: PlayerRecord, sampleRate: Double) -> PreparedPlayer {
    let need = voices(
      record.timeline,
      for: VoiceNeed(rate: record.rate, sharpness: record.master.sharpness, loop: record.loop),
      sampleRate: sampleRate)
    return PreparedPlayer(
      id: id, record.timeline, need, profile: configuration.profile, sampleRate: sampleRate)
  }

  // MARK: Room for voices

  /// The voices that a player of `timeline` needs with the speed, the sharpness and the loop of `wanted`.
  private func voices(
    _ timeline: Timeline, for wanted: VoiceNeed, sampleRate: Double
  ) -> VoiceNeed {
    var need = wanted
    need.rate = max(1, need.rate)
    need.sharpness = min(0, need.sharpness)
    let polyphony = Polyphony(
      timeline.view, profile: configuration.profile, sampleRate: sampleRate,
      rate: TimeMap.clamped(rate: need.rate), sharpnessOffset: need.sharpness, loop: need.loop)
    need.capacity = polyphony.forLivePlay(spare: configuration.spareVoices)
    need.ring = max(
      0, Double(polyphony.endFrame) / sampleRate - timeline.view.duration / need.rate)
    // A pattern that needs more voices at its own speed receives them: at this speed, no event may be lost.
    let limit = max(Self.maximumVoices, need.rate == 1 ? Int.max : 0)
    need.capacity.haptic = min(need.capacity.haptic, limit)
    need.capacity.audio = min(need.capacity.audio, limit)
    return need
  }

  /// Makes room in player `id` for the voices that it needs after `change`.
  func makeRoom(_ id: Int, for change: (inout PlayerRecord) -> Void) {
    let found = state.withLock { state in
      state.lack(of: id, after: change).map { ($0, $1, $2, state.runNumber) }
    }
    guard let (timeline, wanted, sampleRate, runNumber) = found else { return }
    // This is not done under the lock: the time is proportional to the number of events in the pattern.
    let need = voices(timeline, for: wanted, sampleRate: sampleRate)
    state.withLock { state in
      if state.runNumber == runNumber { state.lend(need, to: id) }
    }
  }

  // MARK: A new run

  /// Makes a run at `sampleRate` with all current players.
  ///
  /// Sounds that were decoded for another rate are decoded again. A sound whose file has disappeared since then is
  /// silent.
  func makeRun(sampleRate: Double) -> EngineRun {
    var prepared: [Int: PreparedPlayer] = [:]
    while true {
      let needs = prepared.mapValues(\.need)
      let missing = state.withLock { state in
        state.players.filter { !$0.value.isServed(by: needs[$0.key], at: sampleRate) }.map(\.key)
      }
      for id in missing.sorted() {
        guard var record = state.withLock({ $0.players[id] }) else { continue }
        if !record.suits(sampleRate) {
          let sounds = (try? sounds(for: record.pattern, sampleRate: sampleRate)) ?? [:]
          let timeline = Timeline(record.pattern, sounds: sounds.mapValues(SoundBuffer.init))
          record.timeline = timeline
          state.withLock { state in
            state.players[id]?.timeline = timeline
            state.players[id]?.soundRate = sampleRate
          }
        }
        prepared[id] = prepare(id, record, sampleRate: sampleRate)
      }
      let ready = prepared
      let begun: EngineRun? = state.withLock { state in
        // Fails if, in the meantime, a player was added or the speed of a player was raised.
        guard state.players.allSatisfy({ $1.isServed(by: ready[$0]?.need, at: sampleRate) })
        else { return nil }
        let run = begin(&state, sampleRate: sampleRate)
        for id in state.players.keys.sorted() {
          if let player = ready[id] { state.attach(player) }
        }
        return run
      }
      // Players that were released in the meantime did not become part of the run.
      if let begun { return begun }
    }
  }

  private func begin(_ state: inout State, sampleRate: Double) -> EngineRun {
    state.runSettings = state.settings
    var run = EngineRun(
      profile: configuration.profile, sampleRate: sampleRate, gains: state.busGains)
    for sender in state.openBatches.keys { run.beginBatch(of: sender) }
    unsafe run.link.counters.pointee.meters.enable(state.settings.isMeteringEnabled)
    state.run = run
    state.lastActivity = state.timeBase
    return run
  }

  /// The decoded sounds of `pattern`.
  private func sounds(
    for pattern: HapticPattern, sampleRate: Double
  ) throws(EngineError) -> [String: DecodedSound] {
    guard let decoder = configuration.soundDecoder, !pattern.waveformPaths.isEmpty else {
      return [:]
    }
    let library = SoundLibrary(folder: configuration.soundFolder, decoder: decoder)
    let (sounds, problems) = library.load(for: pattern, sampleRate: sampleRate)
    if configuration.missingSounds == .refused, let problem = problems.first {
      throw EngineError(problem.kind.code, problem.description)
    }
    return sounds
  }
}

extension EngineCore.State {
  /// Throws unless another player can be added; released players are counted until they have finished playing.
  func requirePlace() throws(EngineError) {
    guard players.count < Renderer.playerCapacity else {
      throw EngineError(
        .resourceNotAvailable,
        "an engine has at most \(Renderer.playerCapacity) players; release some")
    }
  }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Returns the voices that player `id` lacks after `change`, with its timeline and the rate of the run; nil if it has
  /// enough.
  fileprivate func lack(
    of id: Int, after change: (inout PlayerRecord) -> Void
  ) -> (Timeline, VoiceNeed, Double)? {
    guard var record = players[id], let run, unsafe record.render != nil else { return nil }
    change(&record)
    if record.voices.covers(record) { return nil }
    var wanted = record.voices
    wanted.rate = max(wanted.rate, record.rate)
    wanted.sharpness = min(wanted.sharpness, record.master.sharpness)
    wanted.loop = record.loop
    return (record.timeline, wanted, run.sampleRate)
  }

  /// Gives player `id` room for the voices of `need`, if the player has less room.
  fileprivate mutating func lend(_ need: VoiceNeed, to id: Int) {
    guard var record = players[id], run != nil, unsafe record.render != nil else { return }
    defer { players[id] = record }
    var need = need
    need.capacity.haptic = max(need.capacity.haptic, record.voices.capacity.haptic)
    need.capacity.audio = max(need.capacity.audio, record.voices.capacity.audio)
    guard need.capacity != record.voices.capacity else {
      record.voices.rate = max(record.voices.rate, need.rate)
      record.voices.sharpness = min(record.voices.sharpness, need.sharpness)
      record.voices.loop = need.loop
      return
    }
    record.voices = need
    if let unsent = unsafe record.unsentVoices {
      unsafe run?.voiceLoans.remove(unsent)
      unsafe VoiceLoan.free(unsent)
    }
    // SAFETY: initialized here; recorded among the loans of the run, which frees loans that have not come back.
    let loan = UnsafeMutablePointer<VoiceLoan>.allocate(capacity: 1)
    unsafe loan.initialize(to: VoiceLoan(need.capacity))
    unsafe run?.voiceLoans.insert(loan)
    unsafe record.unsentVoices = loan
    run?.unsentPlayers.insert(id)
  }

  /// Makes `prepared` the render side of its player in the current run.
  mutating func attach(_ prepared: PreparedPlayer) {
    let id = prepared.id
    guard var record = players[id] else { return }
    let render = unsafe prepared.take()
    unsafe render.pointee.setRate(record.rate)
    unsafe render.pointee.setLoopEnd(record.loop.end)
    unsafe render.pointee.setRepeats(record.loop.repeats)
    unsafe render.pointee.setMuted(record.isMuted)
    unsafe render.pointee.setMaster(record.master)
    unsafe record.attach(render, prepared.need)
    unsafe run?.players[render] = EngineRun.Player(id: id, timeline: record.timeline)
    unsafe run?.sendLifecycle(.add(render), at: .soonest, for: &record)
    players[id] = record
    collectSoon()
  }
}

extension SoundLibrary.Problem.Kind {
  fileprivate var code: CoreHapticsError {
    switch self {
    case .notFound: .fileNotFound
    case .outsideFolder, .unreadable: .invalidAudioResource
    case .tooLarge: .resourceNotAvailable
    }
  }
}
