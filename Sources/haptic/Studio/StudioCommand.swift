import ArgumentParser
import HapticEngine
import Realtime
import TextFormats

/// `haptic studio`, which executes the program `haptic-studio`.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Edit patterns and scenarios in the browser.",
    discussion: """
      Starts a server on this machine and opens its page, which draws, plays and edits the patterns \
      and scenarios of the folder, and has a live phone. Every change is saved immediately and can \
      be undone, also after a restart; $XDG_STATE_HOME/haptic-studio, by default \
      ~/.local/state/haptic-studio, contains the histories. Other programs may change the files at the \
      same time. Ctrl-C ends the studio.

      Only a page with the printed link can read or change files, and only files in the folder.

      Examples:
        haptic studio
        haptic studio mine.ahap
        haptic studio call.yaml
        haptic studio . --no-open --port 8080

      Exit status: 64 or 65 the path is not a folder, a pattern or a scenario; 66 nothing exists at the \
      path; 69 the studio is not installed, or the port is in use; 73 the histories cannot be written.
      """)

  @Argument(
    help: "A folder, or a pattern or scenario, whose folder is opened.",
    completion: .file(extensions: ["ahap", "yaml", "yml"]))
  var path = "."

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The port, 1 to 65535; by default one that the system chooses.", valueName: "number"))
  var port: Int?

  @Flag(name: .customLong("no-open"), help: "Print the link without opening the browser.")
  var noOpen = false

  @Flag(help: "Print the link and the port as a JSON object, and do not open the browser.")
  var json = false

  func validate() throws {
    if let port { try check(port, "--port", 1...65_535) }
  }

  func run() throws {
    if SystemCall.mode(at: path) == nil {
      let advice = PatternArgument.copyAdvice(for: path)
      throw Failure(.noInput, "\(path.printable): no such file or folder\(advice)")
    }
    let endings = [".ahap", ".yaml", ".yml"]
    if !SystemCall.isFolder(path), !endings.contains(where: path.lowercased().hasSuffix) {
      throw FileKind.failure(path, expected: .pattern)
        ?? Failure(
          .usage, "\(path.printable): the studio edits .ahap and .yaml files and folders of them")
    }
    var arguments = [path]
    if let port { arguments += ["--port", "\(port)"] }
    if noOpen { arguments.append("--no-open") }
    if json { arguments.append("--json") }
    StudioProgram.execute(arguments)
    throw Failure(.deviceUnavailable, StudioProgram.missing)
  }
}
