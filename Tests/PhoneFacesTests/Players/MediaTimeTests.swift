import PhoneAVFoundation
import Testing

/// `CMTime` and `CMTimeRange`.
@Suite struct MediaTimeTests {
  @Test func `times with different scales are added, subtracted and compared`() {
    let half = CMTimeMake(value: 1, timescale: 2)
    let third = CMTime(value: 1, timescale: 3)
    let sum = half + third
    #expect(sum.value == 5 && sum.timescale == 6)
    #expect((half - third).seconds == 1.0 / 6)
    #expect(half > third && half == CMTime(value: 300, timescale: 600))
    #expect(Set([half, CMTime(value: 300, timescale: 600)]).count == 1)
    #expect(CMTimeMultiply(third, multiplier: 6).seconds == 2)
    #expect(CMTimeMultiplyByFloat64(half, multiplier: 0.5).value == 1)
    #expect(CMTimeMultiplyByFloat64(half, multiplier: 3).seconds == 1.5)
  }

  @Test func `seconds are rounded to the scale`() {
    let time = CMTime(seconds: 1.26, preferredTimescale: 10)
    #expect(time.value == 13 && time.hasBeenRounded)
    #expect(!CMTimeMakeWithSeconds(1.5, preferredTimescale: 600).hasBeenRounded)
    #expect(time.convertScale(1, method: .roundTowardNegativeInfinity).value == 1)
    #expect(time.convertScale(1, method: .roundAwayFromZero).value == 2)
    #expect(CMTime(seconds: 1e19, preferredTimescale: 1).isPositiveInfinity)
  }

  /// Source: `CMTime.h`: "negative infinity < all finite numbers < indefinite < positive infinity < invalid".
  @Test func `times that are not numbers have an order and a kind`() {
    let times: [CMTime] = [.invalid, .positiveInfinity, .indefinite, .zero, .negativeInfinity]
    #expect(times.sorted().map(\.isValid) == [true, true, true, true, false])
    #expect(times.sorted()[2].isIndefinite && times.sorted()[0].isNegativeInfinity)
    #expect(times.map(\.isNumeric) == [false, false, false, true, false])
    #expect(CMTime(seconds: .nan, preferredTimescale: 600) == .invalid)
    #expect((CMTime.zero + .indefinite).isIndefinite && !(CMTime.zero + .invalid).isValid)
    #expect((CMTime.zero - .positiveInfinity).isNegativeInfinity)
    #expect(CMTIME_IS_VALID(.indefinite) && CMTIME_IS_INVALID(.invalid))
    #expect(CMTIME_IS_INDEFINITE(.indefinite) && !CMTIME_IS_INDEFINITE(.zero))
    #expect(CMTIME_IS_NUMERIC(.zero) && !CMTIME_IS_NUMERIC(.indefinite))
    #expect(CMTimeGetSeconds(.indefinite).isNaN && CMTimeGetSeconds(.positiveInfinity) == .infinity)
  }

  /// Source: `CMTime.h` on `CMTimeAdd` and `CMTimeSubtract`.
  @Test func `infinite times are added by their signs`() {
    let (more, less) = (CMTime.positiveInfinity, CMTime.negativeInfinity)
    #expect(!(more + less).isValid && !(more - more).isValid && !(less - less).isValid)
    #expect((more + more).isPositiveInfinity && (more - less).isPositiveInfinity)
    #expect((less + less).isNegativeInfinity && (less - more).isNegativeInfinity)
    #expect((.indefinite + more).isPositiveInfinity && (.indefinite - more).isNegativeInfinity)
  }

  @Test func `times that are too large for their scale are infinite`() {
    let (large, small) = (CMTime(value: .max, timescale: 1), CMTime(value: .min, timescale: 1))
    #expect(large.convertScale(600, method: .default).isPositiveInfinity)
    #expect((large + large).isPositiveInfinity && (small - large).isNegativeInfinity)
    #expect((large + CMTime(value: 1, timescale: 600)).isPositiveInfinity)
    #expect(CMTimeMultiply(large, multiplier: -2).isNegativeInfinity)
    #expect(CMTimeMultiplyByFloat64(large, multiplier: 2).isPositiveInfinity)
  }

  @Test func `a fraction without a denominator is not a number`() {
    let time = CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0)
    #expect(!time.isNumeric && time.seconds.isNaN && time > .positiveInfinity)
    #expect(!(time + time).isValid && !(.zero - time).isValid)
    #expect(time.convertScale(600, method: .default).timescale == 0)
  }

  @Test func `a range contains its start and not its end`() {
    let range = CMTimeRange(start: .zero, end: CMTime(value: 2, timescale: 1))
    #expect(range.containsTime(.zero) && !range.containsTime(range.end))
    #expect(range.isValid && !range.isEmpty && CMTimeRange.zero.isEmpty)
    #expect(!CMTimeRange.invalid.isValid)
    #expect(CMTimeRangeMake(start: .zero, duration: range.end) == range)
  }
}
