import Foundation
import Testing

/// A separate PulseAudio server with an inaudible sink and a recorder for it.
///
/// It runs in the foreground on a socket in a scratch folder, and does not share anything with the
/// user's server.
final class PulseServer {
  private static let programs = ["pulseaudio", "parec", "pactl"]
  private static let plugin = "libasound_module_pcm_pulse.so"

  /// A description of the missing programs or libasound plugin; nil if a server can run.
  static let missing: String? = {
    let files = FileManager.default
    let absent = programs.filter { !files.isExecutableFile(atPath: "/usr/bin/" + $0) }
    if !absent.isEmpty { return absent.joined(separator: ", ") }
    let folders = (try? files.contentsOfDirectory(atPath: "/usr/lib")) ?? []
    let places = ([""] + folders).map { "/usr/lib/\($0)/alsa-lib/\(plugin)" }
    return places.contains(where: files.fileExists) ? nil : plugin
  }()

  private let folder: ScratchFolder
  private let server: ChildProcess
  private var recorder: ChildProcess?

  /// Starts a server and waits until it responds.
  init() throws {
    folder = try ScratchFolder()
    let socket = folder.file("socket")
    server = try ChildProcess(
      "/usr/bin/pulseaudio",
      [
        "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes", "--use-pid-file=no",
        "--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
        "--load=module-null-sink sink_name=haptic format=float32le rate=48000 channels=2",
      ], environment: Self.environment(in: folder))
    #expect(try eventually { FileManager.default.fileExists(atPath: socket) })
  }

  /// libasound's configuration with the server's sink as the PCM `pulse`.
  var definitions: String {
    "pcm.pulse { type pulse server \"unix:\(folder.file("socket"))\" device haptic }"
  }

  /// Starts recording the sink, and waits until the first samples have arrived.
  ///
  /// - Returns: the file of raw stereo floats.
  func record() throws -> String {
    let path = folder.file("recording.raw")
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    recorder = try ChildProcess(
      "/usr/bin/parec",
      [
        "--server=unix:\(folder.file("socket"))", "--device=haptic.monitor",
        "--format=float32le", "--rate=48000", "--channels=2", "--latency-msec=10", "--raw", path,
      ], environment: Self.environment(in: folder))
    #expect(try eventually { Self.size(of: path) > 0 })
    return path
  }

  /// Ends the server like a crash.
  func kill() { server.kill() }

  /// Pauses the server.
  func freeze() { server.send(SIGSTOP) }

  /// Resumes the server.
  func thaw() { server.send(SIGCONT) }

  /// Runs `pactl` with the given arguments, and waits until it is done.
  func control(_ arguments: String...) throws {
    let program = try ChildProcess(
      "/usr/bin/pactl", ["--server=unix:\(folder.file("socket"))"] + arguments,
      environment: Self.environment(in: folder))
    #expect(program.waitForEnd() == 0)
  }

  /// The size of the file at `path` in bytes.
  static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  private static func environment(in folder: ScratchFolder) -> [String: String] {
    [
      "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "PULSE_RUNTIME_PATH": folder.path,
      "PATH": "/usr/bin:/bin", "LC_ALL": "C",
    ]
  }
}
