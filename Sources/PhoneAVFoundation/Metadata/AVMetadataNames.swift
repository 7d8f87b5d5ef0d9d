/// What a piece of metadata tells, in one of the formats.
///
/// Source: `AVMetadataIdentifiers.h`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
  /// The format and the key, with a slash between them.
  public let rawValue: String

  /// Creates an identifier from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates an identifier from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The title, in the names that all formats share.
  public static let commonIdentifierTitle = AVMetadataIdentifier("comn/title")
  /// The creator, in the names that all formats share.
  public static let commonIdentifierCreator = AVMetadataIdentifier("comn/creator")
  /// The artist, in the names that all formats share.
  public static let commonIdentifierArtist = AVMetadataIdentifier("comn/artist")
  /// The name of the album, in the names that all formats share.
  public static let commonIdentifierAlbumName = AVMetadataIdentifier("comn/albumName")
  /// The picture, in the names that all formats share.
  public static let commonIdentifierArtwork = AVMetadataIdentifier("comn/artwork")
  /// The author, in the names that all formats share.
  public static let commonIdentifierAuthor = AVMetadataIdentifier("comn/author")
  /// The description, in the names that all formats share.
  public static let commonIdentifierDescription = AVMetadataIdentifier("comn/description")
  /// The publisher, in the names that all formats share.
  public static let commonIdentifierPublisher = AVMetadataIdentifier("comn/publisher")
  /// The subject, in the names that all formats share.
  public static let commonIdentifierSubject = AVMetadataIdentifier("comn/subject")
  /// The type, in the names that all formats share.
  public static let commonIdentifierType = AVMetadataIdentifier("comn/type")
  /// The format, in the names that all formats share.
  public static let commonIdentifierFormat = AVMetadataIdentifier("comn/format")
  /// The language, in the names that all formats share.
  public static let commonIdentifierLanguage = AVMetadataIdentifier("comn/language")
  /// The owner of the rights, in the names that all formats share.
  public static let commonIdentifierCopyrights = AVMetadataIdentifier("comn/copyrights")
  /// The date of creation, in the names that all formats share.
  public static let commonIdentifierCreationDate = AVMetadataIdentifier("comn/creationDate")
  /// The program that wrote the file, in the names that all formats share.
  public static let commonIdentifierSoftware = AVMetadataIdentifier("comn/software")
  /// The source, in the names that all formats share.
  public static let commonIdentifierSource = AVMetadataIdentifier("comn/source")
  /// The title of a stream, as Icecast sends it.
  public static let icyMetadataStreamTitle = AVMetadataIdentifier("icy/StreamTitle")
  /// The address of a stream, as Icecast sends it.
  public static let icyMetadataStreamURL = AVMetadataIdentifier("icy/StreamUrl")
  /// The title, in ID3.
  public static let id3MetadataTitleDescription = AVMetadataIdentifier("id3/TIT2")
  /// The artist, in ID3.
  public static let id3MetadataLeadPerformer = AVMetadataIdentifier("id3/TPE1")
  /// The album, in ID3.
  public static let id3MetadataAlbumTitle = AVMetadataIdentifier("id3/TALB")
  /// A picture, in ID3.
  public static let id3MetadataAttachedPicture = AVMetadataIdentifier("id3/APIC")
  /// The name of a song, in iTunes.
  public static let iTunesMetadataSongName = AVMetadataIdentifier("itsk/%A9nam")
  /// The artist, in iTunes.
  public static let iTunesMetadataArtist = AVMetadataIdentifier("itsk/%A9ART")
  /// The album, in iTunes.
  public static let iTunesMetadataAlbum = AVMetadataIdentifier("itsk/%A9alb")
}

/// What a piece of metadata tells, by a name that all formats share.
///
/// Source: `AVMetadataFormat.h`.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a key from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The title.
  public static let commonKeyTitle = AVMetadataKey("title")
  /// The creator.
  public static let commonKeyCreator = AVMetadataKey("creator")
  /// The artist.
  public static let commonKeyArtist = AVMetadataKey("artist")
  /// The name of the album.
  public static let commonKeyAlbumName = AVMetadataKey("albumName")
  /// The picture.
  public static let commonKeyArtwork = AVMetadataKey("artwork")
  /// The author.
  public static let commonKeyAuthor = AVMetadataKey("author")
  /// The description.
  public static let commonKeyDescription = AVMetadataKey("description")
  /// The publisher.
  public static let commonKeyPublisher = AVMetadataKey("publisher")
  /// The subject.
  public static let commonKeySubject = AVMetadataKey("subject")
  /// The type.
  public static let commonKeyType = AVMetadataKey("type")
  /// The format.
  public static let commonKeyFormat = AVMetadataKey("format")
  /// The language.
  public static let commonKeyLanguage = AVMetadataKey("language")
  /// The owner of the rights.
  public static let commonKeyCopyrights = AVMetadataKey("copyrights")
  /// The date of creation.
  public static let commonKeyCreationDate = AVMetadataKey("creationDate")
  /// The program that wrote the file.
  public static let commonKeySoftware = AVMetadataKey("software")
  /// The source.
  public static let commonKeySource = AVMetadataKey("source")
  /// A person who has contributed.
  public static let commonKeyContributor = AVMetadataKey("contributor")
  /// A name that nothing else has.
  public static let commonKeyIdentifier = AVMetadataKey("identifier")
  /// A work to which this one is related.
  public static let commonKeyRelation = AVMetadataKey("relation")
  /// The place of a recording.
  public static let commonKeyLocation = AVMetadataKey("location")
  /// The manufacturer of the device.
  public static let commonKeyMake = AVMetadataKey("make")
  /// The model of the device.
  public static let commonKeyModel = AVMetadataKey("model")
  /// The title, in ID3.
  public static let id3MetadataKeyTitleDescription = AVMetadataKey("TIT2")
  /// A track number, in ID3.
  public static let id3MetadataKeyTrackNumber = AVMetadataKey("TRCK")
  /// The name of a song, in iTunes.
  public static let iTunesMetadataKeySongName = AVMetadataKey("@nam")
  /// The number of a track, in iTunes.
  public static let iTunesMetadataKeyTrackNumber = AVMetadataKey("trkn")
}

/// The format to which a key of metadata belongs.
///
/// Source: `AVMetadataFormat.h`.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates a format from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a format from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The names that all formats share.
  public static let common = AVMetadataKeySpace("comn")
  /// ID3.
  public static let id3 = AVMetadataKeySpace("org.id3")
  /// Icecast.
  public static let icy = AVMetadataKeySpace("icy")
  /// iTunes.
  public static let iTunes = AVMetadataKeySpace("itsk")
  /// The metadata of QuickTime.
  public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
  /// The user data of QuickTime.
  public static let quickTimeUserData = AVMetadataKeySpace("udta")
  /// The dates in a stream of HTTP Live Streaming.
  public static let hlsDateRange = AVMetadataKeySpace("lsdr")
}

/// A format of metadata.
///
/// Source: `AVMetadataFormat.h`.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates a format from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a format from its name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// ID3.
  public static let id3Metadata = AVMetadataFormat("org.id3")
  /// iTunes.
  public static let iTunesMetadata = AVMetadataFormat("com.apple.itunes")
  /// The metadata of QuickTime.
  public static let quickTimeMetadata = AVMetadataFormat("com.apple.quicktime.mdta")
  /// The user data of QuickTime.
  public static let quickTimeUserData = AVMetadataFormat("com.apple.quicktime.udta")
}

/// A key of further information of a piece of metadata.
///
/// Source: `AVMetadataFormat.h`.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
  /// The text of the key.
  public let rawValue: String

  /// Creates a key from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The address of the value.
  public static let valueURI = AVMetadataExtraAttributeKey(rawValue: "URIKey")
  /// The address of a description.
  public static let baseURI = AVMetadataExtraAttributeKey(rawValue: "baseURIKey")
  /// Further information of a tag of ID3.
  public static let info = AVMetadataExtraAttributeKey(rawValue: "info")
}
