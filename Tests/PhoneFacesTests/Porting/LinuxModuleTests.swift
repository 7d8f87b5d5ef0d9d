import Foundation
import Testing

@testable import AppPorting

/// The modules of the packages that `haptic port` writes.
struct LinuxModuleTests {
  private func texts(_ imports: Set<String>) -> [String: String] {
    var package = LinuxPackage(name: "Game", project: .path("/engine"), sources: ["/app/Game"])
    package.imports = imports
    var texts: [String: String] = [:]
    for case (let path, .text(let text)) in package.files { texts[path] = text }
    return texts
  }

  @Test func `a package has OpenCombine only if the app uses Combine`() {
    let plain = texts(["UIKit"])
    #expect(plain["Modules/UIKit/UIKit.swift"] == "@_exported import PhoneUIKit\n")
    #expect(plain["Modules/SwiftUI/SwiftUI.swift"] == nil)
    #expect(plain["Package.swift"]?.contains("OpenCombine") == false)
    let observed = texts(["UIKit", "SwiftUI"])
    #expect(
      observed["Modules/UIKit/UIKit.swift"]
        == "@_exported import PhoneUIKit\n@_exported import Combine\n")
    let interface = observed["Modules/SwiftUI/SwiftUI.swift"] ?? ""
    #expect(interface.hasPrefix("@_exported import PhoneUIKit\n@_exported import Combine\n"))
    #expect(interface.contains("@propertyWrapper public struct AppStorage<"))
    let combine = observed["Modules/Combine/Combine.swift"] ?? ""
    #expect(combine.contains("import OpenCombineFoundation\n"))
    #expect(combine.contains("import PhoneFoundation\n") && combine.contains("func publisher<"))
    #expect(observed["Package.swift"]?.contains("OpenCombine/OpenCombine") == true)
  }

  @Test func `a module that the app does not import is left out`() {
    #expect(texts(["os"])["Modules/os/os.swift"] == "@_exported import PhoneOS\n")
    #expect(texts(["CoreHaptics"])["Modules/os/os.swift"] == nil)
    #expect(
      texts(["GameController"])["Modules/GameController/GameController.swift"]
        == "@_exported import PhoneGameController\n")
  }

  @Test func `the modules of this project are reserved`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources").standardizedFileURL
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path())
    #expect(folders.count > 20)
    #expect(Set(folders.filter { !$0.hasPrefix(".") }).isSubset(of: ModuleName.project))
    #expect(ModuleName.refusal(of: "Radio_2") == nil && ModuleName.refusal(of: "été") == nil)
  }
}
