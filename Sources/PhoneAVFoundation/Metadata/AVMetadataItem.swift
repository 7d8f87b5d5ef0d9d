public import Foundation

/// A piece of metadata, such as a title.
///
/// Source: `AVMetadataItem.h`.
///
/// - Thread: any.
open class AVMetadataItem: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): only a mutable item changes, which belongs to the thread that makes it.

  /// What the item tells, in one of the formats.
  open var identifier: AVMetadataIdentifier? { nil }
  /// What the item tells, by a name that all formats share.
  open var commonKey: AVMetadataKey? {
    guard let name = identifier?.rawValue else { return nil }
    guard name.hasPrefix("comn/") else { return AVMetadataKey.commonKeysOfID3[name] }
    return AVMetadataKey(rawValue: String(name.dropFirst("comn/".count)))
  }
  /// The format to which the item's key belongs.
  open var keySpace: AVMetadataKeySpace? { nil }
  /// The key in its format.
  open var key: (any NSCopying & NSObjectProtocol)? { nil }
  /// The value.
  open var value: (any NSCopying & NSObjectProtocol)? { nil }
  /// The position at which the item is valid.
  open var time: CMTime { .invalid }
  /// The length of the part in which the item is valid.
  open var duration: CMTime { .invalid }
  /// Further information.
  open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { nil }
  /// The language of the value, as in RFC 4646.
  open var extendedLanguageTag: String? { nil }

  /// Creates an item without a value.
  public override init() { super.init() }

  /// The value, if it is a text.
  open var stringValue: String? { (value as? NSString).map(String.init(describing:)) }
  /// The value, if it is a number.
  open var numberValue: NSNumber? { value as? NSNumber }
  /// The value, if it is a date.
  open var dateValue: Date? { (value as? NSDate).map { $0 as Date } }
  /// The value, if it is data.
  open var dataValue: Data? { (value as? NSData).map { $0 as Data } }

  /// Returns the items with an identifier.
  open class func metadataItems(
    from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
  ) -> [AVMetadataItem] {
    metadataItems.filter { $0.identifier == identifier }
  }
}

/// A piece of metadata that an app makes.
///
/// - Thread: that of the owner.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  // SAFETY (unchecked Sendable): as in Apple's class, the owner does not share an item that it changes.

  private var attributes:
    (
      identifier: AVMetadataIdentifier?, keySpace: AVMetadataKeySpace?,
      key: (any NSCopying & NSObjectProtocol)?, value: (any NSCopying & NSObjectProtocol)?,
      time: CMTime, duration: CMTime, extra: [AVMetadataExtraAttributeKey: Any]?, tag: String?
    ) = (nil, nil, nil, nil, .invalid, .invalid, nil, nil)

  /// What the item tells, in one of the formats.
  open override var identifier: AVMetadataIdentifier? {
    get { attributes.identifier }
    set { attributes.identifier = newValue }
  }
  /// The format to which the item's key belongs.
  open override var keySpace: AVMetadataKeySpace? {
    get { attributes.keySpace }
    set { attributes.keySpace = newValue }
  }
  /// The key in its format.
  open override var key: (any NSCopying & NSObjectProtocol)? {
    get { attributes.key }
    set { attributes.key = newValue }
  }
  /// The value.
  open override var value: (any NSCopying & NSObjectProtocol)? {
    get { attributes.value }
    set { attributes.value = newValue }
  }
  /// The position at which the item is valid.
  open override var time: CMTime {
    get { attributes.time }
    set { attributes.time = newValue }
  }
  /// The length of the part in which the item is valid.
  open override var duration: CMTime {
    get { attributes.duration }
    set { attributes.duration = newValue }
  }
  /// Further information.
  open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
    get { attributes.extra }
    set { attributes.extra = newValue }
  }
  /// The language of the value, as in RFC 4646.
  open override var extendedLanguageTag: String? {
    get { attributes.tag }
    set { attributes.tag = newValue }
  }
}

/// Metadata that belongs together.
///
/// - Thread: any.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): a subclass of this module does not change after its initializer.

  /// The items.
  open var items: [AVMetadataItem] { [] }

  /// Creates a group without items.
  public override init() { super.init() }
}

/// Metadata of a part of an asset.
///
/// - Thread: any.
open class AVTimedMetadataGroup: AVMetadataGroup, @unchecked Sendable {
  // SAFETY (unchecked Sendable): nothing changes after the initializer.

  private let content: [AVMetadataItem]
  /// The part.
  public let timeRange: CMTimeRange

  /// Creates a group of items of a part.
  public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
    (content, self.timeRange) = (items, timeRange)
    super.init()
  }

  /// The items.
  open override var items: [AVMetadataItem] { content }
}
