import AudioSession
import TestSupport
import Testing

/// What the system asks of voice prompts, and Siri's answer.
@Suite struct PromptTests {
  private static let prompt = SessionConfiguration(
    .playback, mode: .voicePrompt,
    options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])

  @Test func `prompts are to be left out while Siri records, and short while it is there`() throws {
    var scene = try Scene(Self.prompt)
    #expect(scene.phone.promptStyle(for: 0) == .normal)
    try scene.play(.phone(.siriBegan))
    #expect(scene.phone.promptStyle(for: 0) == .short)
    #expect(scene.effects.contains(.observed(0, .promptStyle(from: .normal, to: .short))))
    try scene.play(.phone(.siriRecorded))
    #expect(scene.effects.contains(.observed(0, .promptStyle(from: .short, to: .none))))
    try scene.play(.phone(.siriAnswered))
    #expect(scene.phone.promptStyle(for: 0) == .short)
    try scene.play(.phone(.siriEnded()))
    #expect(scene.phone.promptStyle(for: 0) == .normal)
  }

  @Test func `prompts are to be short during a call, whoever hosts it, and not while it rings`()
    throws
  {
    for host in [CallHost.phone, .app(1)] {
      var scene = try Scene(Self.prompt, .talking)
      try scene.play(.phone(.callRang(host)))
      #expect(scene.phone.promptStyle(for: 0) == .normal)
      try scene.play(.phone(.callAnswered))
      if host == .app(1) { try scene.play(.app(1, .startInput)) }
      #expect(scene.phone.promptStyle(for: 0) == .short)
    }
  }

  @Test func `prompts are to be left out while another app records, but not its own`() throws {
    var scene = try Scene(Self.prompt, .mixedTalking)
    try scene.play(.app(1, .startInput))
    #expect(scene.phone.promptStyle(for: 0) == .none)
    #expect(scene.phone.promptStyle(for: 1) == .normal)
  }

  @Test func `only apps in mode voicePrompt that run observe the style, from 13 on`() throws {
    var scene = try Scene(.playback)
    try scene.play(.phone(.siriBegan))
    #expect(!scene.effects.contains(.observed(0, .promptStyle(from: .normal, to: .short))))
    var app = AppState()
    app.configuration = Self.prompt
    var setup = PhoneSetup(apps: [app])
    setup.release = SystemRelease(12)
    var old = try Phone(setup)
    let effects = try old.handle(.phone(.siriBegan))
    #expect(!effects.contains(.observed(0, .promptStyle(from: .normal, to: .short))))
  }

  @Test func `what was activated beside Siri goes on through its answer by default`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.siriBegan), .app(0, .startOutput))
    try scene.play(.phone(.siriAnswered))
    #expect(scene.received(0) == [] && scene.phone.isPlaying(0))
    #expect(throws: RejectedEvent.notThere("Siri on the screen")) {
      try scene.play(.phone(.siriEnded()), .phone(.siriAnswered))
    }
  }

  @Test func `by the policy a second began comes with Siri's answer, and one ended`() throws {
    var scene = try Scene(.playback, policy: ["siriAnswer": "interrupts"])
    try scene.play(.app(0, .startOutput), .phone(.siriBegan), .app(0, .startOutput))
    try scene.play(.phone(.siriAnswered))
    #expect(scene.received(0) == [.interruptionBegan(.default)])
    try scene.play(.phone(.siriEnded()))
    #expect(scene.received(0) == [.interruptionEnded(.shouldResume)])
  }
}
