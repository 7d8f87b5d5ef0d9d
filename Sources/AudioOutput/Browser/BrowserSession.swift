private import Glibc
internal import Realtime
internal import RealtimeThreads

/// One run of a browser output: the state that its thread shares with its owner.
final class BrowserSession: Sendable {
  struct State {
    var mix = MixReport()
    /// The number of frames that the page has played.
    var played: Int64 = 0
    var underruns = 0
    /// The reason that the run has ended; nil if its owner has ended it.
    var failure: OutputError?
  }

  let program: BrowserProgram
  let configuration: BrowserOutput.Configuration
  /// The number of the run, counted from 1, which the reports name.
  let number: Int
  /// Raised when the owner wants to drop what was not played.
  let stopping: EventFlag
  /// Raised when the owner wants everything to be played.
  let finishing: EventFlag
  /// Raised when the thread has pulled its last block.
  let ended: EventFlag
  let state = Guarded(State())

  init(
    _ program: BrowserProgram, _ configuration: BrowserOutput.Configuration, number: Int,
    stopping: EventFlag, finishing: EventFlag, ended: EventFlag
  ) {
    (self.program, self.configuration, self.number) = (program, configuration, number)
    (self.stopping, self.finishing, self.ended) = (stopping, finishing, ended)
  }

  var isOver: Bool { ended.wait(milliseconds: 0) }

  /// Whether the program has ended, or hangs.
  var isBroken: Bool { state.withLock { $0.failure } != nil }

  /// Pulls from `source` until the owner ends the run, or the program ends.
  func run(
    pulling source: any BlockSource, tell: @Sendable (BrowserReport) -> Void,
    onStop: @Sendable (OutputError) -> Void
  ) {
    var loop = BrowserLoop(self)
    let isComplete = loop.run(pulling: source, tell: tell)
    let wasAsked = stopping.wait(milliseconds: 0) || finishing.wait(milliseconds: 0)
    var failure: OutputError?
    if !isComplete {
      let error = program.failure()
      state.withLock { $0.failure = error }
      failure = error
    }
    ended.raise()
    if let failure, !wasAsked { onStop(failure) }
  }
}

/// The loop of the thread of a run.
@safe
struct BrowserLoop: ~Copyable {
  /// How long a page may take to play the last frames before they are given up.
  ///
  /// Our choice: far longer than the longest buffer takes.
  private static let finishingMilliseconds: Int32 = 10_000

  private let session: BrowserSession
  private let buffers: BusBuffers
  private var mixdown: Mixdown
  private var clock: BlockClock
  /// The bytes of a record with a block of frames, which begin `padding` bytes after the start of the memory, so that
  /// the samples are aligned.
  private let memory: UnsafeMutableRawBufferPointer
  private static let padding = 16 - BrowserRecord.prefixBytes
  private var sent: Int64 = 0
  private var played: Int64 = 0
  /// When the page had played `played` frames; nil while it stands still.
  private var playedAt: Int64?

  init(_ session: BrowserSession) {
    self.session = session
    let configuration = session.configuration
    buffers = BusBuffers(capacity: configuration.periodFrames)
    mixdown = Mixdown(
      map: .mix(channelCount: 2), format: .float32, gain: configuration.gain)
    clock = BlockClock(
      rate: configuration.sampleRate, blockFrames: configuration.periodFrames,
      bufferFrames: configuration.windowFrames)
    let count = configuration.periodFrames * mixdown.frameBytes
    // SAFETY: initialized here, freed in deinit.
    unsafe memory = .allocate(byteCount: 16 + count, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    let prefix = BrowserRecord.prefix(ofFrames: count)
    unsafe memory[Self.padding..<16].copyBytes(from: prefix)
  }

  deinit { unsafe memory.deallocate() }

  /// Runs until the owner ends the run.
  ///
  /// - Returns: false if the program has ended, or hangs.
  mutating func run(
    pulling source: any BlockSource, tell: @Sendable (BrowserReport) -> Void
  ) -> Bool {
    let (program, stopping) = (session.program, session.stopping)
    let start = BrowserRecord.start(
      windowFrames: session.configuration.windowFrames,
      periodFrames: session.configuration.periodFrames)
    guard program.write(start, until: stopping) else { return false }
    while !stopping.wait(milliseconds: 0), !session.finishing.wait(milliseconds: 0) {
      guard fill(from: source) else { return false }
      program.wait(or: [stopping, session.finishing], milliseconds: -1)
      guard heed(tell) else { return false }
    }
    guard stopping.wait(milliseconds: 0) || finish(tell) else { return false }
    return program.write(.stop, until: stopping)
  }

  /// Waits until the page has played everything.
  private mutating func finish(_ tell: @Sendable (BrowserReport) -> Void) -> Bool {
    let (program, stopping) = (session.program, session.stopping)
    guard program.write(.finish, until: stopping) else { return false }
    let deadline = MonotonicClock.nanoseconds() + Int64(Self.finishingMilliseconds) * 1_000_000
    while played < sent, program.listener == .listens, !stopping.wait(milliseconds: 0),
      MonotonicClock.nanoseconds() < deadline
    {
      program.wait(or: [stopping], milliseconds: Self.finishingMilliseconds)
      guard heed(tell) else { return false }
    }
    return true
  }

  /// Renders and sends blocks until the page's buffer is full.
  private mutating func fill(from source: any BlockSource) -> Bool {
    let configuration = session.configuration
    let period = Int64(configuration.periodFrames)
    while session.program.listener == .listens, !session.stopping.wait(milliseconds: 0),
      sent + period <= played + Int64(configuration.windowFrames)
    {
      let room = sent + period - Int64(configuration.windowFrames)
      let measured = playedAt.map { time in
        time - (played - room) * 1_000_000_000 / Int64(configuration.sampleRate)
      }
      let time = clock.block(now: MonotonicClock.nanoseconds(), measured: measured, extra: nil)
      guard
        send(buffers.blockWithSignal(frames: configuration.periodFrames, time: time), of: source)
      else { return false }
      sent += period
    }
    session.state.withLock { $0.mix = mixdown.report }
    return true
  }

  private mutating func send(_ block: BusBlock, of source: any BlockSource) -> Bool {
    guard let start = unsafe memory.baseAddress else { return true }
    RealtimeScope.run {
      source.render(into: block)
      // SAFETY: the record has room for a block after its prefix.
      unsafe mixdown.convert(block, to: start + 16)
    }
    return unsafe session.program.write(
      UnsafeRawBufferPointer(rebasing: memory[Self.padding...]), until: session.stopping)
  }

  /// Heeds the reports that have arrived.
  ///
  /// - Returns: false if the program has ended.
  private mutating func heed(_ tell: @Sendable (BrowserReport) -> Void) -> Bool {
    guard let reports = session.program.takeReports() else { return false }
    for report in reports {
      switch report {
      case .played(session.number, let frames) where frames > played && frames <= sent:
        (played, playedAt) = (frames, MonotonicClock.nanoseconds())
      // Of another run, or of a page that was replaced meanwhile.
      case .played, .address: break
      case .ranDry:
        session.state.withLock { $0.underruns += 1 }
        stand()
      case .listener:
        stand()
        tell(report)
      }
    }
    session.state.withLock { $0.played = played }
    return true
  }

  /// Notes that the page stands still, so that its clock begins again.
  private mutating func stand() {
    playedAt = nil
    clock.restart()
  }
}
