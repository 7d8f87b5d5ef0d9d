import AudioSession
import HapticEngine
import PhoneRuntime
import Testing
import TextFormats

@testable import PhoneSimulator

/// Tests of traces as JSON.
struct TraceJSONTests {
  private static let examples: [TraceEntry.What] = [
    .did(.session(.deactivate(.notifyOthersOnDeactivation)), byItself: true, error: nil),
    .did(.resident(.play(seconds: 1.5)), byItself: false, error: .cannotStartPlaying),
    .did(.resident(.playHaptic("payment-confirmed")), byItself: false, error: nil),
    .did(.resident(.playSound(.alert, name: "bell")), byItself: false, error: nil),
    .happened(.event(.callRang(.app(0)))), .happened(.settings(on: .haptics, off: [])),
    .received(.interruptionEnded(shouldResume: true)), .received(.outputVolume(0.25)),
    .lifecycle(.suspended), .active(false), .interrupted(true), .heard(gain: 0.4, isDucked: true),
    .silent, .stopped(position: 2.5), .finished, .recording(hasPermission: false),
    .stoppedRecording, .queued(.active), .misdelivered(.hint(.begin), .lost),
    .misdelivered(.hint(.begin), .delayed(until: PhoneTime(seconds: 3))),
    .remoteDeferred(.play), .notificationPlaced(.banner), .changesCategoryOften,
    .haptic(.suppressed(.hapticsOff)), .hapticBegan("a \"b\"", requested: 1, first: 48_001),
    .hapticSuppressed("a", .recording), .hapticFailed("a", why: "b"), .hapticReduced("a"),
    .hapticDelayed(seconds: 0.1), .hapticAttenuated(gain: 0.5, sensors: ["camera"]),
    .hapticOfControl("wifi", haptic: "selection"), .caption(of: "a", seconds: 0.5, "b"),
    .composite("a", .lost), .control("wifi", .changed, state: "on"),
    .control("wifi", .turnsOff(["a", "b"]), state: "on"), .feedbackExpired(.impact),
    .sound(.keyClick, .played), .soundEnded("bell", isCut: true), .vibration(.played),
    .vibrationBegan(requested: 0, first: 3), .vibrationFailed(why: "a"),
    .ringing(.ringtone, gain: 0.5), .ringing(nil, gain: 0), .ringingVibrates(true),
    .remoteIgnored(.next, .notHandled), .handsFreeOpened, .callAudioClosed,
    .lostDevice(.privateSession), .impossible(why: "a"), .met("a"), .failed("a"), .oldEvents("a"),
  ]

  private func line(_ entry: TraceEntry, apps: [String]) throws -> [UInt8] {
    Array(try entry.json(of: "s", apps: apps).utf8)
  }

  @Test func `a line is one object of JSON`() throws {
    let entry = TraceEntry(time: 1.5, actor: "music", what: .lifecycle(.suspended))
    let text = try entry.json(of: "a", apps: ["music"])
    #expect(text.hasPrefix("{") && text.hasSuffix("}") && !text.contains("\n"))
    #expect(text.contains("\"what\":\"lifecycle\""), "\(text)")
    let endless = TraceEntry(time: .infinity, actor: "music", what: .silent)
    #expect(throws: EncodingError.self) { try endless.json(of: "a", apps: ["music"]) }
  }

  @Test func `every kind of line is written and read back unchanged`() throws {
    var reader = TraceReader()
    var written: Set<String> = []
    for what in Self.examples {
      var actor = "music"
      if case .happened(let content) = what {
        actor = SystemActor.wording(of: content, AppNames(all: ["music"]))?.actor.rawValue ?? ""
      }
      let entry = TraceEntry(time: 1.25, actor: actor, what: what)
      let bytes = try line(entry, apps: ["music"])
      let read = reader.read(bytes)
      #expect(
        read.entry?.what == what, "\(read.problem ?? "") \(String(decoding: bytes, as: UTF8.self))")
      #expect(read.entry?.text == entry.text && read.entry?.time == 1.25 && read.scenario == "s")
      written.formUnion(
        TraceRow.all.filter { $0.write(what, AppNames(all: [])) != nil }.map(\.name))
    }
    #expect(written == Set(TraceRow.all.map(\.name)))
  }

  @Test(arguments: ScenarioFilesTests.files)
  func `the trace of a scenario is read back unchanged`(file: String) throws {
    for scenario in try ScenarioReader.read(
      try ScenarioFilesTests.text(file), in: ScenarioFilesTests.folder)
    {
      let run = try ScenarioRun(scenario)
      run.run()
      let apps = scenario.apps.map(\.name)
      var reader = TraceReader()
      for entry in run.trace {
        let read = reader.read(try line(entry, apps: apps))
        guard let found = read.entry else {
          Issue.record("\(entry): \(read.problem ?? "")")
          continue
        }
        // Apps are identified by their names, not their numbers.
        #expect(found.text == entry.text && found.kind == entry.kind)
        #expect(try line(found, apps: reader.apps) == line(entry, apps: apps))
      }
    }
  }

  @Test(arguments: [
    ("{", "no JSON"), (#"{"t":1}"#, "a time"), (#"{"t":1,"app":"a"}"#, "run the scenario again"),
    (#"{"t":1,"app":"a","what":"heard","gain":1}"#, "missing key 'isDucked'"),
    (#"{"t":"nan","app":"a","what":"silent"}"#, "a time"),
    (#"{"t":1,"app":"a","what":"vibrationBegan","requested":0,"first":1e300}"#, "must be from"),
    (
      #"{"t":1,"app":"a","what":"misdelivered","notice":"active","fate":"late","due":1e300}"#,
      "must be from"
    ),
    (#"{"t":1,"app":"a","what":"did","do":"plya","byItself":false}"#, "did you mean 'play'?"),
  ])
  func `an invalid line has a problem`(text: String, problem: String) {
    var reader = TraceReader()
    let read = reader.read(Array(text.utf8))
    #expect(read.entry == nil)
    #expect(read.problem != nil)
    if problem != "no JSON" {
      #expect(read.problem?.contains(problem) == true, "\(read.problem ?? "")")
    }
  }
}
