import ArgumentParser
import Glibc

/// The command line: one subcommand for each thing one does with a pattern.
@main
struct Haptic: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "haptic",
    abstract: "Author, hear and see haptic patterns.",
    discussion: """
      A PATTERN is an .ahap file, - for standard input, a preset such as impact.heavy, or a name of \
      the pattern library.

      Examples:
        haptic presets
        haptic render heartbeat -o heartbeat.wav
        haptic validate *.ahap

      Exit status: 0 done; 1 a check failed; 64 wrong usage; 65 the input is not valid; 66 no such \
      input; 69 the sound device is not available; 70 a defect of haptic; 73 the output cannot be \
      created; 130 interrupted.
      """,
    subcommands: [
      RenderCommand.self, ValidateCommand.self, InspectCommand.self, NewCommand.self,
      PresetsCommand.self, ProfilesCommand.self, DevicesCommand.self, SchemaCommand.self,
      CompletionsCommand.self, BenchCommand.self,
    ])

  /// Runs the command that the arguments ask for and exits with its status.
  static func main() {
    Interruption.prepare()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      exit(with: error)
    }
  }

  /// Says why, and exits.
  private static func exit(with error: any Error) -> Never {
    var failure = Failure(.defect)
    if let known = error as? Failure {
      failure = known
    } else if isUsage(error) {
      failure = Failure(.usage, fullMessage(for: error))
    } else if exitCode(for: error).isSuccess {
      failure = help(fullMessage(for: error))
    } else {
      failure = Failure(error)
    }
    if !failure.message.isEmpty {
      Words.say(failure.status == .usage && isUsage(error) ? failure.message : "haptic: \(failure.message)")
    }
    Glibc.exit(failure.status.rawValue)
  }

  /// Whether it is ArgumentParser that complains.
  private static func isUsage(_ error: any Error) -> Bool {
    exitCode(for: error) == .validationFailure
  }

  /// Prints help, a version, or completions.
  private static func help(_ text: String) -> Failure {
    do {
      try StandardOutput.write(text + "\n")
      return Failure(.done)
    } catch {
      return error
    }
  }
}
