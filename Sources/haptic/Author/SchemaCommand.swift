import ArgumentParser
import HapticEngine
import HapticLint
import PhoneSimulator
import TextFormats

/// `haptic schema`.
struct SchemaCommand: ParsableCommand {
  /// The formats that have a schema.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case ahap
    case scenario
    case profile
    case manifest
    case test
    case trace

    var schema: JSONValue {
      switch self {
      case .ahap: AHAPSchema.schema
      case .scenario:
        Scenario.shape.document(
          title: "Scenario",
          description:
            "Events of a phone and its apps; haptic session run also checks names, files and "
            + "times.")
      case .profile:
        Profile.shape.document(
          title: "Haptic profile", description: "How intensity and sharpness become a signal.")
      case .manifest:
        AppManifest.shape.document(
          title: "Manifest of haptics and sound",
          description: "A description of an app's haptics and sound, for haptic lint.")
      case .test:
        PatternTest.shape.document(
          title: "Pattern test", description: "The expectations of a pattern, for haptic test.")
      case .trace:
        TraceEntry.shape.document(
          title: "Line of a trace, version \(TraceEntry.version)",
          description:
            "One line of the output of haptic session run --json. Later versions add keys and "
            + "words, and do not change or remove any.")
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of a file format, for editors.",
    discussion: """
      JSON Schema draft 2020-12. With a schema, an editor completes keys and values and marks \
      mistakes as you type. `haptic validate` reports more.

      Examples:
        haptic schema ahap > ahap.schema.json
        haptic schema scenario > scenario.schema.json
        haptic schema profile > profile.schema.json
        haptic schema manifest > manifest.schema.json
        haptic schema test > test.schema.json
        haptic schema trace > trace.schema.json
      """)

  @Argument(help: "The format.")
  var format: Format

  func run() throws { try JSONOutput.write(format.schema) }
}
