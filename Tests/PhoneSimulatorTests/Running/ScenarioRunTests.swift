import AudioSession
import PhoneRuntime
import PhoneSimulator
import Testing

/// Tests of a run's report: failures with their places, positions, and the trace.
struct ScenarioRunTests {
  private func run(_ text: String) throws -> ScenarioRun {
    let scenario = try #require(try ScenarioReader.read(text).first)
    let run = try ScenarioRun(scenario, checks: .all)
    run.run()
    return run
  }

  private func failures(_ steps: String) throws -> [ScenarioFailure] {
    let head = "scenario: a\napps: { x: { category: playback }, y: { category: record } }\nsteps:\n"
    return try run(head + steps).failures
  }

  @Test
  func `a failed expectation is reported with its place, the found and the expected value`()
    throws
  {
    let found = try failures(
      "  - at: 2\n    x: play\n  - expect: { x: { playing: false, gain: 1 } }")
    #expect(
      found.map(\.description) == [
        "6:20: at 2 s: x: playing is true, expected false",
        "6:36: at 2 s: x: gain is 0.5, expected 1",
      ])
  }

  @Test func `a step for an unknown app is rejected`() throws {
    let text = "scenario: a\napps: { x: }\nsteps: [{ x: play }]"
    let scenario = try #require(try ScenarioReader.read(text).first)
    let steps: [ScenarioStep.Content] = [
      .app(9, .session(.activate), fails: nil), .notification(1, sound: nil, about: nil),
    ]
    for content in steps {
      var changed = scenario
      changed.steps.append(
        ScenarioStep(time: 1, content, words: "y: activate", place: scenario.place))
      let error = #expect(throws: SetupError.self) { try ScenarioRun(changed) }
      #expect(error?.description.hasPrefix("the step 'y: activate' names app ") == true)
    }
  }

  @Test func `a scenario has the apps of its setup`() throws {
    let text = "scenario: a\napps: { x: }\nsteps: [{ x: play }]"
    let scenario = try #require(try ScenarioReader.read(text).first)
    var (more, fewer) = (scenario, scenario)
    more.apps.append(ScenarioApp(name: "y"))
    fewer.apps = []
    #expect(throws: SetupError.differentApps(setup: 1, scenario: 2)) { try ScenarioRun(more) }
    #expect(throws: SetupError.differentApps(setup: 1, scenario: 0)) { try ScenarioRun(fewer) }
  }

  @Test func `a call that fails unexpectedly makes the scenario fail`() throws {
    let found = try failures("  - alarm: fire\n  - x: activate")
    #expect(found.map(\.reason) == [.call(expected: nil, found: .insufficientPriority)])
  }

  @Test func `a call that should fail but succeeds makes the scenario fail`() throws {
    let found = try failures("  - x: activate\n    fails: '!pri'")
    #expect(found.map(\.reason) == [.call(expected: .insufficientPriority, found: nil)])
  }

  @Test func `a call that fails with another error makes the scenario fail`() throws {
    let found = try failures("  - alarm: fire\n  - x: activate\n    fails: '!int'")
    #expect(
      found.map(\.reason) == [
        .call(expected: .cannotInterruptOthers, found: .insufficientPriority)
      ])
  }

  @Test func `a call by a suspended app is reported`() throws {
    let found = try failures("  - x: background\n  - x: suspend\n  - x: activate")
    #expect(found.map(\.reason) == [.impossible(.callerNotRunning(0, .suspended))])
  }

  @Test func `an impossible step is reported`() throws {
    let found = try failures("  - phone: answer\n  - device: { disconnect: headphones }")
    #expect(
      found.map(\.reason) == [
        .impossible(.noCall(.ringing)), .impossible(.notConnected(.headphones)),
      ])
  }

  @Test func `a haptic that is interrupted before its first sample never begins`() throws {
    for stop in ["phone: ring", "x: background"] {
      let found = try run(
        "scenario: a\napps: { x: { category: soloAmbient, backgroundTask: true } }\nsteps:\n"
          + "  - x: { playHaptic: notification.failure }\n  - \(stop)\n  - at: 1\n"
          + (stop == "phone: ring" ? "    phone: decline\n" : "    x: foreground\n")
          + "  - x: { playHaptic: impact.light }")
      let begun = found.trace.filter {
        if case .hapticBegan = $0.what { true } else { false }
      }
      #expect(begun.map(\.text) == ["the haptic impact.light begins"])
    }
  }

  @Test func `an app's action is not repeated as a change of state`() throws {
    for end in ["suspend", "terminate"] {
      let found = try run(
        "scenario: a\napps: { x: { category: playback } }\nsteps:\n  - x: play\n  - x: \(end)")
      #expect(found.trace.map(\.text).count { $0.hasPrefix("is \(end)") } == 1)
    }
  }

  @Test(arguments: [["radio", "film"], ["film", "radio"]])
  func `an app's action is reported once, regardless of the order of apps`(
    names: [String]
  ) throws {
    let apps = names.map { "\($0): { category: playback, backgroundAudio: true }" }
    let found = try run(
      "scenario: a\napps: { \(apps.joined(separator: ", ")) }\nsteps:\n"
        + "  - radio: play\n  - radio: background\n  - film: play\n  - film: terminate")
    #expect(found.trace.map(\.text).count { $0 == "is terminated" } == 1)
  }

  @Test func `an app runs again before it receives missed notifications`() throws {
    let found = try run(
      """
      scenario: a
      apps: { x: { category: playback } }
      steps:
        - x: play
        - at: 5
          phone: ring
        - at: 6
          x: background
        - at: 20
          phone: decline
        - at: 21
          x: foreground
      """)
    let last = found.trace.filter { $0.time == 21 }.map(\.text)
    #expect(
      last == [
        "comes to the foreground", "is in the foreground", "interruption ended shouldResume",
      ])
  }

  @Test func `a finite sound ends automatically, and its position starts over`() throws {
    let found = try failures(
      """
        - x: { play: { duration: 2 } }
        - at: 1
          expect: { x: { playing: true, position: 1 } }
        - at: 3
          expect: { x: { playing: false, position: 0 } }
      """)
    #expect(found == [])
  }

  @Test func `pause keeps the position, stop resets it`() throws {
    let found = try failures(
      """
        - x: play
        - at: 4
          x: pause
        - at: 9
          x: play
        - at: 10
          expect: { x: { position: 5 } }
        - x: stop
        - expect: { x: { position: 0 } }
      """)
    #expect(found == [])
  }

  @Test func `an expectation of events covers the events since the last one`() throws {
    let found = try failures(
      """
        - x: play
        - alarm: fire
        - expect: { x: { events: [interruption began default] } }
        - expect: { x: { events: [] } }
        - alarm: dismiss
        - expect: { x: { events: [interruption ended shouldResume] } }
      """)
    #expect(found == [])
  }

  @Test func `the same scenario gives the same trace`() throws {
    let text = """
      scenario: a
      apps: { x: { category: playback, behavior: guidelines }, y: { category: playback } }
      steps: [{ x: play }, { at: 3, y: play }, { at: 5, y: stop }, { y: { deactivate: notifyOthers } }]
      """
    let (first, second) = (try run(text), try run(text))
    #expect(first.report == second.report)
    #expect(first.trace.contains { $0.text == "plays, automatically" })
  }

  @Test func `an app turned down to zero is silent for expectations`() throws {
    let text = """
      scenario: a
      apps: { x: { category: playback } }
      steps:
        - x: play
        - device: { volume: { media: 0 } }
        - expect: { x: { audible: false, gain: 0 } }
      """
    let run = try run(text)
    #expect(run.failures.isEmpty)
    #expect(run.trace.contains { $0.text == "is silent" })
  }

  @Test func `an app that records without permission is reported to record silence`() throws {
    let text = """
      scenario: a
      apps: { x: { category: record, recordPermission: denied }, y: { category: record } }
      steps: [{ x: record }, { y: record }]
      """
    let lines = try run(text).trace.filter { $0.text.hasPrefix("is recording") }
    #expect(
      lines.map { "\($0.actor) \($0.text)" } == [
        "x is recording silence, without the user's permission", "y is recording",
      ])
  }

  @Test func `an app that repeatedly changes its category causes one warning`() throws {
    func advice(_ categories: [String]) throws -> [String] {
      let steps = categories.map { "  - x: { setCategory: \($0) }\n" }.joined()
      return try run("scenario: a\napps: { x: { category: ambient } }\nsteps:\n" + steps)
        .report.advice.map(\.advice)
    }
    #expect(try advice(["playback", "ambient"]) == [])
    #expect(try advice(["ambient", "ambient", "ambient", "ambient"]) == [])
    let found = try advice(["playback", "ambient", "playback", "ambient"])
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("6:5: warning: at 0 s: x repeatedly changes its category") == true)
  }

  @Test func `an app that records and plays at different times may change its category`() throws {
    let steps = ["record", "playback", "record", "playback", "playAndRecord"]
      .map { "  - x: { setCategory: \($0) }\n" }.joined()
    let head = "scenario: a\napps: { x: { category: playback } }\nsteps:\n"
    #expect(try run(head + steps).advice.isEmpty)
  }

  @Test func `of several notifications with one subject, only the first is heard and felt`() throws
  {
    let text = """
      scenario: a
      apps:
        chess: { state: background, notifications: granted }
        mail: { state: background, notifications: granted }
      steps:
        - notification: { deliver: { app: chess, about: your move } }
        - notification: { deliver: { app: chess, about: your move } }
        - notification: { deliver: { app: mail, about: your move } }
        - notification: { deliver: { app: chess, about: you won } }
        - notification: { deliver: { app: chess } }
      """
    let lines = try run(text).trace.map(\.text)
    #expect(lines.count { $0 == "the notification tone is played" } == 4)
    #expect(lines.count { $0 == "a vibration is played" } == 4)
  }

  @Test
  func
    `a warning at the beginning is in the report of the whole, but not of a later part`()
    throws
  {
    let text = """
      scenario: a
      apps: { x: , y: }
      steps: [{ at: 1, x: play }, { at: 2, y: play }]
      """
    let scenario = try #require(try ScenarioReader.read(text).first)
    #expect(try ScenarioPart().take(try ScenarioRun(scenario)).advice.count == 1)
    #expect(try ScenarioPart(from: 1).take(try ScenarioRun(scenario)).advice.isEmpty)
  }

  @Test func `a microphone muted in hardware on an iPhone causes one warning`() throws {
    for (model, count) in [("iPhone", 1), ("iPad", 0)] {
      let text = """
        scenario: a
        device: { model: \(model) }
        apps: { x: }
        steps:
          - device: { muteMicrophone: true }
          - device: { muteMicrophone: false }
          - device: { muteMicrophone: true }
        """
      let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
      run.run()
      #expect(
        run.report.advice.map(\.reason) == Array(repeating: .microphoneMutedOnPhone, count: count))
    }
  }

  @Test func `several apps in the foreground cause one warning on an iPhone, but none on an iPad`()
    throws
  {
    func advice(_ model: String, _ state: String, locked: Bool = false) throws -> [String] {
      let text = """
        scenario: a
        device: { model: \(model), locked: \(locked) }
        apps: { x: , y: { state: \(state) } }
        steps: [{ at: 1, x: play }, { at: 2, y: background }, { at: 3, y: foreground }]
        """
      let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
      run.run()
      return run.report.advice.map(\.description)
    }
    for model in ["iPhone", "simulator"] {
      let words = try advice(model, "foreground")
      #expect(words.count == 1)
      #expect(
        words.first?.hasPrefix("3:14: at 0 s: x and y are in the foreground together") == true,
        "\(words)")
    }
    #expect(try advice("iPad", "foreground") == [])
    // Automatic changes by the phone do not cause a warning.
    let opened = try ScenarioRun(
      try #require(
        try ScenarioReader.read(
          """
          scenario: a
          apps: { x: , y: { state: background, notifications: granted } }
          steps: [{ notification: { deliver: { app: y } } }, { notification: { open: { app: y } } }]
          """
        ).first))
    opened.run()
    #expect(opened.report.advice.isEmpty)
    #expect(try advice("iPhone", "foreground", locked: true) == [])
    #expect(try advice("iPhone", "suspended").first?.contains("at 3 s") == true)
  }
}
