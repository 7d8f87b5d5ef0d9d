// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: unsafe code must say so, warnings stop the build, and
/// imports are explicit, so that a module cannot lean on another one by accident.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "swift-haptic-engine",
  products: [
    .executable(name: "haptic", targets: ["haptic"]),
    .library(name: "HapticEngine", targets: ["HapticEngine"]),
    .library(name: "AudioOutput", targets: ["AudioOutput"]),
    // A PCM with faults for the tests: libasound loads it by path, so it must be a file.
    .library(name: "FaultPCM", type: .dynamic, targets: ["FaultPCM"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // C libraries of the system, found by pkg-config.
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),

    // What both sides of the render boundary share.
    .target(name: "CRealtime"),
    .target(name: "Realtime", dependencies: ["CRealtime"], swiftSettings: settings),

    // Patterns, synthesis, scheduling.
    .target(name: "HapticEngine", dependencies: ["Realtime"], swiftSettings: settings),

    // What pulls blocks out of an engine.
    .target(
      name: "AudioOutput", dependencies: ["Realtime", "CALSA", "CSndFile", "CSampleRate"],
      swiftSettings: settings),

    // The command line.
    .executableTarget(
      name: "haptic",
      dependencies: [
        "HapticEngine", "AudioOutput", "Realtime",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    .testTarget(
      name: "HapticEngineTests", dependencies: ["HapticEngine", "Realtime"],
      swiftSettings: settings),
    .target(
      name: "FaultPCM", dependencies: ["CALSA"], path: "Tests/FaultPCM",
      cSettings: [.define("PIC")]),
    .testTarget(
      name: "AudioOutputTests", dependencies: ["AudioOutput", "Realtime", "CSndFile"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
