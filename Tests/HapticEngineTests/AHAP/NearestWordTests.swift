import Testing
import TextFormats

@testable import HapticEngine

@Suite struct NearestWordTests {
  @Test(arguments: [
    ("hapticTransient", "HapticTransient"), ("Transient", "HapticTransient"),
    ("HapticTransiet", "HapticTransient"), ("HapticContinous", "HapticContinuous"),
    ("Continuous", "HapticContinuous"), ("AudioCustm", "AudioCustom"),
  ])
  func `a misspelled event type is recognized`(written: String, meant: String) {
    #expect(AHAPVocabulary.eventTypes.nearest(to: written) == meant)
  }

  @Test(arguments: [
    ("HapticAttackTime", "AttackTime"), ("Intensity", "HapticIntensity"),
    ("HapticIntensityControl", "HapticIntensity"), ("Sharpness", "HapticSharpness"),
    ("HapticSharpnes", "HapticSharpness"), ("Sustain", "Sustained"), ("volume", "AudioVolume"),
  ])
  func `a misspelled event parameter is recognized`(written: String, meant: String) {
    #expect(AHAPVocabulary.eventParameters.nearest(to: written) == meant)
  }

  @Test(arguments: [
    ("Duration", "EventDuration"), ("Type", "EventType"), ("Parameters", "EventParameters"),
    ("EvenType", "EventType"), ("tiem", "Time"), ("RelativeTime", "Time"),
  ])
  func `a misspelled key of an event is recognized`(written: String, meant: String) {
    #expect(AHAPVocabulary.event.nearest(to: written) == meant)
  }

  @Test(arguments: [
    ("ParameterCurves", "ParameterCurve"), ("Events", "Event"), ("Paramter", "Parameter"),
  ])
  func `a misspelled entry is recognized`(written: String, meant: String) {
    #expect(AHAPVocabulary.entry.nearest(to: written) == meant)
  }

  @Test(arguments: [
    (".heavy", "impact.heavy"), ("impactHeavy", "impact.heavy"), ("Impact-Heavy", "impact.heavy"),
    ("UINotificationFeedbackGenerator.success", "notification.success"),
    ("level_up", "level-up"), ("levelup", "level-up"), ("play-and-record", "playAndRecord"),
    ("AVAudioSession.Category.playAndRecord", "playAndRecord"),
    ("MPRemoteCommandCenter.pauseCommand", "pause"),
  ])
  func `capitals, punctuation and the name of a type are ignored`(written: String, meant: String) {
    let words = [
      "impact.heavy", "impact.light", "notification.success", "level-up", "record", "playAndRecord",
      "pause",
    ]
    #expect(NearestWord.find(written, in: words) == meant)
  }

  @Test(arguments: ["...", "1.5", "mine.ahap", "-", "level-down.wav"])
  func `punctuation alone does not make words similar`(written: String) {
    #expect(NearestWord.find(written, in: ["impact.heavy", "level-up", "15"]) != "impact.heavy")
    #expect(NearestWord.find(written, in: ["impact.heavy", "level-up"]) == nil)
  }

  @Test func `the first row of meanings with available words counts`() {
    let rows = [
      WordMeaning(["stop"], .init("hangUp", "by the user"), "remoteHangUp"),
      WordMeaning(["stop"], .init("dismiss", as: "{ dismiss: now }")),
      WordMeaning(["stop"], "end", amid: "begin"),
      WordMeaning(["stop"], .init(as: "0x"), amid: "count"),
    ]
    func question(_ words: String...) -> String? {
      WordMeaning.question(for: "Clock.Stop", among: words, rows)
    }
    #expect(
      question("remoteHangUp", "hangUp", "end")
        == "did you mean 'hangUp' (by the user) or 'remoteHangUp'?")
    #expect(question("hangUp", "dismiss") == "did you mean '{ dismiss: now }'?")
    #expect(question("end", "begin") == "did you mean 'end'?")
    #expect(question("end") == nil)
    #expect(question("count") == "did you mean '0x'?")
    #expect(NearestWord.find("STOP", in: ["stops", "dismiss"], rows) == "{ dismiss: now }")
  }

  @Test(arguments: ["", "x", "Comment", "0000000000", "\u{1F600}\u{1F600}\u{1F600}"])
  func `a word without a similar word does not get a suggestion`(written: String) {
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
