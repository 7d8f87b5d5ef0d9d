// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: unsafe code must say so, warnings stop the build, and
/// imports are explicit, so that a module cannot lean on another one by accident.
let bordering: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]
/// Not where C libraries are imported: their headers declare types of the C library's (`pollfd`,
/// `stat`) again, and which module those then belong to changes with the optimisation.
let settings = bordering + [.enableUpcomingFeature("MemberImportVisibility")]

/// All tests run under the real-time sanitizer: whatever allocates, locks or waits in a
/// `RealtimeScope` ends them. Not together with another sanitizer, which is what the environment
/// variable says; compilers before 6.3 do not have it.
#if compiler(>=6.3)
  let sanitizedTests: [LinkerSetting] =
    Context.environment["HAPTIC_OTHER_SANITIZER"] == nil
    ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : []
#else
  let sanitizedTests: [LinkerSetting] = []
#endif

/// What computes the samples that tests compare, and compares them: without optimisation that is most
/// of the time of all tests.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"])]

/// The documentation's plugin, only for those who build the documentation.
let documentation: [Package.Dependency] =
  Context.environment["HAPTIC_DOCUMENTATION"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0")]

let package = Package(
  name: "swift-haptic-engine",
  products: [
    .executable(name: "haptic", targets: ["haptic"]),
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
    // For tests that are driven by a scenario in YAML.
    .library(name: "AudioSessionScenarios", targets: ["AudioSessionScenarios"]),
    // For tests with Swift Testing, which it imports.
    .library(name: "AudioSessionTestTraits", targets: ["AudioSessionTestTraits"]),
    .library(name: "PhoneRuntime", targets: ["PhoneRuntime"]),
    .library(name: "PhoneAudio", targets: ["PhoneAudio"]),
    .library(name: "PhoneSimulator", targets: ["PhoneSimulator"]),
    .library(name: "AudioOutput", targets: ["AudioOutput"]),
    // Outputs without a device, which need no C library: a clock's and a test's.
    .library(name: "PacedOutput", targets: ["PacedOutput"]),
    .library(name: "RealtimeThreads", targets: ["RealtimeThreads"]),
    // The border between the two, which an output or a source of one's own implements.
    .library(name: "Realtime", targets: ["Realtime"]),
    // Types of which the interfaces of the others speak, such as places in files.
    .library(name: "TextFormats", targets: ["TextFormats"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ] + documentation,
  targets: [
    // C libraries of the system. Their headers only: nothing is linked, so that a program loads the
    // library when it first needs it, not when it starts (`SystemLibrary`); how that is declared is
    // in Sources/CLibrary.
    .systemLibrary(name: "CALSA", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CSndFile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSampleRate", providers: [.apt(["libsamplerate0-dev"])]),
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CCairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CFFTW", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(name: "CLO", providers: [.apt(["liblo-dev"])]),

    // What both sides of the render boundary share.
    .target(name: "CRealtime"),
    .target(name: "Realtime", dependencies: ["CRealtime"], swiftSettings: settings),

    // The threads of outputs.
    .target(
      name: "RealtimeThreads", dependencies: ["CRealtime", "Realtime"], swiftSettings: settings),

    // Outputs that need no device, and the mix that all outputs share.
    .target(
      name: "PacedOutput", dependencies: ["Realtime", "RealtimeThreads"], swiftSettings: settings),

    // The arithmetic of the voices, for several kinds of processor.
    .target(name: "CKernels"),

    // What every reader of a file needs, and YAML.
    .target(name: "TextFormats", swiftSettings: settings),
    .target(name: "YAMLText", dependencies: ["TextFormats", "CYAML"], swiftSettings: bordering),

    // The messages of Open Sound Control, out of the bytes of a packet.
    .target(name: "OSCPackets", dependencies: ["TextFormats", "CLO"], swiftSettings: bordering),

    // Patterns, synthesis, scheduling.
    .target(
      name: "HapticEngine", dependencies: ["Realtime", "TextFormats", "CKernels"],
      swiftSettings: settings),

    // Pictures over time as values, and as SVG and PNG.
    .target(name: "Drawing", dependencies: ["TextFormats", "CCairo"], swiftSettings: bordering),

    // How strong patterns and sounds feel: one model for all that judges, compares and simplifies.
    .target(
      name: "HapticPerception", dependencies: ["HapticEngine", "Realtime", "TextFormats"],
      swiftSettings: settings),

    // Patterns as text of other kinds: the notation, the formats of other systems, named inputs.
    .target(
      name: "HapticFormats",
      dependencies: ["HapticEngine", "Realtime", "TextFormats"], swiftSettings: settings),

    // Changing a file and nothing else of it, comparing, merging.
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

    // What is drawn of patterns and sounds.
    .target(
      name: "HapticCharts",
      dependencies: [
        "Drawing", "HapticEngine", "HapticFormats", "HapticListening", "HapticPerception",
        "Realtime", "TextFormats",
      ],
      swiftSettings: settings),

    // Judging patterns, sounds and apps by the guidelines: what is written, and what a phone has traced.
    .target(
      name: "HapticLint",
      dependencies: [
        "AudioSession", "HapticEditing", "HapticEngine", "HapticFormats", "HapticListening",
        "HapticPerception", "PhoneRuntime", "PhoneSimulator",
        "Realtime", "TextFormats", "YAMLText",
      ],
      swiftSettings: settings),

    // The policy of audio sessions: a pure value, no imports.
    .target(name: "AudioSession", swiftSettings: settings),

    // The policy in words, and the search through its states.
    .target(
      name: "AudioSessionAnalysis", dependencies: ["AudioSession"], swiftSettings: settings),

    // Apple's names over it, for the tests of apps.
    .target(
      name: "AudioSessionTesting",
      dependencies: ["AudioSession", "PhoneRuntime", "Realtime"],
      swiftSettings: settings),

    // Scenarios that drive the code of an app. A module of its own, because they need YAML and the
    // scenario language, which the tests of most apps do not.
    .target(
      name: "AudioSessionScenarios",
      dependencies: [
        "AudioSession", "AudioSessionTesting", "PhoneRuntime", "PhoneSimulator", "TextFormats",
      ],
      swiftSettings: settings),

    // Traits of Swift Testing, which AudioSessionTesting does without.
    .target(
      name: "AudioSessionTestTraits",
      dependencies: [
        "AudioSession", "AudioSessionAnalysis", "AudioSessionTesting", "PhoneRuntime", "Realtime",
      ],
      swiftSettings: settings),

    // What carries out what the policy decides.
    .target(
      name: "PhoneRuntime",
      dependencies: ["AudioSession", "HapticEngine", "Realtime", "TextFormats"],
      swiftSettings: settings),

    // What a phone sounds like: each app's sound and haptic engines, mixed as the policy says.
    .target(
      name: "PhoneAudio",
      dependencies: ["AudioSession", "CRealtime", "HapticEngine", "PhoneRuntime", "Realtime"],
      swiftSettings: settings),

    // A phone, its apps and what happens to them; scenarios, which name the engine's presets and
    // reasons to stop.
    .target(
      name: "PhoneSimulator",
      dependencies: [
        "AudioSession", "AudioSessionAnalysis", "Drawing", "HapticEngine", "PhoneAudio",
        "PhoneRuntime", "Realtime", "TextFormats", "YAMLText",
      ],
      swiftSettings: settings),

    // What pulls blocks out of an engine.
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
        "HapticEngine", "HapticCharts", "HapticEditing", "HapticFormats", "HapticListening",
        "HapticPerception", "HapticLint", "AudioOutput", "Drawing", "Realtime", "RealtimeThreads",
        "AudioSession",
        "AudioSessionAnalysis", "OSCPackets", "PhoneAudio", "PhoneRuntime", "PhoneSimulator",
        "TextFormats",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // What several test targets need: random patterns and the reference of the signal.
    .target(
      name: "TestSupport",
      dependencies: ["AudioSession", "HapticEngine", "PhoneAudio", "PhoneRuntime", "Realtime"],
      path: "Tests/TestSupport",
      swiftSettings: settings + optimised),
    // What rendering calls, counted. A program of its own, on which no test target depends: there
    // its stand-ins for malloc and its kin would get in the way of the real-time sanitizer's.
    .target(name: "RealtimeProbe", path: "Tests/RealtimeProbe"),
    .executableTarget(
      name: "RenderProbe", dependencies: ["RealtimeProbe", "Realtime", "TestSupport"],
      path: "Tests/RenderProbe", swiftSettings: settings),
    // The standard workloads, measured by scripts/bench.
    .executableTarget(
      name: "HapticBench",
      dependencies: [
        "AudioOutput", "AudioSession", "HapticEngine", "PhoneAudio", "PhoneRuntime",
        "PhoneSimulator", "Realtime", "TextFormats",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/HapticBench", swiftSettings: settings),
    // All test targets are linked into one program, so that the linker settings of one do for all.
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
      swiftSettings: settings + optimised),
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
        "HapticEngine", "PhoneRuntime", "Realtime",
      ],
      swiftSettings: settings),
    // What a test suite looks like that uses it: an app's player and its tests.
    .testTarget(
      name: "PlayerTests",
      dependencies: [
        "AudioSessionScenarios", "AudioSessionTesting", "AudioSessionTestTraits", "HapticEngine",
        "PacedOutput", "PhoneRuntime",
      ],
      path: "Examples/PlayerTests", swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "haptic", "AudioOutput", "PacedOutput", "PhoneAudio", "Realtime", "RealtimeThreads",
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

/// `scripts/test` sets `HAPTIC_TEST_RUN`: the search through the states of the policy, long notations, renders and
/// sounds that are listened to take most of the time of all tests without optimization. Nobody else sets it, because
/// versioned dependents refuse a package whose libraries have unsafe flags.
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

/// `scripts/release-program` sets `HAPTIC_PROGRAM_BUILD`: a fifth of the processor time of a release build goes into
/// optimizing these modules, which read, print and drive the others. Unoptimized, they make `session run` take up to 1.9 times as
/// long, some hundredths of a second; edits and charts take as long as before. Nobody else sets it, for the same reason.
if Context.environment["HAPTIC_PROGRAM_BUILD"] != nil {
  let drivers: Set = ["haptic", "PhoneSimulator"]
  for target in package.targets where drivers.contains(target.name) {
    target.swiftSettings = settings + [.unsafeFlags(["-Onone"])]
  }
}

/// A sanitizer has a build of its own, which need not hold everything: with `HAPTIC_TESTS`, a list of
/// test targets, it is those and what they depend on.
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
