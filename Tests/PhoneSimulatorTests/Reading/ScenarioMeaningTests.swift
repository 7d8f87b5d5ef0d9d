import Testing

@testable import PhoneSimulator

/// Tests of words from Apple's frameworks and everyday language in scenarios.
struct ScenarioMeaningTests {
  private static func problems(_ text: String) -> String {
    do throws(ScenarioErrors) {
      _ = try ScenarioReader.read(text)
      return "valid"
    } catch {
      return error.description
    }
  }

  private static func scenario(app: String = "category: playback", step: String) -> String {
    "scenario: x\napps:\n  music: { \(app) }\nsteps:\n  - music: activate\n  - \(step)\n"
  }

  @Test(arguments: [
    ("backgroundModes: [audio]", "'backgroundAudio: true'"),
    ("UIBackgroundModes: [audio]", "'backgroundAudio: true'"),
    ("background: true", "'backgroundAudio: true' or 'state: background'"),
    ("category: .playback", "'playback'"),
    ("category: AVAudioSessionCategoryPlayback", "'playback'"),
    ("category: AVAudioSession.Category.playAndRecord", "'playAndRecord'"),
    ("category: play-and-record", "'playAndRecord'"), ("category: media", "'playback'"),
    ("mode: .moviePlayback", "'moviePlayback'"),
    ("mode: voice", "'voiceChat' (a call) or 'voicePrompt' (a short prompt)"),
    ("categoryOptions: [mixWithOthers]", "'options: [mixWithOthers]'"),
    ("options: [.mixWithOthers]", "'mixWithOthers'"), ("options: [mix]", "'mixWithOthers'"),
    ("routeSharingPolicy: longFormAudio", "'policy'"),
    ("player: AVPlayer", "'system' (pauses when unplugged)"), ("player: AVAudioPlayer", "'own'"),
    ("state: active", "'foreground'"), ("recordPermission: authorized", "'granted'"),
    ("microphone: granted", "'recordPermission: granted'"),
    ("playsHapticsOnly: true", "'hapticEngine: hapticsOnly'"),
    (
      "prefersNoInterruptionsFromSystemAlerts: true",
      "'prefers: { noInterruptionsFromSystemAlerts: true }'"
    ),
    ("remoteCommands: [MPRemoteCommandCenter.pauseCommand]", "'pause'"),
  ])
  func `a word of Swift in the setup of an app is answered with the right word`(
    app: String, meant: String
  ) {
    let found = Self.problems(Self.scenario(app: app, step: "music: play"))
    #expect(found.contains("did you mean \(meant)?"), "\(found)")
  }

  @Test(arguments: [
    ("music: setActive", "'activate' or 'deactivate'"), ("music: setActive(false)", "'deactivate'"),
    (
      "music: { setActive: false, options: notifyOthersOnDeactivation }",
      "'activate' or 'deactivate'"
    ),
    ("music: { deactivate: .notifyOthersOnDeactivation }", "'notifyOthers'"),
    ("music: { overrideOutput: .speaker }", "'speaker'"), ("music: resume", "'play'"),
    ("music: kill", "'terminate'"), ("music: { feedback: .heavy }", "'impact.heavy'"),
    ("music: { feedback: UIImpactFeedbackStyleRigid }", "'impact.rigid'"),
    ("music: { notificationOccurred: .success }", "'{ feedback: notification.success }'"),
    ("music: unlock", "'device: unlock'"), ("phone: lock", "'device: lock'"),
    ("phone: end", "'hangUp' (by the user) or 'remoteHangUp' (by the other side)"),
    ("phone: accept", "'answer'"), ("phone: incomingCall", "'ring'"), ("alarm: ring", "'fire'"),
    ("alarm: stop", "'dismiss'"), ("siri: start", "'begin'"), ("siri: stop", "'end'"),
    ("device: { unplug: headphones }", "'{ disconnect: headphones }'"),
    ("device: mute", "'silentMode: true'"),
    ("device: { connect: AirPods }", "'bluetoothA2DP' (stereo, for listening) or 'bluetoothHFP'"),
    ("device: { connect: .headphones }", "'headphones'"), ("wait: 5", "'time: { pass: 5 }'"),
    ("assert: { music: { playing: true } }", "'expect'"),
    ("system: ring", "'phone' (calls) or 'device'"),
    ("expect: { music: { isPlaying: true } }", "'playing'"),
    ("expect: { music: { volume: 0.5 } }", "'gain'"),
    ("expect: { music: { silent: true } }", "'audible: false'"),
    (
      "expect: { music: { events: [AVAudioSession.interruptionNotification] } }",
      "'interruption began default' or 'interruption ended shouldResume'"
    ),
    (
      "expect: { music: { events: [mediaServicesWereResetNotification] } }", "'mediaServices reset'"
    ),
  ])
  func `a word of Swift or of everyday language in a step is answered with the right one`(
    step: String, meant: String
  ) {
    let found = Self.problems(Self.scenario(step: step))
    #expect(found.contains("did you mean \(meant)"), "\(found)")
  }

  @Test(arguments: [
    ("phone: alarm", "verb of phone 'alarm', which is an actor; write 'alarm: fire'"),
    ("phone: { alarm: fire }", "'alarm', which is an actor; write 'alarm: fire'"),
    ("music: time", "'time', which is an actor; write 'time: { pass: 2 }'"),
    ("phone: music", "'music', which is an app; write 'music: play'"),
    ("phone: play", "did you mean 'music: play'?"),
    ("device: foreground", "did you mean 'music: foreground'?"),
    ("music: { connect: headphones }", "did you mean 'device: { connect: headsetMic }'?"),
    ("music: snooze", "did you mean 'alarm: snooze'?"),
    ("music: fire", "did you mean 'alarm: fire' or 'timer: fire'?"),
    ("notification: crash", "did you mean 'mediaServices: crash'?"),
  ])
  func `the verb or the name of another actor is answered with a step of that actor`(
    step: String, words: String
  ) {
    let found = Self.problems(Self.scenario(step: step))
    #expect(found.contains(words), "\(found)")
  }

  @Test func `an indentation with a tab is answered with the rule of YAML`() {
    let found = Self.problems("scenario: a\napps:\n\tmusic: {}\nsteps: []\n")
    #expect(found.contains("YAML forbids tabs for indentation; use spaces"), "\(found)")
    let other = Self.problems("scenario: a\napps: {\nsteps: ]\n")
    #expect(!other.contains("tabs"), "\(other)")
  }

  @Test func `the beginning of an event is answered with the events that begin with it`() {
    let step = "expect: { music: { events: [interruption began] } }"
    let found = Self.problems(Self.scenario(step: step))
    #expect(found.contains("available: interruption began appWasSuspended, "), "\(found)")
    #expect(!found.contains("hint begin"), "\(found)")
  }

  @Test func `a word in place of a list is answered with the list`() {
    let text = Self.scenario(app: "options: mixWithOthers", step: "music: play")
    #expect(Self.problems(text).contains("not \"mixWithOthers\"; write [mixWithOthers]"))
  }

  @Test(arguments: [
    ("name: a\nsteps: []", "'scenario'"), ("scenario: a\nversion: 17\nsteps: []", "'os'"),
    ("scenario: a\nscript: []", "'steps'"),
    ("scenario: a\ndevice: { silentSwitch: true }\nsteps: []", "'silentMode: true'"),
    ("scenario: a\ndevice: { ports: [CarPlay] }\nsteps: []", "'carAudio'"),
  ])
  func `a key from another tool is answered with the right key`(text: String, meant: String) {
    let found = Self.problems(text)
    #expect(found.contains("did you mean \(meant)?"), "\(found)")
  }
}
