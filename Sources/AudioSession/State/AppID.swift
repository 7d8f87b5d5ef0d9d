/// An app of the phone: its place among those the phone was set up with.
public struct AppID: Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral {
  /// How many apps a phone can have: what a set of sources has bits for.
  public static let limit = 16

  /// The place, 0 ..< `limit`.
  public let index: Int

  /// The app at that place.
  public init(_ index: Int) { self.index = index }

  /// The app at that place.
  public init(integerLiteral index: Int) { self.init(index) }

  /// Earlier places first.
  public static func < (left: AppID, right: AppID) -> Bool { left.index < right.index }
}

/// The apps of a phone, in the order of its setup.
public struct AppIDs: RandomAccessCollection, Hashable, Sendable {
  /// How many there are.
  public let count: Int

  /// The place of the first one.
  public var startIndex: Int { 0 }

  /// The place behind the last one.
  public var endIndex: Int { count }

  /// The app at that place.
  public subscript(place: Int) -> AppID { AppID(place) }
}
