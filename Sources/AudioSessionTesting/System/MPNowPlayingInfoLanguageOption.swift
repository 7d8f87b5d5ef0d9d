public import Foundation

/// A language in which an item can be heard or read.
///
/// - Thread: any.
open class MPNowPlayingInfoLanguageOption: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  /// Whether the language is heard or read.
  public let languageOptionType: MPNowPlayingInfoLanguageOptionType
  /// The language, such as `de`.
  public let languageTag: String?
  /// The properties of the content, `MPLanguageOptionCharacteristic...`.
  public let languageOptionCharacteristics: [String]?
  /// The name that the user sees.
  public let displayName: String?
  /// The app's identifier of the option.
  public let identifier: String?

  /// Creates an option.
  public init(
    type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
    characteristics languageOptionCharacteristics: [String]?, displayName: String,
    identifier: String
  ) {
    self.languageOptionType = languageOptionType
    self.languageTag = languageTag
    self.languageOptionCharacteristics = languageOptionCharacteristics
    self.displayName = displayName
    self.identifier = identifier
  }
}

/// Language options of which one can be chosen at a time.
///
/// - Thread: any.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  /// The options.
  public let languageOptions: [MPNowPlayingInfoLanguageOption]
  /// The option that is chosen by default.
  public let defaultLanguageOption: MPNowPlayingInfoLanguageOption?
  /// Whether the user may choose none of the options.
  public let allowEmptySelection: Bool

  /// Creates a group.
  public init(
    languageOptions: [MPNowPlayingInfoLanguageOption],
    defaultLanguageOption: MPNowPlayingInfoLanguageOption?, allowEmptySelection: Bool
  ) {
    self.languageOptions = languageOptions
    self.defaultLanguageOption = defaultLanguageOption
    self.allowEmptySelection = allowEmptySelection
  }
}

/// Whether a language is heard or read.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Hashable, Sendable {
  /// The language is heard.
  case audible = 0
  /// The language is read.
  case legible = 1
}

/// The groups of language options that the app offers, `MPNowPlayingInfoLanguageOptionGroup`s.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions =
  "MPNowPlayingInfoPropertyAvailableLanguageOptions"

extension MPNowPlayingInfoCenter {
  /// The language options of all groups, in order.
  var languageOptions: [MPNowPlayingInfoLanguageOption] {
    let groups =
      nowPlayingInfo?[MPNowPlayingInfoPropertyAvailableLanguageOptions]
      as? [MPNowPlayingInfoLanguageOptionGroup]
    return (groups ?? []).flatMap(\.languageOptions)
  }
}
