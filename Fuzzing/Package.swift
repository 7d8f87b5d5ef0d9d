// swift-tools-version: 6.2
import PackageDescription

// A package of its own: fuzzing needs flags and a runtime that no other build should see.
let package = Package(
  name: "Fuzzing",
  dependencies: [.package(name: "swift-haptic-engine", path: "..")],
  targets: [
    .executableTarget(
      name: "FuzzAHAP",
      dependencies: [.product(name: "HapticEngine", package: "swift-haptic-engine")])
  ],
  swiftLanguageModes: [.v6]
)
