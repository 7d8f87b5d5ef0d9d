import Testing
import TextFormats

@testable import HapticEngine

@Suite struct NearestWordTests {
  @Test(arguments: [
    ("hapticTransient", "HapticTransient"), ("Transient", "HapticTransient"),
    ("HapticTransiet", "HapticTransient"), ("HapticContinous", "HapticContinuous"),
    ("Continuous", "HapticContinuous"), ("AudioCustm", "AudioCustom"),
  ])
  func `a misspelt type of event is recognised`(written: String, meant: String) {
    #expect(AHAPVocabulary.eventTypes.nearest(to: written) == meant)
  }

  @Test(arguments: [
    ("HapticAttackTime", "AttackTime"), ("Intensity", "HapticIntensity"),
    ("HapticIntensityControl", "HapticIntensity"), ("Sharpness", "HapticSharpness"),
    ("HapticSharpnes", "HapticSharpness"), ("Sustain", "Sustained"), ("volume", "AudioVolume"),
  ])
  func `a misspelt event parameter is recognised`(written: String, meant: String) {
    #expect(AHAPVocabulary.eventParameters.nearest(to: written) == meant)
  }

  @Test(arguments: [
    ("Duration", "EventDuration"), ("Type", "EventType"), ("Parameters", "EventParameters"),
    ("EvenType", "EventType"), ("tiem", "Time"), ("RelativeTime", "Time"),
  ])
  func `a misspelt key of an event is recognised`(written: String, meant: String) {
    #expect(AHAPVocabulary.event.nearest(to: written) == meant)
  }

  @Test(arguments: [
    ("ParameterCurves", "ParameterCurve"), ("Events", "Event"), ("Paramter", "Parameter"),
  ])
  func `a misspelt entry is recognised`(written: String, meant: String) {
    #expect(AHAPVocabulary.entry.nearest(to: written) == meant)
  }

  @Test(arguments: ["", "x", "Comment", "0000000000", "\u{1F600}\u{1F600}\u{1F600}"])
  func `a word that is near to none gets no suggestion`(written: String) {
    #expect(AHAPVocabulary.event.nearest(to: written) == nil)
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3),
    ("ab", "ba", 1), ("abcd", "badc", 2),
  ])
  func `distance counts changes, additions, omissions and swaps`(a: String, b: String, n: Int) {
    #expect(NearestWord.distance(Array(a.unicodeScalars), Array(b.unicodeScalars)) == n)
  }
}
