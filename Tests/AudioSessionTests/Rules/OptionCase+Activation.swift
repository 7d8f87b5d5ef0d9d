import AudioSession
import TestSupport

extension OptionCase {
  static let ofActivation: [OptionCase] = [
    OptionCase(\.errorOrder, [.asListed: "!int", .priorityFirst: "!pri"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(
        .app(0, .enterBackground), .phone(.callRang(.phone)), .phone(.callAnswered),
        .app(0, .activate))
      return scene.code
    },
    OptionCase(
      \.blockedOutputCode,
      [.insufficientPriority: "!pri", .cannotInterruptOthers: "!int", .missingEntitlement: "ent?"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.phone(.alarmFired), .app(0, .activate))
      return scene.code
    },
    OptionCase(\.backgroundMixableStart, [.accept: "fine", .reject: "!pla"]) {
      var scene = try Scene(.mixing, policy: $0)
      try scene.play(.app(0, .enterBackground), .app(0, .activate))
      return scene.code
    },
    OptionCase(\.backgroundResumption, [.accept: "fine", .reject: "!int"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(
        .app(0, .startOutput), .app(0, .enterBackground), .phone(.alarmFired),
        .phone(.alarmDismissed()))
      try scene.play(.app(0, .activate))
      return scene.code
    },
    OptionCase(\.permissionDenied, [.silence: "fine", .resourceNotAvailable: "!res"]) {
      var policy = $0
      policy["permissionChangeEnds"] = "false"
      var scene = try Scene(.recording, policy: policy)
      try scene.play(.app(0, .setRecordPermission(.denied)), .app(0, .startInput))
      return scene.code
    },
    OptionCase(\.permissionChangeEnds, [.yes: "terminated", .no: "foreground"]) {
      var scene = try Scene(.recording, policy: $0)
      try scene.play(.app(0, .startInput), .app(0, .setRecordPermission(.denied)))
      return scene.phone.state[0].lifecycle.name
    },
    OptionCase(\.mutedMicrophoneStart, [.resourceNotAvailable: "!res", .silence: "fine"]) {
      var scene = try Scene(.recording, policy: $0)
      try scene.play(.phone(.microphoneMuted), .app(0, .startInput))
      return scene.code
    },
    OptionCase(
      \.deactivateWithRunningIO,
      [
        .byVersion: "fine, inactive", .refused: "!act, active",
        .doneWithError: "!act, inactive", .done: "fine, inactive",
      ]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.app(0, .startOutput), .app(0, .deactivate()))
      return "\(scene.code), \(scene.phone.isActive(0) ? "active" : "inactive")"
    },
    OptionCase(\.claimRelease, [.reactivation: "", .ownEnd: "resume"]) {
      var scene = try Scene(.playback, .playback, policy: $0)
      try scene.play(.app(0, .startOutput), .app(1, .startOutput), .phone(.alarmFired))
      try scene.play(.phone(.alarmDismissed()))
      return scene.heard(0)
    },
    OptionCase(\.noNotifyEffect, [.nothing: "", .endedWithoutOption: "ended"]) {
      var scene = try Scene(.playback, .playback, policy: $0)
      try scene.play(.app(0, .startOutput), .app(1, .activate))
      try scene.play(.app(1, .deactivate()))
      return scene.heard(0)
    },
    OptionCase(\.endedWhileOthersPlay, [.shouldResume: "resume", .withoutOption: "ended"]) {
      var scene = try Scene(.playback, .playback, policy: $0)
      try scene.play(.app(0, .startOutput), .phone(.callStarted(.phone)), .app(1, .startOutput))
      try scene.play(.phone(.callEnded()))
      return scene.heard(0)
    },
    OptionCase(
      \.recordAndMixablePeers, [.silence: "silent", .mix: "heard", .interrupt: "interrupted"]
    ) {
      var scene = try Scene(.recording, .mixing, policy: $0)
      try scene.play(.app(1, .startOutput), .app(0, .activate))
      if scene.phone.isInterrupted(1) { return "interrupted" }
      return scene.phone.isAudible(1) ? "heard" : "silent"
    },
    OptionCase(\.systemInterruptsMixable, [.yes: "began", .no: ""]) {
      var scene = try Scene(.mixing, policy: $0)
      try scene.play(.app(0, .startOutput))
      try scene.play(.phone(.alarmFired))
      return scene.heard(0)
    },
    OptionCase(
      \.deferredSuspend,
      [
        .silenced: "background, active, silent", .yes: "background, inactive, silent",
        .no: "suspended, inactive, silent",
      ]
    ) {
      var scene = try Scene(.ambient, policy: $0)
      try scene.play(.app(0, .startOutput), .app(0, .enterBackground))
      let isActive = scene.phone.isActive(0) ? "active" : "inactive"
      let isHeard = scene.phone.isAudible(0) ? "heard" : "silent"
      return "\(scene.phone.state[0].lifecycle.name), \(isActive), \(isHeard)"
    },
    OptionCase(
      \.unholdReactivates,
      [
        .unlessRemoteHangUp: "active, inactive", .always: "active, active",
        .never: "inactive, inactive",
      ]
    ) { policy in
      try [SessionEvent.phone(.callEnded()), .phone(.callEndedRemotely())].map { end in
        var scene = try Scene(.talking, policy: policy)
        try scene.play(
          .phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.callRang(.phone)),
          .phone(.callAnswered))
        try scene.play(end)
        // Hanging up resumes the held call automatically.
        if end != .phone(.callEnded()) { try scene.play(.phone(.callUnheld)) }
        return scene.phone.isActive(0) ? "active" : "inactive"
      }.joined(separator: ", ")
    },
    OptionCase(\.clockDuringOwnCall, [.interrupts: "began", .spares: ""]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered))
      try scene.play(.phone(.alarmFired))
      return scene.heard(0).replacing(" route", with: "")
    },
    OptionCase(\.ownCallReactivation, [.accept: "fine", .missingEntitlement: "ent?"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.phone(.callRang(.app(0))), .phone(.callAnswered), .app(0, .startInput))
      guard scene.error == nil else { return "silent call" }
      try scene.play(.phone(.alarmFired), .phone(.alarmDismissed()), .app(0, .activate))
      return scene.code
    },
    OptionCase(\.refusalAfterCall, [.none: "fine", .fourSeconds: "!pla"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(
        .app(0, .startOutput), .phone(.callStarted(.phone)), .phone(.callEnded()),
        .app(0, .activate))
      return scene.code
    },
    OptionCase(\.noInterruptionsCover, [.calls: "began", .callsAndClock: ""]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(
        .app(0, .setPreference(.noInterruptionsFromSystemAlerts, true)), .app(0, .startOutput))
      try scene.play(.phone(.timerFired))
      return scene.heard(0)
    },
    OptionCase(\.taskKeepsSession, [.no: "silent, silent", .yes: "heard, silent"]) {
      var scene = try Scene(.ambient, policy: $0)
      try scene.play(
        .app(0, .setRuntimeAssertion(true)), .app(0, .startOutput), .app(0, .enterBackground))
      let isHeard = scene.phone.isAudible(0)
      try scene.play(.app(0, .setRuntimeAssertion(false)))
      let isOver = !scene.phone.isAudible(0)
      return "\(isHeard ? "heard" : "silent"), \(isOver ? "silent" : "heard")"
    },
  ]
}
