import Foundation
import HapticEngine

/// The envelope `E(t)` of one continuous event, in seconds from the event's first sample.
struct ReferenceEnvelope: Sendable {
  /// `A`, in seconds.
  let attack: Seconds
  /// `K`, in seconds.
  let decay: Seconds
  /// `R`, in seconds.
  let release: Seconds
  /// `D`, in seconds.
  let duration: Seconds
  let isSustained: Bool

  /// "`attack(t) = min(1, t / A)`".
  func attackLevel(_ time: Seconds) -> Double { min(1, time / attack) }

  /// The level before the release: "sustained: `E = attack(t)`"; "not sustained: `E = attack(t)` for
  /// `t < A`, then `max(0, 1 - (t - A) / K)`".
  func heldLevel(_ time: Seconds) -> Double {
    if isSustained || time < attack { return attackLevel(time) }
    return max(0, 1 - (time - attack) / decay)
  }

  /// Whether the release begins at `D`: always for a sustained event; for others "if `D` comes first",
  /// before `A + K`.
  var isReleased: Bool { isSustained || duration < attack + decay }

  /// `E(t)`.
  ///
  /// "for `t < D`; then the release `E = attack(D) * max(0, 1 - (t - D) / R)`"; not sustained: "goes
  /// into the same release from its level at `D`".
  func level(_ time: Seconds) -> Double {
    if !isReleased || time < duration { return heldLevel(time) }
    return heldLevel(duration) * max(0, 1 - (time - duration) / release)
  }

  /// The end of the envelope: "the event ends at `D + R`", "the event ends at `A + K`".
  var end: Seconds { isReleased ? duration + release : attack + decay }
}

extension ReferenceEnvelope {
  /// Creates the envelope of `event`, which starts at `start` seconds, with the controls of `controls`.
  init(of event: HapticEvent, start: Seconds, controls: ReferenceControls) {
    // "The normalized AttackTime, DecayTime and ReleaseTime `p` (0...1, after adding their controls,
    // sampled at the event's start) become seconds exponentially, `min * (max / min)^p`".
    func seconds(
      _ id: EventParameter.ID, plus control: ReferenceControl, from low: Double, to high: Double
    ) -> Seconds {
      let p = clamp01(clamp01(event.value(of: id) ?? 0) + control.value(at: start))
      return low * pow(high / low, p)
    }
    attack = seconds(.attackTime, plus: controls.attackTime, from: 0.002, to: 1.0)
    decay = seconds(.decayTime, plus: controls.decayTime, from: 0.020, to: 2.0)
    release = seconds(.releaseTime, plus: controls.releaseTime, from: 0.005, to: 2.0)
    // "`D` over 30 s is played as 30 s". Core Haptics, `CHHapticEvent.duration`: of a duration that
    // is 0 or not set, "Continuous event types will have no fixed end".
    let given = event.duration ?? 0
    duration = given == 0 ? 30 : min(given, 30)
    // "sustained (the default)"; Core Haptics defines only 0 and 1, and we round values in between.
    isSustained = (event.value(of: .sustained) ?? 1) >= 0.5
  }
}

/// `value` clamped to 0...1.
func clamp01(_ value: Double) -> Double { min(max(value, 0), 1) }
