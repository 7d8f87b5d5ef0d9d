internal import AudioSession
internal import Realtime
internal import TextFormats

/// Advice on steps that are possible, and yet not what happens on a phone or what an app should do.
extension ScenarioLog {
  /// Advises against several apps in front of a phone that shows one at a time, once.
  ///
  /// It is reported at the second of the apps if their places are given, and otherwise at the step.
  ///
  /// Source: Human Interface Guidelines, "Multitasking": on iPhone one app has the screen.
  mutating func noteFront(of phone: Phone, appPlaces: [SourceLocation] = []) {
    guard checks.contains(.expectations), !hasAdvisedFront, !phone.platform.showsSeveralApps else {
      return
    }
    let front = phone.apps.filter { phone.state[$0].lifecycle == .foreground }
    guard front.count > 1 else { return }
    hasAdvisedFront = true
    let second = front[1].index
    let place = appPlaces.indices.contains(second) ? appPlaces[second] : place
    let words = front.map { names[$0.index] }.joined(separator: " and ")
    advice.append(
      ScenarioFailure(
        place: place, time: time, reason: .severalInFront(front),
        message: "\(words) are in front together, which an iPhone does not do; let one be in the "
          + "background, or write device: { model: iPad }"))
  }

  /// Advises against muting the microphone of what is no iPad, once.
  ///
  /// Source: page of `overrideMutedMicrophoneInterruption`: "Some devices" do that, "such as when you close the
  /// Smart Folio cover of an iPad"; of a phone nothing is known.
  mutating func noteMute(_ phone: Phone) {
    guard checks.contains(.expectations), phone.platform != .iPad,
      !advice.contains(where: { $0.reason == .microphoneMutedOnPhone })
    else { return }
    advice.append(
      ScenarioFailure(
        place: place, time: time, reason: .microphoneMutedOnPhone,
        message:
          "the microphone is muted in hardware, which the Smart Folio of an iPad does and nothing "
          + "on an iPhone; write device: { model: iPad }"))
  }

  /// How many changes of category are one too many.
  ///
  /// Source: Human Interface Guidelines, "Playing audio": avoid changing it while the app runs. Our
  /// choice of the number: once or twice is how an app finds its category.
  static let tooManyChanges = 3

  /// Takes note of an app's category, and advises against changing it time and again.
  ///
  /// Apps that record and play at different times are exempt, and so is what only looks for broken
  /// invariants: its steps are nobody's habit.
  mutating func noteCategory(of app: AppID, _ phone: Phone) {
    guard checks.contains(.expectations) else { return }
    let category = phone.state[app].configuration.category
    guard category != categories[app.index].last else { return }
    categories[app.index].append(category)
    let used = categories[app.index]
    guard used.count - 1 == Self.tooManyChanges else { return }
    if Set(used).isSubset(of: [.playback, .record, .playAndRecord]) { return }
    let words = used.map(\.name).joined(separator: ", ")
    advice.append(
      ScenarioFailure(
        place: place, time: time, reason: .manyCategories(app),
        message: "\(names[app.index]) changes its category time and again (\(words)); choose "
          + "one, unless the app records and plays at different times"))
    note(app, .changesCategoryOften)
  }

  /// An expectation of an app's events was checked: advises against one that old events meet.
  mutating func noteExpectation(_ expected: AppExpectation) {
    let wanted = expected.facts.first { $0.name == "includes" }
    let asksForAll = expected.facts.contains { $0.name == "events" }
    guard wanted != nil || asksForAll else { return }
    if let wanted, case .lines(let lines) = wanted.value, expected.since == nil, !asksForAll,
      let old = received[expected.app.index].seen(by: lines)
    {
      let message =
        "\(names[expected.app.index]): includes counts '\(old.line)' of \(old.seconds.shortest) s, "
        + "which was there when its events were last expected; say since when events count, "
        + "with since: lastExpect or a time"
      advice.append(
        ScenarioFailure(
          place: wanted.place, time: time, reason: .includesOldEvents(expected.app),
          message: message))
      note("expect", .oldEvents(message))
    }
    received[expected.app.index].noteExpectation(ofAll: asksForAll)
  }
}
