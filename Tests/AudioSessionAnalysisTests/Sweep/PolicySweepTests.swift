import AudioSession
import AudioSessionAnalysis
import Testing

/// The search for the guesses that a test depends on, without a phone.
struct PolicySweepTests {
  /// The changes that the sweep finds for a test that fails under `breaking`.
  private func findings(
    _ sweep: PolicySweep<String>, breaking: ([String]) -> Bool
  ) -> [[String]] {
    var sweep = sweep
    sweep.tryAll { changes in
      let words = changes.map(\.description)
      return breaking(words) ? .failed("broken") : .unchanged
    }
    return sweep.findings.map { $0.changes.map(\.description) }
  }

  @Test(arguments: PolicyOption.all)
  func `every other answer of every question is tried`(option: PolicyOption) throws {
    let tried = PolicyVariation.answers().filter { $0.question == option }.map(\.answer)
    switch option.values {
    case .answers(let answers):
      #expect(Set(tried) == Set(answers).subtracting([option.standard]))
      #expect(tried.count == answers.count - 1)
    case .number(let range, _):
      let standard = try #require(Double(option.standard))
      let numbers = tried.compactMap(Double.init)
      #expect(!numbers.isEmpty && numbers.count == tried.count)
      #expect(numbers.allSatisfy { range.contains($0) && $0 != standard && $0 > 0 })
    }
  }

  @Test func `a variation changes only its own setting`() throws {
    for change in PolicyVariation.answers() + PolicyVariation.versions(except: .iOS26) {
      var policy = AudioPolicy.standard
      var system = OSVersion.iOS26
      change.apply(to: &policy, &system)
      let changed = PolicyOption.all.filter { $0.text(in: policy) != $0.standard }
      #expect(changed == (change.question.map { [$0] } ?? []))
      #expect(policy.value(named: change.key) == (change.question == nil ? nil : change.answer))
      #expect((system == .iOS26) == (change.question != nil))
    }
  }

  @Test func `a variation of a phone's answers keeps its release`() {
    var setup = PhoneSetup()
    setup.release = SystemRelease(17, 4)
    PolicyVariation.answers().first?.apply(to: &setup)
    #expect(setup.release == SystemRelease(17, 4))
    PolicyVariation.versions(except: .iOS17).first?.apply(to: &setup)
    #expect(setup.release == SystemRelease(7))
  }

  @Test func `only the changes that fail are found`() {
    let failing = ["claimRelease: ownEnd", "mailbox: drop", "os: 8"]
    let found = findings(PolicySweep()) { $0.contains(where: failing.contains) }
    #expect(found == failing.map { [$0] })
  }

  @Test func `decided questions and a decided version are not tried`() throws {
    let policy = try AudioPolicy.standard.with(#require(PolicyOption(key: "mailbox")), "drop")
    let claim = try #require(PolicyOption(key: "claimRelease"))
    let sweep = PolicySweep<String>(policy: policy, decided: [claim], system: nil)
    #expect(sweep.decided.map(\.key).sorted() == ["claimRelease", "mailbox"])
    #expect(sweep.questionCount == PolicyOption.all.count - 2)
    #expect(sweep.versionCount == 1)
    let keys = Set(sweep.variations.map(\.key))
    #expect(keys == Set(AudioPolicy.names).subtracting(["claimRelease", "mailbox"]))
  }

  @Test func `every version except the test's own is tried`() {
    let sweep = PolicySweep<String>(system: .iOS17)
    let versions = sweep.variations.filter { $0.question == nil }.map(\.answer)
    #expect(versions == ["7", "8", "10", "13", "14", "14.5", "16", "26", "27"])
    #expect(sweep.versionCount == 10)
  }

  @Test func `two changes that fail only together are found if pairs are tried`() {
    let pair = ["mailbox: drop", "os: 27"]
    let breaks = { (changes: [String]) in pair.allSatisfy(changes.contains) }
    #expect(findings(PolicySweep(), breaking: breaks).isEmpty)
    #expect(findings(PolicySweep(mostPairs: 100_000), breaking: breaks) == [pair])
  }

  @Test func `changes that fail alone or contradict other settings are not paired`() {
    var sweep = PolicySweep<String>(mostPairs: 100_000)
    var pairs: [[PolicyVariation]] = []
    sweep.tryAll { changes in
      if changes.count == 2 { pairs.append(changes) }
      switch changes.map(\.key) {
      case ["duckGain"]: return .failed("broken")
      case ["ambientDuck"]: return .notApplicable
      default: return .unchanged
      }
    }
    #expect(sweep.findings.map(\.changes.count) == [1, 1])
    #expect(sweep.notApplicable.map(\.description) == ["ambientDuck: reject"])
    #expect(!pairs.isEmpty && pairs.count == sweep.triedPairs)
    #expect(!pairs.joined().contains { ["duckGain", "ambientDuck"].contains($0.key) })
    #expect(pairs.allSatisfy { $0[0].key != $0[1].key })
    #expect(Set(pairs.map(Set.init)).count == pairs.count)
  }

  @Test func `changes with an effect of their own are paired first, and omitted pairs are counted`()
  {
    var all = PolicySweep<String>(mostPairs: 100_000)
    all.tryAll { _ in .unchanged }
    var sweep = PolicySweep<String>(mostPairs: 3)
    var pairs: [[String]] = []
    sweep.tryAll { changes in
      let keys = changes.map(\.key)
      if keys.count == 2 { pairs.append(keys) }
      return ["mailbox", "errorOrder"].contains(keys[0]) ? .changed : .unchanged
    }
    // The mailbox has two other answers.
    #expect(pairs.count { Set($0) == ["mailbox", "errorOrder"] } == 2)
    #expect(pairs.count == 3 && sweep.triedPairs == 3)
    #expect(sweep.omittedPairs == all.triedPairs - 3)
    #expect(sweep.harmless.map(\.key) == ["errorOrder", "mailbox", "mailbox"])
  }

  @Test func `an asynchronous test can be swept`() async {
    var sweep = PolicySweep<Int>()
    while let changes = sweep.trial {
      await Task.yield()
      sweep.record(changes[0].key == "mailbox" ? .failed(7) : .unchanged)
    }
    #expect(sweep.findings.map(\.failure) == [7, 7])
  }

  @Test func `findings are grouped by setting, without pairs`() {
    var sweep = PolicySweep<String>(mostPairs: 100_000)
    sweep.tryAll { changes in
      let words = changes.map(\.description)
      let fails =
        words.contains("mailbox: drop") || words.contains("mailbox: coalesce")
        || words == ["os: 27"] || words.count == 2
      return fails ? .failed("broken") : .unchanged
    }
    let settings = sweep.findingsBySetting.map { $0.map { $0.changes.map(\.description) } }
    #expect(settings == [[["mailbox: drop"], ["mailbox: coalesce"]], [["os: 27"]]])
    #expect(sweep.findings.contains { $0.changes.count == 2 })
  }

  @Test func `the extent counts questions and versions that were varied`() {
    let (questions, versions) = (PolicyOption.all.count, OSVersion.allCases.count)
    #expect(PolicySweep<Int>().extent == "all \(questions) questions and \(versions) versions")
    let decided = Set(PolicyOption.all.dropFirst())
    let sweep = PolicySweep<Int>(decided: decided, system: nil)
    #expect(
      sweep.extent
        == "every answer to the 1 question that was tried; \(questions - 1) questions are pinned")
    let pinned = PolicySweep<Int>(decided: [PolicyOption[\.duckGain]], system: nil)
    #expect(
      pinned.extent
        == "every answer to the \(questions - 1) questions that were tried; 1 question is pinned")
  }

  @Test func `a question or version that contradicts other settings does not count as varied`() {
    var sweep = PolicySweep<Int>()
    sweep.tryAll { changes in
      // The mailbox has two other answers, of which one applies.
      ["ambientDuck: reject", "mailbox: drop", "os: 7"].contains(changes[0].description)
        ? .notApplicable : .unchanged
    }
    let (questions, versions) = (PolicyOption.all.count, OSVersion.allCases.count)
    #expect(sweep.notApplicable.count == 3)
    #expect(sweep.questionCount == questions - 1 && sweep.versionCount == versions - 1)
    #expect(
      sweep.extent
        == "every answer to the \(questions - 1) questions that were tried and the \(versions - 1) versions "
        + "that were tried")
  }

  @Test func `the strongest contradicting source grades the other answers`() {
    let both = Evidence(
      .init(.assumed, "a"), against: .init(.peer, "b"), .init(.archive, "c"), .init(.field, "d"))
    #expect(both.contradictingGrade == .published)
    #expect(Evidence(.init(.header, "a")).contradictingGrade == nil)
  }
}
