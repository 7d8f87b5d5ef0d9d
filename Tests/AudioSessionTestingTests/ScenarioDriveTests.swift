import AudioSessionScenarios
import AudioSessionTesting
import Foundation
import Testing

/// A scenario in YAML that drives code.
struct ScenarioDriveTests {
  /// An app that plays and pauses as requested, but does not pause for others.
  private final class Player: @unchecked Sendable {
    let phone: SimulatedPhone
    let resumes: Bool
    private var observation: (any NSObjectProtocol)?

    init(_ phone: SimulatedPhone, resumes: Bool) throws {
      self.phone = phone
      self.resumes = resumes
      try phone.app.session.setCategory(.playback)
      observation = phone.app.notificationCenter.addObserver(
        forName: AVAudioSession.interruptionNotification, object: phone.app.session, queue: nil
      ) { [weak self] notification in
        guard notification.words == "ended 1", let self, self.resumes else { return }
        self.phone.app.player.play()
      }
    }

    deinit {
      if let observation { phone.app.notificationCenter.removeObserver(observation) }
    }
  }

  private static let text = """
    scenario: A call over music
    apps:
      radio: { category: playback, state: background }
      music: { category: ambient, backgroundAudio: true }
    steps:
      - music: activate
      - music: play
      - at: 2
        phone: ring
      - expect:
          music: { audible: false, position: 2, category: playback }
      - at: 5
        phone: decline
      - at: 6
        expect:
          music: { audible: true, position: 3, events: [interruption began default, interruption ended shouldResume] }
    """

  private func run(resumes: Bool) async throws -> [ScenarioMismatch] {
    let drive = try ScenarioDrive(
      Self.text, app: "music", notificationCenter: NotificationCenter())
    #expect(drive.name == "A call over music")
    let player = try Player(drive.phone, resumes: resumes)
    var others: [String] = []
    let mismatches = await drive.run { act in
      switch act {
      case .play: player.phone.app.player.play()
      case .other(let words): others.append(words)
      default: break
      }
    }
    #expect(others == ["music: activate"])
    return mismatches
  }

  @Test func `code that meets the expectations has no mismatches`() async throws {
    #expect(try await run(resumes: true) == [])
  }

  @Test func `an unmet expectation is reported with its location and time`() async throws {
    let mismatches = try await run(resumes: false)
    #expect(mismatches.map(\.line) == [16, 16] && mismatches.allSatisfy { $0.time == 6 })
    #expect(
      mismatches.first?.message == "music: position is 2, expected 3"
        || mismatches.first?.message == "music: audible is false, expected true")
  }

  @Test func `actions of the user happen to the app, and its code is called`() async throws {
    let drive = try ScenarioDrive(
      """
      scenario: The life of an app
      apps: { notes: { recordPermission: undetermined } }
      steps:
        - notes: background
        - notes: foreground
        - notes: { setRecordPermission: granted }
        - expect: { notes: { recordPermission: granted } }
        - notes: terminate
        - notes: launch
        - notes: { play: { duration: 2 } }
        - siri: end
      """, notificationCenter: NotificationCenter())
    var acts: [ScenarioAct] = []
    let mismatches = await drive.run { acts.append($0) }
    let known = acts.filter { if case .other = $0 { false } else { true } }
    #expect(known == [.wentToBackground, .cameToForeground, .launched, .play(seconds: 2)])
    #expect(acts.count == 5)
    #expect(mismatches.map(\.message) == ["that is not possible: there is no Siri on the screen"])
  }

  @Test func `sounds of the app under test end at the scenario's time`() async throws {
    let drive = try ScenarioDrive(
      """
      scenario: A short sound
      apps: { game: }
      steps:
        - game: play
        - at: 1
          expect: { game: { playing: true } }
        - at: 3
          expect: { game: { playing: false } }
      """, notificationCenter: NotificationCenter())
    drive.phone.app.player.duration = 2
    let mismatches = await drive.run { act in
      if case .play = act { drive.phone.app.player.play() }
    }
    #expect(mismatches == [])
  }

  @Test func `an unusable scenario states the reason`() throws {
    func problems(_ text: String, app: String? = nil) -> [String] {
      do throws(UnusableScenario) {
        _ = try ScenarioDrive(text, app: app)
        return []
      } catch {
        return error.problems
      }
    }
    let two = "scenario: x\napps: { a: , b: }\nsteps: []"
    #expect(problems(two) == ["the scenario: say which app is under test, one of a, b"])
    #expect(problems(two, app: "c") == ["the scenario: say which app is under test, one of a, b"])
    #expect(problems(two + "\n---\n" + two, app: "a").count == 1)
    #expect(problems("scenario: x\napp: {}").first?.hasPrefix("the scenario:") == true)
    let error = #expect(throws: UnusableScenario.self) { try ScenarioDrive(path: "/nowhere.yaml") }
    #expect(error?.description.contains("/nowhere.yaml") == true)
  }
}
