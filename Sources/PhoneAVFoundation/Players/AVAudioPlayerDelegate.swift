public import Foundation

/// The methods that a player calls on the main queue.
///
/// Every method has an empty default, because the methods are optional.
///
/// - Thread: main.
public protocol AVAudioPlayerDelegate: NSObjectProtocol {
  /// Called when the sound has ended, but not when the player was stopped.
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool)
  /// Called when the sound cannot be decoded, which does not happen here.
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?)
  /// Called when an interruption has stopped the player.
  ///
  /// Apple has deprecated the method in favor of the session's notification.
  func audioPlayerBeginInterruption(_ player: AVAudioPlayer)
  /// Called when the interruption that has stopped the player is over.
  ///
  /// Apple has deprecated the method in favor of the session's notification.
  ///
  /// - Parameters:
  ///   - player: the player, which the app must start again.
  ///   - flags: 1 if the app should resume, otherwise 0.
  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int)
}

extension AVAudioPlayerDelegate {
  /// Does nothing.
  public func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {}
  /// Does nothing.
  public func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {}
  /// Does nothing.
  public func audioPlayerBeginInterruption(_ player: AVAudioPlayer) {}
  /// Does nothing.
  public func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {}
}
