import AudioOutput
import AudioSession
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TextFormats

/// Runs a scenario and writes its sound to sound files.
struct ScenarioRender {
  /// The file for the sound of the whole phone; nil for none.
  let path: String?
  /// The folder for the stems: a file for each app, and one for the phone's own sounds; nil for none.
  let stems: String?
  let bus: BusChoice
  let profile: Profile
  /// The part to write.
  ///
  /// A part that ends before the scenario's end does not have a tail, so that the next part continues
  /// from the last sample.
  let part: ScenarioPart
  /// Whether only files with clamped samples are reported.
  let isQuiet: Bool

  /// Runs `scenario`.
  ///
  /// - Returns: the report of the run.
  /// - Throws: `Failure` or `OutputError` if a sound cannot be decoded or a file cannot be written. In
  ///   this case no incomplete file is left behind.
  func run(_ scenario: Scenario) throws -> ScenarioReport {
    let decoder = SoundFileDecoder()
    let audio = PhoneAudioConfiguration(
      sounds: try scenario.sounds(decodedBy: decoder), drive: .pulled, profile: profile,
      soundDecoder: decoder)
    let run = try ScenarioRun(scenario, checks: .all, audio: audio)
    let writers = try Writers(self, scenario)
    let recorder = PhoneRecorder(
      run.mixer, of: run.runtime, apps: stems == nil ? [] : Array(run.phone.apps),
      hasSystem: stems != nil
    ) { block, part in try writers.write(block, of: part) }
    recorder.isListening = part.start == nil
    let report = try part.take(run) {
      recorder.isListening = true
    } ended: {
      if part.end == nil { run.passTail() }
      try recorder.finish(after: 0)
    }
    try writers.finish(isQuiet: isQuiet)
    return report
  }

  /// Returns the files in `folder` for the apps of a scenario, in order, and for the phone's own sounds.
  static func stems(
    of scenario: Scenario, in folder: String
  ) -> [(part: RecordedPart, name: String, path: String)] {
    let apps = scenario.apps.enumerated().map { (RecordedPart.app(AppID($0)), $1.name) }
    return (apps + [(.system, "system")]).map { part, name in
      (part, name, "\(folder)/\(fileName(name)).wav")
    }
  }

  /// The maximum length of a file name without its ending, in bytes.
  ///
  /// Our choice: file systems allow 255, and unfinished files have a longer ending.
  private static let longestName = 200

  /// Returns `name` as a file name, without slashes and control characters.
  private static func fileName(_ name: String) -> String {
    var text = ""
    for character in name {
      let isSafe = character.unicodeScalars.allSatisfy { $0 != "/" && !$0.isControlling }
      let next = isSafe ? String(character) : "_"
      if text.utf8.count + next.utf8.count > longestName { break }
      text += next
    }
    return text
  }

  /// The files of one scenario.
  private final class Writers {
    private var whole: (path: String, writer: SoundFileWriter)?
    private var parts: [(part: RecordedPart, path: String, writer: SoundFileWriter)] = []

    init(_ render: ScenarioRender, _ scenario: Scenario) throws {
      whole = try render.path.map { ($0, try Self.writer($0, render.bus)) }
      guard let folder = render.stems else { return }
      let stems = ScenarioRender.stems(of: scenario, in: folder)
      try Self.refuseSameNames(stems)
      let code = SystemCall.makeFolder(folder)
      guard SystemCall.isFolder(folder) else {
        let reason = code == 0 ? "a file with that name exists" : SystemText.error(code)
        throw Failure(
          .cannotCreate, "\(folder.printable): the folder cannot be created: \(reason)")
      }
      parts = try stems.map { ($0.part, $0.path, try Self.writer($0.path, render.bus)) }
    }

    /// Throws if the files of two apps would have the same name.
    private static func refuseSameNames(
      _ stems: [(part: RecordedPart, name: String, path: String)]
    ) throws(Failure) {
      var names: [String: String] = [:]
      for (part, name, path) in stems {
        guard let other = names.updateValue(name, forKey: path) else { continue }
        let others =
          part == .system
          ? "the app \(other.printable) and the phone's own sounds"
          : "the apps \(other.printable) and \(name.printable)"
        throw Failure(
          .cannotCreate,
          "\(others) would both be written to \(path.printable); rename "
            + (part == .system ? "the app" : "one of them"))
      }
    }

    private static func writer(_ path: String, _ bus: BusChoice) throws -> SoundFileWriter {
      let format = try SoundFileFormat.named(by: path, encoding: nil)
      return try SoundFileWriter(
        SoundFileWriter.Configuration(
          path: path, format: format, sampleRate: Int(PhoneTime.framesPerSecond), map: bus.map))
    }

    func write(_ block: BusBlock, of part: RecordedPart) throws {
      if part == .phone { return try whole?.writer.write(block) ?? () }
      for (own, _, writer) in parts where own == part { try writer.write(block) }
    }

    func finish(isQuiet: Bool) throws {
      for (path, writer) in parts.map({ ($0.path, $0.writer) }) + (whole.map { [$0] } ?? []) {
        try writer.finish()
        writer.report.print(
          of: path, sampleRate: PhoneTime.framesPerSecond, isQuiet: isQuiet)
      }
    }
  }
}
