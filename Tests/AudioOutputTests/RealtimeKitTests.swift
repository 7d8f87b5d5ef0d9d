import Foundation
import RealtimeThreads
import Testing

@testable import Realtime

/// Real-time priority through RealtimeKit, tested against a separate service.
@Suite(.enabled(if: MessageBusServer.missing == nil, "install dbus, python3-dbus and python3-gi"))
struct RealtimeKitTests {
  @Test func `the service is asked for this thread, at priority 20 at most`() throws {
    let bus = try MessageBusServer(highestPriority: 99)
    #expect(RealtimeKit.raiseCurrent(waitingMilliseconds: 20_000, bus: bus.address))
    let requests = try bus.requests()
    #expect(requests.count == 1)
    let words = try #require(requests.first).split(separator: " ")
    #expect(words.last == "20")
    #expect(FileManager.default.fileExists(atPath: "/proc/self/task/\(words[0])"))
  }

  @Test func `a lower limit of the service is respected`() throws {
    let bus = try MessageBusServer(highestPriority: 7)
    #expect(RealtimeKit.raiseCurrent(waitingMilliseconds: 20_000, bus: bus.address))
    #expect(try bus.requests().first?.hasSuffix(" 7") == true)
  }

  @Test func `a rejection by the service is not an error`() throws {
    let bus = try MessageBusServer(highestPriority: 20, refuses: true)
    #expect(!RealtimeKit.raiseCurrent(waitingMilliseconds: 20_000, bus: bus.address))
  }

  @Test func `without a bus, the request fails immediately`() {
    #expect(
      !RealtimeKit.raiseCurrent(
        waitingMilliseconds: 20_000, bus: "unix:path=/nonexistent/haptic-test"))
  }

  @Test func `a request to a bus that does not respond fails`() throws {
    let bus = try MessageBusServer(highestPriority: 20)
    bus.freeze()
    #expect(!RealtimeKit.raiseCurrent(waitingMilliseconds: 20, bus: bus.address))
    bus.thaw()
  }
}

/// A separate message bus, with a service that is called like RealtimeKit.
private final class MessageBusServer {
  private static let daemon = "/usr/bin/dbus-daemon"
  private static let python = "/usr/bin/python3"

  /// A description of the missing programs, or nil.
  static let missing: String? = {
    let files = FileManager.default
    if !files.isExecutableFile(atPath: daemon) { return "dbus-daemon" }
    let folders = ["/usr/lib/python3/dist-packages/dbus", "/usr/lib/python3/dist-packages/gi"]
    return folders.first { !files.fileExists(atPath: $0) }
  }()

  private let folder: ScratchFolder
  private let bus: ChildProcess
  private let service: ChildProcess

  /// The address that clients connect to.
  var address: String { "unix:path=\(folder.file("bus"))" }

  /// Starts a bus and the service on it, and waits until the service is available.
  init(highestPriority: Int, refuses: Bool = false) throws {
    folder = try ScratchFolder()
    let configuration = """
      <busconfig>
        <listen>unix:path=\(folder.file("bus"))</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
          <allow user="*"/>
        </policy>
      </busconfig>
      """
    try configuration.write(
      toFile: folder.file("bus.conf"), atomically: true, encoding: .utf8)
    try Self.program.write(toFile: folder.file("service.py"), atomically: true, encoding: .utf8)
    let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
    bus = try ChildProcess(
      Self.daemon, ["--config-file=\(folder.file("bus.conf"))", "--nofork", "--nopidfile"],
      environment: environment)
    let socket = folder.file("bus")
    #expect(try eventually { FileManager.default.fileExists(atPath: socket) })
    service = try ChildProcess(
      Self.python,
      [
        folder.file("service.py"), "unix:path=\(socket)", folder.file("requests"),
        String(highestPriority), refuses ? "refuses" : "grants",
      ], environment: environment)
    let requests = folder.file("requests")
    #expect(try eventually { FileManager.default.fileExists(atPath: requests) })
  }

  /// The thread and priority of each request.
  func requests() throws -> [String] {
    try String(contentsOfFile: folder.file("requests"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  /// Stops the bus from answering.
  func freeze() { bus.send(SIGSTOP) }

  /// Makes the bus answer again.
  func thaw() { bus.send(SIGCONT) }

  /// The limit of a minute is far above the time that a test under a sanitizer computes without
  /// waiting.
  ///
  /// It stays with the process.
  private static let program = """
    import sys
    import dbus
    import dbus.service
    import dbus.mainloop.glib
    from gi.repository import GLib

    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    address, requests, highest, answer = sys.argv[1:5]
    bus = dbus.bus.BusConnection(address)
    name = dbus.service.BusName("org.freedesktop.RealtimeKit1", bus)


    class Kit(dbus.service.Object):
        @dbus.service.method("org.freedesktop.RealtimeKit1", in_signature="tu")
        def MakeThreadRealtime(self, thread, priority):
            if answer == "refuses":
                raise dbus.exceptions.DBusException("no", name="org.freedesktop.DBus.Error.AccessDenied")
            with open(requests, "a") as file:
                file.write(f"{int(thread)} {int(priority)}\\n")

        @dbus.service.method(
            "org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
        def Get(self, interface, name):
            if name == "MaxRealtimePriority":
                return dbus.Int32(int(highest))
            return dbus.Int64(60_000_000)


    kit = Kit(bus, "/org/freedesktop/RealtimeKit1")
    open(requests, "w").close()
    GLib.MainLoop().run()
    """
}
