public import AudioSession
private import Glibc
public import HapticEngine
public import PhoneRuntime
public import Realtime
internal import Synchronization

/// How a phone sounds.
public struct PhoneAudioConfiguration: Sendable {
  /// What pulls the mixer.
  public enum Drive: Hashable, Sendable {
    /// Nobody listens: the mixer passes the time by itself, and renders haptics as long as there are
    /// some, to know when each begins.
    case unheard
    /// The thread that drives the phone pulls it, while the phone's time stands still.
    case pulled
    /// An output pulls it by a clock of its own; commands take effect at the block after the event.
    case live
  }

  /// What each app plays, in the order of the apps; nil, or missing, for one without a sound.
  public var sounds: [SoundTable?]
  /// What each app multiplies its sound by, 0...1; 1 where there are fewer than apps.
  public var layerVolumes: [Double]
  /// The patterns that apps ask for, by the names that they ask with; presets need not be among them.
  public var patterns: [String: HapticPattern]
  /// The sounds that apps ask for by these names, beside their sessions; others are the system's
  /// own.
  public var systemSounds: [String: SystemSound] = [:]
  /// What pulls the mixer.
  public var drive: Drive
  /// The mapping from intensity and sharpness to a signal.
  public var profile: Profile
  /// The decoder of the sound files of patterns, whose paths start from the root of the file system;
  /// nil for patterns whose sounds stay silent.
  public var soundDecoder: (any SoundDecoding)?
  /// Whether sinks learn at which frames haptics begin, and which cannot be played; false for a second
  /// mixer of one phone, so that they learn it once.
  public var reportsHaptics = true

  /// Apps without sounds, which nobody listens to; all arguments have defaults.
  public init(
    sounds: [SoundTable?] = [], layerVolumes: [Double] = [],
    patterns: [String: HapticPattern] = [:], drive: Drive = .unheard,
    profile: Profile = .wideband, soundDecoder: (any SoundDecoding)? = nil
  ) {
    self.sounds = sounds
    self.layerVolumes = layerVolumes
    self.patterns = patterns
    self.drive = drive
    self.profile = profile
    self.soundDecoder = soundDecoder
  }
}

/// A phone that is heard: each app's sound and haptic engines, as the policy lets them out.
///
/// A sink of a `PhoneRuntime`, notified of what happens, and a source of blocks, which an output
/// pulls: every event takes effect at its frame. It interprets nothing; gains, mutes and verdicts are
/// the policy's. The audio bus has each app's sound times its own layer volume, the volume of its kind
/// and the ducking by others; the haptic bus has the haptics, to which volumes do not apply. The sounds
/// of haptic patterns are the app's, as its other sounds are.
///
/// - Thread: events and `collect` one at a time; `render` on one thread at a time, the same one unless
///   `Drive.live`.        Realtime-safe: `render(into:)` only.
@safe
public final class PhoneMixer: BlockSource, PhoneSink, @unchecked Sendable {
  // SAFETY (unchecked Sendable): `core` is followed by the render side only, or, unless live, by the
  // thread that drives the phone; all else is immutable or locked.

  /// The rate at which the mixer can be pulled, in frames per second: that of the phone's time.
  public let sampleRate = PhoneTime.framesPerSecond

  let configuration: PhoneAudioConfiguration
  private let link: MixerLink
  private let core: UnsafeMutablePointer<MixerCore>
  private(set) weak var runtime: PhoneRuntime?
  let state: Guarded<MixerState>
  /// How many commands were sent; the lock makes sure that one thread at a time sends.
  private let sent = Guarded(0)
  /// Whether an output pulls, on a thread of its own.
  private let isLive: Atomic<Bool>

  /// A mixer of the apps of `runtime`, to which it adds itself.
  public init(_ runtime: PhoneRuntime, _ configuration: PhoneAudioConfiguration = .init()) {
    self.configuration = configuration
    self.runtime = runtime
    isLive = Atomic(configuration.drive == .live)
    let phone = runtime.phone
    // One strip more, for the sounds of the system.
    link = MixerLink(strips: phone.names.count + 1)
    let tables: [SoundTable?] =
      phone.apps.map { app in
        configuration.sounds.indices.contains(app.index) ? configuration.sounds[app.index] : nil
      } + [nil]
    state = Guarded(MixerState(phone, configuration.layerVolumes))
    // SAFETY: freed in deinit, when nothing renders any more.
    unsafe core = .allocate(capacity: 1)
    unsafe core.initialize(
      to: MixerCore(link, tables, fadeFrames: Self.frames(MixerTimes.fadeSeconds)))
    for app in phone.apps {
      send(state.withLock { $0.outset(of: app, on: phone) }, for: app, at: .zero)
    }
    // Whoever hears it does so while the others still take notes.
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

  /// Does nothing: the mixer runs at `sampleRate` and at no other rate, which its owner checks.
  public func prepare(sampleRate: Double) {}

  /// Renders the next `block.frameCount` frames over whatever the buffers hold.
  ///
  /// - Thread: render.        Realtime-safe: yes.
  @_noAllocation @_noLocks
  public func render(into block: BusBlock) { unsafe core.pointee.render(into: block) }

  /// The frames rendered so far, or passed over unheard.
  public var frame: Int64 { unsafe link.counters.pointee.frame.load(ordering: .acquiring) }

  /// The first frame that is not rendered yet, and that nobody has begun to render: what happens on the
  /// phone at that time or later takes effect exactly at its frame.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public var nextFrame: Int64 {
    unsafe link.counters.pointee.begun.load(ordering: .acquiring)
  }

  /// How many changes came too late for their frame, and took effect at the next one; 0 as long as what
  /// drives the phone is ahead of what pulls the mixer.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public var lateChanges: Int {
    unsafe link.counters.pointee.late.load(ordering: .relaxed)
  }

  /// Counts a change that came too late in the queue of an engine, and not in the mixer's.
  func countLate() {
    unsafe link.counters.pointee.late.wrappingAdd(1, ordering: .relaxed)
  }

  /// Whether more can happen before the output pulls on, without waiting for it.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public var hasRoom: Bool { link.commands.count < MixerLink.commandCapacity / 2 }

  /// What an app alone sounded like in the last block, which had at most `longestStemBlock` frames;
  /// valid until the next one.
  ///
  /// - Parameters:
  ///   - app: which.
  ///   - frames: how many frames that block had.
  ///   - signal: where it is said which of its buses carry a signal; the others are not written.
  /// - Returns: its buses.
  /// - Thread: the one that renders.        Realtime-safe: no.
  func stem(
    of app: AppID, frames: Int, signal: UnsafeMutablePointer<BusSet>
  ) -> BusBlock {
    unsafe core.pointee.stem(of: app.index, frames: frames, signal)
  }

  /// Measures the levels of all apps and of the whole phone from the next block on, or no longer.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public func measureLevels(_ isEnabled: Bool) {
    for index in 0..<link.meterCount { unsafe link.meters[index].enable(isEnabled) }
  }

  /// The largest magnitudes since they were last taken; silence unless `measureLevels`.
  ///
  /// - Parameter app: which app alone, which has to be one of the phone's; nil for the whole phone.
  /// - Returns: the levels of its buses.
  /// - Thread: any.        Realtime-safe: no.
  public func takeLevels(of app: AppID? = nil) -> BusLevels {
    unsafe link.meters[app?.index ?? link.meterCount - 1].take()
  }

  /// The largest block of which the sound of single apps is known, in frames.
  public static var longestStemBlock: Int { MixerCore.chunkFrames }

  /// Frees what engines are done with, and reports to the runtime at which frames haptics began.
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

  /// An output that pulled the mixer has stopped: nothing renders any more by itself.
  public func outputHasStopped() { isLive.store(false, ordering: .sequentiallyConsistent) }

  /// An output is about to pull the mixer again, after `outputHasStopped`, by a clock of its own.
  public func outputStarts() { isLive.store(true, ordering: .sequentiallyConsistent) }

  // MARK: Events

  /// Sends what follows from an event for what is heard.
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
      // What stops for that is not heard from the next output.
      state.withLock { $0.apps[app.index].unplugged = time }
    case .engineStopped(let app, _), .engineReset(let app):
      // What has begun is reported, and what has not never will be.
      collect()
      let requests = state.withLock { $0.takeRequests(of: app, fromApp: true) }
      reportUnfelt(requests, of: app, at: time)
    case .called, .effect, .haptic, .vibration, .soundEnded, .feedbackExpired, .control, .composite,
      .rejected,
      .finishedPlaying, .notificationDistorted, .reactedWithoutEnd:
      break
    }
  }

  /// Passes the time where nobody else does.
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

  /// Renders on while haptics play, for at most `MixerTimes.tailSeconds`, without time passing on the
  /// phone: what the last event asked for begins.
  public func finish() {
    guard configuration.drive == .unheard, isBusy else { return }
    let buffers = BusBuffers(capacity: MixerCore.chunkFrames)
    let end = frame + Int64(Self.frames(MixerTimes.tailSeconds))
    while isBusy, frame < end {
      renderUnheard(buffers, frames: Int(min(Int64(buffers.capacity), end - frame)))
    }
  }

  /// Whether an engine plays, or still sounds.
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
      // The runtime stops what they had.
      state.withLock { $0.forgetEngines(of: app) }
    }
    switch event.event {
    case .app(let app, .playHaptic(let origin)): play(event, by: app, from: origin)
    case .app(let app, .launch): state.withLock { $0.forgetEngines(of: app) }
    case .phone(.mediaServicesLost):
      // They take the engines with them.
      for app in event.after.apps {
        let requests = state.withLock { $0.takeRequests(of: app, fromApp: true) }
        reportUnfelt(requests, of: app, at: event.time)
      }
    default: break
    }
  }

  // MARK: Engines

  /// Has an engine on the app's strip pulled from now on, which is the app's own or the system's.
  ///
  /// - Returns: its number.
  func attach(
    _ handle: RenderHandle, of app: AppID, isSystems: Bool
  ) throws(OutputError) -> Int {
    let engine = state.withLock { $0.takeEngineNumber(isSystems: isSystems) }
    guard let engine else {
      throw OutputError(
        .unsupportedConfiguration, subject: "mixer",
        detail: "Apps have \(MixerState.ownEngineCapacity) engines that run at once; stop some.")
    }
    send([.attach(handle, engine: engine)], for: app, at: runtime?.now ?? .zero)
    return engine
  }

  /// Releases an engine from now on; live, that may be a frame that is yet to be pulled.
  ///
  /// - Parameters:
  ///   - engine: its number.
  ///   - app: whose it is; if its output was disconnected now, its sound is cut, and while the media
  ///     services are down all of it.
  ///   - isSystems: whether the system plays on it.
  ///   - free: called when nothing renders it any more.
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

  /// How many commands the render side has carried out.
  private var carriedOut: Int {
    unsafe link.counters.pointee.carriedOut.load(ordering: .acquiring)
  }

  // MARK: Sending

  /// Sends `actions`, which take effect at `time`; waits for room where there is none.
  ///
  /// - Returns: how many commands were sent so far.
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

  /// Waits until `isDone`: for the output that pulls, or, where none does by itself, by letting the time
  /// pass to that of the event, up to which the mixer has been rendered already.
  private func wait(until time: PhoneTime, _ isDone: () -> Bool) {
    while !isDone() {
      if isLive.load(ordering: .sequentiallyConsistent) {
        // Half a millisecond: a block is longer.
        usleep(500)
      } else {
        unsafe core.pointee.skip(to: time.frames)
      }
    }
  }
}
