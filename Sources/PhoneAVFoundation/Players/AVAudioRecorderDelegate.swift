public import Foundation

/// The methods that a recorder calls on the main queue.
///
/// Every method has an empty default, because the methods are optional.
///
/// - Thread: main.
public protocol AVAudioRecorderDelegate: NSObjectProtocol {
  /// Called when a recording has ended or was stopped, but not when it was interrupted.
  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
  /// Called when the sound cannot be written.
  func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?)
  /// Called when an interruption has stopped the recorder, whose file is closed.
  ///
  /// Apple has deprecated the method in favor of the session's notification.
  func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder)
  /// Called when the interruption that has stopped the recorder is over.
  ///
  /// Apple has deprecated the method in favor of the session's notification.
  ///
  /// - Parameters:
  ///   - recorder: the recorder, which the app must start again.
  ///   - flags: 1 if the app should resume, otherwise 0.
  func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int)
}

extension AVAudioRecorderDelegate {
  /// Does nothing.
  public func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool)
  {}
  /// Does nothing.
  public func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {}
  /// Does nothing.
  public func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {}
  /// Does nothing.
  public func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {}
}
