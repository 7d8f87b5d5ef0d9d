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

  /// Runs `scenario`, and lets `prepare` add to the run before it begins.
  ///
  /// - Returns: the run, which is over.
  /// - Throws: `OutputError` if the device cannot be opened or fails, `Failure` if it does not run at
  ///   48 000 Hz or a sound cannot be decoded.
  func run(_ scenario: Scenario, _ prepare: (ScenarioRun) -> Void) throws -> ScenarioRun {
    let decoder = SoundFileDecoder()
    let audio = PhoneAudioConfiguration(
      sounds: try scenario.sounds(decodedBy: decoder), drive: .live, profile: profile,
      soundDecoder: decoder)
    let run = try ScenarioRun(scenario, checks: .all, audio: audio)
    prepare(run)
    let device = PlayDevice(options, sampleRate: Int(PhoneTime.framesPerSecond))
    let shared = SharedFailure()
    let mixer = run.mixer
    try device.output.start(pulling: mixer) { error in
      shared.failure.withLock { $0 = error }
      mixer.outputHasStopped()
    }
    defer {
      device.output.stop()
      run.mixer.outputHasStopped()
    }
    let rate = device.output.statistics?.sampleRate ?? Int(PhoneTime.framesPerSecond)
    guard rate == Int(PhoneTime.framesPerSecond) else {
      throw Failure(
        .deviceUnavailable,
        "the device runs at \(rate) Hz, and a phone needs 48000; choose another with --device, such "
          + "as plughw:0")
    }
    for step in scenario.steps {
      try wait(until: PhoneTime(seconds: step.time), run, shared)
      run.take(step)
    }
    try wait(
      until: run.runtime.now + PhoneTime(seconds: MixerTimes.tailSeconds), run, shared,
      passes: false)
    try device.output.finish()
    return run
  }

  /// Why the output has stopped by itself, for a closure that outlives the call.
  private final class SharedFailure: Sendable {
    let failure = Guarded<OutputError?>(nil)
  }

  /// Waits until the output has pulled everything before `time`; meanwhile sounds end and haptics are
  /// reported.
  private func wait(
    until time: PhoneTime, _ run: ScenarioRun, _ shared: SharedFailure, passes: Bool = true
  ) throws {
    while run.mixer.frame < time.frames {
      if let error = shared.failure.withLock({ $0 }) { throw error }
      usleep(Self.interval)
      if passes {
        let heard = PhoneTime(frames: min(run.mixer.frame, time.frames))
        run.runtime.advance(to: heard, settles: true)
      }
      run.mixer.collect()
    }
  }
}
