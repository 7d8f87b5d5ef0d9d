import Testing

@testable import AppPorting

/// What the text of a source file tells.
@Suite struct AppSourceTests {
  private func source(_ text: String) -> AppSource {
    AppSource(path: "A.swift", bytes: Array(text.utf8))
  }

  @Test func `imports are found with their attributes and kinds`() {
    let text = """
      @testable import App
      import AVFoundation
      @preconcurrency import class UIKit.UIImage
      // import Not
      public import os.log
      let x = y.import
      """
    #expect(source(text).imports == ["App", "AVFoundation", "UIKit", "os"])
    #expect(source(text).testedModule == "App")
  }

  @Test func `the modules that rewriting adds are imported`() {
    let text = "import Foundation\nclass A: ObservableObject {}"
    #expect(source(text).imports == ["Foundation", "Combine"])
    #expect(source("import Foundation").imports == ["Foundation"])
  }

  @Test func `imports behind a condition are told apart`() {
    let text = "import A\n#if canImport(B)\nimport B\n#if C\n#endif\nimport C\n#endif\nimport D\n"
    #expect(source(text).imports == ["A", "B", "C", "D"])
    #expect(source(text).unconditionalImports == ["A", "D"])
  }

  @Test func `a file needs rewriting if more than its conditions changes`() {
    #expect(!source("#if os(iOS)\nimport UIKit\n#endif").needsRewriting)
    #expect(source("#if os(iOS)\n#endif\n@objc func f() {}").needsRewriting)
    #expect(source("import os.log").needsRewriting)
  }

  @Test func `lines behind false conditions are left out`() {
    let text = """
      #if os(iOS)
      a
      b
      #elseif os(Linux)
      c
      #else
      d
      #endif
      #if !os(iOS) && DEBUG
      e
      #endif
      #if canImport(AppKit) || targetEnvironment(simulator)
      f
      #if os(iOS)
      g
      #endif
      #else
      h
      #endif
      """
    #expect(
      source(text).hidden == [
        HiddenLines(first: 2, last: 3, condition: "os(iOS)"),
        HiddenLines(first: 7, last: 7, condition: "else"),
        HiddenLines(
          first: 13, last: 16, condition: "canImport(AppKit)||targetEnvironment(simulator)"),
      ])
  }

  @Test func `a selector made from a string is reported`() throws {
    let remark = try #require(source("let a = Selector((\"pause\"))").remarks.first)
    #expect((remark.line, remark.column) == (1, 9))
    #expect(source("let a = Selector(Self.pause), b = #selector(pause)").remarks.isEmpty)
  }

  @Test(arguments: [
    ("perform(#selector(pause))", "performed by their selectors"),
    ("player.perform(Selector(Self.pause), with: nil, afterDelay: 1)", "performed by"),
    ("if responds(to: #selector(pause)) {}", "asked for a selector"),
    ("@objc public dynamic private(set) var volume = 1", "didChangeValue(forKey:)"),
    ("NSClassFromString(name)", "found by its name"),
  ]) func `a place that needs the Objective-C runtime is reported`(text: String, advice: String) {
    #expect(source(text).remarks.count == 1)
    #expect(source(text).remarks.first?.message.contains(advice) == true)
  }

  @Test(arguments: [
    "func perform(_ action: Action) {}", "request.perform(queue)", "perform(selector: 1)",
    "answer.responds(to: call)", "let dynamic = 1; var other = 2", "dynamic func f() {}",
    "let name = \"perform(#selector(pause))\"",
  ]) func `other places with these words are not reported`(text: String) {
    #expect(source(text).remarks.isEmpty)
  }

  @Test func `an observed key path in a string is reported where it stands`() throws {
    let text =
      "f()\nsession.addObserver(self, forKeyPath: \"outputVolume\", options: [], context: nil)"
    let remark = try #require(source(text).remarks.first)
    #expect((remark.line, remark.column) == (2, 9))
    #expect(source("center.addObserver(self, selector: s, name: n, object: nil)").remarks.isEmpty)
  }
}

/// The messages of the compiler.
@Suite struct CompilerMessagesTests {
  @Test func `errors belong to files, and missing modules are listed`() {
    let text = """
      [1/3] Compiling App 1-A.swift
      /p/Sources/1-A.swift:3:8: error: no such module 'Firebase'
      /p/Sources/1-A.swift:5:1: error: cannot find 'x' in scope
       3 | import x
         |        `- error: cannot find 'x' in scope
      /p/Sources/1-A.swift:5:1: error: cannot find 'x' in scope
      /p/Sources/2-B.swift:5:1: warning: unused
      error: emit-module command failed
      """
    let messages = CompilerMessages(text, paths: ["/p/Sources/1-A.swift": "App/A.swift"])
    #expect(messages.missingModules == ["Firebase"])
    #expect(
      messages.errors.mapValues { $0.map(\.message) } == [
        "App/A.swift": ["cannot find 'x' in scope"]
      ])
    #expect(messages.others.isEmpty)
    // Errors elsewhere, and names that cannot be modules, are not lost.
    let elsewhere = CompilerMessages(
      """
      /p/Sources/1-A.swift:1:1: error: a\r
      @__swiftmacro_1:2:3: error: b
       12 | print("error: c")
      /p/Sources/1-A.swift:1:8: error: no such module 'x/y'
      error: emit-module command failed
      """, paths: ["/p/Sources/1-A.swift": "App/A.swift"])
    #expect(
      elsewhere.errors["App/A.swift"]?.map(\.message) == ["a", "no such module 'x/y'"])
    #expect(elsewhere.others == ["@__swiftmacro_1:2:3: error: b"])
    #expect(elsewhere.missingModules.isEmpty)
    let expanded = CompilerMessages(
      """
      macro expansion @ObservationTracked:2:18: error: cannot find type 'B' in scope
      `- /p/1-A.swift:7:3: note: expanded code originates here
      """, paths: ["/p/1-A.swift": "A.swift"])
    #expect(expanded.errors["A.swift"]?.map(\.line) == [7])
    #expect(expanded.others.isEmpty)
    let advised = CompilerMessages(
      "A.swift:1:2: error: value of type 'AnyObject' has no member 'a'")
    #expect(
      advised.errors["A.swift"]?.map(\.message) == [
        "value of type 'AnyObject' has no member 'a'; cast it to its type first"
      ])
    #expect(CompilerMessages("error: unknown package").others == ["error: unknown package"])
  }
}

/// The package that compiles an app's sources.
@Suite struct LinuxPackageTests {
  @Test func `names in the manifest are literals`() {
    let package = LinuxPackage(
      name: "A", project: .path("/a \"b\"\\(c)/engine"), sources: ["/x/S.swift", "/y/S.swift"],
      tests: ["/x/T"])
    guard case .text(let manifest)? = package.files.first?.file else {
      Issue.record("the first file is the manifest")
      return
    }
    #expect(manifest.contains(#".package(path: "/a \"b\"\\(c)/engine", traits: [])"#))
    let links = package.files.filter { if case .link = $0.file { true } else { false } }.map(\.path)
    #expect(links == ["Sources/1-S.swift", "Sources/2-S.swift", "Tests/1-T"])
  }

  @Test func `a dependency is called by the last part of its location`() {
    #expect(LinuxPackage.Project.path("/a/engine").name == "engine")
    #expect(
      LinuxPackage.Project.repository(url: "https://host/a/engine.git", version: "1.0.0").name
        == "engine")
  }
}
