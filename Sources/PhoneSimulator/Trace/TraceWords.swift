internal import AudioSession
internal import HapticEngine
package import PhoneRuntime
internal import TextFormats

extension TraceEntry.What {
  /// A phrase that reads naturally after the actor's name.
  package var words: String {
    switch self {
    case .did(let action, let isByItself, let error):
      action.words + (isByItself ? ", automatically" : "")
        + (error.map { ": fails with \($0.label)" } ?? "")
    case .happened(let content):
      SystemActor.wording(of: content, AppNames(all: []))?.words.narration ?? ""
    case .received(let notice): notice.line

    case .lifecycle(.foreground): "is in the foreground"
    case .lifecycle(.background): "is in the background"
    case .lifecycle(.suspended): "is suspended"
    case .lifecycle(.terminated): "is terminated"
    case .active(true): "its session is active"
    case .active(false): "its session is no longer active"
    case .interrupted(true): "is interrupted"
    case .interrupted(false): "is no longer interrupted"
    case .heard(let gain, false): "is heard at gain \(gain.shortest)"
    case .heard(let gain, true): "is ducked and heard at gain \(gain.shortest)"
    case .silent: "is silent"
    case .stopped(let position): "has stopped playing at position \(position.shortest) s"
    case .finished: "has played to the end"
    case .recording(true): "is recording"
    case .recording(false): "is recording silence, without the user's permission"
    case .stoppedRecording: "has stopped recording"
    case .queued(let notice): "will be notified when it runs again: \(notice.line)"
    case .misdelivered(let notice, .lost): "does not receive: \(notice.line)"
    case .misdelivered(let notice, .repeated): "receives twice: \(notice.line)"
    case .misdelivered(let notice, .delayed(let due)):
      "will receive at \(due.seconds.shortest) s: \(notice.line)"
    case .misdelivered(let notice, .arrived): "receives late: \(notice.line)"
    case .remoteDeferred(let command):
      "will receive the remote command \(command.name) when its interruption has ended"
    case .notificationPlaced(.nowhere): "its notification is not shown"
    case .notificationPlaced(.banner): "its notification is shown as a banner"
    case .notificationPlaced(.alert):
      "its notification is shown, and stays until it is dismissed"
    case .notificationPlaced(.lockScreen): "its notification is shown on the lock screen"
    case .notificationPlaced(.center):
      "its notification has left the screen, and is in Notification Center"
    case .changesCategoryOften:
      "repeatedly changes its category, which the guidelines advise against"

    case .haptic(let verdict): "a haptic \(verdict.words)"
    case .hapticBegan(let name, let requested, let first):
      "the haptic \(name) begins" + Self.delay(from: requested, to: first)
    case .hapticSuppressed(let name, let reason):
      "the haptic \(name) is suppressed before it begins: \(reason.rawValue)"
    case .hapticFailed(let name, let why): "its haptic engine does not play \(name): \(why)"
    case .hapticReduced(let name):
      "weakens the decorative haptic \(name) because Reduce Motion is on"
    case .hapticDelayed(let seconds):
      "its feedback generator is not prepared, so the haptic starts \(seconds.shortest) s later"
    case .hapticAttenuated(let gain, let sensors):
      "a haptic is attenuated to \(gain.shortest) during capture with \(sensors.joined(separator: ", "))"
    case .hapticOfControl(let control, let haptic): "\(control) asks for the haptic \(haptic)"
    case .caption(let name, let seconds, let text):
      "caption of \(name)\(seconds > 0 ? ", \(seconds.brief) s later" : ""): \(text)"
    case .composite(let name, .loaded): "\(name) is loaded with its sound and haptic"
    case .composite(let name, .played): "\(name) is played with its sound and haptic"
    case .composite(let name, .still):
      "\(name) is not loaded: its still image is shown, without sound or haptic"
    case .composite(let name, .lost):
      "\(name) is lost with the media services and must be loaded again"
    case .control(let name, .changed, let state): "\(name) is \(state)"
    case .control(let name, .coalesced, _): "\(name) merges a tick into the pending tick"
    case .control(let name, .chosen, let state): "\(name) is set to \(state)"
    case .control(let name, .turnsOff(let others), _):
      "\(name) turns off \(others.joined(separator: ", "))"
    case .control(let name, .haptic, _): "\(name) vibrates"
    case .feedbackExpired(let family):
      "its \(family.rawValue) feedback generator is no longer prepared"
    case .sound(let sound, let verdict): "\(Self.words(for: sound)) \(verdict.words)"
    case .soundEnded(let name, true): "the sound \(name) is cut off by the next sound"
    case .soundEnded(let name, false): "the sound \(name) has ended"
    case .vibration(let verdict): "a vibration \(verdict.words)"
    case .vibrationBegan(let requested, let first):
      "the vibration begins" + Self.delay(from: requested, to: first)
    case .vibrationFailed(let why): "the vibration is not played: \(why)"

    case .ringing(nil, _): "the ringing has ended"
    case .ringing(let sound?, let gain):
      Self.words(for: sound)
        + (gain > 0 ? " is heard at gain \(gain.shortest)" : " is not heard")
    case .ringingVibrates(true): "vibrates while it rings"
    case .ringingVibrates(false): "the vibration stops"
    case .remoteIgnored(let command, .nobodyPlays):
      "\(command.name) does not reach any app: no app is playing"
    case .remoteIgnored(let command, .notHandled):
      "\(command.name) does not reach any app: the app that is playing does not handle this command"
    case .remoteIgnored(let command, .callHasButton):
      "\(command.name) does not reach any app: the headset's button controls the call"
    case .handsFreeOpened: "the hands-free profile is open"
    case .callAudioClosed: "the audio of the call is closed"
    case .lostDevice(let alert): "\(alert.source.who) has lost the device"
    case .impossible(let why): "that is not possible: \(why)"

    case .met(let words): "ok: \(words)"
    case .failed(let message): "FAILED: \(message)"
    case .oldEvents(let message): "old: \(message)"
    }
  }

  /// The frames at which a haptic or a vibration begins and was requested, in words; nil for all other entries.
  package var frameWords: String? {
    switch self {
    case .hapticBegan(_, let requested, let first), .vibrationBegan(let requested, let first):
      "frame \(first), requested at frame \(requested)"
    default: nil
    }
  }

  /// Returns a phrase for the time between two frames; empty below a tenth of a millisecond.
  private static func delay(from requested: Int64, to first: Int64) -> String {
    let milliseconds = (PhoneTime(frames: first) - PhoneTime(frames: requested)).seconds * 1_000
    return milliseconds < 0.1 ? "" : " \(milliseconds.rounded(to: 1)) ms after the request"
  }

  private static func words(for sound: SoundClass) -> String {
    switch sound {
    case .ringtone: "the ringtone"
    case .messageTone: "the notification tone"
    case .keyClick: "the key click"
    case .uiFeedback: "the sound"
    case .alert: "the alert sound"
    case .vibration: "the vibration"
    case .alarm: "the alarm sound"
    }
  }
}

extension AppAction {
  /// A phrase that reads naturally after the app's name.
  package var words: String { AppVerbs.wording(of: self).narration }
}

extension PlayVerdict {
  fileprivate var words: String {
    switch self {
    case .played: "is played"
    case .suppressed(let reason): "is suppressed: \(reason.rawValue)"
    }
  }
}

extension Double {
  /// The number with at most six decimals, so that times in seconds are precise to a microsecond.
  var shortest: String { rounded(to: 6) }
}
