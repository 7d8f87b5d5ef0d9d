internal import AudioSessionTesting
public import Foundation

extension Thread {
  /// Whether the caller is on the main queue, as `isMainThread` says on a phone.
  ///
  /// On Linux, the main queue and the main actor can have another thread than the one that began the program: always
  /// under Swift Testing, and after the first suspension in an asynchronous `main`. `isMainThread` of Foundation is false
  /// there. The packages of `haptic port init` replace it by this property.
  public static var isOnMainQueue: Bool { MainThread.isHere || Thread.isMainThread }
}
