import AudioSession
import AudioSessionTesting
import Foundation
import Testing

@testable import AudioSessionTestTraits

/// The trait `sweep`: what it reports of tests that depend on guesses, and of tests that do not.
struct SweepTraitTests {
  /// Runs and sweeps a closure as a test.
  ///
  /// - Returns: the comments of its issues, or their kinds.
  private func issues(
    of trait: PhoneTrait, by sweep: SweepTrait = .sweep,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let recorded = Recorded()
    try await withKnownIssue(isIntermittent: true) {
      try await trait.run(test, Test.Case.current, sweptBy: sweep, body)
    } matching: { issue in
      recorded.add(issue.comments.first?.rawValue ?? "\(issue.kind)")
      return true
    }
    return recorded.all
  }

  @Test(.phone(.iOS26, backgroundModes: .audio), .sweep) @MainActor
  func `a test that does not depend on a guess passes`() throws {
    let phone = SimulatedPhone.current
    try AVAudioSession.sharedInstance().setCategory(.playback)
    _ = phone.app.player.play()
    try phone.receiveCall()
    #expect(!phone.app.isAudible)
  }

  @Test func `a guess is named with its question, evidence, answer and first expectation`()
    async throws
  {
    let found = try await issues(of: .phone(backgroundModes: .audio)) { @MainActor in
      let phone = SimulatedPhone.current
      try AVAudioSession.sharedInstance().setCategory(.playback)
      _ = phone.app.player.play()
      try phone.receiveCall()
      try phone.answerCall()
      try phone.endCall()
      #expect(phone.app.player.play(), "music goes on")
      #expect(phone.app.isAudible)
    }
    #expect(found.count == 1)
    let lines = try #require(found.first).split(separator: "\n")
    #expect(
      lines.prefix(2) == [
        "depends on refusalAfterCall: How long is activation refused after a call of the Phone app?",
        "default none: field log; other answers: field log",
      ])
    #expect(lines.count >= 3 && lines[2].hasPrefix("fourSeconds: SweepTraitTests.swift:"))
    #expect(found[0].contains("music goes on"))
  }

  @Test func `answers to one question are reported together, and versions separately`()
    async throws
  {
    let found = try await issues(of: .phone()) {
      let phone = SimulatedPhone.current.snapshot
      #expect(phone.policy.mailbox == .replay, "replay")
      #expect(phone.system < .iOS27, "older")
    }
    #expect(found.count == 2)
    let answers = found.map { issue in
      issue.split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) }
    }
    #expect(answers.first?.contains("depends on mailbox") == true)
    #expect(answers.first?.contains("drop") == true && answers.first?.contains("coalesce") == true)
    #expect(answers.last == ["depends on os", "27"])
  }

  @Test func `the report is attached whether or not the test depends on a guess`() async throws {
    let attached = Recorded()
    var trait = PhoneTrait.phone()
    trait.attach = { text, name, _ in attached.add("\(name): \(text)") }
    let extent = "all \(PolicyOption.all.count) questions and \(OSVersion.allCases.count) versions"
    #expect(try await issues(of: trait) {} == [])
    #expect(attached.all == ["sweep.txt: holds under \(extent)\n"])
    let found = try await issues(of: trait) {
      #expect(SimulatedPhone.current.snapshot.system < .iOS27)
    }
    #expect(found.count == 1)
    #expect(attached.all.count == 2 && attached.all.last == "sweep.txt: \(found[0])\n")
  }

  @Test func `errors of varied runs are dependencies, and known issues are not`() async throws {
    struct Failed: Error {}
    let found = try await issues(of: .phone()) {
      let policy = SimulatedPhone.current.snapshot.policy
      withKnownIssue(isIntermittent: true) { #expect(policy.mailbox == .coalesce) }
      if policy.mailbox == .drop { throw Failed() }
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("depends on mailbox") == true)
    #expect(found.first?.contains("Failed") == true)
  }

  @Test func `a test that already fails is not swept`() async throws {
    let runs = Recorded()
    let found = try await issues(of: .phone()) {
      runs.add("run")
      Issue.record("it is wrong")
    }
    #expect(found == ["it is wrong"])
    #expect(runs.all.count == 1)
  }

  @Test func `a decided answer and a decided version are not varied`() async throws {
    let settings = Recorded()
    var policy = AudioPolicy.standard
    policy.mailbox = .drop
    let found = try await issues(of: .phone(.iOS17, policy: policy)) {
      let phone = SimulatedPhone.current.snapshot
      settings.add("\(phone.system) \(phone.policy.mailbox)")
    }
    #expect(found.isEmpty)
    #expect(settings.all.count > PolicyOption.all.count - 1)
    #expect(Set(settings.all) == ["iOS17 drop"])
  }

  @Test func `every version and every other answer has a separate phone`() async throws {
    let settings = Recorded()
    let found = try await issues(of: .phone()) {
      let phone = SimulatedPhone.current
      #expect(phone.timeline.isEmpty)
      try phone.app.session.setCategory(.playback)
      let changed = PolicyOption.all.filter { $0.text(in: phone.snapshot.policy) != $0.standard }
      settings.add("\(phone.snapshot.system.rawValue) \(changed.map(\.key).joined(separator: " "))")
    }
    #expect(found.isEmpty)
    let expected =
      OSVersion.allCases.map { "\($0.rawValue) " } + PolicyOption.all.map { "26 \($0.key)" }
    #expect(Set(settings.all) == Set(expected))
  }

  @Test(arguments: [["os"], ["mailbox"], ["os", "mailbox"]])
  func `a test may depend only on the settings that it allows`(allowed: [String])
    async throws
  {
    let found = try await issues(of: .phone(), by: SweepTrait(allowed: allowed)) {
      let phone = SimulatedPhone.current.snapshot
      #expect(phone.policy.mailbox == .replay)
      #expect(phone.system < .iOS27)
    }
    let expected = Set(["os", "mailbox"]).subtracting(allowed)
    let subjects = found.compactMap { $0.split(separator: ":").first }.map(String.init)
    #expect(Set(subjects) == Set(expected.map { "depends on \($0)" }))
  }

  @Test(.phone(), .sweep(allowing: "mailbox", "os"))
  func `allowed settings are not varied`() {
    let phone = SimulatedPhone.current.snapshot
    #expect(phone.policy.mailbox == .replay)
    #expect(phone.system == .standard)
  }

  @Test(.phone()) func `an allowed setting that does not exist is an error`() async throws {
    let test = try #require(Test.current)
    try await SweepTrait.sweep(allowing: "mailbox", "os").prepare(for: test)
    await #expect(throws: SweepTraitError.unknownSetting("mailbax")) {
      try await SweepTrait.sweep(allowing: "os", "mailbax").prepare(for: test)
    }
  }

  @Test func `a test without a phone cannot be swept`() async throws {
    let test = try #require(Test.current)
    await #expect(throws: SweepTraitError.noPhone) {
      try await SweepTrait.sweep.prepare(for: test)
    }
  }
}
