import ArgumentParser
import AudioOutput
import PhoneSimulator
import Realtime

/// `haptic session render`.
struct SessionRenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render the sound and haptics of a scenario to sound files.",
    discussion: """
      The sound and haptics of each app are ducked, muted and mixed according to the policy. Rendering \
      continues for a second after the last step, so that the sounds and haptics started by that step \
      are heard. With --until this second is omitted, so that --from-snapshot continues from the last \
      sample.

      The scenario's expectations are also checked, but only `haptic session run` prints the trace.

      Examples:
        haptic session render call-over-music.yaml -o heard.wav
        haptic session render call-over-music.yaml -o heard.flac --stems apps
        haptic session render call-over-music.yaml -o - --bus audio | aplay

      \(ScenarioRuns.statuses); 73 if a sound file or the snapshot cannot be \
      created.
      """)

  @Argument(help: "The scenario; - for standard input.", completion: .scenarios)
  var file: String?

  @Option(
    name: .shortAndLong,
    help:
      "A .wav, .flac or .ogg file, which replaces an existing one, or - for WAV to standard output.",
    completion: .file(extensions: ["wav", "flac", "ogg"]))
  var output: String?

  @Option(
    help: .init(
      "Write the sound of each app to NAME.wav in this folder, and the phone's own sounds to system.wav. "
        + "The sum of these files is the output of -o, except for clamped samples.",
      valueName: "folder"),
    completion: .directory)
  var stems: String?

  @Option(help: BusChoice.help)
  var bus = BusChoice.mix

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @Flag(name: .shortAndLong, help: RenderOptions.quietHelp)
  var quiet = false

  @OptionGroup var part: PartOptions

  func validate() throws {
    try ProgramArguments.checkStandardInput(part.inputs([file]) + [profile?.text])
    if output == nil && stems == nil { throw ValidationError("Give -o, --stems or both.") }
    if stems == "-" { throw ValidationError("--stems writes several files; give it a folder.") }
    if let output { _ = try SoundFileFormat.ofOutput(output) }
  }

  func run() throws {
    let profile = try ProfileArgument.load(profile)
    let outputs = { (scenario: Scenario) in
      (output.map { [("-o", $0)] } ?? [])
        + (stems.map { ScenarioRender.stems(of: scenario, in: $0) } ?? []).map {
          ("--stems", $0.path)
        }
    }
    try ScenarioRuns(
      files: part.inputs([file]), choice: part.choice, part: part, isOne: true, outputs: outputs
    ).each { scenario, part, _ in
      let render = ScenarioRender(
        path: output, stems: stems, bus: bus, profile: profile, part: part, isQuiet: quiet)
      let report = try render.run(scenario)
      if !quiet, bus != .audio, report.trace.contains(where: \.what.isHapticBeginning),
        let note = profile.loudspeakerNote
      {
        StandardError.print(note)
      }
      return report
    }
  }
}

extension TraceEntry.What {
  /// Whether the entry starts something on the haptic bus.
  fileprivate var isHapticBeginning: Bool {
    if case .hapticBegan = self { return true }
    if case .vibrationBegan = self { return true }
    return false
  }
}
