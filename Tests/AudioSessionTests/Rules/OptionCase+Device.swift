import AudioSession
import TestSupport

extension OptionCase {
  static let ofDevice: [OptionCase] = [
    OptionCase(\.switchAffectsHeadphones, [.no: "heard", .yes: "silent"]) {
      var scene = try Scene(.ambient, policy: $0)
      try scene.play(
        .phone(.portConnected(.headphones)), .app(0, .startOutput), .phone(.silentModeSet(true)))
      return scene.phone.isAudible(0) ? "heard" : "silent"
    },
    OptionCase(\.preferredInputReset, [.cleared: "headsetMic", .kept: "usbAudio"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(
        .app(0, .activate), .phone(.portConnected(.usbAudio)),
        .app(0, .setPreferredInput(.port(.usbAudio))))
      try scene.play(
        .phone(.portDisconnected(.usbAudio)), .phone(.portConnected(.usbAudio)),
        .phone(.portConnected(.headsetMic)))
      return scene.phone.inputs.map { "\($0)" }.joined()
    },
    OptionCase(\.volumeMemory, [.shared: "1.0", .perRoute: "0.5"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(
        .app(0, .activate), .phone(.volumeSet(.media, 1)), .phone(.portConnected(.headphones)))
      return "\(scene.phone.outputVolume(for: 0))"
    },
    OptionCase(
      \.buttonsWhenIdle,
      [
        .ringer: "ringer, ringer, ringer", .media: "media, media, media",
        .mediaWhenConnected: "ringer, ringer, media", .mediaWhileActive: "ringer, media, media",
      ]
    ) {
      var scene = try Scene(.playback, policy: $0)
      var found = [scene.phone.buttonVolume]
      for event in [SessionEvent.app(0, .activate), .phone(.portConnected(.headphones))] {
        try scene.play(event)
        found.append(scene.phone.buttonVolume)
      }
      return found.map { $0?.rawValue ?? "" }.joined(separator: ", ")
    },
    OptionCase(\.buttonsUnderSwitch, [.media: "media", .ringer: "ringer"]) {
      var scene = try Scene(.solo, policy: $0)
      try scene.play(.app(0, .startOutput), .phone(.silentModeSet(true)))
      return scene.phone.buttonVolume?.rawValue ?? ""
    },
    OptionCase(
      \.builtInMicBesideHFP, [.leavesDevice: "builtInReceiver", .keepsOutput: "bluetoothHFP"]
    ) {
      let chat = SessionConfiguration(.playAndRecord, options: .allowBluetoothHFP)
      var scene = try Scene(chat, policy: $0)
      try scene.play(
        .phone(.portConnected(.bluetoothHFP)), .app(0, .activate),
        .app(0, .setPreferredInput(.port(.builtInMic))))
      return scene.phone.outputs.map(\.name).joined()
    },
    OptionCase(\.overrideWithNewOptions, [.ends: "headphones", .stays: "builtInSpeaker"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(
        .phone(.portConnected(.headphones)), .app(0, .startOutput),
        .app(0, .overrideOutput(.speaker)))
      try scene.play(.app(0, .setCategory(.playAndRecord, options: .mixWithOthers)))
      return scene.phone.outputs.map(\.name).joined()
    },
    OptionCase(\.pictureInPictureWhenLocked, [.pauses: "silent", .goesOn: "heard"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(
        .app(0, .setPlayer(.video)), .app(0, .startOutput), .app(0, .setPictureInPicture(true)))
      try scene.play(.app(0, .enterBackground), .phone(.locked))
      return scene.phone.isPlaying(0) ? "heard" : "silent"
    },
    OptionCase(\.secondPictureInPicture, [.refused: "refused", .replaces: "replaced, paused"]) {
      var scene = try Scene(.playback, .mixing, policy: $0)
      try scene.play(
        .app(0, .setPlayer(.video)), .app(0, .startOutput), .app(0, .setPictureInPicture(true)))
      try scene.play(.app(0, .enterBackground))
      do throws(RejectedEvent) {
        _ = try scene.phone.handle(.app(1, .setPictureInPicture(true)))
      } catch {
        return "refused"
      }
      let isReplaced = !scene.phone.state[0].showsPictureInPicture
      return (isReplaced ? "replaced" : "beside") + (scene.phone.isPlaying(0) ? "" : ", paused")
    },
    OptionCase(\.systemHapticsOff, [.everything: "off off off", .feedback: "on off off"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.phone(.settingsChanged([])))
      return HapticOrigin.allCases
        .map { scene.phone.hapticVerdict(for: 0, from: $0) == .played ? "on" : "off" }
        .joined(separator: " ")
    },
    OptionCase(\.hapticEngineTakesButtons, [.yes: "media", .no: "ringer"]) {
      let scene = try Scene(.ambient, policy: $0)
      let hears = scene.phone.hapticEngineTakesButtons(of: 0)
      return scene.phone.buttonVolume(hearing: hears ? 0 : nil)?.rawValue ?? ""
    },
    OptionCase(
      \.overrideWithSameCategory, [.ends: "builtInReceiver", .stays: "builtInSpeaker"]
    ) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(
        .app(0, .startOutput), .app(0, .overrideOutput(.speaker)),
        .app(0, .setCategory(.playAndRecord)))
      return scene.phone.outputs.map(\.name).joined()
    },
    OptionCase(\.shortFormUnmutes, [.yes: "intent off, heard", .no: "intent, silent"]) {
      let film = SessionConfiguration(.playback, mode: .shortFormVideo)
      var scene = try Scene(film, .playback, policy: $0)
      try scene.play(.app(0, .setOutputMuted(true)), .app(0, .startOutput))
      try scene.play(.phone(.volumeButtonPressed(.up)))
      let words = scene.received(0).compactMap { notification -> String? in
        switch notification {
        case .userIntentToUnmuteOutput: "intent"
        case .outputMuteStateChange(muted: false): "off"
        default: nil
        }
      }
      return words.joined(separator: " ") + (scene.phone.isAudible(0) ? ", heard" : ", silent")
    },
    OptionCase(\.engineStopsOn, [.everyRouteChange: "stopped", .formatChange: "plays"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(
        .app(0, .setPlayer(.engine)), .app(0, .startOutput), .phone(.portConnected(.bluetoothA2DP)))
      return scene.phone.isPlaying(0) ? "plays" : "stopped"
    },
    OptionCase(\.mixingTakesButton, [.no: "music", .yes: "keyboard"]) {
      var scene = try Scene(.mixing, .mixedTalking, policy: $0, handling: [.pause])
      try scene.play(.app(0, .setCategory(.playback)), .app(0, .startOutput), .app(1, .startInput))
      try scene.play(.phone(.remoteCommandSent(.pause)))
      return scene.effects == [.remoteCommand(1, .pause)] ? "keyboard" : "music"
    },
    OptionCase(
      \.unplugInBackground,
      [.oldDeviceUnavailable: "oldDeviceUnavailable", .categoryChange: "categoryChange"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(
        .phone(.portConnected(.headphones)), .app(0, .startOutput), .app(0, .enterBackground))
      try scene.play(.phone(.portDisconnected(.headphones)))
      for case .routeChange(let reason, _) in scene.received(0) { return "\(reason)" }
      return ""
    },
    OptionCase(\.unplugPauses, [.yes: "paused", .no: "plays"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.phone(.portConnected(.headphones)), .app(0, .startOutput))
      try scene.play(.phone(.portDisconnected(.headphones)))
      return scene.phone.isPlaying(0) ? "plays" : "paused"
    },
    OptionCase(
      \.backgroundTime,
      [.byVersion: "30.0", .thirtySeconds: "30.0", .threeMinutes: "180.0", .unlimited: "none"]
    ) { policy in
      let seconds = try OSVersion.allCases.suffix(1).map {
        try Scene(.playback, on: $0, policy: policy).phone.backgroundSeconds
      }
      return seconds[0].map { "\($0)" } ?? "none"
    },
    OptionCase(\.siriAnswer, [.spares: "plays", .interrupts: "began"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.phone(.siriBegan), .app(0, .startOutput))
      try scene.play(.phone(.siriAnswered))
      return scene.phone.isPlaying(0) ? "plays" : scene.heard(0)
    },
    OptionCase(\.pickedOutputNotice, [.override: "override", .none: "nothing"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.app(0, .startOutput), .phone(.portConnected(.bluetoothA2DP)))
      try scene.play(.phone(.outputPicked(.phone)))
      for case .routeChange(let reason, _) in scene.received(0) { return "\(reason)" }
      return "nothing"
    },
    OptionCase(\.bluetoothSwitch, [.atOnce: "hands-free", .inSteps: "microphone, hands-free"]) {
      let chat = SessionConfiguration(.playAndRecord, options: .allowBluetoothHFP)
      var scene = try Scene(chat, policy: $0)
      try scene.play(.phone(.portConnected(.bluetoothHFP)), .app(0, .startInput))
      if scene.phone.inputs == [.bluetoothHFP] { return "hands-free" }
      try scene.play(.phone(.handsFreeOpened))
      return scene.phone.inputs == [.bluetoothHFP] ? "microphone, hands-free" : "microphone"
    },
    OptionCase(
      \.voiceOverDucks,
      [.whileSpeaking: "false true", .always: "true true", .never: "false false"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.app(0, .startOutput), .phone(.accessibilityChanged(.voiceOver)))
      let isDucked = scene.phone.isDucked(0)
      try scene.play(.phone(.voiceOverSpoke(true)))
      return "\(isDucked) \(scene.phone.isDucked(0))"
    },
    OptionCase(
      \.captureGuard, [.suppress: "capture 0.0", .attenuate: "played 0.25", .allow: "played 1.0"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.app(0, .setCaptures(.gyroscope)))
      try scene.play(.app(0, .playHaptic()))
      let word = scene.effects == [.haptic(0, .played)] ? "played" : "capture"
      return "\(word) \(scene.phone.hapticGain(for: 0))"
    },
    OptionCase(\.hapticsMutedBy, [.runningInput: "played", .inputCategory: "recording"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.app(0, .activate))
      try scene.play(.app(0, .playHaptic()))
      return scene.effects == [.haptic(0, .suppressed(.recording))] ? "recording" : "played"
    },
    OptionCase(\.hapticsInSilentMode, [.yes: "played", .no: "silent"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.phone(.silentModeSet(true)))
      try scene.play(.app(0, .playHaptic()))
      return scene.effects == [.haptic(0, .suppressed(.silentMode))] ? "silent" : "played"
    },
  ]
}
