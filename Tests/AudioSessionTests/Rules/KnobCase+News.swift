import AudioSession

extension KnobCase {
  static let ofNews: [KnobCase] = [
    KnobCase(.legacyOn27, [.yes: "began", .no: ""]) {
      var scene = try Scene(.playback, on: .iOS27, policy: $0)
      try scene.play(.activate(0))
      try scene.play(.alarmFired)
      return scene.heard(0)
    },
    KnobCase(
      .routeQueue,
      [.interleaved: "began route", .before: "route began", .after: "began route"]
    ) {
      var scene = try Scene(.playback, policy: $0, handling: [.play])
      try scene.play(.portConnected(.headphones), .startOutput(0))
      try scene.play(.portDisconnected(.headphones))
      return scene.heard(0)
    },
    KnobCase(
      .mailbox, [.replay: "route route", .drop: "", .coalesce: "route"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.suspend(0), .portConnected(.headphones), .portConnected(.HDMI))
      try scene.play(.enterForeground(0))
      return scene.heard(0)
    },
    KnobCase(.endedInBackground, [.atOnce: "resume", .onForeground: "later resume"]) {
      var scene = try Scene(.playback, policy: $0, handling: [.play])
      try scene.play(.startOutput(0), .enterBackground(0), .alarmFired)
      try scene.play(.alarmDismissed())
      if !scene.heard(0).isEmpty { return scene.heard(0) }
      try scene.play(.enterForeground(0))
      return "later " + scene.heard(0)
    },
    KnobCase(.siriHandover, [.endedWithoutOption: "ended", .staysInterrupted: ""]) {
      var scene = try Scene(.playback, .playback, policy: $0)
      try scene.play(.startOutput(0), .siriBegan)
      try scene.play(.siriEnded(startedPlaybackIn: 1))
      return scene.heard(0)
    },
    KnobCase(
      .notificationTone,
      [.mix: "", .interrupt: "began resume", .interruptWithoutResume: "began ended"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.startOutput(0))
      try scene.play(.notificationDelivered(nil, hasSound: true))
      return scene.heard(0)
    },
    KnobCase(.unmuteResumes, [.yes: "resume", .no: "ended"]) {
      var scene = try Scene(.recording, policy: $0)
      try scene.play(.startInput(0), .microphoneMuted)
      try scene.play(.microphoneUnmuted)
      return scene.heard(0)
        .split(separator: " ").filter { $0 != "route" }.joined()
    },
    KnobCase(.routeChangeAudience, [.all: "route", .active: ""]) {
      var scene = try Scene(.playback, .talking, policy: $0)
      try scene.play(.activate(1))
      return scene.heard(0)
    },
    KnobCase(.categoryChangePosts, [.onChange: "", .always: "route"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.activate(0))
      try scene.play(.setCategory(0, .soloAmbient))
      return scene.heard(0)
    },
    KnobCase(.activationPostsRouteChange, [.no: "", .yes: "route"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.activate(0))
      return scene.heard(0)
    },
    KnobCase(.remoteDuringInterruption, [.deferred: "deferred", .atOnce: "delivered"]) {
      var scene = try Scene(.playback, policy: $0, handling: [.pause])
      try scene.play(.startOutput(0), .alarmFired)
      try scene.play(.remoteCommandSent(.pause))
      return scene.effects == [.remoteDeferred(0, .pause)] ? "deferred" : "delivered"
    },
    KnobCase(.interruptionOnRouteDisconnect, [.header: "active", .documentation: "inactive"]) {
      var scene = try Scene(.mixing, policy: $0)
      try scene.play(.portConnected(.headphones), .startOutput(0))
      try scene.play(.portDisconnected(.headphones))
      return scene.phone.isActive(0) ? "active" : "inactive"
    },
  ]
}
