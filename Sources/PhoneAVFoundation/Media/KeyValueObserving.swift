internal import AudioSessionTesting
public import Foundation

/// A class whose properties can be observed by their names.
protocol NamedProperties: NSObject, ChecksObservedProperties {
  /// The values of the properties by their names, as Objective-C has them.
  static var properties: [String: (NSObject) -> Any?] { get }
}

extension AVPlayer: NamedProperties {
  static var properties: [String: (NSObject) -> Any?] {
    func of<Value>(_ read: @escaping (AVPlayer) -> Value?) -> (NSObject) -> Any? {
      { ($0 as? AVPlayer).flatMap(read) }
    }
    return [
      "status": of { NSNumber(value: $0.status.rawValue) },
      "timeControlStatus": of { NSNumber(value: $0.timeControlStatus.rawValue) },
      "rate": of { NSNumber(value: $0.rate) },
      "currentItem": of(\.currentItem),
      "reasonForWaitingToPlay": of { $0.reasonForWaitingToPlay?.rawValue as NSString? },
      "error": of { $0.error as NSError? },
    ]
  }
}

extension AVPlayerItem: NamedProperties {
  static var properties: [String: (NSObject) -> Any?] {
    func of<Value>(_ read: @escaping (AVPlayerItem) -> Value?) -> (NSObject) -> Any? {
      { ($0 as? AVPlayerItem).flatMap(read) }
    }
    return [
      "status": of { NSNumber(value: $0.status.rawValue) },
      "duration": of(\.duration),
      "loadedTimeRanges": of(\.loadedTimeRanges),
      "seekableTimeRanges": of(\.seekableTimeRanges),
      "playbackBufferEmpty": of { NSNumber(value: $0.isPlaybackBufferEmpty) },
      "playbackBufferFull": of { NSNumber(value: $0.isPlaybackBufferFull) },
      "playbackLikelyToKeepUp": of { NSNumber(value: $0.isPlaybackLikelyToKeepUp) },
      "timedMetadata": of(\.timedMetadata),
      "error": of { $0.error as NSError? },
    ]
  }
}

extension AVAudioSession: NamedProperties {
  static var properties: [String: (NSObject) -> Any?] {
    func of<Value>(_ read: @escaping (AVAudioSession) -> Value?) -> (NSObject) -> Any? {
      { ($0 as? AVAudioSession).flatMap(read) }
    }
    return [
      "outputVolume": of { NSNumber(value: $0.outputVolume) },
      "inputGain": of { NSNumber(value: $0.inputGain) },
      "inputAvailable": of { NSNumber(value: $0.isInputAvailable) },
      "sampleRate": of { NSNumber(value: $0.sampleRate) },
    ]
  }
}

/// Key-value observing by names, as on Apple's platforms.
///
/// Players, items and the audio session report their changes. Other objects report those that `didChangeValue(forKey:)`
/// names.
extension NSObject {
  /// Observes a property.
  ///
  /// - Parameters:
  ///   - observer: a `KeyValueObserver`, which is told on the main queue. It is not held.
  ///   - keyPath: the name of the property, or the names of a property of an object in a property, with dots.
  ///   - options: the values that the observer receives.
  ///   - context: a value that the observer receives.
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    unsafe NamedObservations.add(
      NamedObservation(self, observer, keyPath, options, context: context))
  }

  /// Stops observing a property.
  public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
    NamedObservations.remove { $0.isOf(observer, self, keyPath) }
  }

  /// Stops observing a property with a context.
  public func removeObserver(
    _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    NamedObservations.remove { unsafe $0.isOf(observer, self, keyPath) && $0.context == context }
  }

  /// Announces that a property will change, which has no effect here.
  ///
  /// `Operation` of Linux's Foundation has a method of this name, which its subclasses call.
  @_disfavoredOverload
  public func willChangeValue(forKey key: String) {}

  /// Tells the observers of a property that it has changed.
  @_disfavoredOverload
  public func didChangeValue(forKey key: String) {
    for observation in NamedObservations.of(self, NamedObservation.plain(key)) {
      observation.check(isCertain: true)
    }
  }
}
