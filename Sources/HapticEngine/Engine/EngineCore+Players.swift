internal import Realtime
internal import Synchronization

extension EngineCore {
  /// Makes a player of `pattern`; returns its number.
  ///
  /// - Throws: `EngineError` if a sound is missing, or there are too many players.
  func addPlayer(_ pattern: HapticPattern) throws(EngineError) -> Int {
    while true {
      let rate = state.withLock { $0.run?.sampleRate } ?? Self.assumedSampleRate
      // Not under the lock: decoding takes long, and is others' code.
      let record = try record(of: pattern, sampleRate: rate)
      let result: Result<Int, EngineError>? = state.withLock { state in
        if let run = state.run, !record.suits(run.sampleRate) { return nil }
        return add(record, &state)
      }
      // The engine was started meanwhile, at another rate.
      guard let result else { continue }
      return try result.get()
    }
  }

  /// The rate that sounds are decoded for before the output's is known.
  static let assumedSampleRate = 48_000.0

  private func record(
    of pattern: HapticPattern, sampleRate: Double
  ) throws(EngineError) -> PlayerRecord {
    let sounds = try sounds(for: pattern, sampleRate: sampleRate)
    return PlayerRecord(
      pattern: pattern, timeline: Timeline(pattern, sounds: sounds.mapValues(SoundBuffer.init)),
      soundRate: pattern.waveformPaths.isEmpty ? nil : sampleRate)
  }

  private func add(_ record: PlayerRecord, _ state: inout State) -> Result<Int, EngineError> {
    // Players that were given up count until they have faded.
    let count = max(state.players.count, unsafe state.run?.players.count ?? 0)
    guard count < Renderer.playerCapacity else {
      return .failure(
        EngineError(
          .resourceNotAvailable,
          "an engine has at most \(Renderer.playerCapacity) players; give some up"))
    }
    if let run = state.run, run.room == 0 { return .failure(.tooManyCommands) }
    state.lastID += 1
    state.players[state.lastID] = record
    if state.run != nil { addToRun(state.lastID, &state) }
    return .success(state.lastID)
  }

  /// Gives player `id` a render side in the present run, which has room for one more command.
  private func addToRun(_ id: Int, _ state: inout State) {
    guard let run = state.run, var record = state.players[id] else { return }
    let view = record.timeline.view
    let polyphony = Polyphony(
      view, profile: configuration.profile, sampleRate: run.sampleRate, rate: record.rate)
    let render = UnsafeMutablePointer<RenderPlayer>.allocate(capacity: 1)
    unsafe render.initialize(
      to: RenderPlayer(
        id: id, view, profile: configuration.profile, sampleRate: run.sampleRate,
        voices: polyphony.voices.forLivePlay(spare: configuration.spareVoices)))
    unsafe render.pointee.setRate(record.rate)
    unsafe render.pointee.setLoop(record.loop)
    unsafe render.pointee.setMuted(record.isMuted)
    unsafe record.render = render
    record.startsSent = 0
    record.startsOver = 0
    record.unsent = []
    state.players[id] = record
    unsafe state.run?.players[render] = record.timeline
    _ = unsafe state.run?.send(.add(render))
  }

  // MARK: A new run

  /// Makes a run at `sampleRate` with all players that there are.
  ///
  /// Sounds that are decoded for another rate are decoded anew; one that is missing by now is
  /// silent.
  func makeRun(sampleRate: Double) -> EngineRun {
    while true {
      let unsuited = state.withLock { state in
        state.players.filter { !$0.value.suits(sampleRate) }.mapValues(\.pattern)
      }
      for (id, pattern) in unsuited {
        let sounds = (try? sounds(for: pattern, sampleRate: sampleRate)) ?? [:]
        let timeline = Timeline(pattern, sounds: sounds.mapValues(SoundBuffer.init))
        state.withLock { state in
          state.players[id]?.timeline = timeline
          state.players[id]?.soundRate = sampleRate
        }
      }
      let run: EngineRun? = state.withLock { state in
        guard state.players.values.allSatisfy({ $0.suits(sampleRate) }) else { return nil }
        return begin(&state, sampleRate: sampleRate)
      }
      // Nil where a player was made meanwhile.
      if let run { return run }
    }
  }

  private func begin(_ state: inout State, sampleRate: Double) -> EngineRun {
    state.runSettings = state.settings
    let run = EngineRun(
      profile: configuration.profile, sampleRate: sampleRate, gains: state.busGains)
    state.run = run
    state.lastActivity = state.timeBase
    for id in state.players.keys.sorted() { addToRun(id, &state) }
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

extension PlayerRecord {
  /// Whether the timeline can be played at `sampleRate`.
  fileprivate func suits(_ sampleRate: Double) -> Bool {
    soundRate == nil || soundRate == sampleRate
  }
}

extension VoiceCapacity {
  /// Room for a pattern that may be restarted or loop while it still rings, and be paused.
  func forLivePlay(spare: Int) -> VoiceCapacity {
    VoiceCapacity(haptic: 2 * haptic + spare, audio: 2 * audio + min(spare, 2 * audio))
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
