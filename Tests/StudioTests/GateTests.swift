import FlyingFox
import Foundation
import Testing

@testable import Studio

/// Which requests the server answers: only those of the page that has the secret link.
struct GateTests {
  private let gate = RequestGate()

  private func path(
    _ path: String, method: HTTPMethod = .GET, _ headers: [String: String] = [:]
  ) throws -> String {
    var all = HTTPHeaders([HTTPHeader("Host"): "127.0.0.1:8000"])
    for (name, value) in headers { all[HTTPHeader(name)] = value }
    let request = HTTPRequest(
      method: method, version: .http11, path: path, query: [], headers: all,
      body: HTTPBodySequence(data: Data()))
    return try gate.path(of: request)
  }

  @Test func `the link leads to the page`() throws {
    #expect(try path("/\(gate.token)/") == "")
    #expect(try path("/\(gate.token)/app.js") == "app.js")
    #expect(try path("/\(gate.token)/sound/0123") == "sound/0123")
  }

  @Test(arguments: ["/", "", "/x/", "/token/app.js", "//"])
  func `a request without the secret is refused`(address: String) {
    #expect(throws: RequestGate.Refusal.token) { try path(address) }
  }

  @Test func `a part of the secret and a longer one are refused`() {
    for token in [String(gate.token.dropLast()), gate.token + "0", gate.token.uppercased() + "x"] {
      #expect(throws: RequestGate.Refusal.token) { try path("/\(token)/") }
    }
  }

  @Test func `two servers have different secrets`() {
    #expect(gate.token.count == 32)
    #expect(RequestGate().token != gate.token)
  }

  /// DNS rebinding: the name of another site may lead to this machine.
  @Test(arguments: [
    "evil.com", "evil.com:8000", "127.0.0.1.evil.com", "localhost.evil.com:8000",
    "localhost:8000@evil.com",
    "0.0.0.0:8000", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:80000", "", "[::1", "192.168.0.1",
  ])
  func `another host is refused`(host: String) {
    #expect(throws: RequestGate.Refusal.host) { try path("/\(gate.token)/", ["Host": host]) }
  }

  @Test(arguments: ["127.0.0.1", "localhost:1", "[::1]:8000", "127.0.0.1:65535"])
  func `this machine is served at any port, because SSH forwards another one`(host: String) throws {
    #expect(try path("/\(gate.token)/", ["Host": host]) == "")
  }

  @Test(arguments: [
    "http://evil.com", "https://127.0.0.1:8000", "http://127.0.0.1:8001", "http://localhost:8000",
    "null",
    "",
  ])
  func `another origin is refused`(origin: String) {
    #expect(throws: RequestGate.Refusal.origin) {
      try path("/\(gate.token)/", ["Origin": origin])
    }
  }

  @Test func `a socket and a change need the origin of the page`() throws {
    let address = "/\(gate.token)/socket"
    #expect(throws: RequestGate.Refusal.origin) { try path(address, ["Upgrade": "websocket"]) }
    #expect(throws: RequestGate.Refusal.origin) { try path(address, method: .POST) }
    let own = ["Upgrade": "websocket", "Origin": "http://127.0.0.1:8000"]
    #expect(try path(address, own) == "socket")
  }

  @Test(arguments: ["cross-site", "same-site"])
  func `a request that another site has started is refused`(site: String) {
    #expect(throws: RequestGate.Refusal.origin) {
      try path("/\(gate.token)/", ["Sec-Fetch-Site": site])
    }
  }

  @Test func `every answer forbids scripts of others and other pages' frames`() throws {
    let policy = try #require(RequestGate.headers[HTTPHeader("Content-Security-Policy")])
    #expect(policy.hasPrefix("default-src 'none'"))
    #expect(policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    #expect(!RequestGate.headers.keys.contains { $0.rawValue.hasPrefix("Access-Control") })
  }
}
