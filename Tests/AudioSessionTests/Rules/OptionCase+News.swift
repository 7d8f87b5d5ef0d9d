import AudioSession
import TestSupport

extension OptionCase {
  static let ofNews: [OptionCase] = [
    OptionCase(\.legacyOn27, [.yes: "began", .no: ""]) {
      var scene = try Scene(.playback, on: .iOS27, policy: $0)
      try scene.play(.app(0, .activate))
      try scene.play(.phone(.alarmFired))
      return scene.heard(0)
    },
    OptionCase(
      \.routeQueue,
      [.interleaved: "began route", .before: "route began", .after: "began route"]
    ) {
      var scene = try Scene(.playback, policy: $0, handling: [.play])
      try scene.play(.phone(.portConnected(.headphones)), .app(0, .startOutput))
      try scene.play(.phone(.portDisconnected(.headphones)))
      return scene.heard(0)
    },
    OptionCase(
      \.mailbox, [.replay: "route route", .drop: "", .coalesce: "route"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(
        .app(0, .suspend), .phone(.portConnected(.headphones)), .phone(.portConnected(.HDMI)))
      try scene.play(.app(0, .enterForeground))
      return scene.heard(0)
    },
    OptionCase(\.endedInBackground, [.atOnce: "resume", .onForeground: "later resume"]) {
      var scene = try Scene(.playback, policy: $0, handling: [.play])
      try scene.play(.app(0, .startOutput), .app(0, .enterBackground), .phone(.alarmFired))
      try scene.play(.phone(.alarmDismissed()))
      if !scene.heard(0).isEmpty { return scene.heard(0) }
      try scene.play(.app(0, .enterForeground))
      return "later " + scene.heard(0)
    },
    OptionCase(\.siriHandover, [.endedWithoutOption: "ended", .staysInterrupted: ""]) {
      var scene = try Scene(.playback, .playback, policy: $0)
      try scene.play(.app(0, .startOutput), .phone(.siriBegan))
      try scene.play(.phone(.siriEnded(startedPlaybackIn: 1)))
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
      try scene.play(.app(0, .startOutput))
      try scene.play(.phone(.notificationDelivered(nil, hasSound: true)))
      guard scene.phone.isDucked(0) else { return scene.heard(0) }
      try scene.play(.phone(.alertSoundEnded))
      return scene.phone.isDucked(0) ? "ducked for ever" : "ducked"
    },
    OptionCase(\.wakingCommand, [.afterNews: "began play", .beforeNews: "play began"]) {
      var scene = try Scene(.playback, on: .iOS14_5, policy: $0, handling: [.play])
      try scene.play(.app(0, .startOutput), .app(0, .enterBackground), .app(0, .suspend))
      try scene.play(.phone(.remoteCommandSent(.play)))
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
      try scene.play(.app(0, .startOutput))
      try scene.play(.app(1, .playSound(.alert)))
      let begun = scene.effects
      if scene.phone.isDucked(0) { try scene.play(.phone(.alertSoundEnded)) }
      var gains: [String] = []
      for case .gainChanged(0, let from, let to) in begun + scene.effects {
        if gains.isEmpty { gains.append("\(from)") }
        gains.append("\(to)")
      }
      return gains.joined(separator: " ")
    },
    OptionCase(\.unmuteResumes, [.yes: "resume", .no: "ended"]) {
      var scene = try Scene(.recording, policy: $0)
      try scene.play(.app(0, .startInput), .phone(.microphoneMuted))
      try scene.play(.phone(.microphoneUnmuted))
      return scene.heard(0)
        .split(separator: " ").filter { $0 != "route" }.joined()
    },
    OptionCase(\.routeChangeAudience, [.all: "route", .active: ""]) {
      var scene = try Scene(.playback, .talking, policy: $0)
      try scene.play(.app(1, .activate))
      return scene.heard(0)
    },
    OptionCase(\.categoryChangePosts, [.onChange: "", .always: "route"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.app(0, .activate))
      try scene.play(.app(0, .setCategory(.soloAmbient)))
      return scene.heard(0)
    },
    OptionCase(\.activationPostsRouteChange, [.no: "", .yes: "route"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.app(0, .activate))
      return scene.heard(0)
    },
    OptionCase(\.remoteDuringInterruption, [.deferred: "deferred", .atOnce: "delivered"]) {
      var scene = try Scene(.playback, policy: $0, handling: [.pause])
      try scene.play(.app(0, .startOutput), .phone(.alarmFired))
      try scene.play(.phone(.remoteCommandSent(.pause)))
      return scene.effects == [.remoteDeferred(0, .pause)] ? "deferred" : "delivered"
    },
    OptionCase(\.interruptionOnRouteDisconnect, [.header: "active", .documentation: "inactive"]) {
      var scene = try Scene(.mixing, policy: $0)
      try scene.play(.phone(.portConnected(.headphones)), .app(0, .startOutput))
      try scene.play(.phone(.portDisconnected(.headphones)))
      return scene.phone.isActive(0) ? "active" : "inactive"
    },
  ]
}
