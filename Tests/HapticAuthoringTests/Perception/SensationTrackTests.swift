import Foundation
import HapticEngine
import HapticFormats
import HapticPerception
import Testing

/// Tracks of patterns whose levels follow from the signal's specification.
@Suite struct SensationTrackTests {
  private func track(_ notation: String, _ profile: Profile = .wideband) throws -> SensationTrack {
    try SensationTrack(of: HapticPattern(notation: notation), profile: profile)
  }

  /// A sine of 0.6 g at 155 Hz: -4.4 dB re 1 g, and the threshold there is -31.3 dB.
  @Test func `a full vibration exceeds the threshold as far as its amplitude implies`() throws {
    let frame = try track("buzz 500ms 1/0.5")[0.25]
    #expect(abs(Double(frame.level) - (-4.44 + 31.31)) < 0.3)
    #expect(abs(frame.hertz / 155 - 1) < 0.06)
  }

  @Test func `half the intensity is six decibels less`() throws {
    let (full, half) = (try track("buzz 500ms 1/0.5")[0.25], try track("buzz 500ms 0.5/0.5")[0.25])
    #expect(abs(full.level - half.level - 6.02) < 0.05)
  }

  /// Accurate to a third of a limen, the resolution of a window of one to five cycles.
  @Test(arguments: [0.0, 0.25, 0.5, 0.75, 1])
  func `the frequency corresponds to the sharpness`(sharpness: Double) throws {
    let frame = try track("buzz 500ms 1/\(sharpness)")[0.25]
    #expect(abs(Double(frame.hertz) / (80 + 150 * sharpness) - 1) < 0.06)
  }

  @Test func `a resonant actuator weakens frequencies far from its resonance`() throws {
    let (wide, narrow) = (try track("buzz 500ms 1/0"), try track("buzz 500ms 1/0", .lra))
    #expect(wide[0.3].level - narrow[0.3].level > 12)
  }

  @Test func `a tap appears at its time and not before`() throws {
    let track = try track("rest 100ms, tap 1/0.5")
    #expect(!track[0.095].isPerceptible)
    #expect(track[0.1].isPerceptible)
    #expect(track.strongest().level > 15)
  }

  @Test func `a time that is not a number is treated as before the track`() throws {
    let track = try track("tap 1")
    #expect(track[.nan] == .silence)
    #expect(track.strongest(from: .nan) == track.strongest())
    #expect(track.strongest(to: .nan) == .silence)
  }

  @Test func `silence is minus infinity without a frequency`() throws {
    let track = try track("rest 100ms, tap 1/0.5")
    #expect(track[0.05] == .silence)
    #expect(track[99] == .silence)
    #expect(track[-1] == .silence)
  }

  @Test func `a very weak vibration is not felt`() throws {
    #expect(try track("buzz 300ms 0.02/0.5").perceptibleSeconds == 0)
    #expect(try track("buzz 300ms 0.2/0.5").perceptibleSeconds > 0.28)
  }

  // MARK: Differences

  @Test func `a pattern does not differ from itself`() throws {
    let track = try track("tap 0.8/0.5, rest 100ms, buzz 300ms 0.2..1/0.3")
    let difference = track.difference(to: track)
    #expect(!difference.isNoticeable && difference.largestLimens == 0)
  }

  /// 1 dB is below a limen of 2.2 to 2.5 dB, and 4 dB is above it.
  @Test func `a change below the limen is not noticeable and one above it is`() throws {
    let whole = try track("buzz 500ms 0.8/0.5")
    let nearly = try track("buzz 500ms 0.713/0.5")
    let less = try track("buzz 500ms 0.505/0.5")
    #expect(!whole.difference(to: nearly).isNoticeable)
    let difference = whole.difference(to: less)
    #expect(difference.noticeableShare > 0.9)
    #expect(abs(difference.peakDecibels + 4) < 0.1)
  }

  @Test func `an imperceptible shift is not a difference`() throws {
    let one = try track("tap 0.8/0.5, rest 100ms, tap 0.5/0.5")
    let two = try track("rest 5ms, tap 0.8/0.5, rest 100ms, tap 0.5/0.5")
    let three = try track("rest 50ms, tap 0.8/0.5, rest 100ms, tap 0.5/0.5")
    #expect(one.difference(to: two).noticeableShare < 0.5)
    #expect(one.difference(to: three).noticeableShare > 0.9)
  }

  // At other shifts near a frame, such as 9 ms, windows divide a tap differently, and differ by more than a limen.
  @Test(arguments: [1, 5, 10, 11])
  func `a shift by no more than a frame is not noticeable`(milliseconds: Int) throws {
    let notation = "tap 0.8/0.5, rest 500ms, tap 0.8/0.5"
    let late = try track("rest \(milliseconds)ms, " + notation)
    let difference = try track(notation).difference(to: late)
    #expect(!difference.isNoticeable, "\(difference)")
  }

  @Test func `taps of another sharpness are noticeable`() throws {
    #expect(try track("tap 0.8/0").difference(to: try track("tap 0.8/1")).isNoticeable)
  }

  @Test func `a frequency more than a limen away is noticeable`() throws {
    let low = try track("buzz 500ms 0.8/0.2")
    #expect(low.difference(to: try track("buzz 500ms 0.8/0.6")).noticeableShare > 0.9)
  }

  @Test func `a longer vibration is felt longer`() throws {
    let difference = try track("buzz 200ms 0.8/0.5").difference(to: try track("buzz 400ms 0.8/0.5"))
    #expect(abs(difference.perceptibleSeconds - 0.2) < 0.02)
  }

  /// The figures of `Documentation/Cookbook.md`, recipe 1.
  @Test(arguments: [(0, 19.5), (0.5, 16), (1, 12.6)])
  func `a crisper tap of the same intensity feels weaker`(
    sharpness: Double, decibels: Float
  ) throws {
    let level = try track("tap 0.8/\(sharpness)").strongest().level
    #expect(abs(level - decibels) <= 0.05)
  }
}
