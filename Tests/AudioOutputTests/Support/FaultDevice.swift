import AudioOutput
import Foundation
import Glibc
import Testing

/// A PCM of our own with a clock of its own and faults on demand; see `Tests/FaultPCM/FaultPCM.c`.
struct FaultDevice {
  let folder: ScratchFolder
  private let settings: String

  /// A device with `settings`, which keeps what it plays.
  init(_ settings: String = "") throws {
    folder = try ScratchFolder()
    self.settings = settings
  }

  var capturePath: String { folder.file("capture.raw") }

  /// A file that `hang_until` waits for.
  var releasePath: String { folder.file("release") }

  /// libasound's configuration with the device, called `device`, and a converter before it, called
  /// `converted`.
  var definitions: String {
    """
    pcm_type.fault { lib "\(Self.libraryPath)" }
    pcm.device { type fault capture "\(capturePath)" hang_until "\(releasePath)" \(settings) }
    pcm.converted { type plug slave.pcm device }
    """
  }

  /// A configuration that plays to it; a stall is reported after 0.3 s, so that tests are short.
  func configuration(
    pcmName: String = "device", channelCount: Int? = nil, sampleRate: Int? = nil,
    hapticChannels: [Int] = [], gainDecibels: Float = 0, stallSeconds: Double = 0.3
  ) -> ALSAOutput.Configuration {
    ALSAOutput.Configuration(
      pcmName: pcmName, channelCount: channelCount, sampleRate: sampleRate,
      hapticChannels: hapticChannels, gainDecibels: gainDecibels, stallSeconds: stallSeconds,
      definitions: definitions)
  }

  /// Lets calls that hang return.
  func release() {
    #expect(FileManager.default.createFile(atPath: releasePath, contents: nil))
  }

  /// The bytes that were played.
  func captured() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: capturePath)) }

  /// The floats that were played.
  func capturedFloats() throws -> [Float] { try floats(inFile: capturePath) }

  /// Where the plugin is, built anew for each run of the tests: libasound loads it by path, and as a
  /// library of the package it would be offered to everyone who depends on that.
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
    // Other runs may be loading the old one.
    precondition(unsafe rename(fresh, path) == 0, "\(path) cannot be written")
    return path
  }()
}
