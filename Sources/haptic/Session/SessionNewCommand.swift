public import ArgumentParser
import AudioSession
public import PhoneSimulator
import TextFormats

extension ScenarioStory: ExpressibleByArgument {}

/// `haptic session new`.
struct SessionNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a commented scenario of a common story, such as an incoming call.",
    discussion: """
      The expectations in the file state what the simulator does. Change them to what your app should \
      do, and add steps.

      The stories:
      \(TextTable.text(ScenarioStory.allCases.map { [$0.rawValue, $0.summary] }, indent: 2))
      Examples:
        haptic session new call.yaml
        haptic session new unplug.yaml --story unplug --app podcast
        haptic session new - --story silent --category ambient | haptic session run -
      """)

  @Argument(
    help: "The file to create; - for standard output.", completion: .scenarios)
  var file: String

  @Option(help: "The story.")
  var story = ScenarioStory.call

  @Option(help: "The name of the app.")
  var app = "music"

  @Option(
    help: "The category of the app.",
    completion: .list(ScenarioStory.categories.map(\.name)))
  var category = SessionCategory.playback.name

  @Flag(help: NewFiles.forceHelp)
  var force = false

  func validate() throws {
    if file.isEmpty { throw ValidationError("FILE is empty; it must be a file name, or -.") }
  }

  func run() throws {
    guard let known = ScenarioStory.categories.first(where: { $0.name == category }) else {
      throw Failure.unknown("category", category, among: ScenarioStory.categories.map(\.name))
    }
    let text: String
    do throws(ScenarioErrors) {
      text = try story.text(app: app, category: known)
    } catch {
      let words = error.problems.first?.message ?? "it cannot be used"
      throw Failure(.usage, "--app \(app): \(words)".printable)
    }
    if file == "-" { return try StandardOutput.write(text) }
    if let failure = FileKind.failure(writingScenarioTo: file) { throw failure }
    try NewFiles.write([(file, Array(text.utf8))], force: force)
  }
}
