import Foundation
import Testing

/// A PulseAudio server of the test's own, with a sink that nobody hears and a recorder of it.
///
/// It runs in the foreground on a socket in a scratch folder, and shares nothing with a server of
/// the user's.
final class PulseServer {
  private static let programs = ["pulseaudio", "parec"]
  private static let plugin = "libasound_module_pcm_pulse.so"

  /// What is missing to run one, or nil: programs, and libasound's plugin.
  static let missing: String? = {
    let files = FileManager.default
    let absent = programs.filter { !files.isExecutableFile(atPath: "/usr/bin/" + $0) }
    if !absent.isEmpty { return absent.joined(separator: ", ") }
    let folders = (try? files.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    let places = ([""] + folders).map { "/usr/lib/\($0)/alsa-lib/\(plugin)" }
    return places.contains(where: files.fileExists) ? nil : plugin
  }()

  private let folder: ScratchFolder
  private let server = Process()
  private var recorder: Process?

  /// Starts a server and waits until it answers.
  init() throws {
    folder = try ScratchFolder()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/pulseaudio")
    server.arguments = [
      "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
      "--load=module-native-protocol-unix auth-anonymous=1 socket=\(folder.file("socket"))",
      "--load=module-null-sink sink_name=haptic format=float32le rate=48000 channels=2",
    ]
    server.environment = environment
    server.standardOutput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
    let socket = folder.file("socket")
    guard try eventually({ FileManager.default.fileExists(atPath: socket) }) else {
      throw CocoaError(.fileReadNoSuchFile)
    }
  }

  deinit {
    // The children may have SIGTERM blocked, as the thread had that started them.
    for process in [recorder, server].compactMap(\.self) where process.isRunning {
      Glibc.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// libasound's configuration with the server's sink as the PCM `pulse`.
  var definitions: String {
    "pcm.pulse { type pulse server \"unix:\(folder.file("socket"))\" device haptic }"
  }

  /// Starts recording what the sink is given, and waits until the first samples have come.
  ///
  /// - Returns: the file of raw stereo floats that it records to.
  func record() throws -> String {
    let path = folder.file("recording.raw")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/parec")
    process.arguments = [
      "--server=unix:\(folder.file("socket"))", "--device=haptic.monitor", "--format=float32le",
      "--rate=48000", "--channels=2", "--latency-msec=10", "--raw", path,
    ]
    process.environment = environment
    process.standardError = FileHandle.nullDevice
    try process.run()
    recorder = process
    #expect(try eventually { Self.size(of: path) > 0 })
    return path
  }

  /// Ends the server as a crash does.
  func kill() { Glibc.kill(server.processIdentifier, SIGKILL) }

  /// How many bytes the file at `path` has.
  static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  private var environment: [String: String] {
    [
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_RUNTIME_PATH": folder.path,
      "PATH": "/usr/bin:/bin", "LC_ALL": "C",
    ]
  }
}
