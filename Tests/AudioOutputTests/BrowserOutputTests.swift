import Glibc
import Realtime
import RealtimeThreads
import Testing

@testable import AudioOutput

/// The stream of sound to `haptic-studio`, of which the test is the reader.
struct BrowserStreamTests {
  private let header = BrowserHeader(title: "a \"b\"\nc", rate: 48_000, channels: 2)
  private let records: [BrowserRecord] = [
    .start(windowFrames: 9_600, periodFrames: 2_400), .frames([1, 2, 3]), .frames([]), .finish,
    .stop,
  ]

  @Test func `the header is one line of JSON`() {
    #expect(
      String(decoding: header.line, as: UTF8.self)
        == #"{"channels":2,"rate":48000,"title":"a \"b\"\nc"}"# + "\n")
    #expect(BrowserHeader(line: header.line) == header)
  }

  @Test(arguments: [
    "", "{}", "[]", "nonsense", #"{"title":"x","rate":48000}"#, #"{"rate":48000,"channels":2}"#,
    #"{"title":"x","rate":7999,"channels":2}"#, #"{"title":"x","rate":1e9,"channels":2}"#,
    #"{"title":"x","rate":48000.5,"channels":2}"#, #"{"title":"x","rate":48000,"channels":0}"#,
    #"{"title":"x","rate":48000,"channels":33}"#, #"{"title":1,"rate":48000,"channels":2}"#,
  ])
  func `a header with missing values and values out of range is refused`(line: String) {
    #expect(BrowserHeader(line: Array(line.utf8)) == nil)
    var reader = BrowserStreamReader()
    #expect(throws: BrowserStreamReader.Damage.self) {
      try reader.records(in: Array((line + "\n").utf8))
    }
  }

  @Test(arguments: [1, 2, 7, 1_000])
  func `records are read in pieces of any size`(size: Int) throws {
    let bytes = header.line + records.flatMap(\.bytes)
    var reader = BrowserStreamReader()
    var read: [BrowserRecord] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      read += try reader.records(in: bytes[start..<min(start + size, bytes.count)])
    }
    #expect(reader.header == header)
    #expect(read == records)
  }

  @Test(
    arguments: [
      [0, 0, 0, 0, 0], [9, 0, 0, 0, 0], [1, 4, 0, 0, 0, 1, 1, 1, 1], [3, 1, 0, 0, 0, 0],
      [2, 255, 255, 255, 255],
    ] as [[UInt8]])
  func `unknown records, and records that are too long or too short, are refused`(bytes: [UInt8]) {
    var reader = BrowserStreamReader()
    #expect(throws: BrowserStreamReader.Damage.self) {
      try reader.records(in: header.line + bytes)
    }
  }

  @Test func `a first line without an end is refused`() {
    var reader = BrowserStreamReader()
    #expect(throws: BrowserStreamReader.Damage.self) {
      try reader.records(in: [UInt8](repeating: 32, count: 200_000))
    }
  }

  @Test(
    arguments: [
      .address(link: "http://127.0.0.1:80/0/", port: 80), .listener(.left), .listener(.paused),
      .listener(.listens), .played(run: 2, frames: 4_000_000_000), .ranDry,
    ] as [BrowserReport])
  func `reports are lines`(report: BrowserReport) {
    #expect(!report.line.contains("\n"))
    #expect(BrowserReport(line: report.line) == report)
  }

  @Test(arguments: ["", "x", "played", "played 1", "played 1 -1", "address x y", "listens now"])
  func `other lines are not reports`(line: String) { #expect(BrowserReport(line: line) == nil) }
}

/// When the output renders: as much as the page has room for.
@Suite(.timeLimit(.minutes(1)))
struct BrowserOutputTests {
  private static let period = 480
  private static let window = 4 * period

  /// The program of an output: reads the stream and writes the reports.
  private final class Page: Sendable {
    let output: BrowserOutput
    let told = Told()
    private let stream: Int32
    private let reports: Int32
    private let reader = Guarded((BrowserStreamReader(), [BrowserRecord]()))

    init() throws {
      var (stream, reports) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
      // SAFETY: pipe fills the two elements.
      let codes = unsafe [pipe(&stream), pipe(&reports)]
      try #require(codes == [0, 0])
      let program = BrowserProgram(input: stream[1], reports: reports[0]) { "It is gone." }
      (self.stream, self.reports) = (stream[0], reports[1])
      let told = told
      output = BrowserOutput(
        BrowserOutput.Configuration(title: "test", periodSeconds: 0.01, bufferSeconds: 0.04),
        launch: { () throws(OutputError) in program },
        tell: { report in told.reports.withLock { $0.append(report) } })
    }

    final class Told: Sendable {
      let reports = Guarded<[BrowserReport]>([])
    }

    deinit { for end in [stream, reports] { close(end) } }

    func report(_ reports: BrowserReport...) {
      let text = reports.map { $0.line + "\n" }.joined()
      // SAFETY: the bytes are read during the call.
      _ = unsafe write(self.reports, Array(text.utf8), text.utf8.count)
    }

    /// Closes the reports, like a program that has ended.
    func leave() { _ = unsafe dup2(open("/dev/null", O_WRONLY), reports) }

    /// Waits for the next record.
    func record() throws -> BrowserRecord {
      while true {
        if let next = reader.withLock({ $0.1.isEmpty ? nil : $0.1.removeFirst() }) { return next }
        var bytes = [UInt8](repeating: 0, count: 100_000)
        let count = unsafe bytes.withUnsafeMutableBytes {
          unsafe read(stream, $0.baseAddress, $0.count)
        }
        try #require(count > 0)
        try reader.withLock { $0.1 += try $0.0.records(in: bytes.prefix(count)) }
      }
    }

    /// Waits for a block of a period, and returns its samples.
    func samples() throws -> [Float] {
      guard case .frames(let bytes) = try record() else {
        Issue.record("no frames")
        return []
      }
      #expect(bytes.count == period * 8)
      return stride(from: 0, to: bytes.count, by: 4).map { start in
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) })
      }
    }
  }

  /// Starts `page`, which listens, and returns the samples with which the window is filled.
  private func started(_ page: Page, _ source: NoiseSource, _ stop: StopRecorder) throws -> [Float]
  {
    page.report(.address(link: "http://x/", port: 1), .listener(.listens))
    try page.output.start(pulling: source, onStop: stop.handler)
    #expect(
      try page.record() == .start(windowFrames: Self.window, periodFrames: Self.period))
    return try (0..<4).flatMap { _ in try page.samples() }
  }

  /// Finishes on another thread, while the test reads.
  private func finishing(_ page: Page) throws -> EventFlag {
    let isDone = try EventFlag()
    try RealtimeThread.start(name: "finish") {
      try? page.output.finish()
      isDone.raise()
    }
    return isDone
  }

  @Test func `the window is filled, and then as much is sent as was played`() throws {
    let (page, source, stop) = (try Page(), NoiseSource(), try StopRecorder())
    var samples = try started(page, source, stop)
    for played in [480, 960, 1_440] as [Int64] {
      page.report(.played(run: 1, frames: played))
      samples += try page.samples()
    }
    // Less than a period, and reports of another run, make no room.
    page.report(.played(run: 1, frames: 1_900), .played(run: 2, frames: 4_000))
    page.report(.played(run: 1, frames: 100_000), .ranDry)
    #expect(try eventually { page.output.statistics?.underruns == 1 })
    let isDone = try finishing(page)
    #expect(try page.record() == .finish)
    #expect(samples == NoiseSource.stereoMix(frames: 7 * Self.period))
    page.report(.played(run: 1, frames: Int64(7 * Self.period)))
    #expect(try page.record() == .stop)
    #expect(isDone.wait(milliseconds: -1))
    #expect(source.framesRendered == 7 * Self.period)
    #expect(page.output.statistics?.delayFrames == 0)
    #expect(stop.all.isEmpty)
  }

  @Test(arguments: [.left, .paused] as [BrowserReport.Listener])
  func `nothing is rendered while no page plays, and nothing is waited for at the end`(
    listener: BrowserReport.Listener
  ) throws {
    let (page, source, stop) = (try Page(), NoiseSource(), try StopRecorder())
    _ = try started(page, source, stop)
    page.report(.listener(listener), .played(run: 1, frames: 960), .ranDry)
    #expect(try eventually { page.output.statistics?.underruns == 1 })
    page.report(.listener(.listens))
    _ = try (0..<2).flatMap { _ in try page.samples() }
    page.report(.listener(listener), .ranDry)
    #expect(try eventually { page.output.statistics?.underruns == 2 })
    let isDone = try finishing(page)
    #expect(try page.record() == .finish)
    #expect(try page.record() == .stop)
    #expect(isDone.wait(milliseconds: -1))
    #expect(source.framesRendered == 6 * Self.period)
    #expect(
      page.told.reports.withLock { $0 }.suffix(3) == [
        .listener(listener), .listener(.listens), .listener(listener),
      ])
  }

  @Test func `an output that is started again continues with the same page`() throws {
    let (page, source, stop) = (try Page(), NoiseSource(), try StopRecorder())
    _ = try started(page, source, stop)
    page.output.stop()
    #expect(try page.record() == .stop)
    try page.output.start(pulling: source, onStop: stop.handler)
    #expect(
      try page.record() == .start(windowFrames: Self.window, periodFrames: Self.period))
    for _ in 0..<4 { _ = try page.samples() }
    page.report(.played(run: 2, frames: 480))
    _ = try page.samples()
    page.output.stop()
    #expect(source.framesRendered == 9 * Self.period)
  }

  @Test func `stop ends the wait for a page`() throws {
    let (page, stop) = (try Page(), try StopRecorder())
    page.report(.address(link: "http://x/", port: 1))
    let failure = Guarded<OutputError?>(nil)
    let (isDone, shared) = (try EventFlag(), SharedFailure(failure))
    try RealtimeThread.start(name: "start") {
      do throws(OutputError) {
        try page.output.start(pulling: NoiseSource(), onStop: stop.handler)
      } catch {
        shared.failure.withLock { $0 = error }
      }
      isDone.raise()
    }
    #expect(try eventually { !page.told.reports.withLock { $0 }.isEmpty })
    page.output.stop()
    #expect(isDone.wait(milliseconds: -1))
    #expect(shared.failure.withLock { $0?.kind } == .deviceUnavailable)
  }

  private final class SharedFailure: Sendable {
    let failure: Guarded<OutputError?>
    init(_ failure: consuming Guarded<OutputError?>) { self.failure = failure }
  }

  @Test func `a program that ends stops the output`() throws {
    let (page, stop) = (try Page(), try StopRecorder())
    _ = try started(page, NoiseSource(), stop)
    page.leave()
    #expect(stop.first()?.description == "haptic-studio: It is gone.")
    page.output.stop()
  }

  @Test(arguments: [(0.01, 0.2, 480, 9_600), (0.05, 0.19, 2_400, 9_600), (1, 1, 48_000, 96_000)])
  func `the window is a multiple of the period`(
    period: Double, buffer: Double, periodFrames: Int, windowFrames: Int
  ) {
    let configuration = BrowserOutput.Configuration(
      title: "", periodSeconds: period, bufferSeconds: buffer)
    #expect(configuration.periodFrames == periodFrames)
    #expect(configuration.windowFrames == windowFrames)
  }
}
