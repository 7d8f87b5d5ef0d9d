import AudioSession
import HapticEngine
import Testing

@testable import PhoneRuntime
@testable import PhoneSimulator

/// Tests of the language's rows, each of which is read, described, fuzzed, and written back.
struct VerbTests {
  private static let names = ["x", "y"]
  private static let appNames = AppNames(all: names)

  private struct Row {
    let actor: String
    let name: String
    let argument: String?
    let fuzz: FuzzGroup?
    /// Its examples as steps.
    let steps: [String]

    init<Act>(_ actor: String, _ verb: Verb<Act>) {
      self.actor = actor
      (name, argument, fuzz) = (verb.name, verb.argument, verb.fuzz)
      let steps = verb.steps(apps: VerbTests.names)
      self.steps = (steps.forEach + steps.forAll).map { "\(actor): \($0)" }
    }
  }

  private static let rows =
    AppVerbs.all.map { Row("x", $0) }
    + SystemActor.allCases.flatMap { actor in actor.verbs.map { Row(actor.rawValue, $0) } }

  private static func scenario(_ step: String) throws -> Scenario {
    let text = "scenario: a\napps: { x: , y: }\nsteps:\n  - \(step)\n"
    return try #require(try ScenarioReader.read(text, in: ScenarioFilesTests.folder).first)
  }

  private static func content(_ step: String) throws -> ScenarioStep.Content {
    try #require(try scenario(step).steps.first).content
  }

  /// Returns the policy's events for a step.
  private static func events(_ step: String) throws -> [SessionEvent] {
    let scenario = try scenario(step)
    let content = try #require(scenario.steps.first).content
    if case .app(let app, let action, _) = content { return action.events(of: app) }
    return try ScenarioRun(scenario).events(of: content).map { .phone($0) }
  }

  private static func wording(_ content: ScenarioStep.Content) -> (actor: String, Wording)? {
    guard case .app(let app, let action, _) = content else {
      return SystemActor.wording(of: content, appNames).map { ($0.actor.rawValue, $0.words) }
    }
    return AppVerbs.all.lazy.compactMap { $0.wording(action, appNames) }.first
      .map { (appNames[app], $0) }
  }

  @Test func `every actor has verbs, and every verb has an example`() {
    for actor in SystemActor.allCases { #expect(!actor.verbs.isEmpty, "\(actor)") }
    for row in Self.rows { #expect(!row.steps.isEmpty, "\(row.actor): \(row.name)") }
  }

  @Test(arguments: Set(rows.flatMap(\.steps)).sorted())
  func `an example is read, narrated and written back unchanged`(step: String) throws {
    let content = try Self.content(step)
    let (actor, wording) = try #require(Self.wording(content), "no verb describes \(step)")
    #expect(!wording.narration.isEmpty)
    #expect(step.hasPrefix("\(actor): "))
    #expect(try Self.content("\(actor): \(wording.step)") == content)
    for event in try Self.events(step) {
      let written = EventWords(names: Self.names).words(for: event)
      #expect(try Self.events(written) == [event], "\(written)")
    }
  }

  @Test func `every verb is among the random steps, except known exceptions`() {
    let steps = Set(StepVocabulary(apps: Self.names).groups.flatMap(\.self).map(\.words))
    for row in Self.rows where row.fuzz != nil {
      #expect(steps.isSuperset(of: row.steps), "\(row.actor): \(row.name)")
    }
    // Lost ends are only tried with calls and Siri, and time only passes as in the scenario.
    let others = Self.rows.filter { $0.fuzz == nil }.map { "\($0.actor): \($0.name)" }
    #expect(
      others == [
        "x: loadComposite", "x: playComposite", "phone: decline", "alarm: dismiss",
        "timer: dismiss", "emergency: end", "time: pass",
      ])
  }

  /// Source: Human Interface Guidelines, "Playing audio": apps do not change the overall volume.
  @Test(arguments: Set(AppVerbs.all.flatMap { Row("x", $0).steps }).sorted())
  func `an app's actions never change the user's volumes`(step: String) throws {
    let run = try ScenarioRun(try Self.scenario(step), checks: .invariants)
    let volumes = run.phone.volumes
    run.run()
    #expect(run.phone.volumes == volumes)
  }

  // MARK: Completeness

  /// Returns an action of each kind in turn.
  ///
  /// A new kind does not compile until it is added here.
  private static func next(_ action: ResidentAction) -> ResidentAction? {
    switch action {
    case .play: .pause
    case .pause: .stop
    case .stop: .setSleepTimer(seconds: 2)
    case .setSleepTimer(.some): .setSleepTimer(seconds: nil)
    case .setSleepTimer: .savePosition
    case .savePosition: .playFrom(seconds: 2)
    case .playFrom: .distortNotification(.twice)
    case .distortNotification(.twice): .distortNotification(.late(seconds: 2))
    case .distortNotification(.late(seconds: 2)):
      .distortNotification(NotificationDistortion(.twice, of: .interruptionEnded, isLasting: true))
    case .distortNotification(.some): .distortNotification(nil)
    case .distortNotification: .startCapture(.automatic)
    case .startCapture: .stopCapture(.privateSession)
    case .stopCapture: .setWebViewPlaying(true)
    case .setWebViewPlaying: .setPrefers([.interruptionOnRouteDisconnect: true])
    case .setPrefers([.interruptionOnRouteDisconnect: true]):
      .setPrefers([.noInterruptionsFromSystemAlerts: nil])
    case .setPrefers: .playHaptic("impact.light")
    case .playHaptic: .prepareFeedback(.impact)
    case .prepareFeedback: .triggerFeedback(Feedback(.selection))
    case .triggerFeedback: .loadComposite("payment-confirmed", seconds: 2)
    case .loadComposite: .playComposite("payment-confirmed")
    case .playComposite: .operate("wifi", .toggled)
    case .operate(_, .toggled): .operate("two words", .switched(true))
    case .operate(_, .switched): .operate("size", .dragged(to: 1))
    case .operate(_, .dragged): .operate("size", .moved(to: 0.25))
    case .operate(_, .moved): .operate("time", .selected(wheel: 2, row: 7))
    case .operate: .turnPicker("time", PickerTurn(wheel: 2, rows: -3, seconds: 0.5))
    case .turnPicker: .playSound(.keyClick, name: "keyClick")
    case .playSound(.keyClick, _): .playSound(.alert, name: "bell")
    case .playSound: nil
    }
  }

  /// Returns an event of an app of each kind in turn.
  private static func next(_ event: AppEvent) -> AppEvent? {
    switch event {
    case .setCategory: .setMode(.measurement)
    case .setMode: .activate
    case .activate: .deactivate(.notifyOthersOnDeactivation)
    case .deactivate(_, noNotifyEffect: nil): .deactivate([], noNotifyEffect: .nothing)
    case .deactivate: .startOutput
    case .startOutput: .stopOutput
    case .stopOutput: .startInput
    case .startInput: .stopInput
    case .stopInput: .overrideOutput(.speaker)
    case .overrideOutput: .setPreferredInput(.port(.headsetMic))
    case .setPreferredInput: .setInputProperty
    case .setInputProperty: .requestHardware(.sampleRate(44_100))
    case .requestHardware(.sampleRate): .requestHardware(.ioBufferDuration(0.005))
    case .requestHardware(.ioBufferDuration): .requestHardware(.inputChannels(1))
    case .requestHardware(.inputChannels): .requestHardware(.outputChannels(2))
    case .requestHardware(.outputChannels): .requestHardware(.inputGain(0.5))
    case .requestHardware(.inputGain): .requestHardware(.inputDataSource(.back))
    case .requestHardware(.inputDataSource(.some)): .requestHardware(.inputDataSource(nil))
    case .requestHardware(.inputDataSource): .requestHardware(.preferredDataSource(.front))
    case .requestHardware(.preferredDataSource):
      .requestHardware(.polarPattern(.cardioid, of: .front))
    case .requestHardware(.polarPattern(.some, _)):
      .requestHardware(.polarPattern(nil, of: .front))
    case .requestHardware(.polarPattern): .requestHardware(.multichannelContent(true))
    case .requestHardware(.multichannelContent): .requestHardware(.inputOrientation(.portrait))
    case .requestHardware(.inputOrientation): .requestHardware(.echoCancelledInput(true))
    case .requestHardware(.echoCancelledInput): .setPreference(.interruptionOnRouteDisconnect, true)
    case .setPreference(_, .some): .setPreference(.noInterruptionsFromSystemAlerts, nil)
    case .setPreference: .setOutputMuted(true)
    case .setOutputMuted: .setInputMuted(true)
    case .setInputMuted: .setRemoteCommands(RemoteCommands([.play]))
    case .setRemoteCommands: .setCaptures([])
    case .setCaptures: .setInputView(.clicking)
    case .setInputView: .setFrontPresentation(.sound)
    case .setFrontPresentation: .setNotificationSettings(NotificationSettings())
    case .setNotificationSettings: .playHaptic()
    case .playHaptic(.engine): .playHaptic(.generator)
    case .playHaptic: .playSound(.keyClick)
    case .playSound(.keyClick): .playSound(.alert)
    case .playSound: .enterForeground
    case .enterForeground: .enterBackground
    case .enterBackground: .suspend
    case .suspend: .terminate
    case .terminate: .launch
    case .launch: .setRecordPermission(.denied)
    case .setRecordPermission: .setPlayer(.own)
    case .setPlayer(.some): .setPlayer(nil)
    case .setPlayer: .setRuntimeAssertion(true)
    case .setRuntimeAssertion: .backgroundTimeExpired(endsTask: false)
    case .backgroundTimeExpired: .setPictureInPicture(true)
    case .setPictureInPicture: .setFailingCallActions(.all)
    case .setFailingCallActions: .callActionFailed(.holdCall)
    case .callActionFailed: .runARSession(.refused)
    case .runARSession: .resetARTracking
    case .resetARTracking: .pauseARSession
    case .pauseARSession: .placeRecognized
    case .placeRecognized: .relocalizationGivenUp
    case .relocalizationGivenUp: .expireSession
    case .expireSession: .inputPicked(.port(.builtInMic))
    case .inputPicked: nil
    }
  }

  /// Returns an event of the phone of each kind in turn.
  private static func next(_ event: PhoneEvent) -> PhoneEvent? {
    switch event {
    case .callRang(.app): .callRang(.video)
    case .callRang: .callStarted(.app(1))
    case .callStarted(.app): .callStarted(.video)
    case .callStarted(.video): .callStarted(.phone)
    case .callStarted: .callAnswered
    case .callAnswered: .callDeclined(.notResumable)
    case .callDeclined: .callEnded(.lost)
    case .callEnded(_, of: nil): .callEnded(of: .held)
    case .callEnded: .callEndedRemotely(.lost)
    case .callEndedRemotely(_, of: nil): .callEndedRemotely(of: .ringing)
    case .callEndedRemotely(_, of: .ringing): .callEndedRemotely(of: .held)
    case .callEndedRemotely: .callHeld
    case .callHeld: .callUnheld
    case .callUnheld: .callsSwapped
    case .callsSwapped: .callMuted(true)
    case .callMuted: .callAudioClosed
    case .callAudioClosed: alert(after: nil)
    case .alertBegan(let alert): .alertEnded(alert, alert.isLikeAnApp ? .resumable : .lost)
    case .alertEnded(let alert, _): Self.alert(after: alert) ?? .siriBegan
    case .siriBegan: .siriRecorded
    case .siriRecorded: .siriAnswered
    case .siriAnswered: .siriEnded(.lost, startedPlaybackIn: 1)
    case .siriEnded: .alarmSnoozed(seconds: 2, .lost)
    case .alarmSnoozed: .notificationDelivered(1, hasSound: false, about: "a b")
    case .notificationDelivered: .notificationOpened(1)
    case .notificationOpened: .notificationDismissed(1)
    case .notificationDismissed: .microphoneMuted
    case .microphoneMuted: .microphoneUnmuted
    case .microphoneUnmuted: .mediaServicesLost
    case .mediaServicesLost: .mediaServicesReset
    case .mediaServicesReset: .silentModeSet(true)
    case .silentModeSet: .locked
    case .locked: .unlocked
    case .unlocked: .volumeSet(.ringer, 0.25)
    case .volumeSet: .volumeButtonPressed(.up)
    case .volumeButtonPressed: .sideButtonPressed
    case .sideButtonPressed: .alertSoundEnded
    case .alertSoundEnded: .portConnected(.headphones)
    case .portConnected: .portDisconnected(.headphones)
    case .portDisconnected:
      .deviceConnected(ConnectedDevice("car", ports: [.bluetoothHFP, .bluetoothA2DP]))
    case .deviceConnected: .deviceDisconnected("car", announced: false)
    case .deviceDisconnected: .wokeFromSleep
    case .wokeFromSleep: .handsFreeOpened
    case .handsFreeOpened: .outputPicked(.device("car"))
    case .outputPicked(.device): .outputPicked(.port(.airPlay))
    case .outputPicked: .headsetMutePressed
    case .headsetMutePressed: .headsetButtonHeld
    case .headsetButtonHeld: .earphonesWorn(.none)
    case .earphonesWorn: .accessibilityChanged([.reduceMotion, .monoAudio])
    case .accessibilityChanged: .voiceOverSpoke(true)
    case .voiceOverSpoke: .settingsChanged([.haptics, .keyboardClicks])
    case .settingsChanged: .callStyleSet(.banner)
    case .callStyleSet: .remoteCommandSent(.pause)
    case .remoteCommandSent(_, .controlCenter): .remoteCommandSent(.pause, from: .headset)
    case .remoteCommandSent: nil
    }
  }

  /// The beginning of the next alert; nil after the last.
  private static func alert(after alert: SystemAlert?) -> PhoneEvent? {
    let alerts = SystemAlert.allCases
    let place = alert.flatMap { alerts.firstIndex(of: $0) } ?? -1
    return alerts.dropFirst(place + 1).first.map { .alertBegan($0) }
  }

  @Test func `every action of an app has a verb`() throws {
    // The policy knows only a part of these actions; a resident app performs them completely.
    let actions =
      sequence(first: AppEvent.setCategory(.record), next: Self.next)
      .filter { event in
        switch event {
        case .startOutput, .stopOutput, .playHaptic, .playSound, .setPreference: false
        default: true
        }
      }.map { AppAction.session($0) }
      + sequence(first: ResidentAction.play(seconds: 2), next: Self.next).map { .resident($0) }
    for action in actions {
      let content = ScenarioStep.Content.app(0, action, fails: nil)
      let (_, wording) = try #require(Self.wording(content), "no verb describes \(action)")
      #expect(try Self.content("x: \(wording.step)") == content)
    }
  }

  @Test func `every event is written as a step that can be read`() throws {
    let events =
      sequence(first: AppEvent.setCategory(.record), next: Self.next).map {
        SessionEvent.app(0, $0)
      }
      + sequence(first: PhoneEvent.callRang(.app(1)), next: Self.next).map { .phone($0) }
    for event in events {
      let written = EventWords(names: Self.names).words(for: event)
      let read = try? Self.events(written)
      #expect(read == [event], "\(written)")
    }
  }
}
