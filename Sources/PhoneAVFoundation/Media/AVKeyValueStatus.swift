public import Foundation

/// Whether a property of an asset is loaded.
///
/// Source: `AVAsynchronousKeyValueLoading.h`.
public enum AVKeyValueStatus: Int, Sendable {
  /// Nobody has loaded the property.
  case unknown = 0
  /// The property is being loaded.
  case loading = 1
  /// The property can be read.
  case loaded = 2
  /// The property could not be loaded.
  case failed = 3
  /// The loading was cancelled.
  case cancelled = 4
}

/// A method of playing at another rate.
///
/// Source: `AVAudioProcessingSettings.h`.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates a method from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The method for music, with the best quality.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// The method for voices.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// The method that changes the pitch.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
  /// The method of old systems.
  public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm(
    rawValue: "LowQualityZeroLatency")
}

extension NSValue {
  /// Creates a value of a range of times, such as those in `loadedTimeRanges`.
  ///
  /// Values on Linux hold few structures, so this one holds the seconds as a rectangle.
  public convenience init(timeRange: CMTimeRange) {
    self.init(
      rect: NSRect(
        x: timeRange.start.seconds, y: 0, width: timeRange.duration.seconds, height: 0))
  }

  /// The range of times that the value was made of.
  public var timeRangeValue: CMTimeRange {
    CMTimeRange(start: CMTime(media: rectValue.minX), duration: CMTime(media: rectValue.width))
  }
}
