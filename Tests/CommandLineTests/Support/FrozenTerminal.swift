import Foundation
import Glibc
import Testing

/// The program on a full terminal that is never read.
///
/// `setsid` of util-linux makes it the program's controlling terminal.
final class FrozenTerminal {
  /// Whether this machine has setsid(1) with `--ctty`.
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/setsid")

  /// The requests that unlock the other end of a terminal and give its number.
  ///
  /// Source: ioctl_tty(2), TIOCSPTLCK and TIOCGPTN, which Swift does not import.
  private static let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  private let process = Process()
  private let folder: ScratchFolder
  private let master: Int32
  private let slave: Int32
  private let before: termios
  private let guardian: Guardian

  /// Whether the program can run as another user, who may not open the terminal by its name.
  static let canBeAnotherUser: Bool = {
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    check.arguments =
      Owner.anotherUser.split(separator: " ").map(String.init) + [Program.path, "--version"]
    (check.standardOutput, check.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    guard getuid() == 0, (try? check.run()) != nil else { return false }
    check.waitUntilExit()
    return check.terminationStatus == 0
  }()

  /// The owner of the terminal.
  enum Owner {
    /// The user who runs the program.
    case user
    /// Another user, as after su(1): the terminal cannot be opened by its name.
    case another
    /// Another user and another session, as after `su -c`: the terminal cannot be opened as `/dev/tty` either.
    case anotherSession

    fileprivate static let anotherUser = "setpriv --reuid=65534 --clear-groups"

    /// The shell command in front of the program.
    fileprivate var prefix: String { self == .user ? "" : Self.anotherUser }
  }

  /// Runs the program with `arguments` in `folder`.
  init(_ arguments: String, in folder: ScratchFolder, owner: Owner = .user) throws {
    self.folder = folder
    master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var (number, lock): (Int32, Int32) = (-1, 0)
    let isUnlocked = unsafe ioctl(master, Self.unlock, &lock)
    let isNumbered = unsafe ioctl(master, Self.number, &number)
    try #require(isUnlocked == 0 && isNumbered == 0)
    let path = "/dev/pts/\(number)"
    slave = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    try #require(slave >= 0)
    before = Self.settings(slave)
    while unsafe write(slave, "x", 1) == 1 {}
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
    process.arguments = [
      owner == .anotherSession ? "--wait" : "--ctty", "--wait", "/bin/bash", "-c",
      #"echo $$ >pid.new; mv pid.new pid; exec \#(owner.prefix) "$haptic" \#(arguments)"#,
    ]
    process.environment = Program.environment.merging(["haptic": Program.path]) { _, new in new }
    process.currentDirectoryURL = folder.url
    // The program's descriptors block, like the descriptors of a shell.
    let blocking = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    let stream = FileHandle(fileDescriptor: blocking, closeOnDealloc: true)
    (process.standardInput, process.standardOutput, process.standardError) = (
      stream, stream, stream
    )
    try process.run()
    let starter = process.processIdentifier
    guardian = Guardian { [folder] in
      if let pid = Self.program(in: folder) { kill(pid, SIGKILL) }
      kill(starter, SIGKILL)
    }
  }

  deinit {
    guardian.cancel()
    close(slave)
    close(master)
  }

  /// Waits until the program handles signals itself, and, if `takesTerminal`, until it has taken
  /// the terminal.
  func waitUntilRunning(takesTerminal: Bool) {
    while process.isRunning {
      if let pid = Self.program(in: folder), Self.handlesSignals(pid),
        !takesTerminal || Self.settings(slave).c_lflag & tcflag_t(ICANON) == 0
      {
        return
      }
      // Not `sched_yield`: the program needs the processor.
      poll(nil, 0, 5)
    }
  }

  /// Sends `signal` to the program.
  func send(_ signal: Int32) throws {
    kill(try #require(Self.program(in: folder)), signal)
  }

  /// Waits for the end, and returns the exit status.
  func finish() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Whether the terminal has its previous settings.
  var isRestored: Bool {
    let now = Self.settings(slave)
    return now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag
  }

  /// Reads everything that the terminal holds.
  func thaw() -> String {
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while case let count = unsafe read(master, &bytes, bytes.count), count > 0 {
      text += bytes[..<count]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The program's process ID; nil before it is known.
  private static func program(in folder: ScratchFolder) -> pid_t? {
    guard let text = try? folder.read("pid") else { return nil }
    return pid_t(
      String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private static func settings(_ descriptor: Int32) -> termios {
    var settings = termios()
    _ = unsafe tcgetattr(descriptor, &settings)
    return settings
  }

  /// Whether process `pid` catches Ctrl-Z, as only programs that handle all signals in their loop
  /// do.
  private static func handlesSignals(_ pid: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigCgt:") }),
      let mask = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
    else { return false }
    return mask & 1 << UInt64(SIGTSTP - 1) != 0
  }
}
