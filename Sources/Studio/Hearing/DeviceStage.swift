internal import AudioOutput
internal import HapticEditing
internal import HapticEngine
private import Realtime
internal import TextFormats

/// What is played on a device: a state of a pattern, or a part of it.
struct DevicePattern: Sendable {
  /// The pattern as it is played.
  let pattern: HapticPattern
  /// The folder of its sounds.
  let folder: String
  let profile: Profile
  /// The time in the state at which the pattern begins, in seconds.
  let first: Double
  /// The factor of the speed, with which the pattern is played already.
  let speed: Double
  /// The end of the loop, in seconds of the pattern, and 0 for its end; nil without a loop.
  let loopEnd: Double?
}

/// Plays patterns on an ALSA device of this machine, for one page.
///
/// The device is open while a pattern plays. A pattern that is replaced, for example after an edit, is replaced on the
/// open device.
actor DeviceStage {
  /// The interval of reports.
  ///
  /// Our choice: the page moves the playhead between them, so only a device that is not in time makes it jump.
  private static let interval = Duration.milliseconds(50)

  /// The properties that an open engine cannot change.
  private struct Setup: Equatable {
    let device: String
    let gain: Float
    let folder: String
    let profile: Profile
  }

  private let report: @Sendable (DeviceNews) -> Void
  private var turn = 0
  private var open: (setup: Setup, engine: HapticEngine)?
  private var player: AdvancedPatternPlayer?
  private var reporting: Task<Void, Never>?
  /// The request whose pattern was rendered to its end.
  private var finishedTurn = 0

  /// Creates a stage that passes on reports about the playback.
  init(report: @escaping @Sendable (DeviceNews) -> Void) { self.report = report }

  /// The devices that libasound lists; without libasound, none.
  nonisolated static var devices: [DeviceRow] {
    ((try? ALSADevices.list()) ?? []).map { device in
      let words = device.description.split(separator: "\n").joined(separator: ", ")
      return DeviceRow(name: device.name, summary: words.printable)
    }
  }

  /// Plays `pattern` from `start` seconds of its state on, in place of the present one.
  ///
  /// Only listed devices are opened, because the name of a PCM can contain its configuration, and so name a file.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - request: the device, the start, the gain, and the number of the request.
  /// - Throws: `StudioError` if the device is not listed or cannot be opened, or if the pattern cannot be played.
  func play(_ pattern: DevicePattern, _ request: DeviceRequest.Play) async throws(StudioError) {
    guard request.turn > turn else { return }
    turn = request.turn
    guard Self.devices.contains(where: { $0.name == request.device }) else {
      throw StudioError(
        "no device is called \(request.device.printable); reload the page to list the devices again"
      )
    }
    let setup = Setup(
      device: request.device, gain: Float(min(max(request.gain, -60), 12)), folder: pattern.folder,
      profile: pattern.profile)
    let engine = try await engine(setup)
    guard request.turn == turn else { return }
    do throws(EngineError) {
      try replace(with: pattern, at: request.start, on: engine)
    } catch {
      close()
      throw StudioError(engine.outputError?.description ?? error.description)
    }
    follow(pattern)
  }

  private func replace(
    with pattern: DevicePattern, at start: Double, on engine: HapticEngine
  ) throws(EngineError) {
    let former = player
    let next = try engine.makeAdvancedPlayer(with: pattern.pattern.seamed(atRate: 1))
    if let loopEnd = pattern.loopEnd { (next.loopEnd, next.isLoopEnabled) = (loopEnd, true) }
    let turn = turn
    next.completionHandler = { [weak self] _ in Task { await self?.finish(turn) } }
    let offset = max(0, (start - pattern.first) / pattern.speed)
    try engine.batch { () throws(EngineError) in
      // A player that has finished cannot be stopped.
      try? former?.stop()
      try next.start()
      if offset > 0 { try next.seek(to: offset, begun: .continued) }
    }
    player = next
  }

  private func finish(_ turn: Int) { finishedTurn = turn }

  /// Stops, unless a later request has been made.
  func stop(turn: Int) {
    guard turn > self.turn else { return }
    self.turn = turn
    close()
  }

  /// Stops for good, because the page is gone.
  func end() {
    turn = .max
    close()
  }

  private func close() {
    reporting?.cancel()
    open?.engine.stop()
    (open, player, reporting) = (nil, nil, nil)
  }

  /// Returns an engine that runs with `setup`.
  private func engine(_ setup: Setup) async throws(StudioError) -> HapticEngine {
    if let open, open.setup == setup, open.engine.isRunning { return open.engine }
    close()
    let engine = HapticEngine(
      output: ALSAOutput(
        ALSAOutput.Configuration(pcmName: setup.device, gainDecibels: setup.gain)),
      configuration: EngineConfiguration(
        profile: setup.profile, soundFolder: setup.folder, soundDecoder: SoundFileDecoder(),
        missingSounds: .silent))
    open = (setup, engine)
    let error = await withCheckedContinuation { continuation in
      engine.start { continuation.resume(returning: $0) }
    }
    if let error {
      if open?.engine === engine { close() }
      throw StudioError(engine.outputError?.description ?? error.description)
    }
    return engine
  }

  /// Reports what is heard until the playback ends.
  private func follow(_ pattern: DevicePattern) {
    reporting?.cancel()
    reporting = Task {
      while !Task.isCancelled, reportPosition(in: pattern) {
        try? await Task.sleep(for: Self.interval)
      }
    }
  }

  /// - Returns: whether the playback continues.
  private func reportPosition(in pattern: DevicePattern) -> Bool {
    guard let player, let engine = open?.engine else { return false }
    let position = player.position()
    // Before its first frame is heard, a player is stopped as well.
    let isPlaying = engine.isRunning && (finishedTurn != turn || position.motion == .playing)
    report(
      DeviceNews(
        turn: turn, isPlaying: isPlaying, seconds: pattern.first + position.time * pattern.speed,
        problem: engine.outputError?.description))
    if !isPlaying { close() }
    return isPlaying
  }
}

extension StudioFile {
  /// Returns the present state, or a version, as it is played on a device.
  ///
  /// - Throws: `StudioError` if the version is gone, or if the speed or the loop is out of range.
  func devicePattern(_ request: DeviceRequest.Play) throws(StudioError) -> DevicePattern {
    let state = try document(ofVersion: request.side.version)
    let played = try PatternVersions.stretched(state, speed: request.speed)
    guard let whole = AHAP.read(played.bytes, file: name).pattern else {
      throw StudioError("\(name.printable) is not a pattern")
    }
    guard let loop = request.loop else { return devicePattern(whole, from: 0, request.speed, nil) }
    guard loop.count == 2, loop[0] >= 0, LoopedSound.lengths.contains(loop[1] - loop[0]) else {
      throw StudioError("a loop is 10 ms to \(LoopedSound.lengths.upperBound.brief) s long")
    }
    let (from, to) = (loop[0] / request.speed, loop[1] / request.speed)
    // A loop up to the end of the pattern contains the last event, even if this is a transient.
    if from == 0, abs(to - whole.duration) < 1e-6 {
      return devicePattern(whole, from: 0, request.speed, 0)
    }
    var session = EditSession(played)
    guard (try? session.apply(.trim(from: from, to: to))) != nil,
      let part = AHAP.read(session.document.bytes, file: name).pattern
    else { throw StudioError("\(name.printable) cannot be looped") }
    return devicePattern(part, from: loop[0], request.speed, to - from)
  }

  private func devicePattern(
    _ pattern: HapticPattern, from first: Double, _ speed: Double, _ loopEnd: Double?
  ) -> DevicePattern {
    DevicePattern(
      pattern: pattern, folder: path.folderName, profile: profile, first: first, speed: speed,
      loopEnd: loopEnd)
  }
}

extension PageSession {
  /// Answers a request about the devices of this machine.
  ///
  /// - Throws: `StudioError` if a device or a pattern cannot be played.
  func answer(_ request: DeviceRequest) async throws(StudioError) -> [DeviceRow]? {
    switch request {
    case .list: return DeviceStage.devices
    case .play(let play):
      let pattern = try await studio.file(play.side.file).devicePattern(play)
      try await device.play(pattern, play)
    case .stop(let turn): await device.stop(turn: turn)
    }
    return nil
  }
}
