/// A file that a target of a package has in addition to the app's files.
///
/// A declaration in the target itself is preferred over that of Foundation, so that the app's files stay unchanged.
enum LinuxSupport {
  /// Writes the source of the file.
  ///
  /// - Parameters:
  ///   - bundle: the name of the bundle with the resources of the target; nil for none.
  ///   - app: the name of the app's module, if the target contains its tests and the app has resources.
  /// - Returns: the source of the file.
  static func source(bundle: String?, app: String? = nil) -> String {
    let imports = ["Foundation", "PhoneFoundation"] + (app.map { [$0] } ?? [])
    return "// What Foundation on Linux answers otherwise than an iPhone.\n"
      + imports.map { "import \($0)\n" }.joined() + thread + resources(bundle, app)
  }

  /// The main queue is the main thread, although it can have another thread on Linux.
  private static let thread = """

    extension Foundation.Thread {
      static var isMainThread: Bool { isOnMainQueue }
      var isMainThread: Bool {
        self === Foundation.Thread.current
          ? Foundation.Thread.isOnMainQueue : self === Foundation.Thread.mainThread
      }
    }

    """

  /// The app's bundle contains the resources of its target, and that of its tests those of theirs.
  ///
  /// `Bundle.module` cannot be used, because SwiftPM derives it from `Bundle.main`.
  private static func resources(_ bundle: String?, _ app: String?) -> String {
    guard bundle != nil || app != nil else { return "" }
    let own = bundle.map {
      """

      \(app == nil ? "package" : "private") var \(app == nil ? "linuxResources" : "testResources"): Foundation.Bundle {
        let program = Foundation.URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folder = program.deletingLastPathComponent()
        return Foundation.Bundle(url: folder.appendingPathComponent(\(LinuxPackage.quoted($0))))
          ?? Foundation.Bundle(url: folder)!
      }

      """
    }
    let isApp = app.map { "String(reflecting: aClass).hasPrefix(\"\($0).\") ? linuxResources : " }
    let others = app == nil || bundle == nil ? "linuxResources" : "testResources"
    return (own ?? "") + """

      extension Foundation.Bundle {
        static var main: Foundation.Bundle { linuxResources }
        convenience init(for aClass: AnyClass) {
          self.init(url: (\(isApp ?? "")\(others)).bundleURL)!
        }
      }

      """
  }
}
