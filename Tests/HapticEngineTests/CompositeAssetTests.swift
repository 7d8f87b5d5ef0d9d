import HapticEngine
import Testing

/// Tests of sounds and haptics that are never split.
struct CompositeAssetTests {
  private static func pattern(
    haptic: Double?, sound: Double?, files: [(String, Double)] = []
  ) throws -> HapticPattern {
    var events: [HapticEvent] = []
    if let haptic { events.append(HapticEvent(.hapticTransient, at: haptic)) }
    if let sound { events.append(HapticEvent(.audioContinuous, at: sound, duration: 0.1)) }
    events += files.map {
      HapticEvent(.audioCustom, at: $0.1, waveform: HapticEvent.Waveform(path: $0.0))
    }
    return try HapticPattern(events: events)
  }

  @Test func `a composite needs a sound and a haptic that start together`() throws {
    let names = [
      try #require(throws: CompositeError.self) {
        try CompositeAsset("a", try Self.pattern(haptic: 0, sound: nil), still: "")
      },
      try #require(throws: CompositeError.self) {
        try CompositeAsset("a", try Self.pattern(haptic: nil, sound: 0), still: "")
      },
      try #require(throws: CompositeError.self) {
        try CompositeAsset("a", try Self.pattern(haptic: 0, sound: 0.01), still: "")
      },
    ]
    #expect(names == [.noSound("a"), .noHaptic("a"), .split("a", haptic: 0, sound: 0.01)])
    let whole = try CompositeAsset("a", try Self.pattern(haptic: 0.5, sound: 0.5), still: "")
    #expect(whole.presentation == .whole)
  }

  @Test func `a composite shows its still and refuses to play until its sounds are loaded`() throws
  {
    let pattern = try Self.pattern(haptic: 0, sound: nil, files: [("b.wav", 0), ("a.wav", 1)])
    var photo = try CompositeAsset("photo", pattern, still: "photo.jpg")
    #expect(photo.presentation == .still(missing: ["a.wav", "b.wav"]))
    photo.setLoaded(true, sound: "b.wav")
    photo.setLoaded(true, sound: "c.wav")
    #expect(throws: CompositeError.notReady("photo", missing: ["a.wav"])) {
      try photo.patternToPlay()
    }
    photo.setLoaded(true, sound: "a.wav")
    #expect(try photo.patternToPlay() == pattern)
    photo.setLoaded(false, sound: "a.wav")
    #expect(photo.presentation == .still(missing: ["a.wav"]))
  }
}
