import TestSupport
import Testing
import TextFormats

@testable import HapticEngine

@Suite struct AHAPRoundTripTests {
  @Test(arguments: seeds(1..<41))
  func `a written pattern is read as the same pattern`(seed: UInt64) throws {
    var generator = HostilePatterns(seed: seed)
    for _ in 0..<25 {
      let pattern = try generator.pattern()
      let reading = AHAP.read(AHAP.encode(pattern))
      let problems = reading.diagnostics.filter { $0.severity == .error }
      #expect(reading.pattern == pattern, "\(problems)")
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `numbers are read back bit for bit`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let bits = Double(bitPattern: random.next())
      let short = Double(random.next() % 10_000_000) / 1e7
      for value in [bits.isFinite ? bits : 0.5, short] {
        let pattern = AHAP.read(AHAP.encode(metadata: ["x": .number(value)])).pattern
        guard case .number(let back) = pattern?.metadata["x"] else {
          Issue.record("\(value) did not come back")
          continue
        }
        #expect(back.bitPattern == value.bitPattern)
      }
    }
  }

  @Test(arguments: [
    "0", "-0", "1e0", "1E+2", "1e-2", "123456789012345678901234567890", "0.1e1", "1e22", "1e23",
    "9007199254740993", "9007199254740992.5", "1.7976931348623157e308", "4.9e-324", "2e-324",
    "0.000000000000000000000000000000000000000000000000000000000000000000000000000000001",
    "0.30000001192092896", "1e-400", "0e99999999999", "100000000000000000000000e-23",
    "8.5e-22", "17.976931348623157e307", "2.4703282292062327208299439634110764999e-324",
  ])
  func `a number is read as the nearest double`(text: String) {
    let pattern = AHAP.read(text: "{\"Metadata\": {\"x\": \(text)}, \"Pattern\": []}").pattern
    #expect(pattern?.metadata["x"] == Double(text).map(MetadataValue.number))
  }

  @Test func `all numbers of up to nineteen digits are read as the nearest double`() {
    var random = SplitMix64(seed: 17)
    var texts = ["0.1666666666666666574", "9007199254740993e-1", "0.9007199254740993"]
    for _ in 0..<20_000 {
      let digits = UInt64.random(in: 0..<10_000_000_000_000_000_000, using: &random)
      let kept = digits >> UInt64.random(in: 0..<20, using: &random)
      let places = Int.random(in: -2...21, using: &random)
      texts.append("\(kept)e-\(places)".replacing("--", with: ""))
      // Halfway between two doubles, or next to it.
      let whole = UInt64.random(in: 1 << 53..<1 << 54, using: &random) | 1
      let (half, step) = (whole &* 5, Int64.random(in: -1...1, using: &random))
      texts.append("\(Int64(half) + step)e-1")
    }
    let list = texts.joined(separator: ",")
    let text = "{\"Metadata\":{\"x\":[\(list)]},\"Pattern\":[]}"
    var reader = JSONReader(Array(text.utf8), maximumNesting: 8, maximumFaults: 1)
    guard case .object = reader.beginValue(), reader.nextKey() != nil,
      case .object = reader.beginValue(), reader.nextKey() != nil, case .array = reader.beginValue()
    else {
      Issue.record("the text is not what the test intended")
      return
    }
    for text in texts {
      guard reader.nextElement(), case .number(let number) = reader.beginValue() else {
        Issue.record("\(text) is not read as a number")
        return
      }
      #expect(number == Double(text), "\(text)")
    }
  }

  @Test func `the written form is canonical`() throws {
    let pattern = try HapticPattern(
      entries: [
        .event(
          HapticEvent(
            .audioCustom, at: 0.25, duration: 2, parameters: [EventParameter(.audioVolume, 0.75)],
            waveform: .init(path: "a \"b\".wav", usesVolumeEnvelope: false, loops: true))),
        .event(HapticEvent(.hapticTransient)),
        .parameter(DynamicParameter(.hapticSharpnessControl, -0.5, at: 1)),
        .curve(
          ParameterCurve(
            .hapticIntensityControl, at: 1, controlPoints: [.init(at: 0, 1), .init(at: 1e-5, 0)])),
      ],
      metadata: ["Name": "tap\n", "Author": "é", "Tags": .json("[1, 2,]"), "Bad": .json("[1")])
    #expect(
      String(decoding: AHAP.encode(pattern), as: UTF8.self) == #"""
        {
          "Version": 1.0,
          "Metadata": {
            "Author": "é",
            "Bad": "[1",
            "Name": "tap\n",
            "Tags": [1,2]
          },
          "Pattern": [
            {
              "Event": {
                "Time": 0.25,
                "EventType": "AudioCustom",
                "EventDuration": 2.0,
                "EventWaveformPath": "a \"b\".wav",
                "EventWaveformUseVolumeEnvelope": false,
                "EventWaveformLoopEnabled": true,
                "EventParameters": [
                  { "ParameterID": "AudioVolume", "ParameterValue": 0.75 }
                ]
              }
            },
            {
              "Event": {
                "Time": 0.0,
                "EventType": "HapticTransient",
                "EventParameters": []
              }
            },
            { "Parameter": { "ParameterID": "HapticSharpnessControl", "ParameterValue": -0.5, "Time": 1.0 } },
            {
              "ParameterCurve": {
                "ParameterID": "HapticIntensityControl",
                "Time": 1.0,
                "ParameterCurveControlPoints": [
                  { "Time": 0.0, "ParameterValue": 1.0 },
                  { "Time": 1e-05, "ParameterValue": 0.0 }
                ]
              }
            }
          ]
        }

        """#)
  }

  @Test func `metadata that is not JSON cannot break the file`() throws {
    for text in ["", "1}", "{", "\"", "nul", "// x", "[1] 2", "\u{0}"] {
      let reading = AHAP.read(AHAP.encode(metadata: ["a": .json(text), "b": .number(.nan)]))
      #expect(reading.pattern?.metadata == ["a": .text(text), "b": "nan"])
    }
  }
}

extension AHAP {
  /// Returns a file without entries.
  fileprivate static func encode(metadata: PatternMetadata) -> [UInt8] {
    (try? HapticPattern(entries: [], metadata: metadata)).map(encode) ?? []
  }
}
