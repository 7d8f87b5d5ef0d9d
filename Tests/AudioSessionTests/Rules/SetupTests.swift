import AudioSession
import TestSupport
import Testing

/// The setup of a phone, and its readable properties.
@Suite struct SetupTests {
  @Test func `the number of apps is limited by the number of bits`() throws {
    let many = [AppState](repeating: AppState(), count: AppID.limit)
    #expect(try Phone(PhoneSetup(apps: many)).apps.count == 16)
    #expect(throws: SetupError.tooManyApps(17)) {
      try Phone(PhoneSetup(apps: many + [AppState()]))
    }
  }

  @Test func `a configuration that setCategory rejects is rejected immediately`() {
    var app = AppState()
    app.configuration = SessionConfiguration(.playback, options: .defaultToSpeaker)
    #expect(throws: SetupError.illegalConfiguration(app: 1, .badParam)) {
      try Phone(PhoneSetup(apps: [AppState(), app]))
    }
  }

  @Test func `a device that names a missing app is rejected`() {
    var playing = PhoneSetup(apps: [AppState()])
    playing.device.nowPlaying = 9
    #expect(throws: SetupError.unknownApp(9, in: "device.nowPlaying")) { try Phone(playing) }
    for index in [1, -1] {
      var calling = PhoneSetup(apps: [AppState()])
      calling.device.calls.first = Call(.active, host: .phone)
      calling.device.calls.second = Call(.ringing, host: .app(AppID(index)))
      #expect(throws: SetupError.unknownApp(AppID(index), in: "device.calls")) {
        try Phone(calling)
      }
    }
  }

  @Test(arguments: [-0.1, 1.1, .nan, .infinity])
  func `a volume out of its range is rejected`(volume: Double) {
    for kind in VolumeKind.allCases {
      var (own, external) = (PhoneSetup(), PhoneSetup())
      own.device.volumes[kind] = volume
      external.device.externalVolumes[kind] = volume
      for setup in [own, external] {
        #expect {
          try Phone(setup)
        } throws: { error in
          guard case .volumeOutOfRange(kind, _) = error as? SetupError else { return false }
          return true
        }
      }
    }
  }

  @Test func `a setup error describes the problem`() {
    let errors: [SetupError] = [
      .tooManyApps(17), .illegalConfiguration(app: 1, .badParam),
      .unknownApp(9, in: "device.nowPlaying"), .volumeOutOfRange(.ringer, 2),
      .differentApps(setup: 1, scenario: 2),
    ]
    let words = [
      "the setup has 17 apps", "app 1 with badParam: a value that is not allowed",
      "device.nowPlaying names app 9", "the ringer volume of the setup is 2.0", "2 in the scenario",
    ]
    for (error, words) in zip(errors, words) {
      #expect("\(error)".contains(words), "\(error)")
    }
  }

  @Test func `apps are found by their names`() throws {
    var setup = PhoneSetup()
    setup.apps = [(name: "music", state: AppState()), (name: "maps", state: AppState())]
    let phone = try Phone(setup)
    #expect(phone.app(named: "maps") == 1)
    #expect(phone.app(named: "mail") == nil)
    #expect(phone.name(of: 0) == "music")
    #expect(setup.apps.map(\.name) == ["music", "maps"])
    #expect(AppID(0) < AppID(1))
  }

  @Test func `phones are equal if their rules and states are equal`() throws {
    let one = try Scene(.playback).phone
    let same = try Scene(.playback).phone
    let other = try Scene(.playback, on: .iOS27).phone
    #expect(one == same)
    #expect(one.hashValue == same.hashValue)
    #expect(one != other)
    #expect(one.platform == .iPhone)
  }

  @Test func `an option accepts only its permitted values`() throws {
    var policy = AudioPolicy.standard
    try policy.set("mailbox", to: "drop")
    #expect(policy.value(named: "mailbox") == "drop")
    #expect(policy.mailbox == .drop)
    #expect(policy.value(named: "duckGain") == "0.2")
    #expect(policy.value(named: "noSuchOption") == nil)
    let before = policy
    for (name, value) in [("mailbox", "true"), ("duckGain", "2"), ("duckGain", "loud"), ("x", "y")]
    {
      #expect(throws: PolicyError.self) { try policy.set(name, to: value) }
    }
    #expect(policy == before)
    let wrong = PolicyError.unknownValue(
      option: "mailbox", value: "x", allowed: ["drop", "replay"])
    #expect(wrong.description == "mailbox cannot be x; allowed: drop, replay")
    #expect(
      PolicyError.unknownOption("x", allowed: ["y"]).description.contains("policy option 'x'"))
  }

  @Test func `holders of a session can be named`() {
    let holders: InterruptionSources = [.app(2), .alarm, .routeLoss]
    #expect(holders.apps == [2])
    #expect(holders.systemNames == ["alarm", "routeLoss"])
  }

  @Test func `every notification has the name of Apple's constant`() {
    let gone = DeactivationContext(source: .app, interruptionReason: nil)
    let stay = ResumptionContext(recommendation: .shouldNotResume)
    let named: [(SessionNotification, String)] = [
      (.outputMuteStateChange(muted: true), "OutputMuteStateChange"),
      (.userIntentToUnmuteOutput, "UserIntentToUnmuteOutput"),
      (.availableInputsChange, "AvailableInputsChange"),
      (.mediaServicesWereLost, "MediaServicesWereLost"),
      (.mediaServicesWereReset, "MediaServicesWereReset"),
      (.silenceSecondaryAudioHint(.end), "SilenceSecondaryAudioHint"),
      (.didBecomeActive, "DidBecomeActive"), (.didBecomeInactive(gone), "DidBecomeInactive"),
      (.resumptionRecommendation(stay), "ResumptionRecommendation"),
    ]
    for (notification, name) in named {
      let payload = notification.payload(on: .iOS27)
      #expect(payload.name == "AVAudioSession\(name)Notification")
      #expect(payload.queue == .main)
    }
    let inactive = SessionNotification.didBecomeInactive(gone).payload(on: .iOS27)
    #expect(inactive.entries.map(\.value) == [.deactivation(gone)])
  }

  @Test func `the device stack accepts twelve devices, each once`() throws {
    var scene = try Scene(.playback)
    let ports = Port.allCases.filter { !$0.isBuiltIn && $0.row.eligibility == .every }
    for port in ports.prefix(DeviceStack.capacity) { try scene.play(.phone(.portConnected(port))) }
    #expect(throws: RejectedEvent.cannotConnect(ports[12])) {
      try scene.play(.phone(.portConnected(ports[12])))
    }
    #expect(
      scene.phone.state.device.connected.newestFirst
        == ports.prefix(12).reversed().map { ConnectedDevice(nil, ports: [$0]) })
  }

  @Test func `implied options are read back`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .setCategory(.playback, options: .duckOthers)))
    #expect(scene.phone.categoryOptions(of: 0) == [.duckOthers, .mixWithOthers])
    try scene.play(.app(0, .setCategory(.playAndRecord, mode: .voiceChat)))
    #expect(scene.phone.categoryOptions(of: 0).contains(.allowBluetoothHFP))
  }

  @Test func `rejections describe the problem`() {
    let all: [RejectedEvent] = [
      .unknownApp(3), .callerNotRunning(0, .suspended),
      .lifecycle(0, from: .suspended, to: .background),
      .alreadyRinging, .tooManyCalls, .noCall(.ringing), .noCall(.active),
      .noCall(.held),
      .alreadySo("muted"), .notThere("alarm"), .cannotConnect(.builtInMic), .cannotConnect(.HDMI),
      .notConnected(.HDMI),
      .volumeOutOfRange(2), .snoozeOutOfRange(0), .notAvailable("x", since: "26"),
    ]
    #expect(Set(all.map(\.description)).count == all.count)
  }

  @Test func `duplicates and missing things are rejected`() throws {
    var scene = try Scene(.playback)
    let begun: [SessionEvent] = [
      .phone(.alarmFired), .phone(.timerFired), .phone(.siriBegan), .phone(.emergencyBegan),
      .phone(.microphoneMuted), .phone(.mediaServicesLost),
    ]
    let over: [SessionEvent] = [
      .phone(.alarmDismissed()), .phone(.timerDismissed()), .phone(.siriEnded()),
      .phone(.emergencyEnded()), .phone(.microphoneUnmuted),
      .phone(.mediaServicesReset),
    ]
    for event in over + [.phone(.siriRecorded)] {
      #expect(throws: RejectedEvent.self) { try scene.play(event) }
    }
    for event in begun {
      try scene.play(event)
      #expect(throws: RejectedEvent.self) { try scene.play(event) }
    }
    for event in over { try scene.play(event) }
    try scene.play(.app(0, .terminate))
    #expect(throws: RejectedEvent.callerNotRunning(0, .terminated)) {
      try scene.play(.phone(.callStarted(.app(0))))
    }
  }
}
