import AudioOutput
import Foundation
import Glibc
import Testing

/// Our own PCM with a clock and faults on demand; see `Tests/FaultPCM/FaultPCM.c`.
struct FaultDevice {
  let folder: ScratchFolder
  private let settings: String

  /// Creates a device with `settings`, which records its output.
  init(_ settings: String = "") throws {
    folder = try ScratchFolder()
    self.settings = settings
  }

  var capturePath: String { folder.file("capture.raw") }

  /// The file that `hang_until` waits for.
  var releasePath: String { folder.file("release") }

  /// libasound's configuration with the device, called `device`, and a converter in front of it, called
  /// `converted`.
  var definitions: String {
    """
    pcm_type.fault { lib "\(Self.libraryPath)" }
    pcm.device { type fault capture "\(capturePath)" hang_until "\(releasePath)" \(settings) }
    pcm.converted { type plug slave.pcm device }
    """
  }

  /// A configuration that plays to the device.
  ///
  /// A stall is reported after 0.3 s, to keep tests short.
  func configuration(
    pcmName: String = "device", channelCount: Int? = nil, sampleRate: Int? = nil,
    hapticChannels: [Int] = [], gainDecibels: Float = 0, stallSeconds: Double = 0.3
  ) -> ALSAOutput.Configuration {
    ALSAOutput.Configuration(
      pcmName: pcmName, channelCount: channelCount, sampleRate: sampleRate,
      hapticChannels: hapticChannels, gainDecibels: gainDecibels, stallSeconds: stallSeconds,
      definitions: definitions)
  }

  /// Lets hanging calls return.
  func release() {
    #expect(FileManager.default.createFile(atPath: releasePath, contents: nil))
  }

  /// The bytes played.
  func captured() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: capturePath)) }

  /// The floats played.
  func capturedFloats() throws -> [Float] { try floats(inFile: capturePath) }

  /// The path of the plugin, which is rebuilt for each run of the tests.
  ///
  /// libasound loads it by path, and a library of the package would be visible to everyone who depends on the package.
  private static let libraryPath: String = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let folder = ((program ?? "") as NSString).deletingLastPathComponent
    let (path, fresh) = ("\(folder)/libFaultPCM.so", "\(folder)/libFaultPCM-\(getpid()).so")
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../FaultPCM/FaultPCM.c").standardized.path
    let arguments = ["clang", "-shared", "-fPIC", "-DPIC", "-O1", "-o", fresh, source, "-lasound"]
    let compiler = try? ChildProcess(
      "/usr/bin/env", arguments, environment: ProcessInfo.processInfo.environment)
    precondition(compiler?.waitForEnd() == 0, "clang does not build \(source)")
    // Other test runs may be loading the old plugin.
    precondition(unsafe rename(fresh, path) == 0, "\(path) cannot be written")
    return path
  }()
}
