import ArgumentParser
import AudioOutput
import HapticEngine
import PhoneSimulator
import Realtime
import TextFormats

/// `haptic session live`.
struct SessionLiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Drive a phone by keys, in real time, and hear it.",
    discussion: """
      The phone is a screen in the terminal: a lane for each app and for each interruptor that was \
      there, meters, the trace, and a row that says what the last key did. Keys are for the silent \
      switch, the volume buttons, headphones, Bluetooth, a call, an alarm, Siri, lock and home, \
      and, for the selected app, play, record, activate, to the front, a haptic, a notification, \
      and explain, which says why it is silent. The steps of SCENARIO happen at their times; \
      without one there are five apps and no steps.

      What was done is saved as a scenario, which `haptic session run` replays to the same trace: \
      with the key w, or at the end with --save, or when a signal ends the session. Names of pattern \
      files are kept as they are; save beside SCENARIO if it has some. If the sound device stops, the \
      session continues silently, and is saved at the end.

      Examples:
        haptic session live
        haptic session live call-over-music.yaml --save mine.yaml
        haptic session live --output null

      Exit status: 0 when you quit; 64 without a terminal; 65 if the scenario is not valid; 69 if the \
      sound device cannot be opened.
      """)

  @Argument(help: "The scenario; five apps by default.", completion: .scenarios)
  var scenario: String?

  @OptionGroup var choice: ScenarioChoice

  @Option(
    help: .init("Save what was done as a scenario at the end.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var save: String?

  @Flag(help: NewFiles.forceHelp)
  var force = false

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @OptionGroup(title: "Output options") var device: DeviceOptions

  /// The phone without a scenario: one app of each kind.
  static let phone = """
    scenario: A phone with five apps
    apps:
      music:
        { category: playback, backgroundAudio: true, remoteCommands: [play, pause],
          notifications: granted }
      podcast:
        { category: playback, mode: spokenAudio, state: background, backgroundAudio: true,
          notifications: granted }
      game: { category: ambient, state: background, notifications: granted }
      navigation:
        { category: playback, mode: voicePrompt, state: background, backgroundAudio: true,
          options: [duckOthers, interruptSpokenAudioAndMixWithOthers] }
      recorder: { category: playAndRecord, state: background, backgroundAudio: true }
    steps: []

    """

  func validate() throws {
    if scenario == "-" {
      throw ValidationError("Standard input is for keys; give a file.")
    }
    if save == "-" {
      throw ValidationError("Standard output is for the screen; give --save a file name.")
    }
    if scenario == nil, choice.scenario != nil {
      throw ValidationError("--scenario needs a file with scenarios.")
    }
  }

  func run() throws {
    if let save {
      if let scenario { try SystemCall.refuseSameFile(save, as: scenario) }
      try NewFiles.check(save, force: force)
      // Before anything is done that could not be saved.
      try PendingFile.create(at: save).discard()
    }
    let lived =
      try scenario.map { try choice.chosen(of: ScenarioFile($0), isOne: true)[0] }
      ?? ScenarioReader.read(Self.phone)[0]
    do {
      try LiveRun(lived, device, profile: device.profile(profile), saving: save).run()
    } catch let error as OutputError {
      throw DeviceAlternatives.failure(error, live: scenario)
    } catch {
      throw Failure(error)
    }
  }
}
