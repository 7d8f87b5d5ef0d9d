internal import TextFormats

/// Rules about sound: the audio session, routes, remote commands, notifications.
enum SessionRules {
  static let rows: [LintRule] = [
    rule(
      "L-19", "system-volume", title: "Only people change the system volume.",
      why: "People expect one volume for all apps, and the system's own volume view to set it.",
      guideline:
        "Human Interface Guidelines, Audio: adjust levels automatically, not the overall volume",
      advice: "Set the levels of the app's own sounds, and show the system's volume view.",
      clauses: [
        .flag(
          .error, "a custom volume slider", "audio.ownVolumeSlider",
          "it has a custom volume slider"
        ) { $0.hasOwnVolumeSlider }
      ]
    ),
    rule(
      "L-20", "category-fits", title: "The category fits the purpose of the sound.",
      why:
        "The category decides whether the switch silences the app, whether other apps keep playing, and "
        + "whether the app is heard in the background.",
      guideline: "Human Interface Guidelines, Audio: choose a category by its meaning",
      advice:
        "Choose the category that matches the app's needs; see `haptic session table categories`.",
      clauses: [
        .category(
          .warning, "nonessential sound in a category that interrupts other apps",
          "sound is not essential", "interrupts other apps"
        ) { $0.role == .nonessential && !$1 && !$0.mixes && !$0.records },
        .category(
          .warning, "essential sound in ambient or soloAmbient, which the switch silences",
          "sound is essential", "is silenced by the switch"
        ) { $0.role == .essential && $1 },
        .category(
          .error, "sound that must be heard in the background, in ambient or soloAmbient",
          "it must be heard in the background", "is silent there"
        ) { $0.needsBackground && $1 },
        .category(
          .error, "recording in a category that does not allow input", "it records", "has no input"
        ) { $0.records && ($1 || $0.category == .playback) },
        .category(
          .error, "playback in the category 'record', which does not allow output", "it plays",
          "has no output"
        ) { manifest, _ in
          manifest.plays && manifest.category == .record
        },
      ]
    ),
    rule(
      "L-21", "stable-category", title: "The category does not change while the app runs.",
      why: "Each change can interrupt other apps and move the route.",
      guideline: "Human Interface Guidelines, Audio: avoid changing the category",
      advice:
        "Choose one category for the whole run, unless the app records and plays at different times.",
      thresholds: [.init(name: "changes", value: 0, unit: "changes", source: "the guidelines")],
      clauses: [
        .trace(
          .warning,
          "more than `changes` category changes while the session is active; changes after a launch or a "
            + "reset do not count, nor do changes among playback, record and playAndRecord if the app records"
        )
      ],
      trace: TraceRules.categoryChanges
    ),
    rule(
      "L-22", "hand-back", title: "An app that briefly interrupts others hands the audio back.",
      why: "Without the notification, the other apps stay silent.",
      guideline: "Human Interface Guidelines, Audio: let other apps know when yours is done",
      advice: "Deactivate the session with notifyOthersOnDeactivation.",
      thresholds: [
        .init(name: "left", value: 2, unit: "s", source: BindingRules.ours),
        .init(
          name: "brief", value: 15, unit: "s", source: "our choice: a longer sound is not a prompt"),
      ],
      clauses: [
        .trace(.warning, "a session that has interrupted others and ends without notifying them"),
        .trace(
          .warning,
          "a session that stays active for more than `left` after a sound that lasts at most `brief`, while "
            + "others are interrupted or ducked"),
      ],
      trace: TraceInterruptions.handBacks
    ),
    rule(
      "L-23", "resume",
      title: "Sound resumes after an interruption if it may resume and was playing before.",
      why: "Sound that starts unexpectedly after a call is worse than sound that does not resume.",
      guideline: "Human Interface Guidelines, Audio: resume when appropriate",
      advice: "Resume when the interruption ends with shouldResume and the app was playing.",
      thresholds: [
        .init(
          name: "reaction", value: 0.25, unit: "s",
          source: "our choice: people take 0.2 s or more to react to a sound"),
        .init(name: "wait", value: 5, unit: "s", source: BindingRules.ours),
      ],
      clauses: [
        .trace(.error, "an app that plays after an interruption ends without shouldResume"),
        .trace(.error, "an app that plays after an interruption, but did not play before"),
        .trace(.warning, "an app that was playing, but stays silent for `wait` after shouldResume"),
      ],
      trace: TraceInterruptions.resumes
    ),
    rule(
      "L-24", "remote-commands", title: "Remote commands mean what they say.",
      why: "People use remote commands without looking, and expect every app to respond alike.",
      guideline: "Human Interface Guidelines, Audio: do not redefine audio controls",
      advice:
        "Respond to each command according to its meaning, and omit commands that do not apply to the "
        + "app.",
      clauses: [
        .init(.error, "a command that does something other than its name says") { manifest in
          manifest.remoteCommands.filter { ![$0.name, "ignored"].contains($0.does) }
            .map { ("the command '\($0.name)' does something else: '\($0.does)'", $0.place) }
        },
        .trace(
          .error,
          "a response that contradicts the command, or a pause in response to a command that only seeks or "
            + "skips"),
        .trace(.error, "a response by an app whose session was never active"),
      ],
      trace: TraceRules.remoteMeanings
    ),
    rule(
      "L-25", "headphones",
      title:
        "Playback continues when headphones are plugged in, and pauses when they are unplugged.",
      why: "Private listening must not continue on the loudspeaker.",
      guideline: "Human Interface Guidelines, Audio: headphones",
      advice: "Pause when the old device is unavailable.",
      clauses: [
        .trace(.error, "an app that keeps playing when its headphones are unplugged"),
        .trace(.warning, "an app that pauses when headphones are plugged in"),
      ],
      trace: TraceRules.headphones
    ),
    rule(
      "L-27", "whole-assets", title: "Media that belong together are played together.",
      why: "A live photo is the picture and sound of one moment.",
      guideline: "Human Interface Guidelines, Live photos: keep them intact",
      advice: "Play the whole asset, or show a still image.",
      clauses: [
        .init(.error, "a composite of which only a part is played") { manifest in
          manifest.composites.filter(\.isSplit)
            .map { ("only a part of '\($0.name)' is played", $0.place) }
        }
      ]
    ),
    rule(
      "L-28", "one-notice", title: "Each event is announced once.",
      why: "People who are notified twice turn notifications off.",
      guideline: "Human Interface Guidelines, Notifications: do not send several for one thing",
      advice:
        "Announce each event once. Announce the end of a background task only if it is important.",
      clauses: [
        .init(.error, "an event that is announced more than once") { manifest in
          var seen: Set<String> = []
          return manifest.notices.filter { !seen.insert($0.event).inserted }
            .map { ("'\($0.event)' is announced more than once", $0.place) }
        },
        .flag(
          .warning, "a notification for each background task", "app.noticePerTask",
          "each task that ends in the background is announced"
        ) { $0.noticePerTask },
        .trace(.error, "a repeated notification about the same thing"),
      ],
      trace: TraceRules.repeatedNotices
    ),
    rule(
      "L-29", "settings-of-people", title: "Only people change their personal settings.",
      why: "People choose whether keys click, and whether a sound also vibrates.",
      guideline: "Human Interface Guidelines, Notifications: sound; Custom keyboards",
      advice: "Read the setting, but do not write it.",
      clauses: [
        .init(.error, "a personal setting that the app writes") { manifest in
          manifest.writesSettings.map {
            ("it writes the setting '\($0)'", manifest.places["app.writesSettings"])
          }
        }
      ]
    ),
    rule(
      "L-30", "key-clicks",
      title: "Keys click only while they are visible, and only if people want clicks.",
      why: "A click without a visible key is just noise.",
      guideline: "Human Interface Guidelines, Custom keyboards; UIDevice.playInputClick",
      advice: "Let playInputClick decide.",
      clauses: [
        .trace(.error, "a click while the view is hidden, or although the setting is off")
      ],
      trace: TraceRules.clicks
    ),
    rule(
      "L-31", "captions", title: "Everything that can be heard can also be seen.",
      why: "Some people cannot hear, and some are in places that require silence.",
      guideline: "Human Interface Guidelines, Accessibility: closed captions",
      advice: "Give the sound a caption, and make an alert visible.",
      clauses: [
        .uncaptioned(.warning, "an alert that cannot be seen", "is an alert that cannot be seen") {
          $1.use == .alert && !$1.hasVisual
        },
        .uncaptioned(
          .info, "speech, or essential media, without a caption", "has no caption"
        ) { $1.use == .speech || $1.use == .media && $0.role == .essential },
      ]
    ),
    rule(
      "L-32", "reroute", title: "People choose where they listen.",
      why: "People may want to listen in the living room, in the car or on headphones.",
      guideline: "Human Interface Guidelines, Audio: permit rerouting of audio",
      advice: "Allow rerouting, or give a reason (audio.rerouteReason).",
      clauses: [
        .flag(
          .warning, "an output that people cannot choose, without a stated reason",
          "audio.allowsReroute",
          "people cannot choose the output, and no reason is stated"
        ) { !$0.allowsReroute && ($0.rerouteReason ?? "").isEmpty }
      ]
    ),
    rule(
      "L-33", "silence", title: "In silent mode, people hear only sounds that they have started.",
      why: "The switch is meant to silence every sound that nobody has requested.",
      guideline: "Human Interface Guidelines, Audio: silence",
      advice: "Let the switch silence the sound, or let a person's action start it.",
      clauses: [
        .init(.warning, "a sound that is declared as requested, although nobody has requested it") {
          manifest in
          manifest.sounds.filter { $0.isExplicit && $0.cause != .userAction }
            .map { ("\($0.file) is declared as requested, but nobody has requested it", $0.place) }
        },
        .trace(
          .error,
          "a sound effect, or an app in ambient or soloAmbient, that is heard in silent mode"),
      ],
      trace: TraceRules.heardInSilence
    ),
    rule(
      "L-34", "voice-chat", title: "Voice chat is for people who want it.",
      why: "Some people do not want to talk, or to be heard.",
      guideline: "Human Interface Guidelines, Game Center: let people turn off voice chat",
      advice: "Start without voice chat, and offer a switch for it.",
      clauses: [
        .flag(
          .error, "voice chat that starts automatically", "app.voiceChat",
          "voice chat starts automatically"
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

  /// A clause of a rule, with the places where the manifest breaches it.
  ///
  /// A breach without a place is about the whole manifest.
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

    /// A clause about the app's behavior and its category.
    ///
    /// `isBroken` also receives whether the switch silences the category.
    static func category(
      _ severity: LintSeverity, _ text: String, _ does: String, _ but: String,
      if isBroken: @escaping @Sendable (AppManifest, _ isAmbient: Bool) -> Bool
    ) -> Clause {
      Clause(severity, text) { manifest in
        guard let category = manifest.category,
          isBroken(manifest, category == .ambient || category == .soloAmbient)
        else { return [] }
        return [
          (
            "\(does), but the category '\(category.rawValue)' \(but)",
            manifest.places["audio.category"]
          )
        ]
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
