private import Glibc
internal import PacedOutput
internal import Realtime

/// Feeds one open PCM: renders a block if there is room for it, waits for room otherwise, and recovers from errors.
///
/// `run` makes one `step` after another. Every error that a step throws goes to `recover`, which returns when the
/// device can be fed again. Rendered frames are never dropped: after an underrun, the signal continues where it
/// stopped. All memory is allocated in `init`.
///
/// - Thread: the output's own.
@safe
struct PlaybackLoop: ~Copyable {
  /// The longest wait for room.
  ///
  /// Our choice: a device that forgets to wake the thread is checked ten times a second.
  private static let longestWaitMilliseconds = 100

  let pcm: PCM
  let setup: ALSAOutput.Setup
  let opening: DeviceOpening
  let session: PlaybackSession
  private let source: any BlockSource

  private let buffers: BusBuffers
  private var mixdown: Mixdown
  private let frames: UnsafeMutableRawPointer
  private let devicePoll: DevicePoll

  /// The frames of the current block that the device has not taken yet, from `pendingOffset` on.
  private(set) var pendingFrames = 0
  private var pendingOffset = 0
  /// The frames written since the PCM was last prepared, and the time at which it was prepared.
  private(set) var framesSincePrepare = 0
  private var preparedNanoseconds: Int64
  /// Whether the PCM was started before it was full.
  private var wasStarted = false
  /// How often the device woke the thread but did not have room.
  private var idleWakes = 0
  /// The number of recoveries since the device last took samples without a recovery.
  var recoveriesWithoutProgress = 0
  private var pace: DevicePace
  private var clock: BlockClock
  /// The fade at the end of the signal, after the owner has requested a stop.
  var fade: FadeOut?
  /// The number of silent frames rendered since the last frame with a signal.
  private var silentFrames = 0

  init(
    pcm: consuming PCM, devicePoll: consuming DevicePoll, setup: ALSAOutput.Setup,
    map: ChannelMap, opening: DeviceOpening, session: PlaybackSession, source: any BlockSource
  ) {
    self.devicePoll = devicePoll
    self.setup = setup
    self.opening = opening
    self.session = session
    self.source = source
    buffers = BusBuffers(capacity: setup.blockFrames)
    let gain = Float(Decibels.ratio(Double(opening.configuration.gainDecibels)))
    mixdown = Mixdown(map: map, format: setup.format, gain: gain)
    // SAFETY: freed in deinit; written before it is read.
    unsafe frames = .allocate(
      byteCount: setup.blockFrames * setup.channelCount * setup.format.bytesPerSample,
      alignment: 16)
    let now = MonotonicClock.nanoseconds()
    preparedNanoseconds = now
    pace = DevicePace(rate: setup.sampleRate, bufferFrames: setup.bufferFrames, now: now)
    clock = BlockClock(
      rate: setup.sampleRate, blockFrames: setup.blockFrames, bufferFrames: setup.bufferFrames)
    self.pcm = pcm
  }

  deinit { unsafe frames.deallocate() }

  /// Plays until the owner requests a stop or finish, and carries out that request.
  ///
  /// - Returns: nil after such a request, or the reason why the device cannot be recovered.
  mutating func run() -> OutputError? {
    prepared()
    // The source may have taken a while to prepare.
    progressed(at: MonotonicClock.nanoseconds())
    do throws(OutputError) {
      while session.command == .play { try stepOrRecover() }
      if session.command == .finish { try finish() } else { fadeOut() }
      return nil
    } catch {
      return error
    }
  }

  /// Closes the device.
  consuming func close() {}

  mutating func stepOrRecover() throws(OutputError) {
    do throws(ALSAError) { try step() } catch { try recover(from: error) }
  }

  /// Writes a block if one fits.
  ///
  /// Otherwise starts the device if necessary, and waits for room.
  mutating func step() throws(ALSAError) {
    let needed = pendingFrames > 0 ? pendingFrames : setup.blockFrames
    let room = try availableFrames()
    if room < needed {
      if pcm.state == .prepared {
        try calling(.start) { () throws(ALSAError) in try pcm.start() }
        wasStarted = true
      }
      try waitForRoom()
      return
    }
    let now = MonotonicClock.nanoseconds()
    idleWakes = 0
    // Room beyond the size of the buffer can only come from the device.
    if framesSincePrepare + needed > setup.bufferFrames { progressed(at: now) }
    let excess = pace.excessNanoseconds(at: now, adding: needed)
    if excess > 0 {
      pace.isHoldingBack = true
      pause(milliseconds: Int(excess / 1_000_000) + 1)
    } else {
      try writeBlock()
    }
  }

  /// Calls `body`, which calls `function`, and informs the watch.
  func calling<Result>(
    _ function: PlaybackSession.Call, _ body: () throws(ALSAError) -> Result
  ) throws(ALSAError) -> Result {
    session.calls(function)
    defer { session.calls(.none) }
    return try body()
  }

  /// Notes that the PCM has been prepared and is empty.
  mutating func prepared() {
    let now = MonotonicClock.nanoseconds()
    framesSincePrepare = 0
    wasStarted = false
    preparedNanoseconds = now
    pace.restarted(at: now)
    clock.restart()
  }

  /// Notes that the device, after sleep, continues with the samples that it had.
  mutating func resumed() {
    pace.restarted(at: MonotonicClock.nanoseconds())
    clock.restart()
  }

  /// Notes that the device took samples without a recovery.
  mutating func progressed(at now: Int64) {
    session.progressed(at: now)
    if recoveriesWithoutProgress > 0 { session.isInTrouble(nil) }
    recoveriesWithoutProgress = 0
  }

  /// Whether the device is playing, as far as is known without asking it.
  var isPlaying: Bool {
    let block = setup.blockFrames
    return wasStarted || framesSincePrepare >= setup.bufferFrames / block * block
  }

  /// Whether this thread could be the cause of an underrun at this moment: the device had time to
  /// play at least half of its samples.
  ///
  /// A device that runs dry sooner is failing.
  var hadTimeToPlay: Bool {
    let half = Int64(setup.bufferFrames) * 500_000_000 / Int64(setup.sampleRate)
    return MonotonicClock.nanoseconds() - preparedNanoseconds >= half
  }

  /// The duration, in nanoseconds, of the samples written but not yet heard, as reported by the
  /// device.
  var queuedNanoseconds: Int64 {
    FrameTime.nanoseconds(
      frames: Int64(max(0, delayFrames() ?? 0)), rate: Int64(setup.sampleRate))
  }

  /// Whether the queue, which takes `nanoseconds` to play, contains anything except silence.
  func isSignalQueued(within nanoseconds: Int64) -> Bool {
    let silent = FrameTime.nanoseconds(
      frames: Int64(silentFrames), rate: Int64(setup.sampleRate))
    return silent <= nanoseconds
  }

  /// Waits for a command, at most `milliseconds`.
  func pause(milliseconds: Int) {
    if session.command == .play {
      _ = session.wake.wait(milliseconds: milliseconds)
    } else {
      // After a command, the flag stays raised.
      _ = poll(nil, 0, Int32(clamping: milliseconds))
    }
  }

  /// Waits until the device reports a change, a command comes, or `milliseconds` have passed.
  func waitForDevice(milliseconds: Int) throws(ALSAError) {
    // After a command, the flag stays raised.
    try devicePoll.wait(
      for: pcm, session: session, heedingFlag: session.command == .play,
      milliseconds: milliseconds)
  }

  /// The number of frames between the next frame written and the frame heard now; nil if unknown.
  func delayFrames() -> Int? {
    session.calls(.query)
    defer { session.calls(.none) }
    return pcm.delayFrames()
  }

  private func availableFrames() throws(ALSAError) -> Int {
    try calling(.query) { () throws(ALSAError) in try pcm.availableFrames() }
  }

  private mutating func waitForRoom() throws(ALSAError) {
    // Some devices wake the thread several times before they have room. A quarter of a block later
    // they may have room.
    if idleWakes > 1 { pause(milliseconds: setup.blockFrames * 250 / setup.sampleRate + 1) }
    idleWakes += 1
    let start = MonotonicClock.nanoseconds()
    try waitForDevice(milliseconds: Self.longestWaitMilliseconds)
    pace.waited(
      from: start, atMost: Int64(Self.longestWaitMilliseconds) * 1_000_000,
      until: MonotonicClock.nanoseconds())
  }

  private mutating func writeBlock() throws(ALSAError) {
    // The delay comes first: asking for it makes a driver update its position.
    let delay = delayFrames()
    let asked = MonotonicClock.nanoseconds()
    let room = try availableFrames()
    if pendingFrames == 0 {
      let time = blockTime(at: asked, room: room, delay: delay)
      if !renderBlock(time) { return }
      pendingFrames = setup.blockFrames
      pendingOffset = 0
    }
    let now = MonotonicClock.nanoseconds()
    let isLate = pace.isDry(at: now, room: room)
    // SAFETY: `pendingOffset + pendingFrames` is the size of the block.
    let written = try calling(.write) { () throws(ALSAError) in
      try unsafe pcm.write(frames + pendingOffset * mixdown.frameBytes, frames: pendingFrames)
    }
    if isLate { ranDry(at: now) }
    pendingFrames -= written
    pendingOffset += written
    framesSincePrepare += written
    pace.wrote(frames: written)
    if isPlaying {
      pace.queued(
        frames: setup.bufferFrames - room + written, afterWriting: written, at: now)
    }
    session.counters.wrote(frames: written)
    if let delay { session.counters.delay(frames: max(0, delay) + written) }
  }

  /// Notes an underrun that the device did not report.
  private mutating func ranDry(at now: Int64) {
    session.counters.underrun()
    pace.restarted(at: now)
    clock.restart()
  }

  private mutating func blockTime(at now: Int64, room: Int, delay: Int?) -> BlockTime {
    let rate = Int64(setup.sampleRate)
    if pace.isHoldingBack {
      let due = pace.dueNanoseconds(adding: setup.blockFrames)
      return clock.block(now: now, measured: due, extra: 0)
    }
    if !isPlaying { return clock.block(now: now, measured: nil, extra: nil) }
    // The device has had room for a block for as long as the surplus of room takes to play.
    let surplus = FrameTime.nanoseconds(frames: Int64(room - setup.blockFrames), rate: rate)
    let extra = delay.map {
      FrameTime.nanoseconds(frames: Int64(max(0, $0 - (setup.bufferFrames - room))), rate: rate)
    }
    return clock.block(now: now, measured: now - surplus, extra: extra)
  }

  /// Renders the next block into `frames`; silence after the fade.
  ///
  /// - Returns: false if the owner has abandoned the thread.
  private mutating func renderBlock(_ time: BlockTime) -> Bool {
    if fade?.isOver == true {
      // SAFETY: the memory holds one block, and silence is zeros in every format.
      unsafe memset(frames, 0, setup.blockFrames * mixdown.frameBytes)
      silentFrames += setup.blockFrames
      return true
    }
    let block = buffers.blockWithSignal(frames: setup.blockFrames, time: time)
    let source = self.source
    var fade = self.fade
    let rendered = session.rendering {
      RealtimeScope.run {
        source.render(into: block)
        fade?.apply(to: block, signal: buffers.signal)
        unsafe mixdown.convert(block, to: frames)
      }
    }
    self.fade = fade
    silentFrames = buffers.signal == .none ? silentFrames + setup.blockFrames : 0
    session.counters.mixed(mixdown.report)
    return rendered
  }
}
