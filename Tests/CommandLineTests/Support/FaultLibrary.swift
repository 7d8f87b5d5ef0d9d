import Foundation
import Testing

/// The libasound plugin that simulates a device with faults; see `Tests/FaultPCM/FaultPCM.c`.
enum FaultLibrary {
  /// Builds the plugin in `folder`, and returns its path.
  static func build(in folder: ScratchFolder) throws -> String {
    let path = folder.path("libFaultPCM.so")
    let compiler = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      arguments: [
        "clang", "-shared", "-fPIC", "-DPIC", "-O1", "-o", path,
        "\(Program.package)/Tests/FaultPCM/FaultPCM.c", "-lasound",
      ])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    return path
  }
}
