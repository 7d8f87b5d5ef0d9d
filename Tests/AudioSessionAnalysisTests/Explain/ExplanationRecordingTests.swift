import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Explanations of recordings, and of attempts that failed.
@Suite struct ExplanationRecordingTests {
  /// The explanation for an app with this configuration after these events, one second apart, with its history.
  private func answer(
    _ events: [SessionEvent], to question: ExplainedQuestion = .recording,
    in configuration: SessionConfiguration = .talking, setUp: (inout AppState) -> Void = { _ in }
  ) throws -> Explanation {
    var app = AppState()
    app.configuration = configuration
    app.hasBackgroundAudio = true
    setUp(&app)
    var phone = try Phone(PhoneSetup(apps: [app]))
    var history = SessionHistory(phone)
    for (second, event) in events.enumerated() {
      let before = phone
      let effects = try phone.handle(event)
      history.note(event, at: Double(second), from: before, to: phone, effects)
    }
    return phone.explain(question, for: 0, after: history)
  }

  @Test func `a silent app that records is described as recording`() throws {
    let silent = try answer([.app(0, .startInput)], to: .audible)
    #expect(silent.verdict == "app0 is silent and recording")
    #expect(silent.causes.map(\.statement).contains("it has never started its output"))
  }

  // Source: `Transition.settleInputs`: a recording stops only if no input remains; our choice.
  @Test func `a recording that continues after an unplugging is explained`() throws {
    let answer = try answer([
      .phone(.portConnected(.headsetMic)), .app(0, .startInput),
      .phone(.portDisconnected(.headsetMic)),
    ])
    #expect(answer.verdict == "app0 is recording")
    #expect(
      answer.causes.map(\.statement) == [
        "its session is active and its input is running",
        "a session is audible only while active, and becomes active only if every check passes",
        "sound comes from builtInMic",
        "unplugging a device does not stop a recording as long as an input is available",
      ])
    #expect(answer.story.map(\.statement) == ["it started recording: its session is active"])
  }

  @Test(
    arguments: [
      ([], ["nothing has activated its session since it started"]),
      (
        [.app(0, .activate)],
        [
          "its session is active, but its input is not running", "it has never started its input",
        ]
      ),
      (
        [.app(0, .startInput), .app(0, .stopInput)],
        ["its session is active, but its input is not running", "it has stopped its own input"]
      ),
      (
        [.app(0, .startInput), .phone(.callRang(.phone))],
        ["it was interrupted by a call", "a call is ringing"]
      ),
      (
        [.app(0, .startInput), .phone(.callRang(.phone)), .phone(.callDeclined())],
        [
          "its interruption has ended, and it has not activated its session again",
          "it was notified with shouldResume when the call was declined",
        ]
      ),
      (
        [
          .app(0, .startInput), .phone(.callRang(.phone)), .phone(.callDeclined()),
          .app(0, .startOutput),
        ],
        [
          "its session is active, but its input is not running",
          "an interruption has stopped its input, and it has not started its input since then",
        ]
      ),
      (
        [.app(0, .startInput), .app(0, .deactivate())],
        ["it has deactivated its session"]
      ),
      (
        [.app(0, .startInput), .phone(.mediaServicesLost)], ["the media services are down"]
      ),
    ] as [([SessionEvent], [String])])
  func `the reason for a missing recording is named first`(
    events: [SessionEvent], reasons: [String]
  ) throws {
    let answer = try answer(events)
    #expect(answer.verdict == "app0 is not recording")
    #expect(answer.causes.prefix(reasons.count).map(\.statement) == reasons, "\(answer)")
    #expect(!answer.causes.contains { $0.statement.contains("output") }, "\(answer)")
  }

  @Test func `a category without input explains why the app does not record`() throws {
    let answer = try answer([.app(0, .startInput)], in: .playback)
    #expect(answer.causes.first?.reference == .category(.playback))
    #expect(
      answer.causes.map(\.statement).contains(
        "it tried to record at 0 s, which failed with incompatibleCategory (!cat)"))
  }

  @Test func `a recording of silence names each of its causes`() throws {
    let denied = try answer([.app(0, .startInput)]) { $0.recordPermission = .denied }
    #expect(denied.verdict == "app0 is recording silence")
    #expect(denied.causes.map(\.reference).contains(.fact(.mayNotRecord)))
    #expect(
      denied.causes.map(\.reference).contains(.option(PolicyOption[\.permissionDenied])))
    let muted = try answer([.app(0, .startInput), .app(0, .setInputMuted(true))])
    #expect(muted.causes.last?.fact == .hasMutedItsInput)
    let silent = SessionConfiguration(
      .playAndRecord, options: .overrideMutedMicrophoneInterruption)
    let hardware = try answer([.app(0, .startInput), .phone(.microphoneMuted)], in: silent)
    #expect(hardware.causes.last?.fact == .microphoneIsMuted, "\(hardware)")
  }

  // MARK: Attempts

  private static let refused: [SessionEvent] = [.app(0, .enterBackground), .app(0, .startOutput)]

  @Test(arguments: [ExplainedQuestion.audible, .interrupted])
  func `an inactive app's last refused attempt is named with its error and its check`(
    question: ExplainedQuestion
  ) throws {
    let causes = try answer(Self.refused, to: question, in: .playback).causes
    let place = try #require(
      causes.firstIndex { $0.fact == .attemptFailed(.startOutput, .cannotInterruptOthers, at: 1) })
    #expect(
      causes[place].statement
        == "it tried to play at 1 s, which failed with cannotInterruptOthers (!int)")
    #expect(causes[place + 1].reference == .check(.background))
    #expect(causes[place + 1].depth == causes[place].depth + 1)
    #expect(
      causes[place + 1].statement
        == "activation refuses an app in the background that neither mixes nor is Now Playing")
  }

  @Test func `an attempt that has succeeded since then is not named`() throws {
    let later: [SessionEvent] = [
      .app(0, .enterForeground), .app(0, .startOutput), .app(0, .deactivate()),
    ]
    for end in 1...3 {
      let causes = try answer(
        Self.refused + later.prefix(end), to: .audible, in: .playback
      ).causes
      let isNamed = causes.contains { if case .attemptFailed = $0.fact { true } else { false } }
      #expect(isNamed == (end == 1), "\(causes)")
    }
  }
}
