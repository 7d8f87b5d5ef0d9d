import Testing

@testable import AudioOutput
@testable import PacedOutput

/// The choice among a device's offers, without a device.
struct NegotiationTests {
  @Test func `float is preferred, then the integers by resolution`() {
    var offered = SampleFormat.allCases
    var taken: [SampleFormat] = []
    while let format = Negotiation.format(offered: offered) {
      taken.append(format)
      offered.removeAll { $0 == format }
    }
    #expect(taken == [.float32, .int32, .int24, .int24Packed, .int16])
  }

  @Test(
    arguments: [
      (nil, [], [1, 2, 4, 6], 2),
      (nil, [], [1], 1),
      (nil, [], [4, 8], 4),
      (nil, [3, 4], [1, 2, 4, 8], 4),
      (nil, [3], [2, 6], 6),
      (nil, [1], [1, 2], 2),
      (nil, [3, 4], [1, 2], nil),
      (6, [], [2, 6], 6),
      (6, [], [2], nil),
      (2, [3], [2, 4], nil),
      (4, [3, 4], [2, 4], 4),
      (nil, [], [], nil),
    ] as [(Int?, [Int], [Int], Int?)])
  func `the channel count is the requested one, or the smallest that suffices`(
    requested: Int?, hapticChannels: [Int], offered: [Int], expected: Int?
  ) {
    #expect(
      Negotiation.channelCount(
        requested: requested, hapticChannels: hapticChannels, offered: offered) == expected)
  }

  @Test(
    arguments: [
      (nil, 4_000...192_000, 48_000),
      (nil, 44_100...44_100, 44_100),
      (nil, 96_000...192_000, 96_000),
      (44_100, 4_000...192_000, 44_100),
      (4_000, 4_000...192_000, 8_000),
      (384_000, 4_000...768_000, 192_000),
      (nil, 4_000...6_000, nil),
    ] as [(Int?, ClosedRange<Int>, Int?)])
  func `the rate is the nearest that the device offers and an engine renders`(
    requested: Int?, offered: ClosedRange<Int>, expected: Int?
  ) {
    #expect(Negotiation.rate(requested: requested, offered: offered) == expected)
  }
}
