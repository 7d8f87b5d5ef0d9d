internal import AudioOutput
internal import FlyingFox
private import FlyingSocks
private import Foundation
private import Glibc

/// A server on this machine whose page plays a stream from standard input.
///
/// `haptic play --output web` starts it and sends the stream; see `BrowserHeader` and `BrowserRecord`. Standard output
/// gets the reports about the page. The server ends with its input.
///
/// Thread: any. Realtime-safe: no.
public struct HearingServer: Sendable {
  private let server: HTTPServer
  private let gate = RequestGate()
  private let stage: HearingStage

  /// How long pages have at the end to receive the last message.
  ///
  /// Our choice: several times what it takes on the other side of the earth. A page that hangs may not keep the server.
  private static let lastPatience = Duration.seconds(2)

  /// Creates a server at `port`, or at a port that the system chooses for 0.
  ///
  /// - Throws: an error with a description if the address is not valid.
  public init(port: UInt16 = 0) throws {
    stage = HearingStage { report in
      print(report.line)
      // The standard output is buffered unless it is a terminal.
      fflush(nil)
    }
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port),
      pool: QuickSockets(pool: HTTPServer.defaultPool()), logger: .disabled,
      handler: HearingRoutes(gate: gate, stage: stage))
  }

  /// Serves until standard input ends.
  ///
  /// - Parameter open: opens a link in the browser.
  /// - Throws: an error with a description if the port is in use, or if standard input is not a stream.
  public func run(opening open: @Sendable (String) -> Void) async throws {
    // Without a reader of the reports, the input ends as well.
    signal(SIGPIPE, SIG_IGN)
    let serving = Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else {
      throw StudioError("the server is not listening")
    }
    let link = "http://127.0.0.1:\(port)/\(gate.token)/"
    print(BrowserReport.address(link: link, port: Int(port)).line)
    fflush(nil)
    open(link)
    let result: Result<Void, any Error>
    do {
      for await bytes in Self.input() { try await stage.take(bytes) }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await stage.end(patience: Self.lastPatience)
    serving.cancel()
    try result.get()
  }

  /// Standard input in pieces, read by a separate thread.
  private static func input() -> AsyncStream<[UInt8]> {
    let (stream, output) = AsyncStream<[UInt8]>.makeStream()
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        // SAFETY: read writes at most as many bytes as the array has.
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
        }
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { break }
        output.yield(Array(buffer.prefix(count)))
      }
      output.finish()
    }
    return stream
  }
}

/// Answers requests about a stream.
struct HearingRoutes: HTTPHandler {
  let gate: RequestGate
  let stage: HearingStage

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await gate.answer(
      request, home: "hearing/hearing.html", sockets: HearingSockets(stage: stage))
  }
}

/// Answers the socket of each page.
private struct HearingSockets: WSMessageHandler {
  let stage: HearingStage

  func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
    let (page, messages) = await stage.add()
    Task {
      for await case .text(let text) in client { await stage.heed(text, from: page) }
      await stage.remove(page)
    }
    let (stream, output) = AsyncStream<WSMessage>.makeStream()
    Task {
      for await message in messages {
        switch message {
        case .text(let text): output.yield(.text(text))
        case .frames(let bytes): output.yield(.data(Data(bytes)))
        }
      }
      output.finish()
    }
    return stream
  }
}
