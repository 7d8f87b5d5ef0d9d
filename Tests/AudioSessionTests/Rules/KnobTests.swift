import AudioSession
import Testing

/// Every open question has an effect: another answer gives another outcome.
@Suite struct KnobTests {
  static let cases =
    KnobCase.ofCategories + KnobCase.ofActivation + KnobCase.ofNews
    + KnobCase.ofDevice

  @Test(arguments: Knob.allCases)
  func `every answer of a knob gives the outcome it stands for`(knob: Knob) throws {
    let played = try #require(Self.cases.first { $0.knob == knob })
    #expect(Set(played.outcomes.keys) == Set(knob.answers))
    #expect(Set(played.outcomes.values).count >= 2, "the outcomes must differ")
    for answer in knob.answers {
      let outcome = try played.play([knob.name: answer.rawValue])
      #expect(outcome == played.outcomes[answer], "\(knob.name) = \(answer.rawValue)")
    }
    let standard = try played.play([:])
    #expect(standard == knob.answers.first.flatMap { played.outcomes[$0] }, "the default")
  }

  @Test func `the numbers multiply what is heard`() throws {
    var ducked = try Scene(.playback, .ducking, policy: ["duckGain": "0.5"])
    try ducked.play(.startOutput(0), .activate(1))
    #expect(ducked.phone.gain(of: 0) == 0.25)
    var atEar = try Scene(.talking, policy: ["receiverGain": "0.5"])
    try atEar.play(.startOutput(0))
    #expect(atEar.phone.gain(of: 0) == 0.25)
    let chat = SessionConfiguration(
      .playAndRecord, mode: .voiceChat, options: .defaultToSpeaker)
    var chatting = try Scene(chat, policy: ["voiceChatGain": "0.5", "receiverGain": "0"])
    try chatting.play(.startOutput(0))
    #expect(chatting.phone.gain(of: 0) == 0.25)
    var pressed = try Scene(.playback, policy: ["volumeStep": "0.25"])
    try pressed.play(.startOutput(0), .volumeButtonPressed(.up))
    #expect(pressed.phone.outputVolume(for: 0) == 0.75)
    try pressed.play(.volumeButtonPressed(.up), .volumeButtonPressed(.up))
    #expect(pressed.phone.outputVolume(for: 0) == 1)
  }
}
