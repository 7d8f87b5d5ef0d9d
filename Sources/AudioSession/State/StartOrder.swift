/// The apps whose sessions are active, the most recently started first.
///
/// An app moves to the front when its session is activated, when its input starts, and when its output starts while its
/// input is not running. The order only breaks ties between sessions that are otherwise equal for the route, the volume
/// buttons and remote commands. Therefore it contains only active apps. Source: our choice. Which app started last
/// cannot be derived from the order of the apps in a file.
public struct StartOrder: Hashable, Sendable {
  /// Four bits for each app, with the first app in the lowest bits; zero after the last app.
  private var word: UInt64 = 0
  /// The number of apps.
  public private(set) var count = 0

  /// An empty order.
  public init() {}

  /// Creates an order from apps listed oldest first.
  public init(oldestFirst apps: some Sequence<AppID>) {
    for app in apps { bringToFront(app) }
  }

  /// Moves an app to the front.
  package mutating func bringToFront(_ app: AppID) {
    remove(app)
    word = word << 4 | UInt64(app.index)
    count += 1
  }

  /// Removes an app, if present.
  package mutating func remove(_ app: AppID) {
    guard let place = firstIndex(of: app) else { return }
    let shift = UInt64(place) * 4
    let ahead = word & (1 << shift - 1)
    word = ((word >> shift) >> 4) << shift | ahead
    count -= 1
  }
}

extension StartOrder: RandomAccessCollection {
  /// The index of the app that started most recently.
  public var startIndex: Int { 0 }

  /// The index after the last app.
  public var endIndex: Int { count }

  /// The app at that index.
  public subscript(place: Int) -> AppID { AppID(Int(word >> (UInt64(place) * 4) & 15)) }
}
