internal import PhoneSimulator
internal import TextFormats

/// Changes of a scenario file by its pages.
extension PhoneFile {
  /// Returns the file with other text.
  func write(_ text: String, at revision: Int) throws(StudioError) -> Int {
    try change(at: revision, label: "edit the text") { _ throws(ScenarioText.Refusal) in
      Array(text.utf8)
    }
  }

  /// Inserts a step, and returns its index.
  func insert(
    _ text: String, time: Double, at revision: Int
  ) throws(StudioError) -> (revision: Int, step: Int) {
    var index = 0
    let number = number
    let revision = try change(at: revision, label: "insert \(Self.label(text))") {
      reading throws(ScenarioText.Refusal) in
      let inserted = try reading.inserting(text, at: time, of: number)
      index = inserted.step
      return inserted.text.bytes
    }
    return (revision, index)
  }

  /// Replaces the text of a step.
  func replace(_ step: Int, with text: String, at revision: Int) throws(StudioError) -> Int {
    let number = number
    return try change(at: revision, label: "change \(Self.label(text))") {
      reading throws(ScenarioText.Refusal) in
      try reading.replacing(step, of: number, with: text).bytes
    }
  }

  /// Removes a step.
  func remove(_ step: Int, at revision: Int) throws(StudioError) -> Int {
    let number = number
    return try change(at: revision, label: "delete step \(step + 1)") {
      reading throws(ScenarioText.Refusal) in
      try reading.removing(step, of: number).bytes
    }
  }

  /// Sets a property of an app to `text`, a value in the notation of YAML.
  func set(
    _ property: String, of app: Int, to text: String, at revision: Int
  ) throws(StudioError) -> Int {
    let number = number
    let label = "set \(property) of \(name(of: app)) to \(text)"
    return try change(at: revision, label: Self.label(label)) {
      reading throws(ScenarioText.Refusal) in
      try reading.setting(property, to: text, ofApp: app, of: number).bytes
    }
  }

  /// Removes a property of an app.
  func clear(_ property: String, of app: Int, at revision: Int) throws(StudioError) -> Int {
    let number = number
    let label = "remove \(property) of \(name(of: app))"
    return try change(at: revision, label: Self.label(label)) {
      reading throws(ScenarioText.Refusal) in
      try reading.clearing(property, ofApp: app, of: number).bytes
    }
  }

  private func name(of app: Int) -> String {
    guard text.scenarios.indices.contains(number) else { return "" }
    let apps = text.scenarios[number].apps
    return apps.indices.contains(app) ? apps[app].name : "app \(app + 1)"
  }

  /// Inserts a step that expects a fact as it is at `time`.
  func expect(
    _ fact: String, of subject: String, time: Double, at revision: Int
  ) throws(StudioError) -> (revision: Int, step: Int) {
    let facts = try run(until: time).facts.first { $0.subject == subject }
    guard let text = facts?.expectation(of: fact) else {
      throw StudioError("there is no fact \(fact.printable) of \(subject.printable)")
    }
    return try insert(text, time: time, at: revision)
  }

  /// Undoes or redoes a step.
  func go(_ direction: HistoryDirection) throws(StudioError) -> Int {
    defer { tell() }
    return try stored.exclusively { stored throws(StudioError) in
      try stored.make(stored.history.records(direction))
      return stored.history.revision
    }
  }

  /// The maximum length of a label.
  ///
  /// Our choice: what fits in a tooltip.
  private static let longestLabel = 60

  private static func label(_ text: String) -> String {
    String(text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(longestLabel))
  }

  private func change(
    at revision: Int, label: String,
    _ bytes: (ScenarioText) throws(ScenarioText.Refusal) -> [UInt8]
  ) throws(StudioError) -> Int {
    defer { tell() }
    return try stored.exclusively { stored throws(StudioError) in
      guard revision == stored.history.revision else {
        throw StudioError("the scenario has changed in the meantime; look at it and try again")
      }
      let made: [UInt8]
      do throws(ScenarioText.Refusal) {
        made = try bytes(text)
      } catch {
        throw StudioError(error.description)
      }
      try stored.make(
        stored.history.records(of: try TextDocument(made, name: name), label: label))
      return stored.history.revision
    }
  }
}
