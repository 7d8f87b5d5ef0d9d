/// What becomes of a notification that is not delivered as it should be.
///
/// Apps meet all three: AVAudioStreaming 45 and others have an end that never came; a route change is
/// posted several times for one change (dictus-ios 353); ryanheise/audio_session 7 has one late.
public enum NotificationFault: Hashable, Sendable {
  /// The notification is not delivered.
  case missing
  /// The notification is delivered twice.
  case twice
  /// The notification is delivered so many seconds later, behind what comes meanwhile.
  case late(seconds: Double)
}
