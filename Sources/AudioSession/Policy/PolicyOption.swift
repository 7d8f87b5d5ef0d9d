/// An open question as one row: its key, what is asked, what it may be, and what that rests on.
///
/// The value itself is a typed property of `AudioPolicy`, of the name that is the key. Options are
/// equal if their keys are.
public struct PolicyOption: Sendable {
  /// What files and the command line call it, such as `claimRelease`.
  public let key: String
  /// What is asked, in words.
  public let question: String
  /// What it may be.
  public let values: Values
  /// What the default rests on.
  public let evidence: Evidence
  /// Where `AudioPolicy` keeps the value, in bytes.
  fileprivate let offset: Int
  private let read: @Sendable (AudioPolicy) -> String
  private let write: @Sendable (inout AudioPolicy, String) -> Bool

  /// What an option may be.
  public enum Values: Hashable, Sendable {
    /// One of these answers, the default first.
    case answers([String])
    /// A number in a range, with what it counts.
    case number(ClosedRange<Double>, unit: Unit)
  }

  /// What a number counts.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// A gain multiplies amplitudes: 1 changes nothing.
    case gain
    /// A share of the whole volume: 1 is from silence to the loudest.
    case volume
  }

  /// The row of an option whose answers are the cases of a type.
  fileprivate init<Answer: PolicyAnswer>(
    _ key: String, _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable,
    _ evidence: Evidence, _ question: String
  ) {
    let standard = AudioPolicy.standard[keyPath: value]
    let others = Answer.allCases.filter { $0 != standard }
    self.key = key
    self.question = question
    self.evidence = evidence
    values = .answers(([standard] + others).map(\.rawValue))
    offset = Self.offset(of: value)
    read = { $0[keyPath: value].rawValue }
    write = { policy, text in
      guard let answer = Answer(rawValue: text) else { return false }
      policy[keyPath: value] = answer
      return true
    }
  }

  /// The row of an option that is a number.
  fileprivate init(
    _ key: String, _ value: any WritableKeyPath<AudioPolicy, Double> & Sendable,
    _ range: ClosedRange<Double>, _ unit: Unit, _ evidence: Evidence, _ question: String
  ) {
    self.key = key
    self.question = question
    self.evidence = evidence
    values = .number(range, unit: unit)
    offset = Self.offset(of: value)
    read = { "\($0[keyPath: value])" }
    write = { policy, text in
      guard let number = Double(text), range.contains(number) else { return false }
      policy[keyPath: value] = number
      return true
    }
  }

  private static func offset(of value: PartialKeyPath<AudioPolicy>) -> Int {
    guard let offset = MemoryLayout<AudioPolicy>.offset(of: value) else {
      preconditionFailure("an option is a stored property of the policy")
    }
    return offset
  }
}

extension PolicyOption: Hashable {
  /// Whether both have the same key.
  public static func == (left: PolicyOption, right: PolicyOption) -> Bool { left.key == right.key }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension PolicyOption {
  /// The texts that it may be set to, the default first; for a number its range.
  public var allowed: [String] {
    switch values {
    case .answers(let answers): answers
    case .number(let range, _): ["\(range.lowerBound)...\(range.upperBound)"]
    }
  }

  /// The default, as files write it.
  public var standard: String { read(.standard) }

  /// What a policy says, as files write it.
  public func text(in policy: AudioPolicy) -> String { read(policy) }

  /// Sets the option in a policy.
  ///
  /// - Parameters:
  ///   - policy: the policy; unchanged if this throws.
  ///   - text: one of the answers, or a number in the range.
  /// - Throws: `PolicyError.unknownValue`, which lists what is allowed.
  public func set(_ policy: inout AudioPolicy, to text: String) throws(PolicyError) {
    if write(&policy, text) { return }
    throw .unknownValue(option: key, value: text, allowed: allowed)
  }

  /// Every option, in the order in which `AudioPolicy` declares them; numbers last.
  public static let all = bySubject.sorted { $0.offset < $1.offset }

  /// The option of that key, or nil.
  public init?(key: String) {
    guard let found = Self.all.first(where: { $0.key == key }) else { return nil }
    self = found
  }

  /// The option whose value that property is.
  package static subscript(value: PartialKeyPath<AudioPolicy>) -> PolicyOption {
    guard let option = byOffset[offset(of: value)] else {
      preconditionFailure("an option of the policy has no row")
    }
    return option
  }

  private static let byOffset = Dictionary(uniqueKeysWithValues: all.map { ($0.offset, $0) })

  /// Every option, with those about one subject side by side: the rows.
  package static let bySubject = ofCategories + ofActivation + ofNotifications + ofDevice + numbers
}

// The rows.
extension PolicyOption {
  // Questions about what `setCategory` and `setMode` accept.
  private static let ofCategories: [PolicyOption] = [
    PolicyOption(
      "ambientDuck", \.ambientDuck,
      Evidence(.header, note: "the header lists ambient, the page does not; the header is newer"),
      "Does ambient take duckOthers?"),
    PolicyOption(
      "defaultToSpeakerSticky", \.defaultToSpeakerSticky,
      Evidence(.header, .archive, note: "header and QA1754: only with no other route"),
      "Does defaultToSpeaker win over connected headphones?"),
    PolicyOption(
      "videoChatWithRecord", \.videoChatWithRecord,
      Evidence(.header, note: "the page says yes, the header no"),
      "Does record take mode videoChat?"),
    PolicyOption(
      "illegalMode", \.illegalMode,
      Evidence(
        .field, .documentation,
        note: "audio_session 163: -50; Apple's page of the modes: it acts as default"),
      "What becomes of a mode with a category that does not take it?"),
    PolicyOption(
      "illegalMixing", \.illegalMixing,
      Evidence(.field, .assumed, note: "-50 in field logs; silently unchanged is possible"),
      "What becomes of mixing options with a category that does not take them?"),
    PolicyOption(
      "illegalPolicy", \.illegalPolicy, Evidence(.assumed),
      "What becomes of a long-form policy with a category, mode or option it does not go with?"),
    PolicyOption(
      "explicitA2DPWithPlayback", \.explicitA2DPWithPlayback,
      Evidence(.assumed, note: "implied there; naming it is unverified"),
      "Does playback take allowBluetoothA2DP explicitly?"),
    PolicyOption(
      "speechModesAnywhere", \.speechModesAnywhere,
      Evidence(.assumed, note: "no restriction is stated"),
      "Do all categories take the modes spokenAudio and voicePrompt?"),
    PolicyOption(
      "simulatorAcceptsAirPlay", \.simulatorAcceptsAirPlay,
      Evidence(.field, note: "audiobookshelf-app 334"),
      "Does Apple's simulator take allowAirPlay with playback, which devices refuse?"),
    PolicyOption(
      "airPlayWithPlayback", \.airPlayWithPlayback,
      Evidence(
        .field,
        note: "2003329396: audiobookshelf-app 334 (2022); -50: mixxx 13487, flutter_sound 1191"),
      "What does allowAirPlay give with playback?"),
    PolicyOption(
      "overrideMutedWithoutOutput", \.overrideMutedWithoutOutput,
      Evidence(.header, .assumed, note: "the header speaks of categories with input and output"),
      "Do record and multiRoute take overrideMutedMicrophoneInterruption?"),
    PolicyOption(
      "overrideWithOtherCategory", \.overrideWithOtherCategory,
      Evidence(.assumed, note: "the header's general rule; -50 was seen in the wild"),
      "What does overriding to the speaker throw outside of playAndRecord?"),
    PolicyOption(
      "setCategoryDuringCall", \.setCategoryDuringCall,
      Evidence(
        .documentation, .field,
        note: "insufficientPriority: the category is in use by another app; audio_session 136"),
      "What does setting a category with input give during somebody else's call?"),
  ]

  // Questions about activation and deactivation.
  private static let ofActivation: [PolicyOption] = [
    PolicyOption(
      "errorOrder", \.errorOrder,
      Evidence(.assumed, note: "the order of the checks is not published"),
      "In which order is activation checked?"),
    PolicyOption(
      "blockedOutputCode", \.blockedOutputCode,
      Evidence(.field, .assumed, note: "ent? in LiveKit 886 and Azure 461; !pri and !int are ours"),
      "What does activation throw while ringing, an alarm, Siri or an emergency has the output?"),
    PolicyOption(
      "backgroundMixableStart", \.backgroundMixableStart,
      Evidence(.field, note: "audio_session 110: 561015905 without a runtime assertion"),
      "May a mixable session start to play in the background without a runtime assertion?"),
    PolicyOption(
      "backgroundResumption", \.backgroundResumption,
      Evidence(
        .field,
        note: "react-native-audio-api 1220: it succeeds; record 542, ModernAVPlayer 174: refused"),
      "May a session that was told to resume be activated in the background?"),
    PolicyOption(
      "clockDuringOwnCall", \.clockDuringOwnCall,
      Evidence(.field, note: "LiveKit 886 and 1011: an alarm takes the session of a CallKit call"),
      "What do the alarm and the timer do to the session of an app's own call?"),
    PolicyOption(
      "ownCallReactivation", \.ownCallReactivation,
      Evidence(.field, .assumed, note: "LiveKit 886: 1701737535 after an alarm, on some devices"),
      "May an app whose own call is active activate its session itself?"),
    PolicyOption(
      "noInterruptionsCover", \.noInterruptionsCover,
      Evidence(
        .documentation, .assumed,
        note: "setPrefersNoInterruptionsFromSystemAlerts names incoming calls only"),
      "What does the wish for no interruptions from system alerts cover?"),
    PolicyOption(
      "taskKeepsSession", \.taskKeepsSession,
      Evidence(
        .field, .assumed,
        note: "cordova-plugin-ionic-webview 451: cut off after 20 seconds; others at once"),
      "Does a background task keep a session that may not sound in the background until it ends?"),
    PolicyOption(
      "permissionDenied", \.permissionDenied,
      Evidence(.assumed, note: "behaviour in the field for long"),
      "What does input give without the user's permission?"),
    PolicyOption(
      "mutedMicrophoneStart", \.mutedMicrophoneStart, Evidence(.assumed),
      "What does input give that starts with the microphone muted in hardware?"),
    PolicyOption(
      "deactivateWithRunningIO", \.deactivateWithRunningIO,
      Evidence(.header, note: "the header's text by version; older pages differ"),
      "What does deactivating with running input or output do?"),
    PolicyOption(
      "claimRelease", \.claimRelease,
      Evidence(.assumed, note: "from a counterexample in a model of these rules"),
      "Until when does an interrupted session hold those it had interrupted?"),
    PolicyOption(
      "noNotifyEffect", \.noNotifyEffect,
      Evidence(.assumed, note: "the documentation only says who is told to resume"),
      "What are those told who were interrupted by a session that leaves without notifying?"),
    PolicyOption(
      "recordAndMixablePeers", \.recordAndMixablePeers,
      Evidence(.documentation, .assumed, note: "virtually all output is silenced"),
      "What does an active record session do to sessions that mix?"),
    PolicyOption(
      "systemInterruptsMixable", \.systemInterruptsMixable,
      Evidence(.archive, .field, note: "AudioKit PR 1982 says no, likely of apps only"),
      "Do calls, alarms and Siri interrupt sessions that mix?"),
    PolicyOption(
      "deferredSuspend", \.deferredSuspend, Evidence(.documentation, .assumed),
      "Does an app that may not sound in the background run on there for a while?"),
    PolicyOption(
      "unholdReactivates", \.unholdReactivates,
      Evidence(
        .field, .forum,
        note:
          "flutter_callkit_incoming 869: it does; threads 749202 and 804510: not after a remote "
          + "hang-up"),
      "Does the system activate the session again when an app's own call is taken off hold?"),
  ]

  // Questions about what apps are notified of, and when.
  private static let ofNotifications: [PolicyOption] = [
    PolicyOption(
      "legacyOn27", \.legacyOn27,
      Evidence(.assumed, note: "deprecated in 27; whether still posted is not verified"),
      "Are the deprecated interruption notifications posted on 27?"),
    PolicyOption(
      "routeQueue", \.routeQueue,
      Evidence(.header, note: "posted on a secondary thread, so any order is possible"),
      "Where do route changes arrive among the notifications of one event?"),
    PolicyOption(
      "mailbox", \.mailbox, Evidence(.assumed),
      "What becomes of the notifications for a suspended app when it runs again?"),
    PolicyOption(
      "endedInBackground", \.endedInBackground,
      Evidence(.archive, .field, note: "VialerSIPLib PR 152 saw it at foregrounding"),
      "When does an app in the background learn that its interruption has ended?"),
    PolicyOption(
      "siriHandover", \.siriHandover,
      Evidence(.documentation, .assumed, note: "guidelines: not resumable"),
      "What are the others told when Siri has started playback in an app?"),
    PolicyOption(
      "notificationTone", \.notificationTone,
      Evidence(.field, .assumed, note: "music-assistant PR 504: an end without the option"),
      "What does the tone of a notification do to what plays?"),
    PolicyOption(
      "alertSounds", \.alertSounds,
      Evidence(.field, note: "Signal-iOS PR 3106: like ambient with duckOthers"),
      "What does the sound of an alert that an app plays do to what plays?"),
    PolicyOption(
      "unmuteResumes", \.unmuteResumes, Evidence(.assumed),
      "Does the end of a microphone mute carry the option to resume?"),
    PolicyOption(
      "routeChangeAudience", \.routeChangeAudience,
      Evidence(
        .assumed, .field, note: "dictus-ios 353 saw changes of its own route while interrupted"),
      "Who is told of a route change that another app's session caused?"),
    PolicyOption(
      "categoryChangePosts", \.categoryChangePosts, Evidence(.documentation),
      "Does an active session's new category post a route change if the route stays the same?"),
    PolicyOption(
      "activationPostsRouteChange", \.activationPostsRouteChange,
      Evidence(.assumed, note: "the page names new categories only"),
      "Is an app told of the route that its own activation or deactivation brings?"),
    PolicyOption(
      "remoteDuringInterruption", \.remoteDuringInterruption,
      Evidence(
        .archive, .peer,
        note: "Programming Guide: apps keep track of commands during Siri; WebKit, Chromium defer"),
      "What becomes of a remote command to an app that is interrupted?"),
    PolicyOption(
      "interruptionOnRouteDisconnect", \.interruptionOnRouteDisconnect,
      Evidence(
        .header, .documentation,
        note: "header and setter's page: Now Playing sessions; the getter's page alone: all"),
      "Whom does an unplugged output interrupt who has not opted out (17)?"),
  ]

  // Questions about routes, volumes, the switch and haptics.
  private static let ofDevice: [PolicyOption] = [
    PolicyOption(
      "switchAffectsHeadphones", \.switchAffectsHeadphones,
      Evidence(.field, note: "trackswitch 13"),
      "Does the silent switch silence ambient sessions in headphones?"),
    PolicyOption(
      "preferredInputReset", \.preferredInputReset, Evidence(.assumed),
      "What becomes of the preferred input when its port has gone?"),
    PolicyOption(
      "builtInMicBesideHFP", \.builtInMicBesideHFP,
      Evidence(
        .header, .field,
        note: "header of allowBluetoothHFP: both directions or none; stackoverflow 31993722 saw "
          + "the output stay"),
      "Where does output go when the built-in microphone is preferred to a hands-free device?"),
    PolicyOption(
      "unplugInBackground", \.unplugInBackground,
      Evidence(.documentation, .field, note: "wakmusic-iOS 248 saw categoryChange while playing"),
      "Which reason is an app given that plays in the background when its output is unplugged?"),
    PolicyOption(
      "mixingTakesButton", \.mixingTakesButton,
      Evidence(.forum, .field, note: "dictus-ios 85: running playAndRecord took AirPods' button"),
      "Does a running play-and-record session that mixes take the remote commands?"),
    PolicyOption(
      "buttonsUnderSwitch", \.buttonsUnderSwitch,
      Evidence(.assumed, .field, note: "kickstarter ios-oss 2957 saw the ringer"),
      "What do the volume buttons change while the switch silences what plays?"),
    PolicyOption(
      "volumeMemory", \.volumeMemory, Evidence(.assumed),
      "Do built-in and connected outputs keep volumes of their own?"),
    PolicyOption(
      "buttonsWhenIdle", \.buttonsWhenIdle,
      Evidence(
        .documentation, .field,
        note: "guidelines of iOS 10 to 13, later a setting; with headphones openradar 18512877"),
      "What do the volume buttons change while nothing plays?"),
    PolicyOption(
      "unplugPauses", \.unplugPauses,
      Evidence(.documentation, note: "AVPlayer pauses; other players leave it to the app"),
      "Does a player of the system's kind pause when what it plays on is unplugged?"),
    PolicyOption(
      "captureGuard", \.captureGuard,
      Evidence(.documentation, .assumed, note: "guidelines: do not disrupt camera, gyroscope"),
      "Are haptics suppressed while the app captures with a sensor they would shake?"),
    PolicyOption(
      "hapticsMutedBy", \.hapticsMutedBy,
      Evidence(.documentation, .field, note: "AudioKit PR 1876: an input node is enough"),
      "What silences haptics and system sounds without the allowance?"),
  ]

  // Numbers that Apple does not publish.
  private static let numbers: [PolicyOption] = [
    PolicyOption(
      "duckGain", \.duckGain, 0...1, .gain,
      Evidence(.peer, note: "undocumented on iOS; 0.2 is Android's"),
      "What ducking multiplies the gain of others by"),
    PolicyOption(
      "volumeStep", \.volumeStep, 0.001...1, .volume,
      Evidence(.field, note: "sixteen steps on the screen"),
      "What one press of a volume button changes"),
    PolicyOption(
      "receiverGain", \.receiverGain, 0...1, .gain,
      Evidence(.field, note: "AudioKit 586 and 695 say less, not how much"),
      "What the receiver at the ear multiplies the gain by"),
    PolicyOption(
      "voiceChatGain", \.voiceChatGain, 0...1, .gain,
      Evidence(.field, note: "vocable PR 558 says less, not how much"),
      "What mode voiceChat multiplies the gain by"),
  ]
}
