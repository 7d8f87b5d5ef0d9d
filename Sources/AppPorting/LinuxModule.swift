/// A module with the name of one of Apple's, and the modules that it re-exports.
public struct LinuxModule: Hashable, Sendable {
  /// The name, as apps import it.
  public let name: String
  /// The products of this project that the module re-exports.
  public var products: [String] = []
  /// The products of OpenCombine that the module re-exports.
  var openCombine: [String] = []
  /// The other modules of the package that the module re-exports.
  var modules: [String] = []

  /// The project that implements Combine on Linux, and its minimum version.
  static let openCombine = (url: "https://github.com/OpenCombine/OpenCombine", version: "0.14.0")

  /// The modules that every package receives.
  public static let all = [
    LinuxModule(name: "AudioToolbox", products: ["PhoneAudioToolbox"]),
    LinuxModule(name: "AVFAudio", products: ["PhoneAVFoundation"]),
    LinuxModule(name: "AVFoundation", products: ["PhoneAVFoundation"]),
    LinuxModule(name: "AVKit", products: ["PhoneAVFoundation", "PhoneUIKit"]),
    LinuxModule(name: "CallKit", products: ["PhoneCallKit"]),
    LinuxModule(name: "CoreHaptics", products: ["PhoneCoreHaptics"]),
    LinuxModule(name: "MediaPlayer", products: ["PhoneMediaPlayer"]),
    LinuxModule(name: "UIKit", products: ["PhoneUIKit"]),
    LinuxModule(name: "UserNotifications", products: ["PhoneUserNotifications"]),
  ]

  /// The modules that a package receives only if the app imports them.
  ///
  /// Combine takes some seconds to build. A module called SwiftUI also makes `canImport(SwiftUI)` true, and it does not
  /// have views.
  public static let imported = [
    combine,
    LinuxModule(name: "CoreGraphics", products: ["PhoneFoundation"]),
    LinuxModule(name: "CoreMedia", products: ["PhoneAVFoundation"]),
    LinuxModule(name: "GameController", products: ["PhoneGameController"]),
    LinuxModule(name: "os", products: ["PhoneOS"]),
    LinuxModule(name: "OSLog", products: ["PhoneOS"]),
    LinuxModule(name: "QuartzCore", products: ["PhoneFoundation"]),
    LinuxModule(name: "SwiftUI", products: ["PhoneUIKit"], modules: ["Combine"]),
  ]

  private static let combine = LinuxModule(
    name: "Combine", products: ["PhoneFoundation"],
    openCombine: ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"])

  /// Returns the modules of a package for an app that imports the modules called `names`.
  ///
  /// If the app uses Combine, every module re-exports it, as Apple's do through Foundation.
  static func modules(imported names: Set<String>) -> [LinuxModule] {
    var found = all + imported.filter { names.contains($0.name) }
    guard found.contains(where: { $0 == combine || $0.modules.contains(combine.name) }) else {
      return found
    }
    if !found.contains(combine) { found.append(combine) }
    return found.map { module in
      var module = module
      if module != combine, !module.modules.contains(combine.name) {
        module.modules.append(combine.name)
      }
      return module
    }
  }

  /// The source of the module.
  var source: String {
    (products + openCombine + modules).map { "@_exported import \($0)\n" }.joined()
      + (openCombine.isEmpty ? "" : Self.propertyPublisher)
      + (name == "SwiftUI" ? Self.appStorage : "")
  }

  /// The publisher of a property, which needs both OpenCombine and this project.
  private static let propertyPublisher = """

    extension _KeyValueCodingAndObserving {
      /// Returns a publisher of a property, which observes the property while it has a subscriber.
      public func publisher<Value>(
        for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
      ) -> AnyPublisher<Value, Never> {
        Deferred { () -> AnyPublisher<Value, Never> in
          func changes<Values: Subject>(_ values: Values) -> AnyPublisher<Value, Never>
          where Values.Output == Value, Values.Failure == Never {
            let observation = self.observe(keyPath) { object, _ in values.send(object[keyPath: keyPath]) }
            return values.handleEvents(receiveCancel: { observation.invalidate() }).eraseToAnyPublisher()
          }
          return options.contains(.initial)
            ? changes(CurrentValueSubject(self[keyPath: keyPath])) : changes(PassthroughSubject())
        }.eraseToAnyPublisher()
      }
    }

    """
}
