import AudioSession
import PhoneRuntime
import Realtime

/// An app's players and recorders: which of them are running, and their positions.
///
/// The policy knows only whether an app's output and input are running, and one kind of player. The output runs while
/// any player is playing. If all running players are of one kind, the app has that kind. Otherwise the app's kind is
/// `own`, and this type handles each kind.
final class AppAudio: Sendable {
  /// The identifier of the player and of the recorder that every app has.
  static let first = 0

  private struct State: HoldsUserValues {
    var players = Side()
    var recorders = Side()
    /// The engines that a change of the hardware's format has just stopped.
    var stoppedEngines: [Int] = []
    /// The number of times that the media services were lost.
    var mediaServicesLosses = 0

    var userValues: any Sendable { [players.handlers, recorders.handlers] }

    subscript(direction: IODirection) -> Side {
      get { direction == .output ? players : recorders }
      set { if direction == .output { players = newValue } else { recorders = newValue } }
    }
  }

  private let binding: SessionBinding
  private let state = UserGuarded(State())

  init(_ binding: SessionBinding) { self.binding = binding }

  // MARK: Players

  /// Adds a player.
  func addPlayer(_ kind: PlayerKind) -> Int {
    state.withLock { $0.players.add(Track(kind: kind)) }
  }

  /// Stops a player when its last reference is released, as an `AVAudioPlayer` does.
  ///
  /// The first player belongs to the app and is kept.
  func releasePlayer(_ id: Int) {
    guard id != Self.first else { return }
    if state.withLock({ $0.players.running.contains(id) }) { stop(id) }
    state.withLock { state in
      state.players.tracks[id] = nil
      state.players.handlers[id] = nil
    }
  }

  /// Sets the object of the notifications that an engine posts.
  func setOwner(_ object: AnyObject, of id: Int) {
    let owner = NotificationSender(object: object)
    state.withLock { $0.players.tracks[id]?.owner = owner }
  }

  func isPlaying(_ id: Int) -> Bool {
    guard binding.phone.isPlaying(binding.app) else { return false }
    return state.withLock { state in
      // Output that no player has started, such as output that Siri started, is attributed to the first player.
      state.players.running.contains(id) || (id == Self.first && state.players.running.isEmpty)
    }
  }

  func play(_ id: Int, after delay: PhoneTime = .zero) throws {
    let now = binding.runtime.now
    let beginnings = state.withLock { $0.players.beginnings }
    let idleSince = binding.phone.isPlaying(binding.app) ? nil : beginnings
    state.withLock { $0.players.begin(id, at: now, after: delay, idleSince: idleSince) }
    do {
      settleKind()
      if let code = try binding.runtime.perform(.app(binding.app, .startOutput)) {
        throw sessionError(code)
      }
      state.withLock { state in _ = state.players.interrupted.remove(id) }
    } catch {
      pause(id, stopsOutput: false)
      throw error
    }
  }

  /// Stops a player.
  ///
  /// - Returns: whether it was running.
  @discardableResult func stop(_ id: Int) -> Bool { pause(id, stopsOutput: true) }

  @discardableResult private func pause(_ id: Int, stopsOutput: Bool) -> Bool {
    let now = binding.runtime.now
    let (hasRun, isLast) = state.withLock { state in
      state.players.tracks[id]?.clock.run(false, at: now)
      let hasRun = state.players.running.remove(id) != nil
      return (hasRun, state.players.running.isEmpty)
    }
    if !isLast {
      settleKind()
    } else if stopsOutput {
      // There is nothing to stop if the app is not running.
      _ = try? binding.runtime.perform(.app(binding.app, .stopOutput))
    }
    return hasRun
  }

  func kind(of id: Int) -> PlayerKind {
    // A scenario may state the app's player kind.
    let known = state.withLock { state in
      (state.players.tracks[id]?.kind ?? .own, state.players.tracks.count)
    }
    return known.1 == 1 ? binding.phone.playerKind(of: binding.app) : known.0
  }

  func setKind(_ kind: PlayerKind, of id: Int) {
    state.withLock { $0.players.tracks[id]?.kind = kind }
    let isPlaying = isPlaying(id)
    let isAlone = state.withLock { $0.players.running.isSubset(of: [id]) }
    if isAlone, isPlaying || id == Self.first {
      _ = try? binding.runtime.perform(.app(binding.app, .setPlayer(kind)))
    } else {
      settleKind()
    }
  }

  /// Sends the kind of the running players to the policy.
  private func settleKind() {
    let kinds = state.withLock { state in
      Set(state.players.running.compactMap { state.players.tracks[$0]?.kind })
    }
    let kind = kinds.count == 1 ? kinds.first : kinds.isEmpty ? nil : .own
    guard let kind, kind != binding.state.player else { return }
    let isOne = state.withLock { $0.players.tracks.count == 1 }
    // The only player's kind is the app's kind, no matter who set it.
    if !isOne { _ = try? binding.runtime.perform(.app(binding.app, .setPlayer(kind))) }
  }

  // MARK: Recorders

  /// Adds a recorder.
  func addRecorder() -> Int {
    state.withLock { $0.recorders.add(Track()) }
  }

  /// Stops a recorder when its last reference is released.
  func releaseRecorder(_ id: Int) {
    guard id != Self.first else { return }
    if state.withLock({ $0.recorders.running.contains(id) }) { stopRecording(id, rewinds: true) }
    state.withLock { state in
      state.recorders.tracks[id] = nil
      state.recorders.handlers[id] = nil
    }
  }

  func isRecording(_ id: Int) -> Bool {
    guard binding.phone.isRecording(binding.app) else { return false }
    return state.withLock { state in
      state.recorders.running.contains(id)
        || (id == Self.first && state.recorders.running.isEmpty)
    }
  }

  func record(_ id: Int, after delay: PhoneTime = .zero) throws {
    let now = binding.runtime.now
    let beginnings = state.withLock { $0.recorders.beginnings }
    let idleSince = binding.phone.isRecording(binding.app) ? nil : beginnings
    state.withLock { $0.recorders.begin(id, at: now, after: delay, idleSince: idleSince) }
    do {
      if let code = try binding.runtime.perform(.app(binding.app, .startInput)) {
        throw sessionError(code)
      }
      state.withLock { state in _ = state.recorders.interrupted.remove(id) }
    } catch {
      stopRecording(id, rewinds: false, stopsInput: false)
      throw error
    }
  }

  /// Stops a recorder.
  ///
  /// - Returns: whether it was running.
  @discardableResult
  func stopRecording(_ id: Int, rewinds: Bool, stopsInput: Bool = true) -> Bool {
    let now = binding.runtime.now
    let (hasRun, isLast) = state.withLock { state in
      let hasRun = state.recorders.running.remove(id) != nil
      state.recorders.tracks[id]?.clock.run(false, at: now)
      if rewinds { state.recorders.tracks[id]?.clock.rewind(at: now) }
      return (hasRun, state.recorders.running.isEmpty)
    }
    if isLast, stopsInput { _ = try? binding.runtime.perform(.app(binding.app, .stopInput)) }
    return hasRun
  }

  func recordedTime(_ id: Int) -> PhoneTime {
    let now = binding.runtime.now
    return state.withLock { $0.recorders.tracks[id]?.clock.position(at: now) ?? .zero }
  }

  // MARK: Time

  func position(of id: Int) -> PhoneTime {
    let now = binding.runtime.now
    return state.withLock { state in
      guard let track = state.players.tracks[id] else { return .zero }
      let position = track.clock.position(at: now)
      guard let duration = track.duration, duration > .zero else { return position }
      // The end of a repetition is the beginning of the next; only the end of the last repetition ends the sound.
      return position >= track.length ?? PhoneTime(frames: .max)
        ? duration : PhoneTime(frames: position.frames % duration.frames)
    }
  }

  /// Seeks to a position in the present repetition.
  func seek(_ id: Int, to position: PhoneTime) {
    let now = binding.runtime.now
    change(id) { $0.clock.seek(to: max(.zero, min(position, $0.duration ?? position)), at: now) }
  }

  private func change(_ id: Int, _ change: (inout Track) -> Void) {
    let now = binding.runtime.now
    state.withLock { $0.players.tracks[id]?.change(at: now, change) }
  }

  func duration(of id: Int) -> PhoneTime? { state.withLock { $0.players.tracks[id]?.duration } }

  func setDuration(_ duration: PhoneTime?, of id: Int) { change(id) { $0.duration = duration } }

  func loops(of id: Int) -> Int { state.withLock { $0.players.tracks[id]?.loops ?? 0 } }

  func setLoops(_ loops: Int, of id: Int) { change(id) { $0.loops = loops } }

  /// The present time of the phone.
  var now: PhoneTime { binding.runtime.now }

  func rate(of id: Int) -> Double { state.withLock { $0.players.tracks[id]?.clock.rate ?? 1 } }

  func setRate(_ rate: Double, of id: Int) {
    let now = now
    state.withLock { $0.players.tracks[id]?.clock.setRate(rate, at: now) }
  }

  /// Sets the length at which a recorder stops by itself; nil for a recording without an end.
  func setRecordingLength(_ length: PhoneTime?, of id: Int) {
    state.withLock { $0.recorders.tracks[id]?.duration = length }
  }

  /// Sets the handler that is called with what happens to a player (output) or recorder (input) by itself.
  func setHandler(_ handler: (@Sendable (TrackNews) -> Void)?, of id: Int, _ direction: IODirection)
  {
    state.withLock { $0[direction].handlers[id] = handler }
  }

  /// The time at which the next of the app's sounds or limited recordings ends, and its player or recorder.
  var nextEnd: (direction: IODirection, id: Int, time: PhoneTime)? {
    let now = now
    var running: [IODirection] = []
    if binding.phone.isPlaying(binding.app) { running.append(.output) }
    if binding.phone.isRecording(binding.app) { running.append(.input) }
    return state.withLock { state in
      let ends = running.compactMap { direction in
        state[direction].nextEnd(after: now).map {
          (direction: direction, id: $0.id, time: $0.time)
        }
      }
      return ends.min { $0.time < $1.time }
    }
  }

  /// Finishes a sound or a recording, unless it was stopped in the meantime or another thread has finished it.
  func finish(_ direction: IODirection, _ id: Int) {
    switch direction {
    case .output: guard stop(id) else { return }
    case .input: guard stopRecording(id, rewinds: false) else { return }
    }
    let now = now
    let handler = state.withLock { state in
      if direction == .output { state.players.tracks[id]?.rewind(at: now) }
      return state[direction].handlers[id]
    }
    handler?(.finished)
  }

  // MARK: Changes by the policy

  /// Handles the case that the system has stopped the app's input or output.
  func systemStopped(_ direction: IODirection, _ reason: IOStopReason, at time: PhoneTime) {
    let phone = binding.phone
    let isStarted =
      direction == .output ? phone.isPlaying(binding.app) : phone.isRecording(binding.app)
    // An observer that was notified earlier may have started the input or output again.
    guard !isStarted else { return }
    let handlers = state.withLock { state in
      let stopped = state[direction].running.sorted()
      if reason == .interrupted { state[direction].interrupted.formUnion(stopped) }
      switch direction {
      case .output:
        let engines = state.players.running.filter { state.players.tracks[$0]?.kind == .engine }
        if reason == .configurationChanged {
          state.stoppedEngines = engines.isEmpty ? [Self.first] : engines.sorted()
        }
        state.players.stopAll(at: time)
      case .input: state.recorders.stopAll(at: time)
      }
      return stopped.compactMap { state[direction].handlers[$0] }
    }
    for handler in handlers { handler(.stopped(reason)) }
  }

  /// Handles the end of an interruption: tells the players and recorders that it has stopped and that are still
  /// stopped.
  func interruptionEnded(shouldResume: Bool) {
    let handlers = state.withLock { state in
      IODirection.allCases.flatMap { direction in
        defer { state[direction].interrupted = [] }
        return state[direction].interrupted.sorted().compactMap { state[direction].handlers[$0] }
      }
    }
    for handler in handlers { handler(.interruptionEnded(shouldResume: shouldResume)) }
  }

  /// Pauses the system's players after the output was unplugged, if players of other kinds are running.
  func unplugged() { stopSome(.outputUnplugged) { $0 == .system } }

  /// Handles a change of the hardware's format: engines stop, if players of other kinds are also running.
  func formatChanged() {
    let engines = stopSome(.configurationChanged) { $0 == .engine }
    state.withLock { $0.stoppedEngines += engines }
  }

  /// Stops the players of some kinds if players of several kinds are running.
  ///
  /// - Returns: the stopped players.
  @discardableResult
  private func stopSome(_ reason: IOStopReason, _ isMeant: (PlayerKind) -> Bool) -> [Int] {
    let stopped = state.withLock { state -> [Int] in
      let kinds = Set(state.players.running.compactMap { state.players.tracks[$0]?.kind })
      guard kinds.count > 1 else { return [] }
      return state.players.running.sorted().filter {
        state.players.tracks[$0].map { isMeant($0.kind) } ?? false
      }
    }
    for id in stopped {
      stop(id)
      state.withLock { $0.players.handlers[id] }?(.stopped(reason))
    }
    return stopped
  }

  /// Returns the engines that were stopped since the last call.
  func takeStoppedEngines() -> [AnyObject] {
    let owners = state.withLock { state in
      let engines = state.stoppedEngines
      state.stoppedEngines = []
      return engines.compactMap { state.players.tracks[$0]?.owner }
    }
    return owners.compactMap(\.object)
  }

  /// The number of times that the media services were lost, which orphans the players and recorders made before.
  var mediaServicesLosses: Int { state.withLock { $0.mediaServicesLosses } }

  /// Handles the loss of the media services.
  func mediaServicesLost() { state.withLock { $0.mediaServicesLosses += 1 } }

  /// Handles the end of the process.
  ///
  /// Its players lose their state except for their kinds, which a scenario states instead of the app.
  func processEnded() {
    state.withLock { state in
      state.players.forget()
      state.recorders.forget()
      state.stoppedEngines = []
    }
  }
}
