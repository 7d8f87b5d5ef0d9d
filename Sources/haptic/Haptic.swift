import ArgumentParser
import AudioOutput
import Glibc
import TextFormats

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
      input; 69 the sound device is not available; 70 an internal error; 71 the system has no \
      more of something, such as open files; 73 the output cannot be created; 128 and the number of a signal that ended it, 130 for Ctrl-C.
      """,
    subcommands: [
      PlayCommand.self, RenderCommand.self, ValidateCommand.self, InspectCommand.self,
      NewCommand.self, SessionCommand.self,
      PresetsCommand.self, ProfilesCommand.self, DevicesCommand.self, SchemaCommand.self,
      CompletionsCommand.self, BenchCommand.self,
    ])

  /// What ArgumentParser's complaints begin with, like all others.
  static let _errorPrefix = "haptic: "

  @Flag(help: "Print the version and what this build can do.")
  var version = false

  func run() throws {
    if version { return try StandardOutput.write(BuildDescription.text) }
    throw CleanExit.helpRequest(self)
  }

  /// Runs the command that the arguments ask for and exits with its status.
  static func main() {
    StandardStreams.prepare()
    Interruption.prepare()
    let arguments = SystemCall.arguments
    do {
      var command = try parseAsRoot(try ProgramArguments.prepared(arguments))
      try SystemCall.checkDescriptors()
      try command.run()
    } catch {
      exit(with: error, arguments)
    }
  }

  /// Says why, and exits.
  private static func exit(with error: any Error, _ arguments: [String]) -> Never {
    let failure = failure(error, arguments)
    if !failure.message.isEmpty { Words.say(failure.message) }
    Glibc.exit(failure.status.rawValue)
  }

  private static func failure(_ error: any Error, _ arguments: [String]) -> Failure {
    if let failure = error as? Failure { return failure.named }
    let code = exitCode(for: error)
    if code == .validationFailure { return Failure(.usage, complaint(error, arguments)) }
    guard code.isSuccess else { return Failure(error).named }
    // It is help that was asked for.
    do throws(Failure) {
      try StandardOutput.write(fullMessage(for: error) + "\n")
      return Failure(.done)
    } catch {
      return error.named
    }
  }

  /// The parser's complaint.
  ///
  /// Arguments are as untrusted as what is in files: it is made again from their printable forms,
  /// so that none of them spans lines.
  static func complaint(_ error: any Error, _ arguments: [String]) -> String {
    let printable = arguments.map(\.printable)
    var error = error
    if printable != arguments {
      do {
        _ = try parseAsRoot(try ProgramArguments.prepared(printable))
      } catch let other where exitCode(for: other) == .validationFailure {
        error = other
      } catch {}
    }
    return ArgumentAdvice.added(to: fullMessage(for: error))
  }
}

extension Failure {
  /// The failure with the name of the program before its words.
  fileprivate var named: Failure { message.isEmpty ? self : Failure(status, "haptic: \(message)") }
}

/// What `haptic --version` prints.
enum BuildDescription {
  /// The version of the program.
  static let version = "0.2.0"

  /// The version and what the build can do, a line each.
  static var text: String {
    let libraries = AudioLibraries.versions
    return """
      haptic \(version)
      play    ALSA \(libraries.alsa)
      render  wav, flac, ogg (\(libraries.soundFiles))
      sounds  those of libsndfile, resampled by \(libraries.resampling)
      build   \(compiler), \(isOptimised ? "optimised" : "not optimised")

      """
  }

  private static var compiler: String {
    #if compiler(>=6.3)
      "Swift 6.3 or later"
    #else
      "Swift 6.2"
    #endif
  }

  private static var isOptimised: Bool {
    var isOptimised = true
    // Only builds without optimisation evaluate it.
    assert(
      {
        isOptimised = false
        return true
      }())
    return isOptimised
  }
}
