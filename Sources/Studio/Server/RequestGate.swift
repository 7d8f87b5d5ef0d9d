internal import FlyingFox
private import Foundation

/// Decides which requests the server answers.
///
/// Any page in the same browser, and any program on the same machine, can send requests to the server. Only the page
/// that was opened with the token may read or change files:
///
/// - the first part of the path must be the token, which other programs and pages cannot guess;
/// - `Host` must be this machine, because a hostile name server can make its own name point here (DNS rebinding);
/// - `Origin`, which browsers send for sockets and for changes, must be the server's own, because sockets are not
///   subject to the same-origin policy.
struct RequestGate: Sendable {
  /// The reason why a request is refused.
  enum Refusal: String, Error {
    case host = "this address is not served; open the link that was printed"
    case origin = "requests from other sites are refused"
    case token = "the link is not valid; open the link that was printed"
  }

  /// The first part of every path: 128 random bits.
  let token: String

  /// Creates a gate with a new token.
  init() {
    var random = SystemRandomNumberGenerator()
    token = (0..<4).map { _ in
      let digits = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Returns the path of `request` after the token, without a leading slash.
  ///
  /// - Throws: the reason why the request is refused.
  func path(of request: HTTPRequest) throws(Refusal) -> String {
    guard let host = request.headers[.host], Self.isLocal(host) else { throw .host }
    let isSocket = request.headers[.upgrade] != nil
    let isChange = request.method != .GET && request.method != .HEAD
    if let origin = request.headers[HTTPHeader("Origin")] {
      guard origin == "http://\(host)" else { throw .origin }
    } else if isSocket || isChange {
      throw .origin
    }
    if let site = request.headers[HTTPHeader("Sec-Fetch-Site")], site != "same-origin",
      site != "none"
    {
      throw .origin
    }
    let parts = request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .dropFirst()
    let rest =
      parts.first?.split(
        separator: "/", maxSplits: 1, omittingEmptySubsequences: false) ?? []
    guard let first = rest.first, Self.areEqual(first.utf8, token.utf8) else { throw .token }
    return rest.count > 1 ? String(rest[1]) : ""
  }

  /// Returns whether `host`, the value of the header, is a name of this machine, with any port.
  ///
  /// The port may differ from the server's port, because SSH can forward a different port.
  static func isLocal(_ host: String) -> Bool {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    return names.contains { name in
      guard host.hasPrefix(name) else { return false }
      let port = host.dropFirst(name.count)
      return port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil
    }
  }

  /// Returns whether two texts are equal, in a time that does not reveal how many of their bytes are equal.
  private static func areEqual(_ left: Substring.UTF8View, _ right: String.UTF8View) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
