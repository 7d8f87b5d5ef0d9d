internal import AudioSession
internal import Realtime
internal import TextFormats

/// Advice on steps that the simulator accepts, but that cannot happen on a real phone or that an app should avoid.
extension ScenarioLog {
  /// Warns once if several apps are in the foreground of a phone that shows one at a time.
  ///
  /// If `appPlaces` is given, the warning refers to the place of the second app, otherwise to the place of the step.
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
        message: "\(words) are in the foreground together, which an iPhone does not "
          + "support; put one in the background, or add 'device: { model: iPad }'"))
  }

  /// Warns once if the microphone is muted in hardware on a device other than an iPad.
  ///
  /// Source: page of `overrideMutedMicrophoneInterruption`: "Some devices" mute their microphone in hardware,
  /// "such as when you close the Smart Folio cover of an iPad". No iPhone is known to do this.
  mutating func noteMute(_ phone: Phone) {
    guard checks.contains(.expectations), phone.platform != .iPad,
      !advice.contains(where: { $0.reason == .microphoneMutedOnPhone })
    else { return }
    advice.append(
      ScenarioFailure(
        place: place, time: time, reason: .microphoneMutedOnPhone,
        message:
          "the microphone is muted in hardware, which an iPad's Smart Folio can do; "
          + "an iPhone cannot mute it that way; add 'device: { model: iPad }'"))
  }

  /// The number of category changes that causes a warning.
  ///
  /// Source: Human Interface Guidelines, "Playing audio": avoid changing the category while the app runs. The
  /// number is our choice, because an app may need one or two changes to find the right category.
  static let tooManyChanges = 3

  /// Records an app's category, and warns if the app changes it repeatedly.
  ///
  /// Apps that record and play at different times are exempt. Runs that only check invariants are also exempt, because
  /// their steps are random and do not reflect how an app behaves.
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
        message: "\(names[app.index]) repeatedly changes its category (\(words)); choose "
          + "one, unless the app records and plays at different times"))
    note(app, .changesCategoryOften)
  }

  /// Warns if old events satisfy the `includes` expectation that was just checked.
  mutating func noteExpectation(_ expected: AppExpectation) {
    let wanted = expected.facts.first { $0.name == "includes" }
    let asksForAll = expected.facts.contains { $0.name == "events" }
    guard wanted != nil || asksForAll else { return }
    if let wanted, case .lines(let lines) = wanted.value, expected.since == nil, !asksForAll,
      let old = received[expected.app.index].seen(by: lines)
    {
      let message =
        "\(names[expected.app.index]): 'includes' counts the event '\(old.line)' of "
        + "\(old.seconds.shortest) s, which an earlier expectation could already see; "
        + "to exclude old events, add 'since: lastExpect' or 'since: SECONDS'"
      advice.append(
        ScenarioFailure(
          place: wanted.place, time: time, reason: .includesOldEvents(expected.app),
          message: message))
      note("expect", .oldEvents(message))
    }
    received[expected.app.index].noteExpectation(ofAll: asksForAll)
  }
}
