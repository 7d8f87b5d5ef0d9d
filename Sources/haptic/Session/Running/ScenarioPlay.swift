import AudioOutput
import Glibc
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TextFormats

/// Runs a scenario in real time on a sound device, with the sound that `ScenarioRender` writes.
struct ScenarioPlay {
  let options: DeviceOptions
  let profile: Profile

  /// The interval at which the clock is read, in milliseconds.
  ///
  /// Our choice: trace lines then appear as the events are heard.
  private static let interval: Int32 = 2

  /// Runs `scenario`.
  ///
  /// Calls `prepare` with the run before it begins, and `show` with the trace heard so far as time
  /// passes.
  ///
  /// - Returns: the report of the run.
  /// - Throws: `OutputError` if the device cannot be opened or fails. `Failure` if the device does not
  ///   run at 48 000 Hz, a sound cannot be decoded, or a signal ends the program after the sound has faded.
  func run(
    _ scenario: Scenario, _ prepare: (ScenarioRun) -> Void,
    _ show: ([TraceEntry]) throws -> Void
  ) throws -> ScenarioReport {
    let decoder = SoundFileDecoder()
    let playback = try ScenarioPlayback(
      scenario,
      PhoneAudioConfiguration(
        sounds: try scenario.sounds(decodedBy: decoder), profile: profile, soundDecoder: decoder))
    prepare(playback.run)
    playback.advance()
    let device = PlayDevice(
      options, title: scenario.name, sampleRate: Int(PhoneTime.framesPerSecond))
    let lost = SharedError()
    let signals = try SignalPipe()
    if let signal = try signals.wait(for: device.starting(playback.mixer, lost)) {
      throw Failure(.signal(signal))
    }
    defer {
      device.output.stop()
      playback.mixer.outputHasStopped()
    }
    while !playback.isOver {
      if let error = lost.error { throw error }
      signals.wait(or: [], milliseconds: Self.interval)
      if let signal = signals.heed() { throw Failure(.signal(signal)) }
      device.printNews()
      playback.advance()
      try show(Array(playback.heardTrace))
    }
    if let signal = try signals.wait(for: device.output.finish) { throw Failure(.signal(signal)) }
    playback.mixer.collect()
    if let mix = device.output.statistics?.mix, mix.frames > 0, mix.peak == 0 {
      StandardError.print("the scenario is silent throughout; `haptic session explain` shows why")
    }
    if playback.mixer.lateChanges > 0 {
      StandardError.print(Self.lateWords(playback.mixer.lateChanges))
    }
    return playback.run.report
  }

  /// Returns the message about changes that came too late for their frames.
  static func lateWords(_ count: Int) -> String {
    "\(count.counted("change")) of the sound came late, because the program was not scheduled in time"
  }
}
