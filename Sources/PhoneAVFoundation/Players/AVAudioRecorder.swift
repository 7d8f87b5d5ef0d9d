internal import AudioSessionTesting
internal import Dispatch
public import Foundation
internal import PhoneRuntime

/// Records to a file, in the time of the current phone.
///
/// Recording activates the session. The file has the length of the recording and contains silence; see the module's
/// page. An interruption closes the file, and a later `record()` begins a new recording in it. A recorder of lost media
/// services never records again, and the app makes a new one (Technical Q&A QA1749).
///
/// Source: `AVAudioRecorder.h`. Our choice for recording after an interruption, which Apple does not document.
///
/// - Thread: one at a time; the delegate is called on the main queue.
open class AVAudioRecorder: NSObject {
  private let file: SilentRecording
  private var app: SimulatedApp
  private var recorder: SimulatedAudioRecorder
  /// How often the media services had been lost when the recorder was made.
  private var losses: Int
  /// Whether the file is open: recording or paused.
  private var isOpen = false

  /// The object that is notified when the recording ends or is interrupted.
  open weak var delegate: (any AVAudioRecorderDelegate)?
  /// The file of the recording.
  open private(set) var url: URL
  /// The format of the recording, with Apple's keys.
  open private(set) var settings: [String: Any]
  /// Whether levels are measured, which are always those of silence.
  open var isMeteringEnabled = false

  /// Creates a recorder, which overwrites a file with the same name when it records.
  ///
  /// - Parameters:
  ///   - url: the file.
  ///   - settings: the format, with Apple's keys.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` with 'fmt?' for a format that is impossible.
  public init(url: URL, settings: [String: Any]) throws {
    file = try SilentRecording(url, settings)
    self.url = url
    self.settings = settings
    app = SimulatedPhone.current.app
    recorder = app.makeRecorder()
    losses = app.mediaServicesLosses
    super.init()
    listen()
  }

  deinit {
    if isOpen { try? file.write(seconds: recorder.currentTime) }
  }

  private func listen() {
    let recorder = Unchecked(WeakRecorder(recorder: self))
    self.recorder.whenTold { news in
      MainThread.run { recorder.value.recorder?.told(news) }
    }
  }

  private func told(_ news: TrackNews) {
    switch news {
    case .finished: tellEnd(close())
    case .stopped(let reason):
      _ = close()
      if reason == .interrupted { delegate?.audioRecorderBeginInterruption(self) }
    case .interruptionEnded(let shouldResume):
      delegate?.audioRecorderEndInterruption(self, withOptions: shouldResume ? 1 : 0)
    }
  }

  // MARK: Recording

  /// Creates the file.
  ///
  /// - Returns: whether the file could be created.
  @discardableResult
  open func prepareToRecord() -> Bool {
    if isOpen { return true }
    return (try? file.write(seconds: 0)) != nil
  }

  /// Records, or continues after `pause`.
  ///
  /// - Returns: whether the recorder records, which the session or the file system may refuse.
  @discardableResult
  open func record() -> Bool { begin(after: 0, length: nil) }

  /// Records from a time on, which is measured by `deviceCurrentTime`.
  ///
  /// - Returns: whether the recorder records.
  @discardableResult
  open func record(atTime time: TimeInterval) -> Bool {
    begin(after: time - deviceCurrentTime, length: nil)
  }

  /// Records until the recording has a length in seconds.
  ///
  /// - Returns: whether the recorder records.
  @discardableResult
  open func record(forDuration duration: TimeInterval) -> Bool { begin(after: 0, length: duration) }

  /// Records from a time on, until the recording has a length in seconds.
  ///
  /// - Returns: whether the recorder records.
  @discardableResult
  open func record(atTime time: TimeInterval, forDuration duration: TimeInterval) -> Bool {
    begin(after: time - deviceCurrentTime, length: duration)
  }

  private func begin(after delay: Double, length: Double?) -> Bool {
    let current = SimulatedPhone.current.app
    if current !== app {
      recorder.whenTold(nil)
      _ = close()
      app = current
      recorder = app.makeRecorder()
      losses = app.mediaServicesLosses
      listen()
    }
    if losses != app.mediaServicesLosses { return false }
    if !isOpen {
      guard prepareToRecord() else { return false }
      // Rewinds a recorder that was stopped by the system.
      recorder.stop()
    }
    guard (try? recorder.start(after: max(0, delay), length: length)) != nil else { return false }
    isOpen = true
    return true
  }

  /// Pauses; `record()` continues.
  open func pause() { recorder.pause() }

  /// Stops, and closes the file; the delegate is notified later.
  open func stop() {
    guard isOpen else { return }
    let isWritten = close()
    let recorder = Unchecked(self)
    DispatchQueue.main.async { recorder.value.tellEnd(isWritten) }
  }

  /// Closes the file.
  ///
  /// - Returns: whether the file could be written.
  private func close() -> Bool {
    guard isOpen else { return false }
    isOpen = false
    let seconds = recorder.currentTime
    recorder.stop()
    return (try? file.write(seconds: seconds)) != nil
  }

  private func tellEnd(_ isWritten: Bool) {
    delegate?.audioRecorderDidFinishRecording(self, successfully: isWritten)
  }

  /// Deletes the file of a stopped recorder.
  ///
  /// - Returns: whether the file is deleted.
  @discardableResult
  open func deleteRecording() -> Bool {
    !isOpen && (try? FileManager.default.removeItem(at: url)) != nil
  }

  /// Whether the recorder records.
  open var isRecording: Bool { isOpen && recorder.isRecording }

  /// The length of the recording in seconds; 0 after `stop`.
  open var currentTime: TimeInterval { isOpen ? recorder.currentTime : 0 }

  /// The time of the phone, in seconds.
  open var deviceCurrentTime: TimeInterval { app.session.owner.runtime.now.seconds }

  // MARK: Levels

  /// Does nothing, because the recording is silent.
  open func updateMeters() {}

  /// The average level of a channel: -160 dB, silence.
  open func averagePower(forChannel channelNumber: Int) -> Float { SoundLevels.silence }

  /// The greatest level of a channel: -160 dB, silence.
  open func peakPower(forChannel channelNumber: Int) -> Float { SoundLevels.silence }
}

private struct WeakRecorder {
  weak var recorder: AVAudioRecorder?
}
