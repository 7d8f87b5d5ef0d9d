internal import AudioSession
internal import TextFormats

extension ScenarioRun {
  /// Looks whether everything is as expected.
  mutating func check(_ expectation: Expectation, _ step: ScenarioStep) {
    let failed = failures.count
    var facts = 0
    for expected in expectation.apps {
      for fact in expected.facts {
        facts += 1
        check(fact, of: expected.app)
      }
    }
    for fact in expectation.device {
      facts += 1
      check(fact)
    }
    expectations += facts
    if failures.count == failed {
      let words = step.words.drop { $0 != ":" }.dropFirst(2)
      trace.append(TraceLine(time: time, actor: "expect", kind: .expect, text: "ok: \(words)"))
    }
  }

  private mutating func check(_ expected: Expected<AppFact>, of app: AppID) {
    let name = phone.name(of: app)
    switch expected.fact {
    case .truth(let question, let wanted):
      compare("\(name): \(question.rawValue)", answer(question, app), wanted, expected.place)
    case .position(let wanted):
      let found = apps[app.index].clock.position(at: time)
      compareNumber("\(name): position", found, wanted, expected.place)
    case .gain(let wanted):
      compareNumber("\(name): gain", phone.gain(of: app), wanted, expected.place)
    case .outputVolume(let wanted):
      compareNumber("\(name): outputVolume", phone.outputVolume(for: app), wanted, expected.place)
    case .category(let wanted):
      compare(
        "\(name): category", phone.state[app].configuration.category, wanted, expected.place)
    case .options(let wanted):
      compare(
        "\(name): options", phone.categoryOptions(of: app).names, wanted.names, expected.place)
    case .haptics(let wanted):
      compare(
        "\(name): haptics", Self.words(apps[app.index].haptic), Self.words(wanted), expected.place)
    case .events(let wanted): checkEvents(wanted, of: app, expected.place)
    case .includes(let wanted): checkIncludes(wanted, of: app, expected.place)
    }
  }

  private func answer(_ question: AppTruth, _ app: AppID) -> Bool {
    switch question {
    case .active: phone.isActive(app)
    case .playing: phone.isPlaying(app)
    case .recording: phone.isRecording(app)
    case .interrupted: phone.isInterrupted(app)
    case .audible: phone.isAudible(app)
    case .ducked: phone.isDucked(app)
    case .suspended: phone.isSuspended(app)
    case .hint: phone.secondaryAudioShouldBeSilenced(for: app)
    case .otherAudioPlaying: phone.isOtherAudioPlaying(for: app)
    }
  }

  private mutating func checkEvents(_ wanted: [String], of app: AppID, _ place: SourceLocation) {
    let found = apps[app.index].told
    apps[app.index].told = []
    if found.count == wanted.count, zip(found, wanted).allSatisfy(EventLine.matches) { return }
    fail(
      place,
      "\(phone.name(of: app)): events were \(Self.list(found)), expected \(Self.list(wanted))")
  }

  private mutating func checkIncludes(_ wanted: [String], of app: AppID, _ place: SourceLocation) {
    let found = apps[app.index].told
    var rest = found[...]
    for line in wanted {
      guard let index = rest.firstIndex(where: { EventLine.matches($0, line) }) else {
        fail(
          place,
          "\(phone.name(of: app)): events were \(Self.list(found)), which do not include "
            + "\(Self.list(wanted)) in that order")
        return
      }
      rest = rest[(index + 1)...]
    }
  }

  private mutating func check(_ expected: Expected<DeviceFact>) {
    let place = expected.place
    switch expected.fact {
    case .route(let wanted): comparePorts("route", phone.outputs, wanted, place)
    case .inputs(let wanted): comparePorts("inputs", phone.inputs, wanted, place)
    case .nowPlaying(let wanted):
      let names = [phone.nowPlayingApp, wanted].map { app in
        app.map { phone.names[$0.index] } ?? "none"
      }
      compare("device: nowPlaying", names[0], names[1], place)
    case .silentMode(let wanted):
      compare("device: silentMode", phone.state.device.isSilent, wanted, place)
    case .volume(let kind, let wanted):
      compareNumber("device: volume \(kind.rawValue)", phone.volumes[kind], wanted, place)
    }
  }

  private mutating func comparePorts(
    _ what: String, _ found: [Port], _ wanted: [Port], _ place: SourceLocation
  ) {
    compare("device: \(what)", found.map(\.name).sorted(), wanted.map(\.name).sorted(), place)
  }

  private mutating func compare<Value: Equatable>(
    _ what: String, _ found: Value, _ wanted: Value, _ place: SourceLocation
  ) {
    if found != wanted { fail(place, "\(what) is \(found), expected \(wanted)") }
  }

  /// Numbers match to within 0.001.
  private mutating func compareNumber(
    _ what: String, _ found: Double, _ wanted: Double, _ place: SourceLocation
  ) {
    if (found - wanted).magnitude > 0.001 + 1e-9 {
      fail(place, "\(what) is \(found.shortest), expected \(wanted.shortest)")
    }
  }

  private static func words(_ verdict: PlayVerdict?) -> String {
    switch verdict {
    case nil: "none"
    case .played: "played"
    case .suppressed(let reason): "suppressed: \(reason.rawValue)"
    }
  }

  private static func list(_ lines: [String]) -> String {
    "[" + lines.joined(separator: ", ") + "]"
  }
}
