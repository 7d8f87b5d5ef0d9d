internal import AudioSession
internal import TextFormats

/// What the guidelines say of apps and notifications, beyond the policy.
extension ScenarioRun {
  /// How many changes of category are one too many.
  ///
  /// Source: Human Interface Guidelines, "Playing audio": avoid changing it while the app runs. Our
  /// choice of the number: once or twice is how an app finds its category.
  static let tooManyChanges = 3

  /// Takes note of an app's category, and advises against changing it time and again.
  ///
  /// Apps that record and play at different times are exempt, and so is what only looks for broken
  /// invariants: its steps are nobody's habit.
  mutating func noteCategory(of app: AppID, _ place: SourceLocation) {
    guard checks.contains(.expectations) else { return }
    let category = phone.state[app].configuration.category
    guard category != apps[app.index].categories.last else { return }
    apps[app.index].categories.append(category)
    let used = apps[app.index].categories
    guard used.count - 1 == Self.tooManyChanges else { return }
    if Set(used).isSubset(of: [.playback, .record, .playAndRecord]) { return }
    let words = used.map(\.name).joined(separator: ", ")
    advice.append(
      ScenarioFailure(
        place: place, time: time,
        message: "\(phone.name(of: app)) changes its category time and again (\(words)); choose "
          + "one, unless the app records and plays at different times"))
    note(app, .state, "changes its category time and again, which the guidelines advise against")
  }

  /// A notification: of several about one thing only the first is heard and felt.
  ///
  /// Source: Human Interface Guidelines, "Notifications": not several for the same thing.
  mutating func notification(
    from app: AppID?, _ hasSound: Bool, _ about: String?
  ) -> SessionEvent {
    guard let about else { return .notificationDelivered(app, hasSound: hasSound) }
    let key = "\(app?.index ?? -1) \(about)"
    let isFirst = subjects.insert(key).inserted
    return .notificationDelivered(app, hasSound: hasSound && isFirst)
  }
}
