public import AudioSession
private import Glibc
public import HapticEngine
public import PhoneRuntime
public import Realtime
internal import Synchronization

/// Makes a phone audible: mixes each app's sound and haptic engines as the policy decides.
///
/// The mixer is a sink of a `PhoneRuntime`, notified of its events, and a source of blocks for an output. Every event
/// takes effect at its frame. The mixer does not decide anything: gains, mutes and verdicts come from the policy. On
/// the audio bus, each app's sound is multiplied by the volume that the app itself applies, the volume for its kind of
/// sound, and the factor to which other apps duck it. The haptic bus carries the haptics, which ignore volumes. The
/// sounds of haptic patterns are treated like the app's other sounds.
///
/// - Thread: events and `collect` one at a time; `render` on one thread at a time, the same one
///   unless `Drive.live`.        Realtime-safe: `render(into:)` only.
@safe
public final class PhoneMixer: BlockSource, PhoneSink, @unchecked Sendable {
  // SAFETY (unchecked Sendable): `core` is used only by the render side, or, unless live, by the
  // thread that drives the phone; everything else is immutable or locked.

  /// The frames per second at which the mixer must be pulled: the rate of the phone's time.
  public let sampleRate = PhoneTime.framesPerSecond

  let configuration: PhoneAudioConfiguration
  private let link: MixerLink
  private let core: UnsafeMutablePointer<MixerCore>
  private(set) weak var runtime: PhoneRuntime?
  let state: Guarded<MixerState>
  /// The number of commands sent.
  ///
  /// The lock ensures that one thread sends at a time.
  private let sent = Guarded(0)
  /// Whether an output pulls the mixer on its own thread.
  private let isLive: Atomic<Bool>

  /// Creates a mixer for the apps of `runtime`, and adds it to the runtime's sinks.
  public init(_ runtime: PhoneRuntime, _ configuration: PhoneAudioConfiguration = .init()) {
    self.configuration = configuration
    self.runtime = runtime
    isLive = Atomic(configuration.drive == .live)
    let phone = runtime.phone
    // One extra strip, for the sounds of the system.
    link = MixerLink(strips: phone.names.count + 1)
    let tables: [SoundTable?] =
      phone.apps.map { app in
        configuration.sounds.indices.contains(app.index) ? configuration.sounds[app.index] : nil
      } + [nil]
    state = Guarded(MixerState(phone, configuration.layerVolumes))
    // SAFETY: freed in deinit, when nothing is rendering any more.
    unsafe core = .allocate(capacity: 1)
    unsafe core.initialize(
      to: MixerCore(link, tables, fadeFrames: Self.frames(MixerTimes.fadeSeconds)))
    for app in phone.apps {
      send(state.withLock { $0.outset(of: app, on: phone) }, for: app, at: .zero)
    }
    // A live mixer is notified before the sinks that only record events.
    if configuration.drive == .live { runtime.addFirst(self) } else { runtime.add(self) }
    outsetOfSystem(on: phone)
  }

  deinit {
    for leaving in state.withLock({ $0.takeGone(after: .max) }) { leaving.free() }
    unsafe core.deinitialize(count: 1)
    unsafe core.deallocate()
    link.deallocate()
  }

  static func frames(_ seconds: Double) -> Int { Int(PhoneTime(seconds: seconds).frames) }

  // MARK: The render side

  /// Does nothing, because the mixer only supports its own `sampleRate`.
  ///
  /// The owner of the mixer checks the rate.
  public func prepare(sampleRate: Double) {}

  /// Renders the next `block.frameCount` frames, overwriting the buffers.
  ///
  /// - Thread: render.        Realtime-safe: yes.
  @_noAllocation @_noLocks
  public func render(into block: BusBlock) { unsafe core.pointee.render(into: block) }

  /// The number of frames rendered so far, or skipped because nobody listens.
  public var frame: Int64 { unsafe link.counters.pointee.frame.load(ordering: .acquiring) }

  /// The next frame whose rendering has not begun.
  ///
  /// Events on the phone at that time or later take effect exactly at their frame.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public var nextFrame: Int64 {
    unsafe link.counters.pointee.begun.load(ordering: .acquiring)
  }

  /// The number of changes that came too late for their frame and took effect at the next frame.
  ///
  /// It stays 0 as long as the phone is ahead of the output that pulls the mixer.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public var lateChanges: Int {
    unsafe link.counters.pointee.late.load(ordering: .relaxed)
  }

  /// Counts a change that came too late in an engine's queue instead of the mixer's queue.
  func countLate() {
    unsafe link.counters.pointee.late.wrappingAdd(1, ordering: .relaxed)
  }

  /// Whether further events can be sent without waiting for the output to pull.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public var hasRoom: Bool { link.commands.count < MixerLink.commandCapacity / 2 }

  /// The sound of an app alone in the last block, which had at most `longestStemBlock` frames.
  ///
  /// Valid until the next block.
  ///
  /// - Parameters:
  ///   - app: the app.
  ///   - frames: the number of frames in that block.
  ///   - signal: set to the buses that carry a signal; the other buses are not written.
  /// - Returns: the buses of the app.
  /// - Thread: the rendering thread.        Realtime-safe: no.
  func stem(
    of app: AppID, frames: Int, signal: UnsafeMutablePointer<BusSet>
  ) -> BusBlock {
    unsafe core.pointee.stem(of: app.index, frames: frames, signal)
  }

  /// Starts or stops measuring the levels of all apps and of the whole phone, from the next block on.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public func measureLevels(_ isEnabled: Bool) {
    for index in 0..<link.meterCount { unsafe link.meters[index].enable(isEnabled) }
  }

  /// Returns the largest magnitudes since the last call; zeros unless `measureLevels` is enabled.
  ///
  /// - Parameter app: one of the phone's apps; nil for the whole phone.
  /// - Returns: the levels of its buses.
  /// - Thread: any.        Realtime-safe: no.
  public func takeLevels(of app: AppID? = nil) -> BusLevels {
    unsafe link.meters[app?.index ?? link.meterCount - 1].take()
  }

  /// The longest block, in frames, for which the sound of single apps is available.
  public static var longestStemBlock: Int { MixerCore.chunkFrames }

  /// Frees everything that engines no longer use, and reports the frames at which haptics began.
  public func collect() {
    let done = carriedOut
    let (engines, gone) = state.withLock { state in
      state.system.release(before: frame)
      return (state.engines, state.takeGone(after: done))
    }
    for engine in gone { engine.free() }
    for engine in engines { engine.output.collect() }
    let begun = state.withLock { $0.takeBegun(before: frame) }
    for (strip, request, isFelt) in begun {
      let first = PhoneTime(frames: request.first)
      if !isFelt {
        reportUnfelt([request], of: strip, at: first)
        continue
      }
      let outcome = HapticOutcome.sounded(
        name: request.name, requested: request.time, first: first)
      let isOfApp = strip.index < link.stripCount - 1
      runtime?.report(
        isOfApp ? .haptic(strip, outcome) : .vibration(request.owner, outcome),
        at: max(first, runtime?.now ?? first))
    }
  }

  /// Notes that the output that pulled the mixer has stopped, so that nothing is rendered automatically.
  public func outputHasStopped() { isLive.store(false, ordering: .sequentiallyConsistent) }

  /// Notes that an output with its own clock is about to pull the mixer again, after
  /// `outputHasStopped`.
  public func outputStarts() { isLive.store(true, ordering: .sequentiallyConsistent) }

  // MARK: Events

  /// Sends the commands for the audible effects of an event.
  public func receive(_ report: PhoneReport, at time: PhoneTime) {
    switch report {
    case .hapticRequested(let app, let request):
      state.withLock { $0.apps[app.index].asked = request }
    case .called(let app, .resident(.playSound(_, let name)), _, nil):
      state.withLock { $0.system.asked[app] = name }
    case .settled(let event): follow(event)
    case .moved(let app, let position):
      if state.withLock({ $0.apps[app.index].isPlaying }) {
        send([.halt(isCut: false), .play(from: position.frames)], for: app, at: time)
      }
    case .effect(.notified(let app, .interruptionBegan(.routeDisconnected))):
      // A sound that stops for this reason is not heard on the next output.
      state.withLock { $0.apps[app.index].unplugged = time }
    case .engineStopped(let app, _), .engineReset(let app):
      // Haptics that have begun are reported; the others never begin.
      collect()
      let requests = state.withLock { $0.takeRequests(of: app, fromApp: true) }
      reportUnfelt(requests, of: app, at: time)
    case .called, .effect, .haptic, .vibration, .soundEnded, .feedbackExpired, .control, .composite,
      .rejected,
      .finishedPlaying, .notificationDistorted, .reactedWithoutEnd:
      break
    }
  }

  /// Advances the mixer's time if nothing else pulls the mixer.
  public func timePasses(to time: PhoneTime) {
    guard configuration.drive == .unheard, frame < time.frames else { return }
    guard isBusy else {
      unsafe core.pointee.skip(to: time.frames)
      return
    }
    let buffers = BusBuffers(capacity: MixerCore.chunkFrames)
    while frame < time.frames {
      guard isBusy else {
        unsafe core.pointee.skip(to: time.frames)
        return
      }
      renderUnheard(buffers, frames: Int(min(Int64(buffers.capacity), time.frames - frame)))
    }
  }

  /// Continues rendering while haptics are playing, for at most `MixerTimes.tailSeconds`, so that the haptics of the
  /// last event can begin.
  ///
  /// The phone's time does not advance.
  public func finish() {
    guard configuration.drive == .unheard, isBusy else { return }
    let buffers = BusBuffers(capacity: MixerCore.chunkFrames)
    let end = frame + Int64(Self.frames(MixerTimes.tailSeconds))
    while isBusy, frame < end {
      renderUnheard(buffers, frames: Int(min(Int64(buffers.capacity), end - frame)))
    }
  }

  /// Whether an engine is playing or still audible.
  private var isBusy: Bool {
    let (engines, sounded) = state.withLock { ($0.engines, $0.hasSounded) }
    return sounded || engines.contains { $0.engine.isPlaying }
  }

  private func renderUnheard(_ buffers: borrowing BusBuffers, frames: Int) {
    let block = buffers.blockWithSignal(frames: frames)
    RealtimeScope.run { render(into: block) }
    let isSilent = buffers.signal == .none
    state.withLock { $0.hasSounded = !isSilent }
    collect()
  }

  private func follow(_ event: SettledEvent) {
    for app in event.after.apps {
      let actions = state.withLock { $0.changes(of: app, by: event) }
      send(actions, for: app, at: event.time)
    }
    followSystem(event)
    stopFeedback(after: event)
    for app in event.after.apps where event.endsProcess(of: app) {
      // The runtime stops their engines.
      state.withLock { $0.forgetEngines(of: app) }
    }
    switch event.event {
    case .app(let app, .playHaptic(let origin)): play(event, by: app, from: origin)
    case .app(let app, .launch): state.withLock { $0.forgetEngines(of: app) }
    case .phone(.mediaServicesLost):
      // The engines are lost with the services.
      for app in event.after.apps {
        let requests = state.withLock { $0.takeRequests(of: app, fromApp: true) }
        reportUnfelt(requests, of: app, at: event.time)
      }
    default: break
    }
  }

  // MARK: Engines

  /// Adds an engine to the app's strip, so that the mixer pulls it.
  ///
  /// The engine belongs to the system if `isSystems` is
  /// true, and to the app otherwise.
  ///
  /// - Returns: the number of the engine.
  func attach(
    _ handle: RenderHandle, of app: AppID, isSystems: Bool
  ) throws(OutputError) -> Int {
    let engine = state.withLock { $0.takeEngineNumber(isSystems: isSystems) }
    guard let engine else {
      throw OutputError(
        .unsupportedConfiguration, subject: "mixer",
        detail:
          "All \(MixerState.ownEngineCapacity) engines that apps can run are in use. Stop one first."
      )
    }
    send([.attach(handle, engine: engine)], for: app, at: runtime?.now ?? .zero)
    return engine
  }

  /// Adds the sound of an app's audio engine, from the present frame of the phone on.
  ///
  /// - Returns: the number for `detach(feed:_:of:)`; nil if nobody listens, or if too many engines are running.
  package func attach(_ feed: SoundFeed, of app: AppID) -> Int? {
    guard configuration.drive != .unheard,
      let engine = state.withLock({ $0.takeEngineNumber(isSystems: false) })
    else { return nil }
    send([.attachFeed(feed, engine: engine)], for: app, at: runtime?.now ?? .zero)
    return engine
  }

  /// Removes the sound of an audio engine after the present frame of the phone, and frees its memory later.
  package func detach(feed engine: Int, _ feed: SoundFeed, of app: AppID) {
    detach(engine, of: app, isSystems: false) { feed.deallocate() }
  }

  /// Stops pulling an engine from the present frame of the phone on, and frees it later.
  ///
  /// In live mode, that frame may not have been rendered yet, so the engine is freed after it.
  ///
  /// - Parameters:
  ///   - engine: the number of the engine.
  ///   - app: the app to which the engine belongs. If the app's output was just disconnected, the engine's sound is
  ///     cut. While the media services are down, everything is cut.
  ///   - isSystems: whether the system plays on the engine.
  ///   - free: called when the engine is no longer rendered.
  func detach(
    _ engine: Int, of app: AppID, isSystems: Bool,
    thenFreeing free: @escaping @Sendable () -> Void
  ) {
    let now = runtime?.now ?? .zero
    let isUnplugged = state.withLock { $0.apps[app.index].unplugged == now }
    let isDead = runtime?.phone.state.device.isMediaServerDown ?? false
    let fading: BusSet = isDead ? .none : isUnplugged ? .haptic : .all
    let last = send([.detach(engine: engine, fading: fading)], for: app, at: now)
    state.withLock {
      $0.leaving.append(MixerState.Leaving(command: last, isSystems: isSystems, free: free))
    }
    if isLive.load(ordering: .sequentiallyConsistent) { return }
    wait(until: now) { carriedOut >= last }
    for gone in state.withLock({ $0.takeGone(after: carriedOut) }) { gone.free() }
  }

  /// The number of commands that the render side has carried out.
  private var carriedOut: Int {
    unsafe link.counters.pointee.carriedOut.load(ordering: .acquiring)
  }

  // MARK: Sending

  /// Sends `actions`, which take effect at `time`.
  ///
  /// Waits if the queue is full.
  ///
  /// - Returns: the number of commands sent so far.
  @discardableResult
  func send(
    _ actions: [MixerCommand.Action], for app: AppID, at time: PhoneTime
  ) -> Int {
    sent.withLock { sent in
      for action in actions {
        let command = MixerCommand(frame: time.frames, app: app.index, action: action)
        wait(until: time) { link.commands.push(command) }
        sent += 1
      }
      return sent
    }
  }

  /// Waits until `isDone` returns true.
  ///
  /// If no output pulls the mixer automatically, the mixer advances to `time`. It has already been rendered up to that
  /// time.
  private func wait(until time: PhoneTime, _ isDone: () -> Bool) {
    while !isDone() {
      if isLive.load(ordering: .sequentiallyConsistent) {
        // Half a millisecond: shorter than a block.
        usleep(500)
      } else {
        unsafe core.pointee.skip(to: time.frames)
      }
    }
  }
}
