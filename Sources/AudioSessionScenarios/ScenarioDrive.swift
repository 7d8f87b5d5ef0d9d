internal import AudioSession
public import AudioSessionTesting
public import Foundation
public import PhoneRuntime
internal import PhoneSimulator
internal import TextFormats

/// A scenario in YAML that drives an app under test: what happens to the phone and what its user does
/// comes from the file, what the app does is code, and what the file expects is checked.
///
///     let drive = try ScenarioDrive(path: "call-over-music.yaml", app: "music")
///     let player = try MusicPlayer(session: drive.phone.app.session, audio: drive.phone.app.player)
///     let problems = try await drive.run { act in
///       switch act {
///       case .play: player.play()
///       case .pause: player.pause()
///       default: break
///       }
///     }
///     #expect(problems.isEmpty)
///
/// Of the app under test the file's `play`, `pause`, `record` and so on are what its user wants of it;
/// `foreground`, `suspend`, `terminate` and their kin happen to it; calls of its session, such as
/// `activate`, are the code's own business, and only passed on. What the file says of its session at the
/// beginning, such as its category, is not set: the code does that. Other apps are as the file has them.
///
/// The file's language: `Documentation/Scenarios.md`, Steps.
///
/// - Thread: one at a time.
public final class ScenarioDrive {
  /// The phone of the scenario, of which `app` is the app under test.
  public let phone: SimulatedPhone
  /// What the scenario shows, in a sentence.
  public var name: String { execution.scenario.name }

  private let execution: ScenarioRun
  private let tested: AppID

  /// A scenario in a text of one document.
  ///
  /// - Parameters:
  ///   - text: YAML.
  ///   - app: the name of the app under test; nil for the only one there is.
  ///   - notificationCenter: where its session posts.
  ///   - delivery: when, and in which order, apps are notified.
  /// - Throws: `UnusableScenario` with every problem and its place.
  public convenience init(
    _ text: String, app: String? = nil, notificationCenter: NotificationCenter = .default,
    delivery: DeliveryOrder = .immediate
  ) throws(UnusableScenario) {
    try self.init(
      Array(text.utf8), in: ScenarioFolder(), name: "the scenario", app, notificationCenter,
      delivery)
  }

  /// A scenario in a file of one document.
  ///
  /// - Parameters:
  ///   - path: where the file is; patterns that it names are looked for beside it.
  ///   - app: the name of the app under test; nil for the only one there is.
  ///   - notificationCenter: where its session posts.
  ///   - delivery: when, and in which order, apps are notified.
  /// - Throws: `UnusableScenario` if the file cannot be read, or with every problem and its place.
  public convenience init(
    path: String, app: String? = nil, notificationCenter: NotificationCenter = .default,
    delivery: DeliveryOrder = .immediate
  ) throws(UnusableScenario) {
    let bytes: [UInt8]
    do throws(TextFileError) {
      bytes = try TextFile.bytes(of: path, maximumBytes: ScenarioReader.maximumFileSize)
    } catch {
      throw UnusableScenario(problems: [error.description])
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    try self.init(
      bytes, in: ScenarioFolder(folder), name: path, app, notificationCenter, delivery)
  }

  private init(
    _ bytes: [UInt8], in folder: ScenarioFolder, name: String, _ app: String?,
    _ notificationCenter: NotificationCenter, _ delivery: DeliveryOrder
  ) throws(UnusableScenario) {
    let scenarios: [Scenario]
    do throws(ScenarioErrors) {
      scenarios = try ScenarioReader.read(bytes, in: folder)
    } catch {
      throw UnusableScenario(problems: error.problems.map { "\(name):\($0)" })
    }
    guard scenarios.count == 1, var scenario = scenarios.first else {
      throw UnusableScenario(problems: ["\(name) has \(scenarios.count) scenarios; give it one"])
    }
    let names = scenario.apps.map(\.name)
    let found = app.map { names.firstIndex(of: $0) } ?? (names.count == 1 ? 0 : nil)
    guard let place = found else {
      let all = names.joined(separator: ", ")
      throw UnusableScenario(problems: ["\(name): say which app is under test, one of \(all)"])
    }
    tested = AppID(place)
    Self.prepare(&scenario, place)
    do throws(SetupError) {
      execution = try ScenarioRun(scenario, delivery: delivery)
    } catch {
      throw UnusableScenario(problems: ["\(name): \(error)"])
    }
    phone = SimulatedPhone(
      runtime: execution.runtime, tested: tested, system: scenario.setup.system,
      notificationCenter: notificationCenter)
  }

  /// Takes from the app under test what its code does itself; what the user has decided, how the app was
  /// built and what no code of a test can say stay.
  private static func prepare(_ scenario: inout Scenario, _ place: Int) {
    scenario.apps[place].behavior = .manual
    let was = scenario.setup.apps[place].state
    var fresh = AppState()
    fresh.lifecycle = was.lifecycle
    fresh.hasBackgroundAudio = was.hasBackgroundAudio
    fresh.recordPermission = was.recordPermission
    fresh.notifications = was.notifications
    fresh.hapticEngine = was.hapticEngine
    fresh.player = .own
    scenario.setup.apps[place].state = fresh
    // A phone for tests has another app.
    if scenario.apps.count == 1 {
      var other = AppState()
      other.lifecycle = .background
      other.player = .own
      scenario.setup.apps.append(("other", other))
      scenario.apps.append(ScenarioApp(name: "other"))
    }
  }

  /// Takes all steps, and lets the code under test settle after each.
  ///
  /// - Parameters:
  ///   - isolation: whose isolation `user` has: the caller's.
  ///   - user: lets the code under test do what its user wants.
  /// - Returns: what was not as the file expects, and steps that made no sense; nothing if all is well.
  /// - Throws: what `user` throws.
  public func run<Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ user: (ScenarioAct) async throws(Failure) -> Void
  ) async throws(Failure) -> [ScenarioMismatch] {
    for step in execution.scenario.steps {
      phone.advance(to: PhoneTime(seconds: step.time))
      guard case .app(tested, let action, _) = step.content else {
        execution.take(step)
        await phone.settle()
        continue
      }
      // The log has to know where the scenario is.
      execution.take(
        ScenarioStep(
          time: step.time, .pass(seconds: 0), words: step.words, place: step.place))
      // What makes no sense is among the mismatches.
      if action.happensToApp { _ = try? phone.runtime.perform(action, by: tested) }
      if phone.app.lifecycle.isRunning { try await user(action.act(step.words)) }
      await phone.settle()
    }
    execution.finish()
    return execution.failures.map {
      ScenarioMismatch(
        line: $0.place.line, column: $0.place.column, time: $0.time, message: $0.message)
    }
  }
}

/// What the user of the app under test does, or what happens to it.
public enum ScenarioAct: Hashable, Sendable {
  /// The user wants to hear it, for so many seconds; nil for as long as it lasts.
  case play(seconds: Double?)
  /// The user pauses the app.
  case pause
  /// The user stops the app.
  case stop
  /// The user has the app record.
  case record
  /// The user ends the recording.
  case stopRecording
  /// The app has come to the foreground: what its scene's delegate is called for.
  case cameToForeground
  /// The app has gone to the background.
  case wentToBackground
  /// The app has been started anew: its objects have to be made anew, too.
  case launched
  /// Something that code decides, such as a call of its session, as the file has it.
  case other(String)
}

/// Something that was not as a scenario expects.
public struct ScenarioMismatch: Hashable, Sendable, CustomStringConvertible {
  /// The line of the file, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  /// When, in seconds.
  public let time: Double
  /// What was found, and what was expected.
  public let message: String

  /// Such as `12:7: at 5 s: music: audible is false, expected true`.
  public var description: String { "\(line):\(column): at \(time) s: \(message)" }
}

/// A scenario that cannot be read or set up.
public struct UnusableScenario: Error, Hashable, Sendable, CustomStringConvertible {
  /// Every problem, with its place.
  public let problems: [String]

  /// A line for each.
  public var description: String { problems.joined(separator: "\n") }
}

extension AppAction {
  /// Whether it is something that the user or the system does with the app, and not its code.
  fileprivate var happensToApp: Bool {
    switch self {
    case .session(.setPlayer): false
    case .session(let event): !event.isCall
    case .resident(.distortNotification), .resident(.operate), .resident(.turnPicker): true
    case .resident: false
    }
  }

  /// What is passed on to the code under test.
  fileprivate func act(_ words: String) -> ScenarioAct {
    switch self {
    case .resident(.play(let seconds)): .play(seconds: seconds)
    case .resident(.pause): .pause
    case .resident(.stop): .stop
    case .session(.startInput): .record
    case .session(.stopInput): .stopRecording
    case .session(.enterForeground): .cameToForeground
    case .session(.enterBackground): .wentToBackground
    case .session(.launch): .launched
    case .session, .resident: .other(words)
    }
  }
}
