extension LinuxModule {
  /// The property wrapper of SwiftUI that models use as well as views.
  ///
  /// Source: the page of `AppStorage`, which lists the types of values.
  static let appStorage = """

    /// A value in the user defaults.
    ///
    /// Unlike SwiftUI's, it lacks a binding, and an observable object does not report its changes.
    @propertyWrapper public struct AppStorage<Value> {
      private let read: () -> Value
      private let write: (Value) -> Void

      public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
      }

      private init(
        _ key: String, _ store: UserDefaults?, _ read: @escaping (UserDefaults) -> Value,
        _ stored: @escaping (Value) -> (any _AppStorable)?
      ) {
        let store = store ?? .standard
        self.read = { read(store) }
        write = { value in
          if let value = stored(value) { value._store(key, in: store) } else { store.removeObject(forKey: key) }
        }
      }

      public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value: _AppStorable {
        self.init(key, store, { Value._stored(key, in: $0) ?? wrappedValue }, { $0 })
      }

      public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
      where Value: RawRepresentable, Value.RawValue: _AppStorable {
        self.init(
          key, store, { Value.RawValue._stored(key, in: $0).flatMap(Value.init(rawValue:)) ?? wrappedValue },
          { $0.rawValue })
      }

      public init<Stored: _AppStorable>(_ key: String, store: UserDefaults? = nil) where Value == Stored? {
        self.init(key, store, { Stored._stored(key, in: $0) }, { $0 })
      }

      public init<Stored: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
      where Value == Stored?, Stored.RawValue: _AppStorable {
        self.init(
          key, store, { Stored.RawValue._stored(key, in: $0).flatMap(Stored.init(rawValue:)) },
          { $0?.rawValue })
      }
    }

    /// A type of values that the user defaults store.
    public protocol _AppStorable {
      static func _stored(_ key: String, in store: UserDefaults) -> Self?
      func _store(_ key: String, in store: UserDefaults)
    }

    extension _AppStorable {
      public static func _stored(_ key: String, in store: UserDefaults) -> Self? {
        store.object(forKey: key) as? Self
      }
      public func _store(_ key: String, in store: UserDefaults) { store.set(self, forKey: key) }
    }

    extension Bool: _AppStorable {
      public static func _stored(_ key: String, in store: UserDefaults) -> Bool? {
        store.object(forKey: key).map { _ in store.bool(forKey: key) }
      }
    }
    extension Int: _AppStorable {
      public static func _stored(_ key: String, in store: UserDefaults) -> Int? {
        store.object(forKey: key).map { _ in store.integer(forKey: key) }
      }
    }
    extension Double: _AppStorable {
      public static func _stored(_ key: String, in store: UserDefaults) -> Double? {
        store.object(forKey: key).map { _ in store.double(forKey: key) }
      }
    }
    extension String: _AppStorable {}
    extension Data: _AppStorable {}
    extension Date: _AppStorable {}
    // Foundation on Linux stores only the path of a URL.
    extension URL: _AppStorable {
      public static func _stored(_ key: String, in store: UserDefaults) -> URL? {
        store.string(forKey: key).flatMap { URL(string: $0) }
      }
      public func _store(_ key: String, in store: UserDefaults) { store.set(absoluteString, forKey: key) }
    }

    """
}
