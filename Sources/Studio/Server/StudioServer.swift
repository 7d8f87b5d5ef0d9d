internal import FlyingFox
private import FlyingSocks
private import Foundation
private import Glibc
public import HapticEngine
private import TextFormats

/// A server on this machine that shows a folder of patterns in the browser.
///
/// It listens on 127.0.0.1 only, and answers only pages that were opened with its secret link.
///
/// Thread: any. Realtime-safe: no.
public actor StudioServer {
  private let server: HTTPServer
  private let gate = RequestGate()
  private let port: UInt16

  /// Creates a server for the folder at `folder`.
  ///
  /// - Parameters:
  ///   - folder: the folder. Nothing outside it is written, except the histories. Nothing outside it is read, except
  ///     the histories and the pattern library.
  ///   - first: the file that a page opens first, relative to the folder; nil for the first file by name.
  ///   - histories: the folder in which the histories of files are kept; it must exist.
  ///   - library: the folders of patterns that new files can begin with.
  ///   - port: the port, or 0 for a port that the system chooses.
  ///   - profile: the profile that maps intensity and sharpness to a signal.
  /// - Throws: an error with a description if the folder does not exist.
  public init(
    folder: String, first: String? = nil, histories: String, library: [String] = [],
    port: UInt16 = 0, profile: Profile = .wideband
  ) throws {
    self.port = port
    let studio = Studio(
      try StudioFolder(folder), first: first, histories: histories, library: library,
      profile: profile)
    let routes = StudioRoutes(gate: gate, studio: studio)
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port),
      pool: QuickSockets(pool: HTTPServer.defaultPool()), logger: .disabled, handler: routes)
  }

  /// Serves until the task is canceled.
  ///
  /// - Throws: an error with a description if the port is in use.
  public func run() async throws {
    do {
      try await server.run()
    } catch SocketError.failed(_, EADDRINUSE, _) {
      throw StudioError("port \(port) is in use by another program; choose another with --port")
    }
  }

  /// Waits until the server listens.
  ///
  /// - Returns: the link to open, which contains the secret, and the port.
  /// - Throws: an error with a description if the server does not start.
  public func address() async throws -> (link: String, port: UInt16) {
    try await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else {
      throw StudioError("the server is not listening")
    }
    return ("http://127.0.0.1:\(port)/\(gate.token)/", port)
  }
}

/// Answers requests.
struct StudioRoutes: HTTPHandler {
  let gate: RequestGate
  let studio: Studio

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await gate.answer(request, home: "index.html", sockets: PageSockets(studio: studio)) {
      path in
      if request.method == .POST, path.hasPrefix("import/") {
        return try await imported(request, name: String(path.dropFirst("import/".count)))
      }
      guard request.method != .POST, path.hasPrefix("sound/") else { return nil }
      guard let bytes = await studio.bytes(at: String(path.dropFirst("sound/".count))) else {
        // A newer sound has probably replaced this one. Browsers would report an error.
        return .gated(.noContent, "text/plain", [])
      }
      // The address is made from the content, so the content of an address never changes.
      return .gated(
        .ok, "application/octet-stream", bytes, cache: "private, immutable, max-age=86400")
    }
  }

  /// The maximum size of an imported sound, in bytes.
  ///
  /// Our choice: an hour of uncompressed stereo fits.
  private static let maximumImport = 1 << 30

  private func imported(_ request: HTTPRequest, name: String) async throws -> HTTPResponse {
    let text = "text/plain; charset=utf-8"
    guard let size = request.headers[.contentLength].flatMap(Int.init), size <= Self.maximumImport
    else {
      return .gated(.payloadTooLarge, text, Array("the sound is larger than 1 GB".utf8))
    }
    do {
      try await studio.add(Array(try await request.bodyData), named: name)
      return .gated(.ok, text, [])
    } catch let error as StudioError {
      return .gated(.conflict, text, Array(error.description.utf8))
    }
  }
}

extension HTTPResponse {
  /// Returns an answer with the headers of every answer.
  static func gated(
    _ status: HTTPStatusCode, _ type: String, _ bytes: [UInt8], cache: String = "no-store"
  ) -> HTTPResponse {
    var headers = HTTPHeaders(RequestGate.headers)
    headers[.contentType] = type
    headers[.cacheControl] = cache
    return HTTPResponse(statusCode: status, headers: headers, body: Data(bytes))
  }
}

extension RequestGate {
  /// Answers a request: refuses it, connects its socket, or returns a file of the page.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - home: the file of the page for the link itself.
  ///   - sockets: answers the sockets of pages.
  ///   - other: answers requests for paths that are not files of the page; returns nil for any other path.
  /// - Returns: the answer.
  /// - Throws: an error if the body of the request cannot be read, or if the socket cannot be connected.
  func answer(
    _ request: HTTPRequest, home: String, sockets: some WSMessageHandler,
    other: (_ path: String) async throws -> HTTPResponse? = { _ in nil }
  ) async throws -> HTTPResponse {
    let path: String
    do throws(RequestGate.Refusal) {
      path = try self.path(of: request)
    } catch {
      return .gated(.forbidden, "text/plain; charset=utf-8", Array(error.rawValue.utf8))
    }
    if path == "socket" {
      let handler = MessageFrameWSHandler(handler: sockets)
      return try await WebSocketHTTPHandler(handler: handler).handleRequest(request)
    }
    if let answer = try await other(path) { return answer }
    guard request.method == .GET || request.method == .HEAD else {
      return .gated(.methodNotAllowed, "text/plain", [])
    }
    if path.isEmpty, !request.target.path().hasSuffix("/") {
      // The paths in the page are relative to the link with its slash.
      var answer = HTTPResponse.gated(.temporaryRedirect, "text/plain", [])
      answer.headers[.location] = "/\(token)/"
      return answer
    }
    guard let file = PageFile.named(path.isEmpty ? home : path) else {
      return .gated(.notFound, "text/plain", [])
    }
    return .gated(.ok, file.type, file.bytes)
  }

  /// The headers of every answer.
  ///
  /// The page may load only files of this server, and no other page may embed it or read from it.
  static let headers: [HTTPHeader: String] = [
    HTTPHeader("Content-Security-Policy"):
      "default-src 'none'; script-src 'self'; style-src 'self'; "
      + "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'",
    HTTPHeader("X-Content-Type-Options"): "nosniff",
    HTTPHeader("Referrer-Policy"): "no-referrer",
    HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
    HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
  ]
}
