import ArgumentParser

/// `haptic port`.
struct PortCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "port",
    abstract: "Compile an iOS app's own sources on Linux.",
    discussion: """
      Sources that import CoreHaptics, AVFoundation, UIKit (feedback generators and the app's state), \
      MediaPlayer, CallKit or AudioToolbox compile against modules of the same names, which a \
      simulated phone backs. `check` tells which files do, `rewrite` removes what needs the \
      Objective-C runtime, and `init` writes a package that runs the app's tests.

      Examples:
        haptic port check MyApp
        haptic port init MyApp/Audio --tests MyAppTests -o linux
      """,
    subcommands: [PortCheckCommand.self, PortRewriteCommand.self, PortInitCommand.self])
}
