import AudioSession
import HapticLint
import PhoneRuntime
import PhoneSimulator

/// Many steps of a scenario, from 1 s on.
private func steps(_ count: Int, every seconds: Double, _ step: String) -> String {
  (0..<count).map { "  - {at: \(1 + Double($0) * seconds), \(step)}" }.joined(separator: "\n")
}

/// Steps that each follow a press of a button, 5 ms later.
private func pressed(_ count: Int, every seconds: Double, _ step: String) -> String {
  (0..<count).map {
    let time = 1 + Double($0) * seconds
    return "  - {at: \(time), device: volumeUp}\n  - {at: \(time + 0.005), \(step)}"
  }.joined(separator: "\n")
}

/// A game with these steps.
private func game(_ steps: String) -> LintSeed {
  .story("apps: {g: {category: ambient, controls: {wifi: switch}}}\nsteps:\n\(steps)")
}

/// An app with its own player, and these steps.
private func music(_ steps: String, _ setup: String = "") -> LintSeed {
  .story(
    "apps: {music: {category: playback, backgroundAudio: true\(setup)}}\nsteps:\n\(steps)")
}

/// Music, and prompts that duck or interrupt it.
private func prompts(_ steps: String, _ options: String = "[duckOthers]") -> LintSeed {
  .story(
    """
    apps:
      music: {category: playback, backgroundAudio: true}
      maps: {category: playback, options: \(options), backgroundAudio: true}
    steps:
      - music: play
    \(steps)
    """)
}

/// Music that an alarm interrupts, and an expectation after the alarm.
private func interrupted(_ expectation: String) -> LintSeed {
  music(
    """
      - music: play
      - {at: 3, alarm: fire}
      - expect: {music: {includes: [interruption began default]}}
      - {at: 6, alarm: dismiss}
      - expect: {music: {\(expectation)}}
    """)
}

/// Faults in traces of scenarios that are run.
extension SeededFault {
  static let stories = haptics + sessions + categories

  private static let haptics: [SeededFault] = [
    .init(
      "L-01", .error, "a haptic without a preceding event",
      faulty: game("  - g: activate\n  - {at: 5, g: {playHaptic: impact.light}}"),
      clean: game(
        "  - g: activate\n  - {at: 5, device: volumeUp}\n  - {at: 5, g: {playHaptic: impact.light}}"
      )),
    .init(
      "L-01", .error, "a feedback that only the app's own session precedes",
      faulty: game("  - {at: 5, g: activate}\n  - {at: 5, g: {feedback: impact.medium}}"),
      clean: game("  - {at: 5, g: play}\n  - {at: 5, g: {feedback: impact.medium}}")),
    .init(
      "L-01", .warning, "a haptic 90 ms after the press of a button",
      faulty: game("  - {at: 5, device: volumeUp}\n  - {at: 5.09, g: {playHaptic: impact.light}}"),
      clean: game("  - {at: 5, device: volumeUp}\n  - {at: 5.04, g: {playHaptic: impact.light}}")),
    .init(
      "L-06", .warning, "twenty haptics in a minute",
      faulty: game(pressed(20, every: 2, "g: {playHaptic: impact.light}")),
      clean: game(pressed(20, every: 10, "g: {playHaptic: impact.light}"))),
    .init(
      "L-06", .error, "forty feedbacks in twenty seconds",
      faulty: game(steps(40, every: 0.5, "g: {feedback: impact.medium}")),
      clean: .story(
        "apps: {g: {category: ambient}}\nsteps:\n"
          + steps(40, every: 2, "g: {feedback: impact.medium}"), kind: "game")),
    .init(
      "L-06", .warning, "forty ticks in a second",
      faulty: game(steps(40, every: 0.025, "g: {feedback: selection}")),
      clean: game(steps(40, every: 0.06, "g: {feedback: selection}"))),
    .init(
      "L-06", .warning, "only failures",
      faulty: game(
        steps(3, every: 20, "g: {playHaptic: notification.error}") + "\n"
          + (0..<3).map { "  - {at: \(70 + 20 * $0), g: {feedback: notification.failure}}" }
          .joined(separator: "\n")),
      clean: game(
        steps(5, every: 20, "g: {playHaptic: notification.success}")
          + "\n  - {at: 120, g: {playHaptic: notification.error}}")),
    .init(
      "L-06", .warning, "a notification every three seconds",
      faulty: .story(
        "apps: {g: {category: ambient}}\nsteps:\n"
          + "  - g: {setNotifications: granted}\n  - g: background\n"
          + (0..<20).map {
            "  - {at: \(1 + 3 * $0), notification: {deliver: {app: g, sound: true, about: a\($0)}}}"
          }.joined(separator: "\n")),
      clean: .story(
        "apps: {g: {category: ambient}}\nsteps:\n"
          + "  - g: {setNotifications: granted}\n  - g: background\n"
          + (0..<20).map {
            "  - {at: \(1 + 30 * $0), notification: {deliver: {app: g, sound: true, about: a\($0)}}}"
          }.joined(separator: "\n"))),
    .init(
      "L-09", .error, "a strong haptic while the app records",
      faulty: .story(
        """
        policy: {captureGuard: allow}
        apps: {g: {category: playAndRecord, prefers: {hapticsAndSystemSoundsDuringRecording: true}}}
        steps:
          - g: record
          - {at: 2, g: {playHaptic: impact.heavy}}
          - expect: {g: {haptics: played}}
        """),
      clean: .story(
        """
        apps: {g: {category: playAndRecord}}
        steps:
          - g: record
          - {at: 2, g: {playHaptic: impact.heavy}}
          - {at: 3, g: stopRecording}
          - {at: 4, g: {playHaptic: impact.heavy}}
        """)),
    .init(
      "L-09", .warning, "a tick while the app records",
      faulty: .story(
        """
        policy: {captureGuard: allow}
        apps: {g: {category: playAndRecord, prefers: {hapticsAndSystemSoundsDuringRecording: true}}}
        steps:
          - g: record
          - {at: 2, g: {playHaptic: selection}}
        """),
      clean: .story(
        """
        policy: {captureGuard: allow}
        apps: {g: {category: playAndRecord}}
        steps:
          - {at: 1, g: {setCaptures: [shake]}}
          - {at: 2, g: {playHaptic: selection}}
          - {at: 3, g: record}
        """)),
    .init(
      "L-09", .info, "a haptic that the app allows while it records",
      faulty: .story(
        """
        apps: {g: {category: playAndRecord}}
        steps:
          - g: record
          - {at: 2, g: {setPrefers: {hapticsAndSystemSoundsDuringRecording: true}}}
          - {at: 2, g: {playHaptic: notification.success}}
          - expect: {g: {haptics: played}}
        """),
      clean: .story(
        """
        apps: {g: {category: playAndRecord}}
        steps:
          - g: record
          - {at: 2, g: {playHaptic: notification.success}}
        """)),
    .init(
      "L-14", .error, "two haptics for one press",
      faulty: game(
        """
          - {at: 5, device: {remote: play}}
          - {at: 5, g: {playHaptic: impact.light}}
          - {at: 5.01, g: {playHaptic: impact.heavy}}
        """),
      clean: game(
        """
          - {at: 5, device: {remote: play}}
          - {at: 5, g: {playHaptic: impact.light}}
          - {at: 5.2, g: {playHaptic: impact.heavy}}
        """)),
    .init(
      "L-14", .error, "a switch that vibrates together with its app",
      faulty: game(
        "  - {at: 5, g: {toggleSwitch: wifi}}\n  - {at: 5.005, g: {playHaptic: impact.light}}"),
      clean: game(
        "  - {at: 5, g: {toggleSwitch: wifi}}\n  - {at: 5.1, g: {toggleSwitch: wifi}}")),
    .init(
      "L-18", .warning, "a first haptic at full strength without warning",
      faulty: game("  - {at: 3, g: {playHaptic: impact.heavy}}"),
      clean: game(
        "  - {at: 3, device: volumeUp}\n  - {at: 3, g: {playHaptic: impact.heavy}}\n"
          + "  - {at: 9, g: {playHaptic: impact.heavy}}")),
  ]

  private static let categories: [SeededFault] = [
    .init(
      "L-21", .warning, "a category that changes while the app is running",
      faulty: .story(
        """
        apps: {g: {category: ambient}}
        steps:
          - g: play
          - {at: 2, g: {setCategory: playback}}
        """),
      clean: .story(
        """
        apps: {g: {category: playback}}
        steps:
          - g: play
          - {at: 2, g: {setCategory: {category: playback, options: [mixWithOthers]}}}
          - {at: 4, g: {setCategory: playback}}
        """)),
    .init(
      "L-21", .warning, "a category that changes after the app has set one",
      faulty: .story(
        """
        apps: {g: {category: ambient}}
        steps:
          - g: {setCategory: playback}
          - g: play
          - {at: 2, g: {setCategory: {category: ambient, options: [mixWithOthers]}}}
        """),
      clean: .story(
        """
        apps: {g: {category: playback}}
        steps:
          - g: {setCategory: playback}
          - g: play
          - {at: 2, g: {setCategory: playAndRecord}}
          - {at: 2, g: record}
          - {at: 4, g: stopRecording}
          - {at: 4, g: {setCategory: playback}}
        """)),
    .init(
      "L-21", .warning, "a category that changes after a launch",
      faulty: .story(
        """
        apps: {g: {category: playback}}
        steps:
          - g: play
          - {at: 2, g: terminate}
          - {at: 3, g: launch}
          - {at: 3, g: {setCategory: ambient}}
          - {at: 3, g: play}
          - {at: 5, g: {setCategory: playback}}
        """),
      clean: .story(
        """
        apps: {g: {category: playback}}
        steps:
          - g: play
          - {at: 2, g: terminate}
          - {at: 3, g: launch}
          - {at: 3, g: {setCategory: playback}}
          - {at: 3, g: play}
          - {at: 5, mediaServices: crash}
          - {at: 6, mediaServices: recover}
          - {at: 6, g: {setCategory: playback}}
          - {at: 7, g: play}
        """)),
  ]

  private static let sessions: [SeededFault] = [
    .init(
      "L-22", .warning, "a session that ends without notifying others",
      faulty: prompts(
        "  - {at: 3, maps: play}\n  - {at: 5, maps: pause}\n  - {at: 5, maps: deactivate}", "[]"),
      clean: prompts(
        "  - {at: 3, maps: play}\n  - {at: 5, maps: pause}\n  - {at: 5, maps: {deactivate: notifyOthers}}",
        "[]")),
    .init(
      "L-22", .warning, "a session that stays active after its prompt",
      faulty: prompts(
        "  - {at: 3, maps: {play: {duration: 1}}}\n  - {at: 60, expect: {maps: {active: true}}}"),
      clean: prompts(
        """
          - {at: 3, maps: {play: {duration: 1}}}
          - {at: 5, maps: {deactivate: notifyOthers}}
          - {at: 60, expect: {maps: {active: false}}}
        """)),
    .init(
      "L-22", .warning, "a session that has interrupted others and ends without notifying them",
      faulty: prompts(
        "  - {at: 3, maps: play}\n  - {at: 5, maps: pause}\n  - {at: 5, maps: deactivate}", "[]"),
      clean: .story(
        """
        apps:
          music: {category: playback, backgroundAudio: true}
          maps: {category: playback, options: [mixWithOthers], backgroundAudio: true}
        steps:
          - music: play
          - maps: play
          - {at: 3, phone: ring}
          - {at: 4, maps: deactivate}
        """)),
    .init(
      "L-23", .error, "sound that resumes although it may not",
      faulty: music(
        """
          - music: play
          - {at: 3, phone: ring}
          - {at: 5, phone: {decline: {interruption: notResumable}}}
          - {at: 5, music: play}
        """),
      clean: music(
        """
          - music: play
          - {at: 3, phone: ring}
          - {at: 5, phone: {decline: {interruption: notResumable}}}
          - {at: 8, device: {remote: play}}
          - {at: 8, music: play}
        """)),
    .init(
      "L-23", .error, "sound that resumes but was not playing before",
      faulty: music(
        """
          - music: activate
          - {at: 3, phone: ring}
          - {at: 5, phone: decline}
          - {at: 5, music: play}
        """),
      clean: music(
        """
          - music: play
          - {at: 3, phone: ring}
          - {at: 5, phone: decline}
          - {at: 5, music: play}
        """)),
    .init(
      "L-23", .error, "sound that resumes although it was paused during the call",
      faulty: music(
        """
          - music: play
          - {at: 3, phone: ring}
          - {at: 4, music: pause}
          - {at: 5, phone: decline}
          - {at: 5, music: play}
        """),
      clean: music(
        """
          - music: play
          - {at: 3, phone: ring}
          - {at: 3, music: pause}
          - {at: 5, phone: decline}
          - {at: 5, music: play}
        """)),
    .init(
      "L-23", .warning, "sound that never resumes",
      faulty: music(
        """
          - music: play
          - {at: 3, phone: ring}
          - {at: 5, phone: decline}
          - {at: 30, expect: {music: {playing: false}}}
        """),
      clean: music(
        """
          - music: play
          - {at: 3, phone: ring}
          - {at: 5, phone: decline}
          - {at: 30, expect: {music: {playing: true}}}
        """, ", behavior: guidelines")),
    .init(
      "L-23", .warning,
      "sound behind the lock screen that does not resume before the app is suspended",
      faulty: music(
        """
          - music: play
          - {at: 1, device: lock}
          - {at: 3, phone: ring}
          - {at: 5, phone: decline}
          - {at: 30, expect: {music: {playing: false, suspended: true}}}
        """),
      clean: music(
        """
          - music: play
          - {at: 1, device: lock}
          - {at: 3, phone: ring}
          - {at: 5, phone: decline}
          - {at: 30, expect: {music: {playing: true}}}
        """, ", behavior: guidelines")),
    .init(
      "L-24", .error, "a next command that pauses",
      faulty: music(
        "  - music: play\n  - {at: 3, device: {remote: next}}\n  - {at: 3, music: pause}",
        ", remoteCommands: [play, pause, next]"),
      clean: music(
        "  - music: play\n  - {at: 3, device: {remote: next}}\n  - {at: 3, music: {playFrom: 0}}",
        ", remoteCommands: [play, pause, next]")),
    .init(
      "L-24", .error, "a pause command that plays",
      faulty: music(
        "  - music: play\n  - {at: 3, device: {remote: pause}}\n  - {at: 3.1, music: play}",
        ", remoteCommands: [play, pause]"),
      clean: music(
        """
          - music: play
          - {at: 3, device: {remote: pause}}
          - {at: 3, music: pause}
          - {at: 5, music: play}
        """, ", remoteCommands: [play, pause]")),
    .init(
      "L-25", .error, "sound that continues when headphones are unplugged",
      faulty: music(
        """
          - {at: 1, device: {connect: headphones}}
          - {at: 2, music: play}
          - {at: 9, device: {disconnect: headphones}}
        """, ", player: own"),
      clean: music(
        """
          - {at: 1, device: {connect: headphones}}
          - {at: 2, music: play}
          - {at: 9, device: {disconnect: headphones}}
        """, ", player: own, behavior: guidelines")),
    .init(
      "L-25", .warning, "a pause when headphones are plugged in",
      faulty: music(
        """
          - music: play
          - {at: 3, device: {connect: headphones}}
          - {at: 3, music: pause}
          - {at: 4, music: play}
        """),
      clean: music(
        "  - music: play\n  - {at: 3, device: {connect: headphones}}\n  - {at: 8, music: pause}")),
    .init(
      "L-28", .error, "the same news delivered again",
      faulty: game(
        """
          - {at: 1, notification: {deliver: {app: g, about: lunch}}}
          - {at: 5, notification: {deliver: {app: g, about: lunch}}}
        """),
      clean: game(
        """
          - {at: 1, notification: {deliver: {app: g, about: lunch}}}
          - {at: 5, notification: {deliver: {app: g, about: dinner}}}
          - {at: 6, notification: deliver}
          - {at: 7, notification: deliver}
        """)),
    .init(
      "P-07", .warning, "a button without a response",
      faulty: music(
        "  - music: play\n  - {at: 4, device: {remote: pause}}\n  - {at: 9, music: pause}",
        ", remoteCommands: [play, pause]"),
      clean: music(
        "  - music: play\n  - {at: 4, device: {remote: pause}}\n  - {at: 4, music: pause}",
        ", remoteCommands: [play, pause]")),
    .init(
      "P-09", .warning, "an interruption that is expected twice but happens once",
      faulty: interrupted("includes: [interruption began default]"),
      clean: interrupted("since: lastExpect, includes: [interruption ended shouldResume]")),
  ]

  /// Faults that the simulator never produces but another phone might: written by hand.
  static let impossible: [SeededFault] = [
    .init(
      "L-08", .error, "a haptic although the setting is off",
      faulty: .trace([
        (0, "device", .happened(.settings(on: [], off: .haptics))),
        (1, "app", .haptic(.played)),
      ]),
      clean: .trace([
        (0, "device", .happened(.settings(on: [], off: .haptics))),
        (1, "app", .haptic(.suppressed(.hapticsOff))),
        (2, "device", .happened(.settings(on: .haptics, off: []))),
        (3, "app", .haptic(.played)),
      ])),
    .init(
      "L-24", .error, "a command answered by an app that has never played",
      faulty: .trace([
        (4, "app", .received(.remote(.play))),
        (4, "app", .did(.resident(.play(seconds: nil)), byItself: true, error: nil)),
      ]),
      clean: .trace([
        (0, "app", .active(true)), (4, "app", .received(.remote(.play))),
        (4, "app", .did(.resident(.play(seconds: nil)), byItself: true, error: nil)),
      ])),
    .init(
      "L-30", .error, "a click while the view is hidden",
      faulty: .trace([
        (0, "editor", .did(.session(.setInputView(.hidden)), byItself: false, error: nil)),
        (1, "editor", .sound(.keyClick, .played)),
      ]),
      clean: .trace([
        (0, "editor", .did(.session(.setInputView(.hidden)), byItself: false, error: nil)),
        (1, "editor", .sound(.keyClick, .suppressed(.noInputView))),
        (2, "editor", .did(.session(.setInputView(.clicking)), byItself: false, error: nil)),
        (3, "editor", .sound(.keyClick, .played)),
      ])),
    .init(
      "L-30", .error, "a click although the setting is off",
      faulty: .trace([
        (0, "device", .happened(.settings(on: [], off: .keyboardClicks))),
        (1, "editor", .sound(.keyClick, .played)),
      ]),
      clean: .trace([
        (0, "device", .happened(.settings(on: .keyboardClicks, off: []))),
        (1, "editor", .sound(.keyClick, .played)),
      ])),
    .init(
      "L-33", .error, "an ambient app that is heard in silent mode",
      faulty: .trace([
        (0, "game", .did(.session(.setCategory(.ambient)), byItself: false, error: nil)),
        (1, "device", .happened(.event(.silentModeSet(true)))),
        (2, "game", .heard(gain: 0.5, isDucked: false)),
      ]),
      clean: .trace([
        (0, "game", .did(.session(.setCategory(.ambient)), byItself: false, error: nil)),
        (0, "music", .did(.session(.setCategory(.playback)), byItself: false, error: nil)),
        (1, "device", .happened(.event(.silentModeSet(true)))), (1, "game", .silent),
        (2, "music", .heard(gain: 0.5, isDucked: false)),
        (3, "device", .happened(.event(.silentModeSet(false)))),
        (3, "game", .heard(gain: 0.5, isDucked: false)),
      ])),
    .init(
      "L-33", .error, "an effect that is heard in silent mode",
      faulty: .trace([
        (1, "device", .happened(.event(.silentModeSet(true)))),
        (2, "game", .sound(.uiFeedback, .played)),
      ]),
      clean: .trace([
        (1, "device", .happened(.event(.silentModeSet(true)))),
        (2, "game", .sound(.uiFeedback, .suppressed(.silentMode))),
      ])),
  ]
}
