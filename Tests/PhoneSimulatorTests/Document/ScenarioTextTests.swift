import AudioSession
import Testing
import TextFormats

@testable import PhoneSimulator

/// Changes of single steps in the text of a scenario.
struct ScenarioTextTests {
  private static let file = """
    # A podcast that stops.
    scenario: A call stops the podcast
    apps:
      podcast: { category: playback, backgroundAudio: true }
    steps:
      - podcast: activate
      - podcast: play
      - at: 5
        phone: ring   # rings
      - at: 6
        phone: answer
      - at: 8
        phone: hangUp
      - at: 10
        expect:
          podcast: { playing: true }

    """

  private static func read(_ text: String) -> ScenarioText {
    ScenarioText(Array(text.utf8), in: ScenarioFolder())
  }

  private static func string(_ text: ScenarioText) -> String {
    String(decoding: text.bytes, as: UTF8.self)
  }

  @Test func `a step is inserted after the steps at its time`() throws {
    let text = Self.read(Self.file)
    #expect(text.problems.isEmpty)
    let (changed, step) = try text.inserting("podcast: activate", at: 9, of: 0)
    #expect(step == 5)
    let expected = Self.file.replacing(
      "phone: hangUp\n", with: "phone: hangUp\n  - at: 9\n    podcast: activate\n")
    #expect(Self.string(changed) == expected)
    #expect(changed.scenarios[0].steps.map(\.time) == [0, 0, 5, 6, 8, 9, 10])
  }

  @Test func `a step without a later time gets no time`() throws {
    let (changed, step) = try Self.read(Self.file).inserting("podcast: pause", at: 8, of: 0)
    #expect(step == 5)
    #expect(
      Self.string(changed)
        == Self.file.replacing("phone: hangUp\n", with: "phone: hangUp\n  - podcast: pause\n"))
  }

  @Test func `the first step replaces an empty list`() throws {
    let text = Self.read(LiveSession.phone)
    let (changed, step) = try text.inserting("phone: ring", at: 2, of: 0)
    #expect(step == 0)
    #expect(
      Self.string(changed)
        == LiveSession.phone.replacing(
          "steps: []", with: "steps:\n  - at: 2\n    phone: ring"))
  }

  @Test func `a replaced step leaves everything else as it is`() throws {
    let text = Self.read(Self.file)
    #expect(
      text.steps(of: 0).map { $0?.text }.last == "at: 10\nexpect:\n  podcast: { playing: true }")
    let changed = try text.replacing(1, of: 0, with: "podcast: pause")
    #expect(
      Self.string(changed) == Self.file.replacing("podcast: play\n", with: "podcast: pause\n"))
  }

  @Test func `a step is removed with its lines`() throws {
    let changed = try Self.read(Self.file).removing(4, of: 0)
    #expect(
      Self.string(changed) == Self.file.replacing("  - at: 8\n    phone: hangUp\n", with: ""))
  }

  @Test func `the time of a removed step remains for the steps after it`() throws {
    let file = Self.file.replacing(
      "phone: hangUp\n", with: "phone: hangUp\n  - podcast: activate\n")
    let changed = try Self.read(file).removing(4, of: 0)
    #expect(
      Self.string(changed)
        == file.replacing("at: 8\n    phone: hangUp\n", with: "at: 8\n"))
    #expect(changed.scenarios[0].steps.map(\.time) == [0, 0, 5, 6, 8, 8, 10])
  }

  @Test func `a step with a time of its own goes to that time`() throws {
    let step = "{ at: 7, podcast: activate }"
    let (changed, index) = try Self.read(Self.file).inserting(step, at: 0, of: 0)
    #expect(index == 4)
    #expect(
      Self.string(changed)
        == Self.file.replacing("phone: answer\n", with: "phone: answer\n  - \(step)\n"))
  }

  @Test(arguments: [
    "podcast: dance", "phone: [ring", "podcast: play\n- podcast: pause", "nobody: play",
  ])
  func `a text that is not one valid step is refused`(step: String) {
    #expect(throws: ScenarioText.Refusal.self) {
      try Self.read(Self.file).inserting(step, at: 9, of: 0)
    }
  }

  @Test func `an invalid file names its problems`() {
    let text = Self.read(Self.file.replacing("phone: hangUp", with: "phone: hangup"))
    #expect(text.scenarios.isEmpty && text.problems.map(\.location.line) == [13])
    #expect(throws: ScenarioText.Refusal.self) { try text.removing(0, of: 0) }
  }

  @Test func `line breaks and marks of Windows are kept`() throws {
    let windows = "\u{FEFF}" + Self.file.replacing("\n", with: "\r\n")
    let (changed, _) = try Self.read(windows).inserting("podcast: activate", at: 9, of: 0)
    #expect(
      Self.string(changed)
        == windows.replacing(
          "phone: hangUp\r\n", with: "phone: hangUp\r\n  - at: 9\r\n    podcast: activate\r\n"))
  }

  @Test func `every verb has a form, and facts can be expected`() throws {
    #expect(Set(VerbForm.all.compactMap(\.actor)) == Set(SystemActor.allCases.map(\.rawValue)))
    #expect(VerbForm.all.contains { $0.actor == "phone" && $0.name == "ring" })
    let text = Self.read(Self.file)
    let run = try ScenarioRun(text.scenarios[0])
    run.run(until: 9)
    let podcast = try #require(run.facts.first)
    #expect(podcast.subject == "podcast" && run.facts.last?.subject == PhoneFacts.device)
    // Each fact that a run has is met when it is expected at the same time.
    for facts in run.facts {
      for fact in facts.facts {
        let step = try #require(facts.expectation(of: fact.name))
        let (changed, _) = try text.inserting(step, at: 9, of: 0)
        let checked = try ScenarioRun(changed.scenarios[0])
        checked.run(until: 9.5)
        #expect(checked.report.failures.isEmpty, "\(step)")
        #expect(checked.report.expectations == 1, "\(step)")
      }
    }
    #expect(podcast.expectation(of: "nothing") == nil)
  }

  @Test func `keys of live actions are unique`() {
    #expect(Set(LiveAction.allCases.map(\.key)).count == LiveAction.allCases.count)
  }
}
