import AudioSession
import TestSupport

extension OptionCase {
  static let ofNews: [OptionCase] = [
    OptionCase(\.legacyOn27, [.yes: "began", .no: ""]) {
      var scene = try Scene(.playback, on: .iOS27, policy: $0)
      try scene.play(.activate(0))
      try scene.play(.alarmFired)
      return scene.heard(0)
    },
    OptionCase(
      \.routeQueue,
      [.interleaved: "began route", .before: "route began", .after: "began route"]
    ) {
      var scene = try Scene(.playback, policy: $0, handling: [.play])
      try scene.play(.portConnected(.headphones), .startOutput(0))
      try scene.play(.portDisconnected(.headphones))
      return scene.heard(0)
    },
    OptionCase(
      \.mailbox, [.replay: "route route", .drop: "", .coalesce: "route"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.suspend(0), .portConnected(.headphones), .portConnected(.HDMI))
      try scene.play(.enterForeground(0))
      return scene.heard(0)
    },
    OptionCase(\.endedInBackground, [.atOnce: "resume", .onForeground: "later resume"]) {
      var scene = try Scene(.playback, policy: $0, handling: [.play])
      try scene.play(.startOutput(0), .enterBackground(0), .alarmFired)
      try scene.play(.alarmDismissed())
      if !scene.heard(0).isEmpty { return scene.heard(0) }
      try scene.play(.enterForeground(0))
      return "later " + scene.heard(0)
    },
    OptionCase(\.siriHandover, [.endedWithoutOption: "ended", .staysInterrupted: ""]) {
      var scene = try Scene(.playback, .playback, policy: $0)
      try scene.play(.startOutput(0), .siriBegan)
      try scene.play(.siriEnded(startedPlaybackIn: 1))
      return scene.heard(0)
    },
    OptionCase(
      \.notificationTone,
      [
        .mix: "", .interrupt: "began resume", .interruptWithoutResume: "began ended",
        .duck: "ducked",
      ]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.startOutput(0))
      try scene.play(.notificationDelivered(nil, hasSound: true))
      guard scene.phone.isDucked(0) else { return scene.heard(0) }
      try scene.play(.alertSoundEnded)
      return scene.phone.isDucked(0) ? "ducked for ever" : "ducked"
    },
    OptionCase(\.wakingCommand, [.afterNews: "began play", .beforeNews: "play began"]) {
      var scene = try Scene(.playback, on: .iOS14_5, policy: $0, handling: [.play])
      try scene.play(.startOutput(0), .enterBackground(0), .suspend(0))
      try scene.play(.remoteCommandSent(.play))
      let words = scene.effects.compactMap { effect -> String? in
        switch effect {
        case .remoteCommand(0, .play): "play"
        case .notified(0, .interruptionBegan): "began"
        default: nil
        }
      }
      return words.joined(separator: " ")
    },
    OptionCase(\.alertSounds, [.mix: "", .duck: "0.5 0.1 0.5"]) {
      var scene = try Scene(.playback, .mixing, policy: $0)
      try scene.play(.startOutput(0))
      try scene.play(.playSound(1, .alert))
      let begun = scene.effects
      if scene.phone.isDucked(0) { try scene.play(.alertSoundEnded) }
      var gains: [String] = []
      for case .gainChanged(0, let from, let to) in begun + scene.effects {
        if gains.isEmpty { gains.append("\(from)") }
        gains.append("\(to)")
      }
      return gains.joined(separator: " ")
    },
    OptionCase(\.unmuteResumes, [.yes: "resume", .no: "ended"]) {
      var scene = try Scene(.recording, policy: $0)
      try scene.play(.startInput(0), .microphoneMuted)
      try scene.play(.microphoneUnmuted)
      return scene.heard(0)
        .split(separator: " ").filter { $0 != "route" }.joined()
    },
    OptionCase(\.routeChangeAudience, [.all: "route", .active: ""]) {
      var scene = try Scene(.playback, .talking, policy: $0)
      try scene.play(.activate(1))
      return scene.heard(0)
    },
    OptionCase(\.categoryChangePosts, [.onChange: "", .always: "route"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.activate(0))
      try scene.play(.setCategory(0, .soloAmbient))
      return scene.heard(0)
    },
    OptionCase(\.activationPostsRouteChange, [.no: "", .yes: "route"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.activate(0))
      return scene.heard(0)
    },
    OptionCase(\.remoteDuringInterruption, [.deferred: "deferred", .atOnce: "delivered"]) {
      var scene = try Scene(.playback, policy: $0, handling: [.pause])
      try scene.play(.startOutput(0), .alarmFired)
      try scene.play(.remoteCommandSent(.pause))
      return scene.effects == [.remoteDeferred(0, .pause)] ? "deferred" : "delivered"
    },
    OptionCase(\.interruptionOnRouteDisconnect, [.header: "active", .documentation: "inactive"]) {
      var scene = try Scene(.mixing, policy: $0)
      try scene.play(.portConnected(.headphones), .startOutput(0))
      try scene.play(.portDisconnected(.headphones))
      return scene.phone.isActive(0) ? "active" : "inactive"
    },
  ]
}
