internal import FlyingFox
internal import FlyingSocks
private import Glibc

/// A pool of sockets that sends small answers immediately.
///
/// The server's own pool leaves Nagle's algorithm on, so the kernel holds back a small answer until the browser
/// confirms the previous one, which takes 40 ms. Sockets that the listening socket accepts inherit its option on Linux.
struct QuickSockets<Pool: AsyncSocketPool>: AsyncSocketPool {
  /// The pool that waits for the sockets.
  let pool: Pool

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    try socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}
