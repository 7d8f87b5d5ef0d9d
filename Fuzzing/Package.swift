// swift-tools-version: 6.2
import PackageDescription

// A separate package: fuzzing needs flags and a runtime that no other build should use.
func target(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["FuzzDriver"]
      + products.map { .product(name: $0, package: "swift-haptic-engine") })
}

// A reader of another system's format.
func format(_ name: String) -> Target {
  .executableTarget(name: name, dependencies: ["FormatFuzzing"])
}

let package = Package(
  name: "Fuzzing",
  dependencies: [.package(name: "swift-haptic-engine", path: "..")],
  targets: [
    .target(name: "FuzzDriver"),
    .target(
      name: "FormatFuzzing",
      dependencies: [
        "FuzzDriver",
        .product(name: "HapticFormats", package: "swift-haptic-engine"),
        .product(name: "HapticEngine", package: "swift-haptic-engine"),
      ]),
    format("FuzzAndroidWaveform"),
    format("FuzzAndroidXML"),
    format("FuzzHJIF"),
    format("FuzzHaps"),
    format("FuzzHaptic"),
    format("FuzzWebVibration"),
    target("FuzzAHAP", "HapticEngine"),
    target("FuzzEdit", "HapticEditing", "HapticEngine"),
    target("FuzzEditLog", "HapticEditing"),
    target("FuzzLintConfiguration", "HapticLint"),
    target("FuzzManifest", "HapticLint"),
    target("FuzzNotation", "HapticEngine", "HapticFormats"),
    target("FuzzProfile", "HapticEngine"),
    target("FuzzScenario", "PhoneSimulator"),
    target("FuzzSession", "AudioSession", "AudioSessionAnalysis"),
    target("FuzzSnapshot", "PhoneSimulator"),
    target("FuzzTrace", "HapticLint"),
  ],
  swiftLanguageModes: [.v6]
)
