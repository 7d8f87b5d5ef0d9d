import HapticEditing
import HapticEngine
import TestSupport
import Testing

/// `raise-intensity` and `raise-sharpness`.
@Suite struct RaiseTests {
  @Test func `an amount is added to intensities and sharpnesses, including defaults`() throws {
    let pattern = try EditSample.pattern("raise-intensity -0.5 raise-sharpness 0.25")
    // 0.8 - 0.5, and twice the default 1 - 0.5; the default sharpness is 0.5. A tone has neither.
    #expect(pattern.events.map { $0.value(of: .hapticIntensity) } == [0.3, 0.5, nil, 0.5])
    #expect(pattern.events.map { $0.value(of: .hapticSharpness) } == [0.75, 0.75, nil, 0.75])
    let original = try EditSample.pattern("select all")
    #expect(pattern.curves == original.curves && pattern.parameters == original.parameters)
    let some = try EditSample.pattern("select transient raise-intensity -0.25")
    #expect(some.events.map { $0.value(of: .hapticIntensity) } == [0.55, nil, nil, 0.75])
  }

  @Test func `a raised value ends at the limits of its range, and other text stays`() throws {
    // Events without an intensity already have the largest.
    #expect(
      try EditSample.edited("raise-intensity 0.5")
        == EditSample.text.replacing("\"ParameterValue\": 0.80", with: "\"ParameterValue\": 1.0"))
    let silent = try EditSample.pattern("raise-intensity -1")
    #expect(silent.events.map { $0.value(of: .hapticIntensity) } == [0, 0, nil, 0])
  }

  @Test(arguments: [
    // 0.8 and twice the default 1.
    ("raise-intensity 0.5", ["3 HapticIntensity values are limited to 0 to 1"]),
    ("select [0] raise-intensity -0.9", ["1 HapticIntensity value is limited to 0 to 1"]),
    ("raise-intensity -0.8", []), ("raise-sharpness 0.5", []),
  ])
  func `raised values that are limited are counted`(words: String, notes: [String]) throws {
    let session = try EditSample.edited(EditSample.document(), words)
    #expect(session.steps.flatMap(\.notes.listed) == notes)
  }

  @Test(arguments: [("7", "0.25", "1"), ("7", "-0.25", "0.75"), ("-3", "0.25", "0.25")])
  func `a value outside its range is raised from the value that is played`(
    old: String, amount: String, new: String
  ) throws {
    let text = { (value: String) in
      "{\"Pattern\": [{\"Event\": {\"EventType\": \"HapticTransient\", \"Time\": 0, \"EventParameters\": "
        + "[{\"ParameterID\": \"HapticSharpness\", \"ParameterValue\": \(value)}]}}]}"
    }
    let edited = try EditSample.edited(EditSample.document(text(old)), "raise-sharpness \(amount)")
    #expect(EditSample.text(edited.document) == text(new))
  }

  @Test(arguments: seeds(1..<41))
  func `raising adds to the played values of haptic events, and changes nothing else`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var generator = PatternGenerator(
      seed: seed, sampleRate: 48_000, length: 1, extras: [.tones, .longEvents])
    let document = try EditSample.document(generator.pattern())
    let pattern = try #require(AHAP.read(document.bytes).pattern)
    let amount = EditSample.rounded(random.number(in: -1...1))
    for id in [EventParameter.ID.hapticIntensity, .hapticSharpness] {
      var session = EditSession(document)
      try session.apply(id == .hapticIntensity ? .raiseIntensity(amount) : .raiseSharpness(amount))
      let raised = try #require(AHAP.read(session.document.bytes).pattern)
      #expect(raised.entries.count == pattern.entries.count)
      for (old, new) in zip(pattern.entries, raised.entries) {
        guard case .event(let before) = old, case .event(let after) = new,
          before.type == .hapticTransient || before.type == .hapticContinuous
        else {
          #expect(old == new)
          continue
        }
        let absent = id == .hapticIntensity ? 1 : 0.5
        func played(_ event: HapticEvent) -> Double {
          min(1, max(0, event.value(of: id) ?? absent))
        }
        #expect(abs(played(after) - min(1, max(0, played(before) + amount))) < 1e-9)
        #expect(Self.others(id, of: before) == Self.others(id, of: after))
      }
      session.undo()
      #expect(session.document.bytes == document.bytes)
    }
  }

  /// The event without its parameters `id`.
  private static func others(_ id: EventParameter.ID, of event: HapticEvent) -> HapticEvent {
    HapticEvent(
      event.type, at: event.time, duration: event.duration,
      parameters: event.parameters.filter { $0.id != id })
  }
}
