import AppPorting
import PhoneAVFoundation
import PhoneMediaPlayer
import Testing

/// Rewriting what needs the Objective-C runtime.
@Suite struct RewritingTests {
  private func rewritten(_ source: String) -> String {
    String(decoding: RewrittenSource(Array(source.utf8)).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("@objc func f() {}", "func f() {}"),
    ("  @objc\n  func f() {}", "  func f() {}"),
    ("@objcMembers\r\nclass A {}", "class A {}"),
    ("@objc(name:) private func f(_ a: Int) {}", "private func f(_ a: Int) {}"),
    ("@nonobjc @objc var a = 1", "var a = 1"),
    ("// @objc #selector(f)", "// @objc #selector(f)"),
    (#"let a = "@objc #selector(f)""#, #"let a = "@objc #selector(f)""#),
    ("g(#selector(f))", "g(Selector(Self.f))"),
    ("g(#selector(self.f(_:)))", "g(Selector(Self.f(_:)))"),
    ("g(#selector(A.f(a:b:)))", "g(Selector(A.f(a:b:)))"),
    ("g(#selector( f ))", "g(Selector(Self.f ))"), ("import os.log\n", "import os\n"),
    ("import osx.log", "import osx.log"), ("import AVFoundation.AVFAudio", "import AVFoundation"),
    ("#if os(iOS)\n", "#if (os(iOS) || os(Linux))\n"),
    (
      "#if DEBUG\n#elseif !os(iOS) && os(tvOS) // os(iOS)\n#endif\nf(os(iOS))",
      "#if DEBUG\n#elseif !(os(iOS) || os(Linux)) && os(tvOS) // os(iOS)\n#endif\nf(os(iOS))"
    ),
    (
      "#if os(iOS) || os(Linux) || targetEnvironment(simulator)",
      "#if os(iOS) || os(Linux) || targetEnvironment(simulator)"
    ),
    ("let a = #keyPath(AVPlayer.currentItem.status)", #"let a = "currentItem.status""#),
    ("let a = #keyPath(self.rate)", #"let a = "rate""#),
    (
      "import Foundation\nlet a = URLSession.shared",
      "import Foundation; import FoundationNetworking\nlet a = URLSession.shared"
    ),
    ("import UIKit\nlet a = URLSession.shared", "import UIKit\nlet a = URLSession.shared"),
    (
      "import Foundation\nclass A: ObservableObject { @Published var b = 1 }",
      "import Foundation; import Combine\nclass A: ObservableObject { @Published var b = 1 }"
    ),
    (
      "import Foundation\nimport SwiftUI\nclass A: ObservableObject {}",
      "import Foundation\nimport SwiftUI\nclass A: ObservableObject {}"
    ),
    (
      """
      class A: NSObject {
        override public func observeValue(forKeyPath keyPath: String?) {
          super.observeValue(forKeyPath: keyPath)
        }
      }
      """,
      """
      class A: NSObject, KeyValueObserver {
        public func observeValue(forKeyPath keyPath: String?) {
          self.ignoreValue(forKeyPath: keyPath)
        }
      }
      """
    ),
    (
      "extension A where B: C { override func observeValue(forKeyPath a: Int) {} }",
      "extension A: KeyValueObserver where B: C { func observeValue(forKeyPath a: Int) {} }"
    ),
    (
      "import Foundation\nlet a = #selector(f)",
      "import Foundation; import PhoneFoundation\nlet a = Selector(Self.f)"
    ),
    (
      "import UIKit\nimport Foundation\nlet a = #selector(f)",
      "import UIKit\nimport Foundation\nlet a = Selector(Self.f)"
    ),
  ])
  func `attributes and selectors are replaced`(_ source: String, _ expected: String) {
    #expect(rewritten(source) == expected)
  }

  @Test(arguments: [
    ("@objc optional func f()", "optional requirement"),
    ("#keyPath(A)", "key path"),
    ("#selector(getter: a)", "selector of a property"),
    ("#selector(other.f)", "type of 'other'"),
    ("#selector(type(of: self).f)", "not named by a type"),
    ("#selector(other?.f)", "not named by a type"),
    ("#selector(Model.shared.refresh)", "not named by a type"),
  ])
  func `a place that cannot be rewritten is kept and reported`(_ source: String, _ reason: String)
    throws
  {
    let result = RewrittenSource(Array("\n  \(source)".utf8))
    #expect(String(decoding: result.bytes, as: UTF8.self) == "\n  \(source)")
    let remark = try #require(result.remarks.first)
    #expect(remark.message.contains(reason))
    #expect((remark.line, remark.column) == (2, 3))
  }

  @Test func `a rewritten file is not changed again`() {
    let once = rewritten(
      """
      #if os(iOS)
      @objc class A { @objc func f() { g(#selector(f), #keyPath(A.b), URLSession()) } }
      class B: NSObject { override func observeValue(forKeyPath: String) {} }
      #endif
      """)
    #expect(rewritten(once) == once)
    #expect(RewrittenSource(Array(once.utf8)).changes == 0)
  }
}

/// What rewritten sources call.
@Suite struct SelectorTests {
  private final class Listener: NSObject {
    var calls: [String] = []

    func noted(_ note: Notification) { calls.append(note.name.rawValue) }
    func ticked() { calls.append("tick") }
    func skipped(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
      calls.append("skip")
      return .commandFailed
    }
  }

  private let center = NotificationCenter()

  @Test func `an observer is notified until it is removed`() {
    let listener = Listener()
    center.addObserver(listener, selector: Selector(Listener.noted), name: .init("a"), object: nil)
    center.addObserver(listener, selector: Selector(Listener.ticked), name: .init("b"), object: nil)
    center.post(name: .init("a"), object: nil)
    center.post(name: .init("b"), object: nil)
    #expect(listener.calls == ["a", "tick"])
    center.removeObserver(listener, name: .init("a"), object: nil)
    center.post(name: .init("a"), object: nil)
    center.post(name: .init("b"), object: nil)
    #expect(listener.calls == ["a", "tick", "tick"])
    center.removeObserver(listener)
    center.post(name: .init("b"), object: nil)
    #expect(listener.calls == ["a", "tick", "tick"])
  }

  @Test func `an observer is held weakly`() {
    weak var gone: Listener?
    do {
      let listener = Listener()
      gone = listener
      center.addObserver(listener, selector: Selector(Listener.noted), name: nil, object: nil)
    }
    #expect(gone == nil)
    center.post(name: .init("a"), object: nil)
  }

  @Test func `the token of a block is removed as before`() {
    nonisolated(unsafe) var calls = 0
    let token = center.addObserver(forName: .init("a"), object: nil, queue: nil) { _ in
      unsafe calls += 1
    }
    center.post(name: .init("a"), object: nil)
    center.removeObserver(token)
    center.post(name: .init("a"), object: nil)
    #expect(unsafe calls == 1)
  }

  @Test func `a timer calls a method of its target`() {
    let listener = Listener()
    let timer = Timer(
      timeInterval: 3_600, target: listener, selector: Selector(Listener.ticked), userInfo: nil,
      repeats: true)
    timer.fire()
    timer.fire()
    #expect(listener.calls == ["tick", "tick"])
    timer.invalidate()
  }
}
