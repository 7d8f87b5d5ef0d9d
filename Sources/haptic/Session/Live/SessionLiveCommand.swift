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
    abstract: "Operate a phone with keys in real time, and hear it.",
    discussion: """
      The terminal shows the phone: a lane for each app and for each interruptor that has appeared, \
      meters, the trace, and the effect of the last key. There are keys for the silent switch, the \
      volume buttons, headphones, Bluetooth, a call, an alarm, Siri, lock and home. Other keys act on \
      the selected app: play, record, activate, bring to the foreground, a haptic, a notification, \
      and explain, which shows why the app is silent. The steps of SCENARIO happen at their times. \
      Without SCENARIO the phone has five apps, and nothing happens until you press a key.

      The key w saves the session as a scenario. The session is also saved at the end if --save is \
      given, and when a signal ends it. If steps would be lost, the first q only says so. \
      `haptic session run` replays the scenario with the same trace. The scenario keeps the \
      expectations of SCENARIO that were checked; they fail if your keys change their result. \
      Paths of pattern files are saved unchanged, so if SCENARIO uses pattern files, save the session \
      in the folder of SCENARIO. If the sound device \
      stops, the session continues silently and is saved at the end. If the session cannot be saved \
      at the end, the scenario is printed to standard output.

      Examples:
        haptic session live
        haptic session live call-over-music.yaml --save mine.yaml
        haptic session live --output null

      Exit status: 0 when you quit; 64 without a terminal; 65 if the scenario is not valid; 66 if \
      it cannot be read; 69 if the sound device cannot be opened; 73 if the file of --save exists or \
      cannot be created.
      """)

  @Argument(help: "The scenario; a phone with five apps by default.", completion: .scenarios)
  var scenario: String?

  @OptionGroup var choice: ScenarioChoice

  @Option(
    help: .init("Save the session as a scenario at the end.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var save: String?

  @Flag(help: NewFiles.forceHelp)
  var force = false

  @Option(help: ProfileArgument.help, completion: ProfileArgument.completion)
  var profile: ProfileArgument?

  @OptionGroup(title: "Output options") var device: DeviceOptions

  func validate() throws {
    if scenario == "-" {
      throw ValidationError("Standard input is for keys; give the scenario as a file.")
    }
    if save == "-" {
      throw ValidationError("Standard output is for the screen; give --save a file name.")
    }
    if scenario == nil, choice.scenario != nil {
      throw ValidationError("--scenario requires a file with scenarios.")
    }
  }

  func run() throws {
    if let save {
      if let scenario { try SystemCall.refuseSameFile(save, as: scenario) }
      if let failure = FileKind.failure(writingScenarioTo: save) { throw failure }
      try NewFiles.check(save, force: force)
      // Fail before the session starts if it could not be saved.
      try PendingFile.create(at: save).discard()
    }
    let lived =
      try scenario.map { try choice.chosen(of: ScenarioFile($0), isOne: true)[0] }
      ?? ScenarioReader.read(LiveSession.phone)[0]
    do {
      try LiveRun(lived, device, profile: device.profile(profile), saving: save).run()
    } catch let error as OutputError {
      throw DeviceAlternatives.failure(error, live: scenario)
    } catch {
      throw Failure(error)
    }
  }
}
