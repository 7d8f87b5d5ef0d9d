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
