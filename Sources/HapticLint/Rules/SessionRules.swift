internal import TextFormats

/// Rules about sound: the audio session, routes, remote commands, notices.
enum SessionRules {
  static let rows: [LintRule] = [
    rule(
      "L-19", "system-volume", title: "The volume of the system is left to people.",
      why: "They expect one volume for everything, and a volume view that is the system's.",
      guideline:
        "Human Interface Guidelines, Audio: adjust levels automatically, not the overall volume",
      advice: "Set the levels of the app's own sounds, and show the system's volume view.",
      clauses: [
        .flag(
          .error, "a volume slider of its own", "audio.ownVolumeSlider",
          "it has a volume slider of its own"
        ) { $0.hasOwnVolumeSlider }
      ]
    ),
    rule(
      "L-20", "category-fits", title: "The category fits what sound is for.",
      why:
        "The category decides whether the switch silences it, whether others go on, and what is heard "
        + "in the background.",
      guideline: "Human Interface Guidelines, Audio: choose a category by its meaning",
      advice:
        "Take the category whose row says what the app needs: `haptic session table categories`.",
      clauses: [
        .category(
          .warning, "sound that is not essential in a category that stops what others play",
          "sound is not essential", "stops what others play"
        ) { $0.role == .nonessential && !$1 && !$0.mixes && !$0.records },
        .category(
          .warning, "essential sound in ambient or soloAmbient, which the switch silences",
          "sound is essential", "is silenced by the switch"
        ) { $0.role == .essential && $1 },
        .category(
          .error, "sound in the background in ambient or soloAmbient",
          "it must be heard in the background", "is not"
        ) { $0.needsBackground && $1 },
        .category(
          .error, "recording in a category without an input", "it records", "has no input"
        ) { $0.records && ($1 || $0.category == .playback) },
        .category(.error, "playing in record", "it plays", "has no output") { manifest, _ in
          manifest.plays && manifest.category == .record
        },
      ]
    ),
    rule(
      "L-21", "stable-category", title: "The category does not change while the app runs.",
      why: "Each change can interrupt others and move the route.",
      guideline: "Human Interface Guidelines, Audio: avoid changing the category",
      advice:
        "Choose one that does for the whole run, unless it records and plays at different times.",
      thresholds: [.init(name: "changes", value: 0, unit: "changes", source: "the guidelines")],
      clauses: [
        .trace(
          .warning,
          "more than `changes` to another category while the session is active; not among playback, "
            + "record and playAndRecord of an app that records, and not after a launch or a reset")
      ],
      trace: TraceRules.categoryChanges
    ),
    rule(
      "L-22", "hand-back", title: "An app that interrupts others for a short time hands back.",
      why: "Without the notice the others stay silent.",
      guideline: "Human Interface Guidelines, Audio: let other apps know when yours is done",
      advice: "Deactivate the session with notifyOthersOnDeactivation.",
      thresholds: [
        .init(name: "left", value: 2, unit: "s", source: BindingRules.ours),
        .init(name: "brief", value: 15, unit: "s", source: "our choice: longer is no prompt"),
      ],
      clauses: [
        .trace(.warning, "a session that has interrupted others and ends without notifying them"),
        .trace(
          .warning,
          "a session that stays active for more than `left` after a sound of `brief` or less, while "
            + "others are interrupted or ducked"),
      ],
      trace: TraceInterruptions.handBacks
    ),
    rule(
      "L-23", "resume", title: "Sound goes on after an interruption when it may and was on before.",
      why: "Sound that begins by itself after a call is worse than sound that does not.",
      guideline: "Human Interface Guidelines, Audio: resume when appropriate",
      advice: "Resume when the interruption ends with shouldResume and the app was playing.",
      thresholds: [
        .init(
          name: "reaction", value: 0.25, unit: "s",
          source: "our choice: people take 0.2 s to react to a sound, and more"),
        .init(name: "wait", value: 5, unit: "s", source: BindingRules.ours),
      ],
      clauses: [
        .trace(.error, "an app that plays after an end without shouldResume"),
        .trace(.error, "an app that plays after the end and did not play before"),
        .trace(.warning, "an app that was playing and does not play for `wait` after shouldResume"),
      ],
      trace: TraceInterruptions.resumes
    ),
    rule(
      "L-24", "remote-commands", title: "Remote commands mean what they say.",
      why: "People use them without looking, in every app alike.",
      guideline: "Human Interface Guidelines, Audio: do not redefine audio controls",
      advice: "Answer each command with its meaning, and leave out what has none here.",
      clauses: [
        .init(.error, "a command that does something else") { manifest in
          manifest.remoteCommands.filter { ![$0.name, "ignored"].contains($0.does) }
            .map { ("\($0.name) does '\($0.does)'", $0.place) }
        },
        .trace(.error, "an answer that is the opposite, or a pause for what only moves about"),
        .trace(.error, "an answer of an app whose session was never active"),
      ],
      trace: TraceRules.remoteMeanings
    ),
    rule(
      "L-25", "headphones", title: "Plugging in goes on without a gap, unplugging pauses.",
      why: "What was private must not come out of the loudspeaker.",
      guideline: "Human Interface Guidelines, Audio: headphones",
      advice: "Pause when the old device is unavailable.",
      clauses: [
        .trace(.error, "an app that plays on when its device is gone"),
        .trace(.warning, "an app that pauses when a device is there"),
      ],
      trace: TraceRules.headphones
    ),
    rule(
      "L-27", "whole-assets", title: "What belongs together is played together.",
      why: "A live photo is picture and sound of one moment.",
      guideline: "Human Interface Guidelines, Live photos: keep them intact",
      advice: "Play all of it, or show a still.",
      clauses: [
        .init(.error, "a composite of which a part is played") { manifest in
          manifest.composites.filter(\.isSplit)
            .map { ("'\($0.name)' is played in parts", $0.place) }
        }
      ]
    ),
    rule(
      "L-28", "one-notice", title: "One matter is announced once.",
      why: "People who are notified twice turn it off.",
      guideline: "Human Interface Guidelines, Notifications: do not send several for one thing",
      advice: "Announce each event once, and only tasks whose end matters.",
      clauses: [
        .init(.error, "an event that is announced more than once") { manifest in
          var seen: Set<String> = []
          return manifest.notices.filter { !seen.insert($0.event).inserted }
            .map { ("'\($0.event)' is announced more than once", $0.place) }
        },
        .flag(
          .warning, "a notice for each task in the background", "app.noticePerTask",
          "each task that ends in the background is announced"
        ) { $0.noticePerTask },
        .trace(.error, "a notification about the same thing once more"),
      ],
      trace: TraceRules.repeatedNotices
    ),
    rule(
      "L-29", "settings-of-people", title: "Settings that belong to people are theirs.",
      why: "Vibration with a sound, and key clicks, are for them to choose.",
      guideline: "Human Interface Guidelines, Notifications: sound; Custom keyboards",
      advice: "Read the setting, and do not write it.",
      clauses: [
        .init(.error, "a setting of people that the app writes") { manifest in
          manifest.writesSettings.map {
            ("it writes the setting '\($0)'", manifest.places["app.writesSettings"])
          }
        }
      ]
    ),
    rule(
      "L-30", "key-clicks", title: "Keys click while they are seen, and when people want it.",
      why: "A click from nowhere is a noise.",
      guideline: "Human Interface Guidelines, Custom keyboards; UIDevice.playInputClick",
      advice: "Let playInputClick decide.",
      clauses: [
        .trace(.error, "a click while the view is hidden, or against the setting")
      ],
      trace: TraceRules.clicks
    ),
    rule(
      "L-31", "captions", title: "What can be heard can also be seen.",
      why: "Some people do not hear, and some are where they must not.",
      guideline: "Human Interface Guidelines, Accessibility: closed captions",
      advice: "Give the sound a caption, and an alert something to see.",
      clauses: [
        .uncaptioned(.warning, "an alert with nothing to see", "alerts, and nothing is seen") {
          $1.use == .alert && !$1.hasVisual
        },
        .uncaptioned(
          .info, "speech, or essential media, without a caption", "has no caption"
        ) { $1.use == .speech || $1.use == .media && $0.role == .essential },
      ]
    ),
    rule(
      "L-32", "reroute", title: "People choose where they listen.",
      why: "They want the living room, the car or the headphones.",
      guideline: "Human Interface Guidelines, Audio: permit rerouting of audio",
      advice: "Allow it, or say why not (audio.rerouteReason).",
      clauses: [
        .flag(
          .warning, "an output that cannot be chosen, without a reason", "audio.allowsReroute",
          "the output cannot be chosen, and no reason is given"
        ) { !$0.allowsReroute && ($0.rerouteReason ?? "").isEmpty }
      ]
    ),
    rule(
      "L-33", "silence", title: "In silence only what somebody has started is heard.",
      why: "The switch is there so that nothing sounds that was not asked for.",
      guideline: "Human Interface Guidelines, Audio: silence",
      advice: "Let the switch silence it, or let an action start it.",
      clauses: [
        .init(.warning, "a sound that claims to be asked for, and nobody has asked") { manifest in
          manifest.sounds.filter { $0.isExplicit && $0.cause != .userAction }
            .map { ("\($0.file) claims to be asked for, and nobody has asked", $0.place) }
        },
        .trace(.error, "an effect, or an app in ambient or soloAmbient, that is heard in silence"),
      ],
      trace: TraceRules.heardInSilence
    ),
    rule(
      "L-34", "voice-chat", title: "Voice chat is for those who want it.",
      why: "Some people do not want to talk, or to be heard.",
      guideline: "Human Interface Guidelines, Game Center: let people turn off voice chat",
      advice: "Begin without it, and offer a switch.",
      clauses: [
        .flag(
          .error, "voice chat that starts by itself", "app.voiceChat", "voice chat starts by itself"
        ) { $0.voiceChat?.startsByItself == true },
        .flag(
          .error, "voice chat without a switch", "app.voiceChat",
          "voice chat cannot be switched off"
        ) { $0.voiceChat?.hasToggle == false },
      ]
    ),
  ]

  /// A rule about the manifest as a whole, and about a trace.
  private static func rule(
    _ id: String, _ name: String, title: String, why: String, guideline: String, advice: String,
    thresholds: [LintRule.Threshold] = [],
    clauses: [Clause], trace: (@Sendable (LintSubjects, LintContext) -> [LintHit])? = nil
  ) -> LintRule {
    LintRule(
      id: id, name: name, title: title, why: why, guideline: guideline, advice: advice,
      thresholds: thresholds, clauses: clauses.map(\.clause)
    ) { subjects, context in
      clauses.flatMap { clause in
        (subjects.manifest.map(clause.breaches) ?? []).map { message, place in
          LintHit(
            severity: clause.clause.severity, file: subjects.manifest?.file ?? "",
            place: place ?? subjects.manifest?.place ?? .start, message: message)
        }
      } + (trace?(subjects, context) ?? [])
    }
  }

  /// What a rule finds, and where the manifest breaches it; without a place it is all of the manifest.
  private struct Clause: Sendable {
    let clause: LintRule.Clause
    let breaches: @Sendable (AppManifest) -> [(message: String, place: SourceLocation?)]

    init(
      _ severity: LintSeverity, _ text: String, input: LintInput = .manifest,
      _ breaches: @escaping @Sendable (AppManifest) -> [(message: String, place: SourceLocation?)]
    ) {
      clause = LintRule.Clause(input: input, severity: severity, text: text)
      self.breaches = breaches
    }

    /// A clause about the trace.
    static func trace(_ severity: LintSeverity, _ text: String) -> Clause {
      Clause(severity, text, input: .trace) { _ in [] }
    }

    /// A clause about the value of `key`.
    static func flag(
      _ severity: LintSeverity, _ text: String, _ key: String, _ message: String,
      if isBroken: @escaping @Sendable (AppManifest) -> Bool
    ) -> Clause {
      Clause(severity, text) { isBroken($0) ? [(message, $0.places[key])] : [] }
    }

    /// A clause about what the app does and its category, of which `isBroken` is also given whether the switch
    /// silences it.
    static func category(
      _ severity: LintSeverity, _ text: String, _ does: String, _ but: String,
      if isBroken: @escaping @Sendable (AppManifest, _ isAmbient: Bool) -> Bool
    ) -> Clause {
      Clause(severity, text) { manifest in
        guard let category = manifest.category,
          isBroken(manifest, category == .ambient || category == .soloAmbient)
        else { return [] }
        return [("\(does), and \(category.rawValue) \(but)", manifest.places["audio.category"])]
      }
    }

    /// A clause about sounds without a caption.
    static func uncaptioned(
      _ severity: LintSeverity, _ text: String, _ message: String,
      if isBroken: @escaping @Sendable (AppManifest, AppManifest.Sound) -> Bool
    ) -> Clause {
      Clause(severity, text) { manifest in
        manifest.sounds.filter { ($0.caption ?? "").isEmpty && isBroken(manifest, $0) }
          .map { ("\($0.file) \(message)", $0.place) }
      }
    }
  }
}
