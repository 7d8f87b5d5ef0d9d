public import Foundation
internal import PhoneRuntime
internal import Realtime

/// The information that an app provides about the item it plays, like Media Player's class of this name.
///
/// - Thread: any.
open class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  private struct State: HoldsUserValues {
    var info: Unchecked<[String: Any]>?
    var time = PhoneTime.zero
    var playbackState = MPNowPlayingPlaybackState.unknown

    var userValues: any Sendable { info as any Sendable }
  }

  private let binding: SessionBinding
  private let state = UserGuarded(State())

  init(_ binding: SessionBinding) { self.binding = binding }

  /// The center of the app under test of `SimulatedPhone.current`.
  open class func `default`() -> MPNowPlayingInfoCenter {
    SimulatedPhone.current.app.nowPlayingInfoCenter
  }

  /// The information, keyed by `MPMediaItemProperty...` and `MPNowPlayingInfoProperty...`; nil for none.
  open var nowPlayingInfo: [String: Any]? {
    get { state.withLock { $0.info }?.value }
    set {
      let info = newValue.map(Unchecked.init)
      let now = binding.runtime.now
      state.withLock { state in
        state.info = info
        state.time = now
      }
    }
  }

  /// The playback state that the app reports.
  ///
  /// Of Apple's platforms, only macOS reads this state.
  open var playbackState: MPNowPlayingPlaybackState {
    get { state.withLock { $0.playbackState } }
    set { state.withLock { $0.playbackState = newValue } }
  }

  /// The position that the lock screen shows, in seconds; nil if the app has not set a position.
  ///
  /// The position advances from the app's last value at the app's stated rate, whether or not the app is playing.
  /// Apple's class does not have this property. Source: the page of `MPNowPlayingInfoPropertyElapsedPlaybackTime`: the
  /// system calculates the elapsed time from the value and the playback rate. The header MPNowPlayingInfoCenter.h says
  /// of a missing rate: "If not specified, assumed to be 1.0".
  public var shownElapsedTime: Double? {
    let (info, time) = state.withLock { ($0.info, $0.time) }
    guard let info = info?.value,
      let elapsed = Self.number(info[MPNowPlayingInfoPropertyElapsedPlaybackTime])
    else { return nil }
    let rate = Self.number(info[MPNowPlayingInfoPropertyPlaybackRate]) ?? 1
    let position = elapsed + rate * (binding.runtime.now - time).seconds
    guard let duration = Self.number(info[MPMediaItemPropertyPlaybackDuration]) else {
      return max(0, position)
    }
    return min(max(0, position), max(0, duration))
  }

  private static func number(_ value: Any?) -> Double? {
    (value as? NSNumber)?.doubleValue ?? value as? Double ?? (value as? Float).map(Double.init)
      ?? (value as? Int).map(Double.init)
  }

  /// Resets everything when the process has ended.
  func forget() { state.withLock { $0 = State() } }
}

/// The playback state that an app reports.
public enum MPNowPlayingPlaybackState: UInt, Hashable, Sendable {
  /// The app has not reported a state.
  case unknown = 0
  /// The app is playing.
  case playing = 1
  /// The app is paused.
  case paused = 2
  /// The app has stopped.
  case stopped = 3
  /// The app was interrupted.
  case interrupted = 4
}

// Source of the raw values: the values that start with MPNowPlaying are the names of the constants; the others are
// Media Player's documented property names. Compare with the constants, not with strings.

/// The title, a `String`.
public let MPMediaItemPropertyTitle = "title"
/// The artist, a `String`.
public let MPMediaItemPropertyArtist = "artist"
/// The title of the album, a `String`.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The artwork of the item.
public let MPMediaItemPropertyArtwork = "artwork"
/// The length of the item, in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The position in the item, in seconds, at the time at which the app sets it.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime =
  "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The playback rate; 0 while the item is not playing.
///
/// If the app does not set it, the rate is assumed to be 1.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The default playback rate.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate =
  "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// Whether the item is live.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// Whether the item is audio or video: the raw value of an `MPNowPlayingInfoMediaType`.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// The index of the item in the queue.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex =
  "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// The number of items in the queue.
public let MPNowPlayingInfoPropertyPlaybackQueueCount =
  "MPNowPlayingInfoPropertyPlaybackQueueCount"

/// Whether an item is audio or video.
public enum MPNowPlayingInfoMediaType: UInt, Hashable, Sendable {
  /// The type is not stated.
  case none = 0
  /// Audio.
  case audio = 1
  /// Video.
  case video = 2
}
