// Source of the names: the headers MPMediaItem.h and MPNowPlayingInfoCenter.h. Our choice of the texts that start with a
// small letter, as far as Apple's pages do not state them. Compare with the constants, not with strings.

/// The artist of the album, a `String`.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The number of the album's artist in the user's library.
public let MPMediaItemPropertyAlbumArtistPersistentID = "albumArtistPID"
/// The number of the album in the user's library.
public let MPMediaItemPropertyAlbumPersistentID = "albumPID"
/// The number of tracks of the album.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The number of the track in the album.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The number of the artist in the user's library.
public let MPMediaItemPropertyArtistPersistentID = "artistPID"
/// The `URL` of the item's file.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// The number of musical beats per minute.
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"
/// The position at which the user stopped last, in seconds.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"
/// The comments, a `String`.
public let MPMediaItemPropertyComments = "comments"
/// The composer, a `String`.
public let MPMediaItemPropertyComposer = "composer"
/// The number of the composer in the user's library.
public let MPMediaItemPropertyComposerPersistentID = "composerPID"
/// The `Date` on which the item was added to the user's library.
public let MPMediaItemPropertyDateAdded = "dateAdded"
/// The number of discs of the album.
public let MPMediaItemPropertyDiscCount = "discCount"
/// The number of the disc in the album.
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// The genre, a `String`.
public let MPMediaItemPropertyGenre = "genre"
/// The number of the genre in the user's library.
public let MPMediaItemPropertyGenrePersistentID = "genrePID"
/// Whether the item's file is protected.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
/// Whether the item's file is not on the phone.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// Whether the album is a compilation.
public let MPMediaItemPropertyIsCompilation = "isCompilation"
/// Whether the item has explicit content.
public let MPMediaItemPropertyIsExplicit = "isExplicit"
/// Whether the item is ordered before its release.
public let MPMediaItemPropertyIsPreorder = "isPreorder"
/// The `Date` on which the item was played last.
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"
/// The lyrics, a `String`.
public let MPMediaItemPropertyLyrics = "lyrics"
/// The raw value of the item's `MPMediaType`.
public let MPMediaItemPropertyMediaType = "mediaType"
/// The number of the item in the user's library.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// How often the item was played.
public let MPMediaItemPropertyPlayCount = "playCount"
/// The number of the item in the store, a `String`.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
/// The number of the podcast in the user's library.
public let MPMediaItemPropertyPodcastPersistentID = "podcastPID"
/// The title of the podcast, a `String`.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The user's rating, 0...5.
public let MPMediaItemPropertyRating = "rating"
/// The `Date` of the release.
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// How often the item was skipped.
public let MPMediaItemPropertySkipCount = "skipCount"
/// The group of the item, a `String`.
public let MPMediaItemPropertyUserGrouping = "userGrouping"
/// The identifier of the collection that the item belongs to, a `String`.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"
/// The ranges of time of advertisements, an array.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"
/// The `URL` of the item.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// The number of chapters of the item.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
/// The number of the present chapter, from 0.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// The position at which the credits begin, in seconds.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"
/// The chosen `MPNowPlayingInfoLanguageOption`s, an array.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions =
  "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// The `Date` of the present position in the item.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate =
  "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// Whether the system leaves the item out of its suggestions.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions =
  "MPNowPlayingInfoPropertyExcludeFromSuggestions"
/// The app's identifier of the item, a `String`.
public let MPNowPlayingInfoPropertyExternalContentIdentifier =
  "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// The app's identifier of the user, a `String`.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
  "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The International Standard Recording Code of the item, a `String`.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
  "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// The part of the item that was played, 0...1.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// The identifier of the service that provides the item, a `String`.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"

// Source of the texts: the characteristics of AVMediaFormat.h, which have the same names.

/// The main part of the program.
public let MPLanguageOptionCharacteristicIsMainProgramContent = "public.main-program-content"
/// An addition to the program, such as a commentary.
public let MPLanguageOptionCharacteristicIsAuxiliaryContent = "public.auxiliary-content"
/// Subtitles that are always shown.
public let MPLanguageOptionCharacteristicContainsOnlyForcedSubtitles =
  "public.subtitles.forced-only"
/// A transcript of what is spoken.
public let MPLanguageOptionCharacteristicTranscribesSpokenDialog =
  "public.accessibility.transcribes-spoken-dialog"
/// A description of music and sounds.
public let MPLanguageOptionCharacteristicDescribesMusicAndSound =
  "public.accessibility.describes-music-and-sound"
/// Text that is easy to read.
public let MPLanguageOptionCharacteristicEasyToRead = "public.easy-to-read"
/// A description of the picture.
public let MPLanguageOptionCharacteristicDescribesVideo = "public.accessibility.describes-video"
/// A translation.
public let MPLanguageOptionCharacteristicLanguageTranslation = "public.translation"
/// A dubbed translation.
public let MPLanguageOptionCharacteristicDubbedTranslation = "public.translation.dubbed"
/// A translation that is spoken over the original.
public let MPLanguageOptionCharacteristicVoiceOverTranslation = "public.translation.voice-over"
