// swift-tools-version: 6.2
import PackageDescription

// A package of its own: fuzzing needs flags and a runtime that no other build should see.
func target(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzDriver"]
      + products.map { .product(name: $0, package: "swift-haptic-engine") })
}

let package = Package(
  name: "Fuzzing",
  dependencies: [.package(name: "swift-haptic-engine", path: "..")],
  targets: [
    .target(name: "FuzzDriver"),
    target("FuzzAHAP", "HapticEngine"),
    target("FuzzProfile", "HapticEngine"),
    target("FuzzScenario", "PhoneSimulator"),
    target("FuzzSession", "AudioSession"),
  ],
  swiftLanguageModes: [.v6]
)
