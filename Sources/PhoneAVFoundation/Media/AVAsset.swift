public import AudioSessionTesting
internal import Dispatch
public import Foundation
internal import PhoneFoundation

/// A recording that can be played.
///
/// Its properties do not change, so that observers receive only initial values.
///
/// - Thread: any.
open class AVAsset: NSObject, _KeyValueCodingAndObserving, @unchecked Sendable {
  // SAFETY (unchecked Sendable): nothing changes after the initializer.

  /// The file; nil for an asset without one.
  let location: URL?
  /// The contents of the file's header, or the error of reading it.
  let contents: Result<SoundFile, any Error>

  /// Creates an asset of a file.
  public init(url URL: URL) {
    location = URL
    contents = Self.read(URL)
    super.init()
  }

  private static func read(_ url: URL) -> Result<SoundFile, any Error> {
    guard url.isFileURL else {
      return .failure(
        NSError(
          domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet,
          userInfo: [
            NSLocalizedDescriptionKey: "\(url): a simulated phone is not connected to the internet"
          ]))
    }
    return Result { try SoundFile(contentsOf: url) }
  }

  /// The length; 0 if the file cannot be read.
  open var duration: CMTime {
    ((try? contents.get())?.seconds).map(CMTime.init(media:)) ?? .zero
  }

  /// Whether the file can be played.
  open var isPlayable: Bool { (try? contents.get()) != nil }

  /// The metadata with names that all formats share.
  open var commonMetadata: [AVMetadataItem] { metadata.filter { $0.commonKey != nil } }
  /// The metadata of the file: the ID3 tag of an MP3 file.
  open var metadata: [AVMetadataItem] {
    (try? contents.get()).flatMap { ID3Tag($0.data) }?.frames.map(\.item) ?? []
  }
  /// The formats of metadata in the file.
  open var availableMetadataFormats: [AVMetadataFormat] { metadata.isEmpty ? [] : [.id3Metadata] }
  /// Returns the metadata in one of the formats.
  open func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    format == .id3Metadata ? metadata : []
  }

  /// The languages of the titles of chapters: none, because chapters are not read.
  open var availableChapterLocales: [Locale] { [] }
  /// Returns the chapters with titles in a language: none, because chapters are not read.
  open func chapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
  ) -> [AVTimedMetadataGroup] { [] }

  /// Loads properties, which are known when the asset is created, and calls the handler later on another queue.
  open func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    DispatchQueue.global().async { handler?() }
  }

  /// Returns whether a property is loaded.
  ///
  /// - Parameters:
  ///   - key: the name of the property.
  ///   - outError: receives the error of reading the file.
  /// - Returns: `loaded`, or `failed` if the file cannot be read.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    switch contents {
    case .success: return .loaded
    case .failure(let error):
      unsafe outError?.pointee = error as NSError
      return .failed
    }
  }

  /// Cancels the loading of properties, which are always loaded.
  open func cancelLoading() {}

  /// Returns the value of a property.
  ///
  /// - Throws: the error of reading the file.
  open func load<Value>(_ property: AVAsyncProperty<AVAsset, Value>) async throws -> Value {
    _ = try contents.get()
    return self[keyPath: property.keyPath]
  }
}

/// An asset of a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // SAFETY (unchecked Sendable): nothing changes after the initializer.

  /// Creates an asset of a file.
  ///
  /// - Parameters:
  ///   - URL: the file. Other URLs fail, as on a phone without a network.
  ///   - options: ignored options.
  public init(url URL: URL, options: [String: Any]? = nil) { super.init(url: URL) }

  /// The file.
  open var url: URL { location ?? URL(fileURLWithPath: "/") }
}

/// The option to measure the length exactly, which is ignored here.
public let AVURLAssetPreferPreciseDurationAndTimingKey =
  "AVURLAssetPreferPreciseDurationAndTimingKey"

/// A property that an asset loads.
public struct AVAsyncProperty<Root, Value> {
  let keyPath: KeyPath<Root, Value>
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
  /// The length.
  public static var duration: AVAsyncProperty<AVAsset, CMTime> { .init(keyPath: \.duration) }
}

extension AVAsyncProperty where Root == AVAsset, Value == Bool {
  /// Whether the file can be played.
  public static var isPlayable: AVAsyncProperty<AVAsset, Bool> { .init(keyPath: \.isPlayable) }
}

extension AVAsyncProperty where Root == AVAsset, Value == [AVMetadataItem] {
  /// The metadata of the file.
  public static var metadata: AVAsyncProperty<AVAsset, [AVMetadataItem]> {
    .init(keyPath: \.metadata)
  }
  /// The metadata with names that all formats share.
  public static var commonMetadata: AVAsyncProperty<AVAsset, [AVMetadataItem]> {
    .init(keyPath: \.commonMetadata)
  }
}

extension CMTime {
  /// Creates a position in a sound.
  ///
  /// Our choice: frames of the phone's time, so that positions are exact.
  init(media seconds: Double) { self.init(seconds: seconds, preferredTimescale: 48_000) }
}
