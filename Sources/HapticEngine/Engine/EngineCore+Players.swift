internal import Realtime
internal import Synchronization

extension EngineCore {
  /// Makes a player of `pattern`; returns its number.
  ///
  /// - Throws: `EngineError` if a sound is missing, or there are too many players.
  func addPlayer(_ pattern: HapticPattern) throws(EngineError) -> Int {
    let rate = state.withLock { $0.run?.sampleRate } ?? Self.assumedSampleRate
    let sounds = try sounds(for: pattern, sampleRate: rate)
    let timeline = Timeline(pattern, sounds: sounds.mapValues(SoundBuffer.init))
    let id: Int? = state.withLock { state in
      guard state.players.count < Renderer.playerCapacity else { return nil }
      state.lastID += 1
      state.players[state.lastID] = unsafe PlayerRecord(pattern: pattern, timeline: timeline)
      if state.run != nil { addToRun(state.lastID, &state) }
      return state.lastID
    }
    guard let id else {
      throw EngineError(
        .resourceNotAvailable,
        "an engine has at most \(Renderer.playerCapacity) players; give some up")
    }
    return id
  }

  /// The rate that sounds are decoded for before the output's is known.
  static let assumedSampleRate = 48_000.0

  /// Gives player `id` a render side in the present run.
  func addToRun(_ id: Int, _ state: inout State) {
    guard let run = state.run, var record = state.players[id] else { return }
    if run.sampleRate != Self.assumedSampleRate, !record.pattern.waveformPaths.isEmpty {
      let sounds = (try? sounds(for: record.pattern, sampleRate: run.sampleRate)) ?? [:]
      record.timeline = Timeline(record.pattern, sounds: sounds.mapValues(SoundBuffer.init))
    }
    let view = record.timeline.view
    let polyphony = Polyphony(view, profile: configuration.profile, sampleRate: run.sampleRate)
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
    record.isActive = false
    state.players[id] = record
    unsafe state.run?.players[render] = record.timeline
    _ = unsafe state.run?.send(.add(render))
  }

  /// Plays `pattern` once, and gives the player up when it has finished.
  func playOnce(_ pattern: HapticPattern) throws(EngineError) {
    let id = try addPlayer(pattern)
    let result: Result<Void, EngineError> = state.withLock { state in
      state.players[id]?.isFireAndForget = true
      let result = unsafe state.send(to: id, at: 0) { unsafe .start($0) }
      switch result {
      case .success:
        state.players[id]?.startsSent += 1
        state.players[id]?.isActive = true
      case .failure: state.remove(id)
      }
      return result
    }
    try result.get()
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

  /// Sends `action` for player `id`, to hold from `time` of the engine.
  ///
  /// - Throws: `EngineError` if the time is not valid, the engine does not run, or too many commands
  ///   are under way.
  func send(
    to id: Int, at time: Seconds,
    _ action: (UnsafeMutablePointer<RenderPlayer>) -> RenderCommand.Action
  ) throws(EngineError) {
    try Self.check(time)
    let result: Result<Void, EngineError> = state.withLock { state in
      unsafe state.send(to: id, at: time, action)
    }
    try result.get()
  }

  static func check(_ time: Seconds) throws(EngineError) {
    guard time >= 0, time.isFinite else {
      throw EngineError(.invalidTime, "\(time) is not a time from 0 on")
    }
  }
}

extension EngineCore.State {
  mutating func send(
    to id: Int, at time: Seconds,
    _ action: (UnsafeMutablePointer<RenderPlayer>) -> RenderCommand.Action
  ) -> Result<Void, EngineError> {
    guard let record = players[id] else {
      return .failure(
        EngineError(
          .invalidPatternPlayer, "the engine was reset; make the player anew"))
    }
    guard let render = unsafe record.render, run != nil else {
      return .failure(
        EngineError(.engineNotRunning, "the engine is not running; start it first"))
    }
    let frame = frame(at: time)
    guard unsafe run?.send(action(render), at: frame) == true else {
      return .failure(
        EngineError(
          .resourceNotAvailable,
          "more than \(RenderLink.commandCapacity) commands are under way; wait for some"))
    }
    return .success(())
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
