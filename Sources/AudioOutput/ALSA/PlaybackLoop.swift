private import Glibc
internal import Realtime

/// Feeds one open PCM: renders a block whenever one fits, waits when none does, recovers.
///
/// Shape: `run` makes one `step` after another; whatever a step throws goes to `recover`, which
/// returns when the device can be fed again. Frames that were rendered are never dropped: after an
/// underrun the signal goes on where it was. All memory is made in `init`.
///
/// - Thread: the one of the output.
@safe
struct PlaybackLoop: ~Copyable {
  let pcm: PCM
  let setup: ALSAOutput.Setup
  let opening: DeviceOpening
  let session: PlaybackSession
  private let source: any BlockSource

  private let buffers: BusBuffers
  private var mixdown: Mixdown
  private let frames: UnsafeMutableRawPointer
  private let devicePoll: DevicePoll

  /// Frames of the current block that the device has not taken yet, from `pendingOffset` on.
  private(set) var pendingFrames = 0
  private var pendingOffset = 0
  /// Frames written since the PCM was last prepared, and when that was.
  private(set) var framesSincePrepare = 0
  private var preparedNanoseconds: Int64
  /// How often the device woke the thread and had no room after all.
  private var idleWakes = 0
  var watch: ProgressWatch
  private var pace: DevicePace

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
    let gain = Float(pow(10, Double(opening.configuration.gainDecibels) / 20))
    mixdown = Mixdown(map: map, format: setup.format, gain: gain)
    unsafe frames = .allocate(
      byteCount: setup.blockFrames * setup.channelCount * setup.format.bytesPerSample,
      alignment: 16)
    let now = MonotonicClock.nanoseconds()
    preparedNanoseconds = now
    watch = ProgressWatch(limitSeconds: opening.configuration.stallSeconds, now: now)
    pace = DevicePace(rate: setup.sampleRate, bufferFrames: setup.bufferFrames, now: now)
    self.pcm = pcm
  }

  deinit { unsafe frames.deallocate() }

  /// Plays until the owner wants to stop or finish, and does what it wants.
  ///
  /// - Throws: `OutputError` when the device is beyond recovery.
  mutating func run() throws(OutputError) {
    prepared()
    while true {
      switch session.command {
      case .stop:
        pcm.drop()
        return
      case .finish:
        try finish()
        return
      case .play:
        do throws(ALSAError) { try step() } catch { try recover(from: error) }
      }
    }
  }

  /// Writes a block if one fits; otherwise starts the device if need be, and waits for room.
  mutating func step() throws(ALSAError) {
    let needed = pendingFrames > 0 ? pendingFrames : setup.blockFrames
    let room = try pcm.availableFrames()
    if room < needed {
      if pcm.state == .prepared { try pcm.start() }
      try waitForRoom()
      return
    }
    let now = MonotonicClock.nanoseconds()
    idleWakes = 0
    // Room beyond what one buffer holds can only come from the device.
    if framesSincePrepare + needed > setup.bufferFrames { watch.progressed(at: now) }
    let excess = pace.excessNanoseconds(at: now)
    if excess > 0 {
      pause(milliseconds: Int(excess / 1_000_000) + 1)
    } else {
      try writeBlock()
    }
  }

  /// Notes that the PCM has been prepared and is empty.
  mutating func prepared() {
    let now = MonotonicClock.nanoseconds()
    framesSincePrepare = 0
    preparedNanoseconds = now
    pace.waited(until: now)
  }

  /// Whether an underrun now can be the fault of this thread: the device had time to play at least
  /// half of what it was given.
  ///
  /// A device that runs dry sooner is failing.
  var hadTimeToPlay: Bool {
    let half = Int64(setup.bufferFrames) * 500_000_000 / Int64(setup.sampleRate)
    return MonotonicClock.nanoseconds() - preparedNanoseconds >= half
  }

  /// Waits for a command, at most `milliseconds`.
  func pause(milliseconds: Int) {
    if session.command == .play {
      _ = session.wake.wait(milliseconds: milliseconds)
    } else {
      // The flag is up for good once there was a command.
      _ = poll(nil, 0, Int32(clamping: milliseconds))
    }
  }

  /// Waits until the device says that something has changed, a command comes, or `milliseconds`
  /// have passed.
  func waitForDevice(milliseconds: Int) throws(ALSAError) {
    // The flag is up for good once there was a command.
    try devicePoll.wait(
      for: pcm, heedingFlag: session.command == .play, milliseconds: milliseconds)
  }

  private mutating func waitForRoom() throws(ALSAError) {
    let left = watch.remainingNanoseconds(at: MonotonicClock.nanoseconds())
    if left <= 0 { throw .stalled }
    // Some devices wake the thread again and again before there is room; a quarter of a block later
    // there may be.
    if idleWakes > 1 { pause(milliseconds: setup.blockFrames * 250 / setup.sampleRate + 1) }
    idleWakes += 1
    try waitForDevice(milliseconds: min(100, Int(left / 1_000_000) + 1))
    pace.waited(until: MonotonicClock.nanoseconds())
  }

  private mutating func writeBlock() throws(ALSAError) {
    if pendingFrames == 0 {
      if !renderBlock() { return }
      pendingFrames = setup.blockFrames
      pendingOffset = 0
    }
    // SAFETY: `pendingOffset + pendingFrames` is the size of the block.
    let written = try unsafe pcm.write(
      frames + pendingOffset * mixdown.frameBytes, frames: pendingFrames)
    pendingFrames -= written
    pendingOffset += written
    framesSincePrepare += written
    pace.wrote(frames: written)
    session.counters.wrote(frames: written)
    if let delay = pcm.delayFrames() { session.counters.delay(frames: max(0, delay)) }
  }

  /// Renders the next block into `frames`.
  ///
  /// - Returns: false if the owner wants to stop.
  private mutating func renderBlock() -> Bool {
    let block = buffers.block(frames: setup.blockFrames)
    let source = self.source
    let rendered = session.rendering {
      RealtimeScope.run {
        source.render(into: block)
        unsafe mixdown.convert(block, to: frames)
      }
    }
    session.counters.mixed(mixdown.report)
    return rendered
  }
}
