import AudioSessionTesting
import Foundation
import PhoneRuntime
import Realtime
import Testing

@testable import AudioSessionTestTraits

/// The trait `phone`, and the timeline that it attaches.
struct PhoneTraitTests {
  @Test(.phone(.iOS26, backgroundModes: .audio), arguments: [1, 2]) @MainActor
  func `each case has a new phone, which is the current one`(number: Int) throws {
    let phone = SimulatedPhone.current
    #expect(phone.timeline.isEmpty && phone.haptics.isEmpty)
    try AVAudioSession.sharedInstance().setCategory(.playback)
    #expect(phone.app.player.play() && number > 0)
    #expect(phone.app.isAudible)
    #expect(!phone.timeline.isEmpty)
  }

  @Test(.phone()) @MainActor
  func `the timeline has a call, the interruption and the silence in this order`() throws {
    let phone = SimulatedPhone.current
    try AVAudioSession.sharedInstance().setCategory(.playback)
    _ = phone.app.player.play()
    phone.advance(by: 2)
    let start = phone.timeline.count
    try phone.receiveCall()
    let entries = phone.timeline.dropFirst(start)
    #expect(entries.allSatisfy { $0.time == 2 })
    let call = try #require(
      entries.firstIndex { if case .happened(.phone) = $0.what { true } else { false } })
    let notice = try #require(
      entries.firstIndex {
        if case .followed(.notified(_, .interruptionBegan)) = $0.what { true } else { false }
      })
    let silence = try #require(
      entries.firstIndex { if case .audible(_, false) = $0.what { true } else { false } })
    #expect(call < notice && notice < silence)
    #expect(
      entries[silence].description
        == "   2.000 s  app: not audible: it was interrupted by a call")
    #expect(!entries.contains { $0.words.contains("AudioSession.") })
  }

  @Test(.phone(backgroundModes: .audio)) @MainActor
  func `the timeline names ports, options and commands in words`() throws {
    let phone = SimulatedPhone.current
    let session = AVAudioSession.sharedInstance()
    try phone.connect(.headphones)
    try session.setCategory(.playback, options: .duckOthers)
    _ = phone.app.player.play()
    try phone.disconnect(.headphones)
    phone.app.player.pause()
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    let text = phone.timelineText
    for words in ["to [headphones]", "duckOthers", "[notifyOthersOnDeactivation]"] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
    for raw in ["bits:", "rawValue:"] { #expect(!text.contains(raw), "\(text)") }
  }

  @Test(.phone()) @MainActor
  func `the timeline gives every reason why an app is no longer audible`() throws {
    let phone = SimulatedPhone.current
    try AVAudioSession.sharedInstance().setCategory(.ambient)
    _ = phone.app.player.play()
    try phone.setSilentMode(true)
    try phone.setVolume(0)
    try phone.setSilentMode(false)
    try phone.setVolume(0.5)
    phone.app.player.pause()
    _ = phone.app.player.play()
    try phone.app.enterBackground()
    let reasons = phone.timeline.filter { $0.what == .audible(phone.app.id, false) }.map(\.reason)
    #expect(
      reasons == [
        "the ring/silent switch is on silent",
        "its session is active, but its output is not running", "it is in the background",
      ])
  }

  @Test(.phone(backgroundModes: .audio)) @MainActor
  func `the timeline says when each app becomes audible or inaudible`() throws {
    let phone = SimulatedPhone.current
    let (app, guide) = (phone.app, phone.otherApp)
    let steps: [(isAudible: Bool, happens: () throws -> Void)] = [
      (true, { app.player.play() }),
      (false, { try phone.setSilentMode(true) }),
      (true, { try AVAudioSession.sharedInstance().setCategory(.playback) }),
      (false, { try phone.setVolume(0) }),
      (true, { try phone.setVolume(0.5) }),
      // A ducked app is still audible.
      (true, { try guide.session.setCategory(.playback, options: .duckOthers) }),
      (true, { guide.player.play() }),
      (true, { guide.player.stop() }),
      (false, { try phone.receiveCall() }),
      (false, { try phone.declineCall() }),
      (true, { app.player.play() }),
      (false, { try phone.loseMediaServices() }),
    ]
    for (place, step) in steps.enumerated() {
      try step.happens()
      #expect(app.isAudible == step.isAudible, "step \(place)")
      #expect(audibility(of: app).last == step.isAudible, "step \(place)")
    }
    #expect(audibility(of: app) == [true, false, true, false, true, false, true, false])
    #expect(audibility(of: guide) == [true, false])
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `the timeline agrees with what is audible after each act`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var changes = 0
    for _ in 0..<20 {
      let phone = try StorySearch.standardPhone()
      try phone.app.session.setCategory(.playback)
      for act in StoryAct.all.shuffled(using: &random) where act.happens(on: phone) {
        phone.app.player.play()
        for app in [phone.app, phone.otherApp] {
          #expect(
            (audibility(of: app, on: phone).last ?? false) == app.isAudible,
            "\(app.name), after \(act.words)")
        }
      }
      changes += audibility(of: phone.app, on: phone).count
    }
    // On average, this happens at least once per story.
    #expect(changes > 20)
  }

  /// The changes of an app's audibility in its phone's timeline.
  private func audibility(
    of app: SimulatedApp, on phone: SimulatedPhone = .current
  ) -> [Bool] {
    phone.timeline.compactMap { entry in
      if case .audible(app.id, let isAudible) = entry.what { isAudible } else { nil }
    }
  }

  @Test(.phone()) @MainActor
  func `haptics lists requests with their time and verdict`() throws {
    let phone = SimulatedPhone.current
    phone.advance(by: 1)
    UINotificationFeedbackGenerator().notificationOccurred(.success)
    let haptic = try #require(phone.haptics.first)
    #expect(phone.haptics.count == 1)
    #expect(haptic.time == 1 && haptic.verdict == .played)
    #expect(haptic.name.contains("success"))
  }

  @Test func `the trait settles the phone before it returns`() async throws {
    let test = try #require(Test.current)
    let heard = Heard()
    try await PhoneTrait.phone(delivery: .queued)
      .provideScope(for: test, testCase: Test.Case.current) { @MainActor in
        let phone = SimulatedPhone.current
        try AVAudioSession.sharedInstance().setCategory(.playback)
        _ = phone.app.player.play()
        phone.observe { effect in
          if case .notified(_, .interruptionBegan) = effect { heard.note() }
        }
        try phone.receiveCall()
        #expect(!heard.isNoted)
      }
    #expect(heard.isNoted)
  }

  @Test func `an issue of the test is recorded once, and an error is passed on`() async throws {
    struct Failed: Error {}
    let test = try #require(Test.current)
    let issues = Heard()
    try await withKnownIssue {
      try await PhoneTrait.phone().provideScope(for: test, testCase: Test.Case.current) {
        Issue.record("it is wrong")
      }
    } matching: { issue in
      issues.note()
      return issue.comments.first?.rawValue == "it is wrong"
    }
    #expect(issues.count == 1)
    try await withKnownIssue {
      try await PhoneTrait.phone().provideScope(for: test, testCase: Test.Case.current) {
        throw Failed()
      }
    } matching: {
      $0.error is Failed
    }
  }

  @Test func `a failing test attaches events, notifications and changes of audibility`()
    async throws
  {
    let attached = try await attachments { @MainActor in
      let phone = SimulatedPhone.current
      try AVAudioSession.sharedInstance().setCategory(.playback)
      phone.app.player.play()
      phone.advance(by: 2)
      try phone.receiveCall()
      Issue.record("it is wrong")
    }
    #expect(attached.count == 1)
    let lines = try #require(attached.first).split(separator: "\n")
    func place(_ words: String) throws -> Int {
      try #require(lines.firstIndex { $0.contains(words) }, "\(words) is not in \(lines)")
    }
    #expect(lines[try place("setCategory")].hasPrefix("   0.000 s  app: "))
    #expect(lines[try place("app: audible")] == "   0.000 s  app: audible")
    let (call, notice) = (try place("phone: callRang"), try place("interruptionBegan"))
    let silence = try place("app: not audible")
    #expect(call < notice && notice < silence)
    #expect(lines[notice].hasPrefix("   2.000 s    follows: notified(app, "))
    #expect(lines[call].hasPrefix("   2.000 s  ") && lines[silence].hasPrefix("   2.000 s  "))
  }

  @Test func `a throwing test attaches its timeline, and a passing one attaches nothing`()
    async throws
  {
    struct Failed: Error {}
    let ofFailure = try await attachments { @MainActor in
      SimulatedPhone.current.app.player.play()
      throw Failed()
    }
    #expect(ofFailure.count == 1)
    #expect(ofFailure.first?.contains("app: audible\n") == true)
    let ofSuccess = try await attachments { @MainActor in
      SimulatedPhone.current.app.player.play()
    }
    #expect(ofSuccess == [])
  }

  /// Returns the attachments of the trait for a test with this body.
  private func attachments(
    _ body: @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let attached = Recorded()
    var trait = PhoneTrait.phone()
    trait.attach = { text, _, _ in attached.add(text) }
    await withKnownIssue(isIntermittent: true) {
      try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }
    return attached.all
  }

  private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    func note() { lock.withLock { number += 1 } }
    var count: Int { lock.withLock { number } }
    var isNoted: Bool { count > 0 }
  }
}
