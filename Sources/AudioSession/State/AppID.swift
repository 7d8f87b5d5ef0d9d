/// An app of the phone, identified by its index in the phone's setup.
public struct AppID: Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral {
  /// The maximum number of apps on a phone.
  ///
  /// `InterruptionSources` has one bit for each of them.
  public static let limit = 16

  /// The index, 0 ..< `limit`.
  public let index: Int

  /// The app at that index.
  public init(_ index: Int) { self.index = index }

  /// The app at that index.
  public init(integerLiteral index: Int) { self.init(index) }

  /// Lower indices come first.
  public static func < (left: AppID, right: AppID) -> Bool { left.index < right.index }
}

/// The apps of a phone, in the order of its setup.
public struct AppIDs: RandomAccessCollection, Hashable, Sendable {
  /// The number of apps.
  public let count: Int

  /// The index of the first app.
  public var startIndex: Int { 0 }

  /// The index after the last app.
  public var endIndex: Int { count }

  /// The app at that index.
  public subscript(place: Int) -> AppID { AppID(place) }
}
