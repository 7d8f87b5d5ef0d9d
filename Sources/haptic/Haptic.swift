import ArgumentParser
import Glibc

/// The command line: one subcommand for each thing one does with a pattern.
@main
struct Haptic: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "haptic",
    abstract: "Author, hear and see haptic patterns; simulate the audio sessions of a phone.",
    discussion: """
      A PATTERN is an .ahap file, - for standard input, a preset such as impact.heavy, or a name of \
      the pattern library.

      Examples:
        haptic presets
        haptic play heartbeat
        haptic render heartbeat -o heartbeat.wav
        haptic validate *.ahap
        haptic session run call-over-music.yaml

      Exit status: 0 done; 1 a check failed; 64 wrong usage; 65 the input is not valid; 66 no such \
      input; 69 the sound device is not available; 70 a defect of haptic; 73 the output cannot be \
      created; 130 interrupted.
      """,
    subcommands: [
      PlayCommand.self, RenderCommand.self, ValidateCommand.self, InspectCommand.self,
      NewCommand.self, SessionCommand.self,
      PresetsCommand.self, ProfilesCommand.self, DevicesCommand.self, SchemaCommand.self,
      CompletionsCommand.self, BenchCommand.self,
    ])

  /// What ArgumentParser's complaints begin with, like all others.
  static let _errorPrefix = "haptic: "

  /// Runs the command that the arguments ask for and exits with its status.
  static func main() {
    StandardStreams.prepare()
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
    let failure = failure(error)
    if !failure.message.isEmpty { Words.say(failure.message) }
    Glibc.exit(failure.status.rawValue)
  }

  private static func failure(_ error: any Error) -> Failure {
    if let failure = error as? Failure { return failure.named }
    let code = exitCode(for: error)
    if code == .validationFailure { return Failure(.usage, fullMessage(for: error)) }
    guard code.isSuccess else { return Failure(error).named }
    // It is help that was asked for.
    do throws(Failure) {
      try StandardOutput.write(fullMessage(for: error) + "\n")
      return Failure(.done)
    } catch {
      return error.named
    }
  }
}

extension Failure {
  /// The failure with the name of the program before its words.
  fileprivate var named: Failure { message.isEmpty ? self : Failure(status, "haptic: \(message)") }
}
