import AudioSession
import Foundation
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import Testing

/// The sound and vibration of sounds that do not go through a session, measured in samples.
///
/// Requirements SSS-01, VOL-02, NTF-05, NTF-10; vectors T35, T36.
struct SystemSoundTests {
  /// A phone with one app that performs these steps.
  private static func scenario(
    _ steps: String, app: String = "category: ambient", device: String = ""
  ) -> String {
    """
    scenario: a
    device: { \(device) }
    apps: { app: { \(app), layerVolume: 0 } }
    steps:
    \(steps)
      - at: 4
    """
  }

  private func heard(
    _ steps: String, app: String = "category: ambient", device: String = ""
  ) throws -> HeardScenario {
    try HeardScenario(Self.scenario(steps, app: app, device: device))
  }

  /// The largest magnitude.
  private func peak(_ samples: ArraySlice<Float>) -> Float {
    samples.reduce(0) { max($0, $1.magnitude) }
  }

  private static let sound = "  - at: 1\n    app: { playSystemSound: horn }"

  @Test func `a system sound begins at its frame, at the ringer volume`() throws {
    let full = try heard(Self.sound, device: "volume: { ringer: 1 }")
    let quarter = try heard(Self.sound, device: "volume: { ringer: 0.25 }")
    #expect(full.left(0, 1).isSilent && peak(full.left(1, 3)) > 0.1)
    for (loud, soft) in zip(full.heard.left, quarter.heard.left) {
      #expect((loud * 0.25 - soft).magnitude < 1e-6)
    }
    #expect(full.left(3.2, 4).isSilent)
    // Without loop, pan or position, both sides are the same.
    #expect(full.heard.left == full.heard.right)
  }

  @Test
  func `the media volume does not change a system sound, but the ringer volume does`()
    throws
  {
    let plain = try heard(Self.sound)
    let media = try heard(Self.sound, device: "volume: { media: 0 }")
    #expect(plain.heard == media.heard)
    let turned = try heard(Self.sound + "\n  - at: 2\n    device: { volume: { ringer: 1 } }")
    #expect(turned.left(0, 2) == plain.left(0, 2))
    let (after, before) = (peak(turned.left(2.1, 2.6)), peak(plain.left(2.1, 2.6)))
    #expect((after - 2 * before).magnitude < 1e-5)
  }

  @Test func `a second system sound ends the first`() throws {
    let second = "\n  - at: 1.5\n    app: { playSystemSound: ding }"
    let both = try heard(Self.sound + second)
    let alone = try heard(second)
    let first = try heard(Self.sound)
    #expect(both.left(0, 1.5) == first.left(0, 1.5))
    // The remainder of the first sound fades out; from then on, only the second is heard.
    let end = 1.5 + 0.02
    for (one, other) in zip(both.left(end, 4), alone.left(end, 4)) {
      #expect((one - other).magnitude < 1e-6)
    }
    #expect(both.lines(of: "app").contains("the sound horn is cut off by the next sound"))
    #expect(both.lines(of: "app").last == "the sound ding has ended")
  }

  @Test func `the silent switch ends a system sound, and the phone's mixer is silent`()
    throws
  {
    let heard = try heard(Self.sound + "\n  - at: 2\n    device: { silentMode: true }")
    #expect(!heard.left(1.5, 2).isSilent && heard.left(2.05, 4).isSilent)
  }

  // MARK: Vibrations

  private static let alert = "  - at: 1\n    app: { playAlertSound: bell }"

  @Test func `an alert vibrates on the haptic bus, and reports the frame at which that begins`()
    throws
  {
    let heard = try heard(Self.alert)
    #expect(heard.haptic(0, 1).isSilent && peak(heard.haptic(1, 1.4)) > 0.2)
    #expect(heard.haptic(1.6, 4).isSilent && !heard.left(1, 2).isSilent)
    let first = heard.heard.haptic.firstIndex { $0 != 0 } ?? 0
    #expect(heard.beginnings == [.vibrationBegan(requested: 48_000, first: Int64(first))])
    #expect(heard.lines(of: "app").contains("the vibration begins"))
  }

  @Test func `with a recording category, the haptic bus does not have a sample`() throws {
    for category in ["playAndRecord", "record"] {
      let heard = try heard(Self.alert, app: "category: \(category)")
      #expect(heard.heard.haptic[...].isSilent && !heard.left(1, 2).isSilent)
    }
  }

  @Test func `while input is running, an alert is neither heard nor felt`() throws {
    let heard = try heard(
      "  - app: record\n" + Self.alert, app: "category: playAndRecord")
    #expect(heard.heard.haptic[...].isSilent && heard.heard.left[...].isSilent)
  }

  @Test func `vibrating alone is silent, and a phone without a motor does nothing`() throws {
    let steps = "  - at: 1\n    app: { playSystemSound: vibrate }"
    let heard = try heard(steps)
    #expect(heard.heard.left[...].isSilent && !heard.haptic(1, 1.5).isSilent)
    let still = try self.heard(steps, device: "supportsHaptics: false")
    #expect(still.heard.haptic[...].isSilent)
  }

  @Test func `the ringer volume does not change haptics`() throws {
    let full = try heard(Self.alert, device: "volume: { ringer: 1 }")
    let soft = try heard(Self.alert, device: "volume: { ringer: 0.1 }")
    #expect(full.heard.haptic == soft.heard.haptic)
  }

  // MARK: Clicks and notifications

  @Test func `keys click, and two sound together and alongside a system sound`() throws {
    let click = "\n  - at: 1.5\n    app: playInputClick"
    let app = "category: ambient, inputView: true"
    let both = try heard(Self.sound + click, app: app)
    let sound = try heard(Self.sound, app: app)
    let alone = try heard(click, app: app)
    #expect(!alone.left(1.5, 1.6).isSilent)
    for frame in 0..<both.heard.left.count {
      let sum = sound.heard.left[frame] + alone.heard.left[frame]
      #expect((both.heard.left[frame] - sum).magnitude < 1e-5)
    }
  }

  @Test
  func `a notification's tone is heard and its vibration felt, according to the user's settings`()
    throws
  {
    let steps = "  - at: 1\n    notification: { deliver: { app: app } }"
    let app = "category: ambient, state: background, notifications: granted"
    let usual = try heard(steps, app: app)
    #expect(!usual.left(1, 2).isSilent && !usual.haptic(1, 2).isSilent)
    // T42.
    let still = try heard(steps, app: app, device: "settings: { vibratesWithSound: false }")
    #expect(still.heard.left == usual.heard.left && still.heard.haptic[...].isSilent)
    let silent = try heard(steps, app: app, device: "silentMode: true")
    #expect(silent.heard.left[...].isSilent && !silent.haptic(1, 2).isSilent)
    let denied = try heard(steps, app: "category: ambient, state: background")
    #expect(denied.heard.left[...].isSilent && denied.heard.haptic[...].isSilent)
  }

  // MARK: Ringing

  @Test func `a call rings repeatedly until it is answered, but not with the switch on silent`()
    throws
  {
    let steps = """
        - at: 0.5
          phone: ring
        - at: 3.5
          phone: answer
      """
    let heard = try heard(steps)
    #expect(heard.left(0, 0.5).isSilent && !heard.left(0.5, 1).isSilent)
    #expect(!heard.left(2.5, 3).isSilent && !heard.haptic(2.5, 3).isSilent)
    #expect(heard.left(3.55, 4).isSilent && heard.haptic(3.55, 4).isSilent)
    let silent = try self.heard(steps, device: "silentMode: true")
    #expect(silent.heard.left[...].isSilent && silent.heard.haptic == heard.heard.haptic)
    #expect(heard.lines(of: "device").contains("the vibration begins"))
  }

  @Test func `an alarm is heard with the switch on silent, and again after its snooze`() throws {
    let steps = """
        - at: 0.5
          alarm: fire
        - at: 1
          alarm: { snooze: { after: 1.5 } }
        - at: 3.5
          alarm: dismiss
      """
    let heard = try heard(steps, device: "silentMode: true")
    #expect(heard.left(0, 0.5).isSilent && !heard.left(0.5, 1).isSilent)
    #expect(heard.left(1.1, 2.5).isSilent && heard.haptic(1.1, 2.5).isSilent)
    #expect(!heard.left(2.5, 3).isSilent && heard.left(3.55, 4).isSilent)
  }

  @Test func `moving the switch while it rings silences it, and makes it audible again`() throws {
    let steps = """
        - at: 0.5
          phone: ring
        - at: 1
          device: { silentMode: true }
        - at: 2
          device: { silentMode: false }
      """
    let heard = try heard(steps)
    #expect(!heard.left(0.5, 1).isSilent && heard.left(1.05, 2).isSilent)
    #expect(!heard.left(2, 3).isSilent)
  }

  // MARK: Block sizes

  @Test func `the result does not depend on the block size`() throws {
    let steps = """
        - at: 0.3
          app: { playAlertSound: chime }
        - at: 0.5
          app: { playSystemSound: tock }
        - at: 1
          alarm: fire
        - at: 3.2
          alarm: dismiss
      """
    let text = Self.scenario(steps)
    let usual = try HeardScenario(text)
    let small = try HeardScenario(text, blockFrames: 37)
    #expect(usual.heard == small.heard)
    #expect(usual.report.trace == small.report.trace)
  }

  @Test func `apps and the phone's own sounds, recorded separately, add up to the whole`() throws {
    let steps = """
        - app: play
        - at: 0.5
          app: { playHaptic: notification.success }
        - at: 1
          app: { playSystemSound: horn }
        - at: 1.5
          phone: ring
        - at: 2.5
          phone: decline
      """
    let scenario = try HeardScenario(
      Self.scenario(steps, app: "category: playback").replacingOccurrences(
        of: "layerVolume: 0", with: "layerVolume: 1"), hasStems: true)
    #expect(scenario.stems.count == 2)
    let (app, system) = (scenario.stems[0], scenario.stems[1])
    func sum(_ a: [Float], _ b: [Float]) -> [Float] { zip(a, b).map { $0 + $1 } }
    #expect(sum(app.left, system.left) == scenario.heard.left)
    #expect(sum(app.right, system.right) == scenario.heard.right)
    #expect(sum(app.haptic, system.haptic) == scenario.heard.haptic)
    #expect(system.left[..<48_000].isSilent && peak(system.left[48_000..<96_000]) > 0.05)
    #expect(peak(app.haptic[..<48_000]) > 0.05 && peak(app.left[24_000..<48_000]) > 0.05)
    #expect(peak(system.haptic[72_000...]) > 0.05, "the phone vibrates while it rings")
  }
}
