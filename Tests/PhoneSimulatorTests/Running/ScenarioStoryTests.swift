import AudioSession
import PhoneSimulator
import Testing

/// Tests of the scenarios to start from.
struct ScenarioStoryTests {
  private static let all = ScenarioStory.allCases.flatMap { story in
    ScenarioStory.categories.map { (story, $0) }
  }

  @Test func `a category that neither plays nor records does not have a story`() {
    #expect(
      Set(SessionCategory.allCases).subtracting(ScenarioStory.categories) == [.audioProcessing])
  }

  @Test(arguments: all)
  func `the scenario of a story passes, with an expectation after each step`(
    story: ScenarioStory, category: SessionCategory
  ) throws {
    let text = try story.text(app: "my player", category: category)
    let scenario = try #require(try ScenarioReader.read(text).first)
    let run = try ScenarioRun(scenario, checks: .all)
    run.run()
    #expect(run.failures == [])
    #expect(run.advice == [])
    #expect(run.expectations >= 9)
    let steps = [ScenarioStory.background, .prompt, .remote].contains(story) ? 4 : 3
    #expect(text.split(separator: "\n").count { $0.contains("# simulated result") } == steps)
  }

  /// Rules that Apple documents, at the last or the middle expectation.
  @Test func `the expected values of stories follow documented rules`() throws {
    // Source: QA1631 and the page of `shouldResume`: a declined call lets playback resume.
    let call = try ScenarioStory.call.text(app: "music", category: .playback)
    #expect(call.contains("playing: false, audible: false, events: [interruption began default]"))
    #expect(
      call.contains("playing: true, audible: true, events: [interruption ended shouldResume]"))
    // Source: page of `oldDeviceUnavailable`: media playback pauses. Page of `setPrefersInterruptionOnRouteDisconnect(_:)`:
    // the Now Playing app is interrupted as well. An app without commands cannot be Now Playing.
    let unplug = try ScenarioStory.unplug.text(app: "music", category: .playback)
    #expect(
      unplug.contains(
        "playing: false, audible: false, events: [interruption began routeDisconnected, routeChange oldDevice"
      ))
    let game = try ScenarioStory.unplug.text(app: "game", category: .soloAmbient)
    #expect(!game.contains("remoteCommands") && !game.contains("routeDisconnected"))
    // Source: pages of `ambient` and `playback`: the switch silences the former, but not the latter.
    let silence = "audible: false"
    #expect(try ScenarioStory.silent.text(app: "music", category: .ambient).contains(silence))
    #expect(try !ScenarioStory.silent.text(app: "music", category: .playback).contains(silence))
    // Source: page of `UIBackgroundModes`: playback continues in the background, ambient does not.
    let behind = ScenarioStory.background
    #expect(try !behind.text(app: "music", category: .playback).contains(silence))
    #expect(try behind.text(app: "music", category: .soloAmbient).contains(silence))
    // Source: Human Interface Guidelines, "Playing audio": an app responds to audio controls while it plays.
    let remote = try ScenarioStory.remote.text(app: "music", category: .playback)
    #expect(remote.contains("playing: false, audible: false, events: [remote pause]"))
    #expect(remote.contains("playing: true, audible: true, events: [remote play]"))
  }

  @Test func `a changed expectation fails`() throws {
    let text = try ScenarioStory.call.text(app: "music", category: .playback)
      .replacing("playing: false", with: "playing: true")
    let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
    run.run()
    #expect(run.failures.count == 1)
  }

  @Test(arguments: ["phone", "", "at"])
  func `an invalid app name is rejected`(name: String) {
    #expect(throws: ScenarioErrors.self) {
      try ScenarioStory.call.text(app: name, category: .playback)
    }
  }

  @Test func `an app may have the name of the story's other app`() throws {
    let text = try ScenarioStory.prompt.text(app: "navigation", category: .playback)
    #expect(try ScenarioReader.read(text).first?.apps.count == 2)
  }
}
