internal import AudioSession
public import AudioSessionTesting
public import Foundation
public import PhoneRuntime
internal import PhoneSimulator
internal import TextFormats

/// A scenario in YAML that drives an app under test.
///
/// The file states the phone's events and its user's actions. The code under test responds as the app would, and the
/// expectations of the file are checked.
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
/// For the app under test, the file's `play`, `pause`, `record` and similar steps are requests of its user, which the
/// code under test carries out. Steps such as `foreground`, `suspend` and `terminate` happen to the app. Calls to the
/// app's session, such as `activate`, are up to the code: these steps are only passed on. The initial state of the
/// session in the file, such as its category, is not applied, because the code sets it. Other apps behave as in the
/// file.
///
/// For the language of the file, see `Documentation/Scenarios.md`, Steps.
///
/// - Thread: one at a time.
public final class ScenarioDrive {
  /// The phone of the scenario, of which `app` is the app under test.
  public let phone: SimulatedPhone
  /// A sentence that summarizes the scenario.
  public var name: String { execution.scenario.name }

  private let execution: ScenarioRun
  private let tested: AppID
  /// The numbers of steps that `pass` has taken, and of mismatches that it has returned.
  private var (taken, returned) = (0, 0)

  /// Creates a drive from a text with one scenario.
  ///
  /// - Parameters:
  ///   - text: YAML.
  ///   - app: the name of the app under test; nil if there is only one.
  ///   - notificationCenter: the center that its session posts to.
  ///   - delivery: when, and in which order, apps are notified.
  /// - Throws: `UnusableScenario` with every problem and its location.
  public convenience init(
    _ text: String, app: String? = nil, notificationCenter: NotificationCenter = .default,
    delivery: DeliveryOrder = .immediate
  ) throws(UnusableScenario) {
    try self.init(
      Array(text.utf8), in: ScenarioFolder(), name: "the scenario", app, notificationCenter,
      delivery)
  }

  /// Creates a drive from a file with one scenario.
  ///
  /// - Parameters:
  ///   - path: the path of the file; patterns that it names are looked up in the same folder.
  ///   - app: the name of the app under test; nil if there is only one.
  ///   - notificationCenter: the center that its session posts to.
  ///   - delivery: when, and in which order, apps are notified.
  /// - Throws: `UnusableScenario` if the file cannot be read, or with every problem and its location.
  public convenience init(
    path: String, app: String? = nil, notificationCenter: NotificationCenter = .default,
    delivery: DeliveryOrder = .immediate
  ) throws(UnusableScenario) {
    let (bytes, folder) = try Self.read(path)
    try self.init(bytes, in: folder, name: path, app, notificationCenter, delivery)
  }

  /// Creates a drive for a program, from a file with one scenario.
  ///
  /// The first app of the file is the app under test. Route changes are posted on a separate thread, as on a phone.
  ///
  /// - Throws: `UnusableScenario` if the file cannot be read, or with every problem and its location.
  package convenience init(program path: String) throws(UnusableScenario) {
    let (bytes, folder) = try Self.read(path)
    try self.init(
      bytes, in: folder, name: path, nil, .default, .immediate, isProgram: true)
  }

  /// Returns the contents of a file, and the folder of the patterns that it names.
  private static func read(
    _ path: String
  ) throws(UnusableScenario) -> (bytes: [UInt8], folder: ScenarioFolder) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    do throws(TextFileError) {
      let bytes = try TextFile.bytes(of: path, maximumBytes: ScenarioReader.maximumFileSize)
      return (bytes, ScenarioFolder(folder))
    } catch {
      throw UnusableScenario(problems: [error.description])
    }
  }

  private init(
    _ bytes: [UInt8], in folder: ScenarioFolder, name: String, _ app: String?,
    _ notificationCenter: NotificationCenter, _ delivery: DeliveryOrder, isProgram: Bool = false
  ) throws(UnusableScenario) {
    let scenarios: [Scenario]
    do throws(ScenarioErrors) {
      scenarios = try ScenarioReader.read(bytes, in: folder)
    } catch {
      throw UnusableScenario(problems: error.problems.map { "\(name):\($0)" })
    }
    guard scenarios.count == 1, var scenario = scenarios.first else {
      throw UnusableScenario(problems: [
        "\(name) has \(scenarios.count) scenarios; it must have exactly one"
      ])
    }
    let names = scenario.apps.map(\.name)
    let found = app.map { names.firstIndex(of: $0) } ?? (names.count == 1 || isProgram ? 0 : nil)
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
      notificationCenter: notificationCenter,
      routeChanges: isProgram ? .ownThread : .callingThread)
  }

  /// Resets the parts of the app's state that the code under test sets itself.
  ///
  /// The user's decisions, the app's build settings, and state that test code cannot set remain.
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
    // A phone for tests needs another app.
    if scenario.apps.count == 1 {
      var other = AppState()
      other.lifecycle = .background
      other.player = .own
      scenario.setup.apps.append(("other", other))
      scenario.apps.append(ScenarioApp(name: "other"))
    }
  }

  /// Performs all steps, and lets the code under test settle after each one.
  ///
  /// - Parameters:
  ///   - isolation: the isolation of `user`, which is the caller's.
  ///   - user: makes the code under test do what its user wants.
  /// - Returns: the unmet expectations of the file and the impossible steps; empty if there are none.
  /// - Throws: the errors of `user`.
  public func run<Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ user: (ScenarioAct) async throws(Failure) -> Void
  ) async throws(Failure) -> [ScenarioMismatch] {
    for step in execution.scenario.steps {
      phone.advance(to: PhoneTime(seconds: step.time))
      if let act = take(step) { try await user(act) }
      await phone.settle()
    }
    execution.finish()
    return mismatches
  }

  /// Performs the steps that are due, and lets the time pass.
  ///
  /// - Parameters:
  ///   - time: the present time.
  ///   - user: makes the code under test do what its user wants. It receives the words of the step, and its time in
  ///     seconds.
  /// - Returns: the unmet expectations and the impossible steps that were found since the last call.
  package func pass(
    until time: PhoneTime, user: (_ words: String, _ seconds: Double) -> Void
  ) -> [ScenarioMismatch] {
    let steps = execution.scenario.steps
    while taken < steps.count, PhoneTime(seconds: steps[taken].time) <= time {
      let step = steps[taken]
      taken += 1
      phone.advance(to: PhoneTime(seconds: step.time))
      if take(step) != nil { user(step.words, step.time) }
      if taken == steps.count { execution.finish() }
    }
    phone.advance(to: time)
    defer { returned = execution.failures.count }
    return Array(mismatches.dropFirst(returned))
  }

  /// Performs a step.
  ///
  /// - Returns: what the user of the app under test does; nil if the step happens to another app or to the phone.
  private func take(_ step: ScenarioStep) -> ScenarioAct? {
    guard case .app(tested, let action, _) = step.content else {
      execution.take(step)
      return nil
    }
    // The log needs the present location in the scenario.
    execution.take(
      ScenarioStep(time: step.time, .pass(seconds: 0), words: step.words, place: step.place))
    // Impossible steps are reported as mismatches.
    if action.happensToApp { _ = try? phone.runtime.perform(action, by: tested) }
    return phone.app.lifecycle.isRunning ? action.act(step.words) : nil
  }

  private var mismatches: [ScenarioMismatch] {
    execution.failures.map {
      ScenarioMismatch(
        line: $0.place.line, column: $0.place.column, time: $0.time, message: $0.message)
    }
  }
}

/// An action of the user of the app under test, or an event that happens to the app.
public enum ScenarioAct: Hashable, Sendable {
  /// The user wants to hear the app for this many seconds; nil for as long as the sound lasts.
  case play(seconds: Double?)
  /// The user pauses the app.
  case pause
  /// The user stops the app.
  case stop
  /// The user starts a recording.
  case record
  /// The user ends the recording.
  case stopRecording
  /// The app has come to the foreground, and its scene's delegate is called.
  case cameToForeground
  /// The app has gone to the background.
  case wentToBackground
  /// The app has been launched again, and its objects must also be created again.
  case launched
  /// An action that is up to the app's code, such as a call to its session, in the words of the file.
  case other(String)
}

/// An unmet expectation of a scenario.
public struct ScenarioMismatch: Hashable, Sendable, CustomStringConvertible {
  /// The line of the file, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int
  /// The time, in seconds.
  public let time: Double
  /// The found and the expected value.
  public let message: String

  /// The location, the time and the message, such as `12:7: at 5 s: music: audible is false, expected true`.
  public var description: String { "\(line):\(column): at \(time) s: \(message)" }
}

/// A scenario that cannot be read or set up.
public struct UnusableScenario: Error, Hashable, Sendable, CustomStringConvertible {
  /// Every problem, with its location.
  public let problems: [String]

  /// The problems, one per line.
  public var description: String { problems.joined(separator: "\n") }
}

extension AppAction {
  /// Whether the user or the system does this to the app, and not the app's code.
  fileprivate var happensToApp: Bool {
    switch self {
    case .session(.setPlayer): false
    case .session(let event): !event.isCall
    case .resident(.distortNotification), .resident(.operate), .resident(.turnPicker): true
    case .resident: false
    }
  }

  /// The act that is passed on to the code under test.
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
