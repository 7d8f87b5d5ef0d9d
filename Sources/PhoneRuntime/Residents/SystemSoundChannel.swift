public import AudioSession

/// A system sound that does not play any more.
public struct EndedSound: Hashable, Sendable {
  /// The app that asked for it.
  public var app: AppID
  /// The name that it asked with.
  public var name: String
  /// Whether another sound took its place before its end.
  public var isCut: Bool
}

/// The one channel of the sounds that apps play beside their sessions: a state and a sound in, a state
/// and what has ended out.
///
/// Source: page "Audio Services": it "does not support simultaneous playback: You can play only one sound
/// at a time". That the newer sound ends the older one, rather than being refused, is our choice: the page of
/// `AudioServicesPlaySystemSound` says that sounds play immediately. Key clicks and the sounds of the system
/// itself have other channels.
struct SystemSoundChannel: Hashable, Sendable {
  /// How long a sound lasts of which nobody knows how long it is, in seconds.
  ///
  /// Our choice.
  static let unknownSeconds = 1.0

  /// The sound that plays, as it will have ended by itself.
  private var playing: EndedSound?

  /// Plays a sound.
  ///
  /// - Returns: the sound that it cuts off.
  mutating func play(_ name: String, by app: AppID) -> EndedSound? {
    var cut = playing
    cut?.isCut = true
    playing = EndedSound(app: app, name: name, isCut: false)
    return cut
  }

  /// Lets the sound that plays be over.
  ///
  /// - Returns: which.
  mutating func end() -> EndedSound? {
    defer { playing = nil }
    return playing
  }
}

/// How long a banner stays on the screen.
///
/// Our choice: Apple's pages say that it disappears by itself, and not when.
let bannerTime = PhoneTime(seconds: 5)
