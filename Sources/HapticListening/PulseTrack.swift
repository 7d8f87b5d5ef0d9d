private import Glibc
internal import HapticEngine

/// The rate of the pulses of a sound over time, such as of the firings of an engine whose firings ring like a tone.
struct PulseTrack {
  /// The time around the pulses in which ringing is not mistaken for a tone, in seconds.
  ///
  /// Our choice: an idling engine whose separate firings ring, before and after it revs.
  private static let reach = 3.0

  /// The path through the candidates.
  ///
  /// Our choice: pulses of unequal strength repeat better after several periods than after one, and the rate of an
  /// engine changes within a window.
  private var track = PitchTrack(similar: 0.8, clarity: 0.65)

  /// Adds the candidates of the next moment.
  mutating func append(_ found: [PitchTrack.Candidate]) { track.append(found) }

  /// Returns `tones`, a pitch for each moment, with the rates of pulses instead where they are those of a machine.
  ///
  /// - Parameters:
  ///   - tones: the pitches in hertz; 0 without a pitch.
  ///   - seconds: the time from one moment to the next.
  /// - Returns: a pitch or rate for each moment, in hertz; 0 without either.
  consuming func machines(over tones: [Float], seconds: Seconds) -> [Float] {
    let rates = Array(track.path().prefix(tones.count))
    var result = tones
    var start = rates.startIndex
    while let first = rates[start...].firstIndex(where: { $0 > 0 }) {
      var end = first + 1
      for index in end..<max(end, rates.count) where rates[index] > 0 {
        guard Double(index - end) * seconds <= RateSequence.pause else { break }
        end = index + 1
      }
      start = end
      var sequence = RateSequence(rates: Array(rates[first..<end]), seconds: seconds)
      guard sequence.isGlide() else { continue }
      sequence.correct()
      result.replaceSubrange(first..<end, with: sequence.rates)
      Self.removeRinging(around: first..<end, tones, &result, seconds)
    }
    return result
  }

  /// Removes the tones near the pulses of `own` that are as high as the ringing of the pulses.
  ///
  /// A tone rings if the rate of the pulses differs from it.
  private static func removeRinging(
    around own: Range<Int>, _ tones: [Float], _ result: inout [Float], _ seconds: Seconds
  ) {
    // Tones are compared with a tolerance of about a sixth of an octave.
    func step(_ hertz: Float) -> Int { Int(6 * log2(hertz)) }
    var rings: Set<Int> = []
    for index in own where tones[index] > 0 && result[index] > 0 {
      guard abs(log2(tones[index] / result[index])) > 0.25 else { continue }
      rings.formUnion(step(tones[index]) - 1...step(tones[index]) + 1)
    }
    let far = Int(reach / seconds)
    let near = max(0, own.lowerBound - far)..<min(tones.count, own.upperBound + far)
    for index in near where !own.contains(index) && result[index] > 0 {
      if rings.contains(step(result[index])) { result[index] = 0 }
    }
  }
}
