public import AudioSession
public import HapticEngine
internal import PhoneRuntime
internal import Realtime

/// Haptics on the engines of apps, and on the system's engines for the apps' feedback and controls.
extension PhoneMixer {
  /// Creates a haptic engine for an app, whose output this mixer pulls.
  ///
  /// The phone stops and resets the engine as `PhoneRuntime.add(_:of:)` describes. The engine starts only while the app
  /// is allowed to start an engine.
  ///
  /// - Parameter app: the app.
  /// - Returns: an engine that is not running yet.
  public func makeEngine(for app: AppID) -> HapticEngine {
    let engine = makeEngine(on: app).engine
    runtime?.add(engine, of: app, isMixed: true)
    return engine
  }

  /// Creates an engine on the strip of an app or of the system.
  ///
  /// - Parameters:
  ///   - app: the owner of the strip.
  ///   - isSystems: whether the system plays on the engine and may start it at any time.
  /// - Returns: an engine that is not running yet, and that the runtime does not know.
  func makeEngine(on app: AppID, isSystems: Bool = false) -> MixerState.Engine {
    let output = AppOutput(self, of: app, isSystems: isSystems)
    let engine = HapticEngine(
      output: output,
      configuration: EngineConfiguration(
        profile: configuration.profile, soundFolder: "/",
        soundDecoder: configuration.soundDecoder, missingSounds: .silent))
    let made = MixerState.Engine(app: app, engine: engine, output: output)
    state.withLock { $0.engines.append(made) }
    return made
  }

  /// Starts an engine unless it is already running.
  func start(_ engine: inout MixerState.Engine) throws(EngineError) {
    let seconds = engine.engine.currentTime
    let isStopped = engine.output.startTime == nil
    try engine.engine.start()
    if isStopped { engine.startSeconds = seconds }
  }

  /// The time of a running engine that corresponds to `time` on the phone, in seconds.
  ///
  /// If the frame at `time` is rendered next, the result is 0, which means the engine's next frame.
  func moment(_ time: PhoneTime, of engine: MixerState.Engine) -> Double {
    guard configuration.drive == .live, let start = engine.output.startTime else { return 0 }
    return engine.startSeconds + (time - start).seconds
  }

  /// Plays the haptic that an app has requested.
  ///
  /// Even if the haptic is suppressed, the engine runs and the pattern's sounds are played.
  func play(_ event: SettledEvent, by app: AppID, from origin: HapticOrigin) {
    let asked = state.withLock { state in
      defer { state.apps[app.index].asked = nil }
      return state.apps[app.index].asked
    }
    guard let request = asked,
      let found = configuration.patterns[request.name] ?? HapticPreset(named: request.name)?.pattern
    else { return }
    // Suppressed feedback does not have a sound to play, and the strip's gate may be open for other haptics.
    let isPlayed = event.effects.contains(.haptic(app, .played))
    if origin != .engine, !isPlayed { return }
    let whole = found.weakened(to: request.intensity)
    let start = event.time + request.delay
    do throws(EngineError) {
      let engine = try startedEngine(of: app, for: origin)
      // A suppressed haptic is never felt, even after the suppression has ended.
      guard let pattern = isPlayed ? whole : whole.withoutHaptics else { return }
      try play(pattern, on: engine, at: event.time, delay: request.delay)
      if let seconds = pattern.soundSeconds {
        let end = start + PhoneTime(seconds: seconds)
        state.withLock { $0.apps[app.index].patternsEnd = max($0.apps[app.index].patternsEnd, end) }
      }
    } catch {
      guard configuration.reportsHaptics else { return }
      runtime?.report(.haptic(app, .failed(name: request.name, error)), at: event.time)
      return
    }
    guard isPlayed else { return }
    let key = MixerState.Key(name: request.name, intensity: request.intensity)
    let end = start + PhoneTime(frames: Int64(hapticFrames(of: whole, key)))
    state.withLock { $0.apps[app.index].hapticsEnd = max($0.apps[app.index].hapticsEnd, end) }
    expect(whole, key, on: app, by: origin, from: start, askedAt: event.time)
  }

  /// Plays a pattern on a running engine, `delay` after `time`.
  private func play(
    _ pattern: HapticPattern, on engine: MixerState.Engine, at time: PhoneTime, delay: PhoneTime
  ) throws(EngineError) {
    let player = try engine.engine.makePlayer(with: pattern)
    var moment = moment(time, of: engine)
    if delay > .zero {
      if moment == 0 { moment = engine.engine.currentTime }
      moment += delay.seconds
    }
    try player.start(at: moment)
    // A command sent now takes effect with the next block at the earliest.
    let isLate = PhoneTime(frames: nextFrame) > time + delay
    if configuration.drive == .live, isLate { countLate() }
  }

  /// The number of frames that the haptics of a pattern take.
  private func hapticFrames(of pattern: HapticPattern, _ key: MixerState.Key) -> Int {
    if let known = state.withLock({ $0.hapticFrames[key] }) { return known }
    let renderer = pattern.withoutSounds.flatMap {
      try? OfflineRenderer($0, sampleRate: sampleRate, profile: configuration.profile)
    }
    let frames = renderer?.frameCount ?? 0
    state.withLock { $0.hapticFrames[key] = frames }
    return frames
  }

  /// Stops the feedback that the system's engines play for apps that have left the screen or are interrupted.
  func stopFeedback(after event: SettledEvent) {
    for app in event.after.apps where !event.after.letsFeedbackBeFelt(by: app) {
      guard let engine = state.withLock({ $0.apps[app.index].feedbackEngine }),
        engine.engine.isRunning
      else { continue }
      collect()
      engine.engine.stop()
      let requests = state.withLock { $0.takeRequests(of: app, fromApp: false) }
      reportUnfelt(requests, of: app, at: event.time)
    }
  }

  /// Registers a haptic that begins at `start`, so that its first sample that is not silent, if any, is reported.
  func expect(
    _ pattern: HapticPattern, _ key: MixerState.Key, on strip: AppID, for owner: AppID? = nil,
    by origin: HapticOrigin = .engine, from start: PhoneTime, askedAt time: PhoneTime
  ) {
    guard configuration.reportsHaptics else { return }
    let onset: Int?
    if let known = state.withLock({ $0.onsets[key] }) {
      onset = known
    } else {
      onset = pattern.hapticOnset(sampleRate: sampleRate, profile: configuration.profile)
      state.withLock { $0.onsets[key] = .some(onset) }
    }
    guard let onset else { return }
    let request = MixerState.Request(
      name: key.name, time: time, first: start.frames + Int64(onset), origin: origin, owner: owner)
    state.withLock { $0.apps[strip.index].requests.append(request) }
  }

  /// Returns a running engine for haptics of `origin`.
  ///
  /// This is either the app's own engine, which stops with the app's session and does not restart automatically, or the
  /// system's engine, which the app cannot see.
  ///
  /// Source: the page of `UIFeedbackGenerator`, which the system plays; apps create `CHHapticEngine` themselves.
  private func startedEngine(
    of app: AppID, for origin: HapticOrigin
  ) throws(EngineError) -> MixerState.Engine {
    let place: any WritableKeyPath<MixerState.App, MixerState.Engine?> & Sendable =
      origin == .engine ? \.engine : \.feedbackEngine
    var engine: MixerState.Engine
    if let known = state.withLock({ $0.apps[app.index][keyPath: place] }) {
      engine = known
    } else {
      engine = makeEngine(on: app, isSystems: origin != .engine)
      if origin == .engine { runtime?.add(engine.engine, of: app, isMixed: true) }
    }
    try start(&engine)
    state.withLock { [engine] in $0.apps[app.index][keyPath: place] = engine }
    return engine
  }

  /// Throws unless an engine of the app may start now.
  func requirePermission(of app: AppID) throws(OutputError) {
    guard let runtime, app != Self.systemStrip(runtime.phone) else { return }
    try runtime.requirePermission(of: app)
  }

  /// Reports haptics that were about to be played but are suppressed before they begin, together with the reason.
  func reportUnfelt(
    _ requests: [MixerState.Request], of app: AppID, at time: PhoneTime
  ) {
    for request in requests {
      guard let phone = runtime?.phone, configuration.reportsHaptics,
        case .suppressed(let reason) = phone.hapticVerdict(for: app, from: request.origin)
      else { continue }
      runtime?.report(
        .haptic(app, .suppressed(name: request.name, reason)), at: max(time, runtime?.now ?? time))
    }
  }
}
