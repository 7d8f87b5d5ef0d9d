/// The apps whose sessions are active, the last to have started something first.
///
/// An app comes to the front when its session is activated, when its input starts, and when its
/// output starts without input beside it. The order decides between sessions that are alike about
/// the route, the volume buttons and remote commands, and about nothing else, so that it holds no
/// app that is not active. Source: our choice of what can be said of "the last started", which the
/// order of the apps in a file cannot be.
public struct StartOrder: Hashable, Sendable {
  /// Four bits for each app, the first of them lowest; zero behind the last.
  private var word: UInt64 = 0
  /// How many apps are in it.
  public private(set) var count = 0

  /// No app has started anything.
  public init() {}

  /// An order of the apps, the first to start something first.
  public init(oldestFirst apps: some Sequence<AppID>) {
    for app in apps { bringToFront(app) }
  }

  /// Puts an app before all others.
  package mutating func bringToFront(_ app: AppID) {
    remove(app)
    word = word << 4 | UInt64(app.index)
    count += 1
  }

  /// Takes an app out, if it is in it.
  package mutating func remove(_ app: AppID) {
    guard let place = firstIndex(of: app) else { return }
    let shift = UInt64(place) * 4
    let ahead = word & (1 << shift - 1)
    word = ((word >> shift) >> 4) << shift | ahead
    count -= 1
  }
}

extension StartOrder: RandomAccessCollection {
  /// The place of the app that started something last.
  public var startIndex: Int { 0 }

  /// The place behind the last one.
  public var endIndex: Int { count }

  /// The app at that place.
  public subscript(place: Int) -> AppID { AppID(Int(word >> (UInt64(place) * 4) & 15)) }
}
