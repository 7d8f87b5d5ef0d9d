import AudioSession
import Foundation
import HapticEngine
import PacedOutput
import PhoneRuntime
import PhoneSimulator
import Realtime
import Testing

@testable import AudioSessionTesting

/// Every scenario produces the same events for every listener: the trace alone, apps that are notified as
/// on a phone, and running haptic engines.
struct ConformanceTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized.path

  /// The scenario files of the tests and the examples.
  static let files: [String] = {
    let manager = FileManager.default
    return [
      "Tests/PhoneSimulatorTests/Scenarios", "Examples/Scenarios", "Examples/Guidelines",
    ].flatMap { folder in
      (manager.enumerator(atPath: "\(package)/\(folder)")?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(".yaml") }.map { "\(folder)/\($0)" }
    }.sorted()
  }()

  private static func scenarios(_ file: String) throws -> [Scenario] {
    try ScenarioReader.read(
      try String(contentsOfFile: "\(package)/\(file)", encoding: .utf8),
      in: ScenarioFolder(libraries: ["\(package)/Patterns"]))
  }

  /// Returns the trace of a run of `scenario` without other listeners.
  private static func story(_ scenario: Scenario) throws -> ScenarioReport {
    let run = try ScenarioRun(scenario, checks: .all)
    run.run()
    return run.report
  }

  @Test func `the conformance suite finds the project's scenarios`() {
    #expect(Self.files.count >= 50)
  }

  @Test(arguments: files)
  func `apps are notified in the order of the trace, and see the session's present state`(
    _ file: String
  ) throws {
    for scenario in try Self.scenarios(file) {
      let run = try ScenarioRun(scenario, checks: .all)
      let notifications = NotificationSink(scenario.setup.system)
      run.runtime.add(notifications)
      let apps = run.phone.apps.map { id in
        SimulatedApp(id, on: run.runtime, notifications, NotificationCenter())
      }
      let letters = apps.map { Letters(from: $0) }
      for step in scenario.steps {
        run.take(step)
        for app in apps {
          let state = run.phone.state[app.id]
          #expect(app.session.category.rawValue == state.configuration.category.rawValue)
          #expect(app.session.outputVolume == Float(run.phone.outputVolume(for: app.id)))
          #expect(app.player.isPlaying == run.phone.isPlaying(app.id))
        }
      }
      run.finish()
      #expect(run.report == (try Self.story(scenario)), "\(scenario.name)")
      for (app, letters) in zip(apps, letters) {
        let received = run.trace.filter { $0.kind == .event && $0.actor == app.name }.map(\.text)
          .filter { line in
            ![
              "outputVolume", "promptStyle", "remote", "engine", "audioEngine", "callKit",
              "inputMute", "accessibility", "arSession", "outputMute", "unmuteIntent",
              "availableInputs",
            ].contains {
              line.hasPrefix($0)
            }
          }
        let posted = letters.lines
        #expect(received.count == posted.count, "\(scenario.name): \(received) \(posted)")
        for (line, notification) in zip(received, posted) {
          // Before 14.5, the notification does not have a reason.
          let isReasonKnown = scenario.setup.system >= .iOS14_5
          let began = "interruption began"
          let expected = !isReasonKnown && line.hasPrefix(began) ? began : line
          #expect(notification == expected, "\(scenario.name)")
        }
      }
    }
  }

  @Test(arguments: files)
  func `haptic engines stop and are reset as the trace reports`(_ file: String) async throws {
    for scenario in try Self.scenarios(file) {
      let run = try ScenarioRun(scenario, checks: .all)
      var engines: [HapticEngine] = []
      for app in run.phone.apps {
        let engine = HapticEngine(output: ManualOutput())
        engines.append(engine)
        run.runtime.add(engine, of: app)
        run.runtime.add(Starter(engine, of: app))
      }
      let events = engines.map(\.events)
      run.run()
      #expect(run.report == (try Self.story(scenario)), "\(scenario.name)")
      // Haptics that still run end with their engine, which the trace does not report.
      let running = engines.map(\.isRunning)
      let names = run.phone.names
      let trace = run.trace
      engines = []
      _ = consume run
      for (place, events) in events.enumerated() {
        var lines: [String] = []
        for await event in events {
          switch event {
          case .stopped(.engineDestroyed): #expect(running[place])
          case .stopped(let reason): lines.append("engine stopped \(reason)")
          case .reset: lines.append("engine reset")
          }
        }
        let received = trace.filter { $0.kind == .event && $0.actor == names[place] }.map(\.text)
          .filter { $0.hasPrefix("engine") }
        // A stopped engine is also reset, which the trace does not report.
        #expect(received.isSubsequence(of: lines), "\(scenario.name): \(received) \(lines)")
        #expect(lines.filter { $0 != "engine reset" } == received.filter { $0 != "engine reset" })
      }
    }
  }

  @Test(arguments: files)
  func `a step's notifications may be delivered at its end`(_ file: String) throws {
    for scenario in try Self.scenarios(file) {
      let run = try ScenarioRun(scenario, checks: .all, delivery: .queued)
      run.run()
      #expect(run.report == (try Self.story(scenario)), "\(scenario.name)")
    }
  }

  @Test(arguments: files)
  func `shuffling route changes does not alter them or the other notifications`(
    _ file: String
  ) throws {
    for scenario in try Self.scenarios(file) {
      // Automatic apps may react differently to another order; here no app reacts.
      guard scenario.apps.allSatisfy({ $0.behavior == .manual }) else { continue }
      let story = try Self.story(scenario).trace.filter { $0.kind == .event }
      let run = try ScenarioRun(scenario, checks: .invariants, delivery: .shuffled(seed: 7))
      run.run()
      let shuffled = run.trace.filter { $0.kind == .event }
      #expect(run.failures.isEmpty)
      let isRoute = { (line: TraceEntry) in line.text.hasPrefix("routeChange") }
      #expect(shuffled.filter(isRoute) == story.filter(isRoute), "\(scenario.name)")
      #expect(shuffled.filter { !isRoute($0) } == story.filter { !isRoute($0) })
    }
  }
}

extension [String] {
  /// Returns whether `others` contains all elements in this order.
  fileprivate func isSubsequence(of others: [String]) -> Bool {
    var rest = self[...]
    for other in others where other == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

/// Starts an app's haptic engine when a haptic is requested and the engine may start, as apps do.
private final class Starter: PhoneSink {
  private let engine: HapticEngine
  private let app: AppID

  init(_ engine: HapticEngine, of app: AppID) {
    self.engine = engine
    self.app = app
  }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    guard case .settled(let event) = report, event.event == .app(app, .playHaptic()),
      event.after.mayStartHapticEngine(app), !engine.isRunning
    else { return }
    do throws(EngineError) {
      try engine.start()
    } catch {
      Issue.record(error)
    }
  }
}

/// The notifications of an app as lines of a trace, read from the properties that Apple documents.
private final class Letters: @unchecked Sendable {
  // SAFETY (unchecked): notifications are posted one at a time, on the thread of the test.
  private(set) var lines: [String] = []
  private let center: NotificationCenter
  private var observation: (any NSObjectProtocol)?

  init(from app: SimulatedApp) {
    center = app.notificationCenter
    observation = center.addObserver(forName: nil, object: app.session, queue: nil) { [weak self] in
      if let line = Self.line($0) { self?.lines.append(line) }
    }
  }

  deinit { observation.map { center.removeObserver($0) } }

  private static func line(_ notification: Notification) -> String? {
    let info = notification.userInfo ?? [:]
    switch notification.name {
    case AVAudioSession.interruptionNotification:
      if info[AVAudioSessionInterruptionTypeKey] as? UInt == 1 {
        let reason = (info[AVAudioSessionInterruptionReasonKey] as? UInt)
          .flatMap { InterruptionReason(rawValue: $0) }
        return "interruption began" + (reason.map { " \($0.name)" } ?? "")
      }
      let mayResume = info[AVAudioSessionInterruptionOptionKey] as? UInt == 1
      return "interruption ended" + (mayResume ? " shouldResume" : "")
    case AVAudioSession.routeChangeNotification:
      let reason = (info[AVAudioSessionRouteChangeReasonKey] as? UInt)
        .flatMap { RouteChangeReason(rawValue: $0) }
      return "routeChange" + (reason.map { " \($0)" } ?? "")
    case AVAudioSession.silenceSecondaryAudioHintNotification:
      return info[AVAudioSessionSilenceSecondaryAudioHintTypeKey] as? UInt == 1
        ? "hint begin" : "hint end"
    case AVAudioSession.mediaServicesWereLostNotification: return "mediaServices lost"
    case AVAudioSession.mediaServicesWereResetNotification: return "mediaServices reset"
    case AVAudioSession.didBecomeActiveNotification: return "active"
    case AVAudioSession.didBecomeInactiveNotification:
      let context =
        info[AVAudioSession.deactivationContextKey] as? AVAudioSession.DeactivationContext
      guard context?.source == .system else { return "inactive app" }
      let reason = context?.interruptionContext.flatMap {
        InterruptionReason(rawValue: UInt($0.reason.rawValue))
      }
      return "inactive system \((reason ?? .default).name)"
    case AVAudioSession.resumptionRecommendationNotification:
      let context = info[AVAudioSession.resumptionContextKey] as? AVAudioSession.ResumptionContext
      return "resumption \(context.map { "\($0.recommendation)" } ?? "")"
    default: return nil
    }
  }
}
