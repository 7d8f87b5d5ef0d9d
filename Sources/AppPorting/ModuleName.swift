/// The names that an app's module can have in a package on Linux.
public enum ModuleName {
  /// Returns why the module of an app cannot be called `name`; nil if it can.
  public static func refusal(of name: String) -> String? {
    if name.isEmpty || name.first?.isNumber == true
      || !name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    {
      return "a module's name consists of letters, digits and _, and begins with a letter or _"
    }
    return reserved.first { $0.names.contains(name) }.map(\.reason)
  }

  /// The names that are taken, and by what.
  private static let reserved: [(names: Set<String>, reason: String)] = [
    (keywords, "this is a word of the Swift language"),
    (Set((LinuxModule.all + LinuxModule.imported).map(\.name)), "the app imports Apple's module"),
    (toolchain, "a module of the Swift toolchain has this name"),
    (project, "a module of swift-haptic-engine or of its packages has this name"),
  ]

  /// The words that Swift reserves everywhere, and `main`, which the compiler reserves.
  ///
  /// Source: The Swift Programming Language, "Keywords and Punctuation".
  private static let keywords: Set = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "operator", "precedencegroup", "private", "protocol",
    "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break", "case",
    "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if",
    "in",
    "repeat", "return", "switch", "throw", "where", "while", "Any", "as", "false", "is", "nil",
    "self", "Self", "super", "throws", "true", "try", "_", "main",
  ]

  /// Source: the modules in `usr/lib/swift/linux` of the toolchain 6.3.
  private static let toolchain: Set = [
    "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
    "Observation", "RegexBuilder", "Runtime", "Swift", "SwiftOnoneSupport", "Synchronization",
    "Testing", "XCTest", "_Concurrency", "_StringProcessing",
  ]

  /// The targets of this project, and of OpenCombine.
  static let project: Set = [
    "AppPorting", "AudioOutput", "AudioSession", "AudioSessionAnalysis",
    "AudioSessionScenarios", "AudioSessionTestTraits", "AudioSessionTesting", "CALSA", "CCairo",
    "CFFTW", "CKernels", "CLO", "CLibrary", "CPhoneProgram", "CRealtime", "CSampleRate",
    "CSndFile", "CYAML", "Drawing", "HapticCharts", "HapticEditing", "HapticEngine",
    "HapticFormats", "HapticLint", "HapticListening", "HapticPerception", "OSCPackets",
    "PacedOutput", "PhoneAVFoundation", "PhoneAudio", "PhoneAudioToolbox", "PhoneCallKit",
    "PhoneCoreHaptics", "PhoneFoundation", "PhoneGameController", "PhoneMediaPlayer", "PhoneOS",
    "PhoneProgram", "PhoneRuntime", "PhoneSimulator", "PhoneUIKit", "PhoneUserNotifications",
    "Realtime", "RealtimeThreads", "Studio", "TextFormats", "YAMLText", "haptic",
    "haptic-studio", "OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation",
    "COpenCombineHelpers",
  ]
}
