/// The types of a media item.
///
/// Source of the raw values: the header MPMediaItem.h.
public struct MPMediaType: OptionSet, Hashable, Sendable {
  /// One bit for each type.
  public let rawValue: UInt

  /// The types with these bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Music.
  public static let music = MPMediaType(rawValue: 1 << 0)
  /// A podcast.
  public static let podcast = MPMediaType(rawValue: 1 << 1)
  /// An audio book.
  public static let audioBook = MPMediaType(rawValue: 1 << 2)
  /// A lecture.
  public static let audioITunesU = MPMediaType(rawValue: 1 << 3)
  /// Any audio.
  public static let anyAudio = MPMediaType(rawValue: 0xFF)
  /// A movie.
  public static let movie = MPMediaType(rawValue: 1 << 8)
  /// A television show.
  public static let tvShow = MPMediaType(rawValue: 1 << 9)
  /// A podcast with video.
  public static let videoPodcast = MPMediaType(rawValue: 1 << 10)
  /// A music video.
  public static let musicVideo = MPMediaType(rawValue: 1 << 11)
  /// A lecture with video.
  public static let videoITunesU = MPMediaType(rawValue: 1 << 12)
  /// A video by the user.
  public static let homeVideo = MPMediaType(rawValue: 1 << 13)
  /// Any video.
  public static let anyVideo = MPMediaType(rawValue: 0xFF00)
  /// Anything.
  public static let any = MPMediaType(rawValue: ~0)
}
