// swift-tools-version: 6.2
import PackageDescription

/// The settings of all Swift targets.
///
/// Unsafe code must be marked, and warnings are errors on Linux, the only system where they are known. Imports are internal by default, so that modules do not expose
/// their dependencies by accident.
let bordering: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error, .when(platforms: [.linux])),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
/// The settings of targets that do not import C libraries.
///
/// The headers of C libraries redeclare types of libc, such as `pollfd` and `stat`. Which module owns these types then
/// changes with the optimization.
let settings = bordering + [.enableUpcomingFeature("MemberImportVisibility")]
/// The settings of the modules that stand in for Apple's.
///
/// A client in Swift 6 checks that a handler for the main actor is called on the main actor, but only if the module that
/// calls it is in the language mode of Swift 5, as Apple's modules are.
let standIn = settings + [.swiftLanguageMode(.v5)]

/// All tests run under the real-time sanitizer, which ends the process if code in a `RealtimeScope`
/// allocates, locks or waits. It cannot be combined with another sanitizer, which the environment
/// variable announces. Compilers before 6.3 do not have it.
#if compiler(>=6.3)
  let sanitizedTests: [LinkerSetting] =
    Context.environment["HAPTIC_OTHER_SANITIZER"] == nil
    ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : []
#else
  let sanitizedTests: [LinkerSetting] = []
#endif

/// The settings of targets that compute or compare the samples of tests.
///
/// Without optimization, this would take most of the time of all tests.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"])]

/// The products of other packages, each behind the trait without which the package is not fetched.
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser",
  condition: .when(traits: ["CommandLine"]))
let flyingFox = Target.Dependency.product(
  name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Studio"]))
let flyingSocks = Target.Dependency.product(
  name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Studio"]))

let package = Package(
  name: "swift-haptic-engine",
  // Apple's platforms build the simulated phone, which needs `Synchronization`. No Mac has tried it yet.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "haptic", targets: ["haptic"]),
    .executable(name: "haptic-studio", targets: ["haptic-studio"]),
    .library(name: "HapticEngine", targets: ["HapticEngine"]),
    .library(name: "HapticPerception", targets: ["HapticPerception"]),
    .library(name: "HapticFormats", targets: ["HapticFormats"]),
    .library(name: "HapticEditing", targets: ["HapticEditing"]),
    .library(name: "HapticListening", targets: ["HapticListening"]),
    .library(name: "HapticCharts", targets: ["HapticCharts"]),
    .library(name: "HapticLint", targets: ["HapticLint"]),
    .library(name: "Drawing", targets: ["Drawing"]),
    .library(name: "AudioSession", targets: ["AudioSession"]),
    .library(name: "AudioSessionAnalysis", targets: ["AudioSessionAnalysis"]),
    .library(name: "AudioSessionTesting", targets: ["AudioSessionTesting"]),
    // Tests that are driven by a scenario in YAML.
    .library(name: "AudioSessionScenarios", targets: ["AudioSessionScenarios"]),
    // Scenarios and outputs for an app's own code that runs as a program.
    .library(name: "PhoneProgram", targets: ["PhoneProgram"]),
    // Traits for Swift Testing, which it imports.
    .library(name: "AudioSessionTestTraits", targets: ["AudioSessionTestTraits"]),
    // Apple's names, backed by a simulated phone.
    .library(name: "PhoneFoundation", targets: ["PhoneFoundation"]),
    .library(name: "PhoneCoreHaptics", targets: ["PhoneCoreHaptics"]),
    .library(name: "PhoneAVFoundation", targets: ["PhoneAVFoundation"]),
    .library(name: "PhoneUIKit", targets: ["PhoneUIKit"]),
    .library(name: "PhoneMediaPlayer", targets: ["PhoneMediaPlayer"]),
    .library(name: "PhoneCallKit", targets: ["PhoneCallKit"]),
    .library(name: "PhoneAudioToolbox", targets: ["PhoneAudioToolbox"]),
    .library(name: "PhoneGameController", targets: ["PhoneGameController"]),
    .library(name: "PhoneUserNotifications", targets: ["PhoneUserNotifications"]),
    .library(name: "PhoneOS", targets: ["PhoneOS"]),
    .library(name: "PhoneRuntime", targets: ["PhoneRuntime"]),
    .library(name: "PhoneAudio", targets: ["PhoneAudio"]),
    .library(name: "PhoneSimulator", targets: ["PhoneSimulator"]),
    .library(name: "AudioOutput", targets: ["AudioOutput"]),
    // Outputs that need neither a device nor a C library: one with a clock, and one for tests.
    .library(name: "PacedOutput", targets: ["PacedOutput"]),
    .library(name: "RealtimeThreads", targets: ["RealtimeThreads"]),
    // The protocols between an engine and an output, for custom outputs and sources.
    .library(name: "Realtime", targets: ["Realtime"]),
    // Types in the interfaces of the other libraries, such as locations in files.
    .library(name: "TextFormats", targets: ["TextFormats"]),
  ],
  // A client that switches all of them off with `traits: []` fetches no other package. The programs need both.
  traits: [
    .default(enabledTraits: ["CommandLine", "Studio"]),
    .trait(
      name: "CommandLine",
      description: "The arguments of haptic and haptic-studio; needs swift-argument-parser."),
    .trait(name: "Studio", description: "The server of haptic-studio; needs FlyingFox."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    // The headers of the system's C libraries. The libraries are not linked: a program loads each when it
    // first needs it (`SystemLibrary`). Sources/CLibrary shows how their functions are declared.
    .systemLibrary(name: "CALSA", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CSndFile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSampleRate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CCairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CFFTW", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(name: "CLO", providers: [.apt(["liblo-dev"])]),

    // The types that both sides of the render boundary share.
    .target(name: "CRealtime"),
    .target(name: "Realtime", dependencies: ["CRealtime"], swiftSettings: settings),

    // The threads of outputs.
    .target(
      name: "RealtimeThreads", dependencies: ["CRealtime", "Realtime"], swiftSettings: settings),

    // Outputs that do not need a device, and the mix that all outputs share.
    .target(
      name: "PacedOutput", dependencies: ["Realtime", "RealtimeThreads"], swiftSettings: settings),

    // The arithmetic of the voices, for several kinds of processors.
    .target(name: "CKernels"),

    // The basis of all readers of files, and YAML.
    .target(name: "TextFormats", swiftSettings: settings),
    .target(name: "YAMLText", dependencies: ["TextFormats", "CYAML"], swiftSettings: bordering),

    // Parses the messages of Open Sound Control from the bytes of a packet.
    .target(name: "OSCPackets", dependencies: ["TextFormats", "CLO"], swiftSettings: bordering),

    // Patterns, synthesis, scheduling.
    .target(
      name: "HapticEngine", dependencies: ["Realtime", "TextFormats", "CKernels"],
      swiftSettings: settings),

    // Drawings over time, as values, SVG and PNG.
    .target(name: "Drawing", dependencies: ["TextFormats", "CCairo"], swiftSettings: bordering),

    // How strong patterns and sounds feel: a single model for judging, comparing and simplifying.
    .target(
      name: "HapticPerception", dependencies: ["HapticEngine", "Realtime", "TextFormats"],
      swiftSettings: settings),

    // Patterns in other text formats: the notation, the formats of other systems, named inputs.
    .target(
      name: "HapticFormats",
      dependencies: ["HapticEngine", "Realtime", "TextFormats"], swiftSettings: settings),

    // Edits of files that leave the rest unchanged, comparisons and merges.
    .target(
      name: "HapticEditing",
      dependencies: ["HapticEngine", "HapticPerception", "Realtime", "TextFormats"],
      swiftSettings: settings),

    // Patterns from sounds.
    .target(
      name: "HapticListening",
      dependencies: [
        "CFFTW", "HapticEngine", "HapticFormats", "HapticPerception", "Realtime", "TextFormats",
      ],
      swiftSettings: settings),

    // Charts of patterns and sounds.
    .target(
      name: "HapticCharts",
      dependencies: [
        "Drawing", "HapticEngine", "HapticFormats", "HapticListening", "HapticPerception",
        "Realtime", "TextFormats",
      ],
      swiftSettings: settings),

    // Checks patterns, sounds and apps against the guidelines, as written and as traced by a phone.
    .target(
      name: "HapticLint",
      dependencies: [
        "AudioSession", "HapticEditing", "HapticEngine", "HapticFormats", "HapticListening",
        "HapticPerception", "PhoneRuntime", "PhoneSimulator",
        "Realtime", "TextFormats", "YAMLText",
      ],
      swiftSettings: settings),

    // The policy of audio sessions: pure values without imports.
    .target(name: "AudioSession", swiftSettings: settings),

    // The policy as text, and the search through its states.
    .target(
      name: "AudioSessionAnalysis", dependencies: ["AudioSession"], swiftSettings: settings),

    // The policy under Apple's names, for the tests of apps.
    .target(
      name: "AudioSessionTesting",
      dependencies: ["AudioSession", "PhoneRuntime", "Realtime"],
      swiftSettings: settings),

    // Modules with the content of Apple's modules of the same names without `Phone`. A name that the tests of the policy
    // need is declared in AudioSessionTesting, and the others are declared here.
    .target(
      name: "PhoneCoreHaptics",
      dependencies: [
        "AudioSession", "AudioSessionTesting", "HapticEngine", "PacedOutput", "PhoneFoundation",
        "PhoneRuntime",
        "Realtime", "TextFormats",
      ],
      swiftSettings: standIn),
    .target(
      name: "PhoneAVFoundation",
      dependencies: [
        "AudioSession", "AudioSessionTesting", "HapticEngine", "PacedOutput", "PhoneAudio",
        "PhoneAudioToolbox", "PhoneFoundation",
        "PhoneRuntime", "Realtime", "TextFormats",
      ],
      swiftSettings: standIn),
    .target(
      name: "PhoneUIKit", dependencies: ["AudioSessionTesting", "PhoneFoundation"],
      swiftSettings: standIn),
    .target(
      name: "PhoneMediaPlayer",
      dependencies: ["AudioSessionTesting", "PhoneAVFoundation", "PhoneFoundation", "PhoneUIKit"],
      swiftSettings: standIn),
    .target(
      name: "PhoneCallKit", dependencies: ["AudioSessionTesting", "PhoneAVFoundation"],
      swiftSettings: standIn),
    .target(
      name: "PhoneGameController",
      dependencies: ["AudioSessionTesting", "PhoneCoreHaptics", "PhoneRuntime", "Realtime"],
      swiftSettings: standIn),
    .target(
      name: "PhoneAudioToolbox", dependencies: ["AudioSessionTesting", "PhoneFoundation"],
      swiftSettings: standIn),
    .target(
      name: "PhoneUserNotifications", dependencies: ["AudioSessionTesting", "PhoneFoundation"],
      swiftSettings: standIn),

    // What Linux's Foundation lacks and Apple's has.
    .target(
      name: "PhoneFoundation", dependencies: ["AudioSessionTesting"], swiftSettings: standIn),
    .target(name: "PhoneOS", swiftSettings: standIn),

    // Tells what of an app's sources compiles on Linux, and rewrites what needs the Objective-C runtime.
    .target(name: "AppPorting", dependencies: ["TextFormats"], swiftSettings: settings),

    // Scenarios that drive the code of an app. They are a separate module because they need YAML and the
    // scenario language, which the tests of most apps do not need.
    .target(
      name: "AudioSessionScenarios",
      dependencies: [
        "AudioSession", "AudioSessionTesting", "PhoneRuntime", "PhoneSimulator", "TextFormats",
      ],
      swiftSettings: settings),

    // What the environment variables of a program need. The C module calls the other one before the program starts.
    .target(name: "CPhoneProgram"),
    .target(
      name: "PhoneProgram",
      dependencies: [
        "AudioOutput", "AudioSessionScenarios", "AudioSessionTesting", "CPhoneProgram",
        "PhoneRuntime", "Realtime",
      ],
      swiftSettings: settings),

    // Traits for Swift Testing, which AudioSessionTesting does not import.
    .target(
      name: "AudioSessionTestTraits",
      dependencies: [
        "AudioSession", "AudioSessionAnalysis", "AudioSessionTesting", "PhoneRuntime", "Realtime",
      ],
      swiftSettings: settings),

    // Carries out the decisions of the policy.
    .target(
      name: "PhoneRuntime",
      dependencies: ["AudioSession", "HapticEngine", "Realtime", "TextFormats"],
      swiftSettings: settings),

    // The sound of a phone: each app's sound and haptic engines, mixed according to the policy.
    .target(
      name: "PhoneAudio",
      dependencies: ["AudioSession", "CRealtime", "HapticEngine", "PhoneRuntime", "Realtime"],
      swiftSettings: settings),

    // A phone, its apps and its events. Scenarios, which name the engine's presets and its reasons to
    // stop.
    .target(
      name: "PhoneSimulator",
      dependencies: [
        "AudioSession", "AudioSessionAnalysis", "Drawing", "HapticEngine", "PhoneAudio",
        "PhoneRuntime", "Realtime", "TextFormats", "YAMLText",
      ],
      swiftSettings: settings),

    // Outputs, which pull blocks from an engine.
    .target(
      name: "AudioOutput",
      dependencies: [
        "PacedOutput", "Realtime", "RealtimeThreads", "TextFormats", "CALSA", "CSndFile",
        "CSampleRate",
      ],
      swiftSettings: bordering),

    // The command line.
    .executableTarget(
      name: "haptic",
      dependencies: [
        "AppPorting", "HapticEngine", "HapticCharts", "HapticEditing", "HapticFormats",
        "HapticListening",
        "HapticPerception", "HapticLint", "AudioOutput", "Drawing", "Realtime", "RealtimeThreads",
        "AudioSession",
        "AudioSessionAnalysis", "OSCPackets", "PhoneAudio", "PhoneRuntime", "PhoneSimulator",
        "TextFormats",
        argumentParser,
      ],
      swiftSettings: settings),

    // The editor in the browser: a server, and the page that it shows. The program is a separate one, so that
    // `haptic` starts without the server and without more of Foundation.
    .target(
      name: "Studio",
      dependencies: [
        "AudioOutput", "AudioSession", "AudioSessionAnalysis", "Drawing", "HapticCharts",
        "HapticEditing", "HapticEngine", "HapticFormats", "HapticLint", "HapticListening",
        "HapticPerception", "PacedOutput", "PhoneAudio", "PhoneRuntime", "PhoneSimulator",
        "Realtime", "TextFormats",
        flyingFox,
        flyingSocks,
      ],
      resources: [.embedInCode("Page")], swiftSettings: settings),
    .executableTarget(
      name: "haptic-studio",
      dependencies: [
        "HapticEngine", "Studio", "TextFormats",
        argumentParser,
      ],
      swiftSettings: settings),

    // Shared by several test targets: random patterns and the reference of the signal.
    .target(
      name: "TestSupport",
      dependencies: ["AudioSession", "HapticEngine", "PhoneAudio", "PhoneRuntime", "Realtime"],
      path: "Tests/TestSupport",
      swiftSettings: settings + optimized),
    // Counts the calls that rendering makes. It is a separate program on which no test target depends,
    // because its replacements of malloc and related functions would conflict with those of the
    // real-time sanitizer.
    .target(name: "RealtimeProbe", path: "Tests/RealtimeProbe"),
    .executableTarget(
      name: "RenderProbe", dependencies: ["RealtimeProbe", "Realtime", "TestSupport"],
      path: "Tests/RenderProbe", swiftSettings: settings),
    // A small app that runs as a program, on the phone that the environment describes.
    .executableTarget(
      name: "ProgramProbe",
      dependencies: ["PhoneAVFoundation", "PhoneCoreHaptics", "PhoneProgram"],
      path: "Tests/ProgramProbe", swiftSettings: standIn),
    // The standard workloads, measured by scripts/bench.
    .executableTarget(
      name: "HapticBench",
      dependencies: [
        "AudioOutput", "AudioSession", "HapticEngine", "PhoneAudio", "PhoneRuntime",
        "PhoneSimulator", "Realtime", "TextFormats",
        argumentParser,
      ],
      path: "Benchmarks/HapticBench", swiftSettings: settings),
    // All test targets are linked into one program, so the linker settings of one apply to all.
    .testTarget(
      name: "HapticEngineTests",
      dependencies: ["HapticEngine", "Realtime", "RealtimeThreads", "TextFormats", "TestSupport"],
      swiftSettings: settings, linkerSettings: sanitizedTests),
    .testTarget(
      name: "TextFormatsTests", dependencies: ["TextFormats", "YAMLText", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "HapticAuthoringTests",
      dependencies: [
        "AudioOutput", "AudioSession", "Drawing", "HapticCharts", "HapticEditing", "HapticEngine",
        "HapticFormats", "HapticLint", "HapticListening", "HapticPerception",
        "PhoneRuntime", "PhoneSimulator", "Realtime", "TestSupport", "TextFormats",
      ],
      swiftSettings: settings + optimized),
    .testTarget(
      name: "AudioSessionTests",
      dependencies: ["AudioSession", "AudioSessionAnalysis", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AudioSessionAnalysisTests",
      dependencies: ["AudioSessionAnalysis", "AudioSession", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PhoneRuntimeTests",
      dependencies: [
        "PhoneRuntime", "PhoneSimulator", "AudioSessionTesting", "AudioSession", "PacedOutput",
        "HapticEngine", "Realtime", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PhoneAudioTests",
      dependencies: [
        "AudioSession", "HapticEngine", "PhoneAudio", "PhoneRuntime", "PhoneSimulator", "Realtime",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PhoneSimulatorTests",
      dependencies: [
        "PhoneSimulator", "PhoneRuntime", "AudioSession", "AudioSessionAnalysis", "HapticEngine",
        "Realtime", "TextFormats", "Drawing",
      ],
      exclude: ["Scenarios"], swiftSettings: settings),
    .testTarget(
      name: "AudioSessionTestingTests",
      dependencies: [
        "AudioSessionScenarios", "AudioSessionTesting", "AudioSessionTestTraits", "AudioSession",
        "HapticEngine", "PacedOutput", "PhoneRuntime", "Realtime",
      ],
      swiftSettings: settings),
    // An example of a test suite that uses AudioSessionTesting: an app's player and its tests.
    .testTarget(
      name: "PlayerTests",
      dependencies: [
        "AudioSessionScenarios", "AudioSessionTesting", "AudioSessionTestTraits", "HapticEngine",
        "PacedOutput", "PhoneRuntime",
      ],
      path: "Examples/PlayerTests", swiftSettings: settings),
    // An example of an app's own sources and their tests. The sources import Apple's modules; on Linux, the names stand for
    // the modules of this package.
    .testTarget(
      name: "AppTests",
      dependencies: [
        "AudioSessionTestTraits", "AudioSessionTesting", "PhoneAVFoundation", "PhoneCoreHaptics",
        "PhoneMediaPlayer", "PhoneUIKit",
      ],
      path: "Examples/App",
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .unsafeFlags(
          ["AVFoundation", "CoreHaptics", "MediaPlayer", "UIKit"].flatMap {
            ["-module-alias", "\($0)=Phone\($0)"]
          }
            // Swift Testing has additions for Apple's UIKit.
            + ["-Xfrontend", "-disable-cross-import-overlays"]),
      ]),
    .testTarget(
      name: "StudioTests",
      dependencies: [
        "Studio", "AudioSession", "HapticCharts", "HapticEditing", "HapticEngine", "HapticFormats",
        "HapticPerception", "PhoneSimulator", "Realtime", "TextFormats",
        flyingFox,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PhoneFacesTests",
      dependencies: [
        "AppPorting", "AudioSession", "AudioSessionTesting", "AudioSessionTestTraits",
        "HapticEngine", "PacedOutput",
        "PhoneAVFoundation", "PhoneAudio", "PhoneAudioToolbox", "PhoneCallKit", "PhoneCoreHaptics",
        "PhoneFoundation", "PhoneGameController", "PhoneMediaPlayer", "PhoneOS", "PhoneRuntime",
        "PhoneUIKit",
        "PhoneUserNotifications", "Realtime", "TestSupport",
        "TextFormats",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "haptic", "AppPorting", "AudioOutput", "PacedOutput", "PhoneAudio", "Realtime",
        "RealtimeThreads",
        "AudioSession", "AudioSessionAnalysis", "Drawing",
        "HapticCharts", "HapticEditing", "HapticEngine", "HapticFormats", "HapticLint",
        "HapticListening", "HapticPerception", "OSCPackets", "PhoneRuntime", "PhoneSimulator",
        "TextFormats", "TestSupport", "YAMLText",
      ],
      exclude: ["Snapshots"], swiftSettings: settings),
    .testTarget(
      name: "AudioOutputTests",
      dependencies: [
        "AudioOutput", "HapticEngine", "PacedOutput", "Realtime", "RealtimeThreads", "CSndFile",
      ],
      swiftSettings: settings, linkerSettings: [.linkedLibrary("sndfile")]),
  ],
  swiftLanguageModes: [.v6]
)

/// `scripts/test` sets `HAPTIC_TEST_RUN`. Without optimization, most of the time of all tests goes into the search
/// through the states of the policy, long notations, renders and the analysis of sounds. Only the scripts set it,
/// because packages that depend on a version reject libraries with unsafe flags.
if Context.environment["HAPTIC_TEST_RUN"] != nil {
  let optimized: Set = [
    "AudioSession", "AudioSessionAnalysis", "HapticEngine", "HapticFormats", "HapticListening",
    "HapticPerception", "PhoneRuntime",
  ]
  let flags: SwiftSetting = .unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"])
  for target in package.targets where optimized.contains(target.name) {
    target.swiftSettings = settings + [flags]
  }
}

/// `scripts/release-program` sets `HAPTIC_PROGRAM_BUILD`. A fifth of the processor time of a release build would go
/// into optimizing these modules, which read, print and drive the others. Without it, `session run` takes up to 1.9
/// times as long, some hundredths of a second. Edits and charts are not slower. Only the script sets it, for the same
/// reason.
if Context.environment["HAPTIC_PROGRAM_BUILD"] != nil {
  let drivers: Set = ["haptic", "PhoneSimulator"]
  for target in package.targets where drivers.contains(target.name) {
    target.swiftSettings = settings + [.unsafeFlags(["-Onone"])]
  }
  // The Foundation of the studio's server can also be a client of other servers. A static library does not name what it
  // links, and that part of it needs libcurl.
  for target in package.targets where target.name == "haptic-studio" {
    target.linkerSettings = [.linkedLibrary("curl")]
  }
}

/// Each sanitizer has a separate build, which does not need everything. If `HAPTIC_TESTS` lists test
/// targets, only these and their dependencies are built.
if let tests = Context.environment["HAPTIC_TESTS"] {
  var needed = Set(tests.split(whereSeparator: \.isWhitespace).map(String.init))
  var unread = Array(needed)
  while let name = unread.popLast() {
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      if case .byNameItem(let name, _) = dependency, needed.insert(name).inserted {
        unread.append(name)
      }
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { !needed.contains($0.name) }
}
