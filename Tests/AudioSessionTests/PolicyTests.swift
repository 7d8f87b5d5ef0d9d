import AudioSession
import Testing

@Suite struct PolicyTests {
  @Test(arguments: Knob.allCases)
  func `a knob has a default, an alternative and a source`(knob: Knob) {
    #expect(Set(knob.answers).count >= 2)
    #expect(!knob.evidence.tags.isEmpty)
    #expect(knob.question.hasSuffix("?"))
  }
}

struct AudioPolicyTests {
  @Test(arguments: Knob.allCases)
  func `every answer of a knob can be set by its word, and read back`(knob: Knob) throws {
    for answer in knob.answers {
      var policy = AudioPolicy.standard
      try policy.set(knob.name, to: answer.rawValue)
      #expect(policy.value(named: knob.name) == answer.rawValue)
    }
  }

  @Test func `what is no knob or no answer is refused with what there is, and changes nothing`() {
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

  @Test(arguments: EvidenceTag.allCases)
  func `a kind of source has a letter and words`(tag: EvidenceTag) {
    #expect(tag.rawValue.count == 1)
    #expect(!tag.meaning.isEmpty)
    #expect(Evidence(tag, note: "page 3").description == "[\(tag.rawValue)] page 3")
    #expect(Evidence(tag).description == "[\(tag.rawValue)]")
  }
}
