internal import AudioSession
internal import PhoneRuntime
internal import YAMLText

/// Every step there is for some apps, as scenarios have them.
///
/// Written in the language and read by its reader, so that a step which a fuzz run tells can be
/// copied into a scenario.
struct StepVocabulary {
  /// Steps of one actor: each actor is as likely as any other, however many verbs it has.
  private(set) var groups: [[ScenarioStep]] = []

  init(apps: [String]) {
    for app in apps {
      for verbs in [Self.sessionVerbs, Self.lifecycleVerbs, Self.otherVerbs] {
        add(verbs.map { "\(Self.quoted(app)): \($0)" }, apps)
      }
    }
    // What goes on ends sooner than it begins: while it goes on, little else can happen.
    for actor in SystemActor.allCases {
      add(actor.verbs.map { "\(actor.rawValue): \($0.0)" }, apps)
      let ends = actor.verbs.map(\.0).filter(Self.endingVerbs.contains)
      for _ in 0..<2 { add(ends.map { "\(actor.rawValue): \($0)" }, apps) }
    }
    let named = apps.map(Self.quoted)
    add(
      named.map { "phone: {ring: {app: \($0)}}" }
        + named.map { "siri: {end: {startedPlaybackIn: \($0)}}" }
        + ["phone: {hangUp: {interruption: lost}}", "siri: {end: {interruption: notResumable}}"],
      apps)
    add(named.map { "notification: {deliver: {app: \($0), sound: true}}" }, apps)
    add(Self.deviceVerbs.map { "device: \($0)" }, apps)
    add(Port.allCases.filter { !$0.isBuiltIn }.map { "device: {connect: \($0.name)}" }, apps)
    add(Port.allCases.filter { !$0.isBuiltIn }.map { "device: {disconnect: \($0.name)}" }, apps)
    add(RemoteCommand.allCases.map { "device: {remote: \($0.name)}" }, apps)
  }

  /// Any step.
  func randomStep(_ random: inout SplitMix64) -> ScenarioStep? {
    groups.randomElement(using: &random)?.randomElement(using: &random)
  }

  private mutating func add(_ texts: [String], _ apps: [String]) {
    let steps = texts.compactMap { Self.step($0, apps) }
    if !steps.isEmpty { groups.append(steps) }
  }

  private static func step(_ text: String, _ apps: [String]) -> ScenarioStep? {
    let document = YAMLDocuments(Array(text.utf8))
    guard let root = document.roots.first else { return nil }
    var reader = ScenarioReader()
    var step = reader.step(root, apps: apps)
    step?.words = text
    return step
  }

  /// A name as YAML takes it, whatever is in it.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    if isPlain, name.first?.isLetter == true { return name }
    return "'"
      + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  private static let endingVerbs = ["decline", "hangUp", "dismiss", "end", "recover"]
  private static let sessionVerbs = [
    "activate", "deactivate", "{deactivate: notifyOthers}", "play", "play", "pause", "stop",
    "{play: {duration: 0.5}}", "record", "stopRecording",
  ]
  /// Back to the front more often than away from it, where less can happen.
  private static let lifecycleVerbs = [
    "foreground", "foreground", "foreground", "launch", "launch", "background", "suspend",
    "terminate",
  ]
  private static let otherVerbs: [String] =
    [
      "{overrideOutput: speaker}", "{overrideOutput: none}", "{preferInput: headsetMic}",
      "{preferInput: none}", "{setOutputMuted: true}", "{setOutputMuted: false}",
      "{playHaptic: impact.light}", "{playSystemSound: vibrate}", "{playSystemSound: tock}",
      "{playAlertSound: bell}",
    ]
    + SessionPreference.allCases.flatMap {
      ["{setPrefers: {\($0.name): true}}", "{setPrefers: {\($0.name): false}}"]
    }
    + SessionMode.allCases.map { "{setMode: \($0.name)}" }
    + SessionCategory.allCases.flatMap { category in
      (["[]"] + CategoryOptions.named.map { "[\($0.name)]" }).map {
        "{setCategory: {category: \(category), options: \($0)}}"
      }
    }

  private static let deviceVerbs = [
    "lock", "unlock", "volumeUp", "volumeDown", "{silentMode: true}", "{silentMode: false}",
    "{volume: {media: 0}}", "{volume: {media: 0.7, ringer: 0.2}}", "{volume: {call: 1}}",
    "{muteMicrophone: true}", "{muteMicrophone: false}", "{hapticsEnabled: true}",
    "{hapticsEnabled: false}",
  ]
}
