package import Realtime
internal import RealtimeThreads

/// An output that a page in the browser plays, through the program `haptic-studio`.
///
/// The page's sound device is the clock: the output renders a block whenever the page has played enough to have room
/// for it. So the page never falls behind, and while it is closed or paused, the output stands still.
///
/// - Thread: any; calls to `start`, `stop` and `finish` wait for each other.        Realtime-safe: no.
package final class BrowserOutput: BlockOutput {
  /// How the stream is made.
  package struct Configuration: Hashable, Sendable {
    /// What plays, for a person.
    package var title: String
    /// Frames per second.
    package var sampleRate: Int
    /// The number of frames that are rendered at a time.
    package var periodFrames: Int
    /// The maximum number of frames that were rendered and not played yet: a multiple of the period, at least two.
    package var windowFrames: Int
    /// The linear gain.
    package var gain: Float

    /// Creates a configuration with a window of at least `bufferSeconds`.
    package init(
      title: String, sampleRate: Int = 48_000, periodSeconds: Double, bufferSeconds: Double,
      gain: Float = 1
    ) {
      (self.title, self.sampleRate, self.gain) = (title, sampleRate, gain)
      periodFrames = max(1, Int((periodSeconds * Double(sampleRate)).rounded()))
      let periods = (bufferSeconds * Double(sampleRate) / Double(periodFrames)).rounded(.up)
      windowFrames = max(2, Int(periods)) * periodFrames
    }
  }

  /// How long the program may take to listen.
  ///
  /// Our choice: as long as a device may take to open.
  private static let openingMilliseconds: Int32 = 8_000
  /// The number of channels of the stream.
  private static let channelCount = 2

  private struct Run {
    let session: BrowserSession
    weak var source: (any BlockSource)?
  }

  private struct Waiting {
    /// Ends the wait for the page.
    var cancel: EventFlag?
    /// The number of calls to `stop` in progress, which wait for `control`.
    var stopCount = 0
  }

  /// The program, after it was started, with the number of runs so far.
  private struct Connection {
    let program: BrowserProgram
    var runs = 0
  }

  private struct Control {
    var run: Run?
    var connection: Connection?
  }

  /// The configuration of the stream.
  package let configuration: Configuration
  private let launch: @Sendable () throws(OutputError) -> BrowserProgram
  private let tell: @Sendable (BrowserReport) -> Void
  private let control = Guarded(Control())
  private let latest = Guarded<BrowserSession?>(nil)
  private let waiting = Guarded(Waiting())

  /// True: the page pulls.
  package var isRealTime: Bool { true }

  /// Creates an output, without starting the program.
  ///
  /// - Parameters:
  ///   - configuration: the stream.
  ///   - launch: starts the program. It is called by the first `start`.
  ///   - tell: receives the address of the page, and whether a page plays; called on any thread.
  package init(
    _ configuration: Configuration,
    launch: @escaping @Sendable () throws(OutputError) -> BrowserProgram,
    tell: @escaping @Sendable (BrowserReport) -> Void
  ) {
    (self.configuration, self.launch, self.tell) = (configuration, launch, tell)
  }

  deinit { stop() }

  /// The statistics since the last successful start; nil before the first start.
  ///
  /// Underruns are the times at which the page ran out of frames.
  package var statistics: OutputStatistics? {
    guard let state = latest.withLock({ $0 })?.state.withLock({ $0 }) else { return nil }
    var statistics = OutputStatistics(
      sampleRate: configuration.sampleRate, channelCount: Self.channelCount,
      channelPositions: ["FL", "FR"], format: SampleFormat.float32.rawValue,
      periodFrames: configuration.periodFrames, bufferFrames: configuration.windowFrames)
    statistics.framesPulled = state.mix.frames
    statistics.delayFrames = Int(state.mix.frames - state.played)
    statistics.underruns = state.underruns
    statistics.mix = state.mix
    return statistics
  }

  /// Starts the program if it does not run, and begins to pull from `source`.
  ///
  /// The first call waits, for any time, until a page plays. Calling `stop` on another thread ends the wait. Later calls
  /// do not wait; the output then pulls nothing until a page plays.
  ///
  /// - Parameters:
  ///   - source: the source to play.
  ///   - onStop: called once if the program ends, with `.deviceUnavailable`, on a thread of the output.
  /// - Throws: `OutputError` if the program cannot be started or ends.
  package func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    try control.withLock { (control: inout Control) throws(OutputError) in
      if let run = control.run, !run.session.isOver {
        throw OutputError(
          .alreadyRunning, subject: "haptic-studio", detail: "The output is running.")
      }
      let rate = Double(configuration.sampleRate)
      try BlockLimits.check(
        sampleRate: rate, blockFrames: configuration.periodFrames, subject: "haptic-studio")
      var connection: Connection
      if let present = control.connection {
        connection = present
      } else {
        connection = Connection(program: try connect())
      }
      connection.runs += 1
      control.connection = connection
      source.prepare(sampleRate: rate)
      do throws(SystemError) {
        let session = BrowserSession(
          connection.program, configuration, number: connection.runs, stopping: try EventFlag(),
          finishing: try EventFlag(), ended: try EventFlag())
        let tell = tell
        try RealtimeThread.start(name: "haptic-browser") {
          session.run(pulling: source, tell: tell, onStop: onStop)
        }
        control.run = Run(session: session, source: source)
        latest.withLock { $0 = session }
      } catch {
        throw OutputError(.systemFailure, subject: "haptic-studio", detail: error.description)
      }
    }
  }

  /// Stops pulling; the page fades out within 5 ms, and drops the rest.
  package func stop() {
    // Another thread may be waiting for the page.
    waiting.withLock {
      $0.stopCount += 1
      $0.cancel?.raise()
    }
    latest.withLock { $0 }?.stopping.raise()
    control.withLock { control in
      if let run = control.run, !run.session.isOver {
        run.session.stopping.raise()
        _ = run.session.ended.wait(milliseconds: -1)
        run.source?.ended()
      }
      if control.run?.session.isBroken == true { control.connection = nil }
      control.run = nil
    }
    waiting.withLock { $0.stopCount -= 1 }
  }

  /// Stops pulling, and waits until the page has played everything, or was closed or paused.
  ///
  /// - Throws: `OutputError` `.deviceUnavailable` if the program ends.
  package func finish() throws(OutputError) {
    try control.withLock { (control: inout Control) throws(OutputError) in
      guard let run = control.run, !run.session.isOver else { return }
      run.session.finishing.raise()
      _ = run.session.ended.wait(milliseconds: -1)
      run.source?.ended()
      if let failure = run.session.state.withLock({ $0.failure }) { throw failure }
    }
  }

  // MARK: The page

  /// Starts the program, and waits until a page plays.
  private func connect() throws(OutputError) -> BrowserProgram {
    let cancel: EventFlag
    do throws(SystemError) {
      cancel = try EventFlag()
    } catch {
      throw OutputError(.systemFailure, subject: "haptic-studio", detail: error.description)
    }
    waiting.withLock {
      $0.cancel = cancel
      if $0.stopCount > 0 { cancel.raise() }
    }
    defer { waiting.withLock { $0.cancel = nil } }
    let program = try launch()
    let header = BrowserHeader(
      title: configuration.title, rate: configuration.sampleRate, channels: Self.channelCount)
    guard program.write(header.line, until: cancel) else { throw program.failure() }
    try waitForPage(of: program, or: cancel)
    return program
  }

  private func waitForPage(
    of program: BrowserProgram, or cancel: EventFlag
  ) throws(OutputError) {
    let deadline = MonotonicClock.nanoseconds() + Int64(Self.openingMilliseconds) * 1_000_000
    var isOpen = false
    while true {
      program.wait(or: [cancel], milliseconds: isOpen ? -1 : Self.openingMilliseconds)
      if cancel.wait(milliseconds: 0) {
        throw OutputError(
          .deviceUnavailable, subject: "haptic-studio",
          detail: "The output was stopped before a page played.")
      }
      guard let reports = program.takeReports() else { throw program.failure() }
      for report in reports {
        tell(report)
        if case .address = report { isOpen = true }
        if report == .listener(.listens) { return }
      }
      if !isOpen && MonotonicClock.nanoseconds() > deadline {
        throw OutputError(
          .deviceStalled, subject: "haptic-studio", detail: "The program does not answer.")
      }
    }
  }
}
