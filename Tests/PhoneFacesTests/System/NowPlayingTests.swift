import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneMediaPlayer
import Testing

/// The content of Now Playing.
struct NowPlayingTests {
  @Test(.phone()) func `artwork passes an image on`() throws {
    let image = try #require(UIImage(named: "Cover"))
    let artwork = MPMediaItemArtwork(boundsSize: CGSize(width: 3, height: 4)) { _ in image }
    let center = MPNowPlayingInfoCenter.default()
    center.nowPlayingInfo = [MPMediaItemPropertyArtwork: artwork]
    let stored = center.nowPlayingInfo?[MPMediaItemPropertyArtwork] as? MPMediaItemArtwork
    #expect(stored?.image(at: .zero) === image && stored?.bounds.height == 4)
    #expect(UIImage(data: Data()) == nil && UIImage(contentsOfFile: "/missing.png") == nil)
    #expect(MPMediaItemArtwork(image: image).image(at: .zero) === image)
  }

  /// Source: the header MPMediaItem.h.
  @Test func `types of media have Apple's bits`() {
    #expect(MPMediaType.podcast.rawValue == 2 && MPMediaType.musicVideo.rawValue == 2048)
    #expect(MPMediaType.anyAudio.isSuperset(of: [.music, .podcast, .audioBook, .audioITunesU]))
    #expect(MPMediaType.anyVideo.isSuperset(of: [.movie, .tvShow, .videoPodcast, .homeVideo]))
    #expect(
      MPMediaType.anyVideo.isDisjoint(with: .anyAudio) && MPMediaType.any == .init(rawValue: ~0))
  }

  @Test func `keys of Now Playing have the names of Apple's constants`() {
    #expect(
      MPNowPlayingInfoPropertyChapterNumber == "MPNowPlayingInfoPropertyChapterNumber"
        && MPNowPlayingInfoCollectionIdentifier == "MPNowPlayingInfoCollectionIdentifier")
    #expect(MPMediaItemPropertyAlbumArtist == "albumArtist")
  }
}
