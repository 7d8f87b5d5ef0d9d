import AudioSession
import TestSupport
import Testing

/// Every open question has an effect: different answers give different outcomes.
@Suite struct OptionTests {
  static let cases =
    OptionCase.ofCategories + OptionCase.ofActivation + OptionCase.ofNews
    + OptionCase.ofDevice

  @Test(arguments: PolicyOption.choices)
  func `every answer to an option gives the outcome it stands for`(option: PolicyOption) throws {
    let played = try #require(Self.cases.first { $0.option == option })
    #expect(Set(played.outcomes.keys) == Set(option.allowed))
    #expect(Set(played.outcomes.values).count >= 2, "the outcomes must differ")
    for answer in option.allowed {
      let outcome = try played.play([option.key: answer])
      #expect(outcome == played.outcomes[answer], "\(option.key) = \(answer)")
    }
    let standard = try played.play([:])
    #expect(standard == played.outcomes[option.standard], "the default")
  }

  @Test func `numeric options multiply the gain`() throws {
    var ducked = try Scene(.playback, .ducking, policy: ["duckGain": "0.5"])
    try ducked.play(.app(0, .startOutput), .app(1, .activate))
    #expect(ducked.phone.gain(of: 0) == 0.25)
    var atEar = try Scene(.talking, policy: ["receiverGain": "0.5"])
    try atEar.play(.app(0, .startOutput))
    #expect(atEar.phone.gain(of: 0) == 0.25)
    let chat = SessionConfiguration(
      .playAndRecord, mode: .voiceChat, options: .defaultToSpeaker)
    var chatting = try Scene(chat, policy: ["voiceChatGain": "0.5", "receiverGain": "0"])
    try chatting.play(.app(0, .startOutput))
    #expect(chatting.phone.gain(of: 0) == 0.25)
    var pressed = try Scene(.playback, policy: ["volumeStep": "0.25"])
    try pressed.play(.app(0, .startOutput), .phone(.volumeButtonPressed(.up)))
    #expect(pressed.phone.outputVolume(for: 0) == 0.75)
    try pressed.play(.phone(.volumeButtonPressed(.up)), .phone(.volumeButtonPressed(.up)))
    #expect(pressed.phone.outputVolume(for: 0) == 1)
  }
}
