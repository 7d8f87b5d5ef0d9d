internal import AudioOutput
internal import Dispatch
internal import HapticEngine
internal import PhoneSimulator
internal import TextFormats

/// A scenario file that is open in one or more pages.
actor PhoneFile {
  /// A message to the pages of the file after a change.
  enum News: Sendable {
    case state(PhoneState)
    case sound(SoundState)
  }

  /// The name in the opened folder.
  nonisolated let name: String
  private let stored: StoredFile<TextDocument>
  private let folder: ScenarioFolder
  private let profile: Profile
  /// The index of the scenario that is shown.
  private var number = 0
  private var reading: (revision: Int, text: ScenarioText)?
  private var shown: (revision: Int, number: Int, state: PhoneState)?
  /// A run that was stopped at the time of the last moment.
  private var run: (revision: Int, number: Int, run: ScenarioRun)?
  private var sound: (revision: Int, number: Int, state: SoundState, sound: PhoneSound?)?
  private var rendering: Task<Void, Never>?
  private var pages: [Int: AsyncStream<News>.Continuation] = [:]
  private var pageCount = 0
  private var watch: (any DispatchSourceRead)?

  /// Opens the file called `name` at `path` in the folder `root`; its history is at the path `journal`.
  ///
  /// Scenarios also play the patterns in the folders `library`.
  ///
  /// - Throws: `StudioError` if the file is not text, or if its journal cannot be written.
  init(
    name: String, path: String, root: String, library: [String], journal: String, profile: Profile
  ) throws(StudioError) {
    self.name = name
    self.profile = profile
    stored = try StoredFile(path: path, name: name, journal: journal)
    var folder = ScenarioFolder(path.folderName, libraries: library)
    folder.root = root
    self.folder = folder
  }

  // MARK: Pages

  /// Returns the changes of the file from now on, beginning with its present state.
  func follow() -> AsyncStream<News> {
    if watch == nil {
      // Without a watch, the file on the disk is only compared at the next change.
      watch = DiskWatch.start(stored.path) { [weak self] in Task { await self?.compare() } }
      compare()
    }
    let (stream, continuation) = AsyncStream<News>.makeStream()
    pageCount += 1
    let page = pageCount
    pages[page] = continuation
    continuation.onTermination = { _ in Task { await self.leave(page) } }
    Task { tell([continuation]) }
    return stream
  }

  private func leave(_ page: Int) {
    pages[page] = nil
    guard pages.isEmpty else { return }
    watch?.cancel()
    rendering?.cancel()
    (watch, reading, shown, run, sound, rendering) = (nil, nil, nil, nil, nil, nil)
  }

  private func tell() { tell(Array(pages.values)) }

  private func tell(_ pages: [AsyncStream<News>.Continuation]) {
    if pages.isEmpty { return }
    let state = state
    for page in pages { page.yield(.state(state)) }
    if let sound, isPresent(sound.revision, sound.number) {
      for page in pages { page.yield(.sound(sound.state)) }
    } else {
      render()
    }
  }

  // MARK: Changes

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

  func undo() throws(StudioError) -> Int { try change { $0.undoRecords } }
  func redo() throws(StudioError) -> Int { try change { $0.redoRecords } }

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

  private func change(
    _ records: (FileHistory<TextDocument>) -> [HistoryRecord]
  ) throws(StudioError) -> Int {
    defer { tell() }
    return try stored.exclusively { stored throws(StudioError) in
      try stored.make(records(stored.history))
      return stored.history.revision
    }
  }

  /// Shows the scenario at another index from now on.
  func show(_ number: Int) throws(StudioError) {
    guard text.scenarios.indices.contains(number) else {
      throw StudioError("the file has \(text.scenarios.count) scenarios")
    }
    self.number = number
    tell()
  }

  // MARK: State

  private func isPresent(_ revision: Int, _ number: Int) -> Bool {
    revision == stored.history.revision && number == self.number
  }

  private var text: ScenarioText {
    if let reading, reading.revision == stored.history.revision { return reading.text }
    let text = ScenarioText(
      stored.history.document.bytes, in: folder, inspecting: SoundFileDecoder())
    reading = (stored.history.revision, text)
    if !text.scenarios.isEmpty, number >= text.scenarios.count { number = 0 }
    return text
  }

  private var state: PhoneState {
    let text = text
    let history = stored.history
    if let shown, isPresent(shown.revision, shown.number), shown.state.problem == stored.problem {
      return shown.state
    }
    var state = PhoneState(file: name, revision: history.revision)
    state.undo = history.canUndo ? history.changes[history.count - 1].label : nil
    state.redo = history.canRedo ? history.changes[history.count].label : nil
    state.problem = stored.problem
    PhoneReading.describe(text, number, in: &state)
    shown = (history.revision, number, state)
    return state
  }

  /// The scenario that is shown.
  ///
  /// - Throws: `StudioError` if the file is not valid.
  var scenario: Scenario {
    get throws(StudioError) {
      guard text.scenarios.indices.contains(number) else {
        throw StudioError("\(name.printable) is not a valid scenario")
      }
      return text.scenarios[number]
    }
  }

  /// Returns the phone at `time`, and the explanation of `app`.
  func moment(at time: Double, app: Int?) throws(StudioError) -> PhoneMoment {
    var moment = PhoneReading.moment(of: try run(until: time), app: app)
    moment.time = time
    return moment
  }

  /// Returns the run of the present scenario, stopped at `time`.
  private func run(until time: Double) throws(StudioError) -> ScenarioRun {
    guard (0...ScenarioReader.longest).contains(time) else {
      throw StudioError("the time is not in the scenario")
    }
    if let run, isPresent(run.revision, run.number), run.run.time <= time {
      run.run.run(until: time)
      return run.run
    }
    guard let new = try? ScenarioRun(scenario) else {
      throw StudioError("\(name.printable) is not a valid scenario")
    }
    new.run(until: time)
    run = (stored.history.revision, number, new)
    return new
  }

  // MARK: Sound

  /// Renders the sound of the present scenario, while the file answers other requests.
  private func render() {
    rendering?.cancel()
    let (revision, number, profile, file) = (stored.history.revision, number, profile, name)
    guard let scenario = try? scenario else {
      return accept(nil, SoundState(file: file, revision: revision), number)
    }
    rendering = Task.detached(priority: .utility) {
      var state = SoundState(file: file, revision: revision)
      do {
        let sound = try PhoneSound(scenario, profile: profile)
        state.frames = sound.frames
        state.blocks = sound.addresses
        if sound.isTruncated {
          state.problems = [
            "only the first \(PhoneSound.maximumSeconds.brief) s can be heard; haptic session render writes the rest"
          ]
        }
        await self.accept(sound, state, number)
      } catch is CancellationError {
      } catch {
        state.problems = ["\(error)"]
        await self.accept(nil, state, number)
      }
    }
  }

  private func accept(_ sound: PhoneSound?, _ state: SoundState, _ number: Int) {
    guard isPresent(state.revision, number) else { return }
    self.sound = (state.revision, number, state, sound)
    for page in pages.values { page.yield(.sound(state)) }
  }

  /// Returns the bytes of the block at `address`, if the present sound has it.
  func bytes(at address: String) -> [UInt8]? { sound?.sound?.blocks[address] }

  // MARK: The disk

  /// Takes over the changes by another program, and tells the pages.
  private func compare() {
    let before = (stored.history.revision, stored.problem)
    try? stored.exclusively { _ throws(StudioError) in }
    if before == (stored.history.revision, stored.problem) { return }
    tell()
  }
}
