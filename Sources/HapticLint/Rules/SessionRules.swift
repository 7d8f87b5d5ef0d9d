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
        .error(.manifest, "a volume slider of its own")
      ]
    ) { manifest, _ in
      [
        manifest.hasOwnVolumeSlider
          ? Breach(.error, "it has a volume slider of its own", key: "audio.ownVolumeSlider") : nil
      ]
    },
    rule(
      "L-20", "category-fits", title: "The category fits what sound is for.",
      why:
        "The category decides whether the switch silences it, whether others go on, and what is heard "
        + "in the background.",
      guideline: "Human Interface Guidelines, Audio: choose a category by its meaning",
      advice:
        "Take the category whose row says what the app needs: `haptic session table categories`.",
      clauses: [
        .warning(
          .manifest, "sound that is not essential in a category that stops what others play"),
        .warning(.manifest, "essential sound in ambient or soloAmbient, which the switch silences"),
        .error(.manifest, "sound in the background in ambient or soloAmbient"),
        .error(.manifest, "recording in a category without an input"),
        .error(.manifest, "playing in record"),
      ]
    ) { manifest, _ in category(manifest) },
    rule(
      "L-21", "stable-category", title: "The category does not change while the app runs.",
      why: "Each change can interrupt others and move the route.",
      guideline: "Human Interface Guidelines, Audio: avoid changing the category",
      advice:
        "Choose one that does for the whole run, unless it records and plays at different times.",
      thresholds: [.init(name: "changes", value: 0, unit: "changes", source: "the guidelines")],
      inputs: [.trace],
      clauses: [
        .warning(
          .trace,
          "more than `changes` to another category while the session is active; not among playback, "
            + "record and playAndRecord of an app that records, and not after a launch or a reset")
      ],
      trace: TraceRules.categoryChanges
    ) { _, _ in [] },
    rule(
      "L-22", "hand-back", title: "An app that interrupts others for a short time hands back.",
      why: "Without the notice the others stay silent.",
      guideline: "Human Interface Guidelines, Audio: let other apps know when yours is done",
      advice: "Deactivate the session with notifyOthersOnDeactivation.",
      thresholds: [
        .init(name: "left", value: 2, unit: "s", source: BindingRules.ours),
        .init(name: "brief", value: 15, unit: "s", source: "our choice: longer is no prompt"),
      ],
      inputs: [.trace],
      clauses: [
        .warning(.trace, "a session that has interrupted others and ends without notifying them"),
        .warning(
          .trace,
          "a session that stays active for more than `left` after a sound of `brief` or less, while "
            + "others are interrupted or ducked"),
      ],
      trace: TraceRules.handBacks
    ) { _, _ in [] },
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
      inputs: [.trace],
      clauses: [
        .error(.trace, "an app that plays after an end without shouldResume"),
        .error(.trace, "an app that plays after the end and did not play before"),
        .warning(.trace, "an app that was playing and does not play for `wait` after shouldResume"),
      ],
      trace: TraceRules.resumes
    ) { _, _ in [] },
    rule(
      "L-24", "remote-commands", title: "Remote commands mean what they say.",
      why: "People use them without looking, in every app alike.",
      guideline: "Human Interface Guidelines, Audio: do not redefine audio controls",
      advice: "Answer each command with its meaning, and leave out what has none here.",
      inputs: [.manifest, .trace],
      clauses: [
        .error(.manifest, "a command that does something else"),
        .error(.trace, "an answer that is the opposite, or a pause for what only moves about"),
        .error(.trace, "an answer of an app whose session was never active"),
      ],
      trace: TraceRules.remoteMeanings
    ) { manifest, _ in
      manifest.remoteCommands.map { command in
        command.does == command.name || command.does == "ignored"
          ? nil : Breach(.error, "\(command.name) does '\(command.does)'", at: command.place)
      }
    },
    rule(
      "L-25", "headphones", title: "Plugging in goes on without a gap, unplugging pauses.",
      why: "What was private must not come out of the loudspeaker.",
      guideline: "Human Interface Guidelines, Audio: headphones",
      advice: "Pause when the old device is unavailable.",
      inputs: [.trace],
      clauses: [
        .error(.trace, "an app that plays on when its device is gone"),
        .warning(.trace, "an app that pauses when a device is there"),
      ],
      trace: TraceRules.headphones
    ) { _, _ in [] },
    rule(
      "L-27", "whole-assets", title: "What belongs together is played together.",
      why: "A live photo is picture and sound of one moment.",
      guideline: "Human Interface Guidelines, Live photos: keep them intact",
      advice: "Play all of it, or show a still.",
      clauses: [.error(.manifest, "a composite of which a part is played")]
    ) { manifest, _ in
      manifest.composites.map {
        $0.isSplit ? Breach(.error, "'\($0.name)' is played in parts", at: $0.place) : nil
      }
    },
    rule(
      "L-28", "one-notice", title: "One matter is announced once.",
      why: "People who are notified twice turn it off.",
      guideline: "Human Interface Guidelines, Notifications: do not send several for one thing",
      advice: "Announce each event once, and only tasks whose end matters.",
      inputs: [.manifest, .trace],
      clauses: [
        .error(.manifest, "an event that is announced more than once"),
        .warning(.manifest, "a notice for each task in the background"),
        .error(.trace, "a notification about the same thing once more"),
      ],
      trace: TraceRules.repeatedNotices
    ) { manifest, _ in
      var seen: Set<String> = []
      return manifest.notices.map {
        seen.insert($0.event).inserted
          ? nil : Breach(.error, "'\($0.event)' is announced more than once", at: $0.place)
      } + [
        manifest.noticePerTask
          ? Breach(
            .warning, "each task that ends in the background is announced", key: "app.noticePerTask"
          ) : nil
      ]
    },
    rule(
      "L-29", "settings-of-people", title: "Settings that belong to people are theirs.",
      why: "Vibration with a sound, and key clicks, are for them to choose.",
      guideline: "Human Interface Guidelines, Notifications: sound; Custom keyboards",
      advice: "Read the setting, and do not write it.",
      clauses: [.error(.manifest, "a setting of people that the app writes")]
    ) { manifest, _ in
      manifest.writesSettings.map {
        Breach(.error, "it writes the setting '\($0)'", key: "app.writesSettings")
      }
    },
    rule(
      "L-30", "key-clicks", title: "Keys click while they are seen, and when people want it.",
      why: "A click from nowhere is a noise.",
      guideline: "Human Interface Guidelines, Custom keyboards; UIDevice.playInputClick",
      advice: "Let playInputClick decide.",
      inputs: [.trace],
      clauses: [
        .error(.trace, "a click while the view is hidden, or against the setting")
      ],
      trace: TraceRules.clicks
    ) { _, _ in [] },
    rule(
      "L-31", "captions", title: "What can be heard can also be seen.",
      why: "Some people do not hear, and some are where they must not.",
      guideline: "Human Interface Guidelines, Accessibility: closed captions",
      advice: "Give the sound a caption, and an alert something to see.",
      clauses: [
        .warning(.manifest, "an alert with nothing to see"),
        .info(.manifest, "speech, or essential media, without a caption"),
      ]
    ) { manifest, _ in
      manifest.sounds.map { sound in
        if sound.use == .alert && !sound.hasVisual && (sound.caption ?? "").isEmpty {
          return Breach(.warning, "\(sound.file) alerts, and nothing is seen", at: sound.place)
        }
        let matters = sound.use == .speech || (sound.use == .media && manifest.role == .essential)
        return matters && (sound.caption ?? "").isEmpty
          ? Breach(.info, "\(sound.file) has no caption", at: sound.place) : nil
      }
    },
    rule(
      "L-32", "reroute", title: "People choose where they listen.",
      why: "They want the living room, the car or the headphones.",
      guideline: "Human Interface Guidelines, Audio: permit rerouting of audio",
      advice: "Allow it, or say why not (audio.rerouteReason).",
      clauses: [.warning(.manifest, "an output that cannot be chosen, without a reason")]
    ) { manifest, _ in
      [
        !manifest.allowsReroute && (manifest.rerouteReason ?? "").isEmpty
          ? Breach(
            .warning, "the output cannot be chosen, and no reason is given",
            key: "audio.allowsReroute") : nil
      ]
    },
    rule(
      "L-33", "silence", title: "In silence only what somebody has started is heard.",
      why: "The switch is there so that nothing sounds that was not asked for.",
      guideline: "Human Interface Guidelines, Audio: silence",
      advice: "Let the switch silence it, or let an action start it.",
      inputs: [.manifest, .trace],
      clauses: [
        .warning(
          .manifest, "a sound that claims to be asked for, and nobody has asked"),
        .error(.trace, "an effect, or an app in ambient or soloAmbient, that is heard in silence"),
      ],
      trace: TraceRules.heardInSilence
    ) { manifest, _ in
      manifest.sounds.map {
        $0.isExplicit && $0.cause != .userAction
          ? Breach(
            .warning, "\($0.file) claims to be asked for, and nobody has asked", at: $0.place) : nil
      }
    },
    rule(
      "L-34", "voice-chat", title: "Voice chat is for those who want it.",
      why: "Some people do not want to talk, or to be heard.",
      guideline: "Human Interface Guidelines, Game Center: let people turn off voice chat",
      advice: "Begin without it, and offer a switch.",
      clauses: [
        .error(.manifest, "voice chat that starts by itself"),
        .error(.manifest, "voice chat without a switch"),
      ]
    ) { manifest, _ in
      [
        manifest.voiceChat?.startsByItself == true
          ? Breach(.error, "voice chat starts by itself", key: "app.voiceChat") : nil,
        manifest.voiceChat?.hasToggle == false
          ? Breach(.error, "voice chat cannot be switched off", key: "app.voiceChat") : nil,
      ]
    },
  ]

  /// A breach by a manifest, and where it is: at a place, or at a key.
  private struct Breach {
    let severity: LintSeverity
    let message: String
    let place: SourceLocation?
    let key: String?

    init(
      _ severity: LintSeverity, _ message: String, at place: SourceLocation? = nil,
      key: String? = nil
    ) {
      (self.severity, self.message, self.place, self.key) = (severity, message, place, key)
    }
  }

  /// A rule about the manifest as a whole, and about a trace.
  private static func rule(
    _ id: String, _ name: String, title: String, why: String, guideline: String, advice: String,
    thresholds: [LintRule.Threshold] = [], inputs: [LintInput] = [.manifest],
    clauses: [LintRule.Clause],
    trace: (@Sendable (LintSubjects, LintContext) -> [LintHit])? = nil,
    _ check: @escaping @Sendable (AppManifest, LintContext) -> [Breach?]
  ) -> LintRule {
    LintRule(
      id, name, title: title, why: why, guideline: guideline, advice: advice,
      thresholds: thresholds, inputs: inputs, clauses: clauses
    ) { subjects, context in
      let found = subjects.manifest.map { manifest in
        check(manifest, context).compactMap { $0 }.map {
          LintHit(
            severity: $0.severity, file: manifest.file,
            place: $0.place ?? $0.key.flatMap { manifest.places[$0] } ?? manifest.place,
            message: $0.message)
        }
      }
      return (found ?? []) + (trace?(subjects, context) ?? [])
    }
  }

  private static func category(_ manifest: AppManifest) -> [Breach?] {
    guard let category = manifest.category else { return [] }
    let isAmbient = category == .ambient || category == .soloAmbient
    let cutsOthers = !isAmbient && !manifest.mixes
    return [
      manifest.role == .nonessential && cutsOthers && !manifest.records
        ? Breach(
          .warning, "sound is not essential, and \(category.rawValue) stops what others play",
          key: "audio.category")
        : nil,
      manifest.role == .essential && isAmbient
        ? Breach(
          .warning, "sound is essential, and \(category.rawValue) is silenced by the switch",
          key: "audio.category")
        : nil,
      manifest.needsBackground && isAmbient
        ? Breach(
          .error, "it must be heard in the background, and \(category.rawValue) is not",
          key: "audio.category") : nil,
      manifest.records && (isAmbient || category == .playback)
        ? Breach(.error, "it records, and \(category.rawValue) has no input", key: "audio.category")
        : nil,
      manifest.plays && category == .record
        ? Breach(.error, "it plays, and record has no output", key: "audio.category") : nil,
    ]
  }
}
