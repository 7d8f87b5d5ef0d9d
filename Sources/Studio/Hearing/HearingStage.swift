internal import AudioOutput
private import Foundation

/// A message to a page that plays a stream.
enum HearingMessage: Hashable, Sendable {
  /// A JSON object.
  case text(String)
  /// Interleaved frames.
  case frames([UInt8])
}

/// A message from a page, as JSON.
private struct HearingRequest: Decodable {
  enum Action: String, Decodable {
    case listen
    case pause
    case played
    case dry
  }

  let action: Action
  let run: Int?
  let frames: Int64?
}

/// The stream, and the pages that may play it.
///
/// One page plays at a time: the page where the user has pressed Play last. Frames are kept until it has played them,
/// so a page that replaces it, for example after a reload, continues at the same frame.
actor HearingStage {
  /// The number of a page.
  typealias PageID = Int

  private let report: @Sendable (BrowserReport) -> Void
  private var reader = BrowserStreamReader()
  private var pages: [PageID: AsyncStream<HearingMessage>.Continuation] = [:]
  private var lastPage = 0
  private var listener: PageID?
  private var run: Run?
  private var runCount = 0
  /// Continues `end` when no page is connected anymore.
  private var lastPageLeft: CheckedContinuation<Void, Never>?

  private struct Run {
    let number: Int
    let windowFrames: Int
    let periodFrames: Int
    var played: Int64 = 0
    /// The frames that were sent and not played yet.
    var pending: [UInt8] = []
    var isFinishing = false
  }

  /// Creates a stage that passes on reports of the page.
  init(report: @escaping @Sendable (BrowserReport) -> Void) { self.report = report }

  // MARK: The stream

  /// Takes the next bytes of the stream.
  ///
  /// - Throws: `StudioError` if they are not a stream, or if more is sent than the page has room for.
  func take(_ bytes: [UInt8]) throws(StudioError) {
    let wasKnown = reader.header != nil
    let records: [BrowserRecord]
    do throws(BrowserStreamReader.Damage) {
      records = try reader.records(in: bytes)
    } catch {
      throw StudioError("standard input is not a stream of sound: \(error)")
    }
    if !wasKnown, let line = headerLine {
      for page in pages.values { page.yield(.text(line)) }
    }
    for record in records { try take(record) }
  }

  private func take(_ record: BrowserRecord) throws(StudioError) {
    switch record {
    case .start(let window, let period):
      runCount += 1
      let next = Run(number: runCount, windowFrames: window, periodFrames: period)
      run = next
      send(.text(startLine(of: next)))
    case .frames(let frames):
      guard let present = run, let frameBytes = reader.header?.frameBytes,
        frames.count % frameBytes == 0,
        present.pending.count + frames.count <= present.windowFrames * frameBytes
      else {
        throw StudioError("standard input brought frames for which the page has no room")
      }
      run?.pending += frames
      send(.frames(frames))
    case .finish:
      run?.isFinishing = true
      send(.text(#"{"do":"finish"}"#))
    case .stop:
      run = nil
      send(.text(#"{"do":"stop"}"#))
    }
  }

  /// Tells the pages that the stream has ended, and waits until they have disconnected, or until `patience` has passed.
  ///
  /// If the server disconnected them, messages could be lost: a socket that is closed before all that it has received
  /// was read discards what it has sent.
  func end(patience: Duration) async {
    for page in pages.values { page.yield(.text(#"{"do":"end"}"#)) }
    if pages.isEmpty { return }
    Task {
      try? await Task.sleep(for: patience)
      for page in pages.keys { remove(page) }
    }
    await withCheckedContinuation { lastPageLeft = $0 }
  }

  // MARK: Pages

  /// Adds a page.
  ///
  /// - Returns: the page, and its messages.
  func add() -> (page: PageID, messages: AsyncStream<HearingMessage>) {
    let (messages, output) = AsyncStream<HearingMessage>.makeStream()
    lastPage += 1
    pages[lastPage] = output
    if let line = headerLine { output.yield(.text(line)) }
    output.yield(.text(listenerLine(for: lastPage)))
    return (lastPage, messages)
  }

  /// Removes a page that was closed.
  func remove(_ page: PageID) {
    pages.removeValue(forKey: page)?.finish()
    if pages.isEmpty { lastPageLeft.take()?.resume() }
    guard listener == page else { return }
    listener = nil
    report(.listener(.left))
    tellListener()
  }

  /// Heeds a message from a page; ignores text that is not a message.
  func heed(_ text: String, from page: PageID) {
    guard pages[page] != nil,
      let request = try? JSONDecoder().decode(HearingRequest.self, from: Data(text.utf8))
    else { return }
    if request.action == .listen { return listen(page) }
    guard page == listener else { return }
    switch request.action {
    case .listen: break
    case .pause: report(.listener(.paused))
    case .dry: report(.ranDry)
    case .played:
      if request.run == run?.number, let frames = request.frames { notePlayed(frames) }
    }
  }

  private func listen(_ page: PageID) {
    if listener != page {
      listener = page
      tellListener()
      if let run {
        send(.text(startLine(of: run)))
        if !run.pending.isEmpty { send(.frames(run.pending)) }
        if run.isFinishing { send(.text(#"{"do":"finish"}"#)) }
      }
    }
    report(.listener(.listens))
  }

  private func notePlayed(_ frames: Int64) {
    guard var present = run.take(), let frameBytes = reader.header?.frameBytes else { return }
    let count = min(max(0, frames - present.played), Int64(present.pending.count / frameBytes))
    present.pending.removeFirst(Int(count) * frameBytes)
    present.played += count
    run = present
    report(.played(run: present.number, frames: present.played))
  }

  /// Sends `message` to the page that plays.
  private func send(_ message: HearingMessage) {
    guard let listener else { return }
    pages[listener]?.yield(message)
  }

  private func tellListener() {
    for (page, output) in pages { output.yield(.text(listenerLine(for: page))) }
  }

  // MARK: Messages

  /// The header as a message; nil until it has arrived.
  private var headerLine: String? {
    reader.header.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }
  }

  private func startLine(of run: Run) -> String {
    // With all frames that fit sent, the page may have up to a period less than the window.
    let enough = run.windowFrames - run.periodFrames
    return
      #"{"do":"start","run":\#(run.number),"played":\#(run.played),"enough":\#(enough)}"#
  }

  private func listenerLine(for page: PageID) -> String {
    let who = listener.map { $0 == page ? "you" : "other" } ?? "none"
    return #"{"do":"listener","who":"\#(who)"}"#
  }
}
