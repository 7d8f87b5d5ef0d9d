/// Why an app is heard, how loud, and what lowers it.
extension Explainer {
  mutating func audible() -> String {
    guard !phone.isAudible(app) else {
      fact(0, "its session is active and its output runs")
      because(0, category: heardBecause)
      return "\(name) is heard at gain \(phone.gain(of: app).short)"
    }
    silent(0)
    return "\(name) is silent"
  }

  /// Why the switch, the lock and the background leave it alone.
  private var heardBecause: String {
    if !CategoryRow[category].isSilencedBySwitch { return "sounds whatever the switch says" }
    return device.isSilent ? "is heard in headphones" : "is heard unless the phone is silent"
  }

  /// Everything that keeps it silent, in the order of its way out.
  mutating func silent(_ depth: Int) {
    let found = phone.silences(of: app)
    if found.contains(.inactive) {
      inactive(depth)
    } else if found.contains(.notPlaying) {
      fact(depth, "its output does not run")
    }
    if found.contains(.noOutput) { because(depth, category: "has no output") }
    if found.contains(.mutedByItself) { fact(depth, "it has muted its output itself") }
    if found.contains(.silentMode) {
      because(depth, category: "obeys the ring/silent switch")
      fact(depth + 1, "the switch is on silent")
      if phone.policy[.switchAffectsHeadphones] == .yes {
        because(depth + 1, "the switch silences headphones, too", by: .switchAffectsHeadphones)
      }
    }
    if found.contains(.locked) { away(depth, "the screen is locked") }
    if found.contains(.behind) { away(depth, "it is \(session.lifecycle.behindWords)") }
    if let recorder = phone.recorder(silencing: app) {
      let by = phone.name(of: recorder)
      because(
        depth, "\(by) is active in a category that silences all output", .rule(2),
        Evidence(.documentation, note: "record: silences virtually all output"))
      because(depth + 1, "what that does to others", by: .recordAndMixablePeers)
    }
    if found.contains(.noRoute) { fact(depth, "there is no output to play to") }
  }

  private mutating func inactive(_ depth: Int) {
    because(
      depth, "its session is not active", .rule(1),
      Evidence(.documentation, note: "output runs in an active session only"))
    if session.isInterrupted {
      holders(depth + 1)
    } else if device.isMediaServerDown {
      because(
        depth + 1, "the media services are down", .rule(17),
        Evidence(.archive, note: "Technical Q&A QA1749"))
    } else if session.lifecycle == .suspended, phone.system.profile.suspensionDeactivates {
      because(
        depth + 1, "suspension deactivates", .rule(8),
        Evidence(.header, note: "AVAudioSessionInterruptionWasSuspendedKey, from 10 on"))
      fact(depth + 2, "it is suspended")
    } else {
      fact(depth + 1, "nothing has activated it since it was last inactive")
    }
  }

  /// The screen is locked, or the app is somewhere behind.
  private mutating func away(_ depth: Int, _ where_: String) {
    if CategoryRow[category].runsInBackground {
      because(
        depth, "it lacks the audio background mode", .check(.background),
        Evidence(.documentation, note: "UIBackgroundModes: audio"))
    } else {
      because(depth, category: "does not sound behind a locked screen or in the background")
    }
    fact(depth + 1, where_)
  }

  mutating func ducked() -> String {
    guard phone.isDucked(app), let ducker = phone.duckers(of: app) else {
      fact(0, session.isActive ? "no other session that ducks is active" : "it is not active")
      return "\(name) is not ducked"
    }
    duckedBy(ducker, 0)
    return "\(name) is ducked"
  }

  private mutating func duckedBy(_ ducker: AppID, _ depth: Int) {
    because(
      depth, "\(phone.name(of: ducker)) ducks others while its session is active", .rule(10),
      Evidence(.documentation, note: "AVAudioSession.CategoryOptions.duckOthers"))
    fact(
      depth + 1,
      "\(phone.name(of: ducker)) is active with \(words(phone.state[ducker].configuration))")
  }

  mutating func gain() -> String {
    let gain = phone.gain(of: app)
    guard phone.isAudible(app) else {
      silent(0)
      return "the gain of \(name) is 0"
    }
    fact(
      0,
      "the volume of \(phone.volumeKind(of: app).rawValue) is "
        + "\(phone.outputVolume(for: app).short)")
    if phone.isDucked(app), let ducker = phone.duckers(of: app) {
      number(0, "it is ducked by the factor", .duckGain)
      duckedBy(ducker, 1)
    }
    if phone.currentRoute.outputs.contains(.builtInReceiver) {
      number(0, "the receiver is softer by the factor", .receiverGain)
    }
    if session.configuration.mode == .voiceChat {
      number(0, "mode voiceChat is softer by the factor", .voiceChatGain)
    }
    return "the gain of \(name) is \(gain.short)"
  }

  private mutating func number(_ depth: Int, _ statement: String, _ knob: NumberKnob) {
    because(
      depth, "\(statement) \(phone.policy[knob].short)", .number(knob), knob.row.evidence)
  }
}

extension Lifecycle {
  /// Where an app is that is not in the foreground.
  fileprivate var behindWords: String { self == .background ? "in the background" : name }
}

extension Double {
  /// The number with at most three digits after the point.
  var short: String {
    let rounded = (self * 1_000).rounded() / 1_000
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
      ? "\(Int(rounded))" : "\(rounded)"
  }
}
