import AudioSession
import TestSupport
import Testing

/// The system's recommendation for voice prompts, and Siri's answer.
@Suite struct PromptTests {
  private static let prompt = SessionConfiguration(
    .playback, mode: .voicePrompt,
    options: [.duckOthers, .interruptSpokenAudioAndMixWithOthers])

  @Test func `prompts should be omitted while Siri records, and short while it is present`() throws
  {
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

  @Test func `prompts should be short during a call by any host, but not while it rings`()
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

  @Test
  func `prompts should be omitted while another app records, but not while the app itself records`()
    throws
  {
    var scene = try Scene(Self.prompt, .mixedTalking)
    try scene.play(.app(1, .startInput))
    #expect(scene.phone.promptStyle(for: 0) == .none)
    #expect(scene.phone.promptStyle(for: 1) == .normal)
  }

  @Test func `from iOS 13 on, only running apps in mode voicePrompt observe the style`() throws {
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

  @Test func `a session activated alongside Siri continues through its answer by default`() throws {
    var scene = try Scene(.playback)
    try scene.play(.app(0, .startOutput), .phone(.siriBegan), .app(0, .startOutput))
    try scene.play(.phone(.siriAnswered))
    #expect(scene.received(0) == [] && scene.phone.isPlaying(0))
    #expect(throws: RejectedEvent.notThere("Siri on the screen")) {
      try scene.play(.phone(.siriEnded()), .phone(.siriAnswered))
    }
  }

  @Test func `by policy, Siri's answer posts a second began, followed by one ended`() throws {
    var scene = try Scene(.playback, policy: ["siriAnswer": "interrupts"])
    try scene.play(.app(0, .startOutput), .phone(.siriBegan), .app(0, .startOutput))
    try scene.play(.phone(.siriAnswered))
    #expect(scene.received(0) == [.interruptionBegan(.default)])
    try scene.play(.phone(.siriEnded()))
    #expect(scene.received(0) == [.interruptionEnded(.shouldResume)])
  }
}
