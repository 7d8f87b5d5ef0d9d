import Foundation
import HapticEngine
import PhoneSimulator
import Testing

@testable import Studio

/// Scenario files and live phones as pages see them.
struct PhoneFileTests {
  private let fixture: StudioFixture
  private var studio: Studio { fixture.studio }

  private static let podcast = """
    # The app does not start again.
    scenario: A call stops the podcast
    apps:
      podcast: { category: playback, backgroundAudio: true }
    steps:
      - podcast: activate
      - podcast: play
      - at: 5
        phone: ring
      - at: 6
        phone: answer
      - at: 8
        phone: hangUp
      - at: 10
        expect:
          podcast: { playing: true }

    """

  init() throws { fixture = try StudioFixture() }

  private func write(_ text: String, _ name: String = "podcast.yaml") throws {
    try fixture.write(text, name)
  }

  private func text(_ name: String = "podcast.yaml") throws -> String { try fixture.text(name) }

  private func state(_ file: PhoneFile) async throws -> PhoneState { try await fixture.state(file) }

  @Test func `a page sees the chart, the steps and the failed expectation`() async throws {
    try write(Self.podcast)
    let state = try await state(try await studio.phone("podcast.yaml"))
    #expect(state.apps == ["podcast"] && state.text == Self.podcast && state.errors.isEmpty)
    #expect(state.lanes.contains { $0.name == "podcast" && !$0.blocks.isEmpty })
    #expect(state.steps.map(\.time) == [0, 0, 5, 6, 8, 10])
    #expect(state.expectations == 1 && state.failures.map(\.time) == [10])
    #expect(state.steps.last?.isExpectation == true && state.steps.last?.failures == [0])
  }

  @Test func `an inserted step meets the expectation, and is undone byte for byte`() async throws {
    try write(Self.podcast)
    let file = try await studio.phone("podcast.yaml")
    let first = try await state(file)
    var made = try await file.insert("podcast: activate", time: 8.5, at: first.revision)
    made = try await file.insert("podcast: play", time: 8.5, at: made.revision)
    #expect(made.step == 6)
    #expect(try await state(file).failures.isEmpty)
    await #expect(throws: StudioError.self) {
      try await file.remove(0, at: first.revision)
    }
    _ = try await file.go(.undo)
    _ = try await file.go(.undo)
    #expect(try text() == Self.podcast)
    #expect(try await state(file).redo == "insert podcast: activate")
  }

  @Test func `a property of an app repairs it, and undo restores every byte`() async throws {
    try write(Self.podcast)
    let file = try await studio.phone("podcast.yaml")
    let first = try await state(file)
    #expect(first.setups.map { $0.properties.map(\.name) } == [["category", "backgroundAudio"]])
    var revision = try await file.set("behavior", of: 0, to: "guidelines", at: first.revision)
    var state = try await state(file)
    #expect(state.failures.isEmpty && state.undo == "set behavior of podcast to guidelines")
    #expect(
      try text()
        == Self.podcast.replacing(
          "backgroundAudio: true }", with: "backgroundAudio: true, behavior: guidelines }"))
    await #expect(throws: StudioError.self) {
      try await file.set("behavior", of: 0, to: "kind", at: revision)
    }
    revision = try await file.clear("backgroundAudio", of: 0, at: revision)
    state = try await self.state(file)
    #expect(state.undo == "remove backgroundAudio of podcast")
    #expect(state.setups[0].properties.map(\.text) == ["playback", "guidelines"])
    _ = try await file.go(.undo)
    _ = try await file.go(.undo)
    #expect(try text() == Self.podcast)
  }

  @Test func `a moment has facts and the reasons`() async throws {
    try write(Self.podcast)
    let file = try await studio.phone("podcast.yaml")
    let moment = try await file.moment(at: 9, app: 0)
    let facts = try #require(moment.subjects.first { $0.name == "podcast" }?.facts)
    #expect(facts.first { $0.name == "playing" }?.value == "false")
    #expect(moment.explanation.contains { $0.contains("podcast") && $0.contains("not") })
    // A cause names its rule and the source of the rule.
    let rule = /\((rule|row|interruptor) .+; .+: .+\)$/
    #expect(moment.explanation.contains { $0.contains(rule) })
    #expect(moment.story.map(\.time) == moment.story.map(\.time).sorted())
    #expect(moment.story.contains { $0.time == 5 && $0.text.contains("call") })
    #expect(!moment.trace.isEmpty)
    // Going back in time gives the facts of the earlier time.
    let earlier = try await file.moment(at: 2, app: 0)
    #expect(earlier.subjects[0].facts.first { $0.name == "playing" }?.value == "true")
    await #expect(throws: StudioError.self) { try await file.moment(at: -1, app: nil) }
  }

  @Test func `a fact at the cursor becomes an expectation that is met`() async throws {
    try write(Self.podcast)
    let file = try await studio.phone("podcast.yaml")
    let revision = try await state(file).revision
    _ = try await file.expect("playing", of: "podcast", time: 9, at: revision)
    #expect(
      try text().contains("  - at: 9\n    expect: { podcast: { playing: false } }\n"))
    let state = try await state(file)
    #expect(state.expectations == 2 && state.failures.count == 1)
  }

  @Test func `an invalid text is saved, and its problems are shown`() async throws {
    try write(Self.podcast)
    let file = try await studio.phone("podcast.yaml")
    let revision = try await state(file).revision
    _ = try await file.write("scenario: [", at: revision)
    let state = try await state(file)
    #expect(try text() == "scenario: [" && !state.errors.isEmpty && state.lanes.isEmpty)
    #expect(state.undo == "edit the text")
  }

  @Test func `the sound of a phone has whole blocks of the rendered length`() throws {
    let scenario = try #require(try ScenarioReader.read(Self.podcast).first)
    let sound = try PhoneSound(scenario, profile: .wideband)
    #expect(sound.frames >= 480_000 && !sound.isTruncated)
    let bytes = sound.addresses.map { sound.blocks[$0]?.count ?? 0 }.reduce(0, +)
    #expect(bytes == sound.frames * 8)
    let short = try PhoneSound(scenario, profile: .wideband, maximumSeconds: 2)
    #expect(short.isTruncated && short.frames < sound.frames)
  }

  @Test func `only scenarios of the folder are read`() async throws {
    try write("services:\n  web: {}\n", "compose.yaml")
    try write(Self.podcast)
    #expect(FileSearch.files(in: studio.folder).map(\.name) == ["podcast.yaml"])
    await #expect(throws: StudioError.self) { try await studio.phone("../podcast.yaml") }
    try Data(#"{"Version": 1, "Pattern": []}"#.utf8).write(
      to: fixture.root.appending(path: "secret.ahap"))
    try write(
      Self.podcast.replacing(
        "- podcast: play\n", with: "- podcast: { playHaptic: ../secret.ahap }\n"))
    let state = try await state(try await studio.phone("podcast.yaml"))
    #expect(state.errors.map(\.line) == [7])
    #expect(state.errors.first?.message.contains("outside the opened folder") == true)
  }

  @Test func `patterns of the library are played from outside the folder`() async throws {
    let library = fixture.root.appending(path: "library")
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    let tap = #"{"Event": {"Time": 0, "EventType": "HapticTransient"}}"#
    try Data(#"{"Version": 1, "Pattern": [\#(tap)]}"#.utf8)
      .write(to: library.appending(path: "knock.ahap"))
    try write(
      Self.podcast.replacing("- podcast: play\n", with: "- podcast: { playHaptic: knock }\n"))
    let without = try await state(try await studio.phone("podcast.yaml"))
    #expect(without.errors.map(\.line) == [7])
    let other = Studio(
      studio.folder, first: nil, histories: studio.histories,
      library: [library.path(percentEncoded: false)], profile: .wideband)
    let state = try await state(try await other.phone("podcast.yaml"))
    #expect(state.errors.isEmpty && state.lanes.contains { !$0.signs.isEmpty })
  }

  @Test func `what was done with a live phone is a scenario`() async throws {
    let phone = try await studio.live("") { _ in }
    let effect = try await phone.press("call", app: nil)
    #expect(!effect.isProblem && !effect.words.isEmpty)
    await #expect(throws: StudioError.self) { try await phone.press("dance", app: nil) }
    let name = try await studio.save(phone, as: "")
    #expect(name == "live.yaml")
    let scenario = try #require(try ScenarioReader.read(try text(name)).first)
    #expect(scenario.apps.count == 5 && scenario.steps.contains { $0.words.contains("ring") })
    let second = try await studio.live("") { _ in }
    #expect(try await studio.save(second, as: "") == "live-2.yaml")
    let third = try await studio.live(name) { _ in }
    await #expect(throws: StudioError.self) { try await studio.save(third, as: "live") }
  }

  /// The names of the recordings of live phones that are not saved.
  private var recordings: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: studio.histories)
        .filter { $0.hasPrefix("live-") }
    }
  }

  @Test func `a live phone of a studio that was killed is saved by the next one`() async throws {
    do {
      let phone = try await studio.live("") { _ in }
      _ = try await phone.press("call", app: nil)
      #expect(await studio.saveRecordings().isEmpty)
      #expect(await phone.presses == 1)
    }
    // The studio was killed while it wrote.
    let path = URL(filePath: studio.histories).appending(path: try #require(try recordings.first))
    try (String(contentsOf: path, encoding: .utf8) + #"{"change":[[10"#)
      .write(to: path, atomically: false, encoding: .utf8)
    let told = await studio.saveRecordings()
    #expect(told.map { $0.contains("live.yaml") } == [true])
    let scenario = try #require(try ScenarioReader.read(try text("live.yaml")).first)
    #expect(scenario.apps.count == 5 && scenario.steps.contains { $0.words.contains("ring") })
    #expect(try recordings.isEmpty)
    #expect(await studio.saveRecordings().isEmpty)
  }

  @Test func `a saved or unused live phone leaves no recording`() async throws {
    let saved = try await studio.live("") { _ in }
    _ = try await saved.press("call", app: nil)
    _ = try await studio.save(saved, as: "")
    #expect(try recordings.isEmpty)
    do {
      let unused = try await studio.live("") { _ in }
      #expect(await unused.presses == 0)
    }
    #expect(try recordings.count == 1)
    #expect(await studio.saveRecordings().isEmpty)
    #expect(try recordings.isEmpty)
  }

  @Test func `a recording that cannot be saved is kept`() async throws {
    let folder = fixture.folder
    do {
      let phone = try await studio.live("") { _ in }
      _ = try await phone.press("call", app: nil)
    }
    try FileManager.default.removeItem(at: folder)
    #expect(await studio.saveRecordings().map { $0.contains("cannot be saved") } == [true])
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    #expect(await studio.saveRecordings().map { $0.contains("live.yaml") } == [true])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a scenario is read again when a pattern that it plays changes`() async throws {
    let tap =
      #"{"Version": 1, "Pattern": [{"Event": {"Time": 0, "EventType": "HapticTransient"}}]}"#
    try write(tap, "knock.ahap")
    try write(
      Self.podcast.replacing("- podcast: play\n", with: "- podcast: { playHaptic: knock.ahap }\n"))
    // Each text leads to the next state of the scenario.
    var texts = ["{", tap][...]
    var problems: [[Int]] = []
    for await case .state(let state) in await (try await studio.phone("podcast.yaml")).follow() {
      if problems.last == state.errors.map(\.line) { continue }
      problems.append(state.errors.map(\.line))
      guard let text = texts.popFirst() else { break }
      try write(text, "knock.ahap")
    }
    #expect(problems == [[], [7], []])
  }
}
