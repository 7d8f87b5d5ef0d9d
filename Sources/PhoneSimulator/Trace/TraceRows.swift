internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime

extension TraceRow {
  /// All kinds of lines.
  static let all = calls + apps + haptics + phone + expectations

  private static let calls: [TraceRow] = [
    TraceRow(
      "did", "An app does something, automatically or as a step of the scenario.", .step,
      .truth("byItself"), .error,
      is: { content, isByItself, error in
        guard case .app(_, let action, _) = content else { return .happened(content) }
        return .did(action, byItself: isByItself, error: error)
      },
      from: {
        guard case .did(let action, let isByItself, let error) = $0 else { return nil }
        return (.app(0, action, fails: nil), isByItself, error)
      }),
    TraceRow(
      "happened", "The user, the system or somebody else, such as a caller, does something.", .step,
      is: { .happened($0) }, from: { if case .happened(let content) = $0 { content } else { nil } }),
    TraceRow(
      "received", "An app is notified.", .notice, is: { .received($0) },
      from: { if case .received(let notice) = $0 { notice } else { nil } }),
  ]

  private static let apps: [TraceRow] = [
    TraceRow(
      "lifecycle", "The app's lifecycle changes to this state.",
      .word("state", Vocabulary.lifecycles), is: { .lifecycle($0) },
      from: { if case .lifecycle(let state) = $0 { state } else { nil } }),
    TraceRow(
      "active", "The app's session becomes active or inactive.", .truth("isActive"),
      is: { .active($0) }, from: { if case .active(let isActive) = $0 { isActive } else { nil } }),
    TraceRow(
      "interrupted", "The app's interruption begins or ends.", .truth("isInterrupted"),
      is: { .interrupted($0) },
      from: { if case .interrupted(let isInterrupted) = $0 { isInterrupted } else { nil } }),
    TraceRow(
      "heard", "The app is heard at this gain, 0...1, from now on.", .number("gain"),
      .truth("isDucked"), is: { .heard(gain: $0, isDucked: $1) },
      from: { if case .heard(let gain, let isDucked) = $0 { (gain, isDucked) } else { nil } }),
    TraceRow(
      "silent", "The app plays, but is not heard.", is: { .silent },
      from: { if case .silent = $0 { () } else { nil } }),
    TraceRow(
      "stopped", "The app has stopped playing at this position, in seconds.", .number("position"),
      is: { .stopped(position: $0) },
      from: { if case .stopped(let position) = $0 { position } else { nil } }),
    TraceRow(
      "finished", "The app has played its sound to the end.", is: { .finished },
      from: { if case .finished = $0 { () } else { nil } }),
    TraceRow(
      "recording", "The app starts recording. Without permission, it records silence.",
      .truth("hasPermission"),
      is: { .recording(hasPermission: $0) },
      from: { if case .recording(let hasPermission) = $0 { hasPermission } else { nil } }),
    TraceRow(
      "stoppedRecording", "The app has stopped recording.", is: { .stoppedRecording },
      from: { if case .stoppedRecording = $0 { () } else { nil } }),
    TraceRow(
      "queued", "The app will receive a notification when it runs again.", .notice,
      is: { .queued($0) },
      from: { if case .queued(let notice) = $0 { notice } else { nil } }),
    TraceRow(
      "misdelivered",
      "A notification is lost, arrives twice, or arrives late at a time in seconds.",
      .notice, .word("fate", ["lost", "repeated", "late"].map { ($0, $0) }),
      .number(ifAny: "due"),
      is: { notice, fate, due in
        .misdelivered(
          notice,
          fate == "late"
            ? .delayed(until: PhoneTime(seconds: due ?? 0)) : fate == "lost" ? .lost : .repeated)
      },
      from: {
        guard case .misdelivered(let notice, let fate) = $0 else { return nil }
        return switch fate {
        case .lost: (notice, "lost", nil)
        case .repeated, .arrived: (notice, "repeated", nil)
        case .delayed(let due): (notice, "late", due.seconds)
        }
      }),
    TraceRow(
      "remoteDeferred", "The app will receive a remote command when its interruption has ended.",
      .word("command", Vocabulary.commands), is: { .remoteDeferred($0) },
      from: { if case .remoteDeferred(let command) = $0 { command } else { nil } }),
    TraceRow(
      "notificationPlaced", "A notification of the app is shown in this place from now on.",
      .word("place"),
      is: { .notificationPlaced($0) },
      from: { if case .notificationPlaced(let place) = $0 { place } else { nil } }),
    TraceRow(
      "changesCategoryOften", "The app has repeatedly changed its category.",
      is: { .changesCategoryOften },
      from: { if case .changesCategoryOften = $0 { () } else { nil } }),
  ]

  private static let haptics: [TraceRow] = [
    TraceRow(
      "haptic", "A requested haptic is played or suppressed.", .verdict, is: { .haptic($0) },
      from: { if case .haptic(let verdict) = $0 { verdict } else { nil } }),
    TraceRow(
      "hapticBegan", "A haptic begins. Frames are counted at 48 000 per second.", .text("name"),
      .frame("requested"), .frame("first"),
      is: { .hapticBegan($0, requested: $1, first: $2) },
      from: {
        guard case .hapticBegan(let name, let requested, let first) = $0 else { return nil }
        return (name, requested, first)
      }),
    TraceRow(
      "hapticSuppressed", "A haptic is suppressed after it was accepted, but before it begins.",
      .text("name"), .word("reason"), is: { .hapticSuppressed($0, $1) },
      from: {
        if case .hapticSuppressed(let name, let reason) = $0 { (name, reason) } else { nil }
      }),
    TraceRow(
      "hapticFailed", "The haptic engine cannot play a haptic.", .text("name"), .text("why"),
      is: { .hapticFailed($0, why: $1) },
      from: { if case .hapticFailed(let name, let why) = $0 { (name, why) } else { nil } }),
    TraceRow(
      "hapticReduced", "The app weakens a haptic because Reduce Motion is on.", .text("name"),
      is: { .hapticReduced($0) },
      from: { if case .hapticReduced(let name) = $0 { name } else { nil } }),
    TraceRow(
      "hapticDelayed",
      "A feedback generator was not prepared, so its haptic starts late by the given number of seconds.",
      .number("seconds"), is: { .hapticDelayed(seconds: $0) },
      from: { if case .hapticDelayed(let seconds) = $0 { seconds } else { nil } }),
    TraceRow(
      "hapticAttenuated", "A haptic is attenuated because the app captures with sensors.",
      .number("gain"),
      .words("sensors"), is: { .hapticAttenuated(gain: $0, sensors: $1) },
      from: {
        if case .hapticAttenuated(let gain, let sensors) = $0 { (gain, sensors) } else { nil }
      }),
    TraceRow(
      "hapticOfControl", "A control requests a haptic.", .text("control"), .text("name"),
      is: { .hapticOfControl($0, haptic: $1) },
      from: {
        if case .hapticOfControl(let control, let name) = $0 { (control, name) } else { nil }
      }),
    TraceRow(
      "caption", "The caption of a sound that starts this many seconds after its haptic.",
      .text("name"),
      .number("seconds"), .text("caption"), is: { .caption(of: $0, seconds: $1, $2) },
      from: {
        guard case .caption(let name, let seconds, let text) = $0 else { return nil }
        return (name, seconds, text)
      }),
    TraceRow(
      "composite", "A composite is loaded, played or lost, or its still image is shown.",
      .text("name"),
      .word("outcome"), is: { .composite($0, $1) },
      from: { if case .composite(let name, let outcome) = $0 { (name, outcome) } else { nil } }),
    TraceRow(
      "control",
      "A control has changed, combined a tick with the tick that is waiting, settled on a value, or turned off "
        + "other switches.",
      .text("name"), .word("effect", ControlEffect.named), .words("others"), .text("state"),
      is: { name, effect, others, state in
        .control(name, others.isEmpty ? effect : .turnsOff(others), state: state)
      },
      from: {
        guard case .control(let name, let effect, let state) = $0 else { return nil }
        if case .turnsOff(let others) = effect { return (name, .turnsOff([]), others, state) }
        return (name, effect, [], state)
      }),
    TraceRow(
      "feedbackExpired", "A feedback generator is no longer prepared.", .word("family"),
      is: { .feedbackExpired($0) },
      from: { if case .feedbackExpired(let family) = $0 { family } else { nil } }),
    TraceRow(
      "sound", "A requested sound is played or suppressed.", .word("sound"), .verdict,
      is: { .sound($0, $1) },
      from: { if case .sound(let sound, let verdict) = $0 { (sound, verdict) } else { nil } }),
    TraceRow(
      "soundEnded", "A system sound has ended, or has been cut off by the next sound.",
      .text("name"), .truth("isCut"), is: { .soundEnded($0, isCut: $1) },
      from: { if case .soundEnded(let name, let isCut) = $0 { (name, isCut) } else { nil } }),
    TraceRow(
      "vibration", "A vibration is played or suppressed.", .verdict, is: { .vibration($0) },
      from: { if case .vibration(let verdict) = $0 { verdict } else { nil } }),
    TraceRow(
      "vibrationBegan", "A vibration begins. Frames are counted at 48 000 per second.",
      .frame("requested"),
      .frame("first"), is: { .vibrationBegan(requested: $0, first: $1) },
      from: {
        if case .vibrationBegan(let requested, let first) = $0 { (requested, first) } else { nil }
      }),
    TraceRow(
      "vibrationFailed", "A vibration is not played.", .text("why"),
      is: { .vibrationFailed(why: $0) },
      from: { if case .vibrationFailed(let why) = $0 { why } else { nil } }),
  ]

  private static let phone: [TraceRow] = [
    TraceRow(
      "ringing", "The ringing sound and its gain; `none` if the ringing has ended.",
      .word("sound", SoundClass.allCases.map { ($0.rawValue, $0) } + [("none", nil)]),
      .number("gain"), is: { .ringing($0, gain: $1) },
      from: { if case .ringing(let sound, let gain) = $0 { (sound, gain) } else { nil } }),
    TraceRow(
      "ringingVibrates", "The vibration of a ringing phone begins or stops.",
      .truth("vibrates"), is: { .ringingVibrates($0) },
      from: { if case .ringingVibrates(let vibrates) = $0 { vibrates } else { nil } }),
    TraceRow(
      "remoteIgnored", "A remote command does not reach any app.",
      .word("command", Vocabulary.commands),
      .word("reason"), is: { .remoteIgnored($0, $1) },
      from: {
        if case .remoteIgnored(let command, let reason) = $0 { (command, reason) } else { nil }
      }),
    TraceRow(
      "handsFreeOpened", "The hands-free profile is now open.", is: { .handsFreeOpened },
      from: { if case .handsFreeOpened = $0 { () } else { nil } }),
    TraceRow(
      "callAudioClosed", "The audio of a call that has ended is closed.",
      is: { .callAudioClosed }, from: { if case .callAudioClosed = $0 { () } else { nil } }),
    TraceRow(
      "lostDevice", "A session that does not belong to an app has lost the device.",
      .word("session"),
      is: { .lostDevice($0) },
      from: { if case .lostDevice(let session) = $0 { session } else { nil } }),
    TraceRow(
      "impossible", "A step is not possible.", .text("why"),
      is: { .impossible(why: $0) },
      from: { if case .impossible(let why) = $0 { why } else { nil } }),
  ]

  private static let expectations: [TraceRow] = [
    TraceRow(
      "met", "An expectation is met.", .text("expected"), is: { .met($0) },
      from: { if case .met(let expected) = $0 { expected } else { nil } }),
    TraceRow(
      "failed",
      "A check failed: an expectation, the result of a call, an invariant, an independent evaluation, or a step.",
      .text("message"), is: { .failed($0) },
      from: { if case .failed(let message) = $0 { message } else { nil } }),
    TraceRow(
      "oldEvents",
      "An `includes` expectation counts events that an earlier expectation could already see.",
      .text("message"), is: { .oldEvents($0) },
      from: { if case .oldEvents(let message) = $0 { message } else { nil } }),
  ]
}

extension ControlEffect {
  /// The effects by their names in traces.
  ///
  /// For `turnsOff`, the other controls are in a separate key.
  fileprivate static let named: [(String, ControlEffect)] = [
    ("changed", .changed), ("coalesced", .coalesced), ("chosen", .chosen),
    ("turnsOff", .turnsOff([])),
  ]
}
