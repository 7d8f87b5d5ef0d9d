import AudioSessionTesting
import Foundation
import Testing

/// Remote commands that rate an item or choose a language.
struct FeedbackCommandTests {
  private final class Words: @unchecked Sendable {
    var all: [String] = []
  }

  private let phone: SimulatedPhone
  private let words = Words()

  init() throws {
    phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    try phone.app.session.setCategory(.playback)
  }

  private func listen() {
    let center = phone.app.remoteCommandCenter
    let words = words
    center.ratingCommand.addTarget { event in
      words.all.append("rating \((event as? MPRatingCommandEvent)?.rating ?? -1)")
      return .success
    }
    for (command, name) in [
      (center.likeCommand, "like"), (center.dislikeCommand, "dislike"),
      (center.bookmarkCommand, "bookmark"),
    ] {
      command.addTarget { event in
        let isNegative = (event as? MPFeedbackCommandEvent)?.isNegative ?? true
        words.all.append(isNegative ? "no \(name)" : name)
        return .success
      }
    }
    for (command, name) in [
      (center.enableLanguageOptionCommand, "enable"),
      (center.disableLanguageOptionCommand, "disable"),
    ] {
      command.addTarget { event in
        let option = (event as? MPChangeLanguageOptionCommandEvent)?.languageOption
        words.all.append("\(name) \(option?.displayName ?? "nothing")")
        return .success
      }
    }
    phone.app.player.play()
  }

  @Test func `feedback arrives with its value`() throws {
    listen()
    try phone.send(.rating, value: 4)
    try phone.send(.like)
    try phone.send(.like, value: 1)
    try phone.send(.dislike)
    try phone.send(.bookmark)
    #expect(words.all == ["rating 4.0", "like", "no like", "dislike", "bookmark"])
  }

  @Test func `a language option is one of those that the app offers`() throws {
    listen()
    func option(_ name: String, _ type: MPNowPlayingInfoLanguageOptionType)
      -> MPNowPlayingInfoLanguageOption
    {
      MPNowPlayingInfoLanguageOption(
        type: type, languageTag: "de", characteristics: nil, displayName: name, identifier: name)
    }
    let sound = option("Deutsch", .audible)
    phone.app.nowPlayingInfoCenter.nowPlayingInfo = [
      MPNowPlayingInfoPropertyAvailableLanguageOptions: [
        MPNowPlayingInfoLanguageOptionGroup(
          languageOptions: [sound], defaultLanguageOption: sound, allowEmptySelection: false),
        MPNowPlayingInfoLanguageOptionGroup(
          languageOptions: [option("Untertitel", .legible)], defaultLanguageOption: nil,
          allowEmptySelection: true),
      ]
    ]
    try phone.send(.enableLanguageOption)
    try phone.send(.enableLanguageOption, value: 1)
    try phone.send(.disableLanguageOption, value: 9)
    #expect(words.all == ["enable Deutsch", "enable Untertitel", "disable "])
  }

  @Test func `a new process does not keep the properties of the commands`() throws {
    let center = phone.app.remoteCommandCenter
    center.ratingCommand.maximumRating = 5
    center.likeCommand.isActive = true
    center.likeCommand.localizedTitle = "Love"
    try phone.app.terminate()
    try phone.app.launch()
    #expect(center.ratingCommand.maximumRating == 1 && center.ratingCommand.minimumRating == 0)
    #expect(!center.likeCommand.isActive && center.likeCommand.localizedTitle.isEmpty)
  }
}
