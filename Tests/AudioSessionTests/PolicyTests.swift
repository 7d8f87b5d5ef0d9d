import AudioSession
import TestSupport
import Testing

@Suite struct PolicyTests {
  @Test(arguments: PolicyOption.choices)
  func `an option has a default, an alternative and a source`(option: PolicyOption) {
    #expect(Set(option.allowed).count >= 2)
    #expect(!option.evidence.citations.isEmpty)
    #expect(option.question.hasSuffix("?"))
  }

  @Test func `every value of the policy has a row whose key is its name`() {
    let names = Mirror(reflecting: AudioPolicy.standard).children.compactMap(\.label)
    #expect(PolicyOption.all.map(\.key) == names)
  }

  @Test(arguments: PolicyOption.all)
  func `a row reads and sets only its own value`(option: PolicyOption) throws {
    let value = PolicyOption.numbers.contains(option) ? "0.375" : try #require(option.allowed.last)
    let changed = try AudioPolicy.standard.with(option, value)
    for other in PolicyOption.all {
      #expect(other.text(in: changed) == (other == option ? value : other.standard))
    }
  }
}

struct AudioPolicyTests {
  @Test(arguments: PolicyOption.choices)
  func `every answer to an option can be set by its text, and read back`(
    option: PolicyOption
  ) throws {
    for answer in option.allowed {
      var policy = AudioPolicy.standard
      try policy.set(option.key, to: answer)
      #expect(policy.value(named: option.key) == answer)
    }
  }

  @Test func `an unknown option or answer is rejected with a list of the valid ones`() {
    var policy = AudioPolicy.standard
    let unknown = #expect(throws: PolicyError.self) { try policy.set("ducking", to: "1") }
    #expect(unknown?.description.contains("duckGain") == true)
    let wrong = #expect(throws: PolicyError.self) { try policy.set("mailbox", to: "burn") }
    #expect(wrong?.description.contains("replay") == true)
    #expect(throws: PolicyError.self) { try policy.set("duckGain", to: "1.5") }
    #expect(throws: PolicyError.self) { try policy.set("duckGain", to: "nan") }
    #expect(policy == .standard)
    #expect(policy.value(named: "ducking") == nil)
  }

  @Test func `a number can be set within its range`() throws {
    var policy = AudioPolicy.standard
    try policy.set("duckGain", to: "0.25")
    #expect(policy.value(named: "duckGain") == "0.25")
  }

  @Test(arguments: SourceKind.allCases)
  func `each kind of source has a description and a grade, and is printed with its location`(
    kind: SourceKind
  ) {
    #expect(!kind.meaning.isEmpty)
    let evidence = Evidence(Citation(kind, "page 3"), against: .page("page 4"))
    #expect(
      evidence.description == "\(kind.meaning): page 3; contradicted by documentation: page 4")
    #expect(evidence.grade == kind.grade)
    #expect(evidence.kinds == [kind])
  }

  @Test func `evidence has the grade of its weakest part; of equal parts, the first decides`() {
    #expect(Evidence(.page("a"), .log("b"), .ours("c")).grade == .assumption)
    #expect(Evidence(.page("a"), .log("b"), .types("c")).grade == .fieldLog)
    #expect(Evidence(.types("a"), .page("b")).grade == .header)
    #expect(Evidence(.page("a"), .types("b"), against: .ours("c")).grade == .published)
    // The order is partly ours; the nesting of interruptions follows WebKit.
    for rule: SessionRule in [.order, .systemInterruption, .categoryChange] {
      #expect(rule.evidence.grade == .assumption)
    }
    #expect(ActivationCheck.siriRecording.evidence.grade == .assumption)
    #expect(ActivationCheck.systemOwnsOutput.evidence.grade == .assumption)
  }

  @Test func `every grade has a distinct letter and distinct words`() {
    #expect(EvidenceGrade.allCases.allSatisfy { $0.rawValue.count == 1 })
    #expect(Set(EvidenceGrade.allCases.map(\.rawValue)).count == EvidenceGrade.allCases.count)
    #expect(Set(EvidenceGrade.allCases.map(\.meaning)).count == EvidenceGrade.allCases.count)
  }
}
