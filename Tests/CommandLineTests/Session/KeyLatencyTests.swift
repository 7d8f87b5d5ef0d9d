import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TestSupport
import Testing

@testable import haptic

/// The delay from a key to the first sample that it changes, in frames of a manually pulled output.
struct KeyLatencyTests {
  /// Returns the samples of a phone on which `keys` are pressed between two blocks, and the frame at which
  /// the output then continued.
  private static func heard(
    of keys: [LiveAction], after first: [LiveAction], frames: Int
  ) throws -> (samples: [[Float]], pressed: Int, late: Int) {
    let session = try LiveSession(ScenarioReader.read(LiveSession.phone)[0])
    var control = LiveControl(session)
    let level = DecodedSound(channels: [Array(repeating: 0.5, count: 480)], sampleRate: 48_000)
    let mixer = session.run.makeLiveMixer(
      PhoneAudioConfiguration(sounds: Array(repeating: SoundTable(level), count: 5)))
    let buffers = BusBuffers(capacity: frames)
    var samples: [[Float]] = [[], []]
    func pull(until end: Int) {
      while samples[0].count < end {
        LiveRun.advance(session, ahead: mixer, periodFrames: frames)
        let block = buffers.blockWithSignal(frames: frames)
        RealtimeScope.run { mixer.render(into: block) }
        let signal = unsafe block.signal?.pointee ?? .all
        for index in 0..<frames {
          samples[0].append(unsafe signal.contains(.haptic) ? block.haptic[index] : 0)
          samples[1].append(unsafe signal.contains(.audio) ? block.audioLeft[index] : 0)
        }
        mixer.collect()
      }
    }
    func press(_ keys: [LiveAction]) {
      for key in keys {
        LiveRun.advance(session, ahead: mixer, periodFrames: frames)
        control.press(.action(key))
      }
    }
    press(first)
    pull(until: 12_000)
    let pressed = samples[0].count
    press(keys)
    pull(until: 24_000)
    return (samples, pressed, mixer.lateChanges)
  }

  @Test(
    arguments: [64, 256, 1_024],
    [
      (LiveAction.play, [LiveAction]()), (.play, [.play]), (.volumeDown, [.play]), (.haptic, []),
      (.silentSwitch, [.call]), (.call, [.play]), (.siri, [.play]),
    ])
  func `a key changes the sound at most a period and 5 ms after it was pressed`(
    frames: Int, _ key: (pressed: LiveAction, before: [LiveAction])
  ) throws {
    let without = try Self.heard(of: [], after: key.before, frames: frames)
    let with = try Self.heard(of: [key.pressed], after: key.before, frames: frames)
    let changes = zip(without.samples, with.samples).compactMap { before, after in
      before.firstDifference(from: after)
    }
    let first = try #require(changes.min(), "the key is heard")
    // The output continues at `pressed`, at most a period after the key. A fade and a haptic start at 0.
    #expect(first >= with.pressed && first <= with.pressed + 240 + 2)
    #expect(with.late == 0, "it takes effect at the frame at which the phone receives it")
  }
}
