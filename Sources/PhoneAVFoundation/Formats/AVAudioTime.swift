public import Foundation

/// A time in frames, on the clock of the phone, or both.
///
/// The clock counts the nanoseconds of the phone's time: our choice, because the ticks of a phone's processor are not
/// documented.
///
/// Source: `AVAudioTime.h`.
///
/// - Thread: any.
open class AVAudioTime: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): immutable.

  private let stamp: AudioTimeStamp
  /// The frames per second of `sampleTime`; 0 without it.
  public let sampleRate: Double

  private init(_ stamp: AudioTimeStamp, _ sampleRate: Double) {
    self.stamp = stamp
    self.sampleRate = sampleRate
    super.init()
  }

  /// Creates a time from a time stamp.
  public convenience init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
    unsafe self.init(ts.pointee, sampleRate)
  }

  /// Creates a time on the clock of the phone.
  public convenience init(hostTime: UInt64) {
    var stamp = AudioTimeStamp()
    stamp.mHostTime = hostTime
    stamp.mFlags = .hostTimeValid
    self.init(stamp, 0)
  }

  /// Creates a time in frames.
  public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    var stamp = AudioTimeStamp()
    stamp.mSampleTime = Double(sampleTime)
    stamp.mFlags = .sampleTimeValid
    self.init(stamp, sampleRate)
  }

  /// Creates a time on the clock of the phone and in frames.
  public convenience init(
    hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double
  ) {
    var stamp = AudioTimeStamp()
    stamp.mHostTime = hostTime
    stamp.mSampleTime = Double(sampleTime)
    stamp.mFlags = [.hostTimeValid, .sampleTimeValid]
    self.init(stamp, sampleRate)
  }

  /// Returns a number of seconds in the unit of `hostTime`.
  open class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
    UInt64(max(0, seconds * 1e9).rounded())
  }

  /// Returns the seconds of a time in the unit of `hostTime`.
  open class func seconds(forHostTime hostTime: UInt64) -> TimeInterval { Double(hostTime) / 1e9 }

  /// Returns the time with the missing member, which follows from another time with both; nil if that is impossible.
  open func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
    guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, anchorTime.sampleRate > 0
    else { return nil }
    if isHostTimeValid == isSampleTimeValid { return isHostTimeValid ? self : nil }
    let rate = anchorTime.sampleRate
    let start = Self.seconds(forHostTime: anchorTime.hostTime)
    if isHostTimeValid {
      let frames = (Self.seconds(forHostTime: hostTime) - start) * rate
      return AVAudioTime(
        hostTime: hostTime,
        sampleTime: anchorTime.sampleTime + AVAudioFramePosition(frames.rounded()), atRate: rate)
    }
    let passed = Double(sampleTime - anchorTime.sampleTime) / rate
    return AVAudioTime(
      hostTime: Self.hostTime(forSeconds: start + passed), sampleTime: sampleTime,
      atRate: sampleRate)
  }

  /// Whether `hostTime` is valid.
  open var isHostTimeValid: Bool { stamp.mFlags.contains(.hostTimeValid) }
  /// The time on the clock of the phone, in nanoseconds.
  open var hostTime: UInt64 { stamp.mHostTime }
  /// Whether `sampleTime` is valid.
  open var isSampleTimeValid: Bool { stamp.mFlags.contains(.sampleTimeValid) }
  /// The time in frames.
  open var sampleTime: AVAudioFramePosition { AVAudioFramePosition(stamp.mSampleTime) }
  /// The time as a time stamp.
  open var audioTimeStamp: AudioTimeStamp { stamp }

  /// Returns whether the other object is the same time.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioTime else { return false }
    return stamp == other.stamp && sampleRate == other.sampleRate
  }

  open override var hash: Int { stamp.hashValue }

  open override var description: String {
    "<AVAudioTime: \(isSampleTimeValid ? "\(sampleTime) at \(sampleRate) Hz" : "")"
      + "\(isHostTimeValid ? " host \(hostTime)" : "")>"
  }
}
