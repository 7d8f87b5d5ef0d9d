internal import AudioOutput
internal import Dispatch
internal import HapticEngine
internal import PhoneSimulator
internal import TextFormats

/// A scenario file that is open in one or more pages, or the text of a pattern file that is not valid.
actor PhoneFile {
  /// A message to the pages of the file after a change.
  enum News: Sendable {
    case state(PhoneState)
    case sound(SoundState)
    case renamed(RenamedFile)
  }

  /// The name in the opened folder.
  nonisolated let name: String
  /// The path on the disk.
  nonisolated let path: String
  let stored: StoredFile<TextDocument>
  private let folder: ScenarioFolder
  private let profile: Profile
  /// The index of the scenario that is shown.
  private(set) var number = 0
  /// The number of times that a pattern or sound has changed.
  private var playedChanges = 0
  private var reading: (basis: Basis, text: ScenarioText)?
  private var shown: (basis: Basis, state: PhoneState)?
  /// A run that was stopped at the time of the last moment.
  private var run: (basis: Basis, run: ScenarioRun)?
  private var sound: (basis: Basis, state: SoundState, sound: PhoneSound?)?
  private var rendering: Task<Void, Never>?
  private var pages: [Int: AsyncStream<News>.Continuation] = [:]
  private var pageCount = 0
  private var watch: (any DispatchSourceRead)?
  private var played = PlayedFiles()

  /// The state that a result was made from.
  private struct Basis: Hashable {
    let revision: Int
    let playedChanges: Int
    /// The index of the scenario; nil if the result concerns all of them.
    var number: Int?
  }

  /// Opens the file called `name` at `path` in the folder `root`; its history is at the path `journal`.
  ///
  /// Scenarios also play the patterns in the folders `library`.
  ///
  /// - Throws: `StudioError` if the file is not text, or if its journal cannot be written.
  init(
    name: String, path: String, root: String, library: [String], journal: String, profile: Profile
  ) throws(StudioError) {
    (self.name, self.path) = (name, path)
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
      // What the scenario plays may also have changed.
      playedChanges += 1
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
    played.stop()
    rendering?.cancel()
    (watch, reading, shown, run, sound, rendering) = (nil, nil, nil, nil, nil, nil)
  }

  /// Tells the pages the new name, and ends the news.
  func leave(for new: String) {
    for page in pages.values {
      page.yield(.renamed(RenamedFile(file: name, to: new)))
      page.finish()
    }
  }

  /// Tells the pages the present state.
  func tell() { tell(Array(pages.values)) }

  private func tell(_ pages: [AsyncStream<News>.Continuation]) {
    if pages.isEmpty { return }
    let state = state
    for page in pages { page.yield(.state(state)) }
    if let sound, sound.basis == basis {
      for page in pages { page.yield(.sound(sound.state)) }
    } else {
      render()
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

  /// The state of which the present results are made.
  private var basis: Basis {
    Basis(revision: stored.history.revision, playedChanges: playedChanges, number: number)
  }

  /// The text of the file at present.
  var text: ScenarioText {
    var basis = basis
    basis.number = nil
    if let reading, reading.basis == basis { return reading.text }
    let text = ScenarioText(
      stored.history.document.bytes, in: folder, inspecting: SoundFileDecoder())
    reading = (basis, text)
    if watch != nil {
      played.follow(text, in: folder) { [weak self] in Task { await self?.playedHasChanged() } }
    }
    if !text.scenarios.isEmpty, number >= text.scenarios.count { number = 0 }
    return text
  }

  private var state: PhoneState {
    let text = text
    let history = stored.history
    if let shown, shown.basis == basis, shown.state.problem == stored.problem {
      return shown.state
    }
    var state = PhoneState(file: name, revision: history.revision)
    state.undo = history.canUndo ? history.changes[history.count - 1].label : nil
    state.redo = history.canRedo ? history.changes[history.count].label : nil
    state.problem = stored.problem
    if FileKind(named: name) == .pattern {
      PhoneReading.describe(pattern: stored.history.document.bytes, in: &state)
    } else {
      PhoneReading.describe(text, number, in: &state)
    }
    shown = (basis, state)
    return state
  }

  /// Whether the text has problems.
  var hasProblems: Bool { !state.errors.isEmpty }

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
  func run(until time: Double) throws(StudioError) -> ScenarioRun {
    guard (0...ScenarioReader.longest).contains(time) else {
      throw StudioError("the time is not in the scenario")
    }
    if let run, run.basis == basis, run.run.time <= time {
      run.run.run(until: time)
      return run.run
    }
    guard let new = try? ScenarioRun(scenario) else {
      throw StudioError("\(name.printable) is not a valid scenario")
    }
    new.run(until: time)
    run = (basis, new)
    return new
  }

  // MARK: Sound

  /// Renders the sound of the present scenario, while the file answers other requests.
  private func render() {
    rendering?.cancel()
    let (basis, profile, file) = (basis, profile, name)
    guard let scenario = try? scenario else {
      return accept(nil, SoundState(file: file, revision: basis.revision), basis)
    }
    rendering = Task.detached(priority: .utility) {
      var state = SoundState(file: file, revision: basis.revision)
      do {
        let sound = try PhoneSound(scenario, profile: profile)
        state.frames = sound.frames
        state.blocks = sound.addresses
        if sound.isTruncated {
          state.problems = [
            "only the first \(PhoneSound.maximumSeconds.brief) s can be heard; haptic session render writes the rest"
          ]
        }
        await self.accept(sound, state, basis)
      } catch is CancellationError {
      } catch {
        state.problems = ["\(error)"]
        await self.accept(nil, state, basis)
      }
    }
  }

  private func accept(_ sound: PhoneSound?, _ state: SoundState, _ basis: Basis) {
    guard basis == self.basis else { return }
    self.sound = (basis, state, sound)
    for page in pages.values { page.yield(.sound(state)) }
  }

  /// Returns the bytes of the block at `address`, if the present sound has it.
  func bytes(at address: String) -> [UInt8]? { sound?.sound?.blocks[address] }

  // MARK: The disk

  /// Takes over the changes by another program, and tells the pages.
  func compare() {
    let before = (stored.history.revision, stored.problem)
    try? stored.exclusively { _ throws(StudioError) in }
    if before == (stored.history.revision, stored.problem) { return }
    tell()
  }

  /// Reads the scenario again, because a pattern or sound that it plays has changed.
  private func playedHasChanged() {
    playedChanges += 1
    tell()
  }
}
