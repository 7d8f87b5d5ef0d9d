import AudioSession
import TestSupport

extension OptionCase {
  static let ofDevice: [OptionCase] = [
    OptionCase(\.switchAffectsHeadphones, [.no: "heard", .yes: "silent"]) {
      var scene = try Scene(.ambient, policy: $0)
      try scene.play(.portConnected(.headphones), .startOutput(0), .silentModeSet(true))
      return scene.phone.isAudible(0) ? "heard" : "silent"
    },
    OptionCase(\.preferredInputReset, [.cleared: "headsetMic", .kept: "usbAudio"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.activate(0), .portConnected(.usbAudio), .setPreferredInput(0, .usbAudio))
      try scene.play(
        .portDisconnected(.usbAudio), .portConnected(.usbAudio), .portConnected(.headsetMic))
      return scene.phone.inputs.map { "\($0)" }.joined()
    },
    OptionCase(\.volumeMemory, [.shared: "1.0", .perRoute: "0.5"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.activate(0), .volumeSet(.media, 1), .portConnected(.headphones))
      return "\(scene.phone.outputVolume(for: 0))"
    },
    OptionCase(\.buttonsWhenIdle, [.ringer: "ringer", .media: "media"]) {
      try Scene(.playback, policy: $0).phone.buttonVolume.rawValue
    },
    OptionCase(\.unplugPauses, [.yes: "paused", .no: "plays"]) {
      var scene = try Scene(.mixing, policy: $0)
      try scene.play(.portConnected(.headphones), .startOutput(0))
      try scene.play(.portDisconnected(.headphones))
      return scene.phone.isPlaying(0) ? "plays" : "paused"
    },
    OptionCase(\.captureGuard, [.suppress: "capture", .allow: "played"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.setCaptures(0, .gyroscope))
      try scene.play(.playHaptic(0))
      return scene.effects == [.haptic(0, .played)] ? "played" : "capture"
    },
    OptionCase(\.hapticsMutedBy, [.runningInput: "played", .inputCategory: "recording"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.activate(0))
      try scene.play(.playHaptic(0))
      return scene.effects == [.haptic(0, .suppressed(.recording))] ? "recording" : "played"
    },
  ]
}
