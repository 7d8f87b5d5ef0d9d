import AudioSession
import TestSupport

extension OptionCase {
  static let ofActivation: [OptionCase] = [
    OptionCase(\.errorOrder, [.asListed: "!int", .priorityFirst: "!pri"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.enterBackground(0), .callRang(.phone), .callAnswered, .activate(0))
      return scene.code
    },
    OptionCase(
      \.blockedOutputCode,
      [.insufficientPriority: "!pri", .cannotInterruptOthers: "!int", .missingEntitlement: "ent?"]
    ) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.alarmFired, .activate(0))
      return scene.code
    },
    OptionCase(\.backgroundMixableStart, [.accept: "fine", .reject: "!pla"]) {
      var scene = try Scene(.mixing, policy: $0)
      try scene.play(.enterBackground(0), .activate(0))
      return scene.code
    },
    OptionCase(\.backgroundResumption, [.accept: "fine", .reject: "!int"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.startOutput(0), .enterBackground(0), .alarmFired, .alarmDismissed())
      try scene.play(.activate(0))
      return scene.code
    },
    OptionCase(\.permissionDenied, [.silence: "fine", .resourceNotAvailable: "!res"]) {
      var policy = $0
      policy["permissionChangeEnds"] = "false"
      var scene = try Scene(.recording, policy: policy)
      try scene.play(.setRecordPermission(0, .denied), .startInput(0))
      return scene.code
    },
    OptionCase(\.permissionChangeEnds, [.yes: "terminated", .no: "foreground"]) {
      var scene = try Scene(.recording, policy: $0)
      try scene.play(.startInput(0), .setRecordPermission(0, .denied))
      return scene.phone.state[0].lifecycle.name
    },
    OptionCase(\.mutedMicrophoneStart, [.resourceNotAvailable: "!res", .silence: "fine"]) {
      var scene = try Scene(.recording, policy: $0)
      try scene.play(.microphoneMuted, .startInput(0))
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
      try scene.play(.startOutput(0), .deactivate(0))
      return "\(scene.code), \(scene.phone.isActive(0) ? "active" : "inactive")"
    },
    OptionCase(\.claimRelease, [.reactivation: "", .ownEnd: "resume"]) {
      var scene = try Scene(.playback, .playback, policy: $0)
      try scene.play(.startOutput(0), .startOutput(1), .alarmFired)
      try scene.play(.alarmDismissed())
      return scene.heard(0)
    },
    OptionCase(\.noNotifyEffect, [.nothing: "", .endedWithoutOption: "ended"]) {
      var scene = try Scene(.playback, .playback, policy: $0)
      try scene.play(.startOutput(0), .activate(1))
      try scene.play(.deactivate(1))
      return scene.heard(0)
    },
    OptionCase(\.endedWhileOthersPlay, [.shouldResume: "resume", .withoutOption: "ended"]) {
      var scene = try Scene(.playback, .playback, policy: $0)
      try scene.play(.startOutput(0), .callStarted(.phone), .startOutput(1))
      try scene.play(.callEnded())
      return scene.heard(0)
    },
    OptionCase(
      \.recordAndMixablePeers, [.silence: "silent", .mix: "heard", .interrupt: "interrupted"]
    ) {
      var scene = try Scene(.recording, .mixing, policy: $0)
      try scene.play(.startOutput(1), .activate(0))
      if scene.phone.isInterrupted(1) { return "interrupted" }
      return scene.phone.isAudible(1) ? "heard" : "silent"
    },
    OptionCase(\.systemInterruptsMixable, [.yes: "began", .no: ""]) {
      var scene = try Scene(.mixing, policy: $0)
      try scene.play(.startOutput(0))
      try scene.play(.alarmFired)
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
      try scene.play(.startOutput(0), .enterBackground(0))
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
      try [SessionEvent.callEnded(), .callEndedRemotely()].map { end in
        var scene = try Scene(.talking, policy: policy)
        try scene.play(.callRang(.app(0)), .callAnswered, .callRang(.phone), .callAnswered)
        try scene.play(end)
        // Hanging up takes the held call up automatically.
        if end != .callEnded() { try scene.play(.callUnheld) }
        return scene.phone.isActive(0) ? "active" : "inactive"
      }.joined(separator: ", ")
    },
    OptionCase(\.clockDuringOwnCall, [.interrupts: "began", .spares: ""]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.callRang(.app(0)), .callAnswered)
      try scene.play(.alarmFired)
      return scene.heard(0).replacing(" route", with: "")
    },
    OptionCase(\.ownCallReactivation, [.accept: "fine", .missingEntitlement: "ent?"]) {
      var scene = try Scene(.talking, policy: $0)
      try scene.play(.callRang(.app(0)), .callAnswered, .startInput(0))
      guard scene.error == nil else { return "silent call" }
      try scene.play(.alarmFired, .alarmDismissed(), .activate(0))
      return scene.code
    },
    OptionCase(\.refusalAfterCall, [.none: "fine", .fourSeconds: "!pla"]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.startOutput(0), .callStarted(.phone), .callEnded(), .activate(0))
      return scene.code
    },
    OptionCase(\.noInterruptionsCover, [.calls: "began", .callsAndClock: ""]) {
      var scene = try Scene(.playback, policy: $0)
      try scene.play(.setPreference(0, .noInterruptionsFromSystemAlerts, true), .startOutput(0))
      try scene.play(.timerFired)
      return scene.heard(0)
    },
    OptionCase(\.taskKeepsSession, [.no: "silent, silent", .yes: "heard, silent"]) {
      var scene = try Scene(.ambient, policy: $0)
      try scene.play(.setRuntimeAssertion(0, true), .startOutput(0), .enterBackground(0))
      let isHeard = scene.phone.isAudible(0)
      try scene.play(.setRuntimeAssertion(0, false))
      let isOver = !scene.phone.isAudible(0)
      return "\(isHeard ? "heard" : "silent"), \(isOver ? "silent" : "heard")"
    },
  ]
}
