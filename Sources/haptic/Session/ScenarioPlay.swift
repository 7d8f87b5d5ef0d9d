import AudioOutput
import Glibc
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime

/// Runs a scenario in real time, heard on a device.
///
/// The phone's time is the output's: an event happens when the output has pulled the frames before it,
/// and is heard from the next block on.
struct ScenarioPlay {
  let options: DeviceOptions
  let profile: Profile

  /// How often the clock is looked at, in microseconds.
  ///
  /// Our choice: an event is late by less than a period.
  private static let interval: UInt32 = 2_000

  /// Runs `scenario`, lets `prepare` add to the run before it begins, and gives `show` the trace
  /// whenever time has passed.
  ///
  /// - Returns: what came of it.
  /// - Throws: `OutputError` if the device cannot be opened or fails, `Failure` if it does not run at
  ///   48 000 Hz or a sound cannot be decoded.
  func run(
    _ scenario: Scenario, _ prepare: (ScenarioRun) -> Void,
    _ show: ([TraceLine]) throws(Failure) -> Void
  ) throws -> ScenarioReport {
    let decoder = SoundFileDecoder()
    let audio = PhoneAudioConfiguration(
      sounds: try scenario.sounds(decodedBy: decoder), drive: .live, profile: profile,
      soundDecoder: decoder)
    let run = try ScenarioRun(scenario, checks: .all, audio: audio)
    prepare(run)
    let device = PlayDevice(options, sampleRate: Int(PhoneTime.framesPerSecond))
    let lost = SharedError()
    try device.start(run.mixer, lost)
    defer {
      device.output.stop()
      run.mixer.outputHasStopped()
    }
    for step in scenario.steps {
      try wait(until: PhoneTime(seconds: step.time), run, lost, show)
      run.take(step)
      try show(run.trace)
    }
    try wait(
      until: run.runtime.now + PhoneTime(seconds: MixerTimes.tailSeconds), run, lost, show,
      passes: false)
    try device.output.finish()
    run.mixer.collect()
    return run.report
  }

  /// Waits until the output has pulled everything before `time`; meanwhile sounds end and haptics are
  /// reported.
  private func wait(
    until time: PhoneTime, _ run: ScenarioRun, _ lost: SharedError,
    _ show: ([TraceLine]) throws(Failure) -> Void, passes: Bool = true
  ) throws {
    while run.mixer.frame < time.frames {
      if let error = lost.error { throw error }
      usleep(Self.interval)
      if passes {
        let heard = PhoneTime(frames: min(run.mixer.frame, time.frames))
        run.runtime.advance(to: heard, settles: true)
      }
      run.mixer.collect()
      try show(run.trace)
    }
  }
}
