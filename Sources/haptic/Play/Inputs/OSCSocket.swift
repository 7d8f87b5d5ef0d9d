import Glibc
import OSCPackets
import TextFormats

/// A UDP socket that receives OSC packets.
///
/// No call waits.
///
/// A liblo server is not used, because it listens on all interfaces of the host.
final class OSCSocket {
  /// The maximum number of packets that a call to `take` reads.
  ///
  /// Our choice: hundreds of times a controller's rate. The system drops further packets.
  private static let mostPackets = 512

  /// The length of the longest packet in bytes, plus one.
  ///
  /// Source: RFC 768 and 791, the 16-bit length of a datagram.
  private static let longestPacket = 65_536

  /// The descriptor to wait for with poll(2).
  let descriptor: Int32
  /// The address and port on which packets are received, such as `127.0.0.1:9000`.
  let address: String
  private var buffer = [UInt8](repeating: 0, count: longestPacket)

  /// Opens a socket on `port` of this host's `address`; port 0 selects an unused port.
  ///
  /// - Throws: `Failure` if liblo is missing, the address is not numeric, or the port is in use.
  init(address: String, port: UInt16) throws(Failure) {
    do throws(MissingLibrary) {
      try OSCPacket.requireLibrary()
    } catch {
      throw Failure(.systemError, "OSC requires liblo: \(error).")
    }
    let name = "osc:\(address.contains(":") ? "[\(address)]" : address):\(port)".printable
    guard let (opened, bound) = Self.open(address, port) else {
      throw Failure(
        .usage,
        "\(name): the address must be numeric, such as \(InputPlace.loopback), or 0.0.0.0 for "
          + "all interfaces")
    }
    guard opened >= 0, bound == 0 else {
      if opened >= 0 { close(opened) }
      throw Failure(.systemError, "\(name): \(SystemText.error(bound))")
    }
    _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
    _ = fcntl(opened, F_SETFL, O_NONBLOCK)
    descriptor = opened
    self.address = Self.name(of: opened)
  }

  deinit { close(descriptor) }

  /// Returns the packets that have arrived.
  func take() -> [[UInt8]] {
    var packets: [[UInt8]] = []
    for _ in 0..<Self.mostPackets {
      // SAFETY: recv writes at most as many bytes as the array has.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if count < 0 { break }
      packets.append(Array(buffer.prefix(count)))
    }
    return packets
  }

  /// Returns a bound socket, and 0 or the `errno` of the failure; nil if the address is not numeric.
  private static func open(_ address: String, _ port: UInt16) -> (Int32, Int32)? {
    var hints = unsafe addrinfo()
    // Host names are not resolved, so that nothing is requested from the network.
    unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    unsafe hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    // SAFETY: getaddrinfo reads the texts and the hints, and gives a list that freeaddrinfo frees.
    guard unsafe getaddrinfo(address, "\(port)", &hints, &found) == 0, let info = unsafe found
    else { return nil }
    defer { unsafe freeaddrinfo(info) }
    let opened = unsafe socket(info.pointee.ai_family, info.pointee.ai_socktype, 0)
    if opened < 0 { return (opened, errno) }
    let result = unsafe bind(opened, info.pointee.ai_addr, info.pointee.ai_addrlen)
    return (opened, result == 0 ? 0 : errno)
  }

  /// Returns the address and port of a bound socket.
  private static func name(of descriptor: Int32) -> String {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var (host, port) = ([CChar](repeating: 0, count: 64), [CChar](repeating: 0, count: 8))
    // SAFETY: every address fits in the storage, and the texts end with a zero within their arrays.
    let result = unsafe withUnsafeMutablePointer(to: &storage) { storage in
      unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe getsockname(descriptor, address, &length) == 0
          ? getnameinfo(
            address, length, &host, 64, &port, 8, Int32(NI_NUMERICHOST | NI_NUMERICSERV)) : -1
      }
    }
    guard result == 0 else { return "?" }
    let texts = [host, port].map { text in
      String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return texts[0].contains(":") ? "[\(texts[0])]:\(texts[1])" : "\(texts[0]):\(texts[1])"
  }
}
