import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// The tables of activation, interruptors, versions, policy options, errors, ports, routes and sounds.
@Suite struct RuleTableTests {
  @Test func `activation is checked in the order of the reference, with its errors`() throws {
    let table = try Phone.tabled().table("activation")
    let expected = [
      ("1 mediaServices", "msrv"), ("2 expired", "!ses"), ("3 background", "!pla !rec !int"),
      ("4 foreignCall", "!pri"), ("5 ownCall", "none"), ("6 callAudio", "none"),
      ("7 siriRecording", "siri"),
      ("8 systemOwnsOutput", "!pri"), ("9 inputHardware", "!res"), ("10 recordPermission", "none"),
    ]
    #expect(table.rows.map(\.label) == expected.map(\.0))
    for (label, errors) in expected { #expect(try table.text(label, "errors") == errors) }
  }

  @Test func `policy options change the order and the errors of activation`() throws {
    let first = try Phone.tabled(policy: ["errorOrder": "priorityFirst"]).table("activation")
    #expect(first.rows[2].label == "3 foreignCall")
    #expect(try first.text("8 background", "errors") == "!pla !rec !int")
    let other = try Phone.tabled(policy: ["blockedOutputCode": "cannotInterruptOthers"])
    #expect(try other.table("activation").text("8 systemOwnsOutput", "errors") == "!int")
    let own = try Phone.tabled(policy: ["ownCallReactivation": "missingEntitlement"])
    #expect(try own.table("activation").text("5 ownCall", "errors") == "ent?")
    let after = try Phone.tabled(policy: ["refusalAfterCall": "fourSeconds"])
    #expect(try after.table("activation").text("6 callAudio", "errors") == "!pla")
  }

  @Test func `the refusals of activation follow the policy`() throws {
    func refuses(_ row: String, _ policy: [String: String]) throws -> String {
      try Phone.tabled(policy: policy).table("activation").text(row, "refuses")
    }
    let (permission, background) = ("10 recordPermission", "3 background")
    #expect(try refuses(permission, [:]).hasSuffix("the input captures silence"))
    let refused = try refuses(permission, ["permissionDenied": "resourceNotAvailable"])
    #expect(refused.hasSuffix("starting the input is refused, with !res"))
    let afterCall = try refuses("6 callAudio", ["refusalAfterCall": "fourSeconds"])
    #expect(afterCall == "for 4 s after a call of the Phone app")
    #expect(try refuses("6 callAudio", [:]).hasPrefix("nothing"))
    #expect(try !refuses(background, [:]).contains("mixes and starts to play"))
    let rejected = try refuses(background, ["backgroundMixableStart": "reject"])
    #expect(rejected.contains("mixes and starts to play"))
  }

  @Test(arguments: OSVersion.allCases)
  func `an interruptor without victims has neither a reason nor an end`(system: OSVersion) throws {
    let table = try Phone.tabled(on: system).table("interruptors")
    for row in table.rows {
      let isAbsent = try table.text(row.label, "interrupts").hasPrefix("nobody")
      #expect(try (table.text(row.label, "reason of began") == "none") == isAbsent)
      if isAbsent { #expect(try table.text(row.label, "ended") == "none") }
    }
    #expect(try table.text("notificationTone", "ended") == "none")
  }

  @Test(arguments: [
    ("interrupt", "immediately, with shouldResume"),
    ("interruptWithoutResume", "immediately, without shouldResume"),
  ])
  func `a policy option decides how a tone's interruption ends`(answer: String, end: String) throws
  {
    let table = try Phone.tabled(policy: ["notificationTone": answer]).table("interruptors")
    #expect(try table.text("notificationTone", "ended") == end)
  }

  /// Source: notes in the headers for 8, 10, 13, 14.5, 16, 17, 26 and 27; for picture in picture see
  /// `Platform.firstWithPictureInPicture`.
  @Test func `every version differs from its neighbors where the headers say so`() throws {
    let table = try Phone.tabled().table("profiles")
    let columns = [
      "deactivating while running", "suspension", "haptics while recording",
      "picture in picture", "reason of began", "muted microphone", "unplugged output",
      "output mute", "notifications",
    ]
    #expect(table.columns == columns)
    let (late, two) = ("deactivates, reported later", "began, ended")
    let (may, not, muted) = ("allowed by the app", "silenced", "interrupts (iPad)")
    let (pad, both) = ("iPad", "iPhone, iPad")
    let expected: [(String, [String])] = [
      ("7", ["refused, !act", "nothing", not, "none", "no", "nothing", "nothing", "no", two]),
      (
        "8",
        ["done, !act", "nothing", not, "iPad from iOS 9", "no", "nothing", "nothing", "no", two]
      ),
      ("10", ["done, !act", late, not, pad, "no", "nothing", "nothing", "no", two]),
      ("13", ["done, !act", late, may, pad, "no", "nothing", "nothing", "no", two]),
      ("14", ["done, !act", late, may, both, "no", "nothing", "nothing", "no", two]),
      ("14.5", ["done, !act", late, may, both, "yes", muted, "nothing", "no", two]),
      ("16", ["done, !act", "deactivates", may, both, "yes", muted, "nothing", "no", two]),
      ("17", ["done, !act", "deactivates", may, both, "yes", muted, "interrupts", "no", two]),
      ("26", ["done", "deactivates", may, both, "yes", muted, "interrupts", "yes", two]),
      (
        "27",
        ["done", "deactivates", may, both, "yes", muted, "interrupts", "yes", two + ", three more"]
      ),
    ]
    #expect(table.rows.map(\.label) == expected.map(\.0))
    for (row, texts) in zip(table.rows, expected.map(\.1)) {
      #expect(row.cells.map(\.text) == texts, "\(row.label)")
    }
  }

  @Test(arguments: OSVersion.allCases)
  func `a muted microphone interrupts where the table says so`(system: OSVersion) throws {
    var scene = try Scene(.talking, on: system)
    try scene.play(.app(0, .startInput), .phone(.microphoneMuted))
    let text = try scene.phone.table("interruptors").text("microphoneMute", "interrupts")
    #expect(scene.phone.isInterrupted(0) == !text.hasPrefix("nobody"))
  }

  @Test(arguments: OSVersion.allCases)
  func `an unplugged output interrupts where the table says so`(system: OSVersion) throws {
    var scene = try Scene(.playback, on: system, handling: [.play])
    try scene.play(
      .phone(.portConnected(.headphones)), .app(0, .startOutput),
      .phone(.portDisconnected(.headphones)))
    let text = try scene.phone.table("interruptors").text("routeLoss", "interrupts")
    #expect(scene.phone.isInterrupted(0) == !text.hasPrefix("nobody"))
  }

  @Test(arguments: OSVersion.allCases)
  func `suspension is reported where the table says so`(system: OSVersion) throws {
    var scene = try Scene(.playback, on: system)
    try scene.play(.app(0, .startOutput), .app(0, .enterBackground), .app(0, .suspend))
    let text = try scene.phone.table("interruptors").text("suspension", "interrupts")
    #expect(scene.phone.isInterrupted(0) == !text.hasPrefix("nobody"))
  }

  @Test(arguments: ["mix", "interrupt", "interruptWithoutResume"])
  func `a notification's tone interrupts where the table says so`(answer: String) throws {
    var scene = try Scene(.playback, policy: ["notificationTone": answer])
    try scene.play(.app(0, .startOutput), .phone(.notificationDelivered(nil, hasSound: true)))
    let text = try scene.phone.table("interruptors").text("notificationTone", "interrupts")
    #expect(scene.received(0).isEmpty == text.hasPrefix("nobody"))
  }

  @Test(arguments: PolicyOption.choices)
  func `an option is listed with its default, which is one of its answers, and its source`(
    option: PolicyOption
  ) throws {
    let table = try Phone.tabled().table("policy-options")
    let standard = try table.text(option.key, "default")
    #expect(option.allowed.contains(standard))
    #expect(try table.text(option.key, "here") == standard)
    #expect(AudioPolicy.standard.value(named: option.key) == standard)
    #expect(try table.text(option.key, "question").hasSuffix("?"))
    let other = try #require(option.allowed.last)
    #expect(try table.text(option.key, "other answers").contains(other))
    let changed = try Phone.tabled(policy: [option.key: other]).table("policy-options")
    #expect(try changed.text(option.key, "here") == other)
  }

  @Test(arguments: PolicyOption.numbers)
  func `a number is listed with its default, which is in its range`(option: PolicyOption) throws {
    guard case .number(let range, _) = option.values else { return }
    let standard = try #require(Double(option.standard))
    #expect(range.contains(standard))
    let table = try Phone.tabled().table("policy-options")
    #expect(Double(try table.text(option.key, "default")) == standard)
  }

  @Test(arguments: SessionErrorCode.allCases)
  func `an error is listed with its number and characters`(error: SessionErrorCode) throws {
    let table = try Phone.tabled().table("errors")
    #expect(try table.text(error.name, "characters") == error.fourCharacters)
    #expect(try table.text(error.name, "number") == "\(error.rawValue)")
  }

  /// Source: Programming Guide, Route Changes; QA1754; QA1803; headers of the options.
  @Test func `the table of routes agrees with the reference`() throws {
    let table = try Phone.tabled().table("routes")
    let expected = [
      ("playback", "nothing", "speaker"), ("playback", "airPlay", "airPlay"),
      ("playback", "bluetooth, both", "bluetoothA2DP"), ("record", "nothing", "< mic"),
      ("playback, voicePrompt", "bluetooth, both", "bluetoothA2DP"),
      ("playAndRecord", "nothing", "receiver < mic"),
      ("playAndRecord", "headphones", "headphones < mic"),
      ("playAndRecord", "headset", "headphones < headsetMic"),
      ("playAndRecord", "bluetooth, both", "receiver < mic"),
      ("playAndRecord", "airPlay", "receiver < mic"),
      ("playAndRecord+defaultToSpeaker", "nothing", "speaker < mic"),
      ("playAndRecord+defaultToSpeaker", "headphones", "headphones < mic"),
      ("playAndRecord+HFP", "bluetooth, both", "bluetoothHFP < bluetoothHFP"),
      ("playAndRecord+A2DP", "bluetooth, both", "bluetoothA2DP < mic"),
      ("playAndRecord, voiceChat", "bluetooth, both", "bluetoothHFP < bluetoothHFP"),
      ("playAndRecord, videoChat", "nothing", "speaker < mic"),
      ("multiRoute", "airPlay", "speaker < mic"),
      ("multiRoute", "usbAudio", "usbAudio < usbAudio"),
    ]
    for (label, connected, route) in expected {
      #expect(try table.text(label, connected) == route, "\(label) with \(connected)")
    }
    let sticky = try Phone.tabled(policy: ["defaultToSpeakerSticky": "true"]).table("routes")
    #expect(
      try sticky.text("playAndRecord+defaultToSpeaker", "headphones") == "speaker < mic")
  }

  @Test func `ports are listed with their purpose`() throws {
    let table = try Phone.tabled().table("ports")
    #expect(table.rows.map(\.label) == Port.allCases.map(\.name))
    #expect(try table.text("bluetoothHFP", "direction") == "both")
    #expect(try table.text("headsetMic", "direction") == "input")
    #expect(try table.text("headphones", "several routes at once") == "output")
    #expect(try table.text("airPlay", "several routes at once") == "no")
    #expect(
      try table.text("builtInSpeaker", "several routes at once")
        == "output, if no other output is eligible")
    #expect(try table.text("bluetoothHFP", "several routes at once") == "in mode dualRoute")
    #expect(try table.text("builtInReceiver", "usable by") == "playAndRecord only")
    #expect(try table.text("mediaDeviceExtension", "direction") == "output")
    #expect(try table.text("builtInMic", "raw value") == "MicrophoneBuiltIn")
  }

  /// Source: Human Interface Guidelines, Audio, on silence.
  @Test func `the switch silences every sound except the alarm, and no vibration`() throws {
    let table = try Phone.tabled().table("sounds")
    for sound in ["ringtone", "messageTone", "keyClick", "uiFeedback", "alert"] {
      #expect(try table.text(sound, "switch") == "silences")
    }
    for sound in ["alarm", "vibration"] { #expect(try table.text(sound, "switch") == "ignored") }
    #expect(try table.text("keyClick", "user's setting") == "keyboardClicks")
  }

  @Test func `there are seventeen rules, each a sentence with a source`() throws {
    let table = try Phone.tabled().table("rules")
    #expect(table.rows.map(\.label) == (1...17).map { "R\($0)" })
    #expect(Set(table.rows.map(\.cells[0].text)).count == 17)
  }
}
