import ArgumentParser
import AudioOutput
import Glibc
import HapticEngine
import TextFormats

/// The command line: one subcommand for each task.
@main
struct Haptic: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "haptic",
    // One paragraph, because a separate discussion would begin with an empty line.
    abstract: """
      Make, hear and judge haptic patterns; simulate a phone's audio.
      Exit status: 0 success; 1 a check failed; 64 usage; 65 invalid input; 66 no \
      input; 69 no device; 70 internal; 71 resources; 73 no output; 128+N signal.
      """,
    // The usage would only repeat the last line of the help, so the exit statuses use its space.
    usage: "",
    groupedSubcommands: [
      CommandGroup(
        name: "Make",
        subcommands: [
          NewCommand.self, EditCommand.self, StudioCommand.self, ConvertCommand.self,
          ListenCommand.self,
        ]),
      CommandGroup(
        name: "Hear",
        subcommands: [
          PlayCommand.self, WatchCommand.self, RenderCommand.self, TourCommand.self,
        ]),
      CommandGroup(
        name: "Judge",
        subcommands: [
          InspectCommand.self, ChartCommand.self, ValidateCommand.self, LintCommand.self,
          TestCommand.self, DiffCommand.self,
        ]),
      CommandGroup(name: "Phone", subcommands: [SessionCommand.self, PortCommand.self]),
      CommandGroup(
        name: "Tools",
        subcommands: [
          PresetsCommand.self, ProfilesCommand.self, DevicesCommand.self, SchemaCommand.self,
          CompletionsCommand.self,
        ]),
    ])

  /// The prefix of ArgumentParser's error messages, the same as in all other messages.
  static let _errorPrefix = "haptic: "

  @Flag(help: "Print the version and the capabilities of this build.")
  var version = false

  func run() throws {
    if version { return try StandardOutput.write(BuildDescription.text) }
    throw CleanExit.helpRequest(self)
  }

  /// Runs the command that the arguments name and exits with its status.
  static func main() {
    StandardStreams.prepare()
    TerminationSignals.prepare()
    let arguments = SystemCall.arguments
    do {
      var command = try parseAsRoot(try ProgramArguments.prepared(arguments))
      try SystemCall.checkDescriptors()
      try command.run()
    } catch {
      exit(with: error, arguments)
    }
  }

  /// Prints the reason, and exits.
  private static func exit(with error: any Error, _ arguments: [String]) -> Never {
    let failure = failure(error, arguments)
    if !failure.message.isEmpty { StandardError.print(failure.message) }
    Glibc.exit(failure.status.rawValue)
  }

  private static func failure(_ error: any Error, _ arguments: [String]) -> Failure {
    if let failure = error as? Failure { return failure.named }
    let code = exitCode(for: error)
    if code == .validationFailure { return Failure(.usage, parserMessage(error, arguments)) }
    guard code.isSuccess else { return Failure(error).named }
    // The user asked for help.
    do throws(Failure) {
      try StandardOutput.write(fullMessage(for: error) + "\n")
      return Failure(.done)
    } catch {
      return error.named
    }
  }

  /// Returns the parser's error message.
  ///
  /// Arguments are as untrusted as the contents of files. The message is therefore built again from
  /// the arguments' printable forms, so that no argument spans several lines.
  static func parserMessage(_ error: any Error, _ arguments: [String]) -> String {
    let printable = arguments.map(\.printable)
    var error = error
    if printable != arguments {
      do {
        _ = try parseAsRoot(try ProgramArguments.prepared(printable))
      } catch let other where exitCode(for: other) == .validationFailure {
        error = other
      } catch {}
    }
    return ArgumentAdvice.added(to: fullMessage(for: error), printable)
  }
}

extension Failure {
  /// The failure with the name of the program before its message.
  fileprivate var named: Failure { message.isEmpty ? self : Failure(status, "haptic: \(message)") }
}

/// The output of `haptic --version`.
enum BuildDescription {
  /// The version of the program.
  static let version = "0.2.0"

  /// The version and the capabilities of the build, each on its own line.
  static var text: String {
    let libraries = AudioLibraries.versions
    return """
      haptic \(version)
      play    ALSA \(libraries.alsa)
      render  wav, flac, ogg (\(libraries.soundFiles))
      sounds  all formats of libsndfile; resampling: \(libraries.resampling)
      build   \(compiler), \(OfflineRenderer.isOptimized ? "optimized" : "not optimized")
      files   \(SharedFiles.folder ?? "patterns, examples and pages are not installed")

      """
  }

  private static var compiler: String {
    #if compiler(>=6.3)
      "Swift 6.3 or later"
    #else
      "Swift 6.2"
    #endif
  }

}
